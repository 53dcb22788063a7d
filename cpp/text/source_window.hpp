// The line of a file that a message is about, with a caret under the place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plato {

// Two lines, the source line with its number and a caret below the column, each ended by a line feed; both counted from
// 1, the column in bytes. Of a long line only the part around the column is shown, and bytes that are not printable
// ASCII as '?'. Empty if the text has no such line.
std::string source_window(std::string_view text, std::size_t line, std::size_t column);

}   // namespace plato
