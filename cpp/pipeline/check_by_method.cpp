// One method and no other; see check_by_method.hpp.

#include "pipeline/check_by_method.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/reduction_plan.hpp"

namespace plato {
namespace {

std::string does_not_prove(Method method) { return fmt::format("the method '{}' does not prove it", name_of(method)); }

SourceRange first_thread(const CoreProgram& core) {
  return core.provenance.families.empty() ? SourceRange{.line = 1, .column = 1} : core.provenance.families[0].where;
}

// Why the method is not for such a program.
std::optional<Message> why_refused(Method method, const CoreProgram& core) {
  if (method != Method::thread_modular && method != Method::procedures && method != Method::reduction)
    return std::nullopt;
  if (!core.provenance.race_free.empty())
    return Message{.code = MessageCode::method,
                   .where = core.provenance.race_free[0],
                   .text = fmt::format("the method '{}' knows nothing of races", name_of(method)),
                   .help = {"'assume-guarantee' and 'all-states' do; or leave out 'race-free'"}};
  const auto stated = std::ranges::find_if(core.provenance.specifications, [](const auto& s) { return s.has_value(); });
  const bool has_one = stated != core.provenance.specifications.end();
  if (method == Method::reduction) return std::nullopt;
  if (method == Method::thread_modular && has_one)
    return Message{.code = MessageCode::method,
                   .where = (*stated)->where,
                   .text = "the method 'thread-modular' knows no specifications of procedures",
                   .help = {"'procedures' does"}};
  if (method == Method::procedures && !has_one)
    return Message{
        .code = MessageCode::method,
        .where = first_thread(core),
        .text = "the method 'procedures' is for programs with specifications of procedures, and this has none",
        .help = {"'thread-modular' is for those without"}};
  return why_unprovable(core);
}

Unprovable not_by(Method method, Message reason, std::optional<ExploredProgram> explored = {}) {
  return {.reason = std::move(reason), .explored = std::move(explored), .heading = does_not_prove(method)};
}

Outcome by_views(const Read& read, const CheckOptions& options) {
  ClosingAttempt attempt = close_by_views(read.core, options.deadline.seconds_left());
  if (attempt.closed) return certified_by_closure(read, *std::move(attempt.closed), {}, options);
  Message reason{.code = MessageCode::method,
                 .where = first_thread(read.core),
                 .text = "what the threads do is not enough, each by itself"};
  if (!attempt.grew.empty()) reason.text = "there is too much to see: " + attempt.grew;
  if (!attempt.reason.empty()) reason.help.push_back("the reason: " + attempt.reason);
  tell_way(read.core, attempt, reason);
  reason.help.emplace_back("'all-states' runs all threads together");
  return not_by(Method::assume_guarantee, std::move(reason));
}

Outcome by_exploration(Method method, const Read& read, const CheckOptions& options) {
  ExploreOptions within = options.explore;
  within.most_seconds = std::min(within.most_seconds, options.deadline.seconds_left());
  ExploredProgram explored = explore_program(read.core, within);
  if (explored.is_refuted) return Refuted{.failures = {}, .explored = std::move(explored)};
  if (explored.closed && explored.closed->kind == ClosedProgram::Kind::states && method == Method::all_states)
    return certified_by_closure(read, *std::move(explored.closed), {}, options);
  Message reason{
      .code = MessageCode::method, .where = first_thread(read.core), .text = "an exploration proves nothing by itself"};
  if (method == Method::all_states) {
    reason.text = "not all that the program can do was seen";
    if (!explored.claim.empty()) reason.help.push_back("the kernel: " + explored.claim);
    for (const std::string& rest : explored.exploration.left_out) reason.help.push_back("left out: " + rest);
  } else {
    reason.help.emplace_back("it finds schedules that show a program wrong; other methods prove that there are none");
  }
  if (is_wrong(explored)) reason.text = "the program is wrong";
  return not_by(method, std::move(reason), std::move(explored));
}

}   // namespace

Checked check_by_method(Read read, Method method, CheckOptions options) {
  const auto ended = [&](Outcome outcome) -> Checked {
    return {.source = std::move(read.source), .program = std::move(read.core), .outcome = std::move(outcome)};
  };
  if (std::optional<Message> reason = why_refused(method, read.core)) return ended(not_by(method, *std::move(reason)));
  if (method == Method::assume_guarantee) return ended(by_views(read, options));
  if (method == Method::all_states || method == Method::explore) return ended(by_exploration(method, read, options));
  if (method == Method::reduction) {
    if (auto reduced = check_by_reduction(read, options)) return *std::move(reduced);
    Message reason{.code = MessageCode::method,
                   .where = first_thread(read.core),
                   .text = "no steps that move were found which suffice",
                   .help = {"'plato show atomicity' tells which steps move"}};
    if (const auto why = why_irreducible(read.core)) {
      reason.text = "it is not for this program: " + std::string(*why);
      reason.help = {"other methods may prove it: leave out '--method'"};
    } else if (options.deadline.has_passed()) {
      reason.code = MessageCode::time_limit;
      reason.text = "the time limit was reached before steps that move were found";
      reason.help.clear();
    }
    return ended(not_by(method, std::move(reason)));
  }
  options.explore.most_states = 0;   // nothing is run
  return check_by_conditions(std::move(read), {}, options);
}

}   // namespace plato
