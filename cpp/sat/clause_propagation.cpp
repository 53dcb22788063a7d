// Watched literals and propagation; see clause_propagation.hpp.

#include "sat/clause_propagation.hpp"

#include <algorithm>

namespace plato {

void ClausePropagation::add_variables(std::int32_t variables) {
  const std::size_t count = std::max(static_cast<std::size_t>(variables) + 1, position_.size());
  value_.resize(2 * count);
  position_.resize(count);
  reason_.resize(count);
  core_watches_.resize(2 * count);
  other_watches_.resize(2 * count);
}

bool ClausePropagation::has_room_for(std::size_t literals) const {
  return arena_.size() + header_words + literals < beyond_all_clauses;
}

ClauseAddress ClausePropagation::store(std::uint32_t number, std::span<const LiteralCode> literals) {
  const auto clause = static_cast<ClauseAddress>(arena_.size());
  arena_.push_back(number);
  arena_.push_back(static_cast<std::uint32_t>(literals.size()) << size_shift);
  arena_.insert(arena_.end(), literals.begin(), literals.end());
  return clause;
}

// Puts the clause's two most useful literals to its front and watches them: ones that are not false, else those that
// became false last, which are the first to be open again.
void ClausePropagation::attach(ClauseAddress clause) {
  arena_[clause + 1] &= ~detached_mark;
  const std::span<LiteralCode> literals = mutable_literals_of(clause);
  const auto usefulness = [&](LiteralCode literal) -> std::uint64_t {
    return is_false(literal) ? position_[literal / 2] : std::uint64_t{1} << 32;
  };
  for (std::size_t front = 0; front < 2 && front < literals.size(); ++front) {
    std::size_t best = front;
    for (std::size_t i = front + 1; i < literals.size() && is_false(literals[best]); ++i)
      if (usefulness(literals[i]) > usefulness(literals[best])) best = i;
    std::swap(literals[front], literals[best]);
  }
  if (literals.size() < 2) return;
  const LiteralCode mark = literals.size() == 2 ? Watch::binary_mark : 0;
  auto& watches = is_core(clause) ? core_watches_ : other_watches_;
  watches[literals[0]].push_back({literals[1] | mark, clause});
  watches[literals[1]].push_back({literals[0] | mark, clause});
}

void ClausePropagation::detach(ClauseAddress clause) {
  arena_[clause + 1] |= detached_mark;
  ++unflushed_;
}

void ClausePropagation::flush() {
  const auto is_detached = [&](const Watch& watch) { return (arena_[watch.clause + 1] & detached_mark) != 0; };
  for (std::vector<Watch>& watches : core_watches_) std::erase_if(watches, is_detached);
  for (std::vector<Watch>& watches : other_watches_) std::erase_if(watches, is_detached);
  unflushed_ = 0;
}

void ClausePropagation::assign(LiteralCode literal, ClauseAddress reason) {
  value_[literal] = 1;
  value_[negate(literal)] = -1;
  position_[literal / 2] = static_cast<std::uint32_t>(trail_.size());
  reason_[literal / 2] = reason;
  trail_.push_back(literal);
}

void ClausePropagation::backtrack(std::size_t trail_size) {
  for (std::size_t i = trail_size; i < trail_.size(); ++i) value_[trail_[i]] = value_[negate(trail_[i])] = 0;
  trail_.resize(trail_size);
  core_head_ = other_head_ = trail_size;
  other_index_ = 0;
}

// A value found through a clause outside the core is first followed through the core.
ClauseAddress ClausePropagation::propagate() {
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

ClauseAddress ClausePropagation::visit_core_watches(LiteralCode false_literal) {
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
    const std::span<LiteralCode> literals = mutable_literals_of(watch.clause);
    const LiteralCode other = literals[0] ^ literals[1] ^ false_literal;
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
ClauseAddress ClausePropagation::visit_other_watches(LiteralCode false_literal) {
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
    if (watch.clause >= removed_from_ || (unflushed_ != 0 && (arena_[watch.clause + 1] & detached_mark))) {
      drop(entry);
      continue;
    }
    if (watch.is_binary()) {
      if (blocker_value < 0) return watch.clause;
      assign(watch.blocker(), watch.clause);
      if (is_core(watch.clause)) {
        core_watches_[false_literal].push_back(watch);
        drop(entry);
      } else {
        ++other_index_;
      }
      return no_clause;
    }
    const std::span<LiteralCode> literals = mutable_literals_of(watch.clause);
    const LiteralCode other = literals[0] ^ literals[1] ^ false_literal;
    if (value_[other] > 0) {
      entry.blocker_and_mark = other;
      ++other_index_;
      continue;
    }
    std::size_t replacement = 2;
    while (replacement < literals.size() && value_[literals[replacement]] < 0) ++replacement;
    if (replacement < literals.size()) {
      literals[0] = other;
      literals[1] = literals[replacement];
      literals[replacement] = false_literal;
      (is_core(watch.clause) ? core_watches_ : other_watches_)[literals[1]].push_back({other, watch.clause});
      drop(entry);
      continue;
    }
    if (value_[other] < 0) return watch.clause;
    assign(other, watch.clause);
    if (is_core(watch.clause)) {
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

}   // namespace plato
