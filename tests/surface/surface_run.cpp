// The search; see surface_run.hpp.
//
// A state is a world, what each thread has still to do and in which calls, and a store. What is no step is resolved on
// the way to the next one.

#include "surface_run.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

#include "surface_annotations.hpp"
#include "surface_branches.hpp"
#include "surface_progress.hpp"

namespace plato_test::surface {

using plato::Expression;
using plato::ExpressionIndex;
using plato::SyntaxIndex;
using plato::SyntaxStatement;
using plato::SyntaxTree;
using plato::ThreadDeclaration;
using Kind = SyntaxStatement::Kind;
using Verdict = Run::Verdict;

namespace {

struct State {
  std::vector<Progress> threads;
  Store store;
  std::size_t parent = SIZE_MAX;
  // The step that led here: of a thread, or of the environment.
  int thread = nobody;
  SyntaxIndex statement = SyntaxIndex::none;

  bool is_initial() const { return parent == SIZE_MAX; }
  bool by_environment() const { return !is_initial() && thread == nobody; }
};

struct Found {};   // something is wrong: the search is over

class Search {
 public:
  Search(const World& world, const RunOptions& options, Run& run)
      : world_(world),
        tree_(*world.tree),
        options_(options),
        run_(run),
        control_(world),
        evaluation_(world, run.guesses),
        around_(world, evaluation_),
        annotations_(world, control_, evaluation_, around_, run),
        steps_(world, evaluation_, options.values, run.guesses, options.places) {
    evaluation_.work_left = options.most_work;
  }

  // False if a limit was reached.
  bool search() {
    is_all_ = true;
    start();
    for (std::size_t at = 0; at < states_.size(); ++at) {
      if (states_.size() > options_.most_states) return false;
      expand(at);
    }
    return is_all_;
  }
  std::size_t states() const { return states_.size(); }

 private:
  const World& world_;
  const SyntaxTree& tree_;
  const RunOptions& options_;
  Run& run_;
  Control control_;
  Evaluation evaluation_;
  Around around_;   // of the present step
  Annotations annotations_;
  Steps steps_;
  std::deque<State> states_;   // references to them stay valid as more are met
  std::unordered_map<std::string, std::size_t> known_;
  bool is_all_ = true;

  const SyntaxStatement& at(SyntaxIndex s) const { return tree_[s]; }
  const ThreadDeclaration& declaration(std::size_t thread) const {
    return tree_.threads[world_.threads[thread].declaration];
  }
  // ---- initial stores

  // The value e, if x == e is among the conjuncts of the initial conditions and e mentions no variables: then x is not
  // guessed.
  std::optional<Value> stated_value(const std::vector<ExpressionIndex>& conditions, const Slot& slot) {
    for (ExpressionIndex e : conditions) {
      const Expression& x = tree_[e];
      if (x.kind == Expression::Kind::and_)
        if (auto value = stated_value(x.parts, slot)) return value;
      if (x.kind != Expression::Kind::eq) continue;
      for (const auto& [variable, value] : {std::pair{x.parts[0], x.parts[1]}, std::pair{x.parts[1], x.parts[0]}}) {
        const Expression& v = tree_[variable];
        const bool is_it =
            v.kind == Expression::Kind::name && (v.field.empty() ? v.name : v.name + "." + v.field) == slot.name;
        if (is_it && !mentions_variable(value)) return evaluation_.value(value, {});
      }
    }
    return std::nullopt;
  }
  bool mentions_variable(ExpressionIndex e) const {
    const Expression& x = tree_[e];
    const bool is_variable =
        x.kind == Expression::Kind::call || (x.kind == Expression::Kind::name && !world_.constants.contains(x.name));
    return is_variable || std::ranges::any_of(x.parts, [&](ExpressionIndex part) { return mentions_variable(part); });
  }
  void numbers_in(ExpressionIndex e, std::set<Value>& numbers) const {
    const Expression& x = tree_[e];
    if (x.kind == Expression::Kind::number && x.number.is_small()) numbers.insert(of_number(x.number.small()));
    if (x.kind == Expression::Kind::minus && tree_[x.parts[0]].kind == Expression::Kind::number &&
        tree_[x.parts[0]].number.is_small())
      numbers.insert(of_number(-tree_[x.parts[0]].number.small()));
    for (ExpressionIndex part : x.parts) numbers_in(part, numbers);
  }

