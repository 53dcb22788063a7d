// The certifying prover on its own: a problem goes in, a certificate that the kernel has accepted comes out.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exit_code.hpp"

namespace plato {

struct ProveOptions {
  std::optional<std::string> certificate_path;                // where to write the certificate
  double seconds = std::numeric_limits<double>::infinity();   // limit for the search
};

struct Proved {
  enum class Answer { unsat, sat, unknown, bad_input };
  Answer answer = Answer::unknown;
  ExitCode code = ExitCode::limit;
  std::string text{};      // for people: the answer's word first; lines end with a line feed
  std::string message{};   // the claim, or why there is none
  std::size_t line = 0;    // of bad input, from 1; else 0
  std::size_t column = 0;
  std::size_t certificate_bytes = 0;
  std::vector<long> model{};   // if satisfiable: a literal for each variable
};

// Decides the file, SMT-LIB or DIMACS by its name or contents. `unsat` is answered only if the kernel accepted the certificate (the bytes on disk, if it
// is written to a file).
Proved prove_file(const std::string& path, const ProveOptions& options);

// Whether the certificate claims that this file has no model: its problem must be the file's, byte for byte.
// The sentence says what is different.
std::optional<std::string> difference_from(const std::string& path, std::string_view certificate);

}   // namespace plato
