// What executions show of threads and pairs of threads: for each state which atoms are true; and clauses that exclude a
// state because nothing like it was seen.
#pragma once

#include <bitset>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/core_program.hpp"
#include "explore/concrete_evaluation.hpp"
#include "infer/state_atoms.hpp"

namespace plato {

using StateRow = std::bitset<most_atoms>;   // bit i: atom i is true

// The atoms of a vocabulary as formulas of a program. Loose bound variables are the identifiers of the two threads, if
// they are of families.
struct ReadAtoms {
  Subjects subjects;
  bool names_first = false, names_second = false;
  std::vector<Literal> atoms;
};

// Throws as the evaluation does. The model's bound variables are set here.
StateRow row_of(ConcreteEvaluation& evaluation, const ReadAtoms& atoms, ConcreteModel model, std::int64_t first,
                std::int64_t second);

// The program with its ghosts as if they were variables of its own, so that executions tell where threads are.
Program with_visible_ghosts(const CoreProgram& core);

// The rows of two and three threads of each family on small values, ascending and each once; one list for each
// vocabulary.
std::vector<std::vector<StateRow>> observed_rows(const Program& visible, const std::vector<ReadAtoms>& vocabularies);

// Of the row, which was not seen, as few literals as possible that exclude it and nothing that was seen; none if it was
// seen. Places next to those of the row are excluded with it, as far as nothing was seen there.
// `subjects`: 3, or 1 if nothing is to be said of the second thread.
std::optional<Impossible> excluded(const Vocabulary& vocabulary, const StateRow& row, std::span<const StateRow> seen,
                                   std::size_t subjects);

// Whether the row is one of those that are said to be impossible.
bool excludes(const Vocabulary& vocabulary, const Impossible& what, const StateRow& row);

}   // namespace plato
