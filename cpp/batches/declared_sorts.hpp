// What the search must know of a program whose certificate is all there is: which variables and parameters are maps.
#pragma once

#include <string_view>

#include "conditions/conditions.hpp"
#include "core/program.hpp"

namespace plato {

// A program with the variables and parameters that the certificate declares, and nothing else.
Program declared_program(std::string_view certificate);

// Whether the conditions speak only of what is declared, so that the search knows what everything is.
bool are_declared(const Program& program, const Conditions& conditions);

}   // namespace plato
