// See closure_writer.hpp; the lines are those of lean/Plato/Closure/Check.lean.

#include "certificate/closure_writer.hpp"

#include <algorithm>
#include <tuple>

#include "certificate/program_writer.hpp"
#include "certificate/value_lines.hpp"
#include "explore/store_solver.hpp"

namespace plato {

namespace {

using Store = std::vector<ModelValue>;

// Variables whose first values are left open, and truth values.
std::string write_value_lines(const Program& program, bool has_truths) {
  std::string text;
  for (std::size_t v = 0; has_truths && v < program.variables.size(); ++v) {
    const CoreVariable& variable = program.variables[v];
    const bool is_truth = variable.type == VariableType::boolean || variable.type == VariableType::bool_map;
    if (is_truth && !variable.is_ghost) text += "bool " + std::to_string(v) + "\n";
  }
  for (const SolutionPlan::Step& step : plan_initial_stores(program).steps) {
    if (step.kind != SolutionPlan::Step::Kind::guess || is_map(program.variables[step.variable])) continue;
    const auto [low, high] = step.range.value_or(std::pair<std::int64_t, std::int64_t>(0, 1));
    text += "open " + std::to_string(step.variable) + " " + std::to_string(low) + " " + std::to_string(high) + "\n";
  }
  return text;
}

// The program, its initial store and its threads.
std::string write_beginning(const CoreProgram& core, const Store& initial, const std::vector<ScheduleThread>& threads,
                            const ClosureBounds& bounds) {
  Hull hull;
  for (const ScheduleThread& thread : threads) hull.add(Integer(thread.identifier));
  for (const ModelValue& value : initial) hull.add(value);
  std::string text = write_specified_program(core) + "by closure\n" + hull.range_line(bounds.margin);
  for (std::size_t v = 0; v < core.program.variables.size(); ++v) text += value_line('v', 'V', v, initial[v]);
  text += "run\n";
  for (const ScheduleThread& thread : threads)
    text += "thread " + std::to_string(thread.family) + " " + std::to_string(thread.identifier) + "\n";
  return text + write_value_lines(core.program, bounds.has_truths);
}

// Of several steps that may be meant the kernel takes the last one, and the views are those of the first exposed
// statement that can be next.
std::vector<ThreadViews::Step> in_reading_order(std::vector<ThreadViews::Step> steps) {
  const auto rank = [](const ThreadViews::Step& s) { return std::tuple(s.source, s.next != 0, -std::int64_t{s.next}); };
  std::ranges::stable_sort(steps, {}, rank);
  return steps;
}

// A shared store and a thread's own values.
std::string place_line(const char* word, const ThreadViews::Place& place) {
  std::string text = word + (" " + std::to_string(place.store));
  for (std::int64_t value : place.own) text += " " + std::to_string(value);
  return text + "\n";
}

}   // namespace

std::optional<std::string> write_closure_certificate(const CoreProgram& core, const Exploration& exploration,
                                                     std::size_t states, const ClosureBounds& bounds) {
  const Schedule& start = exploration.schedule;
  if (!start.parameters.empty() || core.specification.rely || start.stores.empty()) return std::nullopt;
  return write_beginning(core, start.stores[0], start.threads, bounds) + "states " +
         std::to_string(std::min(states, most_closure_states)) + "\n";
}

std::optional<std::string> write_views_certificate(const CoreProgram& core, const ThreadViews& views, std::size_t share,
                                                   const ClosureBounds& bounds) {
  if (core.specification.rely || !core.program.parameters.empty()) return std::nullopt;
  const Store& initial = views.starts[0];
  std::string text = write_beginning(core, initial, views.threads, bounds);
  for (std::size_t v : views.locals) text += "local " + std::to_string(v) + "\n";
  if (views.few) {
    text += "few " + std::to_string(views.few->family) + "\n";
    for (std::size_t v : views.few->identifiers) text += "identifier " + std::to_string(v) + "\n";
    for (std::int64_t n : views.few->constants) text += "constant " + std::to_string(n) + "\n";
  }
  for (std::size_t g = 1; g < views.stores.size(); ++g) {
    text += "store\n";
    for (std::size_t v = 0; v < initial.size(); ++v)
      if (!std::ranges::binary_search(views.locals, v) && views.stores[g][v] != initial[v])
        text += value_line('v', 'V', v, views.stores[g][v]);
  }
  for (const ThreadViews::Step& step : in_reading_order(views.steps)) {
    text +=
        "step " + std::to_string(step.thread) + " " + std::to_string(step.source) + " " + std::to_string(step.target);
    text += step.next == 0 ? "\n" : " " + std::to_string(step.next) + "\n";
  }
  for (const ThreadViews::Activation& activation : views.activations) {
    text += "activation " + std::to_string(activation.thread) + " " + std::to_string(activation.statement) + "\n";
    for (const ThreadViews::Place& place : activation.begins) text += place_line("begin", place);
    for (const ThreadViews::Place& place : activation.ends) text += place_line("end", place);
  }
  text += "views";
  for (std::size_t count : views.views) text += " " + std::to_string(share * count);
  return text + "\n";
}

}   // namespace plato
