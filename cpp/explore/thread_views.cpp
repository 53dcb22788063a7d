// See thread_views.hpp.

#include "explore/thread_views.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

#include "explore/activation_controls.hpp"
#include "explore/command_outcomes.hpp"
#include "explore/exploration_settings.hpp"
#include "explore/own_variables.hpp"
#include "explore/state_table.hpp"

namespace plato {
namespace {

std::vector<std::size_t> hidden_variables(const Program& program, const Specification& specification,
                                          const Exposure& exposed) {
  std::vector<std::size_t> own = own_variables(program, specification);
  std::erase_if(own, [&](std::size_t v) { return std::ranges::find(exposed.variables, v) != exposed.variables.end(); });
  return own;
}

// The members with the least identifiers of each family.
void keep_members(std::vector<ScheduleThread>& threads, std::size_t most) {
  std::map<std::size_t, std::size_t> kept;
  std::erase_if(threads, [&](const ScheduleThread& t) { return kept[t.family]++ >= most; });
}

class ViewSearch {
 public:
  ViewSearch(const Program& program, const Specification& specification, const ViewOptions& options)
      : program_(program),
        specification_(specification),
        options_(options),
        evaluation_(program, maps_),
        commands_(program, evaluation_, maps_, specification.races),
        control_(program),
        locals_(hidden_variables(program, specification, options.exposed)),
        stores_(program.variables.size()),
        kept_(kept_variables(program)) {
    maps_.constant(0);   // map number 0: the value of a ghost, which is never read
    evaluation_.limit_work(options.most_work);
  }

  ThreadViews run() {
    try {
      return look_through();
    } catch (NoThreadViews& none) {
      if (none.is_error && looked_at_) tell_way(none);
      throw;
    }
  }

 private:
  ThreadViews look_through() {
    start();
    // New views of any thread, and new steps, are met in turn until there are none.
    while (!open_.empty()) {
      const View view = open_.back();
      open_.pop_back();
      looked_at_ = view;
      step(view);
      pass_on(view);
      for (std::size_t i = 0; i < steps_from_[view.store].size(); ++i) {
        const auto [thread, target, next, statement] = steps_from_[view.store][i];
        if (thread != view.thread && target != view.store)
          meet(view.thread, target, row_of(view), {view.number, thread, statement});
      }
    }
    looked_at_.reset();
    look_at_ends();
    ThreadViews found = result();
    if (options_.keeps_views) keep_views(found);
    return found;
  }

  struct View {
    std::uint32_t thread = 0, store = 0, number = 0;   // in the thread's table
  };
  struct SharedStep {
    std::uint32_t thread = 0, target = 0;
    StatementId next = 0;
    StatementId statement = 0;   // that made it first
  };
  // How a view was met first: from another one of the thread, by a step of whom. No statement: an activation begins.
  struct Origin {
    static constexpr std::uint32_t nowhere = UINT32_MAX;
    std::uint32_t from = nowhere, by = 0;
    StatementId statement = 0;
  };
  struct NextAccess {
    std::uint32_t thread = 0;   // that is about to do it
    Access access{};
    friend bool operator==(const NextAccess&, const NextAccess&) = default;
  };
  // The rows are the shared store's number, the location, the activation, and the local values.
  struct Thread {
    StateTable views;
    std::vector<std::vector<std::uint32_t>> by_store;   // the numbers of the views in which the store is shared
    std::vector<Origin> origins;                        // of the views
  };
  static constexpr std::size_t before_own = 3;   // in a row
  // Who waits for an activation: the view in which it has begun, and how.
  struct Caller {
    View view;
    ActivationControls::Entrance entrance;
  };
  struct Activation {
    ThreadViews::Activation known;
    std::set<ThreadViews::Place> begins{}, ends{};
    std::vector<Caller> callers{};
  };

