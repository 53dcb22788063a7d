// Certificates of random problems, small enough for trying all valuations.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace plato_test {

// A certificate as `plato prove` writes it, of a random problem in conjunctive normal form.
std::string random_cnf_certificate(std::mt19937& random);

// The same of a problem that has a model.
std::string random_cnf_model(std::mt19937& random);

// A certificate of a problem of random formulas of all shapes, some of them abbreviations of the proof.
std::string random_formula_certificate(std::mt19937& random);

// The texts of all files of a folder, in the order of their names.
std::vector<std::string> read_folder(const std::string& path);

}   // namespace plato_test
