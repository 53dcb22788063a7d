// See closure_oracle.hpp.

#include "closure_oracle.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <set>
#include <tuple>

#include "explore/concrete_evaluation.hpp"
#include "touches.hpp"

namespace plato_test {

using plato::CommandId;
using plato::ConcreteStore;
using plato::CoreCommand;
using plato::CorePlace;
using plato::CoreStatement;
using plato::Literal;
using plato::StatementId;
using Kind = CoreStatement::Kind;

namespace {

class Closure {
 public:
  explicit Closure(CertificateProgram certificate)
      : certificate_(std::move(certificate)), evaluation_(program(), maps_) {}

  // Throws what is not right about it.
  void look() {
    read();
    if (is_apart_)
      for (std::size_t t = 0; t < threads_.size(); ++t) run_apart(t);
    else
      run_together();
    if (is_apart_) look_at_shared_stores();
    if (few_) run_more();
  }

 private:
  struct Item {
    StatementId statement = 0;
    bool is_end = false;   // of that block
    friend auto operator<=>(const Item&, const Item&) = default;
  };
  using Stack = std::vector<Item>;   // what comes next is last
  struct Thread {
    std::size_t family = 0;
    std::int64_t id = 0;
  };
  // A call or a scope that begins an activation: what is left to do in it, and after it.
  struct Entrance {
    StatementId statement = 0;
    Stack inside, after;
  };
  struct Choices {
    std::vector<std::pair<CommandId, Stack>> commands;   // that can be next, and what is left after them
    std::set<StatementId> next;                          // whose commands these are
    std::vector<Entrance> entrances;
    bool may_end = false;
  };
  // The number of what is shared, own, left to do, and the activation; 0 is that of the thread itself.
  using View = std::tuple<std::size_t, std::vector<std::int64_t>, Stack, std::size_t>;
  struct Place {
    std::size_t shared = 0;
    std::vector<std::int64_t> own;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Activation {
    std::size_t thread = 0;
    StatementId statement = 0;
    std::vector<Place> begins, ends;
  };
  struct SharedStep {
    std::size_t thread = 0, source = 0, target = 0;   // numbers of shared stores, of which some may be equal
    std::optional<StatementId> next{};                // only where it is next for the thread after the step
  };

  static constexpr std::size_t most_states = 20'000;

  CertificateProgram certificate_;
  plato::MapPool maps_;
  plato::ConcreteEvaluation evaluation_;
  std::vector<std::int64_t> domain_;
  ConcreteStore initial_;
  std::vector<ConcreteStore> starts_;
  std::vector<Thread> threads_;
  std::set<std::size_t> truths_;
  bool is_apart_ = false;
  std::vector<std::size_t> locals_;
  std::optional<std::size_t> few_{};   // a family of which there may be more members than are listed
  std::vector<ConcreteStore> shared_;
  std::vector<SharedStep> steps_;
  std::vector<Activation> activations_{1};    // number 0 is none
  std::vector<std::set<std::size_t>> ends_;   // where each thread can have ended
  std::map<Stack, Choices> choices_;
  std::map<std::pair<std::size_t, std::size_t>, Touches> touched_;   // by a thread, next, in a shared store
  std::vector<Literal> conjuncts_;                                   // of the initial condition, as far as they matter

  plato::Program& program() { return certificate_.core.program; }
  static std::int64_t number(const std::string& word) {
    if (!is_number(word)) throw NoOpinion{};
    return std::stoll(word);
  }
  bool holds(Literal formula, std::int64_t tid, const ConcreteStore& before, const ConcreteStore& after) {
    return evaluation_.holds(formula, {.before = &before, .after = &after, .tid = tid, .domain = domain_});
  }
  bool is_map(std::size_t variable) { return plato::is_map(program().variables.at(variable)); }

  // ---- the lines

