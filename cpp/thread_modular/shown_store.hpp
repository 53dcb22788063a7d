// What people see of a store in a counterexample.
#pragma once

#include "conditions/counterexample.hpp"
#include "core/core_program.hpp"
#include "thread_modular/proof_unit.hpp"

namespace plato {

// Without the witness, which is not in the source. In the proof of a procedure, of the variables of threads and
// procedures only its own and those of procedures that it may run as its own, each as the thread's own value.
NamedValues shown_store(const CoreProgram& core, const ProofUnit& unit, const Counterexample& model,
                        std::int32_t version);

}   // namespace plato
