// Types of a Plato program, as they are written.
#pragma once

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// Throws `SyntaxFault` after reporting, if there is no type here.
SyntaxType parse_type(TokenStream& tokens);

}   // namespace plato
