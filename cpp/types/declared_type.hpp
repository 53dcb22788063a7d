// Types as they are declared: what variables of them hold, and what is reported about them.
#pragma once

#include <string>

#include "types/expression_checker.hpp"

namespace plato {

VariableType variable_type(SyntaxType::Kind kind);

// Ranges and lengths are about constants.
void check_type_parts(const SyntaxType& type, ExpressionChecker& expressions);

// An array at one of whose indices statements may go wrong.
bool has_length(const SyntaxType& type);

// Nothing goes wrong because of a ghost, and its first value must be given where not every integer is one.
void check_ghost_type(const std::string& name, const SyntaxType& declared, ExpressionIndex initial,
                      const SourceRange& where, ExpressionChecker& expressions);

}   // namespace plato
