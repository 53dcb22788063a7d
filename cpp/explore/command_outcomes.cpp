// See command_outcomes.hpp. Nothing recurses on commands: a run goes on until it has to choose, and comes back to its
// latest choice when it has ended.

#include "explore/command_outcomes.hpp"

#include <algorithm>

namespace plato {

using Kind = CoreCommand::Kind;

CommandRunner::CommandRunner(const Program& program, ConcreteEvaluation& evaluation, MapPool& maps,
                             const std::vector<std::size_t>& watched)
    : program_(program), evaluation_(evaluation), maps_(maps), watched_(program, watched) {
  for (std::size_t i = 0; i < program.commands.size(); ++i)
    if (program.commands[i].kind == Kind::operation)
      plans_.emplace(static_cast<CommandId>(i + 1), plan_operation(program, program.commands[i]));
}

bool CommandRunner::has_guesses(CommandId command) const {
  return std::ranges::any_of(parts_of_command(program_.commands, command), [&](CommandId part) {
    const CoreCommand& c = command_of(program_, part);
    if (c.kind == Kind::operation) return plato::has_guesses(program_, plans_.at(part));
    return c.kind == Kind::havoc && std::ranges::any_of(c.places, [&](const CorePlace& place) {
             return has_other_values(program_.variables[place.variable], place.index.has_value());
           });
  });
}

// All runs of one command.
class CommandRun {
 public:
  CommandRun(CommandRunner& runner, const CommandStart& start, const CommandRunner::Found& found)
      : program_(runner.program_), runner_(runner), start_(start), found_(found), domain_(start.domain) {}

  bool run(CommandId command) {
    // Most commands have one outcome, and are run for each of many states.
    now_ = std::move(runner_.spare_);
    now_.clear();
    now_.store = start_.store;
    now_.rest.push_back(command);
    do {
      try {
        if (!go_on()) break;
      } catch (const TooLarge&) {
        was_too_large_ = true;
      }
    } while (choose_next());
    runner_.spare_ = std::move(now_);
    return !was_too_large_;
  }

 private:
  using State = CommandRunner::State;
  struct Choice {
    State before;
    CommandId command = 0;
    std::vector<std::int64_t> values{};     // havoc: of the next place
    std::vector<ConcreteStore> results{};   // operation
    std::size_t count = 2, next = 0;        // of the ways to go on
  };
  const Program& program_;
  CommandRunner& runner_;
  const CommandStart& start_;
  const CommandRunner::Found& found_;
  std::span<const std::int64_t> domain_;
  std::vector<std::int64_t> own_domain_;
  bool has_changed_ = false;   // the store, since the domain was worked out
  State now_;
  std::vector<Choice> choices_;
  bool was_too_large_ = false;

  ConcreteModel model() {
    if (has_changed_ && start_.setting.has_quantifiers) {
      own_domain_ = domain_in(program_, start_.setting, runner_.maps_, now_.store);
      domain_ = own_domain_;
    }
    has_changed_ = false;
    return {.before = &now_.store, .tid = start_.thread, .parameters = start_.setting.parameters, .domain = domain_};
  }
  bool holds(Literal formula) { return runner_.evaluation_.holds(formula, model()); }
  std::int64_t value_of(TermId term, bool as_map) {
    return as_map ? runner_.evaluation_.map(term, model()) : runner_.evaluation_.number(term, model());
  }
  bool takes_map(const CorePlace& place) const { return !place.index && is_map(program_.variables[place.variable]); }

  // Until this run has ended, is blocked or has to choose; false if no more is wanted.
  bool go_on() {
    while (true) {
      if (now_.havoc != 0) {
        if (now_.havocked < now_.indices.size()) return begin_value();
        now_.havoc = 0;
      }
      if (now_.rest.empty()) return found_({.store = now_.store, .inputs = now_.inputs, .accesses = now_.accesses});
      const CommandId id = now_.rest.back();
      const CoreCommand& c = command_of(program_, id);
      now_.rest.pop_back();
      if (c.kind != Kind::operation) runner_.watched_.add(id, model(), runner_.evaluation_, now_.accesses);
      switch (c.kind) {
        case Kind::assign: assign(c); break;
        case Kind::seq: now_.rest.insert(now_.rest.end(), {c.second, c.first}); break;
        case Kind::if_: now_.rest.push_back(holds(c.condition) ? c.first : c.second); break;
        case Kind::assume:
          if (!holds(c.condition)) return true;
          break;
        case Kind::assert_:
          if (const auto violated = runner_.evaluation_.first_false(c.condition, model()))
            return found_({.store = now_.store, .violated = violated, .inputs = now_.inputs});
          break;
        case Kind::havoc: begin_havoc(id, c); break;
        case Kind::choice: choices_.push_back({.before = now_, .command = id}); return true;
        case Kind::operation: return operate(id, c);
      }
    }
  }
  // Goes back to the latest choice that has another way; false if there is none.
  bool choose_next() {
    while (!choices_.empty() && choices_.back().next == choices_.back().count) choices_.pop_back();
    if (choices_.empty()) return false;
    Choice& choice = choices_.back();
    const std::size_t way = choice.next++;
    now_ = choice.before;
    has_changed_ = true;
    const CoreCommand& c = command_of(program_, choice.command);
    if (c.kind == Kind::choice) {
      now_.inputs.push_back({.kind = way == 0 ? ScheduleInput::Kind::first : ScheduleInput::Kind::second});
      now_.rest.push_back(way == 0 ? c.first : c.second);
    } else if (c.kind == Kind::havoc) {
      give_value(c, choice.values[way]);
    } else {
      become(choice.command, c, choice.results[way]);
    }
    return true;
  }

