// The search; see explore.hpp. States are numbered in the order they are met, so that their table is also the queue.

#include "explore/explore.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <set>

#include "explore/real_schedule.hpp"
#include "explore/state_space.hpp"
#include "explore/state_table.hpp"

namespace plato {
namespace {

// How a state was met.
struct Origin {
  std::uint32_t parent = UINT32_MAX;
  MetStep step{};
};

struct Violation {
  Exploration::Verdict verdict = Exploration::Verdict::goes_wrong;
  std::uint32_t state = 0;       // before the step, or the state that breaks the invariant or the postcondition
  std::optional<MetStep> step;   // that goes wrong, or breaks the guarantee
  Literal violated = 0;
};

class Explorer {
 public:
  Explorer(const Program& program, const Specification& specification, const ExploreOptions& options,
           const StepObserver& observer)
      : program_(program),
        specification_(specification),
        options_(options),
        observer_(observer),
        space_(program, specification, options),
        states_(space_.row_size()) {
    ExplorationBounds bounds = space_.bounds();
    result_.tried = std::move(bounds.tried);
    result_.left_out = std::move(bounds.left_out);
    is_reached_.resize(program.statements.size());
    for (std::size_t f = 0; f < program.families.size(); ++f)
      if (runs(f))
        for (StatementId s : operations_of(space_.control().graph(), f))
          if (!is_blocked(statement_of(program, s))) to_be_reached_.insert(s);   // as the end of `while (true)` is
  }

  Exploration run() {
    find_odd_families();
    std::optional<Violation> violation;
    try {
      if (options_.only_reaches)
        reach_all();
      else
        violation = search();
    } catch (const OutOfWork&) {
      space_.leave_out_work();
      space_.evaluation().limit_work(std::numeric_limits<std::uint64_t>::max());   // only the report is left
    }
    result_.stopped = space_.left_out();
    result_.has_initial_store = states_.size() != 0;
    result_.states = states_.size();
    result_.seconds = elapsed();
    result_.unreached.assign(to_be_reached_.begin(), to_be_reached_.end());
    if (deadlock_) result_.deadlock = schedule_to(*deadlock_, {}).schedule;
    if (violation) {
      result_.verdict = violation->verdict;
      if (violation->violated != 0) result_.violated = violation->violated;
      RealSchedule real = schedule_to(violation->state, {violation->verdict, violation->step});
      result_.schedule = std::move(real.schedule);
      result_.race = std::move(real.race);
    } else if (result_.has_initial_store) {
      result_.schedule = schedule_to(0, {}).schedule;
    }
    return std::move(result_);
  }

 private:
  const Program& program_;
  const Specification& specification_;
  const ExploreOptions& options_;
  const StepObserver& observer_;   // may be none
  StateSpace space_;
  StateTable states_;
  std::vector<Origin> origins_;   // of the states
  std::vector<bool> is_reached_;
  std::set<StatementId> to_be_reached_;     // operations that no thread has come to yet
  std::optional<std::uint32_t> deadlock_;   // the first state where nothing can be done
  std::vector<NextAccess> next_accesses_;   // in the state that is expanded
  StateRow met_, row_;                      // rows that are put together
  Exploration result_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  // Many threads make states large.
  std::size_t most_states() const {
    constexpr std::size_t most_numbers = 60'000'000;
    return std::min(options_.most_states, most_numbers / space_.row_size());
  }
  bool is_within_limits(std::uint32_t at) {
    if (states_.size() > most_states()) {
      space_.leave_out("there are more than " + std::to_string(most_states()) + " states");
      return false;
    }
    if (at % 1024 != 0) return true;
    if (options_.progress)
      options_.progress({.states = states_.size(),
                         .transitions = result_.transitions,
                         .bytes = states_.bytes() + origins_.capacity() * sizeof(Origin)});
    if (elapsed() <= options_.most_seconds) return true;
    space_.leave_out("the time is up");
    return false;
  }

