// Labels for all statements that a thread may stand before, so that a formula can say where it is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "infer/annotated_source.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

struct LabelledPlace {
  std::string label;
  std::size_t list = 0;     // of statements that it is in
  bool is_simple = false;   // no other place is inside of it
};

// In the order of the text. The place after the last one is the thread's end.
struct LabelledThread {
  std::vector<LabelledPlace> places;
  std::string last{};   // whose end is the thread's; empty if it has none
};

struct ThreadLabels {
  std::vector<LabelledThread> threads;   // as in the tree
  std::vector<Annotation> added;         // where a statement has none of its own
};
ThreadLabels label_everything(const SyntaxTree& tree);

// How formulas name a thread: T, or T[k] of a family.
std::string thread_text(const ThreadDeclaration& thread, const std::string& identifier);

// That the thread is at one of these places, which ascend: at(T, L), after(T, L), within(T, L .. M), or several of
// them.
std::string places_text(const std::string& thread, const LabelledThread& labels,
                        const std::vector<std::size_t>& places);

}   // namespace plato