  // init forall k :: g[k] == e gives a ghost its first value, here at small places.
  bool is_ghosts_first_value(ExpressionIndex e) const { return evaluation_.mentions_ghost(e); }
  void give_ghosts_first_values(Store& store) {
    for (ExpressionIndex e : tree_.inits) {
      if (!is_ghosts_first_value(e)) continue;
      const Expression& equation = tree_[tree_[e].parts[0]];
      if (tree_[e].kind != Expression::Kind::forall || equation.kind != Expression::Kind::eq)
        throw CannotRun("an initial condition about ghosts");
      const std::string& ghost = tree_[tree_[equation.parts[0]].parts[0]].name;
      const auto slot = static_cast<std::size_t>(world_.global_slots.at(ghost));
      store[slot] = constant_map(0);
      run_.guesses.quantifiers = true;
      for (std::int64_t k = -8; k <= 8; ++k)
        store[slot] = with_element(
            store[slot], k, evaluation_.bound_value(equation.parts[1], tree_[e].bound[0], k, {.before = &store}));
    }
  }

  // A procedure's variable that can have no value, as any other.
  bool has_empty_range() const {
    for (const FrameSlots& frame : world_.frame_slots)
      if (std::ranges::any_of(frame.slots, [](const Slot& s) { return s.low && *s.low > *s.high; })) return true;
    return false;
  }

  // Of threads that nobody starts, whose parameters are any values that they may have.
  bool are_parameters_right(const Store& store) {
    for (std::size_t t = 0; t < world_.threads.size(); ++t)
      for (ExpressionIndex e : declaration(t).requires_)
        if (!is_started(tree_, declaration(t)) && is_about_parameters(tree_, declaration(t), e) &&
            !evaluation_.holds(e, {.before = &store, .thread = static_cast<int>(t)}))
          return false;
    return true;
  }
  // Whether the thread does nothing yet, since it was not started.
  bool is_waiting(std::size_t thread, const Store& store) const {
    const auto slot = world_.global_slots.find(declaration(thread).name + ".started");
    if (slot == world_.global_slots.end() || !is_started(tree_, declaration(thread))) return false;
    const Value& started = store[static_cast<std::size_t>(slot->second)];
    return (declaration(thread).is_family ? element(started, world_.threads[thread].identifier) : started.number) == 0;
  }

  void start() {
    if (has_empty_range()) return;
    Store store(world_.slots.size());
    std::vector<ExpressionIndex> conditions = tree_.specification.requires_;
    for (ExpressionIndex e : tree_.inits)
      if (!is_ghosts_first_value(e)) conditions.push_back(e);
    std::set<Value> numbers;
    for (ExpressionIndex e : conditions) numbers_in(e, numbers);
    std::size_t tried = 0;
    const std::function<void(std::size_t)> choose = [&](std::size_t slot) {
      if (tried >= options_.most_initial_stores) {
        is_all_ = false;
        return;
      }
      if (slot == store.size()) {
        ++tried;
        if (!evaluation_.all_hold(conditions, {.before = &store}) || !are_parameters_right(store)) return;
        give_ghosts_first_values(store);
        std::vector<Progress> threads;
        for (const RunningThread& t : world_.threads)
          threads.push_back(Control::start(tree_.threads[t.declaration].body));
        run_.has_initial_store = true;
        meet({.threads = std::move(threads), .store = store}, nobody);
        return;
      }
      const Slot& s = world_.slots[slot];
      std::vector<Value> values;
      if (s.initial != 0) {
        values = {evaluation_.value(s.initial, {.before = &store, .thread = s.thread})};
      } else if (s.first) {
        values = {*s.first};
      } else if (s.is_counter) {
        values = {of_number(0)};
      } else if (s.is_ghost) {
        values = {s.type == TypeKind::integer || s.type == TypeKind::boolean ? of_number(0)
                                                                             : constant_map(0)};   // it must not matter
      } else if (const auto stated = stated_value(conditions, s)) {
        values = {*stated};
      } else {
        values = anything(s, false, world_, options_.values, run_.guesses);
        if (!values.empty() && !values.front().is_map && s.type != TypeKind::boolean) {
          std::set<Value> more(values.begin(), values.end());
          more.insert(numbers.begin(), numbers.end());
          values.assign(more.begin(), more.end());
          std::erase_if(values, [&](const Value& v) { return !s.has(v); });
        }
      }
      for (const Value& value : values) {
        store[slot] = value;
        choose(slot + 1);
      }
    };
    choose(0);
  }

