// The shape of a condition: where its chain goes on, and where its ways meet.

#include "search/failure_chain.hpp"

#include <catch2/catch.hpp>

using namespace plato;

namespace {

struct Formulas {
  FormulaTable table;
  FailureChain chain{table};

  Literal any(std::vector<Literal> parts) { return table.connective(FormulaKind::or_, parts); }
  Literal both(std::vector<Literal> parts) { return table.connective(FormulaKind::and_, parts); }
  // so many choices, each between an atom and the next one, with this at the end
  Literal chain_to(Literal end, std::int32_t first, std::int32_t count) {
    for (std::int32_t i = count; i > 0; --i)
      end = both({table.atom(first + 2 * i), any({table.atom(first + 2 * i + 1), end})});
    return end;
  }
};

}   // namespace

TEST_CASE("the chain of the longest assertion is followed, whichever way it is written") {
  Formulas f;
  const Literal positive = f.chain_to(f.table.atom(1), 10, 4), negative = -f.any({f.table.atom(90), -positive});
  for (const Literal longest : {positive, negative}) {
    const Literal assertions[] = {f.table.atom(50), longest, f.any({f.table.atom(51), f.table.atom(52)})};
    CHECK(f.chain.start(assertions) == longest);
  }
  CHECK(f.chain.shape(positive) == FailureChain::Shape::conjunction);
  CHECK(f.chain.shape(-positive) == FailureChain::Shape::choice);
  CHECK(f.chain.deepest(negative) == positive);
  CHECK(f.chain.parts(negative) == std::vector<Literal>{-f.table.atom(90), positive});
}

TEST_CASE("one or two choices are no chain") {
  Formulas f;
  const Literal two[] = {f.chain_to(f.table.atom(1), 10, 2)};
  CHECK(f.chain.start(two) == 0);
  CHECK(f.chain.start({}) == 0);
}

TEST_CASE("ways that meet go on to one formula, and the other parts are ways to fail") {
  Formulas f;
  const Literal rest = f.chain_to(f.table.atom(1), 10, 4);
  const Literal one = f.chain_to(f.both({f.table.atom(2), rest}), 30, 1),
                other = f.chain_to(f.both({f.table.atom(3), rest}), 40, 3),
                failure = f.both({f.table.atom(4), f.table.atom(5)});
  const Literal parts[] = {failure, one, other};
  const FailureChain::Fork fork = f.chain.fork(parts);
  CHECK(fork.ways == std::vector<Literal>{one, other});
  CHECK(fork.join == rest);
  const Literal apart[] = {failure, one};
  CHECK(f.chain.fork(apart).ways == std::vector<Literal>{one});
  CHECK(f.chain.fork(apart).join == 0);
}

TEST_CASE("ways of which one meets the others late meet there") {
  Formulas f;
  const Literal last = f.chain_to(f.table.atom(1), 10, 3);
  const Literal early = f.both({f.table.atom(70), f.any({f.table.atom(71), f.both({f.table.atom(72), last})})});
  const Literal a = f.both({f.table.atom(2), early}), b = f.both({f.table.atom(3), early}),
                c = f.both({f.table.atom(4), last});
  const Literal parts[] = {a, b, c};
  CHECK(f.chain.fork(parts).ways.size() == 3);
  CHECK(f.chain.fork(parts).join == last);
}