  void gather_domain() {
    std::set<std::int64_t> values;
    for (const std::string& line : certificate_.rest)
      for (const std::string& word : split_words(line))
        if (is_number(word))
          for (std::int64_t near = -2; near <= 2; ++near) values.insert(number(word) + near);
    for (std::int64_t v = -4; v <= 6; ++v) values.insert(v);
    if (values.size() > 200) throw NoOpinion{};
    domain_.assign(values.begin(), values.end());
  }
  std::int64_t value(const Words& words) {
    if (is_map(static_cast<std::size_t>(number(words.at(1)))) != (words[0] == "V")) throw NoOpinion{};
    if (words[0] == "v") return number(words.at(2));
    if (words[0] != "V") throw NoOpinion{};
    std::int64_t map = maps_.constant(number(words.at(2)));
    for (std::size_t i = 3; i + 1 < words.size(); i += 2) map = maps_.with(map, number(words[i]), number(words[i + 1]));
    return map;
  }
  std::size_t variable(const std::string& word) {
    const std::int64_t name = number(word);
    require(name >= 0 && name < static_cast<std::int64_t>(program().variables.size()));
    return static_cast<std::size_t>(name);
  }
  ConcreteStore share(ConcreteStore store) {
    for (std::size_t v : locals_) store[v] = maps_.constant(0);
    return store;
  }

  void read() {
    gather_domain();
    const Lines& lines = certificate_.rest;
    std::size_t at = 0;
    if (at < lines.size() && lines[at].starts_with("range ")) ++at;
    for (; at < lines.size() && lines[at] != "run"; ++at) {
      const Words words = split_words(lines[at]);
      require(words.size() >= 3 && number(words[1]) == static_cast<std::int64_t>(initial_.size()));
      if (initial_.size() == program().variables.size()) program().variables.emplace_back();   // of no formula
      initial_.push_back(value(words));
    }
    while (initial_.size() < program().variables.size())
      initial_.push_back(is_map(initial_.size()) ? maps_.constant(0) : 0);
    starts_ = {initial_};
    std::vector<ConcreteStore> listed;
    std::vector<std::tuple<std::size_t, std::int64_t, std::int64_t>> opens;
    for (++at; at < lines.size(); ++at) {
      const Words words = split_words(lines[at]);
      if (words[0] == "thread")
        threads_.push_back({static_cast<std::size_t>(number(words.at(1))), number(words.at(2))});
      else if (words[0] == "bool")
        truths_.insert(static_cast<std::size_t>(number(words.at(1))));   // of a variable that is not there: no matter
      else if (words[0] == "open")
        opens.emplace_back(variable(words.at(1)), number(words.at(2)), number(words.at(3)));
      else if (words[0] == "local")
        locals_.push_back(variable(words.at(1)));
      else if (words[0] == "few")
        few_ = static_cast<std::size_t>(number(words.at(1)));
      else if (words[0] == "store")
        listed.push_back(initial_);
      else if (words[0] == "v" || words[0] == "V")
        listed.back()[variable(words.at(1))] = value(words);
      else if (words[0] == "step")
        steps_.push_back(listed_step(words));
      else if (words[0] == "activation")
        activations_.push_back(
            {static_cast<std::size_t>(number(words.at(1))), static_cast<StatementId>(number(words.at(2))), {}, {}});
      else if (words[0] == "begin")
        activations_.back().begins.push_back(listed_place(words));
      else if (words[0] == "end")
        activations_.back().ends.push_back(listed_place(words));
      else if (words[0] != "identifier" && words[0] != "constant")
        is_apart_ = words[0] == "views";
    }
    for (const auto& [name, low, high] : opens) leave_open(name, low, high);
    shared_.push_back(share(initial_));
    for (const ConcreteStore& store : listed) shared_.push_back(share(store));
    for (const SharedStep& step : steps_) require(std::max(step.source, step.target) < shared_.size());
    for (const Activation& activation : activations_)
      for (const std::vector<Place>* places : {&activation.begins, &activation.ends})
        for (const Place& place : *places) require(place.shared < shared_.size() && place.own.size() == locals_.size());
    for (const Thread& t : threads_) require(holds(program().families.at(t.family).members, t.id, initial_, initial_));
    for (std::size_t f = 0; f < program().families.size(); ++f)
      for (std::int64_t id : domain_)
        if (f != few_ && holds(program().families[f].members, id, initial_, initial_))
          require(std::ranges::any_of(threads_, [&](const Thread& t) { return t.family == f && t.id == id; }));
    require(std::ranges::any_of(starts_, [&](const ConcreteStore& s) { return is_first(s); }));
  }