  // ---- states

  static std::string key_of(const State& state) {
    std::string key;
    const auto add = [&](std::int64_t number) { key.append(reinterpret_cast<const char*>(&number), sizeof number); };
    const auto add_values = [&](const Store& store) {
      for (const Value& value : store) {
        add(value.number);
        add(static_cast<std::int64_t>(value.entries.size()));
        for (const auto& [index, number] : value.entries) {
          add(index);
          add(number);
        }
      }
    };
    const std::function<void(const Progress&)> add_progress = [&](const Progress& progress) {
      add(static_cast<std::int64_t>(progress.todo.size()));
      for (const ToDo& todo : progress.todo) {
        add(static_cast<std::int64_t>(todo.statement));
        add(static_cast<std::int64_t>(todo.role));
      }
      for (const Frame& frame : progress.frames) add_values(frame.values);   // the calls say whose they are
      add(static_cast<std::int64_t>(progress.branches.size()));
      for (const Progress& branch : progress.branches) {
        add(branch.number);
        add_progress(branch);
      }
    };
    for (const Progress& progress : state.threads) add_progress(progress);
    add_values(state.store);
    return key;
  }

  std::string text_of(std::size_t thread, SyntaxIndex statement) const {
    return name_of(world_, thread) + ": " + at(statement).text;
  }
  std::string step_to(const State& state) const {
    if (state.is_initial()) return "";
    return state.by_environment() ? "the environment"
                                  : text_of(static_cast<std::size_t>(state.thread), state.statement);
  }

  [[noreturn]] void wrong(Verdict verdict, std::uint32_t line, std::size_t state, const std::string& last) {
    run_.verdict = verdict;
    run_.line = line;
    std::vector<std::string> steps = {last};
    for (std::size_t s = state; s != SIZE_MAX; s = states_[s].parent) {
      std::string text = step_to(states_[s]) + "  [";
      for (std::size_t i = 0; i < world_.slots.size(); ++i)
        text += (i == 0 ? "" : ", ") + world_.slots[i].name + " = " + to_text(states_[s].store[i]);
      steps.push_back(text + "]");
      run_.by_environment = run_.by_environment || states_[s].by_environment();
    }
    for (const auto& [name, value] : world_.constants) steps.push_back(name + " = " + to_text(value));
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) run_.trace += "  " + *step + "\n";
    throw Found{};
  }
  Moment moment(std::size_t number) const { return {states_[number].threads, states_[number].store}; }

  // A new state; `arrived` is the thread whose step led to it, by the branch at the path, or nobody.
  void meet(State state, int arrived, const Path& path = {}) {
    const auto [place, is_new] = known_.emplace(key_of(state), states_.size());
    if (!is_new && arrived == nobody) return;
    const std::size_t number = place->second;
    if (is_new) {
      states_.push_back(std::move(state));
      check_store(number);
    }
    if (arrived != nobody) annotations_.check_arrival(moment(number), static_cast<std::size_t>(arrived), path);
    if (is_new && states_[number].is_initial())
      for (std::size_t t = 0; t < world_.threads.size(); ++t)
        if (!is_waiting(t, states_[number].store)) annotations_.check_arrival(moment(number), t, {});
  }

