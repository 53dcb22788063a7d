// An interpreter of the surface language: all interleavings of a parsed program on small values, by docs/language.md.
//
// It is the second opinion on the front end, and shares only the parser with it: no type checker, lowering, formulas,
// or explorer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "surface_steps.hpp"

namespace plato_test::surface {

struct RunOptions {
  SmallValues values{};
  std::size_t most_states = 20'000;
  std::size_t most_initial_stores = 2'000;
  std::uint64_t most_work = 20'000'000;   // parts of expressions that are evaluated, for each choice of the constants
  PlacesRead places = PlacesRead::before_the_step;
};

struct Run {
  enum class Verdict : std::uint8_t { nothing_wrong, goes_wrong, breaks_invariant, breaks_guarantee, breaks_ensures };
  Verdict verdict = Verdict::nothing_wrong;
  std::uint32_t line = 0;   // of the statement or clause that is to blame
  std::string trace;        // the steps that lead there, for people
  // Of annotations (cut, loop invariants, requires, ensures, rely and guarantee of threads and branches, invariants
  // about ghosts): one that a run breaks. The program is not wrong then, but nothing can be proved with it.
  std::string broken_annotation;
  std::uint32_t annotation_line = 0;

  bool is_exhausted = false;   // every state on these values was seen
  Guesses guesses;
  std::size_t states = 0;
  bool has_initial_store = false;
  bool by_environment = false;   // the trace has a step of the environment

  bool is_wrong() const { return verdict != Verdict::nothing_wrong; }
  // Everything there is was seen.
  bool is_complete() const { return is_exhausted && !guesses.any(); }
};

// Throws CannotRun if the program has no meaning.
Run run_program(const plato::SyntaxTree& tree, const RunOptions& options);

}   // namespace plato_test::surface
