// Sorting and showing diagnostics; see diagnostic.hpp.

#include "source/diagnostic.hpp"

#include <algorithm>
#include <span>
#include <tuple>

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
  const auto is_same = [](const Diagnostic& a, const Diagnostic& b) { return position(a.where) == position(b.where); };
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end(), is_same), diagnostics.end());
}

Message message_of(const Diagnostic& diagnostic) {
  Message message{.code = diagnostic.code, .where = diagnostic.where, .text = diagnostic.message};
  if (diagnostic.other_place.line != 0) message.related = {{diagnostic.other_place, diagnostic.other_message}};
  if (!diagnostic.help.empty()) message.help = {diagnostic.help};
  return message;
}

std::string render(const Diagnostics& diagnostics, std::string_view file, std::string_view text) {
  std::string out;
  for (const Diagnostic& d : std::span(diagnostics).first(std::min(diagnostics.size(), most_shown)))
    out += render(message_of(d), "error", file, text);
  if (diagnostics.size() > most_shown)
    out += std::string(file) + ": and " + std::to_string(diagnostics.size() - most_shown) + " more errors\n";
  return out;
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
