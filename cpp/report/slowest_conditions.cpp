// See slowest_conditions.hpp.

#include "report/slowest_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "thread_modular/condition_text.hpp"

namespace plato {

std::string slowest_conditions(const CoreProgram& core, const ProvedConditions& proved) {
  constexpr std::size_t most = 10;
  const auto seconds = [&](std::size_t i) { return proved.results[i].z3_seconds + proved.results[i].search_seconds; };
  std::vector<std::size_t> order(proved.conditions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, seconds);
  order.resize(std::min(order.size(), most));
  double all = 0;
  for (std::size_t i = 0; i < proved.results.size(); ++i) all += seconds(i);
  std::string text =
      fmt::format("{} conditions, {:.2f} s of processor time; the longest:\n", proved.results.size(), all);
  for (std::size_t i : order) {
    const ConditionOrigin& origin = proved.conditions[i].origin;
    const SourceRange where = condition_place(core, origin);
    text +=
        fmt::format("  {:7.3f} s  {:11}  {:>5}  condition {}: {}\n", seconds(i), status_word(proved.results[i].status),
                    where.line == 0 ? "" : fmt::format("{}", where.line), i + 1, condition_text(core, origin));
  }
  return text;
}

}   // namespace plato
