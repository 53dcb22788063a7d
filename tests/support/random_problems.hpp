// Random SMT-LIB problems, a family for each theory; the same seed gives the same text everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace plato::test {

enum class Theory {
  linear,
  differences,
  maps,
  functions,
  mixed,
  quantified,
  nonlinear,
  division
};   // division: by the positive n

// A small problem; about as many are satisfiable as not.
std::string random_problem(Theory theory, std::uint32_t seed);

}   // namespace plato::test
