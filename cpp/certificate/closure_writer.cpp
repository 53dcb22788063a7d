// See closure_writer.hpp; the lines are those of lean/Plato/Closure/Check.lean.

#include "certificate/closure_writer.hpp"

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "certificate/value_lines.hpp"

namespace plato {

namespace {

using Store = std::vector<ModelValue>;

// The program, its initial store and its threads.
std::string write_beginning(const CoreProgram& core, const Store& initial, const std::vector<ScheduleThread>& threads,
                            std::int64_t margin) {
  Hull hull;
  for (const ScheduleThread& thread : threads) hull.add(Integer(thread.identifier));
  for (const ModelValue& value : initial) hull.add(value);
  std::string text = write_specified_program(core) + "by closure\n" + hull.range_line(margin);
  for (std::size_t v = 0; v < core.program.variables.size(); ++v) text += value_line('v', 'V', v, initial[v]);
  text += "run\n";
  for (const ScheduleThread& thread : threads)
    text += "thread " + std::to_string(thread.family) + " " + std::to_string(thread.identifier) + "\n";
  return text;
}

}   // namespace

std::optional<std::string> write_closure_certificate(const CoreProgram& core, const Exploration& exploration,
                                                     const ClosureBounds& bounds) {
  const Schedule& start = exploration.schedule;
  if (!start.parameters.empty() || core.specification.rely || start.stores.empty()) return std::nullopt;
  return write_beginning(core, start.stores[0], start.threads, bounds.margin) + "states " +
         std::to_string(std::min(bounds.states, most_closure_states)) + "\n";
}

std::optional<std::string> write_views_certificate(const CoreProgram& core, const ThreadViews& views,
                                                   std::int64_t margin) {
  if (core.specification.rely || !core.program.parameters.empty()) return std::nullopt;
  const Store& initial = views.stores[0];
  std::string text = write_beginning(core, initial, views.threads, margin);
  for (std::size_t v : views.locals) text += "local " + std::to_string(v) + "\n";
  for (std::size_t g = 1; g < views.stores.size(); ++g) {
    text += "store\n";
    for (std::size_t v = 0; v < initial.size(); ++v)
      if (!std::ranges::binary_search(views.locals, v) && views.stores[g][v] != initial[v])
        text += value_line('v', 'V', v, views.stores[g][v]);
  }
  for (const ThreadViews::Step& step : views.steps)
    text += "step " + std::to_string(step.thread) + " " + std::to_string(step.source) + " " +
            std::to_string(step.target) + "\n";
  text += "views";
  for (std::size_t count : views.views) text += " " + std::to_string(count);
  return text + "\n";
}

}   // namespace plato