  void check_store(std::size_t number) {
    const State& state = states_[number];
    const Scene scene{.before = &state.store};
    // A variable that starts outside of its range breaks an invariant that its type states.
    for (std::size_t slot = 0; slot < world_.slots.size(); ++slot)
      if (!world_.slots[slot].has(state.store[slot]))
        wrong(Verdict::breaks_invariant, 0, number, world_.slots[slot].name + " is not a value of its type");
    for (ExpressionIndex e : tree_.invariants) {
      if (evaluation_.holds(e, scene)) continue;
      if (evaluation_.mentions_ghost(e))
        annotations_.breaks(line_of(e), "an invariant about ghosts");
      else
        wrong(Verdict::breaks_invariant, line_of(e), number,
              "breaks the invariant of line " + std::to_string(line_of(e)));
    }
    bool all_ended = world_.has_all_threads;
    for (std::size_t t = 0; t < world_.threads.size(); ++t) {
      const Scene own{.before = &state.store, .thread = static_cast<int>(t)};
      const bool waits = is_waiting(t, state.store), has_ended = control_.may_end(state.threads[t]) && !waits;
      annotations_.check_ends(moment(number), t);
      if (has_ended) annotations_.check_clauses(declaration(t).ensures, own, t, "ensures");
      all_ended = all_ended && has_ended;
      const auto& body = declaration(t).body;
      const bool is_at_start = state.threads[t] == Control::start(body);
      if (is_at_start && !waits) annotations_.check_clauses(declaration(t).requires_, own, t, "requires");
    }
    if (!all_ended) return;
    for (ExpressionIndex e : tree_.specification.ensures)
      if (!evaluation_.holds(e, scene))
        wrong(Verdict::breaks_ensures, line_of(e), number,
              "all have ended, and 'ensures' of line " + std::to_string(line_of(e)) + " is false");
  }

  // In an outline annotations hold as long as the thread stays, elsewhere when it arrives.
  void check_stay(std::size_t number) {
    for (std::size_t t = 0; t < world_.threads.size(); ++t)
      if (declaration(t).is_outline) annotations_.check_arrival(moment(number), t, {});
  }

  std::uint32_t line_of(ExpressionIndex e) const { return plato::beginning_of(tree_, e).line; }

  // Where a statement is, whose indices must exist.
  static Scene scene_of(const Store& before, const Who& who) {
    return {.before = &before, .thread = who.thread, .frame = who.frame, .is_in_statement = true};
  }

  // ---- branches

  void expand_branches(std::size_t number, std::size_t thread, const Progress& progress) {
    for (std::size_t i = 0; i < progress.branches.size(); ++i) {
      const Around::Inside inside(around_, thread, progress, i);
      for (const Progress& way : ways_of(progress.branches[i])) expand_way(number, thread, way);
    }
  }

  // One step. A branch with variables of its own has another one before it begins.
  void fork(std::size_t number, std::size_t thread, const Progress& progress, const Store& before) {
    const SyntaxIndex index = progress.next();
    const SyntaxStatement& s = at(index);
    const Scene here = scene_of(before, {static_cast<int>(thread), around_.frame_of(progress)});
    std::int64_t first = 0, last = static_cast<std::int64_t>(s.branches.size()) - 1;
    if (!s.values.empty()) {
      first = evaluation_.number(s.values[0], here);
      last = evaluation_.number(s.values[1], here) - (s.is_open ? 1 : 0);
    }
    if (last - first >= 5 || around_.calls() + progress.frames.size() >= deepest_call) {
      is_all_ = false;
      return;
    }
    Progress then = progress;
    then.todo.back().role = ToDo::Role::join;
    for (std::int64_t which = first; which <= last; ++which) {
      Progress branch = Control::start(s.branches[block_of(s, which)]);
      branch.number = which;
      const int frame = branch_frame(s, which);
      if (world_.frame_slots[static_cast<std::size_t>(frame)].slots.empty())
        branch.frames.push_back({frame, {}});
      else
        branch.todo.push_back({index, ToDo::Role::begin});
      then.branches.push_back(std::move(branch));
    }
    annotations_.check_start(states_[number].store, thread, then);
    arrive(number, thread, index, before, then);
  }
  int branch_frame(const SyntaxStatement& s, std::int64_t which) const {
    return world_.first_branch[s.par - 1] + static_cast<int>(block_of(s, which));
  }
  void begin_branch(std::size_t number, std::size_t thread, const Progress& progress) {
    const int frame = branch_frame(at(progress.next()), progress.number);
    Progress then = progress;
    then.todo.pop_back();
    choose_values(around_.seen(states_[number].store, progress), thread, frame, {}, [&](const Store& values) {
      Progress inside = then;
      inside.frames.push_back({frame, values});
      arrive(number, thread, progress.next(), around_.seen(states_[number].store, inside), inside);
    });
  }

