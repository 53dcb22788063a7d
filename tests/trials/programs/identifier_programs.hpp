// Random programs for any number of threads, which mostly do no more with identifiers than to compare and store them.
#pragma once

#include <random>
#include <string>

namespace plato_test {

std::string identifier_program(std::mt19937& random);

}   // namespace plato_test
