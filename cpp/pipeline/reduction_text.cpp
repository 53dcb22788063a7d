// See reduction_text.hpp. Recursion is bounded by the depth of statements.

#include "pipeline/reduction_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/core_text.hpp"

namespace plato {
namespace {

using Kind = CoreStatement::Kind;

std::string_view type_text(const StatementMover& mover) {
  if (mover.is_right) return mover.is_left ? "B" : "R";
  return mover.is_left ? "L" : "N";
}

std::string step_text(const CoreProgram& core, StatementId s) {
  const StatementProvenance& from = core.provenance.statements.at(s - 1);
  return from.text.empty() ? core_command_text(core.program, statement_of(core.program, s).command) : from.text;
}

// The steps of a statement in the order of the text, each with whether it is in a merged statement.
struct Step {
  StatementId statement = 0;
  StatementId within = 0;   // the merged statement, or 0
};
void list_steps(const GroupedProgram& grouped, StatementId s, StatementId within, std::vector<Step>& steps) {
  const CoreStatement& statement = statement_of(grouped.core.program, s);
  if (within == 0 && grouped.plan[s - 1].is_merged) within = s;
  if (statement.kind == Kind::atomic) steps.push_back({s, within});
  if (statement.first != 0) list_steps(grouped, statement.first, within, steps);
  if (statement.second != 0) list_steps(grouped, statement.second, within, steps);
}

void change_commands(CoreProgram& core, ReductionPlan& plan) {
  Program& program = core.program;
  for (StatementId s = 1; s <= program.statements.size(); ++s) {
    if (statement_of(program, s).kind != Kind::atomic) continue;
    const CommandId command = command_in(program, plan, s);
    program.statements[s - 1].command = command;
    plan[s - 1].gate.reset();
    plan[s - 1].replacement.reset();
  }
}

}   // namespace

namespace {

// The steps of a thread's or procedure's body.
std::string steps_text(const KnownMovers& known, const GroupedProgram& grouped, StatementId body) {
  std::string text;
  std::vector<Step> steps;
  list_steps(grouped, body, 0, steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const StatementId old = grouped.origins.at(steps[i].statement - 1);
    const bool is_first = i == 0 || steps[i - 1].within != steps[i].within,
               is_last = i + 1 == steps.size() || steps[i + 1].within != steps[i].within;
    const std::string_view bracket = steps[i].within == 0 ? " " : is_first ? "\\" : is_last ? "/" : "|";
    const StatementMover& mover = known.plan.at(old - 1);
    text += fmt::format("{:>5}  {} {} {}\n", known.core.provenance.statements.at(old - 1).where.line, type_text(mover),
                        bracket, step_text(known.core, old));
    if (mover.is_right || mover.is_left) continue;
    if (const auto conflict = known.conflicts.find(old); conflict != known.conflicts.end())
      text += fmt::format("           not to the right of '{}' of thread {} (line {})\n",
                          step_text(known.core, conflict->second.other),
                          known.core.program.families.at(conflict->second.family).name,
                          known.core.provenance.statements.at(conflict->second.other - 1).where.line);
  }
  return text;
}

}   // namespace

std::string atomicity_text(const KnownMovers& known) {
  const GroupedProgram grouped = group_movers(known.core, known.plan);
  std::string text;
  for (const CoreProcedure& procedure : grouped.core.program.procedures)
    text += fmt::format("procedure {}\n", procedure.name) + steps_text(known, grouped, procedure.body);
  for (const CoreFamily& family : grouped.core.program.families)
    text += fmt::format("thread {}\n", family.name) + steps_text(known, grouped, family.body);
  return text + fmt::format("{} become atomic\n",
                            grouped.blocks == 1
                                ? fmt::format("{} steps in 1 sequence", grouped.steps)
                                : fmt::format("{} steps in {} sequences", grouped.steps, grouped.blocks));
}

std::string reduction_steps_text(const CoreProgram& core, const KnownMovers& known) {
  GroupedProgram grouped = group_movers(known.core, known.plan);
  std::string text = "// the program as written\n" + core_text(core);
  CoreProgram& changed = grouped.core;
  change_commands(changed, grouped.plan);
  text += "\n// with what is asserted for the movers, and what need not be read\n" + core_text(changed);
  for (StatementId s = 1; s <= changed.program.statements.size(); ++s)
    if (grouped.plan[s - 1].is_merged) {
      const CommandId command = merged_command(changed.program, grouped.plan, s);
      changed.program.statements[s - 1] = {.kind = Kind::atomic, .command = command};
    }
  return text + "\n// after reduction\n" + core_text(changed);
}

}   // namespace plato
