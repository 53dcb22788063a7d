// Sending clauses to the Boolean solver; see proposals.hpp.

#include "search/proposals.hpp"

namespace plato {

void Proposals::send(const FlatLists<Literal>& learned, std::span<const Literal> preferences) {
  if (!session_) {
    session_.emplace();
    for (Literal assertion : assertions_) session_->add_clause(std::span(&assertion, 1));
  }
  for (; lemmas_sent_ < pool_.size(); ++lemmas_sent_) {
    session_->add_clause(pool_.clauses[lemmas_sent_]);
    if (pool_.reasons[lemmas_sent_].rule != LemmaRule::definition) ++lemmas_found_;
  }
  for (; learned_sent_ < learned.size(); ++learned_sent_) session_->add_clause(learned[learned_sent_]);
  for (; preferences_sent_ < preferences.size(); ++preferences_sent_) session_->prefer(preferences[preferences_sent_]);
}

void Proposals::exclude(std::span<const Literal> literals) {
  std::vector<Literal> clause;
  for (Literal literal : literals) clause.push_back(-literal);
  session_->add_clause(clause);
}

}   // namespace plato