  // ---- steps

  std::set<Progress> ways_of(const Progress& progress) {
    std::set<Progress> ways;
    const bool is_all = control_.resolve(
        progress,
        [&](const Progress& p) {
          if (!p.has_ended()) ways.insert(p);
        },
        [](const Progress&) {});
    is_all_ = is_all_ && is_all;
    return ways;
  }

  void expand(std::size_t number) {
    check_stay(number);
    for (std::size_t t = 0; t < world_.threads.size(); ++t) {
      if (is_waiting(t, states_[number].store)) continue;
      for (const Progress& progress : ways_of(states_[number].threads[t])) expand_way(number, t, progress);
    }
    if (!tree_.specification.relies.empty()) environment(number);
  }

  void expand_way(std::size_t number, std::size_t thread, const Progress& progress) {
    try {
      if (progress.is_at_join())
        expand_branches(number, thread, progress);
      else
        step(number, thread, progress);
    } catch (const GoesWrong&) {
      evaluation_.start_anew();
      goes_wrong(number, thread, progress.next());
    } catch (const TooLarge&) {
      evaluation_.start_anew();
      is_all_ = false;
    }
  }

  void step(std::size_t number, std::size_t thread, const Progress& progress) {
    const SyntaxIndex index = progress.next();
    const SyntaxStatement& s = at(index);
    const Who who{static_cast<int>(thread), around_.frame_of(progress)};
    const Store before = around_.seen(states_[number].store, progress);
    Progress rest = progress;
    rest.todo.pop_back();
    const auto go_on = [&](const Store& after, const Progress& then) { arrive(number, thread, index, after, then); };
    if (progress.todo.back().role == ToDo::Role::leave) return take_results(number, thread, progress);
    if (progress.todo.back().role == ToDo::Role::begin) return begin_branch(number, thread, progress);
    switch (s.kind) {
      case Kind::par: return fork(number, thread, progress, before);
      case Kind::if_:
      case Kind::while_: return test(number, thread, progress, before);
      case Kind::for_: return step_of_for(number, thread, progress, before);
      case Kind::call: return call(number, thread, progress, before);
      case Kind::return_: {
        const Store after = with_results(s.values, before, who);
        control_.leave(rest);
        return go_on(after, rest);
      }
      default: break;
    }
    const StepResult result = steps_.take(index, before, who);
    if (result.wrong) goes_wrong(number, thread, *result.wrong);
    for (const Store& after : result.stores) go_on(after, rest);
  }
  [[noreturn]] void goes_wrong(std::size_t number, std::size_t thread, SyntaxIndex statement) {
    wrong(Verdict::goes_wrong, at(statement).where.line, number,
          text_of(thread, statement) + " goes wrong, line " + std::to_string(at(statement).where.line));
  }

  // i := a; then the test, and after the body i := i + 1: each is a step.
  void step_of_for(std::size_t number, std::size_t thread, const Progress& progress, const Store& before) {
    const SyntaxIndex index = progress.next();
    const SyntaxStatement& s = at(index);
    const ToDo::Role role = progress.todo.back().role;
    const Who who{static_cast<int>(thread), around_.frame_of(progress)};
    const Scene here = scene_of(before, who);
    Progress then = progress;
    if (role == ToDo::Role::test) {
      const std::int64_t now = evaluation_.number(s.places[0], here), last = evaluation_.number(s.values[1], here);
      if (s.is_open ? now < last : now <= last)
        control_.begin_round(then);
      else
        then.todo.pop_back();
      return arrive(number, thread, index, before, then);
    }
    const bool is_next = role == ToDo::Role::next;
    if (is_next)
      then.todo.pop_back();
    else
      then.todo.back().role = ToDo::Role::test;
    const Value counter =
        of_number(is_next ? evaluation_.number(s.places[0], here) + 1 : evaluation_.number(s.values[0], here));
    arrive(number, thread, index, steps_.assigned(s.places, {counter}, before, who), then);
  }

