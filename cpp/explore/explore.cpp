// The search; see explore.hpp.
//
// A state is a row: the number of its setting (values of the parameters, threads that run), each thread's location with
// the calls that it is inside of, each variable's value. Rows are numbered in the order they are met, so that the table
// is also the queue.

#include "explore/explore.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <set>

#include "explore/command_outcomes.hpp"
#include "explore/control_locations.hpp"
#include "explore/exploration_bounds.hpp"
#include "explore/exploration_settings.hpp"
#include "explore/state_table.hpp"
#include "explore/thread_symmetry.hpp"
#include "logic/branch_identifiers.hpp"

namespace plato {
namespace {

struct Origin {
  std::uint32_t parent = UINT32_MAX;
  std::uint32_t thread = 0;
  StatementId statement = 0;
  std::uint32_t target = 0;   // the thread's location after it
};

struct Violation {
  Exploration::Verdict verdict = Exploration::Verdict::goes_wrong;
  std::uint32_t state = 0;      // before the step, or the state that breaks the invariant or the postcondition
  std::optional<Origin> step;   // that goes wrong, or breaks the guarantee
  Literal violated = 0;
};

// What a thread of a row is about to do.
struct NextAccess {
  std::uint32_t thread = 0;
  ControlEdge edge{};
  Access access{};
  std::vector<ScheduleInput> inputs{};   // on that way; if they are wanted
};

// Two accesses of different threads, or branches, that are a race: the first one writes.
std::optional<std::pair<const NextAccess*, const NextAccess*>> race_among(const std::vector<NextAccess>& accesses) {
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const NextAccess &one = accesses[j], &other = accesses[i];
      if (!clash(one.access, other.access)) continue;
      if (one.thread == other.thread && one.edge.branches == other.edge.branches) continue;
      return one.access.writes ? std::pair(&one, &other) : std::pair(&other, &one);
    }
  return std::nullopt;
}

class Explorer {
 public:
  Explorer(const Program& program, const Specification& specification, const ExploreOptions& options,
           const StepObserver& observer)
      : program_(program),
        specification_(specification),
        options_(options),
        observer_(observer),
        evaluation_(program, maps_),
        commands_(program, evaluation_, maps_, specification.races),
        control_(program),
        start_(plan_initial_stores(program)) {
    maps_.constant(0);   // map number 0: the value of a ghost, which is never read
    for (const CoreStatement& s : program.statements) {
      has_guesses_.push_back(s.kind == CoreStatement::Kind::atomic && commands_.has_guesses(s.command));
      has_scopes_or_branches_ =
          has_scopes_or_branches_ || s.kind == CoreStatement::Kind::scope || s.kind == CoreStatement::Kind::par;
    }
    evaluation_.limit_work(options.most_work);
    try {
      settings_ = exploration_settings(program, options, evaluation_, maps_, result_.stopped);
    } catch (const OutOfWork&) {
      leave_out_work();
    }
    ExplorationBounds bounds = describe_bounds(program, specification, settings_, values_to_try(program, options),
                                               start_, std::ranges::any_of(has_guesses_, std::identity()));
    result_.tried = std::move(bounds.tried);
    result_.left_out = std::move(bounds.left_out);
    is_reached_.resize(program.statements.size());
    for (std::size_t f = 0; f < program.families.size(); ++f)
      if (runs(f))
        for (StatementId s : operations_of(control_.graph(), f))
          if (!is_blocked(statement_of(program, s))) to_be_reached_.insert(s);   // as the end of `while (true)` is
    for (const ExplorationSetting& s : settings_) most_threads_ = std::max(most_threads_, s.threads.size());
    for (const ExplorationSetting& s : settings_)
      symmetries_.emplace_back(program, specification, maps_,
                               options.uses_symmetry ? s.threads : std::vector<ScheduleThread>(), 1 + most_threads_);
  }

