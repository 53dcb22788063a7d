// See touches.hpp.

#include "touches.hpp"

#include <algorithm>

#include "opinion.hpp"

namespace plato_test {
namespace {

struct Reading {
  const plato::FormulaTable& table;
  plato::ConcreteEvaluation& evaluation;
  const std::vector<std::size_t>& watched;
  Touches& out;

  bool is_watched(std::size_t variable) const { return std::ranges::find(watched, variable) != watched.end(); }
  void of(plato::Literal literal, const plato::ConcreteModel& model) {
    if (literal != 0) of(plato::Node{true, plato::index_of(plato::formula_of(literal))}, model);
  }
  void of(plato::TermId term, const plato::ConcreteModel& model) { of(plato::Node{false, term}, model); }
  void of(plato::Node node, const plato::ConcreteModel& model) {
    if (node.is_formula) {
      const auto id = static_cast<plato::FormulaId>(node.index);
      const plato::FormulaKind kind = table[id].kind;
      if (kind == plato::FormulaKind::atom) return;
      for (const std::int32_t part : table.operands(id))
        plato::has_terms(kind) ? of(static_cast<plato::TermId>(part), model) : of(plato::Literal{part}, model);
      return;
    }
    const plato::Term t = table[plato::TermId{node.index}];
    if (t.kind == plato::TermKind::var) {
      const auto name = static_cast<std::size_t>(t.operand[0]);
      if (is_watched(name)) out.insert({name, std::nullopt, false});
    } else if (t.kind == plato::TermKind::select && table[t.term(0)].kind == plato::TermKind::var) {
      const auto name = static_cast<std::size_t>(table[t.term(0)].operand[0]);
      const bool is_known = table[t.term(1)].loose == 0;
      if (is_watched(name))
        out.insert({name, is_known ? std::optional(evaluation.number(t.term(1), model)) : std::nullopt, false});
      of(t.term(1), model);
    } else if (t.kind == plato::TermKind::witness) {
      throw NoOpinion{};
    } else {
      if (t.kind == plato::TermKind::ite) of(plato::Literal{t.operand[0]}, model);
      for (std::size_t i = plato::term_operand_begin(t.kind); i < plato::term_operand_end(t.kind); ++i)
        of(t.term(i), model);
    }
  }
};

}   // namespace

void add_touches(const plato::Program& program, plato::ConcreteEvaluation& evaluation,
                 const plato::CoreCommand& command, const plato::ConcreteModel& model,
                 const std::vector<std::size_t>& watched, Touches& out) {
  Reading read{program.table, evaluation, watched, out};
  plato::ConcreteModel here = model;
  here.after = here.before;
  for (const plato::CorePlace& place : command.places) {
    if (read.is_watched(place.variable))
      out.insert(
          {place.variable, place.index ? std::optional(evaluation.number(*place.index, here)) : std::nullopt, true});
    if (place.index) read.of(*place.index, here);
  }
  for (const plato::TermId value : command.values) read.of(value, here);
  read.of(command.condition, here);
  read.of(command.action, model);
  read.of(command.post, model);
}

}   // namespace plato_test
