// See failure_hints.hpp.

#include "thread_modular/failure_hints.hpp"

#include <fmt/format.h>

#include <set>

namespace plato {
namespace {

std::set<std::int32_t> names_in(const FormulaTable& table, Literal literal) {
  std::set<std::int32_t> names;
  for (const auto& [name, version] : variables_in(table, literal)) names.insert(name);
  return names;
}

const CoreVariable& variable(const Program& program, std::int32_t number) {
  return program.variables[static_cast<std::size_t>(number)];
}
bool is_lock(const Program& program, std::int32_t number) {
  return variable(program, number).type == VariableType::lock;
}

bool is_held(const Counterexample& counterexample, std::int32_t lock, std::int32_t version) {
  const ModelValue holder = counterexample.value(lock, version);
  const auto* identifier = std::get_if<Integer>(&holder);
  return identifier != nullptr && *identifier == counterexample.thread(0);
}

bool is_changed(const Counterexample& counterexample, std::int32_t number, std::int32_t before, std::int32_t after) {
  const ModelValue first = counterexample.value(number, before), second = counterexample.value(number, after);
  const auto* map = std::get_if<MapValue>(&first);
  const auto* other = std::get_if<MapValue>(&second);
  if (map != nullptr && other != nullptr) return !same_map(*map, *other);
  return map == nullptr && other == nullptr && std::get<Integer>(first) != std::get<Integer>(second);
}

}   // namespace

std::string hint_unprotected_change(const Program& program, const Counterexample& counterexample,
                                    const CoreClause& broken, std::int32_t before, std::int32_t after) {
  const std::set<std::int32_t> mentioned = names_in(program.table, broken.formula);
  for (std::int32_t lock : mentioned) {
    if (!is_lock(program, lock) || is_held(counterexample, lock, before)) continue;
    for (std::int32_t changed : mentioned)
      if (!is_lock(program, changed) && is_changed(counterexample, changed, before, after))
        return fmt::format(
            "'{0}' is changed while the thread does not hold '{1}', which protects it there: acquire '{1}' first",
            variable(program, changed).name, variable(program, lock).name);
  }
  return {};
}

std::string hint_unprotected_use(const CoreProgram& core, const Counterexample& counterexample,
                                 const FormulaTable& table, Literal violated, std::span<const CoreClause> relies,
                                 std::int32_t version) {
  const Program& program = core.program;
  const std::set<std::int32_t> used = names_in(table, violated);
  for (const CoreClause& rely : relies) {
    const std::set<std::int32_t> mentioned = names_in(program.table, rely.formula);
    for (std::int32_t lock : mentioned) {
      if (!is_lock(program, lock) || is_held(counterexample, lock, version)) continue;
      for (std::int32_t number : mentioned)
        if (!is_lock(program, number) && used.contains(number))
          return fmt::format(
              "others may have changed '{0}': the rely in line {2} protects it by the lock '{1}', which the thread "
              "does not hold here",
              variable(program, number).name, variable(program, lock).name, rely.where.line);
    }
  }
  return {};
}

}   // namespace plato
