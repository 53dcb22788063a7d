// Registering, asserting and taking back constraints, and the order in which the methods are tried; see
// arithmetic_solver.hpp for what the solver promises and arithmetic_state.hpp for how it is built.

#include "arithmetic/arithmetic_solver.hpp"

#include <algorithm>

#include "arithmetic/arithmetic_state.hpp"

namespace plato {

// ---- facts as bounds

void ArithmeticSolver::State::remember_variable(Variable variable, Polynomial primitive, bool permanent) {
  if (variable >= primitives_.size()) {
    primitives_.resize(variable + 1);
    is_permanent_.resize(variable + 1);
  }
  primitives_[variable] = std::move(primitive);
  is_permanent_[variable] = permanent;
}

ArithmeticSolver::State::Variable ArithmeticSolver::State::variable_of_monomial(const Monomial& monomial) {
  const auto found = monomials_.find(monomial);
  if (found != monomials_.end()) return found->second;
  if (!monomial.is_atom()) {
    for (Atom atom : monomial.atoms()) variable_of_monomial(Monomial(atom));
    products_.push_back(monomial);
  }
  const Variable variable = simplex_.add_variable();
  monomials_.emplace(monomial, variable);
  monomial_variables_.push_back(variable);
  remember_variable(variable, Polynomial::of_monomial(monomial), true);
  return variable;
}

ArithmeticSolver::State::Variable ArithmeticSolver::State::variable_of_form(const Polynomial& primitive,
                                                                            bool permanent) {
  if (primitive.summands().size() == 1) return variable_of_monomial(primitive.summands()[0].monomial);
  const auto found = forms_.find(primitive);
  if (found != forms_.end()) {
    if (permanent) is_permanent_[found->second] = 1;
    return found->second;
  }
  std::vector<Simplex::Summand> summands;
  for (const Polynomial::Summand& summand : primitive.summands())
    summands.push_back({variable_of_monomial(summand.monomial), summand.coefficient});
  const Variable variable = simplex_.add_form(summands);
  forms_.emplace(primitive, variable);
  remember_variable(variable, primitive, permanent);
  if (!permanent) temporary_forms_.push_back(variable);
  return variable;
}

ArithmeticSolver::State::Placement ArithmeticSolver::State::place(const Fact& fact, bool permanent) {
  Placement placement;
  const bool is_equality = fact.relation == Relation::equal_to_zero;
  const Integer& constant = fact.polynomial.constant();
  if (fact.polynomial.is_constant()) {
    placement.is_constant = true;
    placement.is_false = is_equality ? !constant.is_zero() : constant.sign() < 0;
    return placement;
  }
  const Integer content = fact.polynomial.content();
  const bool is_flipped = fact.polynomial.summands().front().coefficient.sign() < 0;
  Polynomial primitive = fact.polynomial;
  primitive -= constant;
  if (is_flipped) primitive *= Integer(-1);
  if (!content.is_one()) primitive = primitive.floor_divided(content);
  placement.variable = variable_of_form(primitive, permanent);
  const bool is_exact = divides(content, constant);
  if (is_equality) {
    if (!is_exact) {
      placement.is_constant = placement.is_false = true;
      return placement;
    }
    Integer value = exact_divide(constant, content);
    if (!is_flipped) value.negate();
    placement.lower = value;
    placement.upper = std::move(value);
    return placement;
  }
  placement.needs_rounding = !is_exact;
  Integer rounded = floor_divide(constant, content);
  if (is_flipped)
    placement.upper = std::move(rounded);   // -L + c ≥ 0
  else
    placement.lower = -std::move(rounded);
  return placement;
}

// True if the fact says anything new.
bool ArithmeticSolver::State::assert_fact(FactId fact) { return assert_bounds(fact, place(facts_[fact], false)); }

bool ArithmeticSolver::State::assert_bounds(FactId fact, const Placement& placement) {
  if (placement.is_constant) {
    if (placement.is_false && !pending_) pending_ = Pending{{}, fact, level()};
    return placement.is_false;
  }
  const Simplex::Bound& lower = simplex_.lower(placement.variable);
  const Simplex::Bound& upper = simplex_.upper(placement.variable);
  const bool raises = placement.lower && (!lower.is_present || *placement.lower > lower.value);
  const bool reduces = placement.upper && (!upper.is_present || *placement.upper < upper.value);
  if (!raises && !reduces) return false;
  if (placement.needs_rounding) fact = facts_.add_combination({{1, fact}}, 0);
  bool is_consistent = !raises || simplex_.assert_lower(placement.variable, *placement.lower, fact);
  if (is_consistent) is_consistent = !reduces || simplex_.assert_upper(placement.variable, *placement.upper, fact);
  if (!is_consistent && !pending_) pending_ = Pending{uses_of_simplex_conflict(), std::nullopt, level()};
  return true;
}

ConstraintId ArithmeticSolver::State::register_constraint(const Fact& fact) {
  auto& numbers = constraint_numbers_[fact.relation == Relation::equal_to_zero];
  const auto [place_in_map, is_new] =
      numbers.try_emplace(fact.polynomial, static_cast<ConstraintId>(constraints_.size()));
  if (!is_new) return place_in_map->second;
  Constraint& constraint = constraints_.emplace_back();
  constraint.polynomial = fact.polynomial;
  constraint.facts[1] = fact;
  constraint.placements[1] = place(fact, true);
  if (fact.relation == Relation::equal_to_zero) {
    constraint.is_disequality_if_negative = true;
  } else {
    Polynomial negation = -fact.polynomial;
    negation -= Integer(1);
    constraint.facts[0] = {std::move(negation), Relation::at_least_zero};
    constraint.placements[0] = place(constraint.facts[0], true);
  }
  return place_in_map->second;
}

void ArithmeticSolver::State::register_division(const Division& division) {
  if (terms_.find_division(division.quotient, division.remainder)) return;
  terms_.divisions.push_back(division);
  is_division_active_.push_back(0);
  for (Atom atom : {division.quotient, division.remainder}) variable_of_monomial(Monomial(atom));
  for (const Polynomial* polynomial : {&division.dividend, &division.divisor})
    for (const Polynomial::Summand& summand : polynomial->summands()) variable_of_monomial(summand.monomial);
}

void ArithmeticSolver::State::assert_constraint(ConstraintId number, bool positive, Tag tag) {
  Constraint& constraint = at(number);
  if (constraint.is_asserted[positive]) return;
  constraint.is_asserted[positive] = true;
  const std::size_t index = assertions_.size();
  assertions_.push_back({number, positive, tag});
  if (!positive && constraint.is_disequality_if_negative) {
    disequalities_.push_back(index);
    return;
  }
  const FactId fact = facts_.add_hypothesis(static_cast<std::uint32_t>(index), constraint.facts[positive]);
  assert_bounds(fact, constraint.placements[positive]);
}

void ArithmeticSolver::State::push() {
  levels_.push_back({assertions_.size(), disequalities_.size(), simplex_.trail_size(), facts_.size(),
                     temporary_forms_.size(), active_divisions_.size(), known_products_.size(), cuts_});
}

void ArithmeticSolver::State::backtrack(std::size_t target) {
  if (target >= levels_.size()) return;
  const Level level = levels_[target];
  levels_.resize(target);
  restore(level);
  if (pending_ && pending_->level > target) pending_.reset();
}

void ArithmeticSolver::State::clear() {
  levels_.clear();
  restore({});
  pending_.reset();
}

void ArithmeticSolver::State::restore(const Level& level) {
  for (std::size_t i = level.assertions; i < assertions_.size(); ++i)
    at(assertions_[i].constraint).is_asserted[assertions_[i].positive] = false;
  assertions_.resize(level.assertions);
  disequalities_.resize(level.disequalities);
  simplex_.backtrack(level.trail);
  facts_.truncate(level.facts);
  while (temporary_forms_.size() > level.temporary_forms) {
    const Variable variable = temporary_forms_.back();
    temporary_forms_.pop_back();
    if (is_permanent_[variable]) continue;
    forms_.erase(primitives_[variable]);
    simplex_.remove_form(variable);
  }
  while (active_divisions_.size() > level.active_divisions) {
    is_division_active_[active_divisions_.back()] = 0;
    active_divisions_.pop_back();
  }
  known_products_.resize(level.known_products);
  cuts_ = level.cuts;
}

// ---- the questions

std::optional<ArithmeticConflict> ArithmeticSolver::State::check_rationals() {
  if (pending_) {
    if (pending_->false_fact) return conflict_of_false(*pending_->false_fact);
    return conflict_of(pending_->uses);
  }
  if (simplex_.check(options_.pivots) == Simplex::Outcome::conflict) return conflict_of(uses_of_simplex_conflict());
  return std::nullopt;
}

ArithmeticAnswer ArithmeticSolver::State::check() {
  ++statistics_.checks;
  std::size_t cut_round = 0;
  std::size_t product_round = 0;
  for (;;) {
    if (auto conflict = check_rationals()) return std::move(*conflict);
    if (simplex_.check(0) != Simplex::Outcome::feasible) return ArithmeticUnknown{"too many simplex steps"};
    if (activate_divisions()) continue;

    std::vector<Variable> fractional = fractional_variables();
    if (!disequalities_.empty()) {
      // Moving a variable is the cheapest way out of an equality; the next best is to show that it must hold.
      const bool is_separated = fractional.empty() && product_round == 0 && separate_disequalities();
      if (!is_separated) {
        if (auto conflict = refute_disequalities()) return std::move(*conflict);
        fractional = fractional_variables();
      }
    }
    if (!fractional.empty()) {
      if (cut_round == 0)
        if (auto conflict = refute_equalities(fractional)) return std::move(*conflict);
      if (cut_round < options_.cut_rounds && add_cuts(fractional)) {
        ++cut_round;
        continue;
      }
      if (product_round < options_.product_rounds && add_products()) {
        ++product_round;
        continue;
      }
      return split_on(fractional);
    }

    if (auto model = find_model()) return std::move(*model);
    if (auto lemmas = compare_quotients(); !lemmas.empty()) return ArithmeticLemmas{std::move(lemmas)};
    if (product_round < options_.product_rounds && add_products()) {
      ++product_round;
      cut_round = 0;
      continue;
    }
    if (auto answer = split_for_disequality()) return std::move(*answer);
    if (auto answer = split_for_divisor()) return std::move(*answer);
    if (auto answer = split_for_products()) return std::move(*answer);
    return ArithmeticUnknown{"nonlinear"};
  }
}

// ---- values and models

// The product of the atoms' values, which the monomial's own value ought to be.
Rational ArithmeticSolver::State::product_of_values(const Monomial& monomial) const {
  Rational product = 1;
  for (Atom atom : monomial.atoms()) {
    const auto found = monomials_.find(Monomial(atom));
    product *= found == monomials_.end() ? Rational() : simplex_.value(found->second);
  }
  return product;
}

// The value where every monomial has a number of its own; monomials that the simplex does not know are products of
// their atoms.
Rational ArithmeticSolver::State::value_of(const Monomial& monomial) const {
  const auto found = monomials_.find(monomial);
  return found == monomials_.end() ? product_of_values(monomial) : simplex_.value(found->second);
}

Rational ArithmeticSolver::State::linear_value(const Polynomial& polynomial) const {
  Rational result(polynomial.constant());
  for (const Polynomial::Summand& summand : polynomial.summands())
    result += value_of(summand.monomial) * Rational(summand.coefficient);
  return result;
}

bool ArithmeticSolver::State::satisfies_everything(const std::unordered_map<Atom, Integer>& values) const {
  const auto value = [&](Atom atom) {
    const auto found = values.find(atom);
    return found == values.end() ? Integer(0) : found->second;
  };
  for (const Assertion& assertion : assertions_) {
    const Constraint& constraint = at(assertion.constraint);
    const Integer number = constraint.polynomial.evaluate(value);
    const bool holds = constraint.is_disequality_if_negative ? number.is_zero() : number.sign() >= 0;
    if (holds != assertion.positive) return false;
  }
  for (const Division& division : terms_.divisions) {
    const Integer dividend = division.dividend.evaluate(value);
    const Integer divisor = division.divisor.evaluate(value);
    Integer quotient = 0;
    if (divisor.sign() > 0) quotient = floor_divide(dividend, divisor);
    if (divisor.sign() < 0) quotient = -floor_divide(dividend, -divisor);
    if (value(division.quotient) != quotient || value(division.remainder) != dividend - quotient * divisor)
      return false;
  }
  return true;
}

// The present values if they are a model, or what they become when quotients by 0 get the values they must have.
std::optional<ArithmeticModel> ArithmeticSolver::State::find_model() const {
  ArithmeticModel model;
  for (const auto& [monomial, variable] : monomials_)
    if (monomial.is_atom()) model.values[monomial.atoms()[0]] = simplex_.value(variable).numerator();
  if (satisfies_everything(model.values)) return model;
  bool is_changed = false;
  for (const Division& division : terms_.divisions) {
    const auto value = [&](Atom atom) { return model.values[atom]; };
    if (!division.divisor.evaluate(value).is_zero()) continue;
    model.values[division.quotient] = 0;
    model.values[division.remainder] = division.dividend.evaluate(value);
    is_changed = true;
  }
  if (is_changed && satisfies_everything(model.values)) return model;
  return std::nullopt;
}

// ---- the way in

ArithmeticSolver::ArithmeticSolver(ArithmeticOptions options, MakeTerm make_term)
    : state_(std::make_unique<State>(options, std::move(make_term))) {}
ArithmeticSolver::~ArithmeticSolver() = default;
ArithmeticSolver::ArithmeticSolver(ArithmeticSolver&&) noexcept = default;
ArithmeticSolver& ArithmeticSolver::operator=(ArithmeticSolver&&) noexcept = default;

ConstraintId ArithmeticSolver::register_constraint(const Fact& fact) { return state_->register_constraint(fact); }
void ArithmeticSolver::register_division(const Division& division) { state_->register_division(division); }
void ArithmeticSolver::assert_constraint(ConstraintId constraint, bool positive, Tag tag) {
  state_->assert_constraint(constraint, positive, tag);
}
std::size_t ArithmeticSolver::level() const { return state_->level(); }
void ArithmeticSolver::push() { state_->push(); }
void ArithmeticSolver::backtrack(std::size_t level) { state_->backtrack(level); }
void ArithmeticSolver::clear() { state_->clear(); }
std::optional<ArithmeticConflict> ArithmeticSolver::check_rationals() { return state_->check_rationals(); }
ArithmeticAnswer ArithmeticSolver::check() { return state_->check(); }
std::optional<ArithmeticEntailment> ArithmeticSolver::entails_equality(const Polynomial& polynomial) {
  return state_->entails_equality(polynomial);
}
bool ArithmeticSolver::is_zero_now(const Polynomial& polynomial) { return state_->is_zero_now(polynomial); }
Fact ArithmeticSolver::asserted_fact(ConstraintId constraint, bool positive) const {
  return state_->fact_of(constraint, positive);
}
std::optional<Fact> ArithmeticSolver::fact_of_tag(Tag tag) const { return state_->fact_of_tag(tag); }
const ArithmeticTerms& ArithmeticSolver::terms() const { return state_->terms(); }
ReplayVerdict ArithmeticSolver::replay_conflict(const ArithmeticConflict& conflict) const {
  return state_->replay_conflict(conflict);
}
ArithmeticSolver::Statistics ArithmeticSolver::statistics() const { return state_->statistics(); }

}   // namespace plato
