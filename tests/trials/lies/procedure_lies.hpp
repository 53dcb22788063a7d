// Lies about procedures with specifications: what a dishonest prover might write instead of what it was told.
#pragma once

#include "lies.hpp"

namespace plato_test {

// Other abstractions: an action left out, swapped or weakened; another precondition, postcondition, rely or idle step;
// the abstraction of another procedure, or none; other variables that it writes. Other lists of callees and what
// happens through calls. The witness counts otherwise, a step commits elsewhere, a scope gives nothing back.
std::vector<Pretence> other_specifications(const plato::CoreProgram& program);

// The certificate without one of its lines about procedures.
std::vector<Lie> without_a_line(const Argument& argument);

}   // namespace plato_test
