// Random small programs with two or three threads, as .plato text.
//
// Each is made from a pattern that is right (a lock and what it protects, a flag that publishes a value, a semaphore,
// …) with random parts, and then perhaps spoiled: a statement dropped, a rely weakened, a number changed. Values are
// bounded, so that the explorer sees all of a program's states.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace plato_test {

// A program made of one of the patterns.
std::string random_program(std::mt19937& random);

// The program with a small change; the result may be no program at all.
std::string spoil(const std::string& program, std::mt19937& random);

}   // namespace plato_test
