// Explains in source terms why a program is not proved: which thread and statement, what is violated, and the stores.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conditions/counterexample.hpp"
#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"
#include "source/message.hpp"

namespace plato {

// What Z3 found, in source names: only what occurs in the condition has a value.
struct CounterexampleText {
  struct Store {
    std::string when;   // "before", "after", "later"; empty if there is only one
    NamedValues values;
  };
  std::string thread, other;   // identifiers; empty unless the condition is about a thread, and about two threads
  NamedValues parameters;
  std::vector<Store> stores;
};

// The same as lines for people: the thread, the parameters, a store a line.
std::vector<std::string> notes_of(const CounterexampleText& counterexample);

// One condition that is not proved.
struct ConditionFailure {
  std::size_t condition = 0;   // its index
  Message message{};
  std::optional<CounterexampleText> counterexample{};
};

// If the program itself is known to be wrong, no failure suggests that its annotations are too weak.
std::vector<ConditionFailure> describe_failures(const CoreProgram& core, const ProvedConditions& proved,
                                                bool is_program_wrong);

// `file:line:column: not proved: …` with the line of the source and the notes, for each of them.
std::string render_failures(std::span<const ConditionFailure> failures, std::string_view file, std::string_view source);

}   // namespace plato
