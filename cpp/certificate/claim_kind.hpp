// The two kinds of claim a certificate of a problem can make, and the lines of the certificate that depend on it.
#pragma once

#include <string_view>

namespace plato {

enum class ClaimKind { unsatisfiable, satisfiable };

// The first two lines.
constexpr std::string_view certificate_header(ClaimKind claim) {
  return claim == ClaimKind::unsatisfiable ? "plato certificate 1\nclaim unsatisfiable\n"
                                           : "plato certificate 1\nclaim satisfiable\n";
}

// The line after the problem: a proof follows, or a model.
constexpr std::string_view problem_end(ClaimKind claim) {
  return claim == ClaimKind::unsatisfiable ? "proof\n" : "model\n";
}

// What a certificate claims, by its header; unsatisfiability if it has neither.
constexpr ClaimKind claim_kind(std::string_view certificate) {
  return certificate.starts_with(certificate_header(ClaimKind::satisfiable)) ? ClaimKind::satisfiable
                                                                             : ClaimKind::unsatisfiable;
}

}   // namespace plato
