// One UTF-8 character after another, in text of any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plato {

struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t length = 0;   // in bytes; 0 if the text starts with no character that can be shown
};

// What the text starts with. Control characters, surrogates and codes that are no characters cannot be shown.
Utf8Character first_character(std::string_view text);

}   // namespace plato
