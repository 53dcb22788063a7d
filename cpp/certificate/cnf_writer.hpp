// Writing certificates, byte for byte as certificates/FORMAT.md specifies them.
//
// Here: problems in conjunctive normal form. Entry v of the formula table is the problem's v-th variable, as the atom
// of its number in the DIMACS file; every clause except a unit clause is an entry after these, the disjunction of its
// literals in the order of the file; the clauses are asserted in their order.
#pragma once

#include <string>

#include "certificate/claim_kind.hpp"
#include "sat/dimacs.hpp"
#include "sat/proof_elaboration.hpp"

namespace plato {

// The certificate up to and including the line `proof` or `model`: what is claimed. Two certificates with the same
// claim are about the same DIMACS problem exactly when these bytes are the same.
std::string write_problem(const Cnf& cnf, ClaimKind claim = ClaimKind::unsatisfiable);

// The whole certificate. The refutation is one of this problem, as `elaborate` returns it.
std::string write_certificate(const Cnf& cnf, const Refutation& refutation);

}   // namespace plato
