// The certifying prover on its own: a problem goes in, a certificate that the kernel has accepted comes out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/proved.hpp"

namespace plato {

// Decides the file, SMT-LIB or DIMACS by its name or contents. There is an answer for each question of the file, and at
// least one. `unsat` and `sat` are answered only if the kernel accepted the certificate in the answer.
std::vector<Proved> prove_file(const std::string& path, const ProveOptions& options);

// How the certificate's problem differs from that of the file with this text, as a sentence; nothing if it is the same,
// byte for byte, as that of one of the file's questions.
std::optional<std::string> difference_from_problem(const std::string& path, std::string_view text,
                                                   std::string_view certificate);

}   // namespace plato
