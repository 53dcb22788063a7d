// Random changes to the model that a certificate of satisfiability ends with.
#pragma once

#include <random>
#include <string>

namespace plato_test {

// The certificate has a line `model`.
bool has_model_lines(const std::string& certificate);

// One change to the lines after it, or to where they begin.
void mutate_model(std::string& certificate, std::mt19937& random);

}   // namespace plato_test