  const Program& program_;
  const Specification& specification_;
  const ViewOptions& options_;
  MapPool maps_;
  ConcreteEvaluation evaluation_;
  CommandRunner commands_;
  ActivationControls control_;
  std::vector<std::size_t> locals_;
  StateTable stores_;
  std::vector<std::vector<SharedStep>> steps_from_;   // by store
  std::vector<std::vector<NextAccess>> accesses_;     // by store, of what must be free of races
  std::vector<Thread> threads_;
  std::set<std::size_t> kept_;              // what scopes give back
  std::deque<Activation> activations_{1};   // number 0 is that of each thread's own body
  std::map<std::vector<std::int64_t>, std::size_t> activation_numbers_;
  std::vector<View> open_;
  std::optional<View> looked_at_;   // while it is
  StatementId taken_ = 0;           // from there
  std::size_t view_count_ = 0, transitions_ = 0;
  ExplorationSetting setting_;
  std::vector<ConcreteStore> starts_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();

  void start() {
    std::string left_out;
    ExploreOptions options;
    if (options_.few) options.few_of = {options_.few->family, options_.few->count};
    std::vector<ExplorationSetting> settings = exploration_settings(program_, options, evaluation_, maps_, left_out);
    if (!program_.parameters.empty() || settings.size() != 1) throw NoThreadViews{"the program has parameters"};
    setting_ = std::move(settings[0]);
    if (!setting_.has_all_threads()) throw NoThreadViews{"a family has other members than those that are tried"};
    if (setting_.threads.empty()) throw NoThreadViews{"there are no threads"};
    keep_members(setting_.threads, options_.most_members);
    if (!std::ranges::includes(locals_, kept_))
      throw NoThreadViews{"a procedure that calls itself has variables that are not seen to be a thread's own"};
    if (std::ranges::any_of(specification_.races, [&](std::size_t v) { return kept_.contains(v); }))
      throw NoThreadViews{"a variable of a procedure that calls itself must be free of races"};
    find_initial_stores();
    threads_.assign(setting_.threads.size(), {StateTable(before_own + locals_.size()), {}, {}});
    if (has_exposed_statements()) stores_ = StateTable(program_.variables.size() + threads_.size());
    std::vector<std::int64_t> about_to_run;
    if (has_exposed_statements())
      for (const ScheduleThread& thread : setting_.threads)
        about_to_run.push_back(exposed_at(control_.start(thread.family)));
    // The first number of each initial store is the one that threads start in.
    for (const ConcreteStore& start : starts_) share(start, about_to_run);
    for (const ConcreteStore& start : starts_) {
      const std::uint32_t first = share(start, about_to_run);
      for (std::uint32_t t = 0; t < threads_.size(); ++t)
        meet(t, first, view_row(first, control_.start(setting_.threads[t].family), 0, start, t), {});
    }
  }
  void find_initial_stores() {
    constexpr std::size_t most_stores = 4096;
    const SolutionPlan plan = plan_initial_stores(program_);
    if (has_guesses(program_, plan)) throw NoThreadViews{"an initial value is left open"};
    const ConcreteModel model{.parameters = setting_.parameters, .domain = setting_.domain};
    const bool all =
        for_each_solution(program_, plan, evaluation_, maps_, setting_.bounds, model, [&](const ConcreteStore& store) {
          starts_.push_back(store);
          return starts_.size() <= most_stores;
        });
    if (!all || starts_.empty() || starts_.size() > most_stores)
      throw NoThreadViews{"there are no initial stores, or too many"};
  }

  ConcreteStore store_values(std::size_t store) const {
    const auto values = stores_[store].first(program_.variables.size());
    return {values.begin(), values.end()};
  }

  bool has_exposed_statements() const { return !options_.exposed.statements.empty(); }

  // Which exposed statement a thread is about to run; 0 if none.
  StatementId exposed_at(std::uint32_t location) {
    for (const ActivationControls::Edge& edge : control_.at(location).edges)
      if (std::ranges::binary_search(options_.exposed.statements, edge.statement)) return edge.statement;
    return 0;
  }

