// What a parsed program is about once its constants have values: the threads that run, and a place in the store for
// each variable.
//
// Everything here comes from the syntax tree and docs/language.md alone. Nothing is shared with the type checker, the
// lowering or the explorer: names are looked up anew.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "source/syntax_tree.hpp"
#include "surface_value.hpp"

namespace plato_test::surface {

// The program means something that the interpreter does not know: a flaw of one of the two.
struct CannotRun : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A number is larger than anything that small programs need; the execution is not followed any further.
struct TooLarge {};
// A run takes longer than tests should.
struct OutOfWork {};
// A statement reads or writes at an index that is none of the array's, or a variable is to leave its range.
struct GoesWrong {};

using TypeKind = plato::SyntaxType::Kind;

inline constexpr int nobody = -1;   // in the place of a running thread, or of the frame that it is in

struct RunningThread {
  std::size_t declaration = 0;   // in tree.threads
  std::int64_t identifier = 0;
};

struct Slot {
  std::string name;   // for people: "x", "p.f", "T.x", "worker.x[2]"
  TypeKind type = TypeKind::integer;
  int thread = nobody;   // whose local variable it is
  bool is_ghost = false;
  plato::ExpressionIndex initial = 0;
  bool is_counter = false;        // declared by a `for`: 0 at first
  std::optional<Value> first{};   // what it starts as, where no expression says it
  // Of the values or elements, and of the indices: 0 <= i < length.
  std::optional<std::int64_t> low{}, high{}, length{};
  bool is_enumeration = false;
  std::vector<std::optional<std::int64_t>> inner{};   // of a map of maps: the lengths of its further indices

  bool has(std::int64_t number) const { return !low || (*low <= number && number <= *high); }
  // Of a map, all its elements.
  bool has(const Value& value) const {
    return has(value.number) && std::ranges::all_of(value.entries, [&](const auto& e) { return has(e.second); });
  }
};

// What a call of a procedure has for itself: parameters, local variables, results; or what a branch has. While somebody
// is in it, its values come after those of the store and of the frames around it. Around a branch is that in which the
// `par` is: a procedure or another branch; nothing, if it is in a thread.
struct FrameSlots {
  std::vector<Slot> slots;
  std::map<std::string, int> names;   // place among the slots
  int around = nobody;
  std::size_t first = 0;                                             // after so many values of those around
  const std::vector<plato::VariableDeclaration>* locals = nullptr;   // as they were declared
};

struct World {
  const plato::SyntaxTree* tree = nullptr;
  std::map<std::string, Value> constants;
  std::map<std::string, Slot> constant_types;   // of those that are arrays
  std::vector<RunningThread> threads;
  bool has_all_threads = true;   // those that run are all there are
  std::vector<Slot> slots;
  std::map<std::string, int> global_slots;               // "x", "p.f"
  std::vector<std::map<std::string, int>> local_slots;   // of each running thread
  std::vector<FrameSlots> frame_slots;                   // of each procedure, then of each branch of each `par`
  std::vector<int> first_branch;                         // of each `par`: the frame of its first branch
  std::int64_t first_new = 1;                            // the first number that `new` hands out
};

// The slot with that number, in the store or in the frame and those around it.
const Slot& slot_in(const World& world, std::size_t slot, int frame);
// The slot that the frame, or one around it, has under that name; nobody if there is none.
int slot_in_frames(const World& world, const std::string& name, int frame);
// The procedure that the frame is, or in which its branch is; nobody if that is a thread.
int procedure_around(const World& world, int frame);

// Whether some statement starts the thread, which waits for it.
bool is_started(const plato::SyntaxTree& tree, const plato::ThreadDeclaration& thread);

// Whether it mentions parameters of the thread, and besides them its identifier and constants alone.
bool is_about_parameters(const plato::SyntaxTree& tree, const plato::ThreadDeclaration& thread,
                         plato::ExpressionIndex e);

// Which small values are tried where nothing determines a value.
struct SmallValues {
  std::int64_t lowest = -1, highest = 2;
  std::size_t threads_per_family = 2;   // of families that have no end
  std::vector<Value> further = {};      // numbers and maps
};

// What was tried in a finite range although it has none.
struct Guesses {
  bool integers = false, maps = false, relations = false, environment = false, constants = false, threads = false,
       quantifiers = false;
  bool beyond = false;   // all values of a range were tried, small or not: no guess

  bool any() const { return integers || maps || relations || environment || constants || threads || quantifiers; }
};

// One world for each choice of the constants that the assumptions allow.
std::vector<World> worlds_of(const plato::SyntaxTree& tree, const SmallValues& values, Guesses& guesses);

// The values of a variable, or of an element of it, where nothing determines it. Notes in `guesses` if there are more.
std::vector<Value> anything(const Slot& slot, bool is_element, const World& world, const SmallValues& values,
                            Guesses& guesses);

}   // namespace plato_test::surface
