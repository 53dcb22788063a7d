// Writing certificates, byte for byte as certificates/FORMAT.md specifies them.
//
// So far one kind: a problem in conjunctive normal form and its refutation. Entry v of the formula table is the
// problem's v-th variable, as the atom of its number in the DIMACS file; every clause but a unit clause is an entry
// after these, the disjunction of its literals as they stand in the file; the clauses are asserted in their order.
#pragma once

#include <string>

#include "dimacs.hpp"
#include "proof_elaboration.hpp"

namespace plato {

// The certificate up to and including the line `proof`: what is claimed, namely that the problem has no model. Two
// certificates are about the same DIMACS problem just if these bytes are the same.
std::string write_problem(const Cnf& cnf);

// The whole certificate. The refutation is one of this problem, as `elaborate` returns it.
std::string write_certificate(const Cnf& cnf, const Refutation& refutation);

}   // namespace plato
