// Small changes of certificates about programs.
#pragma once

#include <random>
#include <string>

namespace plato_test {

// `other` is another certificate, from which lines may be taken.
std::string mutate_program_certificate(const std::string& certificate, const std::string& other, std::mt19937& random);

}   // namespace plato_test
