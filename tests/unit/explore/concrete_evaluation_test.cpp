// The fast evaluator agrees with the one of the logic.

#include "explore/concrete_evaluation.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "logic/model_evaluation.hpp"

using namespace plato;

TEST_CASE("maps are kept once") {
  MapPool maps;
  const std::int64_t zero = maps.constant(0), one = maps.with(zero, 5, 1);
  CHECK(maps.with(one, 5, 0) == zero);
  CHECK(maps.with(maps.with(zero, 7, 2), 5, 1) == maps.with(one, 7, 2));
  CHECK(maps[one].at(5) == 1);
  CHECK(maps[one].at(6) == 0);
}

TEST_CASE("random terms have the values that the logic gives them") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    Program program;
    program.variables.resize(2);
    program.parameters = {{"p"}, {"q"}};
    FormulaTable& t = program.table;
    std::vector<TermId> terms = {t.logic(0), t.logic(1), t.logic(2), t.num(0), t.num(-3)};
    std::vector<Literal> formulas = {t.truth()};
    const auto any = [&](const auto& of) { return of[random() % of.size()]; };
    for (int i = 0; i < 25; ++i) {
      const TermKind kinds[] = {TermKind::add, TermKind::sub, TermKind::mul, TermKind::div, TermKind::mod};
      terms.push_back(random() % 4 == 0 ? t.ite(any(formulas), any(terms), any(terms))
                                        : t.binary(kinds[random() % 5], any(terms), any(terms)));
      const TermId map = t.store(t.constant(any(terms)), any(terms), any(terms));
      terms.push_back(t.binary(TermKind::select, map, any(terms)));
      formulas.push_back(random() % 2 ? t.le(any(terms), any(terms)) : t.map_eq(map, t.constant(any(terms))));
      const Literal pair[] = {any(formulas), -any(formulas)};
      formulas.push_back(t.connective(random() % 2 ? FormulaKind::iff : FormulaKind::implies, pair));
    }
    MapPool maps;
    ConcreteEvaluation evaluation(program, maps);
    const auto value = [&] { return static_cast<std::int64_t>(random() % 9) - 4; };
    const std::vector<std::int64_t> parameters = {value(), value()};
    const ConcreteModel model{.tid = value(), .parameters = parameters};
    const LogicModel logic{{{0, Integer(model.tid)}, {1, Integer(parameters[0])}, {2, Integer(parameters[1])}}, {}};
    for (Literal formula : formulas) {
      try {
        CHECK(evaluation.holds(formula, model) == *evaluate(t, formula, logic));
      } catch (const TooLarge&) {
      }
    }
  }
}
