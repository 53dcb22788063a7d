// The Boolean solver of a search: it proposes which literals are true.
//
// It receives every assertion and every clause once, and which literals to try first. It is created at the first
// question, since most problems are refuted by propagation alone.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sat/sat_session.hpp"
#include "search/lemma.hpp"

namespace plato {

class Proposals {
 public:
  // Refers to the assertions and the pool for as long as it lives.
  Proposals(std::span<const Literal> assertions, const LemmaPool& pool) : assertions_(assertions), pool_(pool) {}

  // Sends what is new among the lemmas, the clauses that were learned elsewhere, and the preferences.
  void send(const FlatLists<Literal>& learned, std::span<const Literal> preferences);
  // No proposal has all of these literals any more.
  void exclude(std::span<const Literal> literals);

  SatSession::Status solve(double seconds, std::span<const Literal> assumptions) {
    return session_->solve(seconds, assumptions);
  }
  // The literal is true in the proposal.
  bool is_true(Literal literal) const { return session_->is_true(literal); }
  // The literal is true in every proposal from now on.
  bool is_fixed(Literal literal) const { return session_->is_fixed(literal); }

  // The solver knows all lemmas.
  bool is_up_to_date() const { return lemmas_sent_ == pool_.size(); }
  // How many lemmas it knows, definitions not counted.
  std::size_t lemmas() const { return lemmas_found_; }

 private:
  std::span<const Literal> assertions_;
  const LemmaPool& pool_;
  std::optional<SatSession> session_;
  std::size_t lemmas_sent_ = 0;
  std::size_t lemmas_found_ = 0;
  std::size_t learned_sent_ = 0;
  std::size_t preferences_sent_ = 0;
};

}   // namespace plato
