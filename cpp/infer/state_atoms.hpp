// What may be said of one thread, or of two, in a state: where they are, what their variables and the shared ones have
// to do with each other. Invariants for any number of threads are put together from these.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "infer/thread_labels.hpp"
#include "infer/value_sorts.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

struct StateAtom {
  std::string formula;       // as the source writes it
  std::size_t weight = 0;    // how much it tells of a thread: what tells least is the first to be left out of a clause
  std::size_t subject = 0;   // 0 shared variables alone, 1 and 2 the first and the second thread, 3 both
  std::optional<std::size_t> place{};   // of the thread: its number among the thread's labels, or after the last
};

// Two threads, which may be of one family, or one.
struct Subjects {
  std::size_t first = 0;   // in the tree's list
  std::optional<std::size_t> second{};
};

inline constexpr std::size_t most_atoms = 256;

struct Vocabulary {
  Subjects subjects;
  std::string first, second;   // what their identifiers are called; empty of a thread that is none of a family
  std::vector<StateAtom> atoms;
};

// One for each pair of threads that can be two at a time, and one for each thread if there is but one.
std::vector<Vocabulary> vocabularies(const SyntaxTree& tree, const ThreadLabels& labels);

// One atom, or its negation.
struct StateLiteral {
  std::size_t atom = 0;
  bool is_true = true;
};

// A formula about `tid` as one about this name.
std::string member_text(const std::string& members, const std::string& name);

// That all of these are never so at once, and the first thread is never at any of several places, or the second one, if
// any are given: an invariant as the source writes it. `members` are the identifiers of each thread in the tree's list,
// as formulas about `tid`.
struct Impossible {
  std::vector<StateLiteral> literals{};
  std::vector<std::size_t> first_places{}, second_places{};   // numbers of labels
};
std::string invariant_text(const Vocabulary& vocabulary, const Impossible& what, const ThreadLabels& labels,
                           const std::vector<std::string>& members, const SyntaxTree& tree);

}   // namespace plato
