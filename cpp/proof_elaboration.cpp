// Backward elaboration of DRUP proofs; see proof_elaboration.hpp for what it does and where it comes from.
//
// Two passes. Forward: the clauses are loaded and what they force for good, without any assumption, is propagated,
// until that alone is contradictory; there the proof's remainder is dropped. Those *permanent* values stand on the
// trail in the order they were found, so that at any moment of the proof they are a beginning of the trail. Backward:
// the learned clauses are taken away again, last one first. One that was cited by now is checked: its literals are
// assumed false, propagation must find a conflict, and the clauses that led to it are cited in turn.
//
// What makes it fast: two watched literals with blocking literals, binary clauses decided from the watch alone; clauses
// already cited (the core) propagate before all others, which keeps the core small; and clauses taken away stay in the
// watch lists until they are met there, because their address alone tells that they are gone.

#include "proof_elaboration.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace plato {
namespace {

// A literal as an index: variable v is 2v, its negation 2v + 1.
using Code = std::uint32_t;

Code code_of(Literal literal) {
  return literal > 0 ? 2 * static_cast<Code>(literal) : 2 * static_cast<Code>(-literal) + 1;
}
Literal literal_of(Code code) {
  const auto variable = static_cast<Literal>(code / 2);
  return code % 2 == 0 ? variable : -variable;
}
Code negate(Code code) {
  return code ^ 1;
}

// Where a clause stands in the arena: the word of its number, then the word of its size and marks, then its literals.
// The order of addresses is the order in which the clauses came.
using ClauseAddress = std::uint32_t;
constexpr ClauseAddress no_clause = 0;
constexpr std::uint32_t header_words = 2;
constexpr std::uint32_t core_mark = 1;      // cited by a step that is kept
constexpr std::uint32_t deleted_mark = 2;   // dropped by the proof; only of interest in the forward pass
constexpr std::uint32_t size_shift = 2;

// An entry in the list of clauses to visit when a literal becomes false. If the blocker, another literal of the clause,
// is true, there is no need to look at the clause; of a clause with two literals it is the other one.
struct Watch {
  Code blocker_and_mark;
  ClauseAddress clause;

  static constexpr Code binary_mark = Code{1} << 31;
  Code blocker() const { return blocker_and_mark & ~binary_mark; }
  bool is_binary() const { return (blocker_and_mark & binary_mark) != 0; }
};

// One line of the proof: the clause with this number was added, or deleted.
struct Event {
  ClauseNumber clause;
  bool is_deletion;
};
constexpr std::size_t largest_arena = (std::size_t{1} << 32) - 1;

// Reads the binary DRAT format: lines of a letter (`a` adds, `d` deletes), literal codes in 7-bit groups, and a zero
// byte.
struct ProofReader {
  std::span<const std::uint8_t> bytes;
  std::size_t at = 0;
  bool at_end() const { return at == bytes.size(); }

  // Gives the next line's letter and codes; false if the bytes end in the middle of it or make no sense.
  bool read_line(Code largest_code, char& letter, std::vector<Code>& codes) {
    codes.clear();
    letter = static_cast<char>(bytes[at++]);
    if (letter != 'a' && letter != 'd') return false;
    for (;;) {
      std::uint64_t code = 0;
      for (unsigned shift = 0;; shift += 7) {
        if (at_end() || shift > 28) return false;
        const std::uint8_t byte = bytes[at++];
        code |= std::uint64_t{byte & 127u} << shift;
        if (byte < 128) break;
      }
      if (code == 0) return true;
      if (code < 2 || code > largest_code) return false;
      codes.push_back(static_cast<Code>(code));
    }
  }
};

class Elaborator {
 public:
  Elaborator(const Cnf& cnf, std::span<const std::uint8_t> proof);
  std::variant<Refutation, ElaborationFailure> run();

 private:
  const Cnf& cnf_;
  ProofReader proof_;

