// See map_axioms.hpp.

#include "search/map_axioms.hpp"

#include "search/clausification.hpp"

namespace plato {
namespace {

TermId select(LemmaContext& context, TermId map, TermId index) {
  return context.table.binary(TermKind::select, map, index);
}

}   // namespace

bool add_same_in_equal_maps(LemmaContext& context, Literal equal, TermId a, TermId b, TermId index) {
  const Literal same = equality(context, select(context, a, index), select(context, b, index), true);
  const Literal clause[] = {-equal, same};
  return add_lemma(context.pool, context.table, {.rule = LemmaRule::congruence}, clause);
}

bool add_same_below_store(LemmaContext& context, TermId store, TermId index, bool is_same_index) {
  const Term t = context.table[store];
  const Literal same = equality(context, select(context, store, index), select(context, t.term(0), index), true);
  const Literal clause[] = {equality(context, t.term(1), index, is_same_index), same};
  return add_lemma(context.pool, context.table, {.rule = LemmaRule::map_axiom, .number = 1}, clause);
}

bool add_stored_value(LemmaContext& context, TermId store, TermId index) {
  const Term t = context.table[store];
  const Literal same = equality(context, select(context, store, index), t.term(2), true);
  const LemmaReason reason{.rule = LemmaRule::map_axiom, .number = 0};
  if (t.term(1) == index) return add_lemma(context.pool, context.table, reason, std::span(&same, 1));
  const Literal clause[] = {-equality(context, t.term(1), index, true), same};
  return add_lemma(context.pool, context.table, reason, clause);
}

bool add_constant_value(LemmaContext& context, TermId constant, TermId index) {
  const TermId value = context.table[constant].term(0);
  const Literal same = equality(context, select(context, constant, index), value, true);
  return add_lemma(context.pool, context.table, {.rule = LemmaRule::map_axiom, .number = 2}, std::span(&same, 1));
}

bool add_same_at_equal_indices(LemmaContext& context, TermId map, TermId a, TermId b) {
  const Literal same = equality(context, select(context, map, a), select(context, map, b), true);
  const Literal clause[] = {-equality(context, a, b, true), same};
  return add_lemma(context.pool, context.table, {.rule = LemmaRule::congruence}, clause);
}

}   // namespace plato