  // Depth first, which reaches the end of the program soonest; and in turns breadth first, since a thread that never
  // ends may lead ever deeper.
  void reach_all() {
    constexpr std::size_t few_stores = 50;
    start(few_stores);
    std::vector<std::uint32_t> open(states_.size());
    std::iota(open.begin(), open.end(), 0U);
    std::vector<bool> is_expanded;
    std::uint32_t first = 0;   // all states before it are expanded
    for (bool goes_deep = true; !open.empty() && !to_be_reached_.empty() && is_within_limits(0);
         goes_deep = !goes_deep) {
      is_expanded.resize(states_.size());
      while (!open.empty() && is_expanded[open.back()]) open.pop_back();
      while (first < is_expanded.size() && is_expanded[first]) ++first;
      if (open.empty()) return;
      const std::uint32_t at = goes_deep ? open.back() : first;
      is_expanded[at] = true;
      const std::size_t known = states_.size();
      expand(at);
      for (std::size_t state = known; state < states_.size(); ++state)
        open.push_back(static_cast<std::uint32_t>(state));
    }
  }

  std::optional<Violation> search() {
    std::optional<Violation> violation = start();
    std::vector<std::uint32_t> depths(states_.size(), 0);
    for (std::uint32_t at = 0; !violation && at < states_.size() && is_within_limits(at); ++at) {
      violation = expand(at);
      depths.resize(states_.size(), depths[at] + 1);
      result_.depth = depths[at];
    }
    return violation;
  }

  std::optional<Violation> start(std::size_t most_stores = SIZE_MAX) {
    std::optional<Violation> violation;
    for (std::size_t i = 0; i < space_.settings().size() && !violation; ++i) {
      const ExplorationSetting& s = space_.settings()[i];
      const StateRow row = space_.initial_row(i);
      std::size_t stores = 0;
      const bool all = space_.for_each_initial(s, [&](const ConcreteStore& store) {
        if (observer_)
          observer_(space_.evaluation(),
                    {.model = {.before = &store, .after = &store, .parameters = s.parameters, .domain = s.domain},
                     .threads = s.threads});
        violation = meet(row, store, s, {});
        if (++stores == most_stores) return false;
        if (states_.size() <= most_states()) return !violation;
        space_.leave_out("there are more than " + std::to_string(most_states()) + " initial states");
        return false;
      });
      if (!all) space_.leave_out_large();
    }
    if (states_.size() == 0) space_.leave_out("no initial store was found within the bounds");
    return violation;
  }

  // Enters a state; a new one must satisfy the invariant and, if all threads have ended, the postcondition.
  std::optional<Violation> meet(std::span<const std::int64_t> row, const ConcreteStore& after,
                                const ExplorationSetting& s, const Origin& origin) {
    met_.assign(row.begin(), row.end());
    space_.put_together(met_, after);
    const auto [number, is_new] = states_.insert(met_);
    if (!is_new) return std::nullopt;
    origins_.push_back(origin);
    if (!specification_.invariant && !specification_.post) return std::nullopt;
    const ConcreteStore store = space_.store_of(states_[number]);
    std::vector<std::int64_t> wider;
    const std::span<const std::int64_t> domain = space_.domain_of(s, store, wider);
    const ConcreteModel model{.before = &store, .parameters = s.parameters, .domain = domain};
    if (const auto broken = space_.first_false(specification_.invariant, model))
      return Violation{Exploration::Verdict::breaks_invariant, number, {}, *broken};
    if (!specification_.post || !s.has_all_threads() || !space_.have_ended(states_[number])) return std::nullopt;
    if (const auto broken = space_.first_false(specification_.post, model))
      return Violation{Exploration::Verdict::breaks_post, number, {}, *broken};
    return std::nullopt;
  }

