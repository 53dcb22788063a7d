// See module_checker.hpp.

#include "types/module_checker.hpp"

#include <utility>

namespace plato {
namespace {

// What stages add has the place of something that is written, so it is inside where that is.
bool is_inside(const SourceRange& place, const ModuleDeclaration& module) {
  const auto position = [](const SourceRange& where) { return std::pair(where.line, where.column); };
  return position(module.where) < position(place) && position(place) < position(module.end);
}

}   // namespace

void check_modules(const CheckedProgram& program, ExpressionChecker& expressions) {
  if (program.tree.modules.empty()) return;
  for (ExpressionIndex e = 1; e < program.info.size(); ++e) {
    const Symbol& symbol = program.symbols[program.info[e].symbol];
    if (program.info[e].symbol == 0 || symbol.module == 0) continue;
    const ModuleDeclaration& module = program.tree.modules[symbol.module - 1];
    if (is_inside(program.tree[e].where, module)) continue;
    expressions.report(MessageCode::not_known_outside, program.tree[e].where,
                       "'" + symbol.name + "' is private to the module '" + module.name + "'",
                       "use a procedure or a predicate of the module, or declare the variable without 'private'",
                       symbol.where, "it was declared here");
  }
}

}   // namespace plato
