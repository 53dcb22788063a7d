// See html_text.hpp.

#include "html_text.hpp"

#include <cstdint>

namespace plato {
namespace {

// The length of the UTF-8 character that the text starts with; 0 if it starts with none that a page may have.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0U; };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_forbidden = code < 0xa0 || (code >= 0xd800 && code < 0xe000) || (code & 0xfffeU) == 0xfffeU || code > 0x10ffff;
  return code < smallest[length] || is_forbidden ? 0 : length;
}

}   // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const char c = text[0];
    std::size_t length = character_length(text);
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else if (c == '\'') out += "&#39;";
    else if (c == '\n' || c == '\t') out += c;
    else if (length != 0) out += text.substr(0, length);
    else out += "\xef\xbf\xbd";
    if (length == 0) length = 1;
    text.remove_prefix(length);
  }
  return out;
}

std::string shortened_text(std::string_view text, std::size_t most) {
  std::size_t count = 0, keep = 0;   // bytes of the first most - 1 characters
  for (std::size_t at = 0; at < text.size(); ++count) {
    if (count + 1 == most) keep = at;
    const std::size_t length = character_length(text.substr(at));
    at += length == 0 ? 1 : length;
  }
  return count <= most ? std::string(text) : std::string(text.substr(0, keep)) + "…";
}

}   // namespace plato
