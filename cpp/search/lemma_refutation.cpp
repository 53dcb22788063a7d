// Refuting clauses with a proof, and leaving out the clauses that the proof does not need; see lemma_refutation.hpp.

#include "search/lemma_refutation.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "sat/sat_session.hpp"

namespace plato {
namespace {

using Origins = std::vector<FoundRefutation::Origin>;

constexpr int attempts = 4;   // to get along with fewer clauses

// A proof that adds the clauses one after the other (the format is read by proof_elaboration.cpp).
std::vector<std::uint8_t> as_proof(const Cnf& cnf, const FlatLists<Literal>& clauses) {
  std::vector<std::uint8_t> proof;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    proof.push_back('a');
    for (Literal literal : clauses[i]) {
      const auto place = std::ranges::lower_bound(cnf.variable_names, std::abs(literal));
      auto code = 2 * static_cast<std::uint32_t>(place - cnf.variable_names.begin() + 1) + (literal < 0 ? 1 : 0);
      for (; code > 127; code >>= 7) proof.push_back(static_cast<std::uint8_t>(code | 128));
      proof.push_back(static_cast<std::uint8_t>(code));
    }
    proof.push_back(0);
  }
  return proof;
}

// The clauses from these origins as a problem for the Boolean solver.
Cnf cnf_of(const Problem& problem, const LemmaPool& pool, const Origins& origins) {
  FlatLists<Literal> clauses;
  for (const auto& origin : origins) {
    if (origin.is_assertion)
      clauses.push_list(std::span(&problem.assertions[origin.index], 1));
    else
      clauses.push_list(pool.clauses[origin.index]);
  }
  return make_cnf(largest_dimacs_variable, std::move(clauses));
}

// The clauses that the refutation cites.
Origins used_by(const Refutation& refutation, const Origins& origins) {
  Origins used;
  for (std::size_t i = 0; i < origins.size(); ++i)
    if (refutation.last_use[i] != Refutation::never) used.push_back(origins[i]);
  return used;
}

// Another attempt is worth it after the first one, and later if it saves a twentieth of the clauses.
bool is_worth_another(int attempt, std::size_t used, std::size_t all) {
  if (attempt + 1 >= attempts || used == 0 || used == all) return false;
  return attempt == 0 || used * 20 < all * 19;
}

void name_literals(Refutation& refutation, const Cnf& cnf) {
  for (Literal& literal : refutation.steps.items) {
    const auto name = cnf.variable_names[static_cast<std::size_t>(std::abs(literal)) - 1];
    literal = literal > 0 ? name : -name;
  }
}

}   // namespace

tl::expected<FoundRefutation, NoRefutation> refute_lemmas(const Problem& problem, std::span<const std::size_t> numbers,
                                                          LemmaPool pool, const FlatLists<Literal>* learned,
                                                          const Deadline& deadline) {
  FoundRefutation found;
  for (std::size_t number : numbers) found.origins.push_back({true, number});
  for (std::size_t i = 0; i < pool.size(); ++i) found.origins.push_back({false, i});
  // What a proof does not need is left out, and the rest refuted again, as long as that makes a difference.
  for (int attempt = 0;; ++attempt) {
    const Cnf cnf = cnf_of(problem, pool, found.origins);
    SatAnswer answer;
    if (learned)
      answer.result = NoModel{as_proof(cnf, *learned)};
    else
      answer = solve(cnf, {.seconds = std::max(1.0, deadline.seconds_left())});
    if (const auto* limit = std::get_if<SatLimit>(&answer.result))
      return tl::unexpected(NoRefutation{limit->message, true, deadline.has_passed()});
    if (!std::holds_alternative<NoModel>(answer.result))
      return tl::unexpected(NoRefutation{"the clauses have a model after all", false});
    auto elaborated = elaborate(cnf, std::get<NoModel>(answer.result).proof);
    if (!elaborated) return tl::unexpected(NoRefutation{elaborated.error().message, false});
    found.refutation = *std::move(elaborated);
    Origins used = used_by(found.refutation, found.origins);
    if (learned || !is_worth_another(attempt, used.size(), found.origins.size())) {
      name_literals(found.refutation, cnf);
      found.pool = std::move(pool);
      return found;
    }
    found.origins = std::move(used);
  }
}

}   // namespace plato
