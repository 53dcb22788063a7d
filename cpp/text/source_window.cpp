// Cuts the source window out of a text of any bytes.
#include "text/source_window.hpp"

namespace plato {

std::string source_window(std::string_view text, std::size_t line, std::size_t column) {
  if (line == 0 || column == 0) return {};
  std::size_t begin = 0;
  for (std::size_t current = 1; current < line; ++current) {
    const std::size_t feed = text.find('\n', begin);
    if (feed == std::string_view::npos) return {};
    begin = feed + 1;
  }
  const std::string_view whole = text.substr(begin, text.find('\n', begin) - begin);
  if (column > whole.size() + 1) return {};

  constexpr std::size_t shown_before = 60;
  constexpr std::size_t shown_after = 40;
  const std::size_t at = column - 1;
  const std::size_t from = at > shown_before ? at - shown_before : 0;
  const std::string_view part = whole.substr(from, at - from + shown_after);

  std::string shown = from > 0 ? "…" : "";
  for (const char c : part) shown += c >= ' ' && c <= '~' ? c : '?';
  if (from + part.size() < whole.size()) shown += "…";
  const std::string number = std::to_string(line);
  const std::string indent(number.size(), ' ');
  const std::string offset(at - from + (from > 0 ? 1 : 0), ' ');
  return " " + number + " | " + shown + "\n " + indent + " | " + offset + "^\n";
}

}   // namespace plato
