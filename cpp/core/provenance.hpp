// Where a core program comes from: the text and places of its source, and the annotations as they were written. It is
// for messages alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/program.hpp"
#include "logic/literal.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

// An annotation as it was written, so that a message can name the annotation at fault.
struct CoreClause {
  Literal formula = 0;
  SourceRange where{};
};

// Where the first of them is; nowhere if there is none.
inline SourceRange place_of(const std::vector<CoreClause>& clauses) {
  return clauses.empty() ? SourceRange{} : clauses.front().where;
}

struct StatementProvenance {
  // What the source has there, as far as messages differ.
  enum class Origin : std::uint8_t {
    other,
    assertion,   // assert
    release,     // of a lock
    typed,       // what goes wrong only by an index or a value that its types exclude
    test,        // the step that finds a condition true or false, which goes wrong in the same way
    branch,      // the choice that an if is
    par,
  };
  Origin origin = Origin::other;
  SourceRange where{};
  std::string text{};                     // as written: "x := x + 1", and of a cut "cut x == 0"
  SourceRange assertion_place{};          // atomic: of the assertion before it
  std::string assertion_text{};           // as written: "cut x == 0"
  std::vector<CoreClause> invariants{};   // loop: its own, as stated
  std::vector<CoreClause> relies{}, requires_{},
      ensures{};               // par: of its branches, as stated; the program's relies, too
  std::uint32_t par = 0;       // par: 1 + its place in the tree's list
  ProcedureId procedure = 0;   // in whose body it is; 0 if it is in a thread's
};

struct FamilyProvenance {
  SourceRange where{};
  std::optional<Literal> members{};   // as written, before individually declared threads are taken out
  // As stated. A thread without `guarantees` keeps what the others rely on.
  std::vector<CoreClause> relies{}, guarantees{}, ensures{};
};

// An action of a procedure, as stated; without a clause it is any change of what it modifies.
struct ActionProvenance {
  SourceRange where{};
  std::optional<CoreClause> ensures{};
};

// The specification of a procedure, as stated.
struct ProcedureProvenance {
  SourceRange where{};   // of its first clause
  std::vector<CoreClause> requires_{}, relies{}, ensures{};
  std::vector<ActionProvenance> actions{};
};

struct Provenance {
  std::map<SyntaxIndex, StatementId> labelled;                      // what statements with labels have become
  std::vector<SourceRange> procedures;                              // where each is declared
  std::vector<std::optional<ProcedureProvenance>> specifications;   // of each, if it has one
  std::vector<SourceRange> variables;                               // where each is declared
  std::vector<StatementProvenance> statements;                      // one for each statement of the program
  std::vector<FamilyProvenance> families;                           // one for each family
  std::vector<CoreClause> invariants;                               // those of ghosts, too
  std::vector<SourceRange> race_free;                               // the variables on which there must be no race
  std::vector<SourceRange> lemmas;   // of these, the ones of ghosts: they are proved, and not claimed
  std::vector<CoreClause> relies, guarantees, ensures;
  std::vector<SourceRange> counted_assertions;   // about counts and sums: proved, and not claimed
  // Formulas and parts of them as they were written, on one line; what was written in several ways is here once.
  std::unordered_map<Literal, std::string> written;
  // Formulas that are parts of many others; people read a name in their place. None if there is no invariant.
  std::optional<Literal> whole_invariant{};   // I: invariant and lemma
  std::optional<Literal> kept_invariant{};    // I ==> I'
};

}   // namespace plato
