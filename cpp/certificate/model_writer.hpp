// Writing down a model as the last part of a certificate, for the kernel to evaluate the problem in.
#pragma once

#include <string>

#include "logic/model_evaluation.hpp"

namespace plato {

// The lines after `model`, byte for byte as certificates/FORMAT.md specifies them: true atoms, then logic variables, by
// number.
std::string write_model(const LogicModel& model);

}   // namespace plato
