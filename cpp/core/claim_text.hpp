// What is claimed of a program, in a sentence.
#pragma once

#include <string>

#include "core/program.hpp"
#include "core/specification.hpp"

namespace plato {

// "no interleaving goes wrong", and what else the specification says.
std::string claim_text(const Program& program, const Specification& specification);

// The variables on which there must be no race: "x, y or z".
std::string race_free_text(const Program& program, const Specification& specification);

}   // namespace plato
