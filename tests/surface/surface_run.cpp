// The search; see surface_run.hpp.
//
// A state is a world, what each thread has still to do, and a store. What is to be done is a stack of statements; a
// loop stays on it while its body runs. Choices, skip and cuts are no steps: they are resolved on the way to the next
// step.

#include "surface_run.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <set>
#include <unordered_map>

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

using ToDo = std::vector<SyntaxIndex>;   // the next statement last

// A `for` whose first assignment is over, and one whose body is: marks beside its number.
constexpr std::uint32_t begun = 1U << 31, next_round = 1U << 30;
SyntaxIndex with_mark(SyntaxIndex s, std::uint32_t mark) {
  return static_cast<SyntaxIndex>(static_cast<std::uint32_t>(s) | mark);
}
bool has_mark(SyntaxIndex s, std::uint32_t mark) { return (static_cast<std::uint32_t>(s) & mark) != 0; }
SyntaxIndex without_marks(SyntaxIndex s) {
  return static_cast<SyntaxIndex>(static_cast<std::uint32_t>(s) & ~(begun | next_round));
}

struct State {
  std::vector<ToDo> threads;
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
        evaluation_(world, run.guesses),
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
  Evaluation evaluation_;
  Steps steps_;
  std::deque<State> states_;   // references to them stay valid as more are met
  std::unordered_map<std::string, std::size_t> known_;
  bool is_all_ = true;

