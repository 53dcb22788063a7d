// sat_families: writes problems for the benchmark of the propositional kernel as DIMACS files to standard output.
//
// Three families that a SAT solver finds hard for different reasons, so that their certificates look different: proofs
// by counting (long chains over few variables), random problems (many unrelated lemmas), and circuits (equivalences to
// be found step by step). All are unsatisfiable, the random ones at a ratio well above 4.26 almost surely.

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string_view>
#include <vector>

#include "sat/dimacs.hpp"

namespace {

using plato::Literal;

struct Problem {
  std::int32_t variables = 0;
  plato::FlatLists<Literal> clauses;

  Literal new_variable() { return ++variables; }
  void add(std::initializer_list<Literal> clause) { clauses.push_list({clause.begin(), clause.size()}); }
};

// N + 1 pigeons do not fit into N holes, one in each.
Problem pigeonhole(std::int32_t holes) {
  Problem problem;
  const std::int32_t pigeons = holes + 1;
  problem.variables = pigeons * holes;
  const auto sits = [&](std::int32_t pigeon, std::int32_t hole) { return pigeon * holes + hole + 1; };
  for (std::int32_t pigeon = 0; pigeon < pigeons; ++pigeon) {
    for (std::int32_t hole = 0; hole < holes; ++hole) problem.clauses.items.push_back(sits(pigeon, hole));
    problem.clauses.close_list();
  }
  for (std::int32_t hole = 0; hole < holes; ++hole)
    for (std::int32_t one = 0; one < pigeons; ++one)
      for (std::int32_t other = 0; other < one; ++other) problem.add({-sits(one, hole), -sits(other, hole)});
  return problem;
}

// The generator "splitmix64", so that a seed means the same problem everywhere.
struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::int32_t below(std::int32_t bound) {
    return static_cast<std::int32_t>(next() % static_cast<std::uint64_t>(bound));
  }
};

// Clauses of three different variables, all equally likely; `ratio_percent` hundredths of a clause for each variable.
Problem random3sat(std::int32_t variables, std::int32_t ratio_percent, std::int32_t seed) {
  Problem problem;
  problem.variables = variables;
  Random random{static_cast<std::uint64_t>(seed)};
  const std::int64_t count = std::int64_t{variables} * ratio_percent / 100;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int32_t a = random.below(variables) + 1;
    std::int32_t b = a, c = a;
    while (b == a) b = random.below(variables) + 1;
    while (c == a || c == b) c = random.below(variables) + 1;
    const std::uint64_t signs = random.next();
    problem.add({signs & 1 ? a : -a, signs & 2 ? b : -b, signs & 4 ? c : -c});
  }
  return problem;
}

Literal exclusive_or(Problem& problem, Literal a, Literal b) {
  const Literal out = problem.new_variable();
  problem.add({-out, a, b});
  problem.add({-out, -a, -b});
  problem.add({out, -a, b});
  problem.add({out, a, -b});
  return out;
}

Literal majority(Problem& problem, Literal a, Literal b, Literal c) {
  const Literal out = problem.new_variable();
  problem.add({-out, a, b});
  problem.add({-out, a, c});
  problem.add({-out, b, c});
  problem.add({out, -a, -b});
  problem.add({out, -a, -c});
  problem.add({out, -b, -c});
  return out;
}

using Word = std::vector<Literal>;   // the lowest bit first

Word sum(Problem& problem, const Word& a, const Word& b) {
  Word result;
  Literal carry = problem.new_variable();
  problem.add({-carry});
  for (std::size_t bit = 0; bit < a.size(); ++bit) {
    const Literal half = exclusive_or(problem, a[bit], b[bit]);
    result.push_back(exclusive_or(problem, half, carry));
    if (bit + 1 < a.size()) carry = majority(problem, a[bit], b[bit], carry);
  }
  return result;
}

// A shared counter of BITS bits, unrolled for STEPS steps of two schedules: from zero, a thread adds STEPS unknown
// amounts to it in their order, and another adds the same amounts to its own copy in the opposite order. The bad state
// is that they end up with different values.
Problem bmc_counter(std::int32_t bits, std::int32_t steps) {
  Problem problem;
  const auto new_word = [&] {
    Word word;
    for (std::int32_t bit = 0; bit < bits; ++bit) word.push_back(problem.new_variable());
    return word;
  };
  std::vector<Word> amounts;
  for (std::int32_t step = 0; step < steps; ++step) amounts.push_back(new_word());
  Word one = new_word();
  for (Literal bit : one) problem.add({-bit});
  Word other = one;
  for (std::int32_t step = 0; step < steps; ++step) {
    one = sum(problem, one, amounts[static_cast<std::size_t>(step)]);
    other = sum(problem, other, amounts[static_cast<std::size_t>(steps - 1 - step)]);
  }
  Word differences;
  for (std::size_t bit = 0; bit < one.size(); ++bit) differences.push_back(exclusive_or(problem, one[bit], other[bit]));
  problem.clauses.push_list(differences);
  return problem;
}

// The parameters after the family's name, each from 1 to a million; nothing if they are not `wanted` such numbers.
std::optional<std::vector<std::int32_t>> parameters(int argc, char** argv, int wanted) {
  if (argc != wanted + 2) return std::nullopt;
  std::vector<std::int32_t> values;
  for (int i = 2; i < argc; ++i) {
    const std::string_view text = argv[i];
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > 1000000) return std::nullopt;
    values.push_back(value);
  }
  return values;
}

std::optional<Problem> generate(int argc, char** argv) {
  const std::string_view family = argc > 1 ? argv[1] : "";
  if (family == "pigeonhole")
    if (const auto p = parameters(argc, argv, 1)) return pigeonhole(p->at(0));
  if (family == "random3sat")
    if (const auto p = parameters(argc, argv, 3); p && p->at(0) >= 3) return random3sat(p->at(0), p->at(1), p->at(2));
  if (family == "bmc_counter")
    if (const auto p = parameters(argc, argv, 2)) return bmc_counter(p->at(0), p->at(1));
  return std::nullopt;
}

}   // namespace

int main(int argc, char** argv) {
  std::optional<Problem> problem = generate(argc, argv);
  if (!problem) {
    std::cerr << "usage: sat_families pigeonhole HOLES\n"
                 "       sat_families random3sat VARIABLES RATIO_PERCENT SEED\n"
                 "       sat_families bmc_counter BITS STEPS\n";
    return 2;
  }
  std::cout << plato::write_dimacs(plato::make_cnf(problem->variables, std::move(problem->clauses))) << std::flush;
  return std::cout ? 0 : 1;
}
