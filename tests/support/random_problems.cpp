// Random terms and formulas by theory; see random_problems.hpp.

#include "random_problems.hpp"

#include <random>
#include <vector>

namespace plato::test {
namespace {

struct Generator {
  Theory theory;
  std::mt19937 random;
  std::vector<std::string> bound{};

  int below(int limit) { return static_cast<int>(random() % static_cast<std::uint32_t>(limit)); }
  static std::string number(int value) {
    return value < 0 ? "(- " + std::to_string(-value) + ")" : std::to_string(value);
  }

  bool has_maps() const { return theory == Theory::maps || theory == Theory::mixed || theory == Theory::quantified; }
  bool has_functions() const { return theory == Theory::functions || theory == Theory::mixed; }

  std::string variable() {
    if (!bound.empty() && below(2) == 0) return bound[static_cast<std::size_t>(below(static_cast<int>(bound.size())))];
    return std::string(1, "xyz"[below(3)]);
  }

  std::string map(int depth) {
    if (depth > 0 && below(2) == 0) return "(store " + map(depth - 1) + " " + integer(0) + " " + integer(0) + ")";
    if (depth > 0 && theory == Theory::mixed && below(6) == 0) return "(ite " + atom(0) + " a b)";
    if (below(12) == 0) return "((as const (Array Int Int)) " + number(below(3)) + ")";
    return std::string(1, "ab"[below(2)]);
  }

  // A dividend near a variable, less or more some periods.
  std::string divided() {
    static const char* moves[] = {"", "(+ % n)", "(- % n)", "(+ % n n)", "(+ % 1)", "(- % 1)", "(+ % (- n 1))"};
    std::string text = below(2) == 0 ? "%" : moves[1 + below(6)];
    text.replace(text.find('%'), 1, variable());
    return (below(4) == 0 ? "(div " : "(mod ") + text + " n)";
  }

  std::string integer(int depth) {
    if (theory == Theory::division && depth > 0 && below(2) == 0) return below(4) == 0 ? "n" : divided();
    if (depth == 0) return below(3) == 0 ? number(below(7) - 3) : variable();
    switch (below(8)) {
      case 0: return number(below(9) - 4);
      case 1: return "(+ " + integer(depth - 1) + " " + integer(depth - 1) + ")";
      case 2: return "(- " + integer(depth - 1) + " " + integer(depth - 1) + ")";
      case 3:
        if (theory == Theory::nonlinear) return "(* " + variable() + " " + variable() + ")";
        return "(* " + number(below(7) - 3) + " " + variable() + ")";
      case 4:
        if (has_maps()) return "(select " + map(2) + " " + integer(depth - 1) + ")";
        if (theory == Theory::linear) return "(mod " + variable() + " " + number(below(4) + 2) + ")";
        break;
      case 5:
        if (has_functions())
          return below(2) == 0 ? "(f " + integer(0) + ")" : "(g " + integer(0) + " " + integer(0) + ")";
        if (theory == Theory::linear || theory == Theory::mixed)
          return "(ite " + atom(0) + " " + integer(0) + " " + integer(0) + ")";
        if (theory == Theory::nonlinear) return "(div " + variable() + " " + variable() + ")";
        break;
      case 6:
        if (has_maps()) return "(select " + map(1) + " " + variable() + ")";
        break;
      default: break;
    }
    return variable();
  }

  std::string atom(int depth) {
    if (theory == Theory::differences)
      return "(<= (- " + variable() + " " + variable() + ") " + number(below(7) - 3) + ")";
    if (below(8) == 0) return std::string(1, "pq"[below(2)]);
    if (has_maps() && bound.empty() && below(8) == 0) return "(= " + map(2) + " " + map(1) + ")";
    static const char* relations[] = {"<=", "<", "=", "=", ">=", "distinct"};
    return "(" + std::string(relations[below(6)]) + " " + integer(depth) + " " + integer(depth) + ")";
  }

  std::string formula(int depth) {
    if (depth == 0) return atom(2);
    switch (below(9)) {
      case 0:
      case 1: return "(and " + formula(depth - 1) + " " + formula(depth - 1) + ")";
      case 2:
      case 3: return "(or " + formula(depth - 1) + " " + formula(depth - 1) + " " + formula(depth - 1) + ")";
      case 4: return "(not " + formula(depth - 1) + ")";
      case 5: return "(=> " + formula(depth - 1) + " " + formula(depth - 1) + ")";
      case 6: return "(xor " + formula(depth - 1) + " " + formula(depth - 1) + ")";
      case 7: return "(ite " + formula(depth - 1) + " " + formula(depth - 1) + " " + formula(depth - 1) + ")";
      default: return atom(2);
    }
  }

  std::string quantified() {
    const std::string name = "i" + std::to_string(bound.size());
    bound.push_back(name);
    const std::string guard = "(and (<= 0 " + name + ") (< " + name + " " + number(below(4) + 1) + "))";
    const std::string text = below(3) == 0 ? "(exists ((" + name + " Int)) (and " + guard + " " + formula(1) + "))"
                                           : "(forall ((" + name + " Int)) (=> " + guard + " " + atom(1) + "))";
    bound.pop_back();
    return text;
  }

  std::string problem() {
    std::string text =
        "(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const p Bool)(declare-const q Bool)\n"
        "(declare-const a (Array Int Int))(declare-const b (Array Int Int))(declare-fun f (Int) Int)(declare-fun g "
        "(Int Int) Int)\n";
    if (theory == Theory::division) text += "(declare-const n Int)(assert (< 0 n))\n";
    const int assertions = theory == Theory::differences ? 6 + below(6) : 3 + below(4);
    for (int i = 0; i < assertions; ++i) text += "(assert " + formula(1 + below(2)) + ")\n";
    if (theory == Theory::quantified)
      for (int i = 0; i < 2; ++i) text += "(assert " + quantified() + ")\n";
    return text + "(check-sat)\n";
  }
};

}   // namespace

std::string random_problem(Theory theory, std::uint32_t seed) {
  return Generator{theory, std::mt19937(seed * 7919u + static_cast<std::uint32_t>(theory))}.problem();
}

}   // namespace plato::test
