// What one step of a thread does, by the table of statements in docs/language.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surface_expressions.hpp"

namespace plato_test::surface {

// How places that are havocked or modified are read. Only the first is the language's; the second is a mistake that a
// lowering once made, for drills: each place is computed after those before it have changed.
enum class PlacesRead : std::uint8_t { before_the_step, one_after_the_other };

struct StepResult {
  std::vector<Store> stores;                 // after the step, one for each way it can go
  std::optional<plato::SyntaxIndex> wrong;   // the assertion, gate, post-assertion or release that is false
};

// Who takes a step: a thread, and the call or branch that it is in, whose values come after those of the store.
struct Who {
  int thread = nobody;
  int frame = nobody;
};

class Steps {
 public:
  Steps(const World& world, Evaluation& evaluation, const SmallValues& values, Guesses& guesses, PlacesRead places)
      : world_(world), evaluation_(evaluation), values_(values), guesses_(guesses), places_(places) {}

  // A statement that is one step and has no parts that are others: anything but conditions and choices.
  StepResult take(plato::SyntaxIndex s, const Store& store, const Who& who);
  // The store in which the places have these values. Throws GoesWrong if one is not a value of its variable.
  Store assigned(const std::vector<plato::ExpressionIndex>& places, const std::vector<Value>& values, Store store,
                 const Who& who);
  // cas as a condition: the store if it has that outcome, or none.
  std::optional<Store> test_cas(plato::ExpressionIndex cas, bool outcome, const Store& store, const Who& who);
  // The store after what a step also does to ghosts.
  Store with_ghosts(const std::vector<plato::SyntaxIndex>& ghosts, Store store, const Who& who);

 private:
  const World& world_;
  Evaluation& evaluation_;
  const SmallValues& values_;
  Guesses& guesses_;
  PlacesRead places_;

  const plato::SyntaxStatement& at(plato::SyntaxIndex s) const { return (*world_.tree)[s]; }
  Scene scene(const Store& before, const Who& who) const {
    return {.before = &before, .thread = who.thread, .frame = who.frame, .is_in_statement = true};
  }
  // As in a formula: nothing goes wrong.
  Scene formula_scene(const Store& before, const Who& who) const {
    return {.before = &before, .thread = who.thread, .frame = who.frame};
  }
  const Slot& slot_of(const Evaluation::Place& place, const Who& who) const {
    return slot_in(world_, static_cast<std::size_t>(place.slot), who.frame);
  }
  static void write(Store& store, const Evaluation::Place& place, const Value& value);
  // Throws GoesWrong if the value is not one of the variable's.
  void assign(Store& store, const Evaluation::Place& place, const Value& value, const Who& who) const;
  bool has_assignment(const std::vector<plato::SyntaxIndex>& statements) const;
  bool changes_ghosts_alone(const std::vector<plato::SyntaxIndex>& statements, const Who& who);
  bool mentions_ghost(plato::ExpressionIndex e, const Who& who) const;
  Value read(const Store& store, const Evaluation::Place& place) const;
  std::vector<Store> havoc(const std::vector<plato::ExpressionIndex>& places, const Store& store, const Who& who);
  std::vector<Store> run(const std::vector<plato::SyntaxIndex>& statements, std::vector<Store> stores, const Who& who,
                         StepResult& result);
  std::vector<Store> run(plato::SyntaxIndex s, Store store, const Who& who, StepResult& result);
  std::vector<Store> run_safely(plato::SyntaxIndex s, Store store, const Who& who, StepResult& result);
  void assign(const plato::SyntaxStatement& s, Store& store, const Who& who);
  // False if it goes wrong.
  bool start(const plato::SyntaxStatement& s, Store& store, const Who& who);
  StepResult raw(plato::SyntaxIndex s, const Store& store, const Who& who);
  std::vector<Value> values_in(plato::ExpressionIndex action, const Scene& scene);
  bool determines(plato::ExpressionIndex action, plato::ExpressionIndex place) const;
};

}   // namespace plato_test::surface
