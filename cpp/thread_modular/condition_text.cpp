// See condition_text.hpp.

#include "thread_modular/condition_text.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include "core/core_text.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {
namespace {

using Arguments = fmt::dynamic_format_arg_store<fmt::format_context>;

std::string with_line(const std::string& text, const SourceRange& where) {
  return fmt::format("'{}' (line {})", text, where.line);
}
std::string with_line(const CoreProgram& core, const StatementProvenance& from) {
  if (from.procedure == 0) return with_line(from.text, from.where);
  return fmt::format("'{}' (line {}, in procedure '{}')", from.text, from.where.line,
                     procedure_of(core.program, from.procedure).name);
}

// What the names in braces mean.
Arguments arguments_for(const CoreProgram& core, const ConditionOrigin& origin) {
  Arguments arguments;
  const auto add = [&](const char* name, std::string text) { arguments.push_back(fmt::arg(name, std::move(text))); };
  const ProofUnit unit(core, origin.family);
  add("unit", unit.title());
  if (unit.is_procedure())
    add("end", is_trivial(core.program, unit.post()) ? "and ends after all its actions"
                                                     : "and ends after all its actions, where what it ensures holds");
  else
    add("end", is_trivial(core.program, unit.post()) ? "and keeps its guarantee"
                                                     : "keeps its guarantee, and ends where what it ensures holds");
  if (const auto callee = callee_of(origin)) add("callee", procedure_of(core.program, *callee).name);
  if (const auto other = other_family_of(origin)) add("other", core.program.families.at(*other).name);
  const auto statement = statement_of(origin);
  if (!statement) return arguments;
  const StatementProvenance& from = core.provenance.statements.at(*statement - 1);
  const CoreStatement::Kind kind = statement_of(core.program, *statement).kind;
  const bool is_loop = kind == CoreStatement::Kind::loop, is_step = kind == CoreStatement::Kind::atomic;
  add("label", is_step ? with_line(from.assertion_text, from.assertion_place) : with_line(core, from));
  add("step", with_line(core, from));
  add("the", is_loop ? "loop" : "assertion");
  add("asserted", is_loop ? "the invariant of" : "the assertion");
  add("what", is_loop ? "this loop's invariant" : "'" + (is_step ? from.assertion_text : from.text) + "'");
  return arguments;
}

}   // namespace

std::string filled_in(std::string_view sentence, const CoreProgram& core, const ConditionOrigin& origin) {
  return fmt::vformat(sentence, arguments_for(core, origin));
}

std::string condition_text(const CoreProgram& core, const ConditionOrigin& origin) {
  const ConditionRow& row = row_of(origin);
  if (!row.branches_say.empty() && ProofUnit(core, origin.family).is_branches())
    return filled_in(row.branches_say, core, origin);
  if (other_family_of(origin) != origin.family) return filled_in(row.says, core, origin);
  // The other thread is another one of the same family.
  const std::string& name = core.program.families.at(origin.family).name;
  if (is_given_thread(core.program, core.program.families.at(origin.family)))
    return fmt::format("thread '{}' is the only one of its kind, so its guarantee need not imply its own rely", name);
  return fmt::format("the guarantee of a thread '{}' implies the rely of every other one", name);
}

std::span<const CoreClause> clauses_of(const CoreProgram& core, const ConditionOrigin& origin, Stated stated) {
  const Provenance& program = core.provenance;
  const ProofUnit unit(core, origin.family);
  switch (stated) {
    case Stated::nothing: break;
    case Stated::unit_relies: return unit.relies();
    case Stated::unit_guarantees: return unit.guarantees();
    case Stated::unit_ensures: return unit.ensures();
    case Stated::other_relies: return program.families.at(other_family_of(origin).value()).relies;
    case Stated::callee_relies: return program.specifications.at(callee_of(origin).value() - 1).value().relies;
    case Stated::program_relies: return program.relies;
    case Stated::program_guarantees: return program.guarantees;
    case Stated::program_ensures: return program.ensures;
    case Stated::program_invariants: return program.invariants;
  }
  return {};
}

SourceRange condition_place(const CoreProgram& core, const ConditionOrigin& origin) {
  if (const Stated shown_at = row_of(origin).shown_at; shown_at != Stated::nothing) {
    const auto clauses = clauses_of(core, origin, shown_at);
    return clauses.empty() ? SourceRange{} : clauses.front().where;
  }
  const auto statement = statement_of(origin);
  if (!statement) return ProofUnit(core, origin.family).where();
  const StatementProvenance& from = core.provenance.statements.at(*statement - 1);
  const bool is_before_step = statement_of(core.program, *statement).kind == CoreStatement::Kind::atomic;
  return is_before_step && kind_of(origin) == ConditionKind::stable ? from.assertion_place : from.where;
}

std::string_view status_word(ConditionResult::Status status) {
  constexpr std::string_view words[] = {"proved", "fails", "uncertified", "unknown", "not-tried"};
  return words[static_cast<std::size_t>(status)];
}

}   // namespace plato