  void test(std::size_t number, std::size_t thread, const Progress& progress, const Store& before) {
    const SyntaxStatement& s = at(progress.next());
    const Who who{static_cast<int>(thread), around_.frame_of(progress)};
    Progress rest = progress;
    rest.todo.pop_back();
    Progress yes = rest, no = rest;
    if (s.kind == Kind::while_) {
      yes = progress;
      control_.begin_round(yes);
    } else {
      Control::push(yes, s.body);
      Control::push(no, s.other);
    }
    const Expression& c = tree_[s.condition];
    const bool is_negated = c.kind == Expression::Kind::negation && tree_[c.parts[0]].kind == Expression::Kind::cas;
    const Scene here = scene_of(before, who);
    const auto go_on = [&](bool outcome, const Store& after) {
      arrive(number, thread, progress.next(), outcome ? steps_.with_ghosts(s.ghosts, after, who) : after,
             outcome ? yes : no);
    };
    for (const bool outcome : {true, false}) {
      if (c.kind == Expression::Kind::cas || is_negated) {
        if (const auto after =
                steps_.test_cas(is_negated ? c.parts[0] : s.condition, outcome != is_negated, before, who))
          go_on(outcome, *after);
      } else if (evaluation_.holds(s.condition, here) == outcome) {
        go_on(outcome, before);
      }
    }
  }

  // ---- calls

  static Value value_of(const Slot& slot, const Value& value) {
    if (!slot.has(value)) throw GoesWrong{};
    return value;
  }

  // The results of the innermost call get these values, all from before.
  Store with_results(const std::vector<ExpressionIndex>& values, const Store& before, const Who& who) {
    const std::vector<Slot>& slots = world_.frame_slots[static_cast<std::size_t>(who.frame)].slots;
    Store after = before;
    for (std::size_t i = 0; i < values.size(); ++i) {   // they come last
      const std::size_t from_end = values.size() - i;
      after[after.size() - from_end] =
          value_of(slots[slots.size() - from_end], evaluation_.value(values[i], scene_of(before, who)));
    }
    return after;
  }

  // One step: the arguments are evaluated where the caller is; then the local variables get their first values in
  // order. What has none is anything.
  void call(std::size_t number, std::size_t thread, const Progress& progress, const Store& before) {
    const SyntaxStatement& s = at(progress.next());
    if (around_.calls() + progress.frames.size() >= deepest_call) {
      is_all_ = false;
      return;
    }
    const int procedure = control_.procedure_of(s);
    const FrameSlots& frame = world_.frame_slots[static_cast<std::size_t>(procedure)];
    const std::vector<ExpressionIndex>& arguments = tree_[s.values[0]].parts;
    const Scene caller = scene_of(before, {static_cast<int>(thread), around_.frame_of(progress)});
    Store values;
    for (ExpressionIndex e : arguments)
      values.push_back(value_of(frame.slots[values.size()], evaluation_.value(e, caller)));
    choose_values(states_[number].store, thread, procedure, values, [&](const Store& all) {
      Progress inside = progress;
      control_.enter(inside, {procedure, all});
      arrive(number, thread, progress.next(), around_.seen(states_[number].store, inside), inside);
    });
  }
  // The first values of what a procedure or a branch has for itself, after those that are there, in all ways. `around`:
  // the store, and what else comes before them.
  void choose_values(const Store& around, std::size_t thread, int of, Store values,
                     const std::function<void(const Store&)>& found) {
    const FrameSlots& frame = world_.frame_slots[static_cast<std::size_t>(of)];
    const std::function<void()> choose = [&] {
      if (values.size() == frame.slots.size()) return found(values);
      const Slot& slot = frame.slots[values.size()];
      std::vector<Value> candidates = {of_number(0)};
      if (slot.initial != 0) {
        Store sees = around;
        sees.insert(sees.end(), values.begin(), values.end());
        Scene here = scene_of(sees, {static_cast<int>(thread), of});
        here.is_in_statement = !slot.is_ghost;
        candidates = {value_of(slot, evaluation_.value(slot.initial, here))};
      } else if (!slot.is_ghost && !slot.is_counter) {
        candidates = anything(slot, false, world_, options_.values, run_.guesses);
      }
      for (const Value& value : candidates) {
        values.push_back(value);
        choose();
        values.pop_back();
      }
    };
    choose();
  }

