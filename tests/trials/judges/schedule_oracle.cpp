// See schedule_oracle.hpp.

#include "schedule_oracle.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <span>

#include "explore/concrete_evaluation.hpp"
#include "logic/branch_identifiers.hpp"
#include "touches.hpp"

namespace plato_test {

using plato::CommandId;
using plato::ConcreteMap;
using plato::ConcreteModel;
using plato::ConcreteStore;
using plato::CoreCommand;
using plato::CorePlace;
using plato::CoreStatement;
using plato::Literal;
using plato::StatementId;
using Kind = CoreStatement::Kind;

namespace {

class Follower {
 public:
  explicit Follower(CertificateProgram certificate)
      : certificate_(std::move(certificate)), evaluation_(program(), maps_) {}

  // Throws what is not right about it.
  void follow() {
    std::size_t at = 0;
    const Lines& lines = certificate_.rest;
    gather_domain(lines);
    if (at < lines.size() && lines[at].starts_with("range ")) ++at;
    for (; at < lines.size() && lines[at] != "run"; ++at) start_value(split_words(lines[at]));
    require(at < lines.size());
    parameters_.resize(std::max(parameters_.size(), program().parameters.size()));
    for (const auto& [name, words] : terms_) {
      store_[name] = map_of(certificate_.terms[static_cast<std::size_t>(number(words[2]))]);
      for (std::size_t i = 3; i + 1 < words.size(); i += 2)
        store_[name] = maps_.with(store_[name], number(words[i]), number(words[i + 1]));
    }
    // What is not declared has no line, and is 0 everywhere.
    while (store_.size() < program().variables.size())
      store_.push_back(plato::is_map(program().variables[store_.size()]) ? maps_.constant(0) : 0);
    require(holds(program().assumption, 0, store_, store_) && holds(program().init, 0, store_, store_));
    initial_ = store_;
    for (++at; at < lines.size(); ++at) {
      require(!has_gone_wrong_);
      const Words words = split_words(lines[at]);
      if (words.at(0) == "race") return look_at_race(words, std::span(lines).subspan(at + 1));
      event(words);
    }
    require(certificate_.claim != "has race");
    if (certificate_.claim == "goes wrong") return require(has_gone_wrong_);
    if (certificate_.claim == "breaks guarantee") {
      const ConcreteStore before = store_;
      event({"step"});
      return require(!holds(certificate_.guarantee, 0, before, store_));
    }
    if (certificate_.claim == "breaks invariant") {
      const std::optional<plato::Literal>& invariant = certificate_.core.specification.invariant;
      return require(invariant && !holds(*invariant, 0, store_, store_));
    }
    for (std::size_t family = 0; family < program().families.size(); ++family)
      for (std::int64_t tid : domain_)
        require(has_ended(static_cast<std::int64_t>(family), tid) ||
                !holds(program().families[family].members, tid, initial_, initial_));
    require(!holds(certificate_.ensures, 0, store_, store_));
  }

 private:
  struct Branches;
  struct Item {
    StatementId statement = 0;
    bool is_end = false;                       // of that block or scope
    std::vector<std::int64_t> kept = {};       // end of a scope: the values to give back
    std::shared_ptr<Branches> branches = {};   // of that `par`, under way
  };
  using Stack = std::vector<Item>;   // what comes next is last
  struct Branches {
    std::int64_t first = 0, last = 0;
    std::map<std::int64_t, Stack> stacks;   // of those that were selected
  };

  CertificateProgram certificate_;
  plato::MapPool maps_;
  plato::ConcreteEvaluation evaluation_;
  std::vector<std::int64_t> domain_, parameters_;
  std::map<std::size_t, Words> terms_;   // the lines of the maps that are given by terms at the start
  ConcreteStore store_, initial_;
  std::vector<Words> inputs_;   // of the next operation
  std::size_t consumed_ = 0;    // of them
  std::map<std::pair<std::int64_t, std::int64_t>, Stack> stacks_;
  Stack* stack_ = nullptr;
  std::int64_t family_ = 0, tid_ = 0;
  bool has_gone_wrong_ = false;
  Touches touched_;   // on the way of the last command

