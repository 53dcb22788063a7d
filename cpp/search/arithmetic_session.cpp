// Asserting what a proposal says about numbers; see arithmetic_session.hpp.

#include "search/arithmetic_session.hpp"

#include <optional>

namespace plato {

ArithmeticSession::ArithmeticSession(LemmaContext& context, BoundAtoms& bounds)
    : context_(context),
      bounds_(bounds),
      solver_({}, [&context](const Polynomial& p) -> std::optional<TermId> { return make_term(context.table, p); }) {}

void ArithmeticSession::register_divisions(const GroundTerms& terms) {
  FormulaTable& table = context_.table;
  for (TermId term : terms.divisions) {
    is_division_registered_.resize(table.term_count() + 1);
    if (is_division_registered_[term]) continue;
    is_division_registered_[term] = true;
    const TermId a = table[term].term(0), b = table[term].term(1);
    solver_.register_division({.quotient = table.binary(TermKind::div, a, b),
                               .remainder = table.binary(TermKind::mod, a, b),
                               .dividend = context_.normal_forms.of(a),
                               .divisor = context_.normal_forms.of(b)});
  }
}

ArithmeticAnswer ArithmeticSession::check(std::span<const Literal> literals) {
  assert_literals(literals);
  return solver_.check();
}

std::uint64_t ArithmeticSession::effort_since_last_time() {
  const std::uint64_t before = entries_counted_;
  entries_counted_ = solver_.statistics().entries_added;
  return entries_counted_ - before;
}

void ArithmeticSession::assert_literal(Literal literal) {
  const FormulaTable& table = context_.table;
  const FormulaId formula = formula_of(literal);
  if (constraint_of_.size() <= index_of(formula)) constraint_of_.resize(table.formula_count() + 1);
  std::optional<ConstraintId>& constraint = constraint_of_[index_of(formula)];
  if (!constraint) {
    const bool is_equality = table[formula].kind == FormulaKind::eq;
    if (!is_equality) add_bound_atom(context_, bounds_, formula);
    NormalForms& normal_forms = context_.normal_forms;
    constraint =
        solver_.register_constraint({normal_forms.of(table.right(formula)) - normal_forms.of(table.left(formula)),
                                     is_equality ? Relation::equal_to_zero : Relation::at_least_zero});
  }
  solver_.push();
  solver_.assert_constraint(*constraint, literal > 0, literal);
  asserted_.push_back(literal);
}

// Keeps what was asserted last time as far as it agrees, and asserts the rest: first what was asserted before.
void ArithmeticSession::assert_literals(std::span<const Literal> literals) {
  const FormulaTable& table = context_.table;
  std::vector<std::int8_t> wanted(table.formula_count() + 1);   // formula -> the sign with which it is to be asserted
  std::vector<Literal> arithmetic;
  for (Literal literal : literals) {
    const FormulaKind kind = table[formula_of(literal)].kind;
    if (kind != FormulaKind::le && kind != FormulaKind::eq) continue;
    arithmetic.push_back(literal);
    wanted[index_of(formula_of(literal))] = literal > 0 ? 1 : -1;
  }
  const auto is_wanted = [&](Literal literal) {
    return wanted[index_of(formula_of(literal))] == (literal > 0 ? 1 : -1);
  };
  std::size_t kept = 0;
  while (kept < asserted_.size() && is_wanted(asserted_[kept])) ++kept;
  std::vector<Literal> next(asserted_.begin() + static_cast<std::ptrdiff_t>(kept), asserted_.end());
  std::erase_if(next, [&](Literal literal) { return !is_wanted(literal); });
  next.insert(next.end(), arithmetic.begin(), arithmetic.end());
  solver_.backtrack(kept);
  asserted_.resize(kept);
  for (Literal literal : asserted_) wanted[index_of(formula_of(literal))] = 0;
  for (Literal literal : next) {
    std::int8_t& sign = wanted[index_of(formula_of(literal))];
    if (sign != 0) assert_literal(literal);
    sign = 0;
  }
}

}   // namespace plato
