// See split_program.hpp.

#include "batches/split_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/shown_name.hpp"
#include "thread_modular/condition_text.hpp"

namespace plato {

std::vector<Batch> split_conditions(const std::string& path, const CoreProgram& core, const Asked& asked,
                                    std::size_t most) {
  const std::vector<Condition>& conditions = asked.conditions.conditions;
  std::vector<Batch> batches(std::min(most, conditions.size()));
  for (std::size_t part = 0; part < batches.size(); ++part)
    batches[part] = {
        .part = part + 1, .parts = batches.size(), .all = conditions.size(), .conditions = {}, .program = asked.text};
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const SourceRange where = condition_place(core, conditions[i].origin);
    const std::string place = where.line == 0 ? shown_name(path) : fmt::format("{}:{}", shown_name(path), where.line);
    batches[i % batches.size()].conditions.push_back(
        {i + 1, shown_name(fmt::format("{}: {}", place, condition_text(core, conditions[i].origin)))});
  }
  return batches;
}

}   // namespace plato
