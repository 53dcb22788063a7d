// Where a step is taken or a clause is evaluated: in which branches of `par`, and what is seen there.
//
// A branch sees what is declared around its `par`: of the thread, or of the call in which that is, and of the branches
// around. All of these are kept by those who have them, and change while they wait.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "surface_expressions.hpp"
#include "surface_progress.hpp"

namespace plato_test::surface {

class Around {
 public:
  // Refers to both for as long as it lives, and tells the evaluation in which branches it is.
  Around(const World& world, Evaluation& evaluation) : world_(world), evaluation_(evaluation) {}

  // In a branch of the thread or branch that is here, for as long as it lives. Throws TooLarge.
  class Inside {
   public:
    Inside(Around& around, std::size_t thread, const Progress& parent, std::size_t branch);
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    ~Inside();

   private:
    Around& around_;
  };
  // In no branch, for as long as it lives.
  class Outside {
   public:
    explicit Outside(Around& around);
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;
    ~Outside();

   private:
    Around& around_;
    std::vector<std::pair<Progress, std::size_t>> outer_;
    std::vector<Evaluation::Branch> branches_;
  };

  // The frame of who is here; nobody for a thread that is in no call.
  int frame_of(const Progress& progress) const { return frame_of(progress, outer_.size()); }
  // The store, and after it the values of that frame and of those around it, outermost first.
  Store seen(const Store& store, const Progress& progress) const;
  // What the whole thread has to do when who is here goes on like this, and `seen` is what that sees.
  Progress whole(const Store& seen, Progress then) const;
  // The branches, from the thread on: which of its parent's each is.
  std::vector<std::size_t> path() const;
  std::size_t calls() const;   // of all that wait around

 private:
  const World& world_;
  Evaluation& evaluation_;
  std::vector<std::pair<Progress, std::size_t>> outer_;   // the parents, outermost first, and which branch it is

  int frame_of(const Progress& progress, std::size_t depth) const;
};

// The block of that `par` which the branch with the number runs.
std::size_t block_of(const plato::SyntaxStatement& par, std::int64_t number);

}   // namespace plato_test::surface