  // The number of what is shared of the store, and of which exposed statements threads are about to run; a new one must
  // satisfy the invariant.
  std::uint32_t share(ConcreteStore store, std::span<const std::int64_t> about_to_run) {
    for (std::size_t v : locals_) store[v] = 0;
    std::vector<std::int64_t> row = store;
    row.insert(row.end(), about_to_run.begin(), about_to_run.end());
    const auto [number, is_new] = stores_.insert(row);
    if (!is_new) return number;
    steps_from_.emplace_back();
    accesses_.emplace_back();
    for (Thread& thread : threads_) thread.by_store.emplace_back();
    look_at(specification_.invariant, store, store, "the invariant is false in a store that threads may share");
    return number;
  }

  // A claim about one shared store, or about two.
  void look_at(const std::optional<Literal>& claim, const ConcreteStore& before, const ConcreteStore& after,
               const char* reason) {
    if (!claim) return;
    const std::vector<std::int64_t> domain = domain_in(program_, setting_, maps_, before);
    const ConcreteModel model{.before = &before, .after = &after, .parameters = setting_.parameters, .domain = domain};
    if (!evaluation_.holds(*claim, model)) throw NoThreadViews{.reason = reason, .is_error = true};
  }
  void look_at_ends() {
    if (!specification_.post) return;
    std::vector<std::size_t> ended(stores_.size());   // how many threads can have ended there
    for (const Thread& thread : threads_) {
      std::vector<bool> can_end(stores_.size());
      for (std::size_t i = 0; i < thread.views.size(); ++i) {
        const auto row = thread.views[i];
        if (row[2] == 0 && control_.at(static_cast<std::uint32_t>(row[1])).may_end)
          can_end[static_cast<std::size_t>(row[0])] = true;
      }
      for (std::size_t g = 0; g < ended.size(); ++g) ended[g] += can_end[g] ? 1 : 0;
    }
    for (std::size_t g = 0; g < ended.size(); ++g)
      if (ended[g] == threads_.size())
        look_at(specification_.post, store_values(g), store_values(g),
                "the postcondition is false in a store in which each thread may have ended");
  }

  std::vector<std::int64_t> view_row(std::uint32_t store, std::uint32_t location, std::int64_t activation,
                                     const ConcreteStore& values, std::uint32_t thread) const {
    std::vector<std::int64_t> row = {store, location, activation};
    for (std::size_t v : locals_) row.push_back(maps_[values[v]].at(setting_.threads[thread].identifier));
    return row;
  }
  std::vector<std::int64_t> row_of(const View& view) const {
    const auto row = threads_[view.thread].views[view.number];
    return {row.begin(), row.end()};
  }

  // Enters a view of the thread; if it is new, it is open.
  void meet(std::uint32_t thread, std::uint32_t store, std::vector<std::int64_t> row, const Origin& origin) {
    row[0] = store;
    Thread& t = threads_[thread];
    const auto [number, is_new] = t.views.insert(row);
    ++transitions_;
    if (!is_new) return;
    if (++view_count_ > options_.most_views)
      throw NoThreadViews{"threads have more than " + std::to_string(options_.most_views) + " views", what_grew()};
    if (view_count_ % 4096 == 0 && elapsed() > options_.most_seconds) throw NoThreadViews{"the time is up"};
    t.by_store.resize(stores_.size());
    t.by_store[store].push_back(number);
    t.origins.push_back(origin);
    open_.push_back({thread, store, number});
  }

  // From the start to the view that is looked at.
  void tell_way(NoThreadViews& none) {
    const Thread& thread = threads_[looked_at_->thread];
    none.thread = setting_.threads[looked_at_->thread];
    none.way.push_back({none.thread, taken_, model_values(program_, maps_, store_values(looked_at_->store))});
    std::uint32_t first = looked_at_->store;
    for (std::uint32_t number = looked_at_->number; thread.origins[number].from != Origin::nowhere;) {
      const Origin& origin = thread.origins[number];
      const auto store = static_cast<std::uint32_t>(thread.views[number][0]);
      if (origin.statement != 0)
        none.way.push_back(
            {setting_.threads[origin.by], origin.statement, model_values(program_, maps_, store_values(store))});
      number = origin.from;
      if (thread.origins[number].from == Origin::nowhere) first = static_cast<std::uint32_t>(thread.views[number][0]);
    }
    none.way.push_back({none.thread, 0, model_values(program_, maps_, store_values(first))});
    std::ranges::reverse(none.way);
  }

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }

