// Procedures: their variables, their statements, and which of them are recursive.
#pragma once

#include "types/expression_checker.hpp"

namespace plato {

// What the statements assign to, `cas` included, but for blocks `ghost`.
std::set<SymbolIndex> assigned_in(const std::vector<SyntaxIndex>& body, const CheckedProgram& program);

// Makes the procedure's parameters, local variables and results known.
void declare_variables_of_procedure(std::size_t procedure, CheckedProgram& program, ExpressionChecker& expressions);

// The statements, in which all names of the program are known.
void check_procedure(std::size_t procedure, CheckedProgram& program, ExpressionChecker& expressions);

// Whether a place, or the index of one, is a variable of the procedure.
bool mention_variables_of(std::size_t procedure, const std::vector<ExpressionIndex>& places,
                          const CheckedProgram& program);

// Which procedures a thread or a procedure may run, and which of them run themselves. Afterwards the program has all
// its variables.
void find_recursion(CheckedProgram& program);

}   // namespace plato
