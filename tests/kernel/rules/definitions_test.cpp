// Definition clauses, exhaustively: every shape with up to three children, every choice of literals as children, every
// number of a clause. What a clause should be is read off the table of certificates/FORMAT.md; that the table is right,
// and which certificates must be refused, is computed with truth tables.

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernel/mutants/claim_evaluator.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;

namespace {

using Clause = std::vector<int>;

// The entry under test, after the three atoms.
constexpr int e = 4;

struct Shape {
  char keyword;
  std::vector<int> children;   // literals over the atoms, which are entries 1 to 3

  std::string line() const {
    std::string text(1, keyword);
    for (const int child : children) text += " " + std::to_string(child);
    return text + "\n";
  }

  // The table "Definition clauses" of the format's page.
  std::vector<Clause> definitions() const {
    const auto& l = children;
    switch (keyword) {
      case 't': return {{e}};
      case '>': return {{-e, -l[0], l[1]}, {e, l[0]}, {e, -l[1]}};
      case '=': return {{-e, -l[0], l[1]}, {-e, l[0], -l[1]}, {e, l[0], l[1]}, {e, -l[0], -l[1]}};
      case '?': return {{-e, -l[0], l[1]}, {-e, l[0], l[2]}, {e, -l[0], -l[1]}, {e, l[0], -l[2]}};
      default: {
        const bool is_and = keyword == '&';
        std::vector<Clause> clauses{{is_and ? e : -e}};
        for (const int child : l) {
          clauses[0].push_back(is_and ? -child : child);
          clauses.push_back({is_and ? -e : e, is_and ? child : -child});
        }
        return clauses;
      }
    }
  }

