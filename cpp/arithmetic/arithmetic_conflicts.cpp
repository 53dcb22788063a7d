// From bounds to derivations: conflicts, equalities that follow, and what becomes of disequalities; see
// arithmetic_state.hpp.

#include <algorithm>
#include <limits>

#include "arithmetic/arithmetic_state.hpp"

namespace plato {

namespace {

// Steps in one direction by which a variable is moved to satisfy a disequality.
constexpr std::int64_t most_steps = 4;

}   // namespace

// ---- conflicts

std::vector<ArithmeticSolver::State::BoundUse> ArithmeticSolver::State::uses_of_simplex_conflict() const {
  std::vector<BoundUse> uses;
  for (const Simplex::ConflictPart& part : simplex_.conflict())
    uses.push_back({part.reason, part.is_upper, part.multiplier});
  return uses;
}

// Multiples of bounds as multiples of the facts they come from, all times the same positive factor.
std::vector<DerivedFacts::Part> ArithmeticSolver::State::exact_parts(std::span<const BoundUse> uses,
                                                                     Integer* factor_used) const {
  std::vector<Integer> contents;
  Integer factor = 1;
  for (const BoundUse& use : uses) {
    contents.push_back(facts_[use.fact].polynomial.content());
    const Integer common = greatest_common_divisor(contents.back(), use.multiplier);
    factor = least_common_multiple(factor, exact_divide(contents.back(), common));
  }
  std::vector<DerivedFacts::Part> parts;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const Fact& fact = facts_[uses[i].fact];
    Integer multiplier = exact_divide(uses[i].multiplier * factor, contents[i]);
    if (fact.relation == Relation::equal_to_zero) {
      const bool is_upper_by_itself = fact.polynomial.summands().front().coefficient.sign() < 0;
      if (is_upper_by_itself != uses[i].is_upper) multiplier.negate();
    }
    parts.emplace_back(std::move(multiplier), uses[i].fact);
  }
  if (factor_used) *factor_used = std::move(factor);
  return parts;
}

// Bounds that add up to something negative. A rounding that the conflict does not need is dropped.
ArithmeticConflict ArithmeticSolver::State::conflict_of(std::vector<BoundUse> uses) {
  Integer factor;
  Integer total = 0;
  for (const auto& [multiplier, fact] : exact_parts(uses, &factor))
    total += multiplier * facts_[fact].polynomial.constant();
  Rational sum(std::move(total), std::move(factor));
  for (BoundUse& use : uses) {
    const auto original = facts_.unrounded(use.fact);
    if (!original || facts_[*original].relation == Relation::equal_to_zero) continue;
    const Rational exact(facts_[*original].polynomial.constant(), facts_[*original].polynomial.content());
    const Rational rounded(facts_[use.fact].polynomial.constant(), facts_[use.fact].polynomial.content());
    const Rational loosened = sum + (exact - rounded) * Rational(use.multiplier);
    if (loosened.sign() >= 0) continue;
    sum = loosened;
    use.fact = *original;
  }
  bool is_linear = true;
  for (const BoundUse& use : uses)
    is_linear &= facts_.is_hypothesis(use.fact) || facts_.unrounded(use.fact).has_value();
  const std::size_t size = facts_.size();
  const FactId root = facts_.add_combination(exact_parts(uses), 0);
  ArithmeticConflict conflict = write_conflict({&root, 1}, std::nullopt, is_linear);
  facts_.truncate(size);
  return conflict;
}

ArithmeticConflict ArithmeticSolver::State::conflict_of_false(FactId fact) {
  const std::size_t size = facts_.size();
  // A constant that is already false needs no further step unless it is a hypothesis. In that case, and for an equation
  // whose constant is not divisible, one combination is enough.
  const bool is_simple = facts_.is_hypothesis(fact);
  FactId root = fact;
  if (is_simple || !facts_[fact].polynomial.is_constant()) root = facts_.add_combination({{1, fact}}, 0);
  ArithmeticConflict conflict = write_conflict({&root, 1}, std::nullopt, is_simple);
  facts_.truncate(size);
  return conflict;
}

