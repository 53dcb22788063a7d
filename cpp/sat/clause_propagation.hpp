// Unit propagation over clauses that come and go, for the elaboration of proofs (proof_elaboration.hpp).
//
// Two kinds of clauses: those of the *core*, which some step of the result cites, and the others. Propagation goes
// through the core first, so that a conflict tends to cite clauses that are needed anyway.
//
// What makes it fast: two watched literals with blocking literals (Chu, Harwood, Stuckey, "Cache conscious data
// structures for Boolean satisfiability solvers", JSAT 2009); binary clauses decided from the watch alone; and clauses
// taken away stay in the watch lists until they are met there, because their address alone shows that they are gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sat/dimacs.hpp"

namespace plato {

// A literal as an index: variable v is 2v, its negation 2v + 1.
using LiteralCode = std::uint32_t;

inline LiteralCode code_of(Literal literal) {
  return literal > 0 ? 2 * static_cast<LiteralCode>(literal) : 2 * static_cast<LiteralCode>(-literal) + 1;
}
inline Literal literal_with(LiteralCode code) {
  const auto variable = static_cast<Literal>(code / 2);
  return code % 2 == 0 ? variable : -variable;
}
inline LiteralCode negate(LiteralCode code) { return code ^ 1; }

// Names a stored clause. The order of addresses is the order in which the clauses were stored.
using ClauseAddress = std::uint32_t;
inline constexpr ClauseAddress no_clause = 0;
inline constexpr ClauseAddress beyond_all_clauses = static_cast<ClauseAddress>(-1);

class ClausePropagation {
 public:
  explicit ClausePropagation(std::int32_t variables) { add_variables(variables); }
  // From now on there are at least so many.
  void add_variables(std::int32_t variables);
  // Variables below this one are known.
  std::size_t variables() const { return position_.size(); }

  // The values of a partial assignment, as the trail of literals that became true, in that order.
  std::span<const LiteralCode> trail() const { return trail_; }
  bool is_true(LiteralCode literal) const { return value_[literal] > 0; }
  bool is_false(LiteralCode literal) const { return value_[literal] < 0; }
  // For a variable that has a value: its place on the trail, and the clause that forced it or `no_clause`.
  std::uint32_t position(std::uint32_t variable) const { return position_[variable]; }
  ClauseAddress reason(std::uint32_t variable) const { return reason_[variable]; }

  // Keeps a clause of different literals, not a tautology, for later. `number` is the caller's name for it.
  ClauseAddress store(std::uint32_t number, std::span<const LiteralCode> literals);
  // A clause of that many literals can still be stored; addresses have 32 bits.
  bool has_room_for(std::size_t literals) const;
  std::uint32_t number_of(ClauseAddress clause) const { return arena_[clause]; }
  // Their order changes, but a literal that the clause forces is one of the first two.
  std::span<const LiteralCode> literals_of(ClauseAddress clause) const {
    return {arena_.data() + clause + header_words, arena_[clause + 1] >> size_shift};
  }
  bool is_forced_by(ClauseAddress clause, LiteralCode literal) const {
    return is_true(literal) && reason_[literal / 2] == clause;
  }

  // The clause takes part in propagation from now on. Before propagation goes on, the caller assigns the literal it
  // forces, if it does: afterwards its first literal is not false unless all are, and its second one not unless all
  // others are.
  void attach(ClauseAddress clause);
  // The clause takes part no longer. Valid for clauses that are attached; it can be attached again after `flush`.
  void detach(ClauseAddress clause);
  // Clears the lists of detached clauses.
  void flush();
  // No clause stored at this address or later takes part any longer.
  void remove_from(ClauseAddress clause) { removed_from_ = clause; }

  bool is_core(ClauseAddress clause) const { return (arena_[clause + 1] & core_mark) != 0; }
  void make_core(ClauseAddress clause) { arena_[clause + 1] |= core_mark; }

  // Makes an open literal true.
  void assign(LiteralCode literal, ClauseAddress reason);
  // Opens all but the first literals of the trail again.
  void backtrack(std::size_t trail_size);
  // Propagates what was assigned until nothing more follows or a clause is false; gives that clause, or `no_clause`.
  ClauseAddress propagate();

 private:
  // An entry in the list of clauses to visit when a literal becomes false. If the blocker, another literal of the
  // clause, is true, there is no need to look at the clause; in a clause with two literals it is the other one.
  struct Watch {
    LiteralCode blocker_and_mark;
    ClauseAddress clause;

    static constexpr LiteralCode binary_mark = LiteralCode{1} << 31;
    LiteralCode blocker() const { return blocker_and_mark & ~binary_mark; }
    bool is_binary() const { return (blocker_and_mark & binary_mark) != 0; }
  };

  // In the arena a clause is the word of its number, the word of its size and marks, and its literals.
  static constexpr std::uint32_t header_words = 2;
  static constexpr std::uint32_t core_mark = 1;
  static constexpr std::uint32_t detached_mark = 2;
  static constexpr std::uint32_t size_shift = 2;

  std::vector<std::uint32_t> arena_{0};   // word 0 is no clause's
  std::vector<std::int8_t> value_;        // code -> 1 true, -1 false, 0 open
  std::vector<LiteralCode> trail_;
  std::vector<std::uint32_t> position_;             // by variable
  std::vector<ClauseAddress> reason_;               // by variable
  std::vector<std::vector<Watch>> core_watches_;    // code -> core clauses to visit when it becomes false
  std::vector<std::vector<Watch>> other_watches_;   // code -> the others, and core clauses not met since
  std::size_t core_head_ = 0;                       // how far the trail has been propagated through core clauses,
  std::size_t other_head_ = 0;                      // through the others,
  std::size_t other_index_ = 0;                     // and through their list for the literal at `other_head_`
  ClauseAddress removed_from_ = beyond_all_clauses;
  std::size_t unflushed_ = 0;   // detached clauses that may still be in a list

  std::span<LiteralCode> mutable_literals_of(ClauseAddress clause) {
    return {arena_.data() + clause + header_words, arena_[clause + 1] >> size_shift};
  }
  ClauseAddress visit_core_watches(LiteralCode false_literal);
  ClauseAddress visit_other_watches(LiteralCode false_literal);
};

}   // namespace plato
