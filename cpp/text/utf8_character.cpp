// See utf8_character.hpp.

#include "text/utf8_character.hpp"

namespace plato {

Utf8Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0U;
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, first >= 0x20 && first != 0x7f ? std::size_t{1} : std::size_t{0}};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return {};
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_forbidden =
      code < 0xa0 || (code >= 0xd800 && code < 0xe000) || (code & 0xfffeU) == 0xfffeU || code > 0x10ffff;
  return code < smallest[length] || is_forbidden ? Utf8Character{} : Utf8Character{code, length};
}

}   // namespace plato
