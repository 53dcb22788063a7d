// What is known of the calls under way where a procedure calls itself, directly or through others.
#pragma once

#include "core/lower_expressions.hpp"

namespace plato {

// What a call leaves alone: of every procedure that may have led to it, the thread's own variables, which calls of
// recursive procedures give back, and the maps of the calls that have begun before it. Version 1 is the store in which
// the procedure was entered. A proof needs it wherever it forgets what has happened, and in what the procedure ensures.
Literal earlier_calls_stay(const CheckedProgram& program, std::size_t procedure, const ExpressionLowering& expressions,
                           FormulaTable& table);

// That the call under way is the one that began last, which is so where a recursive procedure is entered.
Literal begins_last_call(const CheckedProgram& program, std::size_t procedure, const ExpressionLowering& expressions,
                         FormulaTable& table);

}   // namespace plato
