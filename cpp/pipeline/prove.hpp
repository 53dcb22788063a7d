// The certifying prover on its own: a problem goes in, a certificate that the kernel has accepted comes out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/proved.hpp"

namespace plato {

// Decides the file, SMT-LIB or DIMACS by its name or contents. `unsat` and `sat` are answered only if the kernel
// accepted the certificate in the answer.
Proved prove_file(const std::string& path, const ProveOptions& options);

// Whether the certificate's claim is what would be claimed of this file: its problem must be the file's, byte for byte,
// and for a program, the claim must be that it is right, or with `wants_refutation` that it is wrong. The sentence says
// what is different.
std::optional<std::string> difference_from(const std::string& path, std::string_view certificate,
                                           bool wants_refutation = false);

}   // namespace plato
