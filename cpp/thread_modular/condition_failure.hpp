// Telling in source terms why a program is not proved: which thread and statement, what is violated, and the stores.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conditions/counterexample.hpp"
#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"

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

// Another place that has to do with it: the clause that is broken, the loop that says too little.
struct RelatedPlace {
  SourceRange where;
  std::string message;
};

// One condition that is not proved.
struct ConditionFailure {
  std::size_t condition = 0;   // its index
  SourceRange where{};
  std::string message{};   // one line
  std::vector<RelatedPlace> related{};
  std::vector<std::string> notes{};   // what the annotations are, the thread, the stores
  std::vector<std::string> help{};    // what to do
  std::optional<CounterexampleText> counterexample{};
};

// Of a program that is known to be wrong itself, nobody is told that its annotations say too little.
std::vector<ConditionFailure> describe_failures(const CoreProgram& core, const ProvedConditions& proved,
                                                bool is_program_wrong);

// `file:line:column: not proved: …` with the line of the source and the notes, for each of them.
std::string render_failures(const std::vector<ConditionFailure>& failures, std::string_view file,
                            std::string_view source);

// What an accepted certificate says of the program: "no interleaving goes wrong", and of its invariant if it states
// one.
std::string claim_text(const CoreProgram& core);

// The same as the verdict of a program, with what it rests on.
std::string describe_certified(const CoreProgram& core, const ProvedConditions& proved, std::string_view path);

}   // namespace plato
