// The same program with a cut between any two steps of its threads, so that each condition of its proof is about one
// step. A cut says what is known there without a proof.
#pragma once

#include <cstddef>
#include <set>

#include "core/core_program.hpp"

namespace plato {

// What cuts carry along. What others cannot change is always among it: values of the thread's own variables, where it
// is, and conditions about them that it has found true.
enum class Carried : std::uint8_t {
  own,      // and what was asserted before, until the thread changes it
  tested,   // and what it has assigned to shared variables and found true of them, which may not be stable
};

struct SmallSteps {
  CoreProgram core;       // the program has a `skip` for each cut
  std::size_t cuts = 0;   // how many were put in, and assertions that carry more along than they did
};

// What is split: threads, bodies of procedures with a specification, and branches of `par` statements.
struct SplitUnits {
  std::set<std::size_t> families{};
  std::set<ProcedureId> procedures{};
  std::set<StatementId> pars{};
};

// Assertions that are there carry the same along. Threads by outline and procedures that call themselves stay as they
// are.
SmallSteps in_small_steps(const CoreProgram& core, const SplitUnits& units, Carried carried);

}   // namespace plato
