// File names as they may be printed. A name may hold any bytes: printed as it is, it could forge a line of an answer or
// send commands to a terminal.
#pragma once

#include <string>
#include <string_view>

namespace plato {

// The name with every control character, every character that changes the direction of writing, and every byte that is
// not UTF-8 written as `\x` and two hexadecimal digits for each byte.
std::string shown_name(std::string_view name);

}   // namespace plato
