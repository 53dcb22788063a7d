// Reading SMT-LIB: meaning, encodings, messages, and any bytes.

#include "smtlib/smtlib_reader.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "certificate/refutation_writer.hpp"
#include "logic/model_evaluation.hpp"

using namespace plato;

namespace {

SmtScript parse_all(const std::string& text) {
  auto read = read_smtlib(text);
  if (!read) FAIL(read.error().line << ":" << read.error().column << ": " << read.error().message);
  return *std::move(read);
}

Problem parse(const std::string& text) { return problem_of(parse_all(text), 0); }

std::string written(const Problem& problem) { return write_problem(problem.table, problem.assertions); }

std::string error_of(const std::string& text) {
  const auto read = read_smtlib(text);
  if (read) return "no error";
  return std::to_string(read.error().line) + ":" + std::to_string(read.error().column) + ": " + read.error().message;
}

// The truth of a closed formula.
std::optional<bool> truth(const std::string& formula) {
  const Problem problem = parse("(declare-const x Int)(assert " + formula + ")");
  return evaluate(problem.table, problem.assertions[0], LogicModel{{{0, Integer(-5)}}, {}});
}

}   // namespace

TEST_CASE("functions mean what SMT-LIB says") {
  std::vector<std::pair<std::string, bool>> truths;
  for (const char* formula : {"true",
                              "(not false)",
                              "(= (+ 1 2 3) 6)",
                              "(= (- 10 1 2) 7)",
                              "(= (* 2 3 4) 24)",
                              "(= (- 5) (- 0 5))",
                              "(= (abs x) 5)",
                              "(= (div (- 7) 2) (- 4))",
                              "(= (mod (- 7) (- 2)) 1)",
                              "(< 1 2 3)",
                              "(not (< 1 3 2))",
                              "(>= 3 3 2)",
                              "(> 3 2 1)",
                              "(distinct 1 2 3)",
                              "(not (distinct 1 2 1))",
                              "(=> false false false)",
                              "(not (=> true true false))",
                              "(xor true true true)",
                              "(not (xor true true))",
                              "(ite (< x 0) (= x (- 5)) false)",
                              "(= (ite (< x 0) 1 2) 1)",
                              "(= (select (store ((as const (Array Int Int)) 7) 3 4) 3) 4)",
                              "(select (store ((as const (Array Int Bool)) false) 3 true) 3)",
                              "(let ((x 1) (y x)) (and (= x 1) (= y (- 5))))",
                              "(let ((p (< x 0))) (and p p))",
                              "(= true (< x 0))",
                              "(! (= x (- 5)) :named here)",
                              "(= 123456789012345678901234567890 (+ 123456789012345678901234567889 1))"})
    truths.emplace_back(formula, truth(formula) == std::optional(true));
  for (const auto& [formula, is_true] : truths) {
    INFO(formula);
    CHECK(is_true);
  }
}

TEST_CASE("definitions are expanded, with their own names") {
  const Problem problem = parse(
      "(declare-const x Int)(define-fun twice ((y Int)) Int (+ y y))(define-fun small ((b Bool) (y Int)) Bool (and b "
      "(< y 9)))"
      "(assert (small (= (twice x) 4) (twice (twice x))))");
  CHECK(evaluate(problem.table, problem.assertions[0], LogicModel{{{0, Integer(2)}}, {}}) == std::optional(true));
  CHECK(evaluate(problem.table, problem.assertions[0], LogicModel{{{0, Integer(3)}}, {}}) == std::optional(false));
}