  Exploration run() {
    StateTable table(1 + most_threads_ + program_.variables.size());
    states_ = &table;
    find_odd_families();
    std::optional<Violation> violation;
    try {
      if (options_.only_reaches)
        reach_all();
      else
        violation = search();
    } catch (const OutOfWork&) {
      leave_out_work();
      evaluation_.limit_work(std::numeric_limits<std::uint64_t>::max());   // only the report of what was found is left
    }
    if (!control_.left_out().empty()) leave_out(control_.left_out());
    result_.has_initial_store = table.size() != 0;
    result_.states = table.size();
    result_.seconds = elapsed();
    result_.unreached.assign(to_be_reached_.begin(), to_be_reached_.end());
    if (deadlock_) result_.deadlock = schedule_to({.state = *deadlock_, .step = {}});
    if (violation) {
      result_.verdict = violation->verdict;
      if (violation->violated != 0) result_.violated = violation->violated;
      result_.schedule = schedule_to(*violation);
    } else if (result_.has_initial_store) {
      result_.schedule = schedule_to({.state = 0, .step = {}});
    }
    return std::move(result_);
  }

 private:
  const Program& program_;
  const Specification& specification_;
  const ExploreOptions& options_;
  const StepObserver& observer_;   // may be none
  MapPool maps_;
  ConcreteEvaluation evaluation_;
  CommandRunner commands_;
  ControlLocations control_;
  std::vector<bool> has_guesses_;   // of statement s at s - 1
  bool has_scopes_or_branches_ = false;
  std::vector<ExplorationSetting> settings_;
  std::vector<ThreadSymmetry> symmetries_;   // of the settings
  std::size_t most_threads_ = 0;
  SolutionPlan start_;
  std::vector<bool> is_reached_;
  std::set<StatementId> to_be_reached_;     // operations that no thread has come to yet
  std::optional<std::uint32_t> deadlock_;   // the first state where nothing can be done
  StateTable* states_ = nullptr;
  std::vector<Origin> origins_;
  std::vector<NextAccess> next_accesses_;   // in the state that is expanded
  std::vector<std::int64_t> met_, row_;     // rows that are put together
  Exploration result_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  void leave_out(std::string reason) {
    if (result_.stopped.empty()) result_.stopped = std::move(reason);
  }
  void leave_out_work() { leave_out("the limit on effort was reached"); }
  void leave_out_large() { leave_out("some values do not fit into 64 bits"); }
  // Many threads make states large.
  std::size_t most_states() const {
    constexpr std::size_t most_numbers = 60'000'000;
    return std::min(options_.most_states, most_numbers / (1 + most_threads_ + program_.variables.size()));
  }
  bool is_within_limits(std::uint32_t at) {
    if (states_->size() > most_states()) {
      leave_out("there are more than " + std::to_string(most_states()) + " states");
      return false;
    }
    if (at % 1024 != 0) return true;
    if (options_.progress)
      options_.progress({.states = states_->size(),
                         .transitions = result_.transitions,
                         .bytes = states_->bytes() + origins_.capacity() * sizeof(Origin)});
    if (elapsed() <= options_.most_seconds) return true;
    leave_out("the time is up");
    return false;
  }

  // ---- states

  const ExplorationSetting& setting_of(std::uint32_t state) const {
    return settings_[static_cast<std::size_t>((*states_)[state][0])];
  }
  ConcreteStore store_of(std::uint32_t state) const {
    const auto row = (*states_)[state];
    return ConcreteStore(row.begin() + 1 + static_cast<std::ptrdiff_t>(most_threads_), row.end());
  }
  // Put together in the buffer if the store matters for it.
  std::span<const std::int64_t> domain_of(const ExplorationSetting& s, const ConcreteStore& store,
                                          std::vector<std::int64_t>& buffer) const {
    if (!s.has_quantifiers) return s.domain;
    return buffer = domain_in(program_, s, maps_, store);
  }

