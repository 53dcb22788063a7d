// The clauses that say what a map holds at an index, one step each. All say whether the clause is new.
#pragma once

#include "search/equality_atoms.hpp"

namespace plato {

// Maps a and b, which the literal says are equal, hold the same at the index.
bool add_same_in_equal_maps(LemmaContext& context, Literal equal, TermId a, TermId b, TermId index);
// A store and the map below it hold the same, unless its index is this one; `is_same_index` says what is likely.
bool add_same_below_store(LemmaContext& context, TermId store, TermId index, bool is_same_index);
// A store holds its value at its index, which may be written in another way.
bool add_stored_value(LemmaContext& context, TermId store, TermId index);
// A constant map holds its value everywhere.
bool add_constant_value(LemmaContext& context, TermId constant, TermId index);
// Elements of one map at equal indices are equal.
bool add_same_at_equal_indices(LemmaContext& context, TermId map, TermId a, TermId b);

}   // namespace plato
