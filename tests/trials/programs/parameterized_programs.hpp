// Random programs for any number of threads, with postconditions, as .plato text.
//
// Each has the symbolic parameter n and a family with n members, and perhaps an individually declared thread. It is
// made from a pattern that is right for every n (each thread its own cell, counters that only grow, turns, ghosts, an
// open system, …) with random parts, and then perhaps spoiled. Values are bounded for small n, so that the explorer
// sees all states of an instance.
#pragma once

#include <random>
#include <string>

namespace plato_test {

// A program made of one of the patterns, or of anything at all.
std::string parameterized_program(std::mt19937& random);

// The program with a small change: those of `spoil`, and another index or bound; the result may be no program at all.
std::string spoil_parameterized(const std::string& program, std::mt19937& random);

// The program for one n: the parameter is a name for that number.
std::string instance_of(const std::string& program, int n);

// Appends a thread that does to the program's integers what its rely allows, within small bounds: an environment that
// can be explored. The same text if the program has no rely.
std::string with_environment(const std::string& program);

// The name of that thread.
inline constexpr const char* environment_name = "environment";

}   // namespace plato_test
