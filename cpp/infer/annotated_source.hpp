// A program's text with annotations in lines of their own. Nothing of the text is changed but that lines are added.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/syntax_tree.hpp"

namespace plato {

// What may be added: a clause of the program, or of one of its threads, or a label before a statement.
struct Annotation {
  enum class Kind : unsigned char { rely, invariant, label };
  Kind kind = Kind::rely;
  std::string formula{};                 // as the source writes it; of a label its name
  std::optional<std::size_t> thread{};   // rely: the thread that has it, in the tree's list; without one, all have
  SyntaxIndex statement{};               // label: before which
};

// The line without its indentation: "rely m == tid ==> x' == x".
std::string line_of(const Annotation& annotation);

struct AnnotatedSource {
  std::string text;
  std::vector<std::size_t> lines;   // of the annotations in the new text, from 1
};

// Those of a thread stand at the beginning of its block, the others after the last global variable. The tree is that of
// the text, which has no mistakes.
AnnotatedSource annotate(std::string_view text, const SyntaxTree& tree, const std::vector<Annotation>& annotations);

}   // namespace plato
