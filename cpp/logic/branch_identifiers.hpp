// Identifiers of the branches of a `par`: an integer below 0 for a thread and a number, different for different ones.
#pragma once

#include "numbers/integer.hpp"

namespace plato {

// As `branchOf`, `parentOf`, `numberOf` and `aboutBranch` in lean/Plato/Meaning/Value.lean: what is no branch is its
// own parent, and has the number 0.
Integer branch_of(const Integer& parent, const Integer& number);
Integer parent_of(const Integer& branch);
Integer number_of(const Integer& branch);
// 0 asks for the parent, anything else for the number.
Integer about_branch(const Integer& branch, const Integer& question);

}   // namespace plato