  // The row that represents a state, and which thread went where in it.
  std::vector<std::uint32_t> put_together(std::vector<std::int64_t>& row, const ConcreteStore& after) const {
    std::ranges::copy(after, row.end() - static_cast<std::ptrdiff_t>(after.size()));
    const ThreadSymmetry& symmetry = symmetries_[static_cast<std::size_t>(row[0])];
    return symmetry.is_trivial() ? std::vector<std::uint32_t>() : symmetry.normalise(row);
  }

  // Enters a state; a new one must satisfy the invariant and, if all threads have ended, the postcondition.
  std::optional<Violation> meet(std::span<const std::int64_t> row, const ConcreteStore& after,
                                const ExplorationSetting& s, const Origin& origin) {
    met_.assign(row.begin(), row.end());
    put_together(met_, after);
    const auto [number, is_new] = states_->insert(met_);
    if (!is_new) return std::nullopt;
    origins_.push_back(origin);
    if (!specification_.invariant && !specification_.post) return std::nullopt;
    const ConcreteStore store = store_of(number);
    std::vector<std::int64_t> wider;
    const std::span<const std::int64_t> domain = domain_of(s, store, wider);
    const ConcreteModel model{.before = &store, .parameters = s.parameters, .domain = domain};
    if (const auto broken = first_false(specification_.invariant, model))
      return Violation{Exploration::Verdict::breaks_invariant, number, {}, *broken};
    if (!specification_.post || !s.has_all_threads() || !have_ended(number, s)) return std::nullopt;
    if (const auto broken = first_false(specification_.post, model))
      return Violation{Exploration::Verdict::breaks_post, number, {}, *broken};
    return std::nullopt;
  }
  bool have_ended(std::uint32_t state, const ExplorationSetting& s) {
    const auto row = (*states_)[state];
    const ConcreteStore store = store_of(state);
    ControlChoices buffer;
    for (std::size_t t = 0; t < s.threads.size(); ++t)
      if (!choices_at(row[1 + t], s.threads[t], store, s, buffer).may_end) return false;
    return true;
  }
  // In the buffer, unless they never change.
  const ControlChoices& choices_at(std::int64_t location, const ScheduleThread& thread, const ConcreteStore& store,
                                   const ExplorationSetting& s, ControlChoices& buffer) {
    const OwnValues own{maps_, store, thread.identifier};
    const auto here = static_cast<std::uint32_t>(location);
    try {
      const ControlChoices& choices = control_.at(here, &own);
      if (!has_scopes_or_branches_) return choices;
      buffer = choices;
      std::erase_if(buffer.edges, [&](ControlEdge& edge) { return !find_branches(here, own, edge, s); });
    } catch (const TooLarge&) {
      leave_out_large();
      buffer = {.edges = {}, .are_all = false};
    }
    return buffer;
  }
  // Where a `par` leads, if it is one; false if it has too many branches.
  bool find_branches(std::uint32_t location, const OwnValues& own, ControlEdge& edge, const ExplorationSetting& s) {
    const CoreStatement& par = statement_of(program_, edge.statement);
    if (par.kind != CoreStatement::Kind::par) return true;
    const std::int64_t tid = identifier_of(own.thread, edge);
    const ConcreteModel model{.before = &own.store, .tid = tid, .parameters = s.parameters, .domain = s.domain};
    const std::int64_t first = evaluation_.number(par.low, model), last = evaluation_.number(par.high, model);
    std::int64_t count = 0;
    const bool is_long = first <= last && (__builtin_sub_overflow(last, first, &count) ||
                                           count >= static_cast<std::int64_t>(most_branches));
    if (is_long || control_.is_deep(edge)) {
      leave_out(is_long ? "a 'par' has more than " + std::to_string(most_branches) + " branches"
                        : "branches are nested too deeply");
      return false;
    }
    edge.target = control_.fork(location, edge, first, last);
    edge.first = first;
    edge.last = last;
    return true;
  }
  // Of the thread, or of its branch that the step is of. Throws `TooLarge`.
  std::int64_t identifier_of(std::int64_t thread, const ControlEdge& edge) const {
    Integer identifier = thread;
    for (std::int64_t number : edge.branches) identifier = branch_of(identifier, number);
    if (!identifier.is_small()) throw TooLarge{};
    return identifier.small();
  }