  std::optional<Violation> expand(std::uint32_t at) {
    const ExplorationSetting& s = space_.setting_of(states_[at]);
    const ConcreteStore before = space_.store_of(states_[at]);
    std::vector<std::int64_t> wider;
    const std::span<const std::int64_t> domain = space_.domain_of(s, before, wider);
    const std::size_t transitions = result_.transitions;
    next_accesses_.clear();
    bool is_certain = true;   // a step that is not found is not there
    ControlChoices buffer;
    for (std::uint32_t t = 0; t < s.threads.size(); ++t) {
      const ControlChoices& choices = space_.choices_at(states_[at][1 + t], s.threads[t], before, s, buffer);
      is_certain = is_certain && choices.are_all;
      for (const ControlEdge& edge : choices.edges) {
        if (auto violation = take(at, t, edge, s, before, domain)) return violation;
        is_certain = is_certain && !space_.has_guesses(edge.statement);
      }
    }
    const bool is_stuck =
        result_.transitions == transitions && is_certain && !s.has_quantifiers && !specification_.rely;
    if (is_stuck && !deadlock_ && !space_.have_ended(states_[at])) deadlock_ = at;
    if (!race_among(next_accesses_)) return std::nullopt;
    return Violation{.verdict = Exploration::Verdict::has_race, .state = at, .step = {}};
  }

  std::optional<Violation> take(std::uint32_t at, std::uint32_t thread, const ControlEdge& edge,
                                const ExplorationSetting& s, const ConcreteStore& before,
                                std::span<const std::int64_t> domain) {
    const Origin origin{at, {thread, edge.statement, edge.target}};
    ConcreteModel model{.before = &before,
                        .tid = space_.identifier_of(s.threads[thread].identifier, edge),
                        .parameters = s.parameters,
                        .domain = domain};
    std::optional<Violation> violation;
    const auto current = states_[at];
    row_.assign(current.begin(), current.end());
    row_[1 + thread] = edge.target;
    const bool all = space_.for_each_outcome(edge, {s, model.tid, before, domain}, [&](const CommandOutcome& outcome) {
      ++result_.transitions;
      reach(edge.statement);
      model.after = &outcome.store;
      if (!outcome.violated)
        for (const Access& access : outcome.accesses)
          next_accesses_.push_back({.thread = thread, .edge = edge, .access = access});
      if (observer_ && !outcome.violated)
        observer_(space_.evaluation(), {.model = model, .threads = s.threads, .actor = thread});
      if (outcome.violated)
        violation = Violation{Exploration::Verdict::goes_wrong, at, origin.step, *outcome.violated};
      else if (const auto promise = space_.first_false(specification_.guarantee, model))
        violation = Violation{Exploration::Verdict::breaks_guarantee, at, origin.step, *promise};
      else
        violation = meet(row_, outcome.store, s, origin);
      return !violation;
    });
    if (!all) space_.leave_out_large();
    return violation;
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
    return std::ranges::any_of(space_.settings(), [&](const ExplorationSetting& s) {
      return std::ranges::find(s.threads, family, &ScheduleThread::family) != s.threads.end();
    });
  }

  // Families without a member, and families that have no end, whatever the parameters are.
  void find_odd_families() {
    const std::vector<ExplorationSetting>& settings = space_.settings();
    for (std::size_t f = 0; f < program_.families.size(); ++f) {
      const bool is_endless =
          std::ranges::all_of(settings, [&](const ExplorationSetting& s) { return s.is_endless[f]; });
      if (!runs(f)) result_.empty_families.push_back(f);
      if (is_endless && !settings.empty()) result_.endless_families.push_back(f);
    }
  }

  RealSchedule schedule_to(std::uint32_t last, const WayEnd& end) {
    std::vector<MetState> way;
    for (std::uint32_t state = last; state != UINT32_MAX; state = origins_[state].parent)
      way.push_back({states_[state], origins_[state].step});
    std::ranges::reverse(way);
    return real_schedule(space_, way, end);
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
