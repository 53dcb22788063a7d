// Sending clauses to the Boolean solver; see proposals.hpp.

#include "search/proposals.hpp"

namespace plato {

void Proposals::send(std::span<const Literal> units, std::span<const Literal> preferences) {
  if (!session_) {
    session_.emplace();
    for (Literal assertion : assertions_) session_->add_clause(std::span(&assertion, 1));
  }
  for (; lemmas_sent_ < pool_.size(); ++lemmas_sent_) {
    session_->add_clause(pool_.clauses[lemmas_sent_]);
    if (pool_.reasons[lemmas_sent_].rule != LemmaRule::definition) ++lemmas_found_;
  }
  for (; units_sent_ < units.size(); ++units_sent_) session_->add_clause(units.subspan(units_sent_, 1));
  for (; preferences_sent_ < preferences.size(); ++preferences_sent_) session_->prefer(preferences[preferences_sent_]);
}

void Proposals::exclude(Literal literal) {
  const Literal clause[] = {-literal};
  session_->add_clause(clause);
}

}   // namespace plato