  // The shared variable, or else the local one, with the most values.
  std::string what_grew() const {
    std::pair<std::size_t, std::size_t> most{0, 0};   // values, and the variable
    const auto count = [&](std::size_t variable, const std::unordered_set<std::int64_t>& values) {
      most = std::max(most, {values.size(), variable});
    };
    for (std::size_t v = 0; v < program_.variables.size(); ++v) {
      std::unordered_set<std::int64_t> values;
      for (std::size_t g = 0; g < stores_.size(); ++g) values.insert(stores_[g][v]);
      count(v, values);
    }
    for (std::size_t i = 0; i < locals_.size(); ++i) {
      std::unordered_set<std::int64_t> values;
      for (const Thread& thread : threads_)
        for (std::size_t n = 0; n < thread.views.size(); ++n) values.insert(thread.views[n][before_own + i]);
      count(locals_[i], values);
    }
    if (most.first <= 1) return {};
    return "'" + program_.variables[most.second].name + "' takes " + std::to_string(most.first) + " values";
  }

  // The thread's own steps.
  void step(const View& view) {
    const std::vector<std::int64_t> row = row_of(view);
    const std::int64_t id = setting_.threads[view.thread].identifier;
    ConcreteStore before = store_values(view.store);
    for (std::size_t i = 0; i < locals_.size(); ++i) before[locals_[i]] = maps_.with(0, id, row[before_own + i]);
    std::vector<std::int64_t> wider;   // than that of the setting
    if (setting_.has_quantifiers) wider = domain_in(program_, setting_, maps_, before);
    const std::span<const std::int64_t> domain = setting_.has_quantifiers ? wider : setting_.domain;
    const ActivationControls::Choices& choices = control_.at(static_cast<std::uint32_t>(row[1]));
    taken_ = 0;
    if (choices.has_branches) throw NoThreadViews{"branches are started"};
    for (const ActivationControls::Edge& edge : choices.edges) take(view, edge, row[2], {setting_, id, before, domain});
  }
  void take(const View& view, const ActivationControls::Edge& edge, std::int64_t activation,
            const CommandStart& start) {
    const CoreStatement& s = statement_of(program_, edge.statement);
    taken_ = edge.statement;
    if (commands_.has_guesses(s.command)) throw NoThreadViews{"a variable gets any value"};
    const bool all = commands_.for_each_outcome(s.command, start, [&](const CommandOutcome& outcome) {
      if (outcome.violated)
        throw NoThreadViews{.reason = "an assertion is false in a view of a thread", .is_error = true};
      for (const Access& access : outcome.accesses) note_access(view, access);
      const std::uint32_t target = land(view.thread, view.store, outcome.store, edge.target, edge.statement);
      meet(view.thread, target, view_row(target, edge.target, activation, outcome.store, view.thread),
           {view.number, view.thread, edge.statement});
      return true;
    });
    if (!all) throw TooLarge{};
  }
  // The thread leads from the one shared store to what is shared of the other, and is then at the location. The answer
  // is the latter's number.
  std::uint32_t land(std::uint32_t thread, std::uint32_t source, const ConcreteStore& store, std::uint32_t location,
                     StatementId statement) {
    const auto known = stores_[source].subspan(program_.variables.size());
    std::vector<std::int64_t> about_to_run(known.begin(), known.end());
    StatementId next = 0;
    if (has_exposed_statements()) about_to_run[thread] = next = exposed_at(location);
    const std::uint32_t target = share(store, about_to_run);
    // That it stays where it is must be said only if it might be thought to go elsewhere.
    if (target != source || next != 0) add_step(thread, source, {thread, target, next, statement});
    return target;
  }

