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
#include "logic/formula_builder.hpp"
#include "system/input_file.hpp"
#include "system/processor_time.hpp"

namespace plato {

namespace {

bool is_of_right(const ConditionOrigin& origin) { return origin.rule == "right-mover"; }
bool is_of_left(const ConditionOrigin& origin) { return origin.rule == "left-mover" || origin.rule == "enabled"; }

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

namespace {

// Asks for the conditions of movers, and takes back what is not proved of those that are claimed.
std::optional<KnownMovers> proved_movers(KnownMovers known, const ProveConditionsOptions& limits) {
  auto asked =
      ask_for_conditions(write_reduced_program(known.core, {{.plan = known.plan, .invariant = known.invariant}}));
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

// Whether the invariant holds initially and all commands keep it.
bool is_kept(const KnownMovers& known, Literal invariant, const ProveConditionsOptions& limits) {
  ReductionPlan plan = known.plan;
  for (StatementMover& mover : plan) mover.is_right = mover.is_left = false;
  auto asked = ask_for_conditions(write_reduced_program(known.core, {{.plan = plan, .invariant = invariant}}));
  if (!asked) return false;
  std::erase_if(asked->conditions,
                [](const Condition& c) { return c.origin.rule != "keeps" && c.origin.rule != "begins"; });
  ProveConditionsOptions brief = limits;
  brief.most_failures = 1;
  brief.explains = false;
  return are_proved(prove_briefly(known.core.program, *std::move(asked), brief));
}

void find_invariant(KnownMovers& known, const ProveConditionsOptions& limits) {
  constexpr std::size_t most_candidates = 4;
  std::vector<Literal> candidates = invariant_candidates(known.core), kept;
  candidates.resize(std::min(candidates.size(), most_candidates));
  for (Literal candidate : candidates)
    if (is_kept(known, candidate, limits)) kept.push_back(candidate);
  if (!kept.empty()) known.invariant = conjunction(known.core.program.table, kept);
}

std::optional<ReducedProgram> prove_grouped(GroupedProgram grouped, const std::optional<Literal>& invariant,
                                            const ProveConditionsOptions& limits) {
  if (grouped.blocks == 0) return std::nullopt;
  ReducedProgram reduced{.grouped = std::move(grouped), .conditions = {}};
  const std::string text =
      write_reduced_program(reduced.grouped.core, {{.plan = reduced.grouped.plan, .invariant = invariant}});
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

}   // namespace

std::optional<KnownMovers> find_movers(const CoreProgram& core, const ProveConditionsOptions& limits) {
  if (why_irreducible(core)) return std::nullopt;
  KnownMovers known{.core = core, .plan = {}};
  known.plan = claim_all_movers(known.core);
  find_invariant(known, limits);
  return proved_movers(std::move(known), limits);
}

std::optional<KnownMovers> find_movers_without_reads(KnownMovers known, const ProveConditionsOptions& limits) {
  // As much stays known as lets the commands move.
  for (const StillKnown still : {StillKnown::at_least, StillKnown::at_most, StillKnown::nothing}) {
    if (forget_what_is_read(known.core, known.plan, still) == 0) {
      if (still == StillKnown::at_least) return std::nullopt;
      break;
    }
    known.conflicts.clear();
    for (std::size_t s = 0; s < known.plan.size(); ++s)
      known.plan[s].is_right = known.plan[s].is_left =
          known.core.program.statements[s].kind == CoreStatement::Kind::atomic;
    auto proved = proved_movers(std::move(known), limits);
    if (!proved) return std::nullopt;
    known = *std::move(proved);
  }
  return known;
}

std::optional<KnownMovers> find_most_movers(const CoreProgram& core, const ProveConditionsOptions& limits) {
  auto known = find_movers(core, limits);
  if (!known) return known;
  auto others = find_movers_without_reads(*known, limits);
  if (others && group_movers(others->core, others->plan).steps > group_movers(known->core, known->plan).steps)
    return others;
  return known;
}

std::optional<ReducedProgram> prove_by_reduction(const CoreProgram& core, const ProveConditionsOptions& limits) {
  const std::optional<KnownMovers> known = find_movers(core, limits);
  if (!known) return std::nullopt;
  GroupedProgram grouped = group_movers(known->core, known->plan);
  if (auto reduced = prove_grouped(grouped, known->invariant, limits)) return reduced;
  const std::optional<KnownMovers> others = find_movers_without_reads(*known, limits);
  if (!others) return std::nullopt;
  return prove_grouped(group_movers(others->core, others->plan), others->invariant, limits);
}

}   // namespace plato