TEST_CASE("bound variables are counted from the innermost binder, also through let and definitions") {
  const auto problem_of = [](const std::string& text) { return written(parse(text)); };
  CHECK(problem_of("(assert (forall ((x Int)) (let ((y x)) (forall ((z Int)) (< y z)))))") ==
        problem_of("(assert (forall ((x Int)) (forall ((z Int)) (< x z))))"));
  CHECK(problem_of("(define-fun q ((y Int)) Bool (forall ((z Int)) (< y z)))(assert (forall ((x Int)) (q x)))") ==
        problem_of("(define-fun q ((y Int)) Bool true)(assert (forall ((x Int) (z Int)) (< x z)))"));
  CHECK(problem_of("(assert (exists ((x Int)) (< x 0)))") ==
        problem_of("(assert (not (forall ((x Int)) (not (< x 0)))))"));
}

TEST_CASE("what is written is the problem as asserted") {
  const Problem problem = parse("(declare-const x Int)(declare-const p Bool)(assert (or p (<= x 3)))(assert (not p))");
  CHECK(write_problem(problem.table, problem.assertions) ==
        "plato certificate 2\nclaim unsatisfiable\na 1\ny 0\nn 3\nl 1 2\n| 1 2\n! 3\n! -1\nby refutation\n");
}

TEST_CASE("mistakes are pointed at") {
  CHECK(error_of("(assert") == "1:8: expected a term, found the end of the file");
  CHECK(error_of("(assert (< x 1))") == "1:12: the name 'x' is not declared");
  CHECK(error_of("(assert\n  (foo 1))") == "2:4: the function 'foo' is not declared or not supported");
  CHECK(error_of("(assert (+ 1 2))") == "1:2: expected an assertion of sort Bool, found one of sort Int");
  CHECK(error_of("(assert (< 1 true))") ==
        "1:10: expected a value of sort Int as argument 2 of '<', found one of sort Bool");
  CHECK(error_of("(reset)") ==
        "1:2: the command 'reset' is not supported; expected declare-sort, declare-const, declare-fun, define-fun, "
        "assert, push, pop or check-sat");
  CHECK(error_of("(declare-const x Real)") == "1:18: the sort Real is not supported: Plato's numbers are integers");
  CHECK(error_of("(declare-const x S)") ==
        "1:18: expected Int, Bool, (Array Int Int), (Array Int Bool) or a declared sort, found 'S'");
  CHECK(error_of("(declare-const x Int)(declare-const x Int)") ==
        "1:37: the name 'x' is already in use; choose another");
  CHECK(error_of("(assert (= 1.5 2))") == "1:12: only integers are supported as literals, found '1.5'");
  CHECK(error_of("(assert |abc") == "1:9: expected a closing '|' for this symbol, found the end of the file");
  CHECK(error_of("(assert \xff)") == "1:9: expected a symbol, a number or a parenthesis, found byte 0xff");
  CHECK(error_of("x") == "1:1: expected '(' before a command, found 'x'");
  CHECK(error_of("(assert ())") == "1:10: expected the name of a function after '(', found ')'");
  CHECK(error_of("(exit) nonsense").starts_with("no error"));
}

TEST_CASE("each check-sat asks about what is in force there") {
  const SmtScript script = parse_all(
      "(declare-const x Int)(assert (< 0 x))(check-sat)"
      "(push)(declare-const y Int)(assert (< y x))(push 2)(assert (< x 5))(check-sat)(pop 3)"
      "(declare-const y Bool)(assert y)(check-sat)(check-sat-assuming ((not y) (< x 1)))(assert false)");
  REQUIRE(script.questions.size() == 4);
  const auto asked = [&](std::size_t question) { return problem_of(script, question); };
  const std::string head = "(declare-const x Int)(assert (< 0 x))";
  CHECK(written(asked(0)) == written(parse(head)));
  CHECK(written(asked(1)) == written(parse(head + "(declare-const y Int)(assert (< y x))(assert (< x 5))")));
  CHECK(written(asked(2)) == written(parse(head + "(declare-const y Bool)(assert y)")));
  CHECK(written(asked(3)) == written(parse(head + "(declare-const y Bool)(assert y)(assert (not y))(assert (< x 1))")));
  CHECK(asked(0).symbols.size() == 1);
  CHECK(asked(2).symbols.back().result == Sort::boolean);
}

