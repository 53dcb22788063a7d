// A dishonest prover: certificates that it would write if it left something out, replaced one thing by another, or
// argued for a program other than the one it was asked about.
#pragma once

#include <string>
#include <vector>

#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"

namespace plato_test {

// What the prover has: a program, the kernel's conditions, and proofs of as many as it can prove.
struct Argument {
  plato::CoreProgram program;
  std::string text;   // of the program, up to the line `proof`
  plato::ProvedConditions proved;
  std::string refusal;   // why the kernel does not accept the program, so that there are no conditions

  bool is_complete() const;
};
// What is true of the examples is proved soon; a liar need not try for long.
Argument argue(plato::CoreProgram program, double seconds = 60);
constexpr double seconds_of_a_liar = 0.5;

// The certificate. A condition that is not proved gets the refutation of another one.
std::string certificate_of(const Argument& argument);

struct Lie {
  std::string name;
  std::string certificate;
  std::string rule{};     // whose condition is skipped
  std::string reason{};   // what the kernel must say of it, if that is known
};

// About the proof alone: a condition skipped, two swapped, a refutation cut off, … The program is the honest one. The
// lies are about the conditions with these numbers.
std::vector<Lie> lies_in_the_proof(const Argument& argument, const std::vector<std::size_t>& about);

struct Pretence {
  std::string kind;
  std::string where;   // in the program
  plato::CoreProgram program;
};

// Other relies, guarantees, postconditions of threads, assertions: what the certificate may choose, if it proves what
// follows from the choice.
std::vector<Pretence> other_outlines(const plato::CoreProgram& program);

// Other programs or claims: without a thread, an assertion, a conjunct of the initial condition; with another
// postcondition, environment, guarantee; …
std::vector<Pretence> other_programs(const plato::CoreProgram& program);

// About which variables are ghosts, with the honest proof.
std::vector<Lie> lies_about_ghosts(const Argument& argument);

// About how a program ends: `schedule` is a certificate that the program breaks its postcondition.
std::vector<Lie> lies_about_the_end(const plato::CoreProgram& program, const std::string& schedule);

}   // namespace plato_test
