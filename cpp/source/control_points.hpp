// at(T, L), after(T, L), within(T, L .. M): where a thread is in its statements, by their labels.
#pragma once

#include "source/diagnostic.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// The ghost variable of a thread that says where it is; no name that the source could have.
inline constexpr const char* control_variable = "@";

// Makes `control` expressions of these words, unless the program gives them to something itself, and declares the ghost
// variable of each thread that they are about. Comes before other stages take statements apart.
void find_control_points(SyntaxTree& tree, Diagnostics& diagnostics);

// The statement of the thread, or inside of one, that has the label; none if there is none.
SyntaxIndex labelled_statement(const SyntaxTree& tree, const ThreadDeclaration& thread, const std::string& label);

}   // namespace plato
