// Invariants about two threads at a time, learned from executions and from the prover's counterexamples.
#pragma once

#include <optional>
#include <string>

#include "pipeline/check_program.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// Where the proof fails, some store of the counterexample is unlike all that executions of a few threads have shown: an
// invariant that excludes it is added, and the proof is tried again. What turns out not to be kept, although no
// execution contradicts it, is left out. Nothing if that does not lead to a proof within a counted budget.
std::optional<InferredProgram> learn_invariants(const std::string& source, const SyntaxTree& tree,
                                                const CheckOptions& options);

}   // namespace plato
