// Branches that run at the same time, for random programs: in threads and procedures, with variables and clauses of
// their own, and in each other.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program_text.hpp"
#include "random_expressions.hpp"
#include "support/random_choice.hpp"

namespace plato_test::surface {

// What else the generator may write into a branch; what is empty, it may not.
struct BranchStatements {
  std::function<void(const Scope& to, const Scope& from)> assignment;
  std::function<void(const Scope&)> atomic_block;
  std::function<void(const Scope&)> call;
  std::function<void(const Scope&)> grid;
  bool has_lock = false, has_ghosts = false;
};

class RandomPars {
 public:
  RandomPars(Choice& choose, RandomExpressions& say, ProgramText& text) : choose_(choose), say_(say), text_(text) {}

  // Anything: `depth` more of them may be around each other.
  void par(const Scope& scope, const BranchStatements& may, int depth);
  // A branch with this statement, and one beside it.
  void beside(const std::function<void()>& statement, const Scope& scope, const BranchStatements& may);

 private:
  Choice& choose_;
  RandomExpressions& say_;
  ProgramText& text_;
  int names_ = 0;   // given so far: none may hide another

  std::string new_name(const char* begin) { return begin + std::to_string(++names_); }
  // par … { … }, or after it and … { … }, with each clause on a line of its own.
  void branch(const std::string& header, bool is_first, const std::vector<std::string>& clauses,
              const std::function<void()>& body);
  void any_branches(const Scope& scope, const BranchStatements& may, int depth);
  void careful_branches(const Scope& scope, const BranchStatements& may);
  void careful_range(const std::string& map);
  std::vector<std::string> any_clauses(const Scope& scope, const Scope& seen);
  std::string range(const Scope& scope);
  void body(Scope scope, Scope seen, const BranchStatements& may, int depth);
  void own_variables(Scope& scope, Scope& seen);
  void statement(const Scope& scope, const Scope& seen, const BranchStatements& may, int depth);
  void loop(const Scope& scope, Scope seen, const BranchStatements& may);
};

}   // namespace plato_test::surface
