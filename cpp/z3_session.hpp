// Z3: decides a problem before a certificate is looked for. Nothing it says is trusted.
//
// A model is confirmed by our own evaluator (smt_model.hpp); that there is none is certified by our own search, to which
// Z3's core tells the assertions that matter. The only file that includes z3++.h is z3_session.cpp.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "smt_model.hpp"
#include "smtlib_reader.hpp"

namespace plato {

struct Z3Answer {
  enum class Verdict { satisfiable, unsatisfiable, unknown };
  Verdict verdict = Verdict::unknown;
  std::vector<std::size_t> core{};   // unsatisfiable: numbers of assertions that are contradictory, ascending
  std::optional<SmtModel> model{};   // satisfiable, if its values could be read
  std::string reason{};              // unknown: why
  double seconds = 0;                // processor time of the question, without translating the problem
};

// What Z3 keeps from one question to the next. Setting it up takes longer than most conditions of a program do, so they share
// one; what was asked before has no influence on what an answer means.
class Z3Context {
 public:
  Z3Context();
  ~Z3Context();
  Z3Context(const Z3Context&) = delete;
  Z3Context& operator=(const Z3Context&) = delete;

 private:
  friend Z3Answer ask_z3(Z3Context& context, const SmtProblem& problem, double seconds);
  struct Z3;
  std::unique_ptr<Z3> z3_;   // made for the first question
};

Z3Answer ask_z3(Z3Context& context, const SmtProblem& problem, double seconds = std::numeric_limits<double>::infinity());

}   // namespace plato
