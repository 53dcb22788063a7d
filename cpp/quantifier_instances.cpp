// Choosing terms for universal formulas; see quantifier_instances.hpp.

#include "quantifier_instances.hpp"

#include <algorithm>
#include <optional>

#include "map_lemmas.hpp"
#include "model_evaluation.hpp"

namespace plato {
namespace {

constexpr std::size_t false_instances_each = 16;      // of one formula in one round
constexpr std::size_t hopeful_instances_each = 6;
constexpr std::size_t terms_each_value = 2;           // for one variable: what one does not show, the other may
constexpr std::size_t most_terms = 200;               // for one variable
constexpr std::size_t most_tuples = 20000;            // for one formula

// ∀ x₁ … xₙ. body: the nested `all`, outermost first.
struct Block {
  FormulaId outermost;
  std::size_t variables = 0;
  Literal body = 0;
};

// A reading of a map, or a write to it: the index is of interest.
struct GroundIndex {
  TermId map;
  TermId index;
};

class Instantiation {
 public:
  Instantiation(LemmaContext& context, Candidate& candidate,
                const std::unordered_map<FormulaId, std::vector<Trigger>>& triggers, QuantifierMemory& memory)
      : context_(context), candidate_(candidate), triggers_(triggers), memory_(memory) {}

  std::size_t run() {
    for (Literal literal : candidate_.literals)
      if (literal > 0 && table()[formula_of(literal)].kind == FormulaKind::all) blocks_.push_back(block_of(formula_of(literal)));
    if (blocks_.empty()) return 0;
    maps_ = map_values(context_, candidate_);
    collect_indices();
    std::vector<std::vector<std::vector<TermId>>> terms;   // block -> variable -> terms
    for (const Block& block : blocks_) terms.push_back(choose_terms(block));
    std::size_t added = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) added += try_tuples(blocks_[i], terms[i], true);
    if (added > 0) return added;
    for (std::size_t i = 0; i < blocks_.size(); ++i) added += try_tuples(blocks_[i], terms[i], false);
    return added;
  }

 private:
  LemmaContext& context_;
  Candidate& candidate_;
  const std::unordered_map<FormulaId, std::vector<Trigger>>& triggers_;
  QuantifierMemory& memory_;
  std::vector<Block> blocks_;
  MapValues maps_;
  std::vector<GroundIndex> indices_;

  FormulaTable& table() { return context_.table; }

  Block block_of(FormulaId all) {
    Block block{.outermost = all};
    for (Literal at = literal_of(all); at > 0 && table()[formula_of(at)].kind == FormulaKind::all;
         at = table().operands(formula_of(at))[0]) {
      ++block.variables;
      block.body = table().operands(formula_of(at))[0];
    }
    return block;
  }

  void collect_indices() {
    for (TermId select : candidate_.terms.selects) indices_.push_back({table()[select].term(0), table()[select].term(1)});
    for (TermId store : candidate_.terms.stores) indices_.push_back({store, table()[store].term(1)});
  }

  // Could what is known of the ground map say something about the pattern's?
  bool is_related(TermId pattern, TermId map) {
    if (pattern == map) return true;
    while (table()[pattern].kind == TermKind::store) pattern = table()[pattern].term(0);
    if (table()[pattern].loose > 0 || table()[pattern].kind == TermKind::ite) return true;
    const auto a = maps_.component.find(pattern), b = maps_.component.find(map);
    return pattern == map || (a != maps_.component.end() && b != maps_.component.end() && a->second == b->second);
  }

  // Solves p = 0 for a loose bound variable that occurs just once, with coefficient 1 or -1, among closed atoms.
  struct Solved {
    std::size_t variable;
    Polynomial value;
  };
  std::optional<Solved> solve(const Polynomial& p) {
    std::optional<Solved> solved;
    Polynomial rest = p;
    for (const auto& [monomial, coefficient] : p.summands()) {
      bool is_open = false;
      for (Atom atom : monomial.atoms()) is_open |= table()[atom].loose > 0;
      if (!is_open) continue;
      const bool is_unit = coefficient.is_one() || coefficient == Integer(-1);
      if (solved || !monomial.is_atom() || !is_unit || table()[monomial.atoms()[0]].kind != TermKind::bound) return std::nullopt;
      rest -= Polynomial::of_monomial(monomial) * coefficient;
      solved = Solved{static_cast<std::size_t>(table()[monomial.atoms()[0]].operand[0]), {}};
      if (coefficient.is_one()) solved->value = Polynomial(Integer(-1));
      else solved->value = Polynomial(Integer(1));
    }
    if (solved) solved->value = solved->value * rest;
    return solved;
  }

  using Terms = std::vector<std::vector<TermId>>;   // variable, counted from the innermost -> terms

  void propose(Terms& terms, std::size_t variable, TermId term) {
    if (variable < terms.size() && table()[term].loose == 0) terms[variable].push_back(term);
  }

  void match_index(Terms& terms, TermId pattern, TermId index) {
    const Term p = table()[pattern];
    if (p.loose == 0) return;
    if (p.kind == TermKind::bound) return propose(terms, static_cast<std::size_t>(p.operand[0]), index);
    if (p.kind == TermKind::pair) {
      const Term g = table()[index];
      if (g.kind != TermKind::pair) return;
      match_index(terms, p.term(0), g.term(0));
      match_index(terms, p.term(1), g.term(1));
      return;
    }
    if (const auto solved = solve(context_.normal_forms.of(pattern) - context_.normal_forms.of(index)))
      propose(terms, solved->variable, make_term(table(), solved->value));
  }

