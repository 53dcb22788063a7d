// Random programs with procedures that have specifications, most of them right.
#pragma once

#include <random>
#include <string>

namespace plato_test {

// One to three procedures, which threads and procedures call, some of them recursive.
std::string specified_program(std::mt19937& random);

// A small change of a specification or of a procedure's body; `spoil` of random_programs.hpp knows neither actions nor
// commits.
std::string spoil_specification(const std::string& program, std::mt19937& random);

// The same program without clauses of procedures, and without the annotations of their statements. It runs in the same
// way.
std::string without_specifications(const std::string& program);

}   // namespace plato_test
