// What a search has at hand when it asks the theories: the needed literals, the terms in them, and values for the
// terms.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "arithmetic/arithmetic_solver.hpp"
#include "logic/formula_table.hpp"
#include "logic/normal_forms.hpp"

namespace plato {

// The closed terms that occur in a set of literals, by kind, each once and in a fixed order. Conditions of `ite` and
// bodies of `all` are not looked into.
struct GroundTerms {
  std::vector<TermId> all;   // every one
  std::vector<TermId> selects;
  std::vector<TermId> stores;
  std::vector<TermId> constants;     // constant maps
  std::vector<TermId> pairs;         // and what is asked about branches: functions of two numbers
  std::vector<TermId> divisions;     // div and mod
  std::vector<TermId> choices;       // ite, where an integer is wanted
  std::vector<TermId> map_choices;   // ite, where a map is wanted
};
GroundTerms ground_terms(const FormulaTable& table, std::span<const Literal> literals);

// A candidate model: values that satisfy the needed arithmetic literals. Maps have no values yet.
struct Candidate {
  NormalForms& normal_forms;
  const ArithmeticModel& arithmetic;
  std::span<const Literal> literals;   // needed, all true
  const GroundTerms& terms;
  std::unordered_map<TermId, Integer> known_values{};

  // Atoms that arithmetic does not know count as 0.
  const Integer& value(TermId term);
};

}   // namespace plato
