// The certificate's rule c for pairs, quotients and remainders; see congruence_lemmas.hpp.

#include "congruence_lemmas.hpp"

#include <map>
#include <tuple>

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

}   // namespace

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
