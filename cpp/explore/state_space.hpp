// The states of a program within some bounds: what threads can do in one, and what comes of it. Which states were met
// is for the search to know.
//
// A state is a row: the number of its setting (values of the parameters, threads that run), each thread's location with
// the calls that it is inside of, each variable's value.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/specification.hpp"
#include "explore/command_outcomes.hpp"
#include "explore/control_locations.hpp"
#include "explore/exploration_bounds.hpp"
#include "explore/exploration_settings.hpp"
#include "explore/store_solver.hpp"
#include "explore/thread_symmetry.hpp"

namespace plato {

using StateRow = std::vector<std::int64_t>;

// What a thread of a row is about to do.
struct NextAccess {
  std::uint32_t thread = 0;
  ControlEdge edge{};
  Access access{};
  std::vector<ScheduleInput> inputs{};   // on that way; if they are wanted
};

// Two accesses of different threads, or branches, that are a race: the first one writes.
std::optional<std::pair<const NextAccess*, const NextAccess*>> race_among(const std::vector<NextAccess>& accesses);

// Where something goes wrong with values beyond 64 bits, or with too many branches, it is left out, and `left_out` says
// so. What evaluates throws `OutOfWork` at the limit on effort.
class StateSpace {
 public:
  // Refers to all three for as long as it lives.
  StateSpace(const Program& program, const Specification& specification, const ExploreOptions& options);

  const Program& program() const { return program_; }
  const Specification& specification() const { return specification_; }
  const std::vector<ExplorationSetting>& settings() const { return settings_; }
  const MapPool& maps() const { return maps_; }
  const ControlLocations& control() const { return control_; }
  ConcreteEvaluation& evaluation() { return evaluation_; }
  // What was tried, and what is outside of the bounds, in words.
  ExplorationBounds bounds() const;

  std::size_t row_size() const { return store_begin_ + program_.variables.size(); }
  const ExplorationSetting& setting_of(std::span<const std::int64_t> row) const {
    return settings_[static_cast<std::size_t>(row[0])];
  }
  ConcreteStore store_of(std::span<const std::int64_t> row) const {
    return ConcreteStore(row.begin() + static_cast<std::ptrdiff_t>(store_begin_), row.end());
  }
  // Of quantifiers in a store. Put together in the buffer if the store matters for it.
  std::span<const std::int64_t> domain_of(const ExplorationSetting& setting, const ConcreteStore& store,
                                          std::vector<std::int64_t>& buffer) const;

  // All initial stores of a setting, until `found` answers false. The answer is false if not all were found.
  bool for_each_initial(const ExplorationSetting& setting, const std::function<bool(const ConcreteStore&)>& found);
  // Where all its threads start; the store is still to be put in.
  StateRow initial_row(std::size_t setting) const;
  // Makes the row the one that represents it with this store. The answer says which thread went where in it; it is
  // empty if all stayed.
  std::vector<std::uint32_t> put_together(StateRow& row, const ConcreteStore& after) const;

  // What a thread of a row can do, its location and the store given apart. In the buffer, unless it never changes.
  const ControlChoices& choices_at(std::int64_t location, const ScheduleThread& thread, const ConcreteStore& store,
                                   const ExplorationSetting& setting, ControlChoices& buffer);
  bool have_ended(std::span<const std::int64_t> row);

  // Who makes a step of a thread: it, or its branch. Throws `TooLarge`.
  std::int64_t identifier_of(std::int64_t thread, const ControlEdge& edge) const;
  // Of an operation, of the end of a scope, or of branches that start. The answer is false if not all were found.
  bool for_each_outcome(const ControlEdge& edge, const CommandStart& start, const CommandRunner::Found& found);
  // Whether a step tries values that nothing determines.
  bool has_guesses(StatementId step) const { return has_guesses_[step - 1]; }

  // The first conjunct that is false, or nothing; nothing if there is no formula.
  std::optional<Literal> first_false(const std::optional<Literal>& whole, const ConcreteModel& model);

  // Why something was left out, the first reason; empty if nothing was.
  const std::string& left_out() const { return left_out_.empty() ? control_.left_out() : left_out_; }
  void leave_out(std::string reason) {
    if (left_out_.empty()) left_out_ = std::move(reason);
  }
  void leave_out_work() { leave_out("the limit on effort was reached"); }
  void leave_out_large() { leave_out("some values do not fit into 64 bits"); }

 private:
  const Program& program_;
  const Specification& specification_;
  const ExploreOptions& options_;
  MapPool maps_;
  ConcreteEvaluation evaluation_;
  CommandRunner commands_;
  ControlLocations control_;
  SolutionPlan start_;
  std::vector<bool> has_guesses_;   // of statement s at s - 1
  bool has_scopes_or_branches_ = false;
  std::vector<ExplorationSetting> settings_;
  std::vector<ThreadSymmetry> symmetries_;   // of the settings
  std::size_t store_begin_ = 1;              // in a row
  std::string left_out_;

  bool find_branches(std::uint32_t location, const OwnValues& own, ControlEdge& edge,
                     const ExplorationSetting& setting);
};

}   // namespace plato
