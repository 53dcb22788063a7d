// An untrusted side that lies: certificates that it would write if it left something out, put one thing for another, or argued for another
// program than the one it was asked about.
#pragma once

#include <string>
#include <vector>

#include "core_program.hpp"
#include "prove_conditions.hpp"

namespace plato_test {

// What the untrusted side has in its hands: a program, the kernel's conditions, and proofs of as many as it can prove.
struct Argument {
  plato::CoreProgram program;
  std::string text;   // of the program, up to the line `proof`
  plato::ProvedConditions proved;

  bool is_complete() const;
};
Argument argue(plato::CoreProgram program);

// The certificate. A condition that is not proved gets the refutation of another one.
std::string certificate_of(const Argument& argument);

struct Lie {
  std::string name;
  std::string certificate;
};

// About the proof alone: a condition skipped, two swapped, a refutation cut off, … The program is the honest one.
std::vector<Lie> lies_in_the_proof(const Argument& argument);

struct Pretence {
  std::string name;
  plato::CoreProgram program;
};

// Other relies, guarantees, invariants of loops: what the certificate may choose, if it proves what follows from the choice.
std::vector<Pretence> other_outlines(const plato::CoreProgram& program);

// Other programs: without a thread, an assertion, a conjunct of the initial condition, …
std::vector<Pretence> other_programs(const plato::CoreProgram& program);

}   // namespace plato_test