  // Where the thread is about to begin activations, or has ended one.
  void pass_on(const View& view) {
    const std::vector<std::int64_t> row = row_of(view);
    const ActivationControls::Choices& choices = control_.at(static_cast<std::uint32_t>(row[1]));
    const ThreadViews::Place here{view.store, {row.begin() + before_own, row.end()}};
    for (const ActivationControls::Entrance& entrance : choices.entrances) begin(view, here, entrance);
    if (!choices.may_end || row[2] == 0) return;
    Activation& ended = activations_[static_cast<std::size_t>(row[2])];
    // What callers get back does not matter.
    ThreadViews::Place end = here;
    const CoreStatement& s = statement_of(program_, ended.known.statement);
    for (std::size_t i = 0; i < locals_.size(); ++i)
      if (std::ranges::find(s.variables, locals_[i]) != s.variables.end()) end.own[i] = 0;
    if (!ended.ends.insert(end).second) return;
    // Nobody else begins to wait meanwhile.
    for (const Caller& caller : ended.callers) go_on(caller, end);
  }
  void begin(const View& view, const ThreadViews::Place& here, const ActivationControls::Entrance& entrance) {
    std::vector<std::int64_t> key = {view.thread, entrance.statement};
    key.insert(key.end(), here.own.begin(), here.own.end());
    if (options_.exposed.tells_calls_apart) key.push_back(view.store);
    const auto [found, is_new] = activation_numbers_.emplace(std::move(key), activations_.size());
    if (is_new) activations_.push_back({{.thread = view.thread, .statement = entrance.statement}});
    Activation& activation = activations_[found->second];
    activation.begins.insert(here);
    activation.callers.push_back({view, entrance});
    std::vector<std::int64_t> row = {view.store, entrance.first, static_cast<std::int64_t>(found->second)};
    row.insert(row.end(), here.own.begin(), here.own.end());
    meet(view.thread, land(view.thread, view.store, store_values(view.store), entrance.first, entrance.statement),
         std::move(row), {view.number, view.thread, 0});
    for (const ThreadViews::Place& end : activation.ends) go_on(activation.callers.back(), end);
  }
  // After an activation that has ended there.
  void go_on(const Caller& caller, const ThreadViews::Place& end) {
    constexpr std::uint64_t about_a_view = 16;
    const auto store = static_cast<std::uint32_t>(end.store);
    evaluation_.pay(about_a_view + locals_.size() + steps_from_[store].size());
    const std::vector<std::int64_t> before = row_of(caller.view);
    std::vector<std::int64_t> row = {store, caller.entrance.after, before[2]};
    for (std::size_t i = 0; i < locals_.size(); ++i) {
      const bool is_kept = std::ranges::find(caller.entrance.variables, locals_[i]) != caller.entrance.variables.end();
      row.push_back(is_kept ? before[before_own + i] : end.own[i]);
    }
    const std::uint32_t thread = caller.view.thread;
    meet(thread, land(thread, store, store_values(store), caller.entrance.after, caller.entrance.statement),
         std::move(row), {caller.view.number, thread, caller.entrance.statement});
  }

  void note_access(const View& view, const Access& access) {
    std::vector<NextAccess>& known = accesses_[view.store];
    const NextAccess next{view.thread, access};
    if (std::ranges::find(known, next) != known.end()) return;
    for (const NextAccess& other : known)
      if (other.thread != view.thread && clash(access, other.access))
        throw NoThreadViews{.reason = "two threads may be about to access what must be free of races, in views of both",
                            .is_error = true};
    known.push_back(next);
  }

