// See condition_text.hpp.

#include "condition_text.hpp"

#include <fmt/format.h>

namespace plato {
namespace {

using Kind = ConditionOrigin::Kind;

std::string label_text(const CoreProgram& program, const ConditionOrigin& origin) {
  const CoreStatement& statement = program.statements.at(origin.statement - 1);
  return fmt::format("'{}' (line {})", statement.text, statement.where.line);
}

bool is_loop(const CoreProgram& program, const ConditionOrigin& origin) {
  return program.statements.at(origin.statement - 1).kind == CoreStatement::Kind::loop;
}

}   // namespace

std::string condition_text(const CoreProgram& program, const ConditionOrigin& origin) {
  if (origin.kind == Kind::invariant_initially) return "the invariant holds in every initial store";
  const std::string& name = program.families.at(origin.family).name;
  switch (origin.kind) {
    case Kind::rely_reflexive: return fmt::format("the rely of thread '{}' is reflexive", name);
    case Kind::rely_transitive: return fmt::format("the rely of thread '{}' is transitive", name);
    case Kind::guarantee_reflexive: return fmt::format("the guarantee of thread '{}' is reflexive", name);
    case Kind::guarantee_implies: {
      const CoreFamily& other = program.families.at(origin.other);
      const bool is_given = other.members > 0 && program.table[formula_of(other.members)].kind == FormulaKind::eq;
      if (origin.family != origin.other) return fmt::format("what thread '{}' guarantees, thread '{}' may rely on", name, other.name);
      if (is_given) return fmt::format("no other thread '{}' relies on its guarantee", name);
      return fmt::format("what a thread '{}' guarantees, every other one may rely on", name);
    }
    case Kind::thread: return fmt::format("thread '{}' does not go wrong from any initial store, and keeps its guarantee", name);
    case Kind::after:
      return fmt::format("thread '{}' does not go wrong after {} {}", name, is_loop(program, origin) ? "the loop" : "the assertion",
                         label_text(program, origin));
    case Kind::body: return fmt::format("the body of the loop {} does not go wrong and preserves its invariant", label_text(program, origin));
    case Kind::stable:
      return fmt::format("no other thread makes {} {} false", is_loop(program, origin) ? "the invariant of" : "the assertion",
                         label_text(program, origin));
    case Kind::invariant_preserved: return fmt::format("the guarantee of thread '{}' preserves the invariant", name);
    case Kind::invariant_initially: break;
  }
  return {};
}

SourceRange condition_place(const CoreProgram& program, const ConditionOrigin& origin) {
  if (origin.kind == Kind::invariant_initially) return {};
  if (origin.statement != 0) return program.statements.at(origin.statement - 1).where;
  return program.families.at(origin.family).where;
}

std::string_view status_word(ConditionResult::Status status) {
  constexpr std::string_view words[] = {"proved", "fails", "uncertified", "unknown", "not-tried"};
  return words[static_cast<std::size_t>(status)];
}

}   // namespace plato
