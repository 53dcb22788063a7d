// Specifications: the clauses of a procedure, between its header and its '{', of a thread, and of the whole program.
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

// Whether requires, rely, guarantee or ensures is here.
bool at_thread_clause(const TokenStream& tokens);

// Where the clause goes that begins with this word, of a thread or of the program.
template <class Specified>
std::vector<ExpressionIndex>& clause_list(Specified& of, const Token& word) {
  return word.is("requires")    ? of.requires_
         : word.is("rely")      ? of.relies
         : word.is("guarantee") ? of.guarantees
                                : of.ensures;
}

// program { requires e; rely a; guarantee a; ensures e } after `word`, which is the first.
void parse_program_clauses(TokenStream& tokens, SyntaxTree& tree, const Token& word);

// Procedures and predicates may have the name `old`, so only when all of them are known is old(e) a value at a
// procedure's entry.
void find_old_values(SyntaxTree& tree);

}   // namespace plato
