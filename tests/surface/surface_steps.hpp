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

class Steps {
 public:
  Steps(const World& world, Evaluation& evaluation, const SmallValues& values, Guesses& guesses, PlacesRead places)
      : world_(world), evaluation_(evaluation), values_(values), guesses_(guesses), places_(places) {}

  // A statement that is one step and has no parts that are others: anything but conditions and choices.
  StepResult take(plato::SyntaxIndex s, const Store& store, int thread);
  // cas as a condition: the store if it has that outcome, or none.
  std::optional<Store> test_cas(plato::ExpressionIndex cas, bool outcome, const Store& store, int thread);
  // The store after what a step also does to ghosts.
  Store with_ghosts(const std::vector<plato::SyntaxIndex>& ghosts, Store store, int thread);
  // The store in which the variable of a `for` is that number.
  Store with_counter(const plato::SyntaxStatement& loop, std::int64_t number, Store store, int thread);

 private:
  const World& world_;
  Evaluation& evaluation_;
  const SmallValues& values_;
  Guesses& guesses_;
  PlacesRead places_;

  const plato::SyntaxStatement& at(plato::SyntaxIndex s) const { return (*world_.tree)[s]; }
  Scene scene(const Store& before, int thread) const {
    return {.before = &before, .thread = thread, .is_in_statement = true};
  }
  // As in a formula: nothing goes wrong.
  Scene formula_scene(const Store& before, int thread) const { return {.before = &before, .thread = thread}; }
  const Slot& slot_of(const Evaluation::Place& place) const {
    return world_.slots[static_cast<std::size_t>(place.slot)];
  }
  static void write(Store& store, const Evaluation::Place& place, const Value& value);
  // Throws GoesWrong if the value is not one of the variable's.
  void assign(Store& store, const Evaluation::Place& place, const Value& value) const;
  bool has_assignment(const std::vector<plato::SyntaxIndex>& statements) const;
  bool changes_ghosts_alone(const std::vector<plato::SyntaxIndex>& statements, int thread);
  Value read(const Store& store, const Evaluation::Place& place) const;
  std::vector<Store> havoc(const std::vector<plato::ExpressionIndex>& places, const Store& store, int thread);
  std::vector<Store> run(const std::vector<plato::SyntaxIndex>& statements, std::vector<Store> stores, int thread,
                         StepResult& result);
  std::vector<Store> run(plato::SyntaxIndex s, Store store, int thread, StepResult& result);
  std::vector<Store> run_safely(plato::SyntaxIndex s, Store store, int thread, StepResult& result);
  void assign(const plato::SyntaxStatement& s, Store& store, int thread);
  StepResult raw(plato::SyntaxIndex s, const Store& store, int thread);
  std::vector<Value> values_in(plato::ExpressionIndex action, const Scene& scene);
  bool determines(plato::ExpressionIndex action, plato::ExpressionIndex place) const;
};

}   // namespace plato_test::surface
