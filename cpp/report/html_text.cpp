// See html_text.hpp.

#include "report/html_text.hpp"

#include "text/utf8_character.hpp"

namespace plato {

std::string escape_html(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const char c = text[0];
    std::size_t length = first_character(text).length;
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else if (c == '\n' || c == '\t')
      out += c;
    else if (length != 0)
      out += text.substr(0, length);
    else
      out += "\xef\xbf\xbd";
    if (length == 0) length = 1;
    text.remove_prefix(length);
  }
  return out;
}

std::string shortened_text(std::string_view text, std::size_t most) {
  std::size_t count = 0, keep = 0;   // bytes of the first most - 1 characters
  for (std::size_t at = 0; at < text.size(); ++count) {
    if (count + 1 == most) keep = at;
    const std::size_t length = first_character(text.substr(at)).length;
    at += length == 0 ? 1 : length;
  }
  return count <= most ? std::string(text) : std::string(text.substr(0, keep)) + "…";
}

}   // namespace plato
