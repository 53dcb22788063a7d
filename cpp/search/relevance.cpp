// From the assertions down along true literals; see relevance.hpp.

#include "search/relevance.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace plato {
namespace {

struct Walk {
  const FormulaTable& table;
  const std::function<bool(Literal)>& is_true;
  std::vector<std::int8_t> met;   // formula -> 1 needed to be true, -1 to be false, 0 not needed
  std::vector<Literal> pending;
  std::vector<Literal> found;

  void need(Literal literal) {
    std::int8_t& known = met[index_of(formula_of(literal))];
    if (known != 0) return;
    known = literal > 0 ? 1 : -1;
    pending.push_back(literal);
  }
  void need_as_is(Literal literal) { need(is_true(literal) ? literal : -literal); }

  // One true literal of a clause, preferably one that is needed anyway.
  template <class Literals>
  void need_one(const Literals& literals, Literal sign) {
    Literal chosen = 0;
    for (Literal literal : literals) {
      if (!is_true(sign * literal)) continue;
      if (met[index_of(formula_of(literal))] != 0) return;
      if (chosen == 0) chosen = sign * literal;
    }
    if (chosen != 0) need(chosen);
  }

  void expand(Literal literal) {
    const FormulaId formula = formula_of(literal);
    const std::span<const std::int32_t> parts = table.operands(formula);
    const bool positive = literal > 0;
    switch (table[formula].kind) {
      case FormulaKind::true_:
      case FormulaKind::atom: return;
      case FormulaKind::le:
      case FormulaKind::eq:
      case FormulaKind::map_eq:
      case FormulaKind::all: found.push_back(literal); return;
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
      case FormulaKind::iff: need_as_is(parts[0]); return need_as_is(parts[1]);
      case FormulaKind::ite: need_as_is(parts[0]); return need_as_is(is_true(parts[0]) ? parts[1] : parts[2]);
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

std::vector<Literal> Relevance::needed(std::span<const Literal> assertions, std::span<const Literal> assumptions,
                                       const std::function<bool(Literal)>& is_true) {
  see_new_lemmas();
  Walk walk{table_, is_true, std::vector<std::int8_t>(table_.formula_count() + 1), {}, {}};
  for (Literal assumption : assumptions) walk.need(assumption);   // first, so that choices are made in their favour
  for (Literal assertion : assertions) walk.need(assertion);
  walk.run();
  // What one lemma needs may be what another one has waited for.
  std::vector<std::size_t> waiting(demanding_.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  for (std::size_t before = waiting.size() + 1; before > waiting.size();) {
    before = waiting.size();
    std::erase_if(waiting, [&](std::size_t number) {
      const auto is_false_and_needed = [&](FormulaId formula) { return walk.met[index_of(formula)] < 0; };
      if (!std::ranges::all_of(falsified_[number], is_false_and_needed)) return false;
      const std::size_t lemma = demanding_[number];
      const std::span<const Literal> clause = pool_.clauses[lemma];
      // An instance of a formula that is not taken for true demands nothing.
      const LemmaRule rule = pool_.reasons[lemma].rule;
      if ((rule == LemmaRule::instantiation || rule == LemmaRule::opening) && is_true(clause[0])) return true;
      walk.need_one(clause, 1);
      walk.run();
      return true;
    });
  }
  return std::move(walk.found);
}

void Relevance::see_new_lemmas() {
  for (auto place = static_cast<std::uint32_t>(mentions_witness_.size()); place < table_.node_count(); ++place) {
    const Node node = table_.made(place);
    const TermKind kind = node.is_formula ? TermKind::num : table_[TermId{node.index}].kind;
    bool mentions = kind == TermKind::witness || kind == TermKind::difference;
    table_.for_each_part(node, [&](Node part) { mentions = mentions || mentions_witness_[table_.order(part)]; });
    mentions_witness_.push_back(mentions);
  }
  for (; lemmas_seen_ < pool_.size(); ++lemmas_seen_) {
    if (!pool_.reasons[lemmas_seen_].is_demanding) continue;
    demanding_.push_back(lemmas_seen_);
    note_witnesses(pool_.clauses[lemmas_seen_]);
  }
}

// The formulas that the witnesses in the clause are about become the next list of `falsified_`.
void Relevance::note_witnesses(std::span<const Literal> clause) {
  std::vector<Node> pending;
  std::unordered_set<std::uint32_t> seen;
  const auto meet = [&](Node node) {
    const std::uint32_t place = table_.order(node);
    if (mentions_witness_[place] && seen.insert(place).second) pending.push_back(node);
  };
  for (Literal literal : clause) meet({true, index_of(formula_of(literal))});
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (!node.is_formula) {
      const Term& term = table_[TermId{node.index}];
      if (term.kind == TermKind::witness) {
        falsified_.items.push_back(formula_of(term.operand[0]));
        continue;
      }
      if (term.kind == TermKind::difference)
        if (const auto maps = table_.find_relation(FormulaKind::map_eq, term.term(0), term.term(1))) {
          falsified_.items.push_back(*maps);
          continue;
        }
    }
    table_.for_each_part(node, meet);
  }
  falsified_.close_list();
}

}   // namespace plato
