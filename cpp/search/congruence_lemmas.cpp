// The certificate's rule c; see congruence_lemmas.hpp.

#include "search/congruence_lemmas.hpp"
#include "search/clausification.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "search/equality_conflicts.hpp"
#include "search/map_lemmas.hpp"

namespace plato {
namespace {

bool add_congruence(LemmaContext& context, TermId first, TermId second) {
  std::vector<Literal> clause;
  for (std::size_t i = 0; i < 2; ++i) {
    const TermId a = context.table[first].term(i), b = context.table[second].term(i);
    if (a != b) clause.push_back(-equality(context, a, b, true));
  }
  clause.push_back(equality(context, first, second, true));
  return add_lemma(context.pool, context.table, {.rule = LemmaRule::congruence}, clause);
}

// That two pairs have the same parts if they are equal, for the parts that differ. That pairs have the same value is
// often a coincidence; it matters where something asks whether they are equal.
bool add_different_parts(LemmaContext& context, Candidate& candidate, TermId first, TermId second) {
  const FormulaTable& table = context.table;
  if (!table.find_relation(FormulaKind::eq, first, second) && !table.find_relation(FormulaKind::eq, second, first))
    return false;
  bool is_new = false;
  for (std::int32_t part = 0; part < 2; ++part) {
    const TermId a = table[first].term(static_cast<std::size_t>(part)),
                 b = table[second].term(static_cast<std::size_t>(part));
    // Nobody may have asked of parts that are pairs whether they are equal, so what they are is told by their own
    // parts.
    if (a == b || index_value(table, candidate, a) == index_value(table, candidate, b)) continue;
    const Literal clause[] = {-equality(context, first, second, false), equality(context, a, b, false)};
    is_new |= add_lemma(context.pool, context.table, {.rule = LemmaRule::map_axiom, .number = 7 + part}, clause);
  }
  return is_new;
}

// Congruence closure: a forest of equalities that grows by those between applications.
class Closure {
 public:
  Closure(LemmaContext& context, std::span<const Literal> literals, EqualityForest forest)
      : context_(context), forest_(std::move(forest)) {
    for (Literal literal : literals) true_.insert(literal);
    add_opposite_inequalities(literals);
  }

  bool run(const GroundTerms& terms) {
    std::ranges::merge(terms.pairs, terms.selects, std::back_inserter(pending_));
    for (TermId term : pending_)
      for (std::size_t i = context_.table[term].kind == TermKind::select ? 1 : 0; i < 2; ++i)
        for (const auto& summand : context_.normal_forms.of(context_.table[term].term(i)).summands())
          users_[summand.monomial].push_back(term);
    // Signatures that are out of date mention what represents nothing any more, so nothing finds them.
    std::unordered_map<Signature, TermId, SignatureHash> first_with;
    for (std::size_t next = 0; next < pending_.size(); ++next) {
      const TermId term = pending_[next];
      const auto [place, is_first] = first_with.try_emplace(signature(term), term);
      if (!is_first && reduced(place->second) != reduced(term)) join(place->second, term);
    }
    return is_new_;
  }

 private:
  // What two applications must have in common: the map or the reduced first part, and the reduced second part.
  struct Signature {
    TermId map;   // 0 for a pair, `of_branch` for what is asked about a branch
    Polynomial first, second;
    bool operator==(const Signature&) const = default;
  };
  struct SignatureHash {
    std::size_t operator()(const Signature& s) const { return (s.first.hash() * 31 + s.second.hash()) * 31 + s.map; }
  };

  LemmaContext& context_;
  EqualityForest forest_;
  std::unordered_set<Literal> true_;
  std::unordered_map<Monomial, std::vector<TermId>> users_;   // applications that have it in an argument
  std::vector<TermId> pending_;                               // applications whose signature is new
  bool is_new_ = false;

  Polynomial reduced(TermId term) { return forest_.reduced(context_.normal_forms.of(term)); }

  Signature signature(TermId term) {
    const Term t = context_.table[term];
    if (t.kind == TermKind::select) return {t.term(0), {}, reduced(t.term(1))};
    constexpr TermId of_branch = UINT32_MAX;
    return {t.kind == TermKind::pair ? 0 : of_branch, reduced(t.term(0)), reduced(t.term(1))};
  }

