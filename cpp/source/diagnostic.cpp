// Sorting and showing diagnostics; see diagnostic.hpp.

#include "source/diagnostic.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "text/source_window.hpp"

namespace plato {
namespace {

auto position(const SourceRange& where) { return std::tuple(where.line, where.column); }

// How many characters must be inserted, deleted, replaced or swapped with their neighbour (Damerau).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

}   // namespace

void sort_diagnostics(Diagnostics& diagnostics) {
  std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& d) { return position(d.where); });
  const auto same = std::ranges::unique(diagnostics, {}, [](const Diagnostic& d) { return position(d.where); });
  diagnostics.erase(same.begin(), same.end());
}

std::string render(const Diagnostics& diagnostics, std::string_view file, std::string_view text) {
  std::string out;
  for (const Diagnostic& d : std::span(diagnostics).first(std::min(diagnostics.size(), most_shown))) {
    out += message_at(d.where, "error", d.message, file, text);
    if (d.other_place.line != 0) out += message_at(d.other_place, "note", d.other_message, file, text);
    if (!d.help.empty()) out += "help: " + d.help + "\n";
  }
  if (diagnostics.size() > most_shown)
    out += std::string(file) + ": and " + std::to_string(diagnostics.size() - most_shown) + " more errors\n";
  return out;
}

std::string message_at(const SourceRange& where, std::string_view kind, std::string_view message, std::string_view file,
                       std::string_view text) {
  std::string out(file);
  if (where.line != 0) out += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  out += ": " + std::string(kind) + ": " + std::string(message) + "\n";
  return where.line == 0 ? out : out + source_window(text, where.line, where.column);
}

std::string most_similar(std::string_view name, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 60;   // of a name that anybody would mistype
  if (name.size() > longest) return {};
  std::string best;
  std::size_t best_distance = name.size() <= 2 ? 1 : name.size() <= 5 ? 2 : 3;
  if (name.size() <= 1) return {};
  for (const std::string& candidate : names) {
    if (candidate.size() > longest || candidate == name) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance || (distance == best_distance && best.empty())) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}   // namespace plato
