// Equalities between terms that the search makes up itself.
#pragma once

#include "logic/normal_forms.hpp"
#include "search/lemma.hpp"

namespace plato {

// What the makers of lemmas share.
struct LemmaContext {
  FormulaTable& table;
  NormalForms& normal_forms;
  LemmaPool& pool;
  std::vector<Literal>& preferences;   // literals that the Boolean solver should try first
};

// The literal T = U: an existing equality in either orientation, or a new one. An equality between terms that differ by
// a constant is decided at once by a lemma. `is_likely` says how to try it first if it is new.
Literal equality(LemmaContext& context, TermId a, TermId b, bool is_likely);
Literal map_equality(LemmaContext& context, TermId a, TermId b);

// The lemma a = b ∨ ¬(a ≤ b) ∨ ¬(b ≤ a) for the equality formula; says whether it is new.
bool split_disequality(LemmaContext& context, FormulaId equality);

}   // namespace plato
