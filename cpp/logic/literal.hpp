// Literals: what clauses are made of.
#pragma once

#include <cstdint>

namespace plato {

// A formula of a table, or a variable of a propositional problem; if negative, its negation. Never 0.
using Literal = std::int32_t;

}   // namespace plato
