// at(T, L), after(T, L), within(T, L .. M): where a thread is in its statements, by their labels.
#pragma once

#include <optional>
#include <vector>

#include "source/diagnostic.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// The ghost variable of a thread that says where it is; no name that the source could have.
inline constexpr const char* control_variable = "@";
// If it may run procedures that call themselves: how many such calls are under way, and what each goes back to.
inline constexpr const char* depth_variable = "@depth";
inline constexpr const char* stack_variable = "@stack";

// The ghost variable, a map, that says where the branches of a `par` of the thread are.
std::string branch_control_variable(const ThreadDeclaration& thread, std::uint32_t par);

// Makes `control` expressions of these words, unless the program gives them to something itself, and declares the ghost
// variable of each thread, and of the branches of each `par`, that they are about. Comes before other stages take
// statements apart.
void find_control_points(SyntaxTree& tree, Diagnostics& diagnostics);

// Where a label stands: among a thread's own statements, or in a procedure that it may run.
struct LabelPlace {
  SyntaxIndex statement = SyntaxIndex::none;
  SourceRange where{};
  std::optional<std::size_t> procedure{};
  std::uint32_t par = 0;   // 1 + the place in tree.pars of the nearest `par` around it
};

// All places of the label, which may be written p.L for one in the procedure p. Those in procedures count only if the
// thread has none itself.
std::vector<LabelPlace> places_of_label(const SyntaxTree& tree, const ThreadDeclaration& thread,
                                        const std::string& label);

}   // namespace plato
