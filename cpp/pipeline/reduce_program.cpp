// See reduce_program.hpp. The budgets are counted: so many commands, and a first pass for each condition of movers.

#include "pipeline/reduce_program.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "certificate/program_writer.hpp"
#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"
#include "system/processor_time.hpp"

namespace plato {

namespace {

bool is_of_right(const ConditionOrigin& origin) { return origin.rule == "right-mover"; }
bool is_of_left(const ConditionOrigin& origin) { return origin.rule == "left-mover" || origin.rule == "enabled"; }

std::size_t count_commands(const Program& program) {
  return static_cast<std::size_t>(
      std::ranges::count(program.statements, CoreStatement::Kind::atomic, &CoreStatement::kind));
}

bool are_proved(const ProvedConditions& proved) {
  return std::ranges::all_of(proved.results,
                             [](const ConditionResult& r) { return r.status == ConditionResult::Status::proved; });
}

// The commands of all families, each with those of all procedures, in the order of the kernel's conditions.
std::vector<OtherCommand> commands_in_order(const Program& program) {
  std::vector<OtherCommand> all;
  for (std::size_t f = 0; f < program.families.size(); ++f) {
    std::set<StatementId> reached{program.families[f].body};
    for (const CoreProcedure& procedure : program.procedures) reached.insert(procedure.body);
    for (auto s = static_cast<StatementId>(program.statements.size()); s > 0; --s) {
      if (!reached.contains(s)) continue;
      const CoreStatement& statement = statement_of(program, s);
      reached.insert({statement.first, statement.second});
    }
    for (StatementId s : reached)
      if (s != 0 && statement_of(program, s).kind == CoreStatement::Kind::atomic) all.push_back({f, s});
  }
  return all;
}

}   // namespace

std::optional<KnownMovers> find_movers(const CoreProgram& core, const ProveConditionsOptions& limits) {
  // The pairs of commands are looked at one by one.
  constexpr std::size_t most_commands = 40;
  if (!is_reducible(core) || count_commands(core.program) > most_commands) return std::nullopt;
  KnownMovers known{.core = core, .plan = {}};
  known.plan = claim_all_movers(known.core);
  auto asked = ask_for_conditions(write_reduced_program(known.core, known.plan));
  if (!asked) return std::nullopt;
  std::erase_if(asked->conditions, [](const Condition& c) { return !is_of_right(c.origin) && !is_of_left(c.origin); });
  ProveConditionsOptions brief = limits;
  brief.most_failures = std::numeric_limits<std::size_t>::max();
  brief.explains = false;
  const ProvedConditions proved = prove_briefly(known.core.program, *std::move(asked), brief);
  const std::vector<OtherCommand> others = commands_in_order(known.core.program);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pairs;   // of a family and a statement, so far
  for (std::size_t i = 0; i < proved.conditions.size(); ++i) {
    const ConditionOrigin& origin = proved.conditions[i].origin;
    const std::size_t pair = is_of_right(origin) ? pairs[{origin.family, origin.second}]++ : 0;
    if (proved.results[i].status == ConditionResult::Status::proved) continue;
    StatementMover& mover = known.plan.at(origin.second - 1);
    if (is_of_right(origin)) known.conflicts.try_emplace(origin.second, others.at(pair));
    (is_of_right(origin) ? mover.is_right : mover.is_left) = false;
  }
  return known;
}

std::optional<ReducedProgram> prove_by_reduction(const CoreProgram& core, const ProveConditionsOptions& limits) {
  const std::optional<KnownMovers> known = find_movers(core, limits);
  if (!known) return std::nullopt;
  ReducedProgram reduced{.grouped = group_movers(known->core, known->plan), .conditions = {}};
  if (reduced.grouped.blocks == 0) return std::nullopt;
  const std::string text = write_reduced_program(reduced.grouped.core, reduced.grouped.plan);
  auto asked = ask_for_conditions(text);
  if (!asked) return std::nullopt;
  ProveConditionsOptions strict = limits;
  strict.most_failures = 1;
  strict.explains = false;
  const Program& program = reduced.grouped.core.program;
  ProvedConditions brief = prove_briefly(program, *std::move(asked), strict);
  if (has_failure(brief)) return std::nullopt;
  reduced.conditions = prove_at_length(std::move(brief), false, strict);
  if (!are_proved(reduced.conditions)) return std::nullopt;
  reduced.certificate = write_program_certificate(text, reduced.conditions);
  const double start = thread_seconds();
  KernelReport report = check_with_kernel(as_bytes(reduced.certificate));
  reduced.kernel_seconds = thread_seconds() - start;
  if (report.verdict != KernelReport::Verdict::certified) return std::nullopt;
  reduced.claim = std::move(report.message);
  return reduced;
}

}   // namespace plato
