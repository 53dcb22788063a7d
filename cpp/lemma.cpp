// The pool of lemmas; see lemma.hpp.

#include "lemma.hpp"

#include "clausification.hpp"

namespace plato {
namespace {

// Does not depend on the order of the literals.
std::uint64_t hash_of(std::span<const Literal> clause) {
  std::uint64_t sum = clause.size();
  for (Literal literal : clause) {
    std::uint64_t mixed = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(literal)) + 1) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 31;
    mixed *= 0xbf58476d1ce4e5b9u;
    sum += mixed ^ (mixed >> 27);
  }
  return sum;
}

}   // namespace

bool add_lemma(LemmaPool& pool, const FormulaTable& table, const LemmaReason& reason, std::span<const Literal> clause) {
  if (!pool.known.insert(hash_of(clause)).second) return false;
  pool.clauses.push_list(clause);
  pool.reasons.push_back(reason);
  define_literals(pool, table, clause);
  return true;
}

bool add_arithmetic_lemma(LemmaPool& pool, const FormulaTable& table, std::span<const Literal> clause,
                          Derivation derivation, bool is_demanding) {
  const LemmaReason reason{.rule = LemmaRule::arithmetic,
                           .is_demanding = is_demanding,
                           .number = static_cast<std::int32_t>(pool.derivations.size())};
  if (!add_lemma(pool, table, reason, clause)) return false;
  pool.derivations.push_back(std::move(derivation));
  return true;
}

}   // namespace plato
