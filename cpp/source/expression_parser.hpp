// Expressions of a Plato program: precedence climbing.
//
// From loose to tight: <==>, ==> (to the right), ||, &&, comparisons (which chain: 0 <= i < n), + -, * div mod, ! and
// -. `forall`, `exists` and `if … then … else` reach as far to the right as they can.
#pragma once

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// Throws `SyntaxFault` after reporting, if there is no expression here or it is nested too deeply.
ExpressionIndex parse_expression(TokenStream& tokens, SyntaxTree& tree);

// What may be assigned to: x, p.field, a[i].
ExpressionIndex parse_place(TokenStream& tokens, SyntaxTree& tree);

// In the parentheses of `if` and `while`, or without parentheses: an expression, `*`, `cas(…)` or `!cas(…)`.
ExpressionIndex parse_condition(TokenStream& tokens, SyntaxTree& tree);

}   // namespace plato