  // Two threads, each with the inputs of its next command, which is run and undone.
  void look_at_race(const Words& race, std::span<const std::string> lines) {
    require(certificate_.claim == "has race" && race.size() == 4);
    const auto variable = static_cast<std::size_t>(number(race[1]));
    const std::vector<std::size_t>& races = certificate_.core.specification.races;
    require(std::ranges::find(races, variable) != races.end());
    std::vector<std::pair<std::int64_t, std::int64_t>> threads;
    std::vector<Touches> touched;
    for (std::size_t at = 0; at < lines.size();) {
      const Words thread = split_words(lines[at++]);
      require(thread.at(0) == "thread");
      event(thread);
      for (; at < lines.size() && !lines[at].starts_with("thread"); ++at) inputs_.push_back(split_words(lines[at]));
      const CoreStatement* next = settle();
      require(next != nullptr && next->kind == Kind::atomic);
      const ConcreteStore before = store_;
      consumed_ = 0;
      touched_.clear();
      require(!run(next->command) && consumed_ == inputs_.size());
      inputs_.clear();
      store_ = before;
      threads.emplace_back(family_, tid_);
      touched.push_back(touched_);
    }
    require(threads.size() == 2 && threads[0] != threads[1]);
    const auto does = [&](const Touches& touches, bool writes) {
      return touches.contains({variable, number(race[2]), writes}) ||
             touches.contains({variable, std::nullopt, writes});
    };
    require(does(touched[0], true) && does(touched[1], number(race[3]) == 1));
  }
  void note(const CoreCommand& c, const ConcreteStore& before, const ConcreteStore& after) {
    add_touches(program(), evaluation_, c,
                {.before = &before, .after = &after, .tid = tid_, .parameters = parameters_, .domain = domain_},
                certificate_.core.specification.races, touched_);
  }

  plato::Program& program() { return certificate_.core.program; }
  static std::int64_t number(const std::string& word) {
    if (!is_number(word)) throw NoOpinion{};
    return std::stoll(word);
  }

  void gather_domain(const Lines& lines) {
    std::vector<std::int64_t> values;
    for (const std::string& line : lines)
      for (const std::string& word : split_words(line))
        if (is_number(word)) values.push_back(number(word));
    for (std::int64_t v : values)
      for (std::int64_t near = -4; near <= 4; ++near) domain_.push_back(v + near);
    for (std::int64_t v = -6; v <= 6; ++v) domain_.push_back(v);
    std::ranges::sort(domain_);
    domain_.erase(std::unique(domain_.begin(), domain_.end()), domain_.end());
  }

  bool holds(Literal formula, std::int64_t tid, const ConcreteStore& before, const ConcreteStore& after) {
    return evaluation_.holds(
        formula, {.before = &before, .after = &after, .tid = tid, .parameters = parameters_, .domain = domain_});
  }

