// From clauses that have no model to the refutation of a few of them, with a proof.
#pragma once

#include <span>
#include <vector>

#include "logic/problem.hpp"
#include "search/certifying_search.hpp"
#include "system/deadline.hpp"

namespace plato {

// Refutes the assertions with these numbers and all lemmas of the pool at once. If clauses are given that were
// learned, adding them one after the other is a proof already and no Boolean solver is needed, which otherwise works
// until the deadline and a second at least.
tl::expected<FoundRefutation, NoRefutation> refute_lemmas(const Problem& problem, std::span<const std::size_t> numbers,
                                                          LemmaPool pool, const FlatLists<Literal>* learned,
                                                          const Deadline& deadline);

}   // namespace plato
