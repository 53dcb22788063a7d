// Reading SMT-LIB: meaning, encodings, messages, and any bytes.

#include "smtlib/smtlib_reader.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "certificate/refutation_writer.hpp"
#include "logic/model_evaluation.hpp"

using namespace plato;

namespace {

Problem parse(const std::string& text) {
  auto read = read_smtlib(text);
  if (!read) FAIL(read.error().line << ":" << read.error().column << ": " << read.error().message);
  return *std::move(read);
}

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
  const auto problem_of = [](const std::string& text) {
    const Problem problem = parse(text);
    return write_problem(problem.table, problem.assertions);
  };
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
  CHECK(
      error_of("(push 1)") ==
      "1:2: the command 'push' is not supported; expected declare-const, declare-fun, define-fun, assert or check-sat");
  CHECK(error_of("(declare-const x Real)") ==
        "1:18: expected Int, Bool, (Array Int Int) or (Array Int Bool), found 'Real'");
  CHECK(error_of("(declare-const x Int)(declare-const x Int)") ==
        "1:37: the name 'x' is already in use; choose another");
  CHECK(error_of("(assert (= 1.5 2))") == "1:12: only integers are supported as literals, found '1.5'");
  CHECK(error_of("(check-sat)(assert true)") ==
        "1:13: only one check-sat is supported, as the last command but exit; split the file");
  CHECK(error_of("(assert |abc") == "1:9: expected a closing '|' for this symbol, found the end of the file");
  CHECK(error_of("(assert \xff)") == "1:9: expected a symbol, a number or a parenthesis, found byte 0xff");
  CHECK(error_of("x") == "1:1: expected '(' before a command, found 'x'");
  CHECK(error_of("(assert ())") == "1:10: expected the name of a function after '(', found ')'");
  CHECK(error_of("(exit) nonsense").starts_with("no error"));
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