ArithmeticConflict ArithmeticSolver::State::write_conflict(std::span<const FactId> roots, std::optional<Tag> goal,
                                                           bool is_linear) {
  ++statistics_.conflicts;
  DerivedFacts::Written written = facts_.write(roots, goal.has_value());
  ArithmeticConflict conflict;
  for (std::uint32_t hypothesis : written.hypotheses) conflict.tags.push_back(assertions_[hypothesis].tag);
  conflict.goal = goal;
  conflict.instructions = std::move(written.instructions);
  if (!is_linear) minimize(conflict);
  return conflict;
}

// Leaves out one hypothesis after the other and asks a fresh solver whether the others are still contradictory.
void ArithmeticSolver::State::minimize(ArithmeticConflict& conflict) {
  if (conflict.goal || conflict.tags.size() > options_.minimized_conflict || conflict.tags.size() < 2) return;
  ArithmeticOptions options = options_;
  options.minimized_conflict = 0;
  options.pivots = std::min<std::size_t>(options.pivots, 500);
  options.product_rounds = std::min<std::size_t>(options.product_rounds, 3);
  for (std::size_t i = 0; i < conflict.tags.size();) {
    const Tag dropped = conflict.tags[i];
    State smaller(options, [this](const Polynomial& polynomial) { return term_of(polynomial); });
    for (const Division& division : terms_.divisions) smaller.register_division(division);
    for (Tag tag : conflict.tags)
      if (tag != dropped) {
        const std::optional<Fact> fact = fact_of_tag(tag);
        smaller.assert_constraint(smaller.register_constraint(*fact), true, tag);
      }
    const ArithmeticAnswer answer = smaller.check();
    const auto* found = std::get_if<ArithmeticConflict>(&answer);
    if (!found || found->goal) {
      ++i;
      continue;
    }
    conflict = *found;   // the tags before i were all needed with more around, so they still are
  }
}

std::optional<Fact> ArithmeticSolver::State::fact_of_tag(Tag tag) const {
  for (const Assertion& assertion : assertions_)
    if (assertion.tag == tag) return at(assertion.constraint).facts[assertion.positive];
  return std::nullopt;
}

ReplayVerdict ArithmeticSolver::State::replay_conflict(const ArithmeticConflict& conflict) const {
  std::vector<Fact> hypotheses;
  std::optional<Polynomial> goal;
  for (Tag tag : conflict.tags) {
    const std::optional<Fact> fact = fact_of_tag(tag);
    if (!fact) return ReplayFailure{0, "a tag of the conflict is not asserted"};
    hypotheses.push_back(*fact);
  }
  if (conflict.goal) {
    const auto assertion = std::ranges::find(assertions_, *conflict.goal, &Assertion::tag);
    if (assertion == assertions_.end()) return ReplayFailure{0, "the goal of the conflict is not asserted"};
    goal = at(assertion->constraint).polynomial;
    hypotheses.emplace_back();
  }
  return replay(hypotheses, conflict.instructions, terms_, goal);
}

// ---- equalities that follow

bool ArithmeticSolver::State::is_plain(std::span<const BoundUse> uses) const {
  return std::ranges::all_of(uses, [&](const BoundUse& use) { return facts_.is_hypothesis(use.fact); });
}

