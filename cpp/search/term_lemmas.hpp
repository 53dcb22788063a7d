// Lemmas that come with a term or a literal as soon as it is needed: what an `ite` is, where two maps differ, the
// witness of a false universal formula.
#pragma once

#include <span>
#include <vector>

#include "search/candidate.hpp"
#include "search/equality_atoms.hpp"

namespace plato {

// For one of them each; they say whether there was something new.
bool define_choice(LemmaContext& context, TermId choice, bool is_map);
bool show_difference(LemmaContext& context, FormulaId maps);   // maps that are not equal differ at an index
bool open_universal(LemmaContext& context, FormulaId all);     // a false ∀ has a witness for its being false

// Adds them for everything that is met for the first time; says whether there was something new. `is_done` has a flag
// for each term.
bool add_term_lemmas(LemmaContext& context, const GroundTerms& terms, std::span<const Literal> literals,
                     std::vector<bool>& is_done);

}   // namespace plato
