// The certificate's rules j, q 3 and o; see term_lemmas.hpp.

#include "search/term_lemmas.hpp"
#include "search/clausification.hpp"

namespace plato {

// X = ite L T U: L implies X = T, and ¬L implies X = U.
bool define_choice(LemmaContext& context, TermId choice, bool is_map) {
  const Term t = context.table[choice];
  const Literal condition = t.operand[0];
  bool is_new = false;
  for (std::int32_t branch = 0; branch < 2; ++branch) {
    const TermId chosen = t.term(branch == 0 ? 1 : 2);
    const Literal equal = is_map ? map_equality(context, choice, chosen) : equality(context, choice, chosen, true);
    const Literal clause[] = {branch == 0 ? -condition : condition, equal};
    is_new |= add_lemma(context.pool, context.table, {.rule = LemmaRule::if_then_else, .number = branch}, clause);
  }
  return is_new;
}

bool show_difference(LemmaContext& context, FormulaId maps) {
  FormulaTable& table = context.table;
  const TermId a = table.left(maps), b = table.right(maps);
  if (a == b) {   // q 4: a map equals itself
    const Literal clause[] = {literal_of(maps)};
    return add_lemma(context.pool, table, {.rule = LemmaRule::map_axiom, .number = 4}, clause);
  }
  const TermId index = table.binary(TermKind::difference, a, b);
  const Literal same =
      equality(context, table.binary(TermKind::select, a, index), table.binary(TermKind::select, b, index), false);
  const Literal clause[] = {literal_of(maps), -same};
  return add_lemma(context.pool, table, {.rule = LemmaRule::map_axiom, .number = 3}, clause);
}

bool open_universal(LemmaContext& context, FormulaId all) {
  FormulaTable& table = context.table;
  const TermId witness = table.witness(all);
  const Literal instance = instantiate(table, table.operands(all)[0], witness);
  const Literal clause[] = {literal_of(all), -instance};
  return add_lemma(context.pool, table, {.rule = LemmaRule::opening, .formula = all, .term = witness}, clause);
}

bool add_term_lemmas(LemmaContext& context, const GroundTerms& terms, std::span<const Literal> literals,
                     std::vector<bool>& is_done) {
  is_done.resize(context.table.term_count() + 1);
  bool is_new = false;
  for (const bool is_map : {false, true})
    for (TermId choice : is_map ? terms.map_choices : terms.choices) {
      if (is_done[choice]) continue;
      is_done[choice] = true;
      is_new |= define_choice(context, choice, is_map);
    }
  for (Literal literal : literals) {
    if (literal > 0) continue;
    const FormulaId formula = formula_of(literal);
    const FormulaKind kind = context.table[formula].kind;
    if (kind == FormulaKind::map_eq) is_new |= show_difference(context, formula);
    if (kind == FormulaKind::all) is_new |= open_universal(context, formula);
  }
  return is_new;
}

}   // namespace plato
