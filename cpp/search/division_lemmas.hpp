// What division by 0 means: x div 0 = 0 and x mod 0 = x. Division by anything else is arithmetic's own.
#pragma once

#include <functional>

#include "search/candidate.hpp"
#include "search/equality_atoms.hpp"

namespace plato {

// Adds what is known of the quotients and remainders whose divisor is the numeral 0; says whether anything was new.
bool add_zero_division_lemmas(LemmaContext& context, const GroundTerms& terms);

// The same for divisors that `is_zero` is true of at the moment: if b = 0 then x div b = x div 0, and so on.
bool add_vanishing_divisor_lemmas(LemmaContext& context, const GroundTerms& terms,
                                  const std::function<bool(const Polynomial&)>& is_zero);

}   // namespace plato
