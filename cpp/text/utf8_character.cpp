// See utf8_character.hpp.

#include "text/utf8_character.hpp"

#include <utf8.h>

namespace plato {
namespace {

// Control characters, and codes that no character has: the last two of each plane. Surrogates are not UTF-8 at all.
bool can_be_shown(std::uint32_t code) {
  const bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  return !is_control && (code & 0xfffeU) != 0xfffeU;
}

}   // namespace

Utf8Character first_character(std::string_view text) {
  try {
    auto end = text.begin();
    const std::uint32_t code = utf8::next(end, text.end());
    return can_be_shown(code) ? Utf8Character{code, static_cast<std::size_t>(end - text.begin())} : Utf8Character{};
  } catch (const utf8::exception&) {
    return {};
  }
}

}   // namespace plato