  static Place listed_place(const Words& words) {
    Place place{static_cast<std::size_t>(number(words.at(1))), {}};
    for (std::size_t i = 2; i < words.size(); ++i) place.own.push_back(number(words[i]));
    return place;
  }
  static SharedStep listed_step(const Words& words) {
    SharedStep step{static_cast<std::size_t>(number(words.at(1))), static_cast<std::size_t>(number(words.at(2))),
                    static_cast<std::size_t>(number(words.at(3)))};
    if (words.size() > 4) step.next = static_cast<StatementId>(number(words[4]));
    return step;
  }

  // ---- the initial condition

  // The kernel does not mind first values of what nobody reads. What stands in one conjunct with something that is read
  // counts as read.
  bool is_first(const ConcreteStore& store) {
    if (conjuncts_.empty()) find_conjuncts();
    return std::ranges::all_of(conjuncts_, [&](Literal conjunct) { return holds(conjunct, 0, store, store); });
  }
  void find_conjuncts() {
    std::vector<Literal> open{program().init}, all;
    while (!open.empty()) {
      const Literal literal = open.back();
      open.pop_back();
      if (literal > 0 && table()[plato::formula_of(literal)].kind == plato::FormulaKind::and_)
        for (const std::int32_t part : table().operands(plato::formula_of(literal))) open.push_back(part);
      else
        all.push_back(literal);
    }
    std::set<std::size_t> read = variables_in(read_by_threads());
    const auto is_read = [&](Literal conjunct) {
      const std::set<std::size_t> about = variables_in({of_formula(conjunct)});
      return about.empty() || std::ranges::any_of(about, [&](std::size_t v) { return read.contains(v); });
    };
    for (std::size_t before = 0; before != read.size();) {
      before = read.size();
      for (Literal conjunct : all)
        if (is_read(conjunct)) read.merge(variables_in({of_formula(conjunct)}));
    }
    std::ranges::copy_if(all, std::back_inserter(conjuncts_), is_read);
  }
  const plato::FormulaTable& table() { return program().table; }
  static plato::Node of_formula(Literal literal) { return {true, plato::index_of(plato::formula_of(literal))}; }
  std::set<std::size_t> variables_in(const std::vector<plato::Node>& roots) {
    std::set<std::size_t> found;
    for (const plato::Node node : plato::parts_of(table(), roots))
      if (const auto& t = node.is_formula ? plato::Term{} : table()[plato::TermId{node.index}];
          t.kind == plato::TermKind::var)
        found.insert(static_cast<std::size_t>(t.operand[0]));
    return found;
  }
  // What the listed threads run, who they are, and what is claimed.
  std::vector<plato::Node> read_by_threads() {
    std::vector<plato::Node> roots;
    std::vector<StatementId> open;
    for (const Thread& t : threads_) open.push_back(program().families.at(t.family).body);
    for (const plato::CoreFamily& family : program().families) roots.push_back(of_formula(family.members));
    const plato::Specification& claims = certificate_.core.specification;
    for (const Literal claim : {claims.invariant.value_or(0), certificate_.guarantee, certificate_.ensures})
      if (claim != 0) roots.push_back(of_formula(claim));
    std::set<StatementId> seen(open.begin(), open.end());
    while (!open.empty()) {
      const plato::CoreStatement s = plato::statement_of(program(), open.back());
      open.pop_back();
      if (s.command != 0) read_by_command(s.command, roots);
      for (const StatementId next :
           {s.first, s.second, s.procedure == 0 ? 0 : plato::procedure_of(program(), s.procedure).body})
        if (next != 0 && seen.insert(next).second) open.push_back(next);
    }
    return roots;
  }
  void read_by_command(CommandId command, std::vector<plato::Node>& roots) {
    for (const CommandId part : plato::parts_of_command(program().commands, command)) {
      const plato::CoreCommand& c = plato::command_of(program(), part);
      for (const Literal literal : {c.condition, c.action, c.post})
        if (literal != 0) roots.push_back(of_formula(literal));
      for (const plato::TermId value : c.values) roots.push_back({false, value});
      for (const plato::CorePlace& place : c.places)
        if (place.index) roots.push_back({false, *place.index});
    }
  }

