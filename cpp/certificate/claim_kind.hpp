// The version of the format, the two kinds of claim that a certificate of a problem can make, and the lines that depend
// on it.
#pragma once

#include <string_view>

namespace plato {

inline constexpr std::string_view certificate_version = "plato certificate 2\n";

enum class ClaimKind { unsatisfiable, satisfiable };

// The first two lines.
constexpr std::string_view certificate_header(ClaimKind claim) {
  return claim == ClaimKind::unsatisfiable ? "plato certificate 2\nclaim unsatisfiable\n"
                                           : "plato certificate 2\nclaim satisfiable\n";
}

// The line after the problem, which names the method.
constexpr std::string_view problem_end(ClaimKind claim) {
  return claim == ClaimKind::unsatisfiable ? "by refutation\n" : "by model\n";
}

// What a certificate claims, by its header; unsatisfiability if it has neither.
constexpr ClaimKind claim_kind(std::string_view certificate) {
  return certificate.starts_with(certificate_header(ClaimKind::satisfiable)) ? ClaimKind::satisfiable
                                                                             : ClaimKind::unsatisfiable;
}

}   // namespace plato
