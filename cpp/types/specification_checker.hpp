// Specifications of procedures: what their clauses may mention, and what they may change.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// The clauses, in which all names of the program are known; what the procedure and its actions may change is kept in
// the program.
void check_specification(std::size_t procedure, CheckedProgram& program, ExpressionChecker& expressions);

// `commit` stands before steps of procedures with actions. `owner` is null for the statements of a thread.
void check_commits(const std::vector<SyntaxIndex>& body, const ProcedureDeclaration* owner, const SyntaxTree& tree,
                   ExpressionChecker& expressions);

}   // namespace plato