  // a ≤ b and b ≤ a: an equality like others.
  void add_opposite_inequalities(std::span<const Literal> literals) {
    const FormulaTable& table = context_.table;
    std::unordered_set<std::uint64_t> below;   // pairs a, b with a ≤ b
    for (Literal literal : literals) {
      const FormulaId formula = formula_of(literal);
      if (literal < 0 || table[formula].kind != FormulaKind::le) continue;
      const TermId a = table.left(formula), b = table.right(formula);
      below.insert((std::uint64_t{a} << 32) | b);
      if (a == b || !below.contains((std::uint64_t{b} << 32) | a)) continue;
      const Literal equal = equality(context_, a, b, true);
      is_new_ |= split_disequality(context_, formula_of(equal));
      add_edge(equal);
    }
  }

  void add_edge(Literal equal) {
    for (EqualityForest::Node node : forest_.add(polynomial_of(equal), equal))
      if (const auto users = users_.find(forest_.monomial(node)); users != users_.end())
        pending_.insert(pending_.end(), users->second.begin(), users->second.end());
  }

  const Polynomial& polynomial_of(Literal equal) { return context_.normal_forms.of_sides(formula_of(equal)); }

  // Equal arguments, equal results; and why the arguments are equal.
  void join(TermId first, TermId second) {
    for (std::size_t i = 0; i < 2; ++i) {
      const TermId a = context_.table[first].term(i), b = context_.table[second].term(i);
      if (a != b) show_equal(a, b);
    }
    is_new_ |= add_congruence(context_, first, second);
    add_edge(equality(context_, first, second, true));
  }

  // The lemma by which the forest shows that two terms are equal.
  void show_equal(TermId a, TermId b) {
    const Literal equal = equality(context_, a, b, true);
    if (true_.contains(equal)) return;
    shorten_with_lemmas(context_, forest_, polynomial_of(equal));
    std::vector<Literal> clause;
    Combine combine;
    for (const EqualityForest::Part& part : forest_.explanation(polynomial_of(equal))) {
      if (part.literal == equal) return;
      combine.parts.push_back({part.multiplier, static_cast<FactNumber>(clause.size())});
      clause.push_back(-part.literal);
    }
    if (clause.empty()) return;   // equal by normal form, which the making of the literal has seen to
    clause.push_back(equal);
    is_new_ |= add_arithmetic_lemma(context_.pool, context_.table, clause, {combine}, false);
  }
};

}   // namespace

bool add_closure_lemmas(LemmaContext& context, std::span<const Literal> literals, const GroundTerms& terms,
                        EqualityForest forest) {
  if (terms.selects.size() + terms.pairs.size() < 2) return false;
  return Closure(context, literals, std::move(forest)).run(terms);
}

bool add_congruence_lemmas(LemmaContext& context, Candidate& candidate) {
  bool is_new = false;
  std::map<std::tuple<TermKind, Integer, Integer>, TermId> first_with;   // kind and values of the arguments
  for (const auto* terms : {&candidate.terms.pairs, &candidate.terms.divisions})
    for (TermId term : *terms) {
      const Term& t = context.table[term];
      const auto [place, is_first] =
          first_with.try_emplace({t.kind, candidate.value(t.term(0)), candidate.value(t.term(1))}, term);
      if (!is_first && candidate.value(place->second) != candidate.value(term))
        is_new |= add_congruence(context, place->second, term);
    }
  return is_new;
}

bool add_pair_lemmas(LemmaContext& context, Candidate& candidate) {
  bool is_new = false;
  std::map<Integer, std::vector<TermId>> with_value;
  for (TermId term : candidate.terms.pairs)
    if (context.table[term].kind == TermKind::pair) with_value[candidate.value(term)].push_back(term);
  for (const auto& [value, pairs] : with_value)
    for (std::size_t i = 0; i < pairs.size(); ++i)
      for (std::size_t j = i + 1; j < pairs.size(); ++j)
        is_new |= add_different_parts(context, candidate, pairs[i], pairs[j]);
  return is_new;
}

}   // namespace plato
