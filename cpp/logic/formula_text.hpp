// Formulas as text for people, in infix notation and with the names of the problem they come from.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "logic/formula_table.hpp"

namespace plato {

// How variables are called. A missing function, or an empty answer, leaves the number.
struct VariableNames {
  std::function<std::string(std::int32_t)> logic;
  std::function<std::string(std::int32_t)> atom;
};

// At most about `budget` symbols; an ellipsis stands for the rest.
std::string formula_text(const FormulaTable& table, Literal literal, const VariableNames& names, std::size_t budget);

}   // namespace plato
