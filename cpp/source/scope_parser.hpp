// scope x, y { … }: the thread's own elements of maps are given back at its end.
#pragma once

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// Whether it begins here. `scope` is a name where an assignment, a call or a label begins with it.
bool at_scope(const TokenStream& tokens);

// The statement at its first word. Throws `SyntaxFault` after reporting.
SyntaxStatement parse_scope(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth);

}   // namespace plato
