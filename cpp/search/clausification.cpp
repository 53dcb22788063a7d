// Definition clauses in the direction that is needed; see clausification.hpp and certificates/FORMAT.md.

#include "search/clausification.hpp"

namespace plato {
namespace {

struct Definer {
  LemmaPool& pool;
  const FormulaTable& table;
  std::vector<Literal> pending;

  void need(Literal literal) {
    const FormulaId formula = formula_of(literal);
    const FormulaKind kind = table[formula].kind;
    const bool is_defined = kind == FormulaKind::true_ || (has_literals(kind) && kind != FormulaKind::all);
    if (!is_defined || table[formula].loose > 0) return;
    if (pool.defined.size() <= index_of(formula)) pool.defined.resize(table.formula_count() + 1);
    const std::uint8_t bit = literal > 0 ? 1 : 2;
    if (pool.defined[index_of(formula)] & bit) return;
    pool.defined[index_of(formula)] |= bit;
    pending.push_back(literal);
  }

  // Adds a clause of the formula's truth table; its other literals may need definitions in turn.
  void add(FormulaId formula, std::int32_t number, std::initializer_list<Literal> clause) {
    add(formula, number, std::span<const Literal>(clause.begin(), clause.size()));
  }
  void add(FormulaId formula, std::int32_t number, std::span<const Literal> clause) {
    pool.clauses.push_list(clause);
    pool.reasons.push_back(
        {.rule = LemmaRule::definition, .is_demanding = false, .number = number, .formula = formula});
    for (Literal literal : clause.subspan(1)) need(literal);
  }

  // An `and` or, with `sign` -1, an `or`, made of literals: true conjunctions have short clauses, false ones a long
  // one.
  void define_gate(FormulaId formula, Literal literal, Literal sign) {
    const std::span<const std::int32_t> parts = table.operands(formula);
    const Literal gate = sign * literal_of(formula);
    if (literal == gate) {
      for (std::size_t i = 0; i < parts.size(); ++i)
        add(formula, static_cast<std::int32_t>(i) + 1, {-gate, sign * parts[i]});
    } else {
      std::vector<Literal> clause{gate};
      for (Literal part : parts) clause.push_back(-sign * part);
      add(formula, 0, clause);
    }
  }

  void define(Literal literal) {
    const FormulaId formula = formula_of(literal);
    const Literal e = literal_of(formula);
    const std::span<const std::int32_t> p = table.operands(formula);
    const bool positive = literal > 0;
    switch (table[formula].kind) {
      case FormulaKind::true_: return add(formula, 0, {e});
      case FormulaKind::and_: return define_gate(formula, literal, 1);
      case FormulaKind::or_: return define_gate(formula, literal, -1);
      case FormulaKind::implies:
        if (positive) return add(formula, 0, {-e, -p[0], p[1]});
        add(formula, 1, {e, p[0]});
        return add(formula, 2, {e, -p[1]});
      case FormulaKind::iff:
        add(formula, positive ? 0 : 2, {positive ? -e : e, positive ? -p[0] : p[0], p[1]});
        return add(formula, positive ? 1 : 3, {positive ? -e : e, positive ? p[0] : -p[0], -p[1]});
      case FormulaKind::ite:
        add(formula, positive ? 0 : 2, {positive ? -e : e, -p[0], positive ? p[1] : -p[1]});
        return add(formula, positive ? 1 : 3, {positive ? -e : e, p[0], positive ? p[2] : -p[2]});
      default: return;
    }
  }
};

}   // namespace

std::uint64_t hash_of_clause(std::span<const Literal> clause) {
  std::uint64_t sum = clause.size();
  for (Literal literal : clause) {
    std::uint64_t mixed = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(literal)) + 1) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 31;
    mixed *= 0xbf58476d1ce4e5b9u;
    sum += mixed ^ (mixed >> 27);
  }
  return sum;
}

void define_literals(LemmaPool& pool, const FormulaTable& table, std::span<const Literal> literals) {
  Definer definer{pool, table, {}};
  for (Literal literal : literals) definer.need(literal);
  while (!definer.pending.empty()) {
    const Literal literal = definer.pending.back();
    definer.pending.pop_back();
    definer.define(literal);
  }
}

bool add_lemma(LemmaPool& pool, const FormulaTable& table, const LemmaReason& reason, std::span<const Literal> clause) {
  if (!pool.known.insert(hash_of_clause(clause)).second) return false;
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
