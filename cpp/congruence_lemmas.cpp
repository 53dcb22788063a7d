// The certificate's rule c; see congruence_lemmas.hpp.

#include "congruence_lemmas.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

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

// Which terms are equal as far as the true literals say, transitively.
class Classes {
 public:
  TermId find(TermId term) {
    TermId root = term;
    for (auto up = above_.find(root); up != above_.end() && up->second != root; up = above_.find(root)) root = up->second;
    while (term != root) term = std::exchange(above_[term], root);
    return root;
  }
  // The smaller number becomes the representative, so that the result does not depend on the order of calls.
  void join(TermId a, TermId b) {
    a = find(a);
    b = find(b);
    if (a != b) above_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::unordered_map<TermId, TermId> above_;   // a term that is not here is alone
};

// Joins what is equal by a literal, by two opposite inequalities, or by normal form.
void join_equal_terms(LemmaContext& context, std::span<const Literal> literals, const GroundTerms& terms, Classes& classes) {
  const FormulaTable& table = context.table;
  std::unordered_map<Polynomial, TermId> with_polynomial;
  const auto meet = [&](TermId term) {
    const auto [place, is_new] = with_polynomial.try_emplace(context.normal_forms.of(term), term);
    if (!is_new) classes.join(place->second, term);
  };
  for (const auto* list : {&terms.selects, &terms.pairs})
    for (TermId term : *list) {
      const Term& t = table[term];
      meet(term);
      if (t.kind == TermKind::pair) meet(t.term(0));
      meet(t.term(1));
    }
  std::unordered_set<std::uint64_t> below;   // pairs a, b with a ≤ b
  for (Literal literal : literals) {
    const FormulaId formula = formula_of(literal);
    const FormulaKind kind = table[formula].kind;
    if (literal < 0 || (kind != FormulaKind::eq && kind != FormulaKind::le)) continue;
    const TermId a = table.left(formula), b = table.right(formula);
    meet(a);
    meet(b);
    below.insert((std::uint64_t{a} << 32) | b);
    if (kind == FormulaKind::eq || below.contains((std::uint64_t{b} << 32) | a)) classes.join(a, b);
  }
}

}   // namespace

bool add_closure_lemmas(LemmaContext& context, std::span<const Literal> literals, const GroundTerms& terms) {
  if (terms.selects.size() < 2) return false;
  Classes classes;
  join_equal_terms(context, literals, terms, classes);
  // In the order they were made a tower of applications is mostly built from below, so that few passes are enough.
  std::vector<TermId> applications;
  std::ranges::merge(terms.pairs, terms.selects, std::back_inserter(applications));
  bool is_new = false;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    std::map<std::tuple<TermKind, TermId, TermId>, TermId> first_with;   // kind and classes of the arguments
    for (TermId term : applications) {
      const Term t = context.table[term];
      const TermId first = t.kind == TermKind::select ? t.term(0) : classes.find(t.term(0));
      const auto [place, is_first] = first_with.try_emplace({t.kind, first, classes.find(t.term(1))}, term);
      if (is_first || classes.find(place->second) == classes.find(term)) continue;
      is_new |= add_congruence(context, place->second, term);
      classes.join(place->second, term);
      is_changed = true;
    }
  }
  return is_new;
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

}   // namespace plato
