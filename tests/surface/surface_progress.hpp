// What a thread has still to do, and how it gets from one step to the next: by docs/language.md, choices, blocks, jumps
// and calls are no steps.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include "source/syntax_tree.hpp"
#include "surface_world.hpp"

namespace plato_test::surface {

inline constexpr std::size_t deepest_call = 12;   // deeper ones are not followed

struct ToDo {
  enum class Role : std::uint8_t {
    run,      // the statement
    inside,   // the statement, of which a label is around
    test,     // a loop that has begun: its condition
    next,     // a `for` after a round: i := i + 1
    end,      // the end of a statement with labels
    leave,    // the end of a call
    begin,    // the start of a branch: its variables get their first values
    join      // a `par` whose branches run
  };
  plato::SyntaxIndex statement = plato::SyntaxIndex::none;
  Role role = Role::run;

  friend auto operator<=>(const ToDo&, const ToDo&) = default;
};

// A call that has not ended, with the values of its parameters, local variables and results; or what a branch has.
struct Frame {
  int of = 0;   // in World::frame_slots
  Store values;

  friend auto operator<=>(const Frame&, const Frame&) = default;
};

struct Progress {
  std::vector<ToDo> todo;             // what comes next is last; of a loop, the test stays there while its body runs
  std::vector<Frame> frames;          // of a branch, the first is its own, once that has values
  std::int64_t number = 0;            // of a branch
  std::vector<Progress> branches{};   // of the `par` that comes next

  friend std::strong_ordering operator<=>(const Progress&, const Progress&) = default;
  friend bool operator==(const Progress&, const Progress&) = default;
  bool has_ended() const { return todo.empty(); }
  bool is_at_join() const { return !todo.empty() && todo.back().role == ToDo::Role::join; }
  plato::SyntaxIndex next() const { return todo.back().statement; }
};

class Control {
 public:
  // Refers to it for as long as it lives.
  explicit Control(const World& world) : world_(world), tree_(*world.tree) {}

  static Progress start(const std::vector<plato::SyntaxIndex>& body);
  static void push(Progress& progress, const std::vector<plato::SyntaxIndex>& statements);
  // Goes on with the body of a loop that is next, and then comes back to its test.
  void begin_round(Progress& progress) const;
  // Whether the condition of a loop is tested next, and its invariant holds.
  bool is_at_test(const Progress& progress) const;

  // Whether what comes next is a step; otherwise `silent` says where it leads, in all ways.
  bool is_step(const Progress& progress) const;
  std::vector<Progress> silent(const Progress& progress) const;
  // All that may be to do once choices are made and what is no step is over: `found` is called with each, `passed`
  // where there are annotations on the way. False if there are too many calls.
  using Visit = std::function<void(const Progress&)>;
  bool resolve(const Progress& progress, const Visit& found, const Visit& passed) const;
  // Whether all that is left may be choices and what is no step.
  bool may_end(const Progress& progress) const;

  int procedure_of(const plato::SyntaxStatement& call) const;
  // Begins a call, whose statement is next; its values are in the frame.
  void enter(Progress& progress, Frame frame) const;
  // `return`, which is next: on to the end of the call, or of the thread.
  void leave(Progress& progress) const;

 private:
  const World& world_;
  const plato::SyntaxTree& tree_;

  const plato::SyntaxStatement& at(plato::SyntaxIndex s) const { return tree_[s]; }
  bool is_star(const plato::SyntaxStatement& s) const;
  bool is_at_cut(const Progress& progress) const;
  bool has_label(const ToDo& todo, const std::string& name) const;
  void jump(Progress& progress, const plato::SyntaxStatement& s) const;
};

}   // namespace plato_test::surface
