// Parallel composition: par for i in a..b { … }, and par { … } and { … }.
#pragma once

#include "source/syntax_tree.hpp"
#include "source/token_stream.hpp"

namespace plato {

// Whether it begins here. `par` is a name where an assignment, a call or a label begins with it.
bool at_par(const TokenStream& tokens);

// The statement at its first word. Throws `SyntaxFault` after reporting.
SyntaxStatement parse_par(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth);

// Programs may have predicates and procedures that are called `parent_of`, `number_of` or `pair`, so only when all of
// them are known are these words about branches and pairs.
void find_known_functions(SyntaxTree& tree);

}   // namespace plato