  // The value on a line `v X N` or `V X …`, for a variable that is a number or a map.
  std::int64_t value(const Words& words, bool is_map) {
    if (!is_map) {
      if (words[0] != "v" && words[0] != "y") throw NoOpinion{};
      return number(words.at(2));
    }
    if (words[0] != "V") throw NoOpinion{};
    std::int64_t map = maps_.constant(number(words.at(2)));
    // an index that occurs twice has the later value
    for (std::size_t i = 3; i + 1 < words.size(); i += 2) map = maps_.with(map, number(words[i]), number(words[i + 1]));
    return map;
  }
  // The map that is the term at each index, as far as indices are looked at here.
  std::int64_t map_of(plato::TermId term) {
    const plato::FormulaTable& table = program().table;
    const plato::Node root{false, term};
    for (const plato::Node part : plato::parts_of(table, std::span(&root, 1)))
      if (!part.is_formula && table[plato::TermId{part.index}].kind == plato::TermKind::var) throw NoOpinion{};
    std::vector<std::int64_t> indices = domain_;
    for (std::int64_t index = -100; index <= 100; ++index) indices.push_back(index);
    const ConcreteStore none(program().variables.size());
    std::int64_t map = maps_.constant(0);
    for (const std::int64_t index : indices) {
      const std::int64_t bound[] = {index};
      map = maps_.with(map, index,
                       evaluation_.number(term, {.before = &none,
                                                 .after = &none,
                                                 .tid = 0,
                                                 .parameters = parameters_,
                                                 .domain = domain_,
                                                 .bound = bound}));
    }
    return map;
  }
  void start_value(const Words& words) {
    require(words.size() >= 3);
    const std::int64_t name = number(words[1]);
    if (words[0] == "y") {
      if (name < 0 || name > 1000) throw NoOpinion{};
      parameters_.resize(std::max<std::size_t>(parameters_.size(), static_cast<std::size_t>(name)));
      if (name > 0) parameters_[static_cast<std::size_t>(name) - 1] = value(words, false);
      return;
    }
    if (words[0] == "Y") throw NoOpinion{};
    require(name == static_cast<std::int64_t>(store_.size()));
    auto& variables = program().variables;
    if (store_.size() == variables.size()) variables.emplace_back();   // of no formula
    // what is used as a map and given as a number, or the other way round, is for the kernel alone
    if (plato::is_map(variables[store_.size()]) != (words[0] != "v")) throw NoOpinion{};
    if (words[0] == "F") {
      const auto term = static_cast<std::size_t>(number(words[2]));
      require(term < certificate_.terms.size() && words.size() % 2 == 1);
      if (term == 0 || program().table[certificate_.terms[term]].loose > 1) throw NoOpinion{};
      terms_[store_.size()] = words;
      return store_.push_back(0);
    }
    store_.push_back(value(words, words[0] == "V"));
  }

