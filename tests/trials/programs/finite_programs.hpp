// Random programs without annotations whose threads, types and first values are finite.
#pragma once

#include <random>
#include <string>

namespace plato_test {

std::string finite_program(std::mt19937& random);

}   // namespace plato_test
