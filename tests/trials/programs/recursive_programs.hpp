// Random finite programs whose threads have stacks: procedures call themselves and each other.
#pragma once

#include <random>
#include <string>

namespace plato_test {

std::string recursive_program(std::mt19937& random);

}   // namespace plato_test