  // Takes what needs no decision from the top of the stack; none if nothing is left. Calls that go on for ever are for
  // the kernel alone.
  const CoreStatement* settle() {
    require(stack_ != nullptr);
    for (int taken = 0; !stack_->empty(); ++taken) {
      if (taken > 10'000) throw NoOpinion{};
      const Item top = stack_->back();
      const CoreStatement& statement = program().statements[top.statement - 1];
      switch (statement.kind) {
        case Kind::skip: replace_top({}); break;
        case Kind::seq: replace_top({{statement.second}, {statement.first}}); break;
        case Kind::block:
          if (top.is_end)
            replace_top({});
          else
            replace_top({{top.statement, true}, {statement.first}});
          break;
        case Kind::exit: exit(statement.passed); break;
        case Kind::call: replace_top({{plato::procedure_of(program(), statement.procedure).body}}); break;
        case Kind::scope: {
          if (top.is_end) return &statement;
          Item end{top.statement, true};
          for (std::size_t v : statement.variables) end.kept.push_back(maps_[store_[v]].at(tid_));
          replace_top({end, {statement.first}});
          break;
        }
        default: return &statement;
      }
    }
    return nullptr;
  }
  void exit(std::uint32_t passed) {
    stack_->pop_back();
    for (std::uint32_t ended = 0; ended <= passed; ++ended) {
      const auto is_end = [&](const Item& item) {
        return item.is_end && program().statements[item.statement - 1].kind == Kind::block;
      };
      while (!stack_->empty() && !is_end(stack_->back())) stack_->pop_back();
      if (stack_->empty()) throw NoOpinion{};
      stack_->pop_back();
    }
  }
  // The thread has moved, and has nothing left to do: whether an event says so or not.
  bool has_ended(std::int64_t family, std::int64_t tid) {
    const auto found = stacks_.find({family, tid});
    if (found == stacks_.end()) return false;
    stack_ = &found->second;
    return settle() == nullptr;
  }
  void replace_top(std::initializer_list<Item> by) {
    stack_->pop_back();
    stack_->insert(stack_->end(), by);
  }

  void event(const Words& words) {
    require(!words.empty());
    const std::string& word = words[0];
    if (word == "thread") return select(number(words.at(1)), number(words.at(2)));
    if (word == "v" || word == "V" || word == "W" || word == "first" || word == "second")
      return inputs_.push_back(words);
    if (word == "branch") return select_branch(number(words.at(1)));
    const CoreStatement* next = settle();
    if (word == "ended") return require(next == nullptr);
    require(next != nullptr);
    const CoreStatement& top = *next;
    if (word == "left" || word == "right") {
      require(top.kind == Kind::choice);
      return replace_top({{word == "left" ? top.first : top.second}});
    }
    if (word == "again" || word == "leave") {
      require(top.kind == Kind::loop);
      return word == "leave" ? replace_top({}) : stack_->push_back({top.first});
    }
    if (word == "step" && top.kind == Kind::scope) return give_back(top);
    if (word == "fork") return fork(top);
    if (word == "join") return join(top);
    require((word == "step" || word == "wrong") && top.kind == Kind::atomic);
    operate(top, word == "wrong");
  }
  void select(std::int64_t family, std::int64_t tid) {
    require(family >= 0 && family < static_cast<std::int64_t>(program().families.size()));
    const plato::CoreFamily& entry = program().families[static_cast<std::size_t>(family)];
    require(holds(entry.members, tid, initial_, initial_));
    stack_ = &stacks_.try_emplace({family, tid}, Stack{{entry.body}}).first->second;
    family_ = family;
    tid_ = tid;
    inputs_.clear();
  }
  // A number that no branch has is wrong only if an event follows.
  void select_branch(std::int64_t which) {
    require(stack_ != nullptr && !stack_->empty());
    const Item top = stack_->back();
    stack_ = nullptr;
    inputs_.clear();
    if (top.branches == nullptr || which < top.branches->first || top.branches->last < which) return;
    const Stack start{{program().statements[top.statement - 1].first}};
    stack_ = &top.branches->stacks.try_emplace(which, start).first->second;
    const plato::Integer identifier = plato::branch_of(tid_, which);
    if (!identifier.is_small()) throw NoOpinion{};
    tid_ = identifier.small();
  }
  void fork(const CoreStatement& par) {
    require(par.kind == Kind::par && stack_->back().branches == nullptr && inputs_.empty());
    stack_->back().branches =
        std::make_shared<Branches>(Branches{value_of(par.low, false), value_of(par.high, false), {}});
  }
  void join(const CoreStatement& par) {
    require(par.kind == Kind::par && stack_->back().branches != nullptr);
    Stack* const thread = stack_;
    const std::int64_t tid = tid_;
    const std::shared_ptr<Branches> branches = stack_->back().branches;
    for (std::int64_t which = branches->first; which <= branches->last; ++which) {
      const auto found = branches->stacks.find(which);
      require(found != branches->stacks.end());
      stack_ = &found->second;
      const plato::Integer identifier = plato::branch_of(tid, which);
      if (!identifier.is_small()) throw NoOpinion{};
      tid_ = identifier.small();
      require(settle() == nullptr);
    }
    stack_ = thread;
    tid_ = tid;
    replace_top({});
  }
  // The end of a scope is a step.
  void give_back(const CoreStatement& scope) {
    require(inputs_.empty());
    const std::vector<std::int64_t> kept = stack_->back().kept;
    for (std::size_t i = 0; i < kept.size(); ++i)
      store_[scope.variables[i]] = maps_.with(store_[scope.variables[i]], tid_, kept[i]);
    replace_top({});
  }
  void operate(const CoreStatement& operation, bool goes_wrong) {
    consumed_ = 0;
    require(run(operation.command) == goes_wrong && consumed_ == inputs_.size());
    inputs_.clear();
    if (goes_wrong)
      has_gone_wrong_ = true;
    else
      replace_top({});
  }

  // ---- commands

  std::int64_t value_of(plato::TermId term, bool as_map) {
    const ConcreteModel model{.before = &store_, .tid = tid_, .parameters = parameters_, .domain = domain_};
    return as_map ? evaluation_.map(term, model) : evaluation_.number(term, model);
  }
  bool is_whole_map(const CorePlace& place) {
    return !place.index && plato::is_map(program().variables[place.variable]);
  }
  const Words& input() {
    require(consumed_ < inputs_.size());
    return inputs_[consumed_++];
  }
  // The value that the schedule gives to a place which may get any.
  std::int64_t any_value(const CorePlace& place) {
    const Words& words = input();
    require(words.size() >= 3 && number(words[1]) == static_cast<std::int64_t>(place.variable));
    if (words[0] != "W") return value(words, is_whole_map(place));
    if (!is_whole_map(place) || words.size() % 2 != 0) throw NoOpinion{};
    std::int64_t map = store_[place.variable];
    for (std::size_t i = 2; i + 1 < words.size(); i += 2) map = maps_.with(map, number(words[i]), number(words[i + 1]));
    return map;
  }
  // Writes the values to the places, whose indices are those before any of them is written.
  void write(const std::vector<CorePlace>& places, const std::vector<std::int64_t>& values) {
    std::vector<std::int64_t> indices;
    for (const CorePlace& place : places) indices.push_back(place.index ? value_of(*place.index, false) : 0);
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::int64_t& cell = store_[places[i].variable];
      cell = places[i].index ? maps_.with(cell, indices[i], values[i]) : values[i];
    }
  }

