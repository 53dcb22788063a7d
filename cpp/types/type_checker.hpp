// Names and types of a whole program: every mistake is reported, by position.
#pragma once

#include <optional>

#include "source/diagnostic.hpp"
#include "types/program_symbols.hpp"

namespace plato {

// None if anything was reported.
std::optional<CheckedProgram> check_program(SyntaxTree tree, Diagnostics& diagnostics);

}   // namespace plato