  void leave_open(std::size_t name, std::int64_t low, std::int64_t high) {
    std::vector<ConcreteStore> more;
    for (const ConcreteStore& store : starts_)
      for (std::int64_t v = low; v <= high; ++v) {
        more.push_back(store);
        more.back()[name] = v;
        if (more.size() > 1000) throw NoOpinion{};
      }
    starts_ = std::move(more);
    // A value outside of them is not an initial one; of truth values only matters which are 0.
    for (std::int64_t v : domain_) {
      ConcreteStore other = initial_;
      other[name] = v;
      if (v < low || v > high) require(truths_.contains(name) || !is_first(other));
    }
  }

  // ---- where threads are

  const Choices& choices_at(const Stack& start) {
    const auto known = choices_.find(start);
    if (known != choices_.end()) return known->second;
    Choices made;
    std::set<Stack> seen = {start};
    std::vector<Stack> open = {start};
    while (!open.empty()) {
      Stack here = open.back();
      open.pop_back();
      if (seen.size() > 2000 || here.size() > 100) throw NoOpinion{};
      if (here.empty()) {
        made.may_end = true;
        continue;
      }
      const Item top = here.back();
      here.pop_back();
      const CoreStatement& s = program().statements[top.statement - 1];
      const auto go = [&](std::initializer_list<Item> items) {
        Stack next = here;
        next.insert(next.end(), items);
        if (seen.insert(next).second) open.push_back(next);
      };
      switch (s.kind) {
        case Kind::skip: go({}); break;
        case Kind::atomic:
          made.commands.emplace_back(s.command, here);
          made.next.insert(top.statement);
          break;
        case Kind::choice: go({{s.first}}), go({{s.second}}); break;
        case Kind::seq: go({{s.second}, {s.first}}); break;
        case Kind::loop: go({}), go({top, {s.first}}); break;
        case Kind::block: top.is_end ? go({}) : go({{top.statement, true}, {s.first}}); break;
        case Kind::call: {
          // In its own body it begins an activation, unless nothing is left to do after it.
          const StatementId body = plato::procedure_of(program(), s.procedure).body;
          if (body >= top.statement && !here.empty())
            made.entrances.push_back({top.statement, {{body}}, here});
          else
            go({{body}});
          break;
        }
        case Kind::scope: made.entrances.push_back({top.statement, {{s.first}}, here}); break;
        case Kind::exit: {
          for (std::uint32_t passed = 0; passed <= s.passed; ++passed) {
            while (!here.empty() && !here.back().is_end) here.pop_back();
            if (here.empty()) break;
            here.pop_back();
          }
          go({});
          break;
        }
        default: throw NoOpinion{};
      }
    }
    return choices_.emplace(start, std::move(made)).first->second;
  }

  // ---- commands