  // The first conjunct that is false, or nothing; nothing if there is no formula.
  std::optional<Literal> first_false(const std::optional<Literal>& whole, const ConcreteModel& model) {
    if (!whole) return std::nullopt;
    try {
      return evaluation_.first_false(*whole, model);
    } catch (const TooLarge&) {
      leave_out_large();
      return std::nullopt;
    }
  }

  // Depth first, which reaches the end of the program soonest; and in turns breadth first, since a thread that never
  // ends may lead ever deeper.
  void reach_all() {
    constexpr std::size_t few_stores = 50;
    start(few_stores);
    std::vector<std::uint32_t> open(states_->size());
    std::iota(open.begin(), open.end(), 0U);
    std::vector<bool> is_expanded;
    std::uint32_t first = 0;   // all states before it are expanded
    for (bool goes_deep = true; !open.empty() && !to_be_reached_.empty() && is_within_limits(0);
         goes_deep = !goes_deep) {
      is_expanded.resize(states_->size());
      while (!open.empty() && is_expanded[open.back()]) open.pop_back();
      while (first < is_expanded.size() && is_expanded[first]) ++first;
      if (open.empty()) return;
      const std::uint32_t at = goes_deep ? open.back() : first;
      is_expanded[at] = true;
      const std::size_t known = states_->size();
      expand(at);
      for (std::size_t state = known; state < states_->size(); ++state)
        open.push_back(static_cast<std::uint32_t>(state));
    }
  }

  std::optional<Violation> search() {
    std::optional<Violation> violation = start();
    std::vector<std::uint32_t> depths(states_->size(), 0);
    for (std::uint32_t at = 0; !violation && at < states_->size() && is_within_limits(at); ++at) {
      violation = expand(at);
      depths.resize(states_->size(), depths[at] + 1);
      result_.depth = depths[at];
    }
    return violation;
  }

  std::optional<Violation> start(std::size_t most_stores = SIZE_MAX) {
    std::optional<Violation> violation;
    for (std::size_t i = 0; i < settings_.size() && !violation; ++i) {
      const ExplorationSetting& s = settings_[i];
      std::vector<std::int64_t> row(1 + most_threads_ + program_.variables.size());
      row[0] = static_cast<std::int64_t>(i);
      for (std::size_t t = 0; t < s.threads.size(); ++t) row[1 + t] = control_.start(s.threads[t].family);
      const ConcreteModel model{.parameters = s.parameters, .domain = s.domain};
      std::size_t stores = 0;
      const bool all =
          for_each_solution(program_, start_, evaluation_, maps_, s.bounds, model, [&](const ConcreteStore& store) {
            if (observer_) {
              ConcreteModel seen = model;
              seen.before = seen.after = &store;
              observer_(evaluation_, {.model = seen, .threads = s.threads});
            }
            violation = meet(row, store, s, {});
            if (++stores == most_stores) return false;
            if (states_->size() <= most_states()) return !violation;
            leave_out("there are more than " + std::to_string(most_states()) + " initial states");
            return false;
          });
      if (!all) leave_out_large();
    }
    if (states_->size() == 0) leave_out("no initial store was found within the bounds");
    return violation;
  }

  std::optional<Violation> expand(std::uint32_t at) {
    const ExplorationSetting& s = setting_of(at);
    const ConcreteStore before = store_of(at);
    std::vector<std::int64_t> wider;
    const std::span<const std::int64_t> domain = domain_of(s, before, wider);
    const std::size_t transitions = result_.transitions;
    next_accesses_.clear();
    bool is_certain = true;   // a step that is not found is not there
    ControlChoices buffer;
    for (std::uint32_t t = 0; t < s.threads.size(); ++t) {
      const ControlChoices& choices = choices_at((*states_)[at][1 + t], s.threads[t], before, s, buffer);
      is_certain = is_certain && choices.are_all;
      for (const ControlEdge& edge : choices.edges) {
        if (auto violation = take(at, t, edge, s, before, domain)) return violation;
        is_certain = is_certain && !has_guesses_[edge.statement - 1];
      }
    }
    const bool is_stuck =
        result_.transitions == transitions && is_certain && !s.has_quantifiers && !specification_.rely;
    if (is_stuck && !deadlock_ && !have_ended(at, s)) deadlock_ = at;
    if (!race_among(next_accesses_)) return std::nullopt;
    return Violation{.verdict = Exploration::Verdict::has_race, .state = at, .step = {}};
  }