  void write(const CorePlace& place, std::int64_t index, std::int64_t value) {
    std::int64_t& cell = now_.store[place.variable];
    cell = place.index ? runner_.maps_.with(cell, index, value) : value;
    has_changed_ = true;
  }
  std::vector<std::int64_t> indices_of(const CoreCommand& c) {
    std::vector<std::int64_t> indices;
    for (const CorePlace& place : c.places) indices.push_back(place.index ? value_of(*place.index, false) : 0);
    return indices;
  }

  void assign(const CoreCommand& c) {
    const std::vector<std::int64_t> indices = indices_of(c);
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < c.places.size(); ++i) values.push_back(value_of(c.values[i], takes_map(c.places[i])));
    for (std::size_t i = 0; i < c.places.size(); ++i) write(c.places[i], indices[i], values[i]);
  }

  void begin_havoc(CommandId id, const CoreCommand& c) {
    now_.havoc = id;
    now_.indices = indices_of(c);
    now_.havocked = 0;
  }
  bool begin_value() {
    const CorePlace& place = command_of(program_, now_.havoc).places[now_.havocked];
    Choice choice{.before = now_,
                  .command = now_.havoc,
                  .values = candidates_for(program_.variables[place.variable], place.index.has_value(),
                                           start_.setting.bounds, runner_.maps_)};
    choice.count = choice.values.size();
    choices_.push_back(std::move(choice));
    return true;
  }
  void give_value(const CoreCommand& havoc, std::int64_t value) {
    const CorePlace& place = havoc.places[now_.havocked];
    now_.inputs.push_back({.variable = place.variable, .is_map = takes_map(place), .value = value});
    write(place, now_.indices[now_.havocked++], value);
  }

  bool operate(CommandId id, const CoreCommand& c) {
    if (const auto violated = runner_.evaluation_.first_false(c.condition, model()))
      return found_({.store = now_.store, .violated = violated, .inputs = now_.inputs});
    now_.indices = indices_of(c);
    Choice choice{.before = now_, .command = id};
    ConcreteModel both = model();
    bool is_more_wanted = true;
    const auto look_at = [&](const ConcreteStore& result) {
      both.after = &result;
      try {
        if (const auto violated = runner_.evaluation_.first_false(c.post, both)) {
          const std::vector<CommandInput> inputs = inputs_to(c, result);
          is_more_wanted = found_({.store = result, .violated = violated, .inputs = inputs});
        } else {
          choice.results.push_back(result);
        }
      } catch (const TooLarge&) {
        was_too_large_ = true;
      }
      return is_more_wanted;
    };
    const bool all = for_each_solution(program_, runner_.plans_.at(id), runner_.evaluation_, runner_.maps_,
                                       start_.setting.bounds, both, look_at);
    if (!all) was_too_large_ = true;
    choice.count = choice.results.size();
    choices_.push_back(std::move(choice));
    return is_more_wanted;
  }
  // The inputs so far, and those that lead an operation from the present store to its result.
  std::vector<CommandInput> inputs_to(const CoreCommand& operation, const ConcreteStore& result) {
    std::vector<CommandInput> inputs = now_.inputs;
    for (std::size_t i = 0; i < operation.places.size(); ++i) {
      const CorePlace& place = operation.places[i];
      const std::int64_t value = result[place.variable];
      CommandInput input{.variable = place.variable, .is_map = takes_map(place), .value = value};
      if (place.index) input.value = runner_.maps_[value].at(now_.indices[i]);
      if (input.is_map) input.present = now_.store[place.variable];
      inputs.push_back(input);
    }
    return inputs;
  }
  void become(CommandId id, const CoreCommand& operation, const ConcreteStore& result) {
    ConcreteModel both = model();
    both.after = &result;
    runner_.watched_.add(id, both, runner_.evaluation_, now_.accesses);
    now_.inputs = inputs_to(operation, result);
    now_.store = result;
  }
};

bool CommandRunner::for_each_outcome(CommandId command, const CommandStart& start, const Found& found) {
  return CommandRun(*this, start, found).run(command);
}

}   // namespace plato
