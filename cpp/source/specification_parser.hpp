// The specification of a procedure: the clauses between its header and its '{'.
#pragma once

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// Whether a clause may begin here, or one that belongs to threads alone.
bool at_procedure_clause(const TokenStream& tokens);

// All clauses; what cannot be read is reported, and the next clause is looked for.
ProcedureSpecification parse_procedure_clauses(TokenStream& tokens, SyntaxTree& tree);

// What to say of a clause that stands elsewhere.
inline constexpr const char* place_of_clauses =
    "the clauses of a procedure come between its header and its '{': procedure p() requires e ensures e { … }";

// Procedures and predicates may have the name `old`, so only when all of them are known is old(e) a value at a
// procedure's entry.
void find_old_values(SyntaxTree& tree);

}   // namespace plato
