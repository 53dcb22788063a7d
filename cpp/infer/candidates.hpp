// Annotations that are worth trying for a program: what stands in its text, and what programs like it need.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "infer/annotated_source.hpp"

namespace plato {

// Guards imply a conclusion; with `index`, of every element: "forall k :: …".
struct Candidate {
  Annotation::Kind kind = Annotation::Kind::rely;
  std::set<std::string> guards{};   // formulas
  std::string conclusion{};
  bool is_elementwise = false;
  std::optional<std::size_t> thread{};   // rely: of whom
  bool is_about_places = false;          // of threads in their statements, which executions do not tell
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

Annotation annotation_of(const Candidate& candidate);

// What a thread may rely on: that others leave a variable alone, always, at its own index, or while it holds a lock, a
// flag is set …; that a lock stays its own; that values only grow. Most are wrong of most programs.
std::vector<Candidate> candidate_relies(const SyntaxTree& tree);

// What may be true in all states: bounds of variables and relations between them, always, while a lock is free, a flag
// is set, …
std::vector<Candidate> candidate_invariants(const SyntaxTree& tree);

// Between a statement that takes a flag or a number and the one that gives it back a thread may be alone, and others
// may leave variables alone. The labels are of those statements.
struct RegionCandidates {
  std::vector<Candidate> candidates;
  std::vector<Annotation> labels;
};
RegionCandidates candidate_regions(const SyntaxTree& tree);

// Without those that follow from another one, which has the same conclusion and fewer guards, or an obviously stronger
// conclusion; what all threads rely on is said once.
std::vector<Candidate> strongest(std::vector<Candidate> candidates, std::size_t threads);

}   // namespace plato
