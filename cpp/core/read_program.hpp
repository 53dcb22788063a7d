// From the text of a program to core Plato: all stages of the front end in order.
#pragma once

#include <optional>
#include <string_view>

#include "core/core_program.hpp"
#include "source/diagnostic.hpp"

namespace plato {

// The text may be any bytes. None if anything is wrong with it; then `diagnostics`, sorted by position, say what.
std::optional<CoreProgram> read_program(std::string_view text, Diagnostics& diagnostics);

}   // namespace plato