  // One step: the places are found where the caller is, after the call.
  void take_results(std::size_t number, std::size_t thread, const Progress& progress) {
    const SyntaxStatement& s = at(progress.next());
    const Store results(progress.frames.back().values.end() - static_cast<std::ptrdiff_t>(s.places.size()),
                        progress.frames.back().values.end());
    Progress rest = progress;
    rest.todo.pop_back();
    rest.frames.pop_back();
    const Who who{static_cast<int>(thread), around_.frame_of(rest)};
    arrive(number, thread, progress.next(),
           steps_.assigned(s.places, results, around_.seen(states_[number].store, rest), who), rest);
  }

  // ---- what a step leads to

  // `seen` is what who has taken the step sees after it.
  void arrive(std::size_t number, std::size_t thread, SyntaxIndex statement, const Store& seen, Progress then) {
    const Store& before = states_[number].store;
    const Store after(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(before.size()));
    State next{.threads = states_[number].threads,
               .store = after,
               .parent = number,
               .thread = static_cast<int>(thread),
               .statement = statement};
    next.threads[thread] = around_.whole(seen, std::move(then));
    const Path path = around_.path();
    const Around::Outside outside(around_);   // what follows is about the thread
    for (ExpressionIndex e : tree_.specification.guarantees)
      if (!evaluation_.holds(e, {.before = &before, .after = &after}))
        wrong(Verdict::breaks_guarantee, line_of(e), number,
              text_of(thread, statement) + " breaks the guarantee of line " + std::to_string(line_of(e)));
    const Scene own{.before = &before, .after = &after, .thread = static_cast<int>(thread)};
    annotations_.check_clauses(tree_.guarantees, own, thread, "guarantees");
    annotations_.check_clauses(declaration(thread).guarantees, own, thread, "guarantees");
    annotations_.check_relies(moment(number), {next.threads, after}, static_cast<int>(thread), path);
    meet(std::move(next), static_cast<int>(thread), path);
  }

  // The environment changes a variable, an element, or two variables that are no maps, to small values, if that is what
  // the program relies on.
  void environment(std::size_t number) {
    run_.guesses.environment = true;
    const Store& before = states_[number].store;
    const auto meet_it = [&](const Store& after) {
      if (after == before || !evaluation_.all_hold(tree_.specification.relies, {.before = &before, .after = &after}))
        return;
      annotations_.check_relies(moment(number), {states_[number].threads, after}, nobody, {});
      meet({.threads = states_[number].threads, .store = after, .parent = number}, nobody);
    };
    for (std::size_t first = 0; first < world_.slots.size(); ++first)
      for (const Value& value : what_the_environment_may_do(first, before)) {
        Store after = before;
        after[first] = value;
        meet_it(after);
        for (std::size_t second = first + 1; second < world_.slots.size(); ++second)
          if (!before[first].is_map && !before[second].is_map)
            for (const Value& other : what_the_environment_may_do(second, before)) {
              Store both = after;
              both[second] = other;
              meet_it(both);
            }
      }
  }
  std::vector<Value> what_the_environment_may_do(std::size_t slot, const Store& store) {
    const Slot& s = world_.slots[slot];
    if (s.thread != nobody || s.is_ghost || s.first) return {};   // nor does it start threads
    if (!store[slot].is_map) return anything(s, false, world_, options_.values, run_.guesses);
    std::vector<Value> values;
    for (std::int64_t index = 0; index <= 2; ++index)
      for (const Value& v : anything(s, true, world_, options_.values, run_.guesses))
        values.push_back(with_element(store[slot], index, v.number));
    return values;
  }
};

}   // namespace

Run run_program(const SyntaxTree& tree, const RunOptions& options) {
  Run run;
  run.is_exhausted = true;
  try {
    for (const World& world : worlds_of(tree, options.values, run.guesses)) {
      Search search(world, options, run);
      try {
        run.is_exhausted = search.search() && run.is_exhausted;
      } catch (const TooLarge&) {
        run.is_exhausted = false;
      } catch (const OutOfWork&) {
        run.is_exhausted = false;
      }
      run.states += search.states();
    }
  } catch (const Found&) {
  }
  return run;
}

}   // namespace plato_test::surface
