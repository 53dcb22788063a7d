// See family_checker.hpp. Only what is certainly a mistake is reported: where the prover does not know, nothing is.

#include "core/family_checker.hpp"

#include "core/program_problem.hpp"
#include "logic/formula_builder.hpp"
#include "search/decide.hpp"

namespace plato {
namespace {

// Small questions: a comparison of identifiers with parameters.
constexpr double effort = 0.05;

class FamilyChecker {
 public:
  FamilyChecker(const Program& program, const Provenance& provenance, Diagnostics& diagnostics)
      : program_(program), provenance_(provenance), diagnostics_(diagnostics) {}

  void run() {
    std::vector<std::size_t> families;
    for (std::size_t i = 0; i < program_.families.size(); ++i) {
      if (is_given(i)) continue;
      // One question for all of them together; which one it is matters only if there is one.
      if (shares_with_any(i, families))
        for (std::size_t j : families) check_apart(j, i);
      families.push_back(i);
      check_not_emptied(i);
    }
  }

 private:
  const Program& program_;
  const Provenance& provenance_;
  Diagnostics& diagnostics_;

  const SourceRange& place(std::size_t family) const { return provenance_.families[family].where; }
  bool is_given(std::size_t family) const { return is_given_thread(program_, program_.families[family]); }

  Decision ask(std::vector<Literal> formulas) const {
    formulas.push_back(program_.assumption);
    Problem problem = problem_of(program_, formulas);
    return decide_soon(problem);
  }
  // Z3's counted budget does not stop it in nonlinear arithmetic, so nothing is asked there.
  static Decision decide_soon(Problem& problem) {
    return is_linear(problem.table) ? decide(problem, {.effort = effort}) : Decision{};
  }
  static bool is_linear(const FormulaTable& table) {
    const auto is_number = [&](TermId term) { return table[term].kind == TermKind::num; };
    for (TermId t = 1; t <= table.term_count(); ++t) {
      const TermKind kind = table[t].kind;
      if (kind == TermKind::mul && !is_number(table[t].term(0)) && !is_number(table[t].term(1))) return false;
      if ((kind == TermKind::div || kind == TermKind::mod) && !is_number(table[t].term(1))) return false;
    }
    return true;
  }
  bool is_possible(const Decision& decision) const { return decision.z3.verdict == Z3Answer::Verdict::satisfiable; }
  bool is_impossible(const Decision& decision) const {
    return decision.refutation || decision.z3.verdict == Z3Answer::Verdict::unsatisfiable;
  }

  bool shares_with_any(std::size_t family, const std::vector<std::size_t>& others) const {
    if (others.empty()) return false;
    std::vector<Literal> formulas = {program_.assumption, program_.families[family].members};
    for (std::size_t other : others) formulas.push_back(program_.families[other].members);
    Problem problem = problem_of(program_, formulas);
    const Literal any = disjunction(problem.table, std::span(problem.assertions).subspan(2));
    problem.assertions.resize(2);
    problem.assertions.push_back(any);
    return is_possible(decide_soon(problem));
  }

  void check_apart(std::size_t first, std::size_t second) {
    const CoreFamily &a = program_.families[first], &b = program_.families[second];
    const Decision decision = ask({a.members, b.members});
    if (!is_possible(decision)) return;
    diagnostics_.push_back(
        {MessageCode::identifiers, place(second),
         "'" + a.name + "' and '" + b.name + "' may have threads with the same identifier" + example(decision),
         "give them formulas that exclude each other, as in 'for i > 0' and 'for i < 0'", place(first),
         "the other family"});
  }
  // ", for instance 3 with n = 5"
  std::string example(const Decision& decision) const {
    if (!decision.z3.model) return "";
    std::string text;
    for (std::size_t i = 0; i <= program_.parameters.size() && i < decision.z3.model->symbols.size(); ++i) {
      const auto* value = std::get_if<Integer>(&decision.z3.model->symbols[i]);
      if (value == nullptr) continue;
      if (i == 0)
        text = ", for instance " + to_string(*value);
      else
        text += (text.find(" with ") == std::string::npos ? " with " : ", ") + program_.parameters[i - 1].name + " = " +
                to_string(*value);
    }
    return text;
  }

  void check_not_emptied(std::size_t family) {
    const CoreFamily& f = program_.families[family];
    const std::optional<Literal>& stated = provenance_.families[family].members;
    if (!stated) return;
    for (std::size_t g = 0; g < program_.families.size(); ++g) {
      if (!is_given(g) || !is_possible(ask({*stated, program_.families[g].members}))) continue;
      if (is_impossible(ask({f.members})))
        diagnostics_.push_back(
            {MessageCode::identifiers, place(family),
             "'" + f.name + "' has no member left: its identifier belongs to thread '" + program_.families[g].name +
                 "'",
             "give the thread another identifier, as in 'thread " + program_.families[g].name + " = -1'", place(g),
             "this thread has the identifier"});
      return;
    }
  }
};

}   // namespace

void check_families(const Program& program, const Provenance& provenance, Diagnostics& diagnostics) {
  FamilyChecker(program, provenance, diagnostics).run();
}

}   // namespace plato
