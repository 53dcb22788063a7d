// What threads that are run apart do to what they share, and what they see, as formulas in the names of the source.
#pragma once

#include <string>
#include <vector>

#include "core/core_program.hpp"
#include "explore/thread_views.hpp"

namespace plato {

// Where a thread can be: before some statements, or at its end.
struct SeenPlace {
  std::vector<StatementId> next{};
  std::vector<std::size_t> leads_to{};   // places, in order
  std::string formula{};                 // true of all that is seen there
};

// Threads of one family that do and see the same, but for their identifiers.
struct SeenThread {
  std::size_t family = 0;
  std::vector<std::int64_t> identifiers{};
  bool stand_for_all = false;             // members of the family that did not run do and see the same
  std::vector<std::string> guarantee{};   // what it does, as formulas about two stores; but for standing still
  std::string unchanged{};                // standing still
  std::vector<SeenPlace> places{};        // in the order of the text, the end last
};

// A formula may be true of a little more than what was seen: of variables with many values it says nothing. The views
// must have been kept.
std::vector<SeenThread> seen_threads(const CoreProgram& core, const ThreadViews& views);

// "= 1", "in 1..50", "of any member"
std::string identifiers_text(const SeenThread& thread);

// "before x := 1", "at the end"
std::string place_text(const CoreProgram& core, const SeenPlace& place);

// For each family the guarantee of its threads, and what is true where they are about to make a step.
std::string guarantee_text(const CoreProgram& core, const std::vector<SeenThread>& threads);

}   // namespace plato