// Bounds whose multiples add up to μ·(L - value) ≥ 0, or the opposite. They exist if assuming the contrary is
// contradictory.
std::optional<std::vector<ArithmeticSolver::State::BoundUse>> ArithmeticSolver::State::uses_for_bound(
    Variable variable, const Integer& value, bool is_upper) {
  const Simplex::Bound& bound = is_upper ? simplex_.upper(variable) : simplex_.lower(variable);
  if (bound.is_present && bound.value == value) return std::vector<BoundUse>{{bound.reason, is_upper, 1}};
  constexpr Simplex::Reason assumption = std::numeric_limits<Simplex::Reason>::max();
  const std::size_t trail = simplex_.trail_size();
  std::optional<std::vector<Rational>> before;   // of use only if whole: those may be the values of any basis
  if (std::ranges::all_of(simplex_.values(), &Rational::is_integer)) before = simplex_.values();
  const bool is_consistent = is_upper ? simplex_.assert_lower(variable, value + 1, assumption)
                                      : simplex_.assert_upper(variable, value - 1, assumption);
  const bool is_contradictory = !is_consistent || simplex_.check(options_.pivots) == Simplex::Outcome::conflict;
  std::optional<std::vector<BoundUse>> uses;
  if (is_contradictory) {
    uses = uses_of_simplex_conflict();
    std::erase_if(*uses, [](const BoundUse& use) { return use.fact == assumption; });
  }
  simplex_.backtrack(trail);
  if (before)
    simplex_.restore_values(std::move(*before));
  else if (simplex_.check(options_.pivots) != Simplex::Outcome::feasible)
    return std::nullopt;
  return uses;
}

std::optional<ArithmeticSolver::State::Entailed> ArithmeticSolver::State::derive_equality(
    const Polynomial& polynomial) {
  if (polynomial.is_constant()) {
    if (!polynomial.is_zero()) return std::nullopt;
    return Entailed{{facts_.add_combination({}, 1)}, true};
  }
  const Placement placement = place({polynomial, Relation::equal_to_zero}, false);
  if (placement.is_constant || simplex_.value(placement.variable) != *placement.lower) return std::nullopt;
  const Integer& value = *placement.lower;
  const auto above = uses_for_bound(placement.variable, value, false);
  if (!above) return std::nullopt;
  const auto below = uses_for_bound(placement.variable, value, true);
  if (!below) return std::nullopt;

  const Integer content = polynomial.content();
  const auto are_equalities = [&](const std::vector<BoundUse>& uses) {
    return std::ranges::all_of(
        uses, [&](const BoundUse& use) { return facts_[use.fact].relation == Relation::equal_to_zero; });
  };
  // First a primitive fact, then the multiple of it that the polynomial needs; in one step if that gives the same.
  const auto derive = [&](const std::vector<BoundUse>& uses) {
    FactId fact = facts_.add_combination(exact_parts(uses), 0);
    return content.is_one() ? fact : facts_.add_combination({{content, fact}}, 1);
  };
  if (are_equalities(*above)) return Entailed{{derive(*above)}, is_plain(*above)};
  if (are_equalities(*below)) return Entailed{{derive(*below)}, is_plain(*below)};
  const FactId first = derive(*above);
  const FactId second = derive(*below);
  const bool is_linear = is_plain(*above) && is_plain(*below);
  if (second == first + 1 && !facts_.ends_with_division(second)) return Entailed{{first, second}, is_linear};
  return Entailed{{second, facts_.add_combination({{1, first}}, 1)}, is_linear};
}

std::optional<ArithmeticEntailment> ArithmeticSolver::State::entails_equality(const Polynomial& polynomial) {
  if (pending_ || simplex_.check(options_.pivots) != Simplex::Outcome::feasible) return std::nullopt;
  const std::size_t size = facts_.size();
  const auto entailed = derive_equality(polynomial);
  if (!entailed) return std::nullopt;
  DerivedFacts::Written written = facts_.write(entailed->roots, true);
  facts_.truncate(size);
  ArithmeticEntailment entailment;
  for (std::uint32_t hypothesis : written.hypotheses) entailment.tags.push_back(assertions_[hypothesis].tag);
  entailment.instructions = std::move(written.instructions);
  return entailment;
}

bool ArithmeticSolver::State::is_zero_now(const Polynomial& polynomial) {
  Rational value(polynomial.constant());
  for (const Polynomial::Summand& summand : polynomial.summands())
    value += simplex_.value(variable_of_monomial(summand.monomial)) * Rational(summand.coefficient);
  return value.is_zero();
}

