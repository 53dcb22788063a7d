// Smaller programs about which the judges still disagree; see surface_trial.hpp.

#include <sstream>
#include <vector>

#include "surface_trial.hpp"

namespace plato_test::surface {
namespace {

bool still_disagrees(const std::string& source, PlacesRead places) {
  const SurfaceTrial trial = try_surface_program(source, places);
  return trial.plato.program && trial.run && disagreement(trial);
}

std::vector<std::string> lines_of(const std::string& source) {
  std::vector<std::string> lines;
  std::istringstream text(source);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::string without(const std::vector<std::string>& lines, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (i < first || i > last) text += lines[i] + "\n";
  return text;
}

// The end of what begins at this line: the line itself, or the line that closes its block.
std::size_t end_of(const std::vector<std::string>& lines, std::size_t first) {
  const auto indent = [](const std::string& line) { return line.find_first_not_of(' '); };
  if (!lines[first].ends_with("{") && !lines[first].ends_with(")")) return first;
  for (std::size_t i = first + 1; i < lines.size(); ++i)
    if (indent(lines[i]) == indent(lines[first]) && lines[i].ends_with("}")) return i;
  return first;
}

}   // namespace

std::string minimal_disagreement(std::string source, PlacesRead places) {
  if (!still_disagrees(source, places)) return source;
  constexpr int most_tries = 300;
  int tries = 0;
  for (bool got_smaller = true; got_smaller;) {
    got_smaller = false;
    std::vector<std::string> lines = lines_of(source);
    for (std::size_t i = 0; i < lines.size() && tries < most_tries;) {
      const std::string smaller = without(lines, i, end_of(lines, i));
      ++tries;
      if (!still_disagrees(smaller, places)) {
        ++i;
        continue;
      }
      got_smaller = true;
      source = smaller;
      lines = lines_of(source);
    }
  }
  return source;
}

}   // namespace plato_test::surface
