// See division_lemmas.hpp.

#include "search/division_lemmas.hpp"
#include "search/clausification.hpp"

namespace plato {
namespace {

// a div b = 0 and a mod b = a, where b's normal form is 0.
bool define_zero_division(LemmaContext& context, TermId a, TermId b) {
  FormulaTable& table = context.table;
  const TermId quotient = table.binary(TermKind::div, a, b), remainder = table.binary(TermKind::mod, a, b);
  // Fact 0 is the goal's place; the instruction gives fact 1, a - remainder = 0, and fact 2, quotient = 0.
  const Literal is_zero[] = {equality(context, quotient, table.num(0), true)};
  const Literal is_dividend[] = {equality(context, remainder, a, true)};
  const bool is_new =
      add_arithmetic_lemma(context.pool, table, is_zero, {ZeroDivisionFacts{quotient, remainder}}, true);
  return add_arithmetic_lemma(context.pool, table, is_dividend,
                              {ZeroDivisionFacts{quotient, remainder}, Combine{{{1, 1}}}}, true) ||
         is_new;
}

// b = 0 implies a div b = a div 0 and a mod b = a mod 0.
bool relate_to_zero_division(LemmaContext& context, TermId a, TermId b) {
  FormulaTable& table = context.table;
  const TermId zero = table.num(0);
  const Literal vanishes = equality(context, b, zero, false);
  bool is_new = false;
  for (const TermKind kind : {TermKind::div, TermKind::mod}) {
    const Literal clause[] = {-vanishes,
                              equality(context, table.binary(kind, a, b), table.binary(kind, a, zero), false)};
    is_new |= add_lemma(context.pool, table, {.rule = LemmaRule::congruence}, clause);
  }
  return is_new;
}

}   // namespace

bool add_zero_division_lemmas(LemmaContext& context, const GroundTerms& terms) {
  bool is_new = false;
  for (TermId term : terms.divisions) {
    const TermId a = context.table[term].term(0), b = context.table[term].term(1);
    if (context.normal_forms.of(b).is_zero()) is_new |= define_zero_division(context, a, b);
  }
  return is_new;
}

bool add_vanishing_divisor_lemmas(LemmaContext& context, const GroundTerms& terms,
                                  const std::function<bool(const Polynomial&)>& is_zero) {
  bool is_new = false;
  for (TermId term : terms.divisions) {
    const TermId a = context.table[term].term(0), b = context.table[term].term(1);
    const Polynomial divisor = context.normal_forms.of(b);
    if (divisor.is_constant() || !is_zero(divisor)) continue;
    is_new |= relate_to_zero_division(context, a, b);
    is_new |= define_zero_division(context, a, context.table.num(0));
  }
  return is_new;
}

}   // namespace plato
