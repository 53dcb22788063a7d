// Following a chain of failures: what is refuted, what is learned where ways meet, and that it is a proof.

#include "search/case_walk.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "search/clausification.hpp"
#include "support/lemma_table.hpp"

using namespace plato;

namespace {

// A program that assigns to x, as a condition: store i + 1 comes after store i.
struct Program : plato_test::LemmaTable {
  TermId x(std::int32_t store) { return table.var(0, store); }
  TermId plus(TermId term, std::int64_t by) { return table.binary(TermKind::add, term, table.num(by)); }

  // From store i: adds one of the numbers, in a store of its own that is store i + 1 at the join; then `rest`.
  Literal branch(std::int32_t i, std::int32_t ways, Literal rest) {
    std::vector<Literal> choices;
    for (std::int32_t way = 1; way <= ways; ++way) {
      const std::int32_t own = 1000 + 10 * i + way;
      choices.push_back(both({table.eq(x(own), plus(x(i), way)), both({table.eq(x(i + 1), x(own)), rest})}));
    }
    return any(choices);
  }
  // So many branches, and at the end x is out of bounds; between them it may fail to be within these bounds.
  Literal branches(std::int32_t count, std::int32_t ways, std::int64_t slack, bool is_asserted) {
    const auto is_out = [&](std::int32_t i) {
      return any({-table.le(table.num(i), x(i)), -table.le(x(i), table.num(ways * i - slack))});
    };
    Literal rest = is_out(count);
    for (std::int32_t i = count - 1; i >= 0; --i) {
      if (is_asserted && i > 0)
        rest = any({is_out(i), both({-is_out(i), branch(i, ways, rest)})});
      else
        rest = branch(i, ways, rest);
    }
    return both({table.eq(x(0), table.num(0)), rest});
  }
};

// Each clause follows from those before by unit propagation, written down once more in the plainest way.
bool is_proof(const std::vector<std::vector<Literal>>& clauses, const FlatLists<Literal>& learned) {
  std::vector<std::vector<Literal>> known = clauses;
  const auto follows = [&](std::span<const Literal> clause) {
    std::vector<Literal> is_true;
    for (Literal literal : clause) is_true.push_back(-literal);
    const auto has = [&](Literal literal) { return std::ranges::find(is_true, literal) != is_true.end(); };
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const std::vector<Literal>& c : known) {
        if (std::ranges::any_of(c, has)) continue;
        Literal open = 0;
        std::size_t count = 0;
        for (Literal literal : c)
          if (!has(-literal) && literal != open) {
            open = literal;
            ++count;
          }
        if (count == 0) return true;
        if (count > 1) continue;
        is_true.push_back(open);
        is_new = true;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < learned.size(); ++i) {
    if (!follows(learned[i])) return false;
    known.emplace_back(learned[i].begin(), learned[i].end());
  }
  return follows({});
}

}   // namespace

TEST_CASE("ways to fail are refuted one after the other, and the proof says how") {
  Program p;
  // at each step: x is 5 and then is not, or the same at the next step; but x never changes
  Literal rest = p.table.truth();
  for (std::int32_t i = 9; i >= 0; --i) {
    const Literal fails = p.both({p.table.eq(p.x(i), p.table.num(5)), -p.table.eq(p.x(i + 1), p.table.num(5))});
    rest = p.any({fails, p.both({p.table.eq(p.x(i + 2), p.x(i + 1)), rest})});
  }
  const std::vector<Literal> assertions{p.table.eq(p.x(1), p.x(0)), rest, -p.table.eq(p.x(0), p.x(10))};
  define_literals(p.pool, p.table, assertions);
  CaseWalk walk(p.context, assertions, 1'000'000);
  CHECK(walk.run());
  CHECK(walk.is_refutation());
}

TEST_CASE("bounds are left to arithmetic, a case at a time, with what is certain there") {
  for (const std::int32_t ways : {2, 3}) {
    Program p;
    const std::vector<Literal> assertions{p.branches(6, ways, 0, true)};
    define_literals(p.pool, p.table, assertions);
    CaseWalk walk(p.context, assertions, 1'000'000);
    std::size_t cases = 0;
    while (!walk.run() && !walk.open_case().empty()) {
      CHECK(walk.certain().size() >= 2);
      walk.close_case();
      ++cases;
    }
    CHECK(cases == 9);   // at the first assertion numbers decide, and at the end one of the bounds must hold
    CHECK(walk.certain().size() >= 2);
    CHECK_FALSE(walk.is_refutation());
  }
}

TEST_CASE("where ways end with the same, that holds at the join") {
  Program p;
  // x is 3 on both ways, so that it is not different from 3 after some branches
  Literal rest = -p.table.eq(p.x(4), p.table.num(3));
  for (std::int32_t i = 3; i >= 0; --i) {
    std::vector<Literal> ways;
    for (std::int32_t way = 1; way <= 2; ++way) {
      const std::int32_t own = 100 + 10 * i + way;
      ways.push_back(p.both({p.table.eq(p.x(own), way == 1 ? p.x(i) : p.table.num(3)),
                             p.both({p.table.eq(p.x(i + 1), p.x(own)), rest})}));
    }
    rest = p.any(ways);
  }
  const std::vector<Literal> assertions{p.both({p.table.eq(p.x(0), p.table.num(3)), rest})};
  define_literals(p.pool, p.table, assertions);
  CaseWalk walk(p.context, assertions, 1'000'000);
  REQUIRE(walk.run());
  REQUIRE(walk.is_refutation());
  std::vector<std::vector<Literal>> clauses{assertions};
  for (std::size_t i = 0; i < p.pool.size(); ++i)
    clauses.emplace_back(p.pool.clauses[i].begin(), p.pool.clauses[i].end());
  CHECK(is_proof(clauses, walk.learned()));
}

TEST_CASE("the work at branches grows with their number, not with that of the paths") {
  std::size_t lemmas[2];
  for (const int i : {0, 1}) {
    Program p;
    const std::int32_t count = i == 0 ? 20 : 60;
    const std::vector<Literal> assertions{p.branches(count, 2, 0, false)};
    define_literals(p.pool, p.table, assertions);
    CaseWalk walk(p.context, assertions, 1'000'000);
    walk.run();
    CHECK(walk.open_case().size() == 1);   // it has come to the end
    lemmas[i] = p.pool.size();
  }
  CHECK(lemmas[1] < 4 * lemmas[0]);
}

TEST_CASE("the walk stops when it has done too much") {
  Program p;
  const std::vector<Literal> assertions{p.branches(20, 2, 0, false)};
  define_literals(p.pool, p.table, assertions);
  CaseWalk walk(p.context, assertions, 100);
  CHECK_FALSE(walk.run());
  CHECK(walk.work() < 2000);
}

TEST_CASE("a program that fails is not refuted") {
  for (const bool is_asserted : {true, false}) {
    Program p;
    const std::vector<Literal> assertions{p.branches(5, 2, 1, is_asserted)};   // x may be 10, which is out of bounds
    define_literals(p.pool, p.table, assertions);
    CaseWalk walk(p.context, assertions, 1'000'000);
    CHECK_FALSE(walk.run());
    CHECK_FALSE(walk.open_case().empty());
  }
}