  std::optional<Violation> take(std::uint32_t at, std::uint32_t thread, const ControlEdge& edge,
                                const ExplorationSetting& s, const ConcreteStore& before,
                                std::span<const std::int64_t> domain) {
    const Origin origin{at, thread, edge.statement, edge.target};
    ConcreteModel model{.before = &before,
                        .tid = identifier_of(s.threads[thread].identifier, edge),
                        .parameters = s.parameters,
                        .domain = domain};
    std::optional<Violation> violation;
    const auto current = (*states_)[at];
    row_.assign(current.begin(), current.end());
    row_[1 + thread] = edge.target;
    const bool all = for_each_outcome(edge, {s, model.tid, before, domain}, [&](const CommandOutcome& outcome) {
      ++result_.transitions;
      reach(edge.statement);
      model.after = &outcome.store;
      if (!outcome.violated)
        for (const Access& access : outcome.accesses)
          next_accesses_.push_back({.thread = thread, .edge = edge, .access = access});
      if (observer_ && !outcome.violated)
        observer_(evaluation_, {.model = model, .threads = s.threads, .actor = thread});
      if (outcome.violated)
        violation = Violation{Exploration::Verdict::goes_wrong, at, origin, *outcome.violated};
      else if (const auto promise = first_false(specification_.guarantee, model))
        violation = Violation{Exploration::Verdict::breaks_guarantee, at, origin, *promise};
      else
        violation = meet(row_, outcome.store, s, origin);
      return !violation;
    });
    if (!all) leave_out_large();
    return violation;
  }

  // Of an operation, of the end of a scope, or of branches that start.
  bool for_each_outcome(const ControlEdge& edge, const CommandStart& start, const CommandRunner::Found& found) {
    const CoreStatement& s = statement_of(program_, edge.statement);
    if (s.kind == CoreStatement::Kind::atomic) return commands_.for_each_outcome(s.command, start, found);
    ConcreteStore after = start.store;
    if (s.kind == CoreStatement::Kind::par) {
      found({.store = after});
      return true;
    }
    const std::span<const std::int64_t> kept = control_.kept_values(edge);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      std::int64_t& map = after[s.variables[i]];
      map = maps_.with(map, start.thread, kept[i]);
    }
    found({.store = after});
    return true;
  }

  void reach(StatementId statement) {
    if (is_reached_[statement - 1]) return;
    is_reached_[statement - 1] = true;
    to_be_reached_.erase(statement);
  }

  // It waits for what is never true.
  bool is_blocked(const CoreStatement& s) const {
    const CoreCommand& c = command_of(program_, s.command);
    return c.kind == CoreCommand::Kind::assume && is_trivial(program_, -c.condition);
  }
  bool runs(std::size_t family) const {
    return std::ranges::any_of(settings_, [&](const ExplorationSetting& s) {
      return std::ranges::find(s.threads, family, &ScheduleThread::family) != s.threads.end();
    });
  }

  // Families without a member, and families that have no end, whatever the parameters are.
  void find_odd_families() {
    for (std::size_t f = 0; f < program_.families.size(); ++f) {
      const bool is_endless =
          std::ranges::all_of(settings_, [&](const ExplorationSetting& s) { return s.is_endless[f]; });
      if (!runs(f)) result_.empty_families.push_back(f);
      if (is_endless && !settings_.empty()) result_.endless_families.push_back(f);
    }
  }

