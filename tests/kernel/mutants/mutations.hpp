// Random changes to certificates: of bytes, of numbers, of lines, and of numberings throughout the file.
#pragma once

#include <random>
#include <string>

namespace plato_test {

// A few random changes, one most of the time. `other` is a certificate from which lines may be taken. The result
// depends on the arguments alone.
std::string mutate(std::string certificate, const std::string& other, std::mt19937& random);

}   // namespace plato_test
