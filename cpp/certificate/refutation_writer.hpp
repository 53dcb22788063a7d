// Writing certificates about terms and formulas, byte for byte as certificates/FORMAT.md specifies them.
//
// The problem: each assertion, preceded by the terms and formulas it is made of that are not there yet, parts before
// wholes and left before right. So the bytes depend on the assertions alone. The proof: the steps of the refutation,
// each preceded by the lemmas it is the first to cite, each of these by the terms and formulas it is the first to name.
#pragma once

#include <span>
#include <string>

#include "certificate/claim_kind.hpp"
#include "certificate/table_writer.hpp"
#include "logic/formula_table.hpp"
#include "search/certifying_search.hpp"

namespace plato {

// The certificate up to and including the line `proof` or `model`: what is claimed.
std::string write_problem(const FormulaTable& table, std::span<const Literal> assertions,
                          ClaimKind claim = ClaimKind::unsatisfiable);

// The whole certificate.
std::string write_certificate(const FormulaTable& table, std::span<const Literal> assertions,
                              const FoundRefutation& found);

// The refutation of a condition of a program with so many literals.
struct ConditionRefutation {
  const FoundRefutation* found = nullptr;
  std::size_t literals = 0;
};
// The part of a program's certificate after `proof`. The conditions' terms and formulas have the kernel's numbers.
std::string write_condition_refutations(const FormulaTable& table, CertificateNumbers numbers,
                                        std::span<const ConditionRefutation> conditions);

}   // namespace plato
