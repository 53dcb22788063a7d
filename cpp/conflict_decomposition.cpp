// Partial sums of a conflict; see conflict_decomposition.hpp.

#include "conflict_decomposition.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace plato {
namespace {

constexpr std::size_t least_open_parts = 4;    // literals that differ from path to path
constexpr std::size_t most_parts = 20000;
constexpr std::size_t widest_atom = 2;         // summands of a partial sum that becomes an atom

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

// Puts the parts in an order in which the partial sums are short: always the part next that leaves fewest summands, out of
// those that have a summand in common with the sum so far.
void order_parts(std::vector<Part>& parts) {
  std::unordered_map<Monomial, std::vector<std::size_t>> with_monomial;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const auto& summand : parts[i].fact.summands()) with_monomial[summand.monomial].push_back(i);
  std::vector<bool> is_taken(parts.size());
  std::vector<std::size_t> order, near;
  std::vector<std::size_t> all(parts.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Polynomial sum;
  while (order.size() < parts.size()) {
    near.clear();
    for (const auto& summand : sum.summands())
      for (std::size_t i : with_monomial[summand.monomial])
        if (!is_taken[i]) near.push_back(i);
    std::optional<std::size_t> best;
    std::tuple<std::size_t, bool, std::int32_t> best_key;
    for (std::size_t i : near.empty() ? all : near) {
      if (is_taken[i]) continue;
      Polynomial with = sum;
      with.add_multiple(parts[i].multiplier, parts[i].fact);
      const std::tuple key(with.summands().size(), !parts[i].is_fixed, std::abs(parts[i].literal));
      if (best && key >= best_key) continue;
      best = i;
      best_key = key;
    }
    is_taken[*best] = true;
    order.push_back(*best);
    sum.add_multiple(parts[*best].multiplier, parts[*best].fact);
  }
  std::vector<Part> ordered;
  for (std::size_t i : order) ordered.push_back(std::move(parts[i]));
  parts = std::move(ordered);
}

// The lemmas as they are built: parts since the last atom, and that atom.
class Chain {
 public:
  Chain(LemmaContext& context, BoundAtoms& atoms, Integer slack) : context_(context), atoms_(atoms), slack_(std::move(slack)) {}

  void take(const Part& part) {
    combine_.parts.push_back({part.multiplier, static_cast<FactNumber>(clause_.size())});
    clause_.push_back(-part.literal);
    sum_.add_multiple(part.multiplier, part.fact);
    all_equalities_ &= part.is_equality;
    open_ += part.is_fixed ? 0 : 1;
  }
  bool can_cut() const { return open_ > 0 && !sum_.is_constant() && sum_.summands().size() <= widest_atom; }
  bool added() const { return added_; }

  // The sum so far becomes an atom, and the chain goes on from it.
  void cut() {
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
    clause_ = {-atom};
    combine_ = {{{content, 0}}};
    sum_ = q * content;
    all_equalities_ = false;
    open_ = 0;
  }

  void finish() { added_ |= add_arithmetic_lemma(context_.pool, context_.table, clause_, {combine_}, false); }

 private:
  LemmaContext& context_;
  BoundAtoms& atoms_;
  Integer slack_;   // how much may be given away without losing the contradiction
  std::vector<Literal> clause_;
  Combine combine_;
  Polynomial sum_;
  bool all_equalities_ = true;
  std::size_t open_ = 0;
  bool added_ = false;

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

bool add_decomposed_conflict(LemmaContext& context, BoundAtoms& atoms, const ArithmeticConflict& conflict,
                             const std::function<bool(Literal)>& is_fixed) {
  if (conflict.goal || conflict.instructions.size() != 1 || conflict.tags.size() < least_open_parts ||
      conflict.tags.size() > most_parts)
    return false;
  const auto* combine = std::get_if<Combine>(&conflict.instructions[0]);
  if (!combine) return false;
  std::vector<Part> parts;
  Polynomial total;
  std::size_t open = 0;
  for (const Combine::Part& summand : combine->parts) {
    parts.push_back(part_of(context, conflict.tags[summand.fact], summand.multiplier));
    parts.back().is_fixed = is_fixed(parts.back().literal);
    open += parts.back().is_fixed ? 0 : 1;
    total.add_multiple(summand.multiplier, parts.back().fact);
  }
  if (open < least_open_parts || !total.is_constant() || total.constant().sign() >= 0) return false;
  order_parts(parts);
  Chain chain(context, atoms, -total.constant() - Integer(1));
  for (const Part& part : parts) {
    open -= part.is_fixed ? 0 : 1;
    chain.take(part);
    if (open > 0 && chain.can_cut()) chain.cut();
  }
  chain.finish();
  return chain.added();
}

}   // namespace plato