  const SyntaxStatement& at(SyntaxIndex s) const { return tree_[without_marks(s)]; }
  const ThreadDeclaration& declaration(std::size_t thread) const {
    return tree_.threads[world_.threads[thread].declaration];
  }
  std::string name_of(std::size_t thread) const {
    const ThreadDeclaration& t = declaration(thread);
    return t.is_family ? t.name + "[" + std::to_string(world_.threads[thread].identifier) + "]" : t.name;
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
    if (x.kind == Expression::Kind::number && x.number.is_small()) {
      numbers.insert(of_number(x.number.small()));
      numbers.insert(of_number(-x.number.small()));
    }
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

  void start() {
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
        if (!evaluation_.all_hold(conditions, {.before = &store})) return;
        give_ghosts_first_values(store);
        std::vector<ToDo> threads;
        for (const RunningThread& t : world_.threads)
          threads.emplace_back(tree_.threads[t.declaration].body.rbegin(), tree_.threads[t.declaration].body.rend());
        run_.has_initial_store = true;
        meet({.threads = std::move(threads), .store = store}, nobody);
        return;
      }
      const Slot& s = world_.slots[slot];
      std::vector<Value> values;
      if (s.initial != 0) {
        values = {evaluation_.value(s.initial, {.before = &store, .thread = s.thread})};
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
    for (const ToDo& todo : state.threads) {
      add(static_cast<std::int64_t>(todo.size()));
      for (SyntaxIndex s : todo) add(static_cast<std::int64_t>(s));
    }
    for (const Value& value : state.store) {
      add(value.number);
      add(static_cast<std::int64_t>(value.entries.size()));
      for (const auto& [index, number] : value.entries) {
        add(index);
        add(number);
      }
    }
    return key;
  }

  std::string text_of(std::size_t thread, SyntaxIndex statement) const {
    return name_of(thread) + ": " + at(statement).text;
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
  void annotation_breaks(std::uint32_t line, const std::string& what) {
    if (!run_.broken_annotation.empty()) return;
    run_.broken_annotation = what;
    run_.annotation_line = line;
  }

  // A new state; `arrived` is the thread whose step led to it, or nobody.
  void meet(State state, int arrived) {
    const auto [place, is_new] = known_.emplace(key_of(state), states_.size());
    if (!is_new && arrived == nobody) return;
    const std::size_t number = place->second;
    if (is_new) {
      states_.push_back(std::move(state));
      check_store(number);
    }
    if (arrived != nobody) check_arrival(number, static_cast<std::size_t>(arrived));
    if (is_new && states_[number].is_initial())
      for (std::size_t t = 0; t < world_.threads.size(); ++t) check_arrival(number, t);
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
        annotation_breaks(line_of(e), "an invariant about ghosts");
      else
        wrong(Verdict::breaks_invariant, line_of(e), number,
              "breaks the invariant of line " + std::to_string(line_of(e)));
    }
    bool all_ended = world_.has_all_threads;
    for (std::size_t t = 0; t < world_.threads.size(); ++t) {
      const Scene own{.before = &state.store, .thread = static_cast<int>(t)};
      bool has_ended = false;
      resolve(
          state.threads[t], [&](const ToDo& todo) { has_ended = has_ended || todo.empty(); }, [](SyntaxIndex) {});
      if (has_ended) check_clauses(declaration(t).ensures, own, t, "ensures");
      all_ended = all_ended && has_ended;
      const auto& body = declaration(t).body;
      const bool is_at_start = std::equal(body.rbegin(), body.rend(), state.threads[t].begin(), state.threads[t].end());
      // A loop at the beginning comes back to where the thread started.
      const bool may_be_back = !body.empty() && at(body.front()).kind == Kind::while_;
      if (is_at_start && !may_be_back) check_clauses(declaration(t).requires_, own, t, "requires");
    }
    if (!all_ended) return;
    for (ExpressionIndex e : tree_.specification.ensures)
      if (!evaluation_.holds(e, scene))
        wrong(Verdict::breaks_ensures, line_of(e), number,
              "all have ended, and 'ensures' of line " + std::to_string(line_of(e)) + " is false");
  }

  // What a thread ensures, relies on, and so on.
  void check_clauses(const std::vector<ExpressionIndex>& clauses, const Scene& scene, std::size_t thread,
                     const char* does) {
    for (ExpressionIndex e : clauses)
      if (!evaluation_.holds(e, scene)) annotation_breaks(line_of(e), "what " + name_of(thread) + " " + does);
  }

  // The annotations that a thread comes to with its step. In an outline they hold as long as it stays, elsewhere when
  // it arrives.
  void check_arrival(std::size_t number, std::size_t thread) {
    const State& state = states_[number];
    const Scene own{.before = &state.store, .thread = static_cast<int>(thread)};
    resolve(
        state.threads[thread], [](const ToDo&) {},
        [&](SyntaxIndex s) {
          if (at(s).kind == Kind::cut && !evaluation_.holds(at(s).condition, own))
            annotation_breaks(at(s).where.line, "a cut");
          if (is_loop(s) && !evaluation_.all_hold(at(s).invariants, own))
            annotation_breaks(at(s).where.line, "the invariant of a loop");
        });
  }
  void check_stay(std::size_t number) {
    for (std::size_t t = 0; t < world_.threads.size(); ++t)
      if (declaration(t).is_outline) check_arrival(number, t);
  }

  std::uint32_t line_of(ExpressionIndex e) const { return plato::beginning_of(tree_, e).line; }

  // Where the condition of a loop is tested, and its invariant holds.
  bool is_loop(SyntaxIndex s) const {
    return at(s).kind == Kind::while_ || (at(s).kind == Kind::for_ && has_mark(s, begun));
  }
  bool is_star(const SyntaxStatement& s) const { return tree_[s.condition].kind == Expression::Kind::star; }
  bool is_step(SyntaxIndex index) const {
    const SyntaxStatement& s = at(index);
    const bool is_choice = (s.kind == Kind::if_ || s.kind == Kind::while_) && is_star(s);
    return s.kind != Kind::skip && s.kind != Kind::cut && s.kind != Kind::choose && !is_choice;
  }
  static void push(ToDo& todo, const std::vector<SyntaxIndex>& statements) {
    todo.insert(todo.end(), statements.rbegin(), statements.rend());
  }

  // All that may be to do once choices are made and what is no step is over: `found` is called with each, `passed` with
  // annotations on the way.
  void resolve(const ToDo& todo, const std::function<void(const ToDo&)>& found,
               const std::function<void(SyntaxIndex)>& passed) const {
    if (!todo.empty() && is_step(todo.back())) {   // as it mostly is
      if (is_loop(todo.back())) passed(todo.back());
      found(todo);
      return;
    }
    std::set<ToDo> seen;
    std::vector<ToDo> open = {todo};
    while (!open.empty()) {
      ToDo here = std::move(open.back());
      open.pop_back();
      if (!seen.insert(here).second) continue;
      if (here.empty()) {
        found(here);
        continue;
      }
      const SyntaxIndex next = here.back();
      const SyntaxStatement& s = at(next);
      if (s.kind == Kind::cut || is_loop(next)) passed(next);
      if (is_step(next)) {
        found(here);
        continue;
      }
      ToDo rest = here;
      rest.pop_back();
      const auto with = [&](ToDo base, const std::vector<SyntaxIndex>& statements) {
        push(base, statements);
        open.push_back(std::move(base));
      };
      if (s.kind == Kind::choose) {
        for (const auto& branch : s.branches) with(rest, branch);
      } else if (s.kind == Kind::if_) {
        with(rest, s.body);
        with(rest, s.other);
      } else if (s.kind == Kind::while_) {
        with(here, s.body);
        with(rest, {});
      } else {
        with(rest, {});
      }
    }
  }

  // ---- steps

  void expand(std::size_t number) {
    check_stay(number);
    for (std::size_t t = 0; t < world_.threads.size(); ++t) {
      std::vector<ToDo> ways;
      resolve(
          states_[number].threads[t],
          [&](const ToDo& todo) {
            if (!todo.empty()) ways.push_back(todo);
          },
          [](SyntaxIndex) {});
      for (const ToDo& todo : ways) {
        try {
          step(number, t, todo);
        } catch (const GoesWrong&) {
          evaluation_.start_anew();
          goes_wrong(number, t, todo.back());
        } catch (const TooLarge&) {
          evaluation_.start_anew();
          is_all_ = false;
        }
      }
    }
    if (!tree_.specification.relies.empty()) environment(number);
  }

  void step(std::size_t number, std::size_t thread, const ToDo& todo) {
    const Store& before = states_[number].store;
    const SyntaxIndex index = todo.back();
    const SyntaxStatement& s = at(index);
    const int self = static_cast<int>(thread);
    ToDo rest = todo;
    rest.pop_back();
    const auto go_on = [&](const Store& after, const ToDo& then) { arrive(number, thread, index, after, then); };
    if (s.kind == Kind::for_) return step_of_for(number, thread, todo);
    const auto found_true = [&](const Store& after) { return steps_.with_ghosts(s.ghosts, after, self); };
    if (s.kind == Kind::if_ || s.kind == Kind::while_) {
      ToDo yes = s.kind == Kind::while_ ? todo : rest, no = rest;
      push(yes, s.body);
      if (s.kind == Kind::if_) push(no, s.other);
      const Expression& c = tree_[s.condition];
      const bool is_negated = c.kind == Expression::Kind::negation && tree_[c.parts[0]].kind == Expression::Kind::cas;
      for (const bool outcome : {true, false}) {
        const ToDo& then = outcome ? yes : no;
        if (c.kind == Expression::Kind::cas || is_negated) {
          if (const auto after =
                  steps_.test_cas(is_negated ? c.parts[0] : s.condition, outcome != is_negated, before, self))
            go_on(outcome ? found_true(*after) : *after, then);
        } else if (evaluation_.holds(s.condition, {.before = &before, .thread = self, .is_in_statement = true}) ==
                   outcome) {
          go_on(outcome ? found_true(before) : before, then);
        }
      }
      return;
    }
    const StepResult result = steps_.take(index, before, self);
    if (result.wrong) goes_wrong(number, thread, *result.wrong);
    for (const Store& after : result.stores) go_on(after, rest);
  }
  [[noreturn]] void goes_wrong(std::size_t number, std::size_t thread, SyntaxIndex statement) {
    wrong(Verdict::goes_wrong, at(statement).where.line, number,
          text_of(thread, statement) + " goes wrong, line " + std::to_string(at(statement).where.line));
  }

  // i := a; then the test, and after the body i := i + 1: each is a step.
  void step_of_for(std::size_t number, std::size_t thread, const ToDo& todo) {
    const Store& before = states_[number].store;
    const SyntaxIndex index = todo.back();
    const SyntaxStatement& s = at(index);
    const int self = static_cast<int>(thread);
    const Scene here{.before = &before, .thread = self, .is_in_statement = true};
    ToDo then = todo;
    then.pop_back();
    if (has_mark(index, begun)) {
      const std::int64_t now = evaluation_.number(s.places[0], here), last = evaluation_.number(s.values[1], here);
      if (s.is_open ? now < last : now <= last) {
        then = todo;
        then.push_back(with_mark(without_marks(index), next_round));
        push(then, s.body);
      }
      return arrive(number, thread, index, before, then);
    }
    const bool is_next = has_mark(index, next_round);
    if (!is_next) then.push_back(with_mark(index, begun));
    const std::int64_t counter =
        is_next ? evaluation_.number(s.places[0], here) + 1 : evaluation_.number(s.values[0], here);
    arrive(number, thread, index, steps_.with_counter(s, counter, before, self), then);
  }

  void arrive(std::size_t number, std::size_t thread, SyntaxIndex statement, const Store& after, const ToDo& todo) {
    const Store& before = states_[number].store;
    for (ExpressionIndex e : tree_.specification.guarantees)
      if (!evaluation_.holds(e, {.before = &before, .after = &after}))
        wrong(Verdict::breaks_guarantee, line_of(e), number,
              text_of(thread, statement) + " breaks the guarantee of line " + std::to_string(line_of(e)));
    const Scene own{.before = &before, .after = &after, .thread = static_cast<int>(thread)};
    check_clauses(tree_.guarantees, own, thread, "guarantees");
    check_clauses(declaration(thread).guarantees, own, thread, "guarantees");
    check_relies(before, after, static_cast<int>(thread));
    State next{.threads = states_[number].threads,
               .store = after,
               .parent = number,
               .thread = static_cast<int>(thread),
               .statement = statement};
    next.threads[thread] = todo;
    meet(std::move(next), static_cast<int>(thread));
  }

  // What the other threads rely on.
  void check_relies(const Store& before, const Store& after, int stepping) {
    for (std::size_t t = 0; t < world_.threads.size(); ++t) {
      if (static_cast<int>(t) == stepping) continue;
      const Scene own{.before = &before, .after = &after, .thread = static_cast<int>(t)};
      check_clauses(tree_.relies, own, t, "relies on");
      check_clauses(declaration(t).relies, own, t, "relies on");
    }
  }

  // The environment changes a variable, an element, or two variables that are no maps, to small values, if that is what
  // the program relies on.
  void environment(std::size_t number) {
    run_.guesses.environment = true;
    const Store& before = states_[number].store;
    const auto meet_it = [&](const Store& after) {
      if (after == before || !evaluation_.all_hold(tree_.specification.relies, {.before = &before, .after = &after}))
        return;
      check_relies(before, after, nobody);
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
    if (s.thread != nobody || s.is_ghost) return {};
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
