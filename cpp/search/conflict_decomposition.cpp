// Partial sums of a conflict; see conflict_decomposition.hpp.

#include "search/conflict_decomposition.hpp"
#include "search/clausification.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace plato {
namespace {

constexpr std::size_t least_open_parts = 4;   // literals that differ from path to path
constexpr std::size_t most_parts = 20000;
constexpr std::size_t widest_atom = 2;   // summands of a partial sum that becomes an atom

struct Part {
  Literal literal;
  Integer multiplier;
  Polynomial fact;
  bool is_equality;
  bool is_fixed;
};

Part part_of(LemmaContext& context, Literal literal, const Integer& multiplier) {
  const FormulaTable& table = context.table;
  const FormulaId formula = formula_of(literal);
  Polynomial p = context.normal_forms.of(table.right(formula)) - context.normal_forms.of(table.left(formula));
  const bool is_equality = table[formula].kind == FormulaKind::eq;
  if (literal < 0) p = -p - Polynomial(Integer(1));
  return {literal, multiplier, std::move(p), is_equality, false};
}

// Parts that are chosen together, or a single one that is always there.
struct Unit {
  std::vector<Part> parts;
  Polynomial sum;
  bool is_fixed;

  Literal first() const { return std::abs(parts.front().literal); }
};

// What is the same for literals that are chosen together.
std::uint64_t choice_of(const FormulaTable& table, const AssertionOccurrences& occurrences, FormulaId formula) {
  if (const auto assertion = occurrences.assertion_of(formula)) return *assertion << 2;
  for (const TermId side : {table.left(formula), table.right(formula)})
    if (table[side].kind == TermKind::ite) return std::uint64_t{index_of(formula_of(table[side].operand[0]))} << 2 | 1;
  return std::uint64_t{index_of(formula)} << 2 | 2;
}

std::vector<Unit> units_of(const FormulaTable& table, const AssertionOccurrences& occurrences,
                           std::vector<Part> parts) {
  std::vector<Unit> units;
  std::unordered_map<std::uint64_t, std::size_t> with_choice;
  for (Part& part : parts) {
    std::size_t number = units.size();
    if (!part.is_fixed)
      number = with_choice.try_emplace(choice_of(table, occurrences, formula_of(part.literal)), number).first->second;
    if (number == units.size()) units.push_back({{}, {}, part.is_fixed});
    units[number].sum.add_multiple(part.multiplier, part.fact);
    units[number].parts.push_back(std::move(part));
  }
  return units;
}

// Puts the units in an order in which the partial sums are short: always the unit next that leaves fewest summands, out
// of those that have a summand in common with the sum so far.
std::vector<Unit> ordered(std::vector<Unit> units) {
  std::unordered_map<Monomial, std::vector<std::size_t>> with_monomial;
  for (std::size_t i = 0; i < units.size(); ++i)
    for (const auto& summand : units[i].sum.summands()) with_monomial[summand.monomial].push_back(i);
  std::vector<bool> is_taken(units.size());
  std::vector<std::size_t> near, all(units.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Polynomial sum;
  std::vector<Unit> result;
  while (result.size() < units.size()) {
    near.clear();
    for (const auto& summand : sum.summands())
      for (std::size_t i : with_monomial[summand.monomial])
        if (!is_taken[i]) near.push_back(i);
    std::optional<std::size_t> best;
    std::tuple<std::size_t, bool, Literal> best_key;
    for (std::size_t i : near.empty() ? all : near) {
      if (is_taken[i]) continue;
      Polynomial with = sum;
      with += units[i].sum;
      const std::tuple key(with.summands().size(), !units[i].is_fixed, units[i].first());
      if (best && key >= best_key) continue;
      best = i;
      best_key = key;
    }
    is_taken[*best] = true;
    sum += units[*best].sum;
    result.push_back(std::move(units[*best]));
  }
  return result;
}

// After which units the chain is cut: between two choices once, where the sum is short and mentioned most.
std::vector<bool> cuts_of(std::span<const Unit> units, const AssertionOccurrences& occurrences) {
  std::vector<bool> is_cut(units.size());
  std::optional<std::pair<std::size_t, std::size_t>> best;   // mentions, place
  bool has_choice = false;
  Polynomial sum;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!units[i].is_fixed) {
      if (best) is_cut[best->second] = true;
      best.reset();
      has_choice = true;
    }
    sum += units[i].sum;
    if (!has_choice || sum.is_constant() || sum.summands().size() > widest_atom) continue;
    const std::size_t mentions = occurrences.mentions(sum);
    if (!best || mentions > best->first) best = {mentions, i};
  }
  return is_cut;
}

// The lemmas as they are built: parts since the last atom, and that atom.
class Chain {
 public:
  Chain(LemmaContext& context, BoundAtoms& atoms, Integer slack)
      : context_(context), atoms_(atoms), slack_(std::move(slack)) {}

  void take(const Part& part) {
    combine_.parts.push_back({part.multiplier, static_cast<FactNumber>(clause_.size())});
    clause_.push_back(-part.literal);
    sum_.add_multiple(part.multiplier, part.fact);
    all_equalities_ &= part.is_equality;
  }
  bool added() const { return added_; }

