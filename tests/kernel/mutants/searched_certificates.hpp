// Certificates that the search finds, of problems of all theories.
#pragma once

#include <string>
#include <vector>

namespace plato_test {

// Problems that show what each rule is for, and `count` random ones of each theory; none larger than `most_bytes`. The
// same numbers give the same certificates.
std::vector<std::string> searched_certificates(unsigned count, std::size_t most_bytes);

// Certificates of models: of problems that show what models are made of, and of `count` random ones of each theory.
std::vector<std::string> modelled_certificates(unsigned count, std::size_t most_bytes);

}   // namespace plato_test
