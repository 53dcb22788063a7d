// Unit propagation: that it finds what follows, prefers the core, and keeps its promises when clauses go.

#include "sat/clause_propagation.hpp"

#include <catch2/catch.hpp>

using namespace plato;

namespace {

struct Clauses : ClausePropagation {
  std::uint32_t count = 0;
  Clauses() : ClausePropagation(9) {}

  ClauseAddress add(std::initializer_list<Literal> literals) {
    std::vector<LiteralCode> codes;
    for (const Literal literal : literals) codes.push_back(code_of(literal));
    const ClauseAddress clause = store(count++, codes);
    attach(clause);
    return clause;
  }
  void assume(Literal literal) { assign(code_of(literal), no_clause); }
  std::vector<Literal> values() const {
    std::vector<Literal> literals;
    for (const LiteralCode code : trail()) literals.push_back(literal_with(code));
    return literals;
  }
};

}   // namespace

TEST_CASE("values follow along clauses, with their reasons") {
  Clauses clauses;
  const ClauseAddress first = clauses.add({-1, 2});
  const ClauseAddress second = clauses.add({-1, -2, 3});
  clauses.add({4, 5, 6});
  clauses.assume(1);
  CHECK(clauses.propagate() == no_clause);
  CHECK(clauses.values() == std::vector<Literal>{1, 2, 3});
  CHECK(clauses.reason(1) == no_clause);
  CHECK(clauses.reason(2) == first);
  CHECK(clauses.reason(3) == second);
  CHECK(clauses.position(3) == 2);
}

TEST_CASE("a clause without a true literal left is a conflict") {
  Clauses clauses;
  clauses.add({-1, 2});
  const ClauseAddress last = clauses.add({-1, -2, -3});
  clauses.assume(3);
  clauses.assume(1);
  CHECK(clauses.propagate() == last);
  clauses.backtrack(0);
  CHECK(clauses.values().empty());
  clauses.assume(1);
  CHECK(clauses.propagate() == no_clause);
  CHECK(clauses.values() == std::vector<Literal>{1, 2, -3});
}

TEST_CASE("the core is propagated first") {
  Clauses clauses;
  const ClauseAddress other = clauses.add({-1, -3, 2});
  const ClauseAddress core = clauses.add({-1, -4, 2});
  const auto reason_of_2 = [&](std::initializer_list<Literal> assumptions) {
    for (const Literal literal : assumptions) clauses.assume(literal);
    CHECK(clauses.propagate() == no_clause);
    const ClauseAddress reason = clauses.reason(2);
    clauses.backtrack(0);
    return reason;
  };
  CHECK(reason_of_2({3, 4, 1}) == other);
  clauses.make_core(core);
  CHECK(reason_of_2({4, 1}) == core);   // met once, it moves to the core's lists
  CHECK(reason_of_2({3, 4, 1}) == core);
}

TEST_CASE("clauses that are gone force nothing") {
  Clauses clauses;
  const ClauseAddress first = clauses.add({-1, 2});
  clauses.add({-1, 3});
  const ClauseAddress third = clauses.add({-1, 4, 5});
  clauses.detach(first);
  clauses.remove_from(third);
  clauses.assume(-4);
  clauses.assume(1);
  CHECK(clauses.propagate() == no_clause);
  CHECK(clauses.values() == std::vector<Literal>{-4, 1, 3});
  clauses.backtrack(0);
  clauses.flush();
  clauses.attach(first);
  clauses.assume(1);
  CHECK(clauses.propagate() == no_clause);
  CHECK(clauses.values().size() == 3);
}

TEST_CASE("a clause that comes under an assignment watches what will be open first") {
  Clauses clauses;
  clauses.assume(-1);
  clauses.assume(-2);
  clauses.assume(-3);
  CHECK(clauses.propagate() == no_clause);
  clauses.add({1, 2, 3, 4});
  clauses.backtrack(1);   // 2, 3 and 4 are open
  clauses.assume(-4);
  clauses.assume(-3);
  CHECK(clauses.propagate() == no_clause);
  CHECK(clauses.values() == std::vector<Literal>{-1, -4, -3, 2});
}