  // The others reckon with it.
  void add_step(std::uint32_t thread, std::uint32_t source, const SharedStep& step) {
    const std::uint32_t target = step.target;
    const auto is_it = [&](const SharedStep& s) { return s.thread == thread && s.target == target; };
    if (std::ranges::any_of(steps_from_[source], is_it)) return;
    steps_from_[source].push_back(step);
    look_at(specification_.guarantee, store_values(source), store_values(target),
            "a step of a thread does not satisfy the guarantee");
    if (target == source) return;
    for (std::uint32_t t = 0; t < threads_.size(); ++t) {
      if (t == thread || source >= threads_[t].by_store.size()) continue;
      // What is met shares another store, so that the list does not grow meanwhile.
      for (std::size_t i = 0; i < threads_[t].by_store[source].size(); ++i)
        meet(t, target, row_of({t, source, threads_[t].by_store[source][i]}),
             {threads_[t].by_store[source][i], thread, step.statement});
    }
  }

  // Where an activation begins, what is next in it.
  std::vector<StatementId> next_at(std::uint32_t location) {
    std::set<StatementId> next;
    std::set<std::uint32_t> seen = {location};
    std::vector<std::uint32_t> open = {location};
    while (!open.empty()) {
      const ActivationControls::Choices& choices = control_.at(open.back());
      open.pop_back();
      for (const ActivationControls::Edge& edge : choices.edges) next.insert(edge.statement);
      for (const ActivationControls::Entrance& entrance : choices.entrances)
        if (seen.insert(entrance.first).second) open.push_back(entrance.first);
    }
    return {next.begin(), next.end()};
  }
  void keep_views(ThreadViews& found) {
    for (const Thread& thread : threads_) {
      std::vector<ThreadViews::View>& seen = found.seen.emplace_back();
      std::set<std::uint32_t> locations;
      for (std::size_t i = 0; i < thread.views.size(); ++i) {
        const auto row = thread.views[i];
        const auto location = static_cast<std::uint32_t>(row[1]);
        locations.insert(location);
        std::vector<StatementId> next = next_at(location);
        // Where an activation has ended, its caller goes on.
        if (next.empty() && row[2] != 0) continue;
        seen.push_back(
            {.store = static_cast<std::size_t>(row[0]), .own = {row.begin() + before_own, row.end()}, .next = next});
      }
      std::set<ThreadViews::Way> ways;
      for (const std::uint32_t location : locations)
        for (const ActivationControls::Edge& edge : control_.at(location).edges)
          ways.insert({next_at(location), next_at(edge.target)});
      found.ways.emplace_back(ways.begin(), ways.end());
    }
  }
  ThreadViews result() const {
    ThreadViews found{.threads = setting_.threads, .few = options_.few, .locals = locals_, .transitions = transitions_};
    for (const ConcreteStore& start : starts_) found.starts.push_back(model_values(program_, maps_, start));
    for (std::size_t g = 0; g < stores_.size(); ++g)
      found.stores.push_back(model_values(program_, maps_, store_values(g)));
    for (std::size_t g = 0; g < stores_.size(); ++g)
      for (const SharedStep& s : steps_from_[g]) found.steps.push_back({s.thread, g, s.target, s.next});
    for (const Thread& thread : threads_) found.views.push_back(thread.views.size());
    for (std::size_t a = 1; a < activations_.size(); ++a) {
      const Activation& made = activations_[a];
      found.activations.push_back(made.known);
      found.activations.back().begins.assign(made.begins.begin(), made.begins.end());
      found.activations.back().ends.assign(made.ends.begin(), made.ends.end());
    }
    return found;
  }
};

}   // namespace

tl::expected<ThreadViews, NoThreadViews> find_thread_views(const Program& program, const Specification& specification,
                                                           const ViewOptions& options) {
  try {
    return ViewSearch(program, specification, options).run();
  } catch (const NoThreadViews& none) {
    return tl::unexpected(none);
  } catch (const OutOfWork&) {
    return tl::unexpected(NoThreadViews{"the limit on effort was reached"});
  } catch (const TooLarge&) {
    return tl::unexpected(NoThreadViews{"some values do not fit into 64 bits"});
  }
}

}   // namespace plato
