// Proving SMT-LIB problems: Z3 decides, the search looks for a refutation, the kernel certifies it.
#pragma once

#include <string_view>

#include "pipeline/proved.hpp"
#include "smtlib/smtlib_reader.hpp"

namespace plato {

ProverResult prove_smtlib(std::string_view text, const ProveOptions& options);

// A problem, or the answer that says what is wrong with it.
tl::expected<Problem, Proved> read_smt_problem(std::string_view text);

}   // namespace plato
