// Backward elaboration of DRUP proofs; see proof_elaboration.hpp for what it does and where it comes from.
//
// Two passes. Forward: the clauses are loaded and what they force for good, without any assumption, is propagated,
// until that alone is contradictory; there the proof's remainder is dropped. Those *permanent* values are on the trail
// in the order they were found, so that at any moment of the proof they are a prefix of the trail. Backward: the
// learned clauses are taken away again, last one first. One that was cited by now is checked: its literals are assumed
// false, propagation must find a conflict, and the clauses that led to it are cited in turn.

#include "sat/proof_elaboration.hpp"

#include <algorithm>
#include <bit>

#include "sat/clause_propagation.hpp"

namespace plato {
namespace {

// Reads the binary DRAT format: lines of a letter (`a` adds, `d` deletes), literal codes in 7-bit groups, and a zero.
struct ProofReader {
  std::span<const std::uint8_t> bytes;
  std::size_t at = 0;
  bool at_end() const { return at == bytes.size(); }

  // Gives the next line's letter and codes; false if the bytes end in the middle of it or make no sense.
  bool read_line(LiteralCode largest_code, char& letter, std::vector<LiteralCode>& codes) {
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
      codes.push_back(static_cast<LiteralCode>(code));
    }
  }
};

// Finds clauses by their literals, because a proof deletes a clause by repeating it. Chained hashing; the hash does not
// depend on the order of the literals, which the solver and our watching change.
class ClauseIndex {
 public:
  ClauseIndex(std::size_t codes, std::size_t clauses) : mark_(codes), bucket_(std::bit_ceil(clauses + 1)) {}

  // Removes repeated literals. False if the clause is a tautology.
  bool normalize(std::vector<LiteralCode>& codes) {
    std::size_t kept = 0;
    bool is_tautology = false;
    for (const LiteralCode code : codes) {
      if (mark_[code]) continue;
      is_tautology |= mark_[negate(code)] != 0;
      mark_[code] = 1;
      codes[kept++] = code;
    }
    codes.resize(kept);
    for (const LiteralCode code : codes) mark_[code] = 0;
    return !is_tautology;
  }

  void insert(std::span<const LiteralCode> codes, ClauseAddress clause) {
    std::uint32_t& head = bucket_[bucket_of(codes)];
    links_.push_back({clause, head});
    head = static_cast<std::uint32_t>(links_.size());
  }

  // The latest clause with exactly these literals, which is not found again; `no_clause` if there is none.
  ClauseAddress extract(std::span<const LiteralCode> codes, const ClausePropagation& clauses) {
    for (const LiteralCode code : codes) mark_[code] = 1;
    ClauseAddress found = no_clause;
    for (std::uint32_t* link = &bucket_[bucket_of(codes)]; *link != 0; link = &links_[*link - 1].next) {
      const std::span<const LiteralCode> literals = clauses.literals_of(links_[*link - 1].clause);
      const auto is_marked = [&](LiteralCode code) { return mark_[code] != 0; };
      if (literals.size() != codes.size() || !std::ranges::all_of(literals, is_marked)) continue;
      found = links_[*link - 1].clause;
      *link = links_[*link - 1].next;
      break;
    }
    for (const LiteralCode code : codes) mark_[code] = 0;
    return found;
  }

 private:
  struct Link {
    ClauseAddress clause;
    std::uint32_t next;   // index + 1 of the link after it, 0 at the end
  };
  std::vector<std::uint8_t> mark_;      // code -> scratch, zero between uses
  std::vector<std::uint32_t> bucket_;   // like `next`
  std::vector<Link> links_;

  std::size_t bucket_of(std::span<const LiteralCode> codes) const {
    std::uint64_t sum = codes.size();
    for (const LiteralCode code : codes) {
      std::uint64_t mixed = (code + 1) * 0x9e3779b97f4a7c15u;
      mixed ^= mixed >> 29;
      sum += mixed * 0xbf58476d1ce4e5b9u;
    }
    return (sum >> 20) & (bucket_.size() - 1);
  }
};

constexpr const char* too_large = "the problem and its proof have more than 2^32 literals";

tl::unexpected<ElaborationFailure> failure(std::string message) {
  return tl::unexpected(ElaborationFailure{std::move(message)});
}

class Elaborator {
 public:
  explicit Elaborator(const Cnf& cnf) : cnf_(cnf), clauses_(cnf.variable_count()) {
    unit_.resize(static_cast<std::size_t>(cnf.variable_count()) + 1);
    seen_.resize(unit_.size());
  }
  tl::expected<Refutation, ElaborationFailure> run(std::span<const std::uint8_t> proof);