// A disequality that the present values violate because all values must.
std::optional<ArithmeticConflict> ArithmeticSolver::State::refute_disequalities() {
  for (std::size_t index : disequalities_) {
    if (!is_violated(index)) continue;
    const Polynomial& polynomial = at(assertions_[index].constraint).polynomial;
    const std::size_t size = facts_.size();
    const auto entailed = derive_equality(polynomial);
    if (!entailed) continue;
    ArithmeticConflict conflict = write_conflict(entailed->roots, assertions_[index].tag, entailed->is_linear);
    facts_.truncate(size);
    return conflict;
  }
  return std::nullopt;
}

bool ArithmeticSolver::State::is_violated(std::size_t disequality) const {
  const Constraint& constraint = at(assertions_[disequality].constraint);
  const Placement& equality = constraint.placements[true];
  if (equality.is_constant) return constraint.polynomial.is_zero();
  return simplex_.value(equality.variable) == *equality.lower;
}

std::size_t ArithmeticSolver::State::violated_disequalities() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(disequalities_, [&](std::size_t disequality) { return is_violated(disequality); }));
}

// The variables that are not basic and on which the value of this one depends.
std::vector<ArithmeticSolver::State::Variable> ArithmeticSolver::State::movable_for(Variable variable) const {
  if (!simplex_.is_basic(variable)) return {variable};
  std::vector<Variable> result;
  for (const Simplex::Summand& summand : simplex_.row(variable))
    if (summand.variable != variable) result.push_back(summand.variable);
  return result;
}

// Moves a variable that is not basic by a few steps, until fewer disequalities are violated. The answer is how many
// still are; none if this did not help, or if there were too many attempts.
std::optional<std::size_t> ArithmeticSolver::State::move_apart(Variable variable, std::size_t violated,
                                                               std::size_t& attempts) {
  if (simplex_.is_fixed(variable)) return std::nullopt;
  const Integer step = simplex_.whole_step(variable);
  if (step.bits() > 32) return std::nullopt;
  for (const bool up : {true, false}) {
    const std::optional<Rational> freedom = simplex_.freedom(variable, up);
    const Integer before = simplex_.value(variable).numerator();
    for (std::int64_t steps = 1; steps <= most_steps; ++steps) {
      if (++attempts > options_.separation_attempts) return std::nullopt;
      const Integer distance = step * Integer(steps);
      if (freedom && *freedom < distance) break;
      simplex_.move(variable, up ? before + distance : before - distance);
      if (const std::size_t now = violated_disequalities(); now < violated) return now;
      simplex_.move(variable, before);
    }
  }
  return std::nullopt;
}

// Moves single variables within what the bounds allow, so that fewer disequalities are violated. True if all hold.
bool ArithmeticSolver::State::separate_disequalities() {
  std::size_t violated = violated_disequalities();
  std::size_t attempts = 0;
  for (std::size_t index : disequalities_) {
    if (violated == 0) break;
    if (!is_violated(index)) continue;
    const Placement& equality = at(assertions_[index].constraint).placements[true];
    if (equality.is_constant) return false;
    for (Variable variable : movable_for(equality.variable)) {
      const std::optional<std::size_t> now = move_apart(variable, violated, attempts);
      if (attempts > options_.separation_attempts) return false;
      if (!now) continue;
      violated = *now;
      break;
    }
  }
  return violated == 0;
}

// A disequality that the present values violate without need.
std::optional<ArithmeticAnswer> ArithmeticSolver::State::split_for_disequality() {
  for (std::size_t index : disequalities_) {
    if (!is_violated(index)) continue;
    if (statistics_.splits >= options_.splits) return ArithmeticUnknown{"too many splits"};
    ++statistics_.splits;
    // L ≤ v - 1 or L ≥ v; L ≤ v or L ≥ v + 1 if the first has been decided
    const Placement& equality = at(assertions_[index].constraint).placements[true];
    const Integer& value = *equality.lower;
    const Simplex::Bound& lower = simplex_.lower(equality.variable);
    const bool is_low_decided = lower.is_present && lower.value == value;
    return ArithmeticSplit{primitives_[equality.variable], is_low_decided ? value : value - 1, !is_low_decided,
                           assertions_[index].tag};
  }
  return std::nullopt;
}

}   // namespace plato