  Terms choose_terms(const Block& block) {
    Terms terms(block.variables);
    std::vector<Node> roots{{true, index_of(formula_of(block.body))}};
    const std::vector<Node> body = parts_of(table(), roots);
    const auto given = triggers_.find(block.outermost);
    if (given != triggers_.end()) {
      roots.clear();
      for (const Trigger& trigger : given->second)
        for (TermId term : trigger) roots.push_back({false, term});
    }
    for (Node node : given == triggers_.end() ? body : parts_of(table(), roots)) {
      if (node.is_formula || table()[TermId{node.index}].kind != TermKind::select) continue;
      const Term select = table()[TermId{node.index}];
      if (table()[select.term(1)].loose == 0) continue;
      for (const GroundIndex& ground : indices_)
        if (is_related(select.term(0), ground.map)) match_index(terms, select.term(1), ground.index);
    }
    for (Node node : body) {
      if (!node.is_formula) continue;
      const auto formula = static_cast<FormulaId>(node.index);
      const FormulaKind kind = table()[formula].kind;
      if ((kind != FormulaKind::le && kind != FormulaKind::eq) || table()[formula].loose == 0) continue;
      const auto solved = solve(context_.normal_forms.of(table().right(formula)) - context_.normal_forms.of(table().left(formula)));
      if (!solved) continue;
      for (int offset : {0, 1, -1}) {
        if (kind == FormulaKind::eq && offset < 0) continue;   // 1 for the sake of Booleans, which are compared with 0
        propose(terms, solved->variable, make_term(table(), solved->value + Polynomial(Integer(offset))));
      }
    }
    for (auto& list : terms) {
      if (list.empty())
        for (const GroundIndex& ground : indices_) list.push_back(ground.index);
      if (list.empty()) list.push_back(table().num(0));
      keep_few_of_each_value(list);
    }
    return terms;
  }

  void keep_few_of_each_value(std::vector<TermId>& list) {
    std::ranges::stable_sort(list, {}, [&](TermId term) { return std::pair(table()[term].height, term); });
    std::map<Integer, std::size_t> count;
    TermId before = 0;
    std::erase_if(list, [&](TermId term) {
      const bool is_repeated = term == before;
      before = term;
      return is_repeated || ++count[candidate_.value(term)] > terms_each_value;
    });
    if (list.size() > most_terms) list.resize(most_terms);
  }

  // Goes through the tuples of terms. Adds those that are false in the candidate, or those that are not known yet.
  std::size_t try_tuples(const Block& block, const Terms& terms, bool only_false) {
    const EvaluationInput given{.term = [&](TermId id) { return given_value(id); },
                                .formula = [](FormulaId) { return std::optional<bool>(); },
                                .bound = {}};
    EvaluationInput input = given;
    std::vector<std::size_t> choice(terms.size(), 0);
    std::size_t added = 0;
    const std::size_t most = only_false ? false_instances_each : hopeful_instances_each;
    for (std::size_t tuple = 0; tuple < most_tuples && added < most; ++tuple) {
      std::vector<TermId> chosen;
      for (std::size_t v = 0; v < terms.size(); ++v) chosen.push_back(terms[v][choice[v]]);
      if (!memory_.instances.contains(hash_of(block, chosen))) {
        bool is_wanted = !only_false;
        if (only_false) {
          input.bound.clear();
          for (TermId term : chosen) input.bound.push_back(candidate_.value(term));
          is_wanted = evaluate(table(), block.body, input) == std::optional<bool>(false);
        }
        if (is_wanted) added += add_instance(block, chosen);
      }
      std::size_t v = 0;
      while (v < terms.size() && ++choice[v] == terms[v].size()) choice[v++] = 0;
      if (v == terms.size()) break;
    }
    return added;
  }

  std::optional<ModelValue> given_value(TermId id) {
    if (const auto map = maps_.values.find(id); map != maps_.values.end()) return map->second;
    if (const auto known = candidate_.arithmetic.values.find(id); known != candidate_.arithmetic.values.end()) return known->second;
    switch (table()[id].kind) {
      case TermKind::logic: case TermKind::var: case TermKind::witness: case TermKind::difference: return Integer(0);
      default: return std::nullopt;
    }
  }

  static std::uint64_t hash_of(const Block& block, const std::vector<TermId>& chosen) {
    std::uint64_t hash = index_of(block.outermost) + 1;
    for (TermId term : chosen) {
      hash *= 0x9e3779b97f4a7c15u;
      hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9u + term;
    }
    return hash * 0x9e3779b97f4a7c15u;
  }

  // One instantiation for each variable, from the outermost.
  std::size_t add_instance(const Block& block, const std::vector<TermId>& chosen) {
    memory_.instances.insert(hash_of(block, chosen));
    bool is_new = false;
    FormulaId all = block.outermost;
    for (std::size_t v = chosen.size(); v-- > 0;) {
      const Literal instance = instantiate(table(), table().operands(all)[0], chosen[v]);
      const Literal clause[] = {-literal_of(all), instance};
      // Only the last one makes the candidate take something seriously: a block in the middle has no instances of its own.
      const LemmaReason reason{
          .rule = LemmaRule::instantiation, .is_demanding = v == 0, .formula = all, .term = chosen[v]};
      is_new |= add_lemma(context_.pool, table(), reason, clause);
      all = formula_of(instance);
    }
    return is_new ? 1 : 0;
  }
};

}   // namespace

std::size_t add_instances(LemmaContext& context, Candidate& candidate,
                          const std::unordered_map<FormulaId, std::vector<Trigger>>& triggers, QuantifierMemory& memory) {
  return Instantiation(context, candidate, triggers, memory).run();
}

}   // namespace plato
