// The answer of `check` for people, made of the value that it answers with.
#pragma once

#include <string>

#include "pipeline/checked.hpp"

namespace plato {

// The verdict's word first, then the file; lines end with a line feed.
std::string describe(const std::string& path, const Checked& checked);

}   // namespace plato
