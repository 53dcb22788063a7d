// Random changes to what a certificate says of terms: multipliers, facts, instructions, axioms, instances.
#pragma once

#include <random>
#include <string>

namespace plato_test {

// The certificate has lines of terms at all.
bool speaks_of_terms(const std::string& certificate);

// One change. `other` is a certificate from which lines may be taken.
void mutate_logic(std::string& certificate, const std::string& other, std::mt19937& random);

}   // namespace plato_test
