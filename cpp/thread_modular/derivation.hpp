// The proof of a program as a tree: which rule is used for which statement, and which conditions it rests on.
//
// The tree is that of the statements; which conditions show a statement right is what the kernel says of each condition
// (lean/Plato/Goal/Scopes.lean).
#pragma once

#include <cstdint>
#include <vector>

#include "conditions/conditions.hpp"
#include "core/outline.hpp"

namespace plato {

struct DerivationNode {
  enum class Rule : std::uint8_t {
    program,
    family,
    skip,
    atomic,
    choice,
    seq,
    loop,
    cut,
    block,
    exit,
    call,
    par,        // with the proof of a branch below it
    procedure   // with a specification
  };
  Rule rule = Rule::program;
  std::uint32_t unit = 0;                // the family, procedure or `par` whose proof it is part of: see ProofUnit
  StatementId statement = 0;             // 0 for the program, families, procedures, and sequences
  std::vector<std::size_t> conditions;   // that this node gave rise to, by index
  // atomic, loop, cut, call of an abstraction: the conditions that show that it is right when it is reached; family,
  // procedure: that show what it ensures
  std::vector<std::size_t> shown_in;
  std::vector<std::size_t> children;   // nodes
};

// Node 0 is the program; below it are the families, and the procedures with a specification. Nested sequences are one
// node, and a call has the procedure's body below it, as in the proof, unless it is a call of its abstraction. So the
// tree is as deep as the source is nested.
std::vector<DerivationNode> derivation(const Program& program, const Outline& outline,
                                       const std::vector<Condition>& conditions);

}   // namespace plato