  // Clauses
  std::vector<std::uint32_t> arena_{0};   // word 0 is no clause's
  std::vector<ClauseAddress> address_;    // clause number -> address; `no_clause` for a tautology, which is of no use
  std::vector<Event> events_;
  std::vector<ClauseNumber> bucket_;   // literals' hash -> number + 1 of the latest such clause not deleted, or 0
  std::vector<ClauseNumber> next_in_bucket_;   // clause number -> the same for the one before it
  std::vector<std::uint8_t> mark_;             // code -> scratch, zero between uses

  // Values and why
  std::vector<std::int8_t> value_;        // code -> 1 true, -1 false, 0 open
  std::vector<Code> trail_;               // the true literals in the order they became so
  std::vector<std::uint32_t> position_;   // variable -> where on the trail
  std::vector<ClauseAddress> reason_;     // variable -> the clause that forced it; `no_clause` for an assumption
  std::vector<ClauseAddress> unit_;       // variable with a permanent value -> a clause that says just this, if any

  // Propagation
  std::vector<std::vector<Watch>> core_watches_;    // code -> core clauses to visit when it becomes false
  std::vector<std::vector<Watch>> other_watches_;   // code -> the others, and core clauses that were not met since
  std::size_t core_head_ = 0;                       // how far the trail has been propagated through core clauses,
  std::size_t other_head_ = 0;                      // through the others,
  std::size_t other_index_ = 0;                     // and through the latter's list for the literal at `other_head_`
  ClauseAddress removed_from_;                      // clauses at this address and after it have been taken away
  bool is_forward_ = true;

  // Explanation
  std::size_t permanent_size_ = 0;   // the part of the trail that does not depend on assumptions
  std::vector<std::uint8_t> seen_;   // variable -> scratch, zero between uses
  std::vector<std::uint32_t> seen_variables_;
  std::vector<std::uint32_t> permanent_queue_;   // a heap of trail positions
  std::vector<ClauseAddress> cited_units_;

  // The result, backward
  std::vector<ClauseAddress> kept_;          // steps, the empty clause (as `no_clause`) first
  FlatLists<ClauseNumber> cited_;            // for each of them its hints, the conflict first
  std::vector<std::uint32_t> last_citing_;   // clause number -> index in `kept_`, or `Refutation::never`

  std::uint32_t& header(ClauseAddress clause) { return arena_[clause + 1]; }
  ClauseNumber number_of(ClauseAddress clause) const { return arena_[clause]; }
  std::span<Code> literals_of(ClauseAddress clause) {
    return {arena_.data() + clause + header_words, arena_[clause + 1] >> size_shift};
  }

  bool normalize(std::vector<Code>& codes);
  std::size_t bucket_of(std::span<const Code> codes) const;
  ClauseAddress store(std::span<const Code> codes);
  ClauseAddress find_and_unlink(std::span<const Code> codes);

  std::variant<ClauseAddress, ElaborationFailure> find_permanent_conflict();
  ClauseAddress introduce(ClauseAddress clause);
  void attach(ClauseAddress clause);
  void forget_deleted_watches();

  void assign(Code literal, ClauseAddress reason);
  void backtrack(std::size_t trail_size);
  ClauseAddress propagate();
  ClauseAddress visit_core_watches(Code false_literal);
  ClauseAddress visit_other_watches(Code false_literal);

