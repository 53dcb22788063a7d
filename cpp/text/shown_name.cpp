// See shown_name.hpp.

#include "text/shown_name.hpp"

#include <cstdint>

#include "text/utf8_character.hpp"

namespace plato {
namespace {

// Line and paragraph separators, and the marks, embeddings, overrides and isolates of writing from right to left.
bool moves_text(std::uint32_t code) {
  return code == 0x61c || (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

}   // namespace

std::string shown_name(std::string_view name) {
  constexpr char digits[] = "0123456789abcdef";
  std::string shown;
  while (!name.empty()) {
    const Utf8Character first = first_character(name);
    const bool is_plain = first.length != 0 && !moves_text(first.code);
    const std::size_t length = first.length == 0 ? 1 : first.length;
    for (const char c : name.substr(0, length)) {
      const auto byte = static_cast<unsigned char>(c);
      if (is_plain)
        shown += c;
      else
        (shown += "\\x") += {digits[byte >> 4U], digits[byte & 15U]};
    }
    name.remove_prefix(length);
  }
  return shown;
}

}   // namespace plato