  // The sum so far becomes an atom, and the chain goes on from it.
  void cut_with_bound() {
    const Integer content = sum_.content();
    if (all_equalities_ && !divides(content, sum_.constant())) return;   // already a contradiction, of another form
    Polynomial q = sum_.floor_divided(content);
    slack_ += sum_.constant() - content * q.constant();
    q += weakening(q, content);
    const Literal atom = bound_atom(context_, atoms_, q);
    if (std::ranges::find(clause_, -atom) != clause_.end()) return;
    Derivation derivation;
    derivation.emplace_back(combine_);
    clause_.push_back(atom);
    const auto negated = static_cast<FactNumber>(clause_.size() - 1);
    auto last = static_cast<FactNumber>(clause_.size());
    if (!content.is_one()) {
      derivation.emplace_back(DivideLast{content});
      ++last;
    }
    derivation.emplace_back(Combine{{{1, last}, {1, negated}}});
    added_ |= add_arithmetic_lemma(context_.pool, context_.table, clause_, std::move(derivation), false);
    go_on_from(atom, content, q * content);
    all_equalities_ = false;
  }

  // The same if everything is an equality and has to stay one.
  void cut_with_equality() {
    const Integer content = sum_.content();
    if (!divides(content, sum_.constant())) return;
    Polynomial q = sum_.floor_divided(content);
    if (q.summands().front().coefficient.sign() < 0) q = -q;   // one way of writing it
    const Polynomial left = q - Polynomial(q.constant());
    const Literal atom = equality(context_, make_term(context_.table, left), context_.table.num(-q.constant()), true);
    if (std::ranges::find(clause_, -atom) != clause_.end()) return;
    Derivation derivation;
    derivation.emplace_back(combine_);
    if (!content.is_one()) derivation.emplace_back(DivideLast{content});
    clause_.push_back(atom);
    added_ |= add_arithmetic_lemma(context_.pool, context_.table, clause_, std::move(derivation), false);
    const bool is_same_way = part_of(context_, atom, 1).fact * content == sum_;
    go_on_from(atom, is_same_way ? content : -content, sum_);
  }

  void finish(std::optional<Literal> goal) {
    if (goal) clause_.push_back(*goal);
    added_ |= add_arithmetic_lemma(context_.pool, context_.table, clause_, {combine_}, false);
  }

 private:
  LemmaContext& context_;
  BoundAtoms& atoms_;
  Integer slack_;   // how much may be given away without losing the contradiction
  std::vector<Literal> clause_;
  Combine combine_;
  Polynomial sum_;
  bool all_equalities_ = true;
  bool added_ = false;

  void go_on_from(Literal atom, const Integer& multiplier, Polynomial sum) {
    clause_ = {-atom};
    combine_ = {{{multiplier, 0}}};
    sum_ = std::move(sum);
  }

  // The weakest atom there is about the same sum that still does.
  Integer weakening(const Polynomial& q, const Integer& content) {
    const auto known = atoms_.literals.find(q - Polynomial(q.constant()));
    if (known == atoms_.literals.end()) return 0;
    auto at = known->second.upper_bound(q.constant() + floor_divide(slack_, content));
    if (at == known->second.begin()) return 0;
    --at;
    if (at->first <= q.constant()) return 0;
    slack_ -= content * (at->first - q.constant());
    return at->first - q.constant();
  }
};

}   // namespace

bool add_decomposed_conflict(LemmaContext& context, BoundAtoms& atoms, const AssertionOccurrences& occurrences,
                             const ArithmeticConflict& conflict, const std::function<bool(Literal)>& is_fixed) {
  if (conflict.instructions.size() != 1 || conflict.tags.size() < least_open_parts || conflict.tags.size() > most_parts)
    return false;
  const auto* combine = std::get_if<Combine>(&conflict.instructions[0]);
  if (!combine) return false;
  std::vector<Part> parts;
  Polynomial total;
  std::size_t open = 0;
  for (const Combine::Part& summand : combine->parts) {
    parts.push_back(part_of(context, conflict.tags[summand.fact], summand.multiplier));
    if (conflict.goal && !parts.back().is_equality) return false;
    parts.back().is_fixed = is_fixed(parts.back().literal);
    open += parts.back().is_fixed ? 0 : 1;
    total.add_multiple(summand.multiplier, parts.back().fact);
  }
  if (open < least_open_parts) return false;
  if (!conflict.goal && (!total.is_constant() || total.constant().sign() >= 0)) return false;
  const std::vector<Unit> units = ordered(units_of(context.table, occurrences, std::move(parts)));
  const std::vector<bool> is_cut = cuts_of(units, occurrences);
  if (std::ranges::find(is_cut, true) == is_cut.end()) return false;
  Chain chain(context, atoms, -total.constant() - Integer(1));
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (const Part& part : units[i].parts) chain.take(part);
    if (is_cut[i]) conflict.goal ? chain.cut_with_equality() : chain.cut_with_bound();
  }
  chain.finish(conflict.goal ? std::optional(-*conflict.goal) : std::nullopt);
  return chain.added();
}

}   // namespace plato
