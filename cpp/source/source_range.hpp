// Places in a source file.
#pragma once

#include <cstdint>

namespace plato {

// The place in a source file that something comes from.
struct SourceRange {
  std::uint32_t line = 0, column = 0;   // from 1; 0 if it comes from nowhere
  std::uint32_t length = 0;             // in bytes, on that line
};

}   // namespace plato
