// From the assertions down along true literals; see relevance.hpp.

#include "relevance.hpp"

namespace plato {
namespace {

struct Walk {
  const FormulaTable& table;
  const std::function<bool(Literal)>& is_true;
  std::vector<bool> met;   // formula -> needed
  std::vector<Literal> pending;
  std::vector<Literal> found;

  void need(Literal literal) {
    const std::size_t formula = index_of(formula_of(literal));
    if (met[formula]) return;
    met[formula] = true;
    pending.push_back(literal);
  }
  void need_as_is(Literal literal) { need(is_true(literal) ? literal : -literal); }

  // One true literal of a clause, preferably one that is needed anyway.
  template <class Literals>
  void need_one(const Literals& literals, Literal sign) {
    Literal chosen = 0;
    for (Literal literal : literals) {
      if (!is_true(sign * literal)) continue;
      if (met[index_of(formula_of(literal))]) return;
      if (chosen == 0) chosen = sign * literal;
    }
    if (chosen != 0) need(chosen);
  }

  void expand(Literal literal) {
    const FormulaId formula = formula_of(literal);
    const std::span<const std::int32_t> parts = table.operands(formula);
    const bool positive = literal > 0;
    switch (table[formula].kind) {
      case FormulaKind::true_: case FormulaKind::atom: return;
      case FormulaKind::le: case FormulaKind::eq: case FormulaKind::map_eq: case FormulaKind::all:
        found.push_back(literal);
        return;
      case FormulaKind::and_:
        if (!positive) return need_one(parts, -1);
        for (Literal part : parts) need(part);
        return;
      case FormulaKind::or_:
        if (positive) return need_one(parts, 1);
        for (Literal part : parts) need(-part);
        return;
      case FormulaKind::implies: {
        const Literal either[] = {-parts[0], parts[1]};
        if (positive) return need_one(either, 1);
        need(parts[0]);
        return need(-parts[1]);
      }
      case FormulaKind::iff:
        need_as_is(parts[0]);
        return need_as_is(parts[1]);
      case FormulaKind::ite:
        need_as_is(parts[0]);
        return need_as_is(is_true(parts[0]) ? parts[1] : parts[2]);
    }
  }

  void run() {
    while (!pending.empty()) {
      const Literal literal = pending.back();
      pending.pop_back();
      expand(literal);
    }
  }
};

}   // namespace

std::vector<Literal> relevant_literals(const FormulaTable& table, const LemmaPool& pool, std::span<const Literal> assertions,
                                       const std::function<bool(Literal)>& is_true) {
  Walk walk{table, is_true, std::vector<bool>(table.formula_count() + 1), {}, {}};
  for (Literal assertion : assertions) walk.need(assertion);
  walk.run();
  for (std::size_t lemma = 0; lemma < pool.size(); ++lemma) {
    if (!pool.reasons[lemma].is_demanding) continue;
    const std::span<const Literal> clause = pool.clauses[lemma];
    // An instance of a formula that is not taken for true demands nothing.
    const LemmaRule rule = pool.reasons[lemma].rule;
    if ((rule == LemmaRule::instantiation || rule == LemmaRule::opening) && is_true(clause[0])) continue;
    walk.need_one(clause, 1);
    walk.run();
  }
  return std::move(walk.found);
}

}   // namespace plato
