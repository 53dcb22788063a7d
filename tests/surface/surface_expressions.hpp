// The value of an expression, by the table of expressions in docs/language.md.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surface_world.hpp"

namespace plato_test::surface {

// Where an expression is evaluated: before a step, perhaps with the store after it, and by whom.
struct Scene {
  const Store* before = nullptr;
  const Store* after = nullptr;   // of what has primes
  int thread = nobody;            // what `tid` and local names are about
  int frame = nobody;             // that the thread is in: local names are those of the call or branch then
  std::int64_t tid = 0;           // if nobody runs: of a family whose members are looked for
  int declaration = nobody;       // and of which family, for its own name of the identifier
  bool is_in_statement = false;   // where an index that does not exist goes wrong
};

// Of the branch of that number. Throws TooLarge.
std::int64_t branch_identifier(std::int64_t parent, std::int64_t number);

class Evaluation {
 public:
  // Refers to both for as long as it lives.
  Evaluation(const World& world, Guesses& guesses) : world_(world), guesses_(guesses) {}

  // Throws OutOfWork after so many parts of expressions.
  std::uint64_t work_left = UINT64_MAX;

  Value value(plato::ExpressionIndex e, const Scene& scene);
  std::int64_t number(plato::ExpressionIndex e, const Scene& scene) { return value(e, scene).number; }
  bool holds(plato::ExpressionIndex e, const Scene& scene) { return value(e, scene).number != 0; }
  // The value with what an operator (+, - or *) and an expression do to it.
  Value combined(plato::Expression::Kind operation, const Value& value, plato::ExpressionIndex e, const Scene& scene);
  // With a bound variable of that value.
  // With parameters of a thread that have these values.
  bool holds_with(plato::ExpressionIndex e, const std::vector<std::pair<std::string, Value>>& parameters,
                  const Scene& scene);
  std::int64_t bound_value(plato::ExpressionIndex e, const std::string& bound, std::int64_t number, const Scene& scene);
  bool all_hold(const std::vector<plato::ExpressionIndex>& list, const Scene& scene);

  struct Place {
    int slot = 0;
    bool is_element = false;
    std::int64_t index = 0;
  };
  // The variable, or the element of it, that a place is; its index is computed in the scene.
  Place place(plato::ExpressionIndex e, const Scene& scene);

  // The branches that the step is of, outermost first: their identifiers, and their numbers by name.
  struct Branch {
    std::int64_t identifier = 0;
    std::string name{};
    std::int64_t number = 0;
  };
  std::vector<Branch> branches{};
  // What `tid` is for a thread that runs, or its branch.
  std::int64_t identifier(int thread) const {
    return branches.empty() ? world_.threads[static_cast<std::size_t>(thread)].identifier : branches.back().identifier;
  }

  // After TooLarge was thrown.
  void start_anew() { bound_.clear(); }

  // `locals`: of the thread or procedure in which it is.
  bool mentions_ghost(plato::ExpressionIndex e, const std::vector<plato::VariableDeclaration>* locals = nullptr) const;

 private:
  const World& world_;
  Guesses& guesses_;
  std::vector<std::pair<std::string, Value>> bound_;   // bound variables and parameters, innermost last

  const plato::Expression& at(plato::ExpressionIndex e) const { return (*world_.tree)[e]; }
  int slot_of(const std::string& name, const Scene& scene) const;
  // The value of a bound variable, a variable or a constant where it is kept; null if the expression is none of these.
  const Value* kept(const plato::Expression& x, const Scene& scene) const;
  // Throws GoesWrong if a statement uses an index that the array does not have; `place`: which of its indices it is.
  void check_index(const plato::Expression& array, std::size_t place, std::int64_t index, const Scene& scene) const;
  // The indices of m[i][j] in one number; without the first ones, if they are used already.
  std::int64_t indices(const plato::Expression& array, const std::vector<plato::ExpressionIndex>& list,
                       std::size_t used, const Scene& scene);
  // The element of a map, perhaps of one of another thread.
  std::int64_t selected(plato::ExpressionIndex e, const Scene& scene);
  // What the type of the array says; null if that is nothing.
  const Slot* declared(const plato::Expression& array, const Scene& scene) const;
  // The thread of a family whose map `worker.a` is at that index; none if that is not what the array is.
  std::optional<int> owner(const plato::Expression& array, std::int64_t index, const Scene& scene) const;
  Value name(const plato::Expression& x, const Scene& scene);
  Value local_of(std::size_t declaration, const std::string& local, const Store& store);
  Value call(const plato::Expression& x, const Scene& scene);
  Value quantifier(const plato::Expression& x, const Scene& scene);
  bool is_unchanged(plato::ExpressionIndex e, const Scene& scene);
  Value with_elements(Value set, plato::ExpressionIndex elements, std::int64_t number, const Scene& scene);
};

}   // namespace plato_test::surface
