// What is said of a run for the sake of its proof: clauses of threads and branches, cuts, loop invariants. One that the
// run breaks is noted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "surface_branches.hpp"
#include "surface_run.hpp"

namespace plato_test::surface {

// Between two steps.
struct Moment {
  const std::vector<Progress>& threads;
  const Store& store;
};

using Path = std::vector<std::size_t>;   // to a branch: which of its parent's it is, from the thread on

class Annotations {
 public:
  // Refers to all of these for as long as it lives.
  Annotations(const World& world, const Control& control, Evaluation& evaluation, Around& around, Run& run)
      : world_(world), tree_(*world.tree), control_(control), evaluation_(evaluation), around_(around), run_(run) {}

  void breaks(std::uint32_t line, const std::string& what);
  // What a thread ensures, relies on, and so on.
  void check_clauses(const std::vector<plato::ExpressionIndex>& clauses, const Scene& scene, std::size_t thread,
                     const char* does);

  // What the thread or the branch comes to with its step.
  void check_arrival(const Moment& now, std::size_t thread, const Path& path);
  // What branches require and come to, when who is here has started them.
  void check_start(const Store& store, std::size_t thread, const Progress& parent);
  // What branches of the thread ensure that may have ended.
  void check_ends(const Moment& now, std::size_t thread);
  // What the others rely on; `stepping` is a thread, of which the branch at the path takes the step, or nobody.
  void check_relies(const Moment& before, const Moment& after, int stepping, const Path& path);

 private:
  const World& world_;
  const plato::SyntaxTree& tree_;
  const Control& control_;
  Evaluation& evaluation_;
  Around& around_;
  Run& run_;

  const plato::ThreadDeclaration& declaration(std::size_t thread) const {
    return tree_.threads[world_.threads[thread].declaration];
  }
  const plato::ParBranch& clauses_of(const Progress& parent, const Progress& branch) const;
  bool may_hold(plato::ExpressionIndex e, const Scene& scene);
  void check_annotations(const Store& store, std::size_t thread, const Progress& progress);
  // Where each of the branches is, outer ones first.
  using Visit = std::function<void(const Progress& parent, const Progress& branch)>;
  void for_each_branch(std::size_t thread, const Progress& parent, const Visit& visit);
  void check_relies_of_branches(const Moment& before, const Moment& after, std::size_t thread, const Path* stepping);
};

// Of a thread that runs, for people: T, or worker[2].
std::string name_of(const World& world, std::size_t thread);

}   // namespace plato_test::surface
