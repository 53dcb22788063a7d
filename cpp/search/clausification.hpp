// What formulas imply, clause by clause: the definition clauses of the certificate format, on demand.
//
// A literal that occurs in a clause may become true; then what it says must become true as well. That takes only the
// definition clauses of one direction (Plaisted and Greenbaum, "A structure-preserving clause form translation", 1986).
#pragma once

#include <span>

#include "search/lemma.hpp"

namespace plato {

// Adds to the pool the definition clauses that let the literals imply what they say, down to the atoms.
void define_literals(LemmaPool& pool, const FormulaTable& table, std::span<const Literal> literals);

// Does not depend on the order of the literals.
std::uint64_t hash_of_clause(std::span<const Literal> clause);

// Adds the lemma with all definitions its literals need, unless the clause is already there; says whether it was new.
bool add_lemma(LemmaPool& pool, const FormulaTable& table, const LemmaReason& reason, std::span<const Literal> clause);
bool add_arithmetic_lemma(LemmaPool& pool, const FormulaTable& table, std::span<const Literal> clause,
                          Derivation derivation, bool is_demanding);

}   // namespace plato
