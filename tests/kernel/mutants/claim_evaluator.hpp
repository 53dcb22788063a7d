// Whether the problem of a certificate is satisfiable, found by trying all valuations of its atoms; or, if it is about
// integers and maps, a number of small values.
//
// Written from the tables of certificates/FORMAT.md for the tests alone. It knows what entries mean and knows nothing
// about clauses and steps, so it shares no reasoning with the kernel: "certified" is measured against it.
#pragma once

#include <cstddef>
#include <string_view>

namespace plato_test {

enum class Truth {
  unsatisfiable,
  satisfiable,
  too_many_atoms,   // more than `most_atoms` different ones
  no_model_found,   // of a problem of integers and maps, which may still have one
  unreadable,       // no problem can be read
};

inline constexpr std::size_t most_atoms = 12;

Truth evaluate_problem(std::string_view certificate);

}   // namespace plato_test
