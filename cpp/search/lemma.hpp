// Clauses with the reason why they are true in every model: the lines of a certificate's proof other than `r`.
//
// The pool of a search holds them in the order they were found. A lemma's literals are formulas of the table; as soon
// as a literal is used, the definition clauses that say what it implies are added too (clausification.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "arithmetic/arithmetic_facts.hpp"
#include "logic/flat_lists.hpp"
#include "logic/formula_table.hpp"

namespace plato {

enum class LemmaRule : std::uint8_t {
  definition,      // d: clause `number` of the truth table of `formula`
  arithmetic,      // f: by derivation `number`
  congruence,      // c
  map_axiom,       // q: axiom `number`
  if_then_else,    // j: `number` 0 or 1
  instantiation,   // i: `formula` (an `all`) at `term`
  opening,         // o: `formula` (an `all`) at its witness `term`
};

struct LemmaReason {
  LemmaRule rule = LemmaRule::definition;
  // Whether a candidate model must satisfy it by literals it takes seriously; false if the theories see to it anyway.
  bool is_demanding = true;
  std::int32_t number = 0;
  FormulaId formula = FormulaId::none;
  TermId term = 0;
};

using Derivation = std::vector<ArithmeticInstruction>;

struct LemmaPool {
  FlatLists<Literal> clauses;         // in the order of the certificate's line
  std::vector<LemmaReason> reasons;   // of the same number
  std::vector<Derivation> derivations;
  std::vector<std::uint8_t> defined;   // formula -> bit 0: what it implies is defined; bit 1: what its negation implies
  std::unordered_set<std::uint64_t> known;   // hashes of clauses

  std::size_t size() const { return reasons.size(); }
};

}   // namespace plato