  // Whether the command goes wrong; where it is blocked, the schedule is.
  bool run(CommandId id) {
    std::vector<CommandId> left{id};
    while (!left.empty()) {
      const CoreCommand c = plato::command_of(program(), left.back());
      left.pop_back();
      if (c.kind != CoreCommand::Kind::operation) note(c, store_, store_);
      switch (c.kind) {
        case CoreCommand::Kind::assume: require(holds(c.condition, tid_, store_, store_)); break;
        case CoreCommand::Kind::assert_:
          if (!holds(c.condition, tid_, store_, store_)) return true;
          break;
        case CoreCommand::Kind::seq: left.insert(left.end(), {c.second, c.first}); break;
        case CoreCommand::Kind::if_:
          left.push_back(holds(c.condition, tid_, store_, store_) ? c.first : c.second);
          break;
        case CoreCommand::Kind::choice: {
          const std::string& way = input()[0];
          require(way == "first" || way == "second");
          left.push_back(way == "first" ? c.first : c.second);
          break;
        }
        case CoreCommand::Kind::assign: {
          std::vector<std::int64_t> values;
          for (std::size_t i = 0; i < c.values.size(); ++i)
            values.push_back(value_of(c.values[i], is_whole_map(c.places[i])));
          write(c.places, values);
          break;
        }
        case CoreCommand::Kind::havoc: change(c.places); break;
        case CoreCommand::Kind::operation: {
          if (!holds(c.condition, tid_, store_, store_)) {
            // The gate is not looked at where the action leads to a store that the post-assertion forbids.
            if (consumed_ == inputs_.size()) return true;
            throw NoOpinion{};
          }
          const ConcreteStore before = store_;
          change(c.places);
          require(holds(c.action, tid_, before, store_));
          note(c, before, store_);
          if (!holds(c.post, tid_, before, store_)) return true;
          break;
        }
      }
    }
    return false;
  }
  void change(const std::vector<CorePlace>& places) {
    std::vector<std::int64_t> values;
    for (const CorePlace& place : places) values.push_back(any_value(place));
    write(places, values);
  }
};

}   // namespace

Opinion follow_schedule(CertificateProgram certificate) {
  return opinion_of([&] { Follower(std::move(certificate)).follow(); });
}

}   // namespace plato_test
