// Writing certificates about terms and formulas, byte for byte as certificates/FORMAT.md specifies them.
//
// The problem: each assertion, preceded by the terms and formulas it is made of that are not there yet, parts before
// wholes and left before right. So the bytes depend on the assertions alone. The proof: the steps of the refutation, each
// preceded by the lemmas it is the first to cite, each of these by the terms and formulas it is the first to name.
#pragma once

#include <span>
#include <string>

#include "certifying_search.hpp"
#include "claim_kind.hpp"
#include "formula_table.hpp"

namespace plato {

// The certificate up to and including the line `proof` or `model`: what is claimed.
std::string write_problem(const FormulaTable& table, std::span<const Literal> assertions,
                          ClaimKind claim = ClaimKind::unsatisfiable);

// The whole certificate.
std::string write_certificate(const FormulaTable& table, std::span<const Literal> assertions, const FoundRefutation& found);

}   // namespace plato
