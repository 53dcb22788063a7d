// Z3: decides a problem before a certificate is looked for. Nothing it says is trusted.
//
// A model is confirmed by our own evaluator (smt_model.hpp); if there is no model, our own search must certify that;
// Z3's core names the assertions that matter. The only file that includes z3++.h is z3_session.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "logic/problem.hpp"
#include "logic/problem_model.hpp"

namespace plato {

struct Z3Answer {
  enum class Verdict { satisfiable, unsatisfiable, unknown };
  Verdict verdict = Verdict::unknown;
  std::vector<std::size_t> core{};       // unsatisfiable: numbers of assertions that are contradictory, ascending
  std::optional<ProblemModel> model{};   // satisfiable, if its values could be read
  std::string reason{};                  // unknown: why
  bool is_wall = false;                  // unknown: because of the wall limit
  bool is_doubtful = false;              // satisfiable, if different pairs of indices may be the same integer
  bool is_out_of_resources = false;      // unknown: because of the counted budget
  double seconds = 0;                    // processor time of the question, without translating the problem
  std::uint64_t resources = 0;           // that it took, as Z3 counts them
};

// How much Z3 may do.
struct Z3Budget {
  std::uint64_t resources = 0;                                // as Z3 counts them (its rlimit); 0: as many as it takes
  double seconds = std::numeric_limits<double>::infinity();   // of wall-clock time: a last resort
  bool ignores_quantifiers = false;   // an `all` may be true or false, whatever it says: a model need not be one
};

// Each question is asked in a context of its own, so that the answer does not depend on what was asked before.
Z3Answer ask_z3(const Problem& problem, const Z3Budget& budget = {});

}   // namespace plato
