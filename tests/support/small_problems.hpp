// Problems for the tests of the propositional chain: given by hand, counted out, or drawn at random from a fixed seed;
// and the answer found by trying all valuations.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

#include "sat/dimacs.hpp"

namespace plato_test {

inline plato::Cnf problem(std::initializer_list<std::vector<plato::Literal>> clauses) {
  plato::FlatLists<plato::Literal> lists;
  std::int32_t variables = 0;
  for (const auto& clause : clauses) {
    lists.push_list(clause);
    for (const plato::Literal literal : clause) variables = std::max(variables, std::abs(literal));
  }
  return plato::make_cnf(variables, std::move(lists));
}

// One pigeon more than there are holes.
inline plato::Cnf pigeonhole(std::int32_t holes) {
  plato::FlatLists<plato::Literal> clauses;
  const auto sits = [&](std::int32_t pigeon, std::int32_t hole) { return pigeon * holes + hole + 1; };
  for (std::int32_t pigeon = 0; pigeon <= holes; ++pigeon) {
    for (std::int32_t hole = 0; hole < holes; ++hole) clauses.items.push_back(sits(pigeon, hole));
    clauses.close_list();
  }
  for (std::int32_t hole = 0; hole < holes; ++hole)
    for (std::int32_t one = 0; one <= holes; ++one)
      for (std::int32_t other = 0; other < one; ++other)
        clauses.push_list(std::vector<plato::Literal>{-sits(one, hole), -sits(other, hole)});
  return plato::make_cnf((holes + 1) * holes, std::move(clauses));
}

// A number from 0 to bound - 1. Not std::uniform_int_distribution, which draws differently in every standard library.
inline std::int32_t draw(std::mt19937& random, std::int32_t bound) {
  return static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(bound));
}

// Clauses of up to `width` literals, with all that a file may contain: units, repeated literals, tautologies, at times
// the empty clause, and variable numbers with gaps.
inline plato::Cnf random_problem(std::mt19937& random, std::int32_t variables, std::int32_t clause_count,
                                 std::int32_t width) {
  plato::FlatLists<plato::Literal> clauses;
  const std::int32_t gap = 1 + draw(random, 3);
  for (std::int32_t clause = 0; clause < clause_count; ++clause) {
    const std::int32_t size = draw(random, 200) == 0 ? 0 : 1 + draw(random, width);
    for (std::int32_t i = 0; i < size; ++i) {
      const std::int32_t variable = gap * (1 + draw(random, variables));
      clauses.items.push_back(draw(random, 2) == 0 ? variable : -variable);
    }
    clauses.close_list();
  }
  return plato::make_cnf(gap * variables, std::move(clauses));
}

// Clauses of three different variables.
inline plato::Cnf random_3sat(std::mt19937& random, std::int32_t variables, std::int32_t clause_count) {
  plato::FlatLists<plato::Literal> clauses;
  for (std::int32_t clause = 0; clause < clause_count; ++clause) {
    const std::int32_t first = draw(random, variables), step = 1 + draw(random, (variables - 1) / 2);
    for (std::int32_t i = 0; i < 3; ++i) {
      const std::int32_t variable = 1 + (first + i * step) % variables;
      clauses.items.push_back(draw(random, 2) == 0 ? variable : -variable);
    }
    clauses.close_list();
  }
  return plato::make_cnf(variables, std::move(clauses));
}

// Tries all valuations: for a few variables only.
inline bool has_model(const plato::Cnf& cnf) {
  for (std::uint32_t valuation = 0; valuation >> cnf.variable_count() == 0; ++valuation) {
    bool all_true = true;
    for (std::size_t clause = 0; clause < cnf.clauses.size() && all_true; ++clause) {
      all_true = false;
      for (const plato::Literal literal : cnf.clauses[clause])
        all_true |= ((valuation >> (std::abs(literal) - 1) & 1) != 0) == (literal > 0);
    }
    if (all_true) return true;
  }
  return false;
}

}   // namespace plato_test
