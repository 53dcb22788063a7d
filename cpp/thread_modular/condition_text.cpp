// See condition_text.hpp.

#include "thread_modular/condition_text.hpp"

#include <fmt/format.h>

#include "core/core_text.hpp"

namespace plato {
namespace {

using Kind = ConditionOrigin::Kind;

std::string label_text(const CoreProgram& core, const ConditionOrigin& origin) {
  const StatementProvenance& statement = core.provenance.statements.at(origin.statement - 1);
  if (statement_of(core.program, origin.statement).kind == CoreStatement::Kind::atomic)
    return fmt::format("'{}' (line {})", statement.assertion_text, statement.assertion_place.line);
  return fmt::format("'{}' (line {})", statement.text, statement.where.line);
}

bool is_loop(const CoreProgram& core, const ConditionOrigin& origin) {
  return statement_of(core.program, origin.statement).kind == CoreStatement::Kind::loop;
}

}   // namespace

std::string condition_text(const CoreProgram& core, const ConditionOrigin& origin) {
  if (origin.kind == Kind::invariant_initially) return "the invariant holds in every initial store";
  if (origin.kind == Kind::environment_preserves) return "what the program relies on preserves the invariant";
  if (origin.kind == Kind::postconditions)
    return "when all threads have ended, what they ensure implies what the program ensures";
  const std::string& name = core.program.families.at(origin.family).name;
  switch (origin.kind) {
    case Kind::rely_reflexive: return fmt::format("the rely of thread '{}' is reflexive", name);
    case Kind::rely_transitive: return fmt::format("the rely of thread '{}' is transitive", name);
    case Kind::guarantee_reflexive: return fmt::format("the guarantee of thread '{}' is reflexive", name);
    case Kind::guarantee_implies: {
      const CoreFamily& other = core.program.families.at(origin.other);
      if (origin.family != origin.other)
        return fmt::format("what thread '{}' guarantees, thread '{}' may rely on", name, other.name);
      if (is_given_thread(core.program, other))
        return fmt::format("no other thread '{}' relies on its guarantee", name);
      return fmt::format("what a thread '{}' guarantees, every other one may rely on", name);
    }
    case Kind::thread:
      return fmt::format("thread '{}' does not go wrong from any initial store, {}", name,
                         is_trivial(core.program, core.outline.families.at(origin.family).post)
                             ? "and keeps its guarantee"
                             : "keeps its guarantee, and ends where what it ensures holds");
    case Kind::step: {
      const StatementProvenance& step = core.provenance.statements.at(origin.statement - 1);
      return fmt::format(
          "where {} holds, '{}' (line {}) does not go wrong, keeps the guarantee, and leads to the next assertion",
          label_text(core, origin), step.text, step.where.line);
    }
    case Kind::environment_implies: return fmt::format("what the program relies on, thread '{}' may rely on", name);
    case Kind::guarantee_kept: return fmt::format("what thread '{}' guarantees, the program may guarantee", name);
    case Kind::post_stable: return fmt::format("no other thread makes what thread '{}' ensures false", name);
    case Kind::after:
      return fmt::format("thread '{}' does not go wrong after {} {}", name,
                         is_loop(core, origin) ? "the loop" : "the assertion", label_text(core, origin));
    case Kind::body:
      return fmt::format("the body of the loop {} does not go wrong and preserves its invariant",
                         label_text(core, origin));
    case Kind::stable:
      return fmt::format("no other thread makes {} {} false",
                         is_loop(core, origin) ? "the invariant of" : "the assertion", label_text(core, origin));
    case Kind::invariant_preserved: return fmt::format("the guarantee of thread '{}' preserves the invariant", name);
    case Kind::invariant_initially:
    case Kind::environment_preserves:
    case Kind::postconditions: break;
  }
  return {};
}

SourceRange condition_place(const CoreProgram& core, const ConditionOrigin& origin) {
  if (origin.kind == Kind::environment_preserves) return place_of(core.provenance.relies);
  if (origin.kind == Kind::postconditions) return place_of(core.provenance.ensures);
  if (origin.kind == Kind::invariant_initially) return place_of(core.provenance.invariants);
  if (origin.kind == Kind::post_stable) return place_of(core.provenance.families.at(origin.family).ensures);
  if (origin.kind == Kind::stable &&
      core.program.statements.at(origin.statement - 1).kind == CoreStatement::Kind::atomic)
    return core.provenance.statements.at(origin.statement - 1).assertion_place;
  if (origin.statement != 0) return core.provenance.statements.at(origin.statement - 1).where;
  return core.provenance.families.at(origin.family).where;
}

std::string_view status_word(ConditionResult::Status status) {
  constexpr std::string_view words[] = {"proved", "fails", "uncertified", "unknown", "not-tried"};
  return words[static_cast<std::size_t>(status)];
}

}   // namespace plato