 private:
  // One line of the proof: this clause was added, or deleted.
  struct Event {
    ClauseAddress clause;
    bool is_deletion;
  };

  const Cnf& cnf_;
  ClausePropagation clauses_;
  ClauseNumber next_number_ = 0;   // clauses are numbered as they come, those of the problem first
  std::vector<Event> events_;
  std::vector<ClauseAddress> unit_;   // variable with a permanent value -> a later clause that says exactly this

  // For the step at hand
  std::size_t permanent_size_ = 0;               // the part of the trail that does not depend on assumptions
  std::vector<std::uint8_t> seen_;               // variable -> its value is assumed or being explained
  std::vector<std::uint32_t> seen_variables_;    // those, to be cleared at the end
  std::vector<std::uint32_t> permanent_queue_;   // a heap of the trail positions of permanent values to explain
  std::vector<ClauseAddress> cited_units_;

  // The result, backward
  std::vector<ClauseAddress> kept_;          // steps, the empty clause (as `no_clause`) first
  FlatLists<ClauseNumber> cited_;            // for each of them its hints, the conflict first
  std::vector<std::uint32_t> last_citing_;   // clause number -> index in `kept_`, or `Refutation::never`

  tl::expected<ClauseAddress, ElaborationFailure> find_permanent_conflict(std::span<const std::uint8_t> proof);
  tl::expected<ClauseAddress, ElaborationFailure> load_problem(ClauseIndex& index);
  tl::expected<ClauseAddress, ElaborationFailure> load_proof(ClauseIndex& index, std::span<const std::uint8_t> proof);
  ClauseAddress store(std::span<const LiteralCode> codes, ClauseIndex& index);
  void drop(ClauseAddress clause);
  ClauseAddress introduce(ClauseAddress clause);
  void take_away(ClauseAddress lemma);
  bool check(ClauseAddress lemma);
  void explain(ClauseAddress conflict, std::span<const LiteralCode> lemma);
  void cite(ClauseAddress clause);
  void cite_and_expand(ClauseAddress clause);
  Refutation turn_around();
};

tl::expected<Refutation, ElaborationFailure> Elaborator::run(std::span<const std::uint8_t> proof) {
  const auto conflict = find_permanent_conflict(proof);
  if (!conflict) return tl::unexpected(conflict.error());

  clauses_.flush();
  last_citing_.assign(next_number_, Refutation::never);
  permanent_size_ = clauses_.trail().size();
  kept_.push_back(no_clause);
  explain(*conflict, {});

  for (std::size_t i = events_.size(); i-- > 0;) {
    const auto [clause, is_deletion] = events_[i];
    if (is_deletion) {
      clauses_.attach(clause);
      continue;
    }
    take_away(clause);
    if (clauses_.is_core(clause) && !check(clause))
      return failure("a clause of the proof does not follow by unit propagation: lemma " +
                     std::to_string(clauses_.number_of(clause) - cnf_.clauses.size() + 1));
  }
  return turn_around();
}

// ---- the forward pass

// Loads the problem and the proof until what they force for good contradicts itself, and gives the clause that then has
// no true literal left.
tl::expected<ClauseAddress, ElaborationFailure> Elaborator::find_permanent_conflict(
    std::span<const std::uint8_t> proof) {
  // Every line of the proof ends with a zero byte, so this is an upper bound of the clauses.
  const auto lines = static_cast<std::size_t>(std::ranges::count(proof, std::uint8_t{0}));
  ClauseIndex index(2 * unit_.size(), cnf_.clauses.size() + lines);
  auto conflict = load_problem(index);
  if (conflict && *conflict == no_clause) conflict = load_proof(index, proof);
  return conflict;
}

ClauseAddress Elaborator::store(std::span<const LiteralCode> codes, ClauseIndex& index) {
  const ClauseAddress clause = clauses_.store(next_number_++, codes);
  index.insert(codes, clause);
  return clause;
}

// Gives the clause that is false for good, or `no_clause`.
tl::expected<ClauseAddress, ElaborationFailure> Elaborator::load_problem(ClauseIndex& index) {
  std::vector<LiteralCode> codes;
  for (std::size_t number = 0; number < cnf_.clauses.size(); ++number) {
    codes.clear();
    for (const Literal literal : cnf_.clauses[number]) codes.push_back(code_of(literal));
    if (!clauses_.has_room_for(codes.size())) return failure(too_large);
    if (!index.normalize(codes)) {
      ++next_number_;
      continue;
    }
    const ClauseAddress clause = store(codes, index);
    if (codes.empty()) return clause;
    if (const ClauseAddress conflict = introduce(clause)) return conflict;
  }
  return no_clause;
}

// Gives the clause that is false for good: a proof must lead to one.
tl::expected<ClauseAddress, ElaborationFailure> Elaborator::load_proof(ClauseIndex& index,
                                                                       std::span<const std::uint8_t> proof) {
  const auto largest_code = static_cast<LiteralCode>(2 * unit_.size() - 1);
  std::vector<LiteralCode> codes;
  ProofReader reader{proof};
  while (!reader.at_end()) {
    const std::size_t line_start = reader.at;
    char letter = 0;
    if (!reader.read_line(largest_code, letter, codes))
      return failure("the proof is not in the binary DRAT format, at byte " + std::to_string(line_start));
    if (!index.normalize(codes)) continue;
    if (letter == 'a') {
      if (codes.empty()) return failure("the proof claims the empty clause where it does not follow");
      if (!clauses_.has_room_for(codes.size())) return failure(too_large);
      const ClauseAddress clause = store(codes, index);
      events_.push_back({clause, false});
      if (const ClauseAddress conflict = introduce(clause)) return conflict;
    } else if (const ClauseAddress clause = index.extract(codes, clauses_)) {
      drop(clause);
    }
  }
  return failure("the proof does not reach the empty clause");
}

// Takes a clause out of propagation, unless it forces a variable for good.
void Elaborator::drop(ClauseAddress clause) {
  const std::span<const LiteralCode> literals = clauses_.literals_of(clause);
  if (literals.size() == 1) return;
  if (clauses_.is_forced_by(clause, literals[0]) || clauses_.is_forced_by(clause, literals[1])) return;
  clauses_.detach(clause);
  events_.push_back({clause, true});
}

// Adds a clause to what is propagated. Gives the clause that is false for good now, if there is one.
ClauseAddress Elaborator::introduce(ClauseAddress clause) {
  clauses_.attach(clause);
  const std::span<const LiteralCode> literals = clauses_.literals_of(clause);
  const LiteralCode first = literals[0];
  if (clauses_.is_false(first)) return clause;
  if (literals.size() > 1 && !clauses_.is_false(literals[1])) return no_clause;
  if (!clauses_.is_true(first)) {
    clauses_.assign(first, clause);
    return clauses_.propagate();
  }
  // Solvers learn a permanent value first through the clause that forces it and then say it as a clause of its own.
  // That one is the better citation: it needs no further ones.
  const std::uint32_t variable = first / 2;
  const bool is_news = unit_[variable] == no_clause && clauses_.literals_of(clauses_.reason(variable)).size() > 1;
  if (literals.size() == 1 && is_news) unit_[variable] = clause;
  return no_clause;
}

// ---- the backward pass

// Undoes the addition of the last clause there is, and of all permanent values that came with it.
void Elaborator::take_away(ClauseAddress lemma) {
  clauses_.remove_from(lemma);
  const std::span<const LiteralCode> literals = clauses_.literals_of(lemma);
  for (const LiteralCode literal : literals.first(std::min<std::size_t>(2, literals.size()))) {
    const std::uint32_t variable = literal / 2;
    if (unit_[variable] == lemma) unit_[variable] = no_clause;
    // The values after it were found while it was propagated, for before that nothing was left to find.
    if (clauses_.is_forced_by(lemma, literal)) return clauses_.backtrack(clauses_.position(variable));
  }
}

// Shows that the clause, just taken away, follows from those that are left, and cites them.
bool Elaborator::check(ClauseAddress lemma) {
  permanent_size_ = clauses_.trail().size();
  clauses_.backtrack(permanent_size_);   // all permanent values have been propagated
  ClauseAddress conflict = no_clause;
  const std::span<const LiteralCode> literals = clauses_.literals_of(lemma);
  for (const LiteralCode literal : literals) {
    if (clauses_.is_false(literal)) continue;
    if (clauses_.is_true(literal)) {   // a permanent value; assuming the contrary falsifies the clause that forces it
      conflict = unit_[literal / 2] ? unit_[literal / 2] : clauses_.reason(literal / 2);
      break;
    }
    clauses_.assign(negate(literal), no_clause);
  }
  if (!conflict) conflict = clauses_.propagate();
  if (!conflict) return false;
  kept_.push_back(lemma);
  explain(conflict, literals);
  clauses_.backtrack(permanent_size_);
  return true;
}

// Cites the conflict, then backward along the trail the clauses that forced the values it depends on.
void Elaborator::explain(ClauseAddress conflict, std::span<const LiteralCode> lemma) {
  for (const LiteralCode literal : lemma) {   // assumed false, so that no reason is needed even where there is one
    seen_[literal / 2] = 1;
    seen_variables_.push_back(literal / 2);
  }
  cite_and_expand(conflict);
  const std::span<const LiteralCode> trail = clauses_.trail();
  for (std::size_t i = trail.size(); i-- > permanent_size_;) {
    const std::uint32_t variable = trail[i] / 2;
    if (seen_[variable] && clauses_.reason(variable) != no_clause) cite_and_expand(clauses_.reason(variable));
  }
  // The permanent part of the trail may be much longer than what is needed of it: no walk along it.
  while (!permanent_queue_.empty()) {
    std::ranges::pop_heap(permanent_queue_);
    const std::uint32_t variable = trail[permanent_queue_.back()] / 2;
    permanent_queue_.pop_back();
    cite_and_expand(clauses_.reason(variable));
  }
  for (const ClauseAddress unit : cited_units_) cite(unit);
  cited_.close_list();
  cited_units_.clear();
  for (const std::uint32_t variable : seen_variables_) seen_[variable] = 0;
  seen_variables_.clear();
}

// The clause becomes a hint of the step at hand.
void Elaborator::cite(ClauseAddress clause) {
  const ClauseNumber number = clauses_.number_of(clause);
  cited_.items.push_back(number);
  if (clauses_.is_core(clause)) return;
  clauses_.make_core(clause);
  last_citing_[number] = static_cast<std::uint32_t>(kept_.size() - 1);
}

// The clause becomes a hint, and the values of its variables need an explanation.
void Elaborator::cite_and_expand(ClauseAddress clause) {
  cite(clause);
  for (const LiteralCode literal : clauses_.literals_of(clause)) {
    const std::uint32_t variable = literal / 2;
    if (seen_[variable]) continue;
    seen_[variable] = 1;
    seen_variables_.push_back(variable);
    if (clauses_.position(variable) >= permanent_size_) continue;
    if (unit_[variable]) {
      cited_units_.push_back(unit_[variable]);
    } else {
      permanent_queue_.push_back(clauses_.position(variable));
      std::ranges::push_heap(permanent_queue_);
    }
  }
}

// ---- the result

// Turns the result around and numbers the clauses anew, now that it is known which are left.
Refutation Elaborator::turn_around() {
  Refutation refutation;
  const std::size_t problem_clauses = cnf_.clauses.size();
  const std::size_t step_count = kept_.size();
  refutation.problem_clauses = problem_clauses;
  refutation.last_use.assign(problem_clauses + step_count, Refutation::never);
  const auto set_last_use = [&](std::size_t new_number, std::size_t old_number) {
    const std::uint32_t citing = last_citing_[old_number];
    if (citing != Refutation::never)
      refutation.last_use[new_number] = static_cast<std::uint32_t>(step_count - 1 - citing);
  };

  // The problem's clauses keep their numbers; the forward pass may have ended before it had seen all of them.
  std::vector<ClauseNumber> new_number(next_number_);
  for (std::size_t number = 0; number < std::min<std::size_t>(problem_clauses, next_number_); ++number) {
    new_number[number] = static_cast<ClauseNumber>(number);
    set_last_use(number, number);
  }
  for (std::size_t step = 0; step < step_count; ++step) {
    const ClauseAddress lemma = kept_[step_count - 1 - step];
    if (lemma != no_clause) {
      new_number[clauses_.number_of(lemma)] = refutation.number_of_step(step);
      set_last_use(refutation.number_of_step(step), clauses_.number_of(lemma));
      for (const LiteralCode code : clauses_.literals_of(lemma)) refutation.steps.items.push_back(literal_with(code));
    }
    refutation.steps.close_list();
  }

  // Reversing all hints at once puts the steps and the hints within each into their order.
  std::ranges::reverse(cited_.items);
  for (ClauseNumber& number : cited_.items) number = new_number[number];
  refutation.hints.items = std::move(cited_.items);
  const std::size_t total = refutation.hints.items.size();
  for (std::size_t backward = step_count; backward-- > 0;)
    refutation.hints.ends.push_back(total - (backward == 0 ? 0 : cited_.ends[backward - 1]));
  return refutation;
}

}   // namespace

tl::expected<Refutation, ElaborationFailure> elaborate(const Cnf& cnf, std::span<const std::uint8_t> proof) {
  return Elaborator(cnf).run(proof);
}

}   // namespace plato
