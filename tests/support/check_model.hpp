// Confirms the answer "satisfiable" by evaluating the problem, so that it rests on these few lines and not on the
// solver.
#pragma once

#include "sat/dimacs.hpp"
#include "sat/sat_session.hpp"

namespace plato {

// Every clause has a true literal. False as well if the model does not give each variable a value.
bool satisfies(const Model& model, const Cnf& cnf);

}   // namespace plato