  std::vector<ConcreteStore> outcomes(CommandId id, std::int64_t tid, const ConcreteStore& store) {
    const CoreCommand c = plato::command_of(program(), id);
    switch (c.kind) {
      case CoreCommand::Kind::assume:
        return std::vector<ConcreteStore>(holds(c.condition, tid, store, store) ? 1 : 0, store);
      case CoreCommand::Kind::assert_: require(holds(c.condition, tid, store, store)); return {store};
      case CoreCommand::Kind::if_:
        return outcomes(holds(c.condition, tid, store, store) ? c.first : c.second, tid, store);
      case CoreCommand::Kind::choice: {
        std::vector<ConcreteStore> all = outcomes(c.first, tid, store);
        std::ranges::copy(outcomes(c.second, tid, store), std::back_inserter(all));
        return all;
      }
      case CoreCommand::Kind::seq: {
        std::vector<ConcreteStore> all;
        for (const ConcreteStore& between : outcomes(c.first, tid, store))
          std::ranges::copy(outcomes(c.second, tid, between), std::back_inserter(all));
        return all;
      }
      case CoreCommand::Kind::assign: return {assigned(c, tid, store)};
      case CoreCommand::Kind::havoc: return changed(c.places, tid, store, false);
      case CoreCommand::Kind::operation: {
        require(holds(c.condition, tid, store, store));
        std::vector<ConcreteStore> all;
        for (const ConcreteStore& after : changed(c.places, tid, store, true)) {
          if (!holds(c.action, tid, store, after)) continue;
          require(holds(c.post, tid, store, after));
          all.push_back(after);
        }
        return all;
      }
    }
    throw NoOpinion{};
  }
  ConcreteStore assigned(const CoreCommand& c, std::int64_t tid, const ConcreteStore& store) {
    const plato::ConcreteModel model{.before = &store, .tid = tid, .domain = domain_};
    ConcreteStore after = store;
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      const CorePlace& place = c.places[i];
      const bool whole = !place.index && is_map(place.variable);
      const std::int64_t value = whole ? evaluation_.map(c.values[i], model) : evaluation_.number(c.values[i], model);
      std::int64_t& cell = after[place.variable];
      cell = place.index ? maps_.with(cell, evaluation_.number(*place.index, model), value) : value;
    }
    return after;
  }
  // Truth values are 0 and 1; what an action bounds is tried on all integers at hand.
  std::vector<ConcreteStore> changed(const std::vector<CorePlace>& places, std::int64_t tid, const ConcreteStore& store,
                                     bool is_bounded) {
    const plato::ConcreteModel model{.before = &store, .tid = tid, .domain = domain_};
    std::vector<ConcreteStore> all = {store};
    for (const CorePlace& place : places) {
      const bool is_truth = truths_.contains(place.variable);
      if ((!is_truth && !is_bounded) || (!place.index && is_map(place.variable))) throw NoOpinion{};
      std::vector<ConcreteStore> more;
      for (const ConcreteStore& before : all)
        for (std::int64_t v : is_truth ? std::vector<std::int64_t>{0, 1} : domain_) {
          more.push_back(before);
          std::int64_t& cell = more.back()[place.variable];
          cell = place.index ? maps_.with(cell, evaluation_.number(*place.index, model), v) : v;
        }
      if (more.size() > 10'000) throw NoOpinion{};
      all = std::move(more);
    }
    return all;
  }

  // ---- races

  Touches touched_by(const CoreCommand& c, std::int64_t tid, const ConcreteStore& before, const ConcreteStore& after) {
    Touches touches;
    add_touches(program(), evaluation_, c, {.before = &before, .after = &after, .tid = tid, .domain = domain_},
                certificate_.core.specification.races, touches);
    return touches;
  }
  // Where the command can end, and what it has touched on the way there.
  std::vector<std::pair<ConcreteStore, Touches>> ways(CommandId id, std::int64_t tid, const ConcreteStore& store) {
    const CoreCommand c = plato::command_of(program(), id);
    std::vector<std::pair<ConcreteStore, Touches>> all;
    const auto add = [&](CommandId part, const ConcreteStore& from, const Touches& before) {
      for (auto [after, touches] : ways(part, tid, from)) {
        touches.insert(before.begin(), before.end());
        all.emplace_back(after, touches);
      }
    };
    if (c.kind == CoreCommand::Kind::choice) {
      add(c.first, store, {});
      add(c.second, store, {});
    } else if (c.kind == CoreCommand::Kind::seq) {
      for (const auto& [between, touches] : ways(c.first, tid, store)) add(c.second, between, touches);
    } else if (c.kind == CoreCommand::Kind::if_) {
      add(holds(c.condition, tid, store, store) ? c.first : c.second, store, touched_by(c, tid, store, store));
    } else {
      for (const ConcreteStore& after : outcomes(id, tid, store))
        all.emplace_back(after, touched_by(c, tid, store, after));
    }
    return all;
  }
  void look_for_race(const Touches& one, const Touches& other) {
    for (const auto& [x, i, writes] : one)
      for (const auto& [y, j, writes_too] : other) require(x != y || (!writes && !writes_too) || (i && j && *i != *j));
  }
  Touches next_touches(const Choices& choices, std::int64_t tid, const ConcreteStore& store) {
    Touches all;
    if (certificate_.core.specification.races.empty()) return all;
    for (const auto& [command, left] : choices.commands)
      for (const auto& [after, touches] : ways(command, tid, store)) all.insert(touches.begin(), touches.end());
    return all;
  }

  // ---- the two forms

  void look_at(const ConcreteStore& store) {
    const std::optional<Literal>& invariant = certificate_.core.specification.invariant;
    if (invariant) require(holds(*invariant, 0, store, store));
    look_at_step(store, store);
  }
  void look_at_step(const ConcreteStore& before, const ConcreteStore& after) {
    if (certificate_.guarantee != 0) require(holds(certificate_.guarantee, 0, before, after));
  }
  void look_at_end(const ConcreteStore& store) {
    if (certificate_.ensures != 0) require(holds(certificate_.ensures, 0, store, store));
  }
  Stack body_of(const Thread& thread) { return {{program().families.at(thread.family).body}}; }

  void run_together() {
    using State = std::pair<ConcreteStore, std::vector<Stack>>;
    std::vector<Stack> bodies;
    for (const Thread& t : threads_) bodies.push_back(body_of(t));
    std::set<State> seen;
    std::vector<State> open;
    const auto meet = [&](const State& state) {
      if (seen.insert(state).second) open.push_back(state);
      if (seen.size() > most_states) throw NoOpinion{};
    };
    for (const ConcreteStore& start : starts_)
      if (is_first(start)) meet({start, bodies});
    while (!open.empty()) {
      const State state = open.back();
      open.pop_back();
      look_at(state.first);
      bool may_all_end = true;
      std::vector<Touches> touched;
      for (std::size_t t = 0; t < threads_.size(); ++t) {
        const Choices choices = choices_at(state.second[t]);
        if (!choices.entrances.empty()) throw NoOpinion{};
        touched.push_back(next_touches(choices, threads_[t].id, state.first));
        for (std::size_t u = 0; u < t; ++u) look_for_race(touched[t], touched[u]);
        may_all_end = may_all_end && choices.may_end;
        for (const auto& [command, after] : choices.commands)
          for (const ConcreteStore& store : outcomes(command, threads_[t].id, state.first)) {
            look_at_step(state.first, store);
            State next{store, state.second};
            next.second[t] = after;
            meet(next);
          }
      }
      if (may_all_end) look_at_end(state.first);
    }
  }

  void run_apart(std::size_t t) {
    std::set<View> seen;
    std::vector<View> open;
    const auto meet = [&](View view) {
      if (seen.insert(view).second) open.push_back(std::move(view));
      if (seen.size() > most_states) throw NoOpinion{};
    };
    const auto own = [&](const ConcreteStore& store) {
      std::vector<std::int64_t> values;
      for (std::size_t v : locals_) values.push_back(maps_[store[v]].at(threads_[t].id));
      return values;
    };
    ends_.emplace_back();
    for (const ConcreteStore& start : starts_)
      if (is_first(start)) meet({first_number(share(start)), own(start), body_of(threads_[t]), 0});
    while (!open.empty()) {
      const auto [shared, values, stack, activation] = open.back();
      open.pop_back();
      ConcreteStore store = shared_[shared];
      for (std::size_t i = 0; i < locals_.size(); ++i)
        store[locals_[i]] = maps_.with(store[locals_[i]], threads_[t].id, values[i]);
      const Choices choices = choices_at(stack);
      if (choices.may_end && activation == 0) ends_.back().insert(shared);
      if (choices.may_end && activation != 0) require(may_end_at(activations_[activation], {shared, values}));
      for (const Entrance& entrance : choices.entrances) {
        const std::size_t begun = begun_at(t, entrance.statement, {shared, values});
        meet({landing(t, shared, shared_[shared], entrance.inside), values, entrance.inside, begun});
        const std::vector<std::size_t>& kept = program().statements[entrance.statement - 1].variables;
        for (Place end : activations_[begun].ends) {
          for (std::size_t i = 0; i < locals_.size(); ++i)
            if (std::ranges::count(kept, locals_[i]) > 0) end.own.at(i) = values[i];
          meet({landing(t, end.shared, shared_.at(end.shared), entrance.after), end.own, entrance.after, activation});
        }
      }
      touched_[{t, shared}].merge(next_touches(choices, threads_[t].id, store));
      for (const auto& [command, left] : choices.commands)
        for (const ConcreteStore& after : outcomes(command, threads_[t].id, store))
          meet({landing(t, shared, share(after), left), own(after), left, activation});
      for (const SharedStep& step : steps_)
        if (step.thread != t && step.source == shared) meet({step.target, values, stack, activation});
    }
  }
  // With one more member than is listed, all threads together; if that is too much, with as many as is not.
  void run_more() {
    const std::vector<Thread> listed = threads_;
    std::vector<Thread> members;
    std::ranges::copy_if(listed, std::back_inserter(members), [&](const Thread& t) { return t.family == few_; });
    const auto is_listed = [&](std::int64_t id) {
      return std::ranges::any_of(listed, [&](const Thread& t) { return t.id == id; });
    };
    for (std::int64_t id : domain_)
      if (!is_listed(id) && holds(program().families.at(*few_).members, id, initial_, initial_)) {
        members.push_back({*few_, id});
        break;
      }
    for (std::size_t count = members.size(); count >= 2; --count) {
      threads_.clear();
      std::ranges::copy_if(listed, std::back_inserter(threads_), [&](const Thread& t) { return t.family != few_; });
      threads_.insert(threads_.end(), members.begin(), members.begin() + static_cast<std::ptrdiff_t>(count));
      try {
        return run_together();
      } catch (const NoOpinion&) {
      }
    }
    throw NoOpinion{};
  }
  // Of the variables that a scope gives back it does not matter what they are.
  bool may_end_at(const Activation& activation, const Place& place) {
    const std::vector<std::size_t>& kept = program().statements.at(activation.statement - 1).variables;
    return std::ranges::any_of(activation.ends, [&](const Place& end) {
      for (std::size_t i = 0; i < locals_.size(); ++i)
        if (end.own[i] != place.own[i] && std::ranges::count(kept, locals_[i]) == 0) return false;
      return end.shared == place.shared;
    });
  }
  // The first one that is listed.
  std::size_t begun_at(std::size_t thread, StatementId statement, const Place& place) {
    for (const std::size_t kept : program().statements[statement - 1].variables) {
      require(std::ranges::count(locals_, kept) > 0);
      require(std::ranges::count(certificate_.core.specification.races, kept) == 0);
    }
    for (std::size_t i = 1; i < activations_.size(); ++i) {
      const Activation& a = activations_[i];
      if (a.thread == thread && a.statement == statement && std::ranges::count(a.begins, place) > 0) return i;
    }
    require(false);
    return 0;
  }
  std::size_t first_number(const ConcreteStore& store) {
    const auto found = std::ranges::find(shared_, store);
    require(found != shared_.end());
    return static_cast<std::size_t>(found - shared_.begin());
  }
  // Of the listed steps of the thread that lead to the store and may be meant, the last one; or it stays.
  std::size_t landing(std::size_t thread, std::size_t source, const ConcreteStore& store, const Stack& left) {
    const std::set<StatementId> next = choices_at(left).next;
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const SharedStep& step = steps_[i];
      if (step.thread == thread && step.source == source && shared_[step.target] == store &&
          (!step.next || next.contains(*step.next)))
        return step.target;
    }
    require(shared_[source] == store);
    return source;
  }
  void look_at_shared_stores() {
    for (std::size_t g = 0; g < shared_.size(); ++g) {
      look_at(shared_[g]);
      if (std::ranges::all_of(ends_, [&](const auto& stores) { return stores.contains(g); })) look_at_end(shared_[g]);
    }
    for (const SharedStep& step : steps_) look_at_step(shared_[step.source], shared_[step.target]);
    for (const auto& [one, touches] : touched_)
      for (const auto& [other, more] : touched_)
        if (one.first < other.first && one.second == other.second) look_for_race(touches, more);
  }
};

}   // namespace

Opinion look_through_closure(CertificateProgram certificate) {
  return opinion_of([&] { Closure(std::move(certificate)).look(); });
}

}   // namespace plato_test
