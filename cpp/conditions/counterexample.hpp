// Z3's counterexample to a condition, read as stores of the program: what each variable was, and which formulas were
// true there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conditions/prove_conditions.hpp"
#include "core/program.hpp"

namespace plato {

// Names of variables or parameters with their values, as the source would write them.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

// A formula of the program, read for a thread and the stores before and after a step. The stores are given by their
// versions in the condition; a predicate reads the store before the step.
struct ProgramReading {
  Literal formula = 0;
  Integer thread;
  std::int32_t before = 0, after = 0;
};

// The small integers that occur in the counterexamples to a program's conditions: values worth trying.
std::vector<std::int64_t> integers_of_counterexamples(const Program& program, const ProvedConditions& proved);

// How many versions of the store a command has for what it leaves open: one for each place that becomes anything, and
// one for each choice.
std::int32_t count_inputs(const Program& program, CommandId command);

class Counterexample {
 public:
  Counterexample(const Program& program, const ProvedConditions& proved, const ProblemModel& model);

  // The truth of a literal of the condition; none if it depends on a quantifier.
  std::optional<bool> truth(Literal literal) const;

  // The truth of a formula of the program. A universal formula is false if it is false of one of `integers`; whether it
  // is true is not known.
  std::optional<bool> truth(const ProgramReading& reading);

  // Integers that occur in the counterexample, ascending: usually enough to find out which thread is affected.
  const std::vector<Integer>& integers() const { return integers_; }

  // The identifier of the condition's thread (0) or of the other one (1).
  Integer thread(std::int32_t number) const;

  // The parent of a branch (0), or its number: as the solver takes them to be.
  Integer about(const Integer& branch, const Integer& question) const;

  ModelValue value(std::int32_t variable, std::int32_t version) const;
  ModelValue parameter(std::size_t index) const;

  // Runs a command in the store of a version, up to its end or to where it goes wrong; that store gets a version of its
  // own. `inputs` is the first version for what the command leaves open. None if the truth of a condition in it is not
  // known.
  std::optional<std::int32_t> run(CommandId command, std::int32_t before, std::int32_t inputs);

  // Those of that version which occur in the condition; after a command, also those that it has changed.
  NamedValues store(std::int32_t version) const;
  NamedValues parameters() const;

 private:
  const Program& program_;
  const FormulaTable& table_;   // of the conditions
  const ProblemModel& model_;
  LogicModel values_;
  std::vector<Integer> integers_;
  FormulaTable instances_;   // the program's, and instances of its universal formulas
  // Stores that commands lead to. The condition has terms in their place.
  struct ReachedStore {
    std::vector<ModelValue> values;
    std::vector<bool> is_shown;
  };
  std::vector<ReachedStore> reached_;
  static constexpr std::int32_t first_reached = 1'000'000'000;   // their versions

  std::vector<Integer> mentioned_integers() const;
  std::optional<bool> truth(const ProgramReading& reading, std::size_t& budget);
  EvaluationInput reading_input(const ProgramReading& reading) const;
  std::function<std::optional<Integer>(const Integer&, const Integer&)> branches() const;

  enum class Outcome : std::uint8_t { ends, stops, unknown };   // `stops` where it goes wrong or is blocked
  Outcome run(CommandId command, std::int32_t inputs, ReachedStore& store);
  std::optional<bool> holds_in(Literal formula, const ReachedStore& store);
  std::optional<ModelValue> value_in(TermId term, const ReachedStore& store);
  bool write(const CorePlace& place, const ModelValue& value, const ReachedStore& before, ReachedStore& store);
};

}   // namespace plato