  bool has_different_atoms() const {
    for (std::size_t i = 0; i < children.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (std::abs(children[i]) == std::abs(children[j])) return false;
    return true;
  }
};

// All shapes over the literals of three atoms, literals repeated or not.
std::vector<Shape> all_shapes() {
  constexpr int literals[] = {1, -1, 2, -2, 3, -3};
  std::vector<Shape> shapes = {{'t', {}}, {'&', {}}, {'|', {}}};
  for (const int a : literals) {
    for (const char keyword : {'&', '|'}) shapes.push_back({keyword, {a}});
    for (const int b : literals) {
      for (const char keyword : {'&', '|', '>', '='}) shapes.push_back({keyword, {a, b}});
      for (const int c : literals)
        for (const char keyword : {'&', '|', '?'}) shapes.push_back({keyword, {a, b, c}});
    }
  }
  return shapes;
}

std::string entries(const Shape& shape) { return std::string(header) + "a 1\na 2\na 3\n" + shape.line(); }

// Asserts the negation of every literal of the clause, with the sign of the literal at `flipped` the other way, and
// refutes that with definition clause `number`. The step is in line 8 + the clause's size.
std::string refutation(const Shape& shape, const Clause& clause, std::size_t number, std::size_t flipped) {
  std::string text = entries(shape);
  for (std::size_t i = 0; i < clause.size(); ++i)
    text += "! " + std::to_string(i == flipped ? clause[i] : -clause[i]) + "\n";
  text += "by refutation\nd 4 " + std::to_string(number) + "\nr :";
  for (std::size_t hint = 1; hint <= clause.size() + 1; ++hint) text += " " + std::to_string(hint);
  return text + "\n";
}

// Derives the clause from definition clause `number`, with one sign the other way, and stops: the step is in line 9,
// and if it is accepted the complaint is that line 10 is missing.
std::string derivation(const Shape& shape, const Clause& clause, std::size_t number, std::size_t flipped) {
  std::string text = entries(shape) + "by refutation\nd 4 " + std::to_string(number) + "\nr";
  for (std::size_t i = 0; i < clause.size(); ++i) text += " " + std::to_string(i == flipped ? -clause[i] : clause[i]);
  return text + " : 1\n";
}

constexpr std::size_t none = static_cast<std::size_t>(-1);

}   // namespace

TEST_CASE("the definition clauses of the format's page say just what the shape means") {
  // All of them together hold exactly where the entry has the value of its formula. The entry's value is that of a
  // fourth atom here: `e` is denied or asserted to be the formula by an equivalence.
  for (const Shape& shape : all_shapes()) {
    std::string text = std::string(header) + "a 1\na 2\na 3\na 4\n" + shape.line();   // entry 5 is the formula
    int last = 5;
    std::string conjunction = "&";
    for (const Clause& clause : shape.definitions()) {
      text += "|";
      for (const int literal : clause) text += " " + std::to_string(literal);
      text += "\n";
      conjunction += " " + std::to_string(++last);
    }
    text += conjunction + "\n= 4 5\n= " + std::to_string(last + 1) + " " + std::to_string(last + 2) + "\n! -" +
            std::to_string(last + 3) + "\nby refutation\n";
    INFO(shape.line());
    REQUIRE(evaluate_problem(text) == Truth::unsatisfiable);
  }
}

TEST_CASE("every definition clause of every shape is the page's") {
  std::size_t accepted = 0;
  for (const Shape& shape : all_shapes()) {
    const std::vector<Clause> definitions = shape.definitions();
    for (std::size_t number = 0; number < definitions.size(); ++number) {
      const Clause& clause = definitions[number];
      INFO(shape.line() << "clause " << number);
      const std::string right = refutation(shape, clause, number, none);
      REQUIRE(evaluate_problem(right) == Truth::unsatisfiable);
      REQUIRE(answer(right) == "certified");
      REQUIRE(answer(derivation(shape, clause, number, none)) == rejected(10, 1, reason::no_empty_clause()));
      ++accepted;
    }
  }
  CHECK(accepted == 3 + 2 * 6 * 2 + 36 * (3 + 3 + 3 + 4) + 216 * (4 + 4 + 4));
}

TEST_CASE("with one sign flipped a definition clause proves nothing") {
  std::size_t refused = 0;
  for (const Shape& shape : all_shapes()) {
    const std::vector<Clause> definitions = shape.definitions();
    for (std::size_t number = 0; number < definitions.size(); ++number) {
      const Clause& clause = definitions[number];
      for (std::size_t flipped = 0; flipped < clause.size(); ++flipped) {
        INFO(shape.line() << "clause " << number << ", literal " << flipped);
        const std::string wrong = refutation(shape, clause, number, flipped);
        const std::size_t step = 7 + clause.size() + 2;
        if (shape.has_different_atoms()) {
          REQUIRE(evaluate_problem(wrong) == Truth::satisfiable);
          REQUIRE(answer(wrong) == rejected(step, 1, reason::no_conflict()));
          REQUIRE(answer(derivation(shape, clause, number, flipped)) == rejected(9, 1, reason::no_conflict()));
          ++refused;
        } else if (evaluate_problem(wrong) == Truth::satisfiable) {
          REQUIRE(answer(wrong).starts_with("rejected " + std::to_string(step)));
          ++refused;
        }
      }
    }
  }
  CHECK(refused > 5000);
}

TEST_CASE("one definition clause is not another") {
  std::size_t refused = 0;
  for (const Shape& shape : all_shapes()) {
    if (!shape.has_different_atoms()) continue;
    const std::vector<Clause> definitions = shape.definitions();
    for (std::size_t number = 0; number < definitions.size(); ++number)
      for (std::size_t other = 0; other < definitions.size(); ++other) {
        if (other == number) continue;
        INFO(shape.line() << "clause " << number << " by " << other);
        const std::size_t step = 7 + definitions[number].size() + 2;
        REQUIRE(answer(refutation(shape, definitions[number], other, none))
                    .starts_with("rejected " + std::to_string(step)));
        ++refused;
      }
  }
  CHECK(refused > 1000);
}

TEST_CASE("no shape has more definition clauses than the page says, and an atom has none") {
  for (const Shape& shape : all_shapes()) {
    const std::size_t count = shape.definitions().size();
    for (const std::size_t number : {count, count + 1, count + 2, std::size_t{1000000}}) {
      INFO(shape.line() << "clause " << number);
      REQUIRE(answer(entries(shape) + "by refutation\nd 4 " + std::to_string(number) + "\n") ==
              rejected(8, 1, reason::no_such_definition(e, number)));
    }
  }
  for (const std::size_t number : {0, 1, 2, 3})
    CHECK(answer(entries({'t', {}}) + "by refutation\nd 1 " + std::to_string(number) + "\n") ==
          rejected(8, 1, reason::no_such_definition(1, number)));
}

TEST_CASE("a conjunction and a disjunction of many children have a clause for each") {
  constexpr int count = 300;
  for (const char keyword : {'&', '|'}) {
    std::string text(header);
    std::string shape(1, keyword);
    for (int child = 1; child <= count; ++child) {
      text += "a " + std::to_string(child) + "\n";
      shape += " " + std::to_string(child % 2 == 0 ? child : -child);
    }
    text += shape + "\n";
    const auto with_child = [&](int number, int child) {
      const bool is_and = keyword == '&';
      const int literal = (child % 2 == 0) == is_and ? -child : child;
      return text + "! " + (is_and ? "" : "-") + "301\n! " + std::to_string(literal) + "\nby refutation\nd 301 " +
             std::to_string(number) + "\nr : 1 2 3\n";
    };
    for (int child = 1; child <= count; ++child) {
      REQUIRE(answer(with_child(child, child)) == "certified");
      REQUIRE(answer(with_child(child % count + 1, child)).starts_with("rejected 308:1"));
    }
    CHECK(answer(text + "by refutation\nd 301 301\n") == rejected(305, 1, reason::no_such_definition(301, 301)));
  }
}
