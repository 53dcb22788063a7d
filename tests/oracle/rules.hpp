// The rules that make clauses, each a function that refuses what is not a use of the rule.
#pragma once

#include <cstdint>

#include "oracle/tables.hpp"

namespace plato_test::oracle {

// What is left of the work that a file of this size may cost.
struct Effort {
  std::uint64_t left;
  void spend(std::uint64_t visits) {
    if (left < visits) throw Refusal{OracleReport::Verdict::limit, "too much effort"};
    left -= visits;
  }
};

// Definition clause `number` of the entry.
Clause definition(const Tables& tables, Number entry, Number number);

void check_congruence(const Tables& tables, const Clause& clause);
void check_map_axiom(const Tables& tables, Number number, const Clause& clause);
void check_cases(const Tables& tables, Number number, const Clause& clause);
void check_arithmetic(const Tables& tables, const Clause& clause, const std::vector<Instruction>& instructions,
                      Effort& effort);

// The literal is the body of the universal entry with its variable replaced by the term.
void check_instance(const Tables& tables, Number entry, Number term, Literal instance, Effort& effort);
// The term is the witness of the universal entry.
void check_witness(const Tables& tables, Number entry, Number term);

}   // namespace plato_test::oracle