TEST_CASE("scopes are closed as often as they were opened") {
  CHECK(error_of("(pop)") == "1:2: there are not so many scopes to close: 0 are open");
  CHECK(error_of("(push 2)(pop 3)") == "1:10: there are not so many scopes to close: 2 are open");
  CHECK(error_of("(push 10001)") == "1:2: at most 10000 scopes may be open at once");
  CHECK(error_of("(push 99999999999999999999)") == "1:2: at most 10000 scopes may be open at once");
  CHECK(error_of("(push)(declare-sort S 0)(pop)(declare-const c S)").ends_with("found 'S'"));
  CHECK(error_of("(push)(assert (! true :named n))(pop)(assert n)") == "1:46: the name 'n' is not declared");
}

TEST_CASE("a declared sort is a set of integers") {
  const std::string sort = "(declare-sort S 0)(declare-const c S)(declare-fun f (S Int) S)";
  // Where nothing is said of all elements, it may as well be all integers.
  CHECK(written(parse(sort + "(assert (= (f c 1) c))")) ==
        written(parse("(declare-const c Int)(declare-fun f (Int Int) Int)(assert (= (f c 1) c))")));
  // Otherwise it is what a map has as elements: there may be just one.
  CHECK(written(parse(sort + "(assert (forall ((x S)) (= (f x 1) c)))")) ==
        written(parse("(declare-fun r (Int) Int)(declare-const c Int)(declare-fun f (Int Int) Int)"
                      "(assert (forall ((x Int)) (= (r (f (r x) 1)) (r c))))")));
  CHECK(parse(sort + "(define-sort T () S)(declare-const d T)(assert (= c d))").declared_sorts ==
        std::vector<std::string>{"S"});
  CHECK(error_of(sort + "(assert (< c 1))").ends_with("of '<', found one of sort S"));
  CHECK(error_of(sort + "(declare-sort T 0)(declare-const d T)(assert (= c d))")
            .ends_with("expected a value of sort S as argument 2 of '=', found one of sort T"));
  CHECK(error_of(sort + "(declare-const a (Array S Int))") ==
        "1:87: arrays must be indexed by Int; use a function instead");
  CHECK(error_of(sort + "(declare-const a (Array Int S))") ==
        "1:91: arrays of a declared sort are not supported; use a function instead");
  CHECK(error_of("(declare-sort P 1)") == "1:17: sorts with parameters are not supported");
  CHECK(error_of("(declare-sort Int 0)") == "1:15: the name 'Int' is already in use; choose another");
}

TEST_CASE("deep nesting") {
  constexpr int depth = 100000;
  for (const auto& [open, close] :
       {std::pair{"(not ", ")"}, std::pair{"(let ((p true)) ", ")"}, std::pair{"(! ", " :x y)"}}) {
    std::string text = "(assert ";
    for (int i = 0; i < depth; ++i) text += open;
    text += "true";
    for (int i = 0; i < depth; ++i) text += close;
    const Problem problem = parse(text + ")");
    CHECK(problem.assertions.size() == 1);
  }
}

TEST_CASE("any bytes are safe") {
  const std::string good =
      "(declare-const a (Array Int Int))(declare-fun f (Int Bool) Int)(define-fun g ((x Int)) Int (+ x 1))"
      "(assert (forall ((i Int)) (! (=> (<= 0 i) (= (select a i) (f (g i) true))) :pattern ((select a i)))))"
      "(push 1)(declare-sort S 0)(declare-const c S)(assert (forall ((s S)) (= s c)))(check-sat)(pop 1)"
      "(assert (let ((x 1)) (distinct (select (store a x 2) 1) (ite (= x 1) 2 3))))(check-sat)";
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string text = good;
    for (int change = 0; change < 3; ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, random() % 8); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 12)); break;
      }
      if (text.empty()) text = "(";
    }
    (void)read_smtlib(text);
  }
  SUCCEED();
}