  void take_away(ClauseAddress lemma);
  bool check(ClauseAddress lemma);
  void explain(ClauseAddress conflict, std::span<const Code> lemma);
  void cite(ClauseAddress clause);
  void expand(ClauseAddress clause);
  Refutation forward_refutation();
};

Elaborator::Elaborator(const Cnf& cnf, std::span<const std::uint8_t> proof) : cnf_(cnf), proof_{proof} {
  const auto variables = static_cast<std::size_t>(cnf.variable_count()) + 1;
  const std::size_t codes = 2 * variables;
  mark_.resize(codes);
  value_.resize(codes);
  position_.resize(variables);
  reason_.resize(variables);
  unit_.resize(variables);
  core_watches_.resize(codes);
  other_watches_.resize(codes);
  seen_.resize(variables);
  removed_from_ = static_cast<ClauseAddress>(largest_arena);
  // Every line of the proof ends with a zero byte and contains no other, so this is an upper bound of the clauses.
  const std::size_t lines = static_cast<std::size_t>(std::ranges::count(proof, std::uint8_t{0})) + cnf.clauses.size();
  bucket_.resize(std::bit_ceil(lines + 1));
}

// ---- clauses
// ----------------------------------------------------------------------------------------------------------

// Removes repeated literals. False if the clause is a tautology.
bool Elaborator::normalize(std::vector<Code>& codes) {
  std::size_t kept = 0;
  bool is_tautology = false;
  for (Code code : codes) {
    if (mark_[code]) continue;
    is_tautology |= mark_[negate(code)] != 0;
    mark_[code] = 1;
    codes[kept++] = code;
  }
  codes.resize(kept);
  for (Code code : codes) mark_[code] = 0;
  return !is_tautology;
}

// A hash that does not depend on the order of the literals, which the solver and our watching change.
std::size_t Elaborator::bucket_of(std::span<const Code> codes) const {
  std::uint64_t sum = codes.size();
  for (Code code : codes) {
    std::uint64_t mixed = (code + 1) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 29;
    sum += mixed * 0xbf58476d1ce4e5b9u;
  }
  return (sum >> 20) & (bucket_.size() - 1);
}

ClauseAddress Elaborator::store(std::span<const Code> codes) {
  const auto clause = static_cast<ClauseAddress>(arena_.size());
  const auto number = static_cast<ClauseNumber>(address_.size());
  arena_.push_back(number);
  arena_.push_back(static_cast<std::uint32_t>(codes.size()) << size_shift);
  arena_.insert(arena_.end(), codes.begin(), codes.end());
  address_.push_back(clause);
  ClauseNumber& bucket = bucket_[bucket_of(codes)];
  next_in_bucket_.push_back(bucket);
  bucket = number + 1;
  return clause;
}

// A clause with just these literals that was not deleted so far; it will not be found again.
ClauseAddress Elaborator::find_and_unlink(std::span<const Code> codes) {
  for (Code code : codes) mark_[code] = 1;
  ClauseAddress found = no_clause;
  ClauseNumber* link = &bucket_[bucket_of(codes)];
  while (*link != 0) {
    const ClauseAddress clause = address_[*link - 1];
    const std::span<const Code> literals = literals_of(clause);
    if (literals.size() == codes.size() && std::ranges::all_of(literals, [&](Code code) { return mark_[code] != 0; })) {
      found = clause;
      *link = next_in_bucket_[*link - 1];
      break;
    }
    link = &next_in_bucket_[*link - 1];
  }
  for (Code code : codes) mark_[code] = 0;
  return found;
}

// ---- the forward pass
// -------------------------------------------------------------------------------------------------

// Loads the problem and the proof until what they force for good contradicts itself, and gives the clause that then has
// no true literal left.
std::variant<ClauseAddress, ElaborationFailure> Elaborator::find_permanent_conflict() {
  constexpr const char* too_large = "the problem and its proof have more than 2^32 literals";
  std::vector<Code> codes;
  const auto fits = [&] { return arena_.size() + header_words + codes.size() < largest_arena; };
  for (std::size_t number = 0; number < cnf_.clauses.size(); ++number) {
    codes.clear();
    for (Literal literal : cnf_.clauses[number]) codes.push_back(code_of(literal));
    if (!fits()) return ElaborationFailure{too_large};
    if (!normalize(codes)) {
      address_.push_back(no_clause);
      next_in_bucket_.push_back(0);
      continue;
    }
    const ClauseAddress clause = store(codes);
    if (codes.empty()) return clause;
    if (ClauseAddress conflict = introduce(clause)) return conflict;
  }

  const auto largest_code = static_cast<Code>(value_.size() - 1);
  while (!proof_.at_end()) {
    const std::size_t line_start = proof_.at;
    char letter = 0;
    if (!proof_.read_line(largest_code, letter, codes))
      return ElaborationFailure{"the proof is not in the binary DRAT format, at byte " + std::to_string(line_start)};
    if (!normalize(codes)) continue;
    if (letter == 'a') {
      if (!fits()) return ElaborationFailure{too_large};
      events_.push_back({static_cast<ClauseNumber>(address_.size()), false});
      if (ClauseAddress conflict = introduce(store(codes))) return conflict;
      if (codes.empty()) return ElaborationFailure{"the proof claims the empty clause where it does not follow"};
    } else if (ClauseAddress clause = find_and_unlink(codes)) {
      const std::span<const Code> literals = literals_of(clause);
      const auto is_forced_by_it = [&](Code literal) { return value_[literal] > 0 && reason_[literal / 2] == clause; };
      if (literals.size() == 1 || std::ranges::any_of(literals.first(2), is_forced_by_it)) continue;
      header(clause) |= deleted_mark;
      events_.push_back({number_of(clause), true});
    }
  }
  return ElaborationFailure{"the proof does not reach the empty clause"};
}

// Adds a clause to what is propagated. Gives the clause that is false for good now, if there is one.
ClauseAddress Elaborator::introduce(ClauseAddress clause) {
  const std::span<const Code> literals = literals_of(clause);
  if (literals.empty()) return no_clause;
  attach(clause);
  const Code first = literals[0];
  if (value_[first] < 0) return clause;
  if (literals.size() > 1 && value_[literals[1]] >= 0) return no_clause;
  if (value_[first] > 0) {
    // Solvers learn a permanent value first through the clause that forces it and then say it as a clause of its own.
    // That one is the better citation: it needs no further ones.
    if (literals.size() == 1 && unit_[first / 2] == no_clause && literals_of(reason_[first / 2]).size() > 1)
      unit_[first / 2] = clause;
    return no_clause;
  }
  assign(first, clause);
  return propagate();
}

// Puts the clause's two most useful literals to its front and watches them: ones that are not false, else those that
// became false last, which are the first to be open again in the backward pass.
void Elaborator::attach(ClauseAddress clause) {
  const std::span<Code> literals = literals_of(clause);
  const auto usefulness = [&](Code literal) -> std::uint64_t {
    return value_[literal] < 0 ? position_[literal / 2] : std::uint64_t{1} << 32;
  };
  for (std::size_t front = 0; front < 2 && front < literals.size(); ++front) {
    std::size_t best = front;
    for (std::size_t i = front + 1; i < literals.size() && value_[literals[best]] < 0; ++i)
      if (usefulness(literals[i]) > usefulness(literals[best])) best = i;
    std::swap(literals[front], literals[best]);
  }
  if (literals.size() < 2) return;
  const Code mark = literals.size() == 2 ? Watch::binary_mark : 0;
  auto& watches = (header(clause) & core_mark) ? core_watches_ : other_watches_;
  watches[literals[0]].push_back({literals[1] | mark, clause});
  watches[literals[1]].push_back({literals[0] | mark, clause});
}

// Between the passes: from here on a clause in a watch list is there unless its address says that it is not.
void Elaborator::forget_deleted_watches() {
  for (std::vector<Watch>& watches : other_watches_)
    std::erase_if(watches, [&](const Watch& watch) { return (header(watch.clause) & deleted_mark) != 0; });
  is_forward_ = false;
}

// ---- values and propagation
// -------------------------------------------------------------------------------------------

void Elaborator::assign(Code literal, ClauseAddress reason) {
  value_[literal] = 1;
  value_[negate(literal)] = -1;
  position_[literal / 2] = static_cast<std::uint32_t>(trail_.size());
  reason_[literal / 2] = reason;
  trail_.push_back(literal);
}

// Opens all but the first literals of the trail again.
void Elaborator::backtrack(std::size_t trail_size) {
  for (std::size_t i = trail_size; i < trail_.size(); ++i) value_[trail_[i]] = value_[negate(trail_[i])] = 0;
  trail_.resize(trail_size);
  core_head_ = other_head_ = trail_size;
  other_index_ = 0;
}

// Propagates until nothing more follows or a clause is false, which is returned. A value found through another clause
// is first followed through the core: that way a conflict tends to cite clauses that are needed anyway.
ClauseAddress Elaborator::propagate() {
  for (;;) {
    ClauseAddress conflict = no_clause;
    if (core_head_ < trail_.size())
      conflict = visit_core_watches(negate(trail_[core_head_++]));
    else if (other_head_ < trail_.size())
      conflict = visit_other_watches(negate(trail_[other_head_]));
    else
      return no_clause;
    if (conflict) return conflict;
  }
}

ClauseAddress Elaborator::visit_core_watches(Code false_literal) {
  std::vector<Watch>& watches = core_watches_[false_literal];
  ClauseAddress conflict = no_clause;
  auto kept = watches.begin();
  auto next = watches.begin();
  while (next != watches.end()) {
    const Watch watch = *kept++ = *next++;
    const std::int8_t blocker_value = value_[watch.blocker()];
    if (blocker_value > 0) continue;
    if (watch.clause >= removed_from_) {
      --kept;
      continue;
    }
    if (watch.is_binary()) {
      if (blocker_value < 0) {
        conflict = watch.clause;
        break;
      }
      assign(watch.blocker(), watch.clause);
      continue;
    }
    const std::span<Code> literals = literals_of(watch.clause);
    const Code other = literals[0] ^ literals[1] ^ false_literal;
    if (value_[other] > 0) {
      kept[-1].blocker_and_mark = other;
      continue;
    }
    std::size_t replacement = 2;
    while (replacement < literals.size() && value_[literals[replacement]] < 0) ++replacement;
    if (replacement < literals.size()) {
      literals[0] = other;
      literals[1] = literals[replacement];
      literals[replacement] = false_literal;
      core_watches_[literals[1]].push_back({other, watch.clause});
      --kept;
    } else if (value_[other] < 0) {
      conflict = watch.clause;
      break;
    } else {
      assign(other, watch.clause);
    }
  }
  watches.erase(std::copy(next, watches.end(), kept), watches.end());
  return conflict;
}

// Goes on with the list of `other_head_` until a value is found. Entries are dropped by moving the last one into their
// place, so that the visit can be left and resumed at `other_index_`.
ClauseAddress Elaborator::visit_other_watches(Code false_literal) {
  std::vector<Watch>& watches = other_watches_[false_literal];
  const auto drop = [&](Watch& watch) {
    watch = watches.back();
    watches.pop_back();
  };
  while (other_index_ < watches.size()) {
    Watch& entry = watches[other_index_];
    const Watch watch = entry;
    const std::int8_t blocker_value = value_[watch.blocker()];
    if (blocker_value > 0) {
      ++other_index_;
      continue;
    }
    if (watch.clause >= removed_from_ || (is_forward_ && (header(watch.clause) & deleted_mark))) {
      drop(entry);
      continue;
    }
    if (watch.is_binary()) {
      if (blocker_value < 0) return watch.clause;
      assign(watch.blocker(), watch.clause);
      if (header(watch.clause) & core_mark) {
        core_watches_[false_literal].push_back(watch);
        drop(entry);
      } else {
        ++other_index_;
      }
      return no_clause;
    }
    const std::span<Code> literals = literals_of(watch.clause);
    const Code other = literals[0] ^ literals[1] ^ false_literal;
    if (value_[other] > 0) {
      entry.blocker_and_mark = other;
      ++other_index_;
      continue;
    }
    const bool is_core = (header(watch.clause) & core_mark) != 0;
    std::size_t replacement = 2;
    while (replacement < literals.size() && value_[literals[replacement]] < 0) ++replacement;
    if (replacement < literals.size()) {
      literals[0] = other;
      literals[1] = literals[replacement];
      literals[replacement] = false_literal;
      (is_core ? core_watches_ : other_watches_)[literals[1]].push_back({other, watch.clause});
      drop(entry);
      continue;
    }
    if (value_[other] < 0) return watch.clause;
    assign(other, watch.clause);
    if (is_core) {
      core_watches_[false_literal].push_back({other, watch.clause});
      drop(entry);
    } else {
      ++other_index_;
    }
    return no_clause;
  }
  ++other_head_;
  other_index_ = 0;
  return no_clause;
}

// ---- the backward pass
// ------------------------------------------------------------------------------------------------

// Undoes the addition of the last clause there is, and of all permanent values that came with it.
void Elaborator::take_away(ClauseAddress lemma) {
  removed_from_ = lemma;
  const std::span<const Code> literals = literals_of(lemma);
  for (Code literal : literals.first(std::min<std::size_t>(2, literals.size()))) {
    const std::size_t variable = literal / 2;
    if (unit_[variable] == lemma) unit_[variable] = no_clause;
    if (value_[literal] > 0 && reason_[variable] == lemma) {
      // The values after it were found while it was propagated, for before that nothing was left to find.
      backtrack(position_[variable]);
      return;
    }
  }
}

// Shows that the clause, just taken away, follows from those that are left, and cites them.
bool Elaborator::check(ClauseAddress lemma) {
  permanent_size_ = trail_.size();
  core_head_ = other_head_ = permanent_size_;
  other_index_ = 0;
  ClauseAddress conflict = no_clause;
  const std::span<const Code> literals = literals_of(lemma);
  for (Code literal : literals) {
    if (value_[literal] > 0) {   // a permanent value; assuming the contrary falsifies the clause that forces it
      conflict = unit_[literal / 2] ? unit_[literal / 2] : reason_[literal / 2];
      break;
    }
    if (value_[literal] == 0) assign(negate(literal), no_clause);
  }
  if (!conflict) conflict = propagate();
  if (!conflict) return false;
  kept_.push_back(lemma);
  explain(conflict, literals);
  backtrack(permanent_size_);
  return true;
}

// Cites the conflict, then backward along the trail the clauses that forced the values it depends on.
void Elaborator::explain(ClauseAddress conflict, std::span<const Code> lemma) {
  for (Code literal : lemma) {   // assumed false, so that no reason is needed even where there is one
    seen_[literal / 2] = 1;
    seen_variables_.push_back(literal / 2);
  }
  cite(conflict);
  expand(conflict);
  for (std::size_t i = trail_.size(); i-- > permanent_size_;) {
    const std::uint32_t variable = trail_[i] / 2;
    if (!seen_[variable] || reason_[variable] == no_clause) continue;
    cite(reason_[variable]);
    expand(reason_[variable]);
  }
  // The permanent part of the trail may be much longer than what is needed of it: no walk along it.
  while (!permanent_queue_.empty()) {
    std::ranges::pop_heap(permanent_queue_);
    const ClauseAddress reason = reason_[trail_[permanent_queue_.back()] / 2];
    permanent_queue_.pop_back();
    cite(reason);
    expand(reason);
  }
  for (ClauseAddress unit : cited_units_) cite(unit);
  cited_.close_list();
  cited_units_.clear();
  for (std::uint32_t variable : seen_variables_) seen_[variable] = 0;
  seen_variables_.clear();
}

// The clause becomes a hint of the step at hand.
void Elaborator::cite(ClauseAddress clause) {
  const ClauseNumber number = number_of(clause);
  cited_.items.push_back(number);
  if (header(clause) & core_mark) return;
  header(clause) |= core_mark;
  last_citing_[number] = static_cast<std::uint32_t>(kept_.size() - 1);
}

// The clause's variables need an explanation.
void Elaborator::expand(ClauseAddress clause) {
  for (Code literal : literals_of(clause)) {
    const std::uint32_t variable = literal / 2;
    if (seen_[variable]) continue;
    seen_[variable] = 1;
    seen_variables_.push_back(variable);
    if (position_[variable] >= permanent_size_) continue;
    if (unit_[variable]) {
      cited_units_.push_back(unit_[variable]);
    } else {
      permanent_queue_.push_back(position_[variable]);
      std::ranges::push_heap(permanent_queue_);
    }
  }
}

// Turns the result around and numbers the clauses anew, now that it is known which are left.
Refutation Elaborator::forward_refutation() {
  Refutation refutation;
  const std::size_t problem_clauses = cnf_.clauses.size();
  const std::size_t step_count = kept_.size();
  refutation.problem_clauses = problem_clauses;

  std::vector<ClauseNumber> step_number(address_.size() - std::min(address_.size(), problem_clauses));
  refutation.last_use.assign(problem_clauses + step_count, Refutation::never);
  const auto set_last_use = [&](ClauseNumber new_number, ClauseNumber old_number) {
    const std::uint32_t citing = last_citing_[old_number];
    if (citing != Refutation::never)
      refutation.last_use[new_number] = static_cast<std::uint32_t>(step_count - 1 - citing);
  };
  for (std::size_t number = 0; number < std::min(problem_clauses, address_.size()); ++number)
    set_last_use(static_cast<ClauseNumber>(number), static_cast<ClauseNumber>(number));
  for (std::size_t step = 0; step < step_count; ++step) {
    const ClauseAddress lemma = kept_[step_count - 1 - step];
    if (lemma != no_clause) {
      const ClauseNumber number = number_of(lemma);
      step_number[number - problem_clauses] = refutation.number_of_step(step);
      set_last_use(refutation.number_of_step(step), number);
      for (Code code : literals_of(lemma)) refutation.steps.items.push_back(literal_of(code));
    }
    refutation.steps.close_list();
  }

  // Reversing all hints at once puts the steps and the hints within each into their order.
  std::ranges::reverse(cited_.items);
  for (ClauseNumber& number : cited_.items)
    if (number >= problem_clauses) number = step_number[number - problem_clauses];
  refutation.hints.items = std::move(cited_.items);
  const std::size_t total = refutation.hints.items.size();
  for (std::size_t step = 0; step < step_count; ++step) {
    const std::size_t backward = step_count - 1 - step;
    refutation.hints.ends.push_back(total - (backward == 0 ? 0 : cited_.ends[backward - 1]));
  }
  return refutation;
}

std::variant<Refutation, ElaborationFailure> Elaborator::run() {
  auto conflict = find_permanent_conflict();
  if (auto* failure = std::get_if<ElaborationFailure>(&conflict)) return std::move(*failure);
  bucket_ = {};
  next_in_bucket_ = {};
  forget_deleted_watches();

  last_citing_.assign(address_.size(), Refutation::never);
  permanent_size_ = trail_.size();
  kept_.push_back(no_clause);
  explain(std::get<ClauseAddress>(conflict), {});

  for (std::size_t i = events_.size(); i-- > 0;) {
    const ClauseAddress clause = address_[events_[i].clause];
    if (events_[i].is_deletion) {
      attach(clause);
      continue;
    }
    take_away(clause);
    if ((header(clause) & core_mark) && !check(clause))
      return ElaborationFailure{"a clause of the proof does not follow by unit propagation: lemma " +
                                std::to_string(number_of(clause) - cnf_.clauses.size() + 1)};
  }
  return forward_refutation();
}

}   // namespace

std::variant<Refutation, ElaborationFailure> elaborate(const Cnf& cnf, std::span<const std::uint8_t> proof) {
  return Elaborator(cnf, proof).run();
}

}   // namespace plato
