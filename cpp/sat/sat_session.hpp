// The SAT solver, CaDiCaL: a problem goes in, a model or a proof comes out.
//
// Nothing here is trusted. A model is evaluated by the kernel, a proof is elaborated and then checked by it.
// This is the only place that knows CaDiCaL's interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "sat/dimacs.hpp"

namespace plato {

struct SatOptions {
  double seconds = std::numeric_limits<double>::infinity();            // of wall-clock time
  std::int32_t conflicts = -1;                                         // of the search; negative: as many as it takes
  std::size_t proof_bytes = std::numeric_limits<std::size_t>::max();   // the proof is kept in memory
  bool want_proof = true;
};

// A truth value for each variable; entry v - 1 is that of variable v.
struct Model {
  std::vector<bool> values;
};

// There is no model. The proof is in the binary DRAT format, empty if none was wanted. Every step of it is a clause
// that follows by unit propagation (RUP) from the ones before; see `solve` for why.
struct NoModel {
  std::vector<std::uint8_t> proof;
};

// A limit of `SatOptions` was reached, named in the sentence.
struct SatLimit {
  std::string message;
};

struct SatAnswer {
  std::variant<Model, NoModel, SatLimit> result;
  double seconds =
      0;   // processor time of the solver, from its first clause on, with writing the proof if one is wanted
};

// Decides the problem. The answer depends on the problem alone, unless the time limit cuts it short.
SatAnswer solve(const Cnf& cnf, const SatOptions& options = {});

// A problem that grows: clauses are added between questions, and what the solver has learned stays. Gives no proofs.
class SatSession {
 public:
  enum class Status { satisfiable, unsatisfiable, limit };

  SatSession();
  ~SatSession();
  SatSession(const SatSession&) = delete;
  SatSession& operator=(const SatSession&) = delete;

  void add_clause(std::span<const Literal> clause);
  // When the solver has a choice, it tries this literal as true first.
  void prefer(Literal literal);
  // With assumptions that hold for this question alone. A question that takes more than `most_conflicts` is given up.
  Status solve(double seconds, std::span<const Literal> assumptions = {});
  // The literal's value in the model that `solve` has found, until a clause is added; a variable that it has never seen
  // is false, and so are all where there is no model.
  bool is_true(Literal literal) const;
  // The literal has this value in every model of the clauses, as far as the solver knows.
  bool is_fixed(Literal literal) const;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}   // namespace plato
