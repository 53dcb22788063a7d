// See closure_writer.hpp; the lines are those of lean/Plato/Closure/Check.lean.

#include "certificate/closure_writer.hpp"

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "certificate/value_lines.hpp"

namespace plato {

std::optional<std::string> write_closure_certificate(const CoreProgram& core, const Exploration& exploration,
                                                     const ClosureBounds& bounds) {
  const Schedule& start = exploration.schedule;
  if (!start.parameters.empty() || core.specification.rely || start.stores.empty()) return std::nullopt;
  Hull hull;
  for (const ScheduleThread& thread : start.threads) hull.add(Integer(thread.identifier));
  for (const ModelValue& value : start.stores[0]) hull.add(value);
  std::string text = write_specified_program(core) + "by closure\n" + hull.range_line(bounds.margin);
  for (std::size_t v = 0; v < core.program.variables.size(); ++v) text += value_line('v', 'V', v, start.stores[0][v]);
  text += "run\n";
  for (const ScheduleThread& thread : start.threads)
    text += "thread " + std::to_string(thread.family) + " " + std::to_string(thread.identifier) + "\n";
  return text + "states " + std::to_string(std::min(bounds.states, most_closure_states)) + "\n";
}

}   // namespace plato