  // ---- the schedule

  Schedule schedule_to(const Violation& violation) {
    const ExplorationSetting& s = setting_of(violation.state);
    Schedule schedule{.threads = s.threads, .parameters = {}, .stores = {}, .steps = {}};
    for (std::size_t i = 0; i < s.parameters.size(); ++i)
      schedule.parameters.push_back(model_value(maps_, s.parameters[i], is_map_type(program_.parameters[i].type)));
    std::vector<std::uint32_t> path;
    for (std::uint32_t state = violation.state; state != UINT32_MAX; state = origins_[state].parent)
      path.push_back(state);
    std::ranges::reverse(path);
    // The states on the way are only like the real ones: run the schedule again. `real[p]` is thread p of the path's
    // row.
    std::vector<std::int64_t> row((*states_)[path[0]].begin(), (*states_)[path[0]].end());
    std::vector<std::uint32_t> real(s.threads.size());
    std::iota(real.begin(), real.end(), 0U);
    schedule.stores.push_back(model_values(program_, maps_, store_of(path[0])));
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Origin& origin = origins_[path[i]];
      const std::uint32_t thread = real[origin.thread];
      real = run_again(row, thread, origin, schedule, (*states_)[path[i]], s);
      schedule.stores.push_back(model_values(program_, maps_, store_in(row)));
    }
    if (violation.verdict == Exploration::Verdict::has_race) result_.race = race_in(row, s);
    if (!violation.step) return schedule;
    const ControlEdge edge = add_step(row, real[violation.step->thread], *violation.step, schedule, s);
    const ConcreteStore before = store_in(row),
                        wrong = go_wrong(before, edge, schedule.steps.back(), violation.verdict, s);
    if (violation.verdict != Exploration::Verdict::goes_wrong || wrong != before)
      schedule.stores.push_back(model_values(program_, maps_, wrong));
    return schedule;
  }
  // The race in a real state.
  std::optional<FoundRace> race_in(const std::vector<std::int64_t>& row, const ExplorationSetting& s) {
    const ConcreteStore store = store_in(row);
    std::vector<std::int64_t> wider;
    const std::span<const std::int64_t> domain = domain_of(s, store, wider);
    std::vector<NextAccess> accesses;
    ControlChoices buffer;
    for (std::uint32_t t = 0; t < s.threads.size(); ++t)
      for (const ControlEdge& edge : ControlChoices(choices_at(row[1 + t], s.threads[t], store, s, buffer)).edges)
        for_each_outcome(edge, {s, identifier_of(s.threads[t].identifier, edge), store, domain},
                         [&](const CommandOutcome& outcome) {
                           if (outcome.violated) return true;
                           for (const Access& access : outcome.accesses)
                             accesses.push_back({t, edge, access, inputs_of(outcome)});
                           return true;
                         });
    const auto found = race_among(accesses);
    if (!found) return std::nullopt;
    const auto party = [&](const NextAccess& next) {
      FoundRace::Party made{.next = {.thread = s.threads[next.thread],
                                     .statement = next.edge.statement,
                                     .calls = control_.calls(next.edge),
                                     .inputs = next.inputs},
                            .writes = next.access.writes};
      made.next.thread.branches = next.edge.branches;
      return made;
    };
    const NextAccess &one = *found->first, &other = *found->second;
    return FoundRace{.variable = one.access.variable,
                     .index = one.access.index ? one.access.index : other.access.index,
                     .first = party(one),
                     .second = party(other)};
  }
  std::vector<ScheduleInput> inputs_of(const CommandOutcome& outcome) const {
    std::vector<ScheduleInput> inputs;
    for (const CommandInput& input : outcome.inputs) {
      ScheduleInput made{
          .kind = input.kind, .variable = input.variable, .value = model_value(maps_, input.value, input.is_map)};
      if (input.present) made.present = std::get<MapValue>(model_value(maps_, *input.present, true));
      inputs.push_back(std::move(made));
    }
    return inputs;
  }

  ConcreteStore store_in(const std::vector<std::int64_t>& row) const {
    return ConcreteStore(row.begin() + 1 + static_cast<std::ptrdiff_t>(most_threads_), row.end());
  }
  // The step of a real thread, and the edge that it goes along.
  ControlEdge add_step(const std::vector<std::int64_t>& row, std::uint32_t thread, const Origin& origin,
                       Schedule& schedule, const ExplorationSetting& s) {
    ControlChoices buffer;
    const std::vector<ControlEdge> edges =
        choices_at(row[1 + thread], s.threads[thread], store_in(row), s, buffer).edges;
    const auto is_it = [&](const ControlEdge& e) {
      return e.statement == origin.statement && e.target == origin.target;
    };
    const ControlEdge edge = *std::ranges::find_if(edges, is_it);
    ScheduleThread taken = s.threads[thread];
    taken.branches = edge.branches;
    schedule.steps.push_back({.thread = taken,
                              .statement = edge.statement,
                              .calls = control_.calls(edge),
                              .first = edge.first,
                              .last = edge.last});
    return edge;
  }
  // Takes the step that leads to a row like `wanted`; the answer says which real thread is which of its threads.
  std::vector<std::uint32_t> run_again(std::vector<std::int64_t>& row, std::uint32_t thread, const Origin& origin,
                                       Schedule& schedule, std::span<const std::int64_t> wanted,
                                       const ExplorationSetting& s) {
    std::vector<std::uint32_t> real(s.threads.size());
    std::iota(real.begin(), real.end(), 0U);
    const ControlEdge edge = add_step(row, thread, origin, schedule, s);
    ScheduleStep& step = schedule.steps.back();
    const ConcreteStore before = store_in(row);
    std::vector<std::int64_t> wider;
    const std::span<const std::int64_t> domain = domain_of(s, before, wider);
    row[1 + thread] = edge.target;
    for_each_outcome(edge, {s, identifier_of(step.thread.identifier, edge), before, domain},
                     [&](const CommandOutcome& outcome) {
                       if (outcome.violated) return true;
                       std::vector<std::int64_t> like = row;
                       const std::vector<std::uint32_t> moved = put_together(like, outcome.store);
                       if (!std::ranges::equal(like, wanted)) return true;
                       std::ranges::copy(outcome.store, row.end() - static_cast<std::ptrdiff_t>(outcome.store.size()));
                       if (!moved.empty()) real = moved;
                       step.inputs = inputs_of(outcome);
                       return false;
                     });
    return real;
  }
  // Where the step goes wrong, or ends against what the program guarantees.
  ConcreteStore go_wrong(const ConcreteStore& before, const ControlEdge& edge, ScheduleStep& step,
                         Exploration::Verdict verdict, const ExplorationSetting& s) {
    ConcreteStore wrong = before;
    std::vector<std::int64_t> wider;
    const std::span<const std::int64_t> domain = domain_of(s, before, wider);
    ConcreteModel model{.before = &before,
                        .tid = identifier_of(step.thread.identifier, edge),
                        .parameters = s.parameters,
                        .domain = domain};
    const bool is_promise = verdict == Exploration::Verdict::breaks_guarantee;
    for_each_outcome(
        edge, {s, identifier_of(step.thread.identifier, edge), before, domain}, [&](const CommandOutcome& outcome) {
          model.after = &outcome.store;
          const bool is_wanted = is_promise ? !outcome.violated && first_false(specification_.guarantee, model)
                                            : outcome.violated.has_value();
          if (!is_wanted) return true;
          wrong = outcome.store;
          step.inputs = inputs_of(outcome);
          return false;
        });
    return wrong;
  }
};

}   // namespace

Exploration explore(const Program& program, const Specification& specification, const ExploreOptions& options) {
  return explore(program, specification, options, {});
}

Exploration explore(const Program& program, const Specification& specification, const ExploreOptions& options,
                    const StepObserver& observer) {
  return Explorer(program, specification, options, observer).run();
}

}   // namespace plato
