// From the text of a program to core Plato: all stages of the front end in order.
#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <tl/expected.hpp>

#include "core/core_program.hpp"
#include "source/diagnostic.hpp"

namespace plato {

// The text may be any bytes. If anything is wrong with it, the diagnostics, sorted by position, say what. Invariants in
// the lines of the proof are proved, and not claimed, as those of ghosts.
tl::expected<CoreProgram, Diagnostics> read_program(std::string_view text,
                                                    const std::set<std::size_t>& lines_of_proof = {});

}   // namespace plato
