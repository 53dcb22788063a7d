// Proving SMT-LIB problems: Z3 decides, the search looks for a refutation, the kernel certifies it.
#pragma once

#include <string_view>

#include "pipeline/proved.hpp"
#include "smtlib/smtlib_reader.hpp"

namespace plato {

ProverResult prove_problem(Problem problem, const ProveOptions& options);

// The questions of a file, or the answer that says what is wrong with it.
tl::expected<SmtScript, Proved> read_smt_questions(std::string_view text);

}   // namespace plato
