// Choosing terms for universal formulas; see quantifier_instances.hpp.

#include "search/quantifier_instances.hpp"
#include "search/clausification.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "logic/model_evaluation.hpp"
#include "search/map_lemmas.hpp"

namespace plato {
namespace {

constexpr std::size_t false_instances_each = 16;   // of one formula in one round
constexpr std::size_t hopeful_instances_each = 6;
constexpr std::size_t terms_each_value = 2;     // for one variable: what one does not show, the other may
constexpr std::size_t most_terms = 200;         // for one variable
constexpr std::size_t most_tuples = 20000;      // for one formula
constexpr std::size_t nested_terms_each = 8;    // for the variable of a nested formula
constexpr std::size_t most_rounds_below = 24;   // of ∀ ∃, which may lead from each witness to the next

// Where a term that is asked about a branch is read.
constexpr TermId of_branches = 0;

// ∀ x₁ … xₙ. body: the nested `all`, outermost first.
struct Block {
  FormulaId outermost;
  std::size_t variables = 0;
  Literal body = 0;
};

// A reading of a map, or a write to it: the index is of interest.
struct GroundIndex {
  TermId map;   // `of_branches` for what is asked about a branch, as if that were read from a map
  TermId index;
};

// A reading in the body of a block whose index depends on its variables.
struct Pattern {
  TermId map;   // or `of_branches`
  TermId index;
  std::uint32_t nested = 0;   // of a pair: how many quantifiers are between the block and the reading
};

class Instantiation {
 public:
  Instantiation(LemmaContext& context, Candidate& candidate,
                const std::unordered_map<FormulaId, std::vector<Trigger>>& triggers, QuantifierMemory& memory)
      : context_(context), candidate_(candidate), triggers_(triggers), memory_(memory) {}

  std::size_t run() {
    for (Literal literal : candidate_.literals)
      if (literal > 0 && table()[formula_of(literal)].kind == FormulaKind::all)
        blocks_.push_back(block_of(formula_of(literal)));
    if (blocks_.empty()) return 0;
    has_rows_ = reads_rows();
    maps_ = map_values(context_, candidate_);
    collect_indices();
    std::vector<Terms> terms;   // of each block
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      patterns_.push_back(patterns_of(blocks_[i]));
      for (const Pattern& pattern : patterns_[i]) blocks_reading_[group_of(pattern.map)].push_back(i);
      terms.push_back(choose_terms(i));
    }
    std::size_t added = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) added += try_tuples(i, terms[i], true);
    added += follow_readings();
    if (added > 0) return added;
    for (std::size_t i = 0; i < blocks_.size(); ++i) added += try_tuples(i, terms_from_nested(i), false);
    if (added > 0) return added;
    for (std::size_t i = 0; i < blocks_.size(); ++i) added += try_tuples(i, terms[i], false);
    if (added > 0 || memory_.rounds_of_readings_below++ >= most_rounds_below) return added;
    for (std::size_t i = 0; i < blocks_.size(); ++i) added += try_tuples(i, terms_from_below(i), false);
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
  std::unordered_map<std::uint64_t, std::vector<GroundIndex>> indices_of_group_;
  std::vector<std::vector<Pattern>> patterns_;                                   // of each block
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> blocks_reading_;   // group of maps -> blocks
  std::vector<GroundIndex> new_readings_;   // that instances of this round have made
  std::set<std::pair<TermId, TermId>> is_read_;
  bool has_rows_ = false;   // maps of maps: variables of programs are read at pairs
  std::map<std::pair<Integer, Integer>, Integer> known_branches_;   // branch and question -> the candidate's answer

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
    for (TermId select : candidate_.terms.selects)
      indices_.push_back({table()[select].term(0), table()[select].term(1)});
    for (TermId store : candidate_.terms.stores) indices_.push_back({store, table()[store].term(1)});
    for (TermId term : candidate_.terms.pairs)
      if (table()[term].kind == TermKind::branch) {
        indices_.push_back({of_branches, table()[term].term(0)});
        known_branches_.emplace(
            std::pair(candidate_.value(table()[term].term(0)), candidate_.value(table()[term].term(1))),
            candidate_.value(term));
      }
    for (const GroundIndex& ground : indices_) {
      indices_of_group_[group_of(ground.map)].push_back(ground);
      is_read_.emplace(ground.map, ground.index);
    }
  }

  // Maps of the same group may say something about each other: those that equalities and stores join.
  std::uint64_t group_of(TermId map) {
    const auto found = maps_.component.find(map);
    return found == maps_.component.end() ? std::uint64_t{map} << 32 : found->second;
  }

  // What is known of ground maps that could say something about the pattern's.
  const std::vector<GroundIndex>& related_indices(TermId pattern) {
    if (pattern == of_branches) return indices_of_group_[group_of(pattern)];
    if (!maps_.component.contains(pattern))
      while (table()[pattern].kind == TermKind::store) pattern = table()[pattern].term(0);
    if (table()[pattern].loose > 0 || table()[pattern].kind == TermKind::ite) return indices_;
    return indices_of_group_[group_of(pattern)];
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
      const bool is_unit = coefficient.is_unit();
      if (solved || !monomial.is_atom() || !is_unit || table()[monomial.atoms()[0]].kind != TermKind::bound)
        return std::nullopt;
      rest -= Polynomial::of_monomial(monomial) * coefficient;
      solved = Solved{static_cast<std::size_t>(table()[monomial.atoms()[0]].operand[0]), {}};
      if (coefficient.is_one())
        solved->value = Polynomial(Integer(-1));
      else
        solved->value = Polynomial(Integer(1));
    }
    if (solved) solved->value = solved->value * rest;
    return solved;
  }

  // Solves p = q for several loose bound variables, as digits: q = 1000·x + y gives a = x and b = y in p = 1000·a + b.
  std::vector<Solved> digits(const Polynomial& p, const Polynomial& q) {
    std::vector<std::pair<Integer, std::size_t>> places;   // weight and variable
    Polynomial rest = q - p;
    for (const auto& [monomial, coefficient] : p.summands()) {
      bool is_open = false;
      for (Atom atom : monomial.atoms()) is_open |= table()[atom].loose > 0;
      if (!is_open) continue;
      const Term& variable = table()[monomial.atoms()[0]];
      if (!monomial.is_atom() || variable.kind != TermKind::bound || coefficient.sign() < 0) return {};
      rest.add_multiple(coefficient, Polynomial::of_monomial(monomial));
      places.emplace_back(coefficient, static_cast<std::size_t>(variable.operand[0]));
    }
    std::ranges::sort(places, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Solved> solved;
    for (const auto& [weight, variable] : places) {
      std::vector<Polynomial::Summand> digit;
      for (const auto& [monomial, coefficient] : rest.summands())
        if (const Integer part = floor_divide(coefficient, weight); !part.is_zero()) digit.push_back({monomial, part});
      solved.push_back({variable, Polynomial::of_summands(floor_divide(rest.constant(), weight), std::move(digit))});
      rest.add_multiple(-weight, solved.back().value);
    }
    return rest.is_zero() ? solved : std::vector<Solved>{};
  }

  using Terms = std::vector<std::vector<TermId>>;   // variable, counted from the innermost -> terms

  void propose(Terms& terms, std::size_t variable, TermId term) {
    if (variable < terms.size() && table()[term].loose == 0) terms[variable].push_back(term);
  }

  // The variables of `nested` quantifiers are not the block's.
  void match_index(Terms& terms, TermId pattern, TermId index, std::uint32_t nested) {
    const Term p = table()[pattern];
    if (p.loose <= nested) return;
    const auto propose_outside = [&](std::size_t variable, TermId term) {
      if (variable >= nested) propose(terms, variable - nested, term);
    };
    if (p.kind == TermKind::bound) return propose_outside(static_cast<std::size_t>(p.operand[0]), index);
    if (p.kind == TermKind::pair || p.kind == TermKind::branch) {
      const Term g = table()[index];
      if (g.kind != p.kind) return;
      match_index(terms, p.term(0), g.term(0), nested);
      match_index(terms, p.term(1), g.term(1), nested);
      return;
    }
    const Polynomial from = context_.normal_forms.of(pattern), to = context_.normal_forms.of(index);
    if (const auto solved = solve(from - to))
      return propose_outside(solved->variable, make_term(table(), solved->value));
    for (const Solved& digit : digits(from, to)) propose_outside(digit.variable, make_term(table(), digit.value));
  }

  // A variable of the program is read or written at a pair, here or under a quantifier.
  bool is_row(const Term& access) {
    if (access.kind != TermKind::select && access.kind != TermKind::store) return false;
    if (table()[access.term(1)].kind != TermKind::pair) return false;
    TermId map = access.term(0);
    while (table()[map].kind == TermKind::store || table()[map].kind == TermKind::ite)
      map = table()[map].term(table()[map].kind == TermKind::store ? 0 : 1);
    return table()[map].kind == TermKind::var;
  }
  bool reads_rows() {
    const auto is_access = [&](TermId term) { return is_row(table()[term]); };
    if (std::ranges::any_of(candidate_.terms.selects, is_access) ||
        std::ranges::any_of(candidate_.terms.stores, is_access))
      return true;
    std::vector<Node> roots;
    for (const Block& block : blocks_) roots.push_back({true, index_of(formula_of(block.body))});
    return std::ranges::any_of(parts_of(table(), roots),
                               [&](Node node) { return !node.is_formula && is_row(table()[TermId{node.index}]); });
  }

  // Readings that depend on the block's variables, also under further quantifiers: those at pairs, or all.
  void add_readings(const std::vector<Node>& roots, bool only_rows, std::vector<Pattern>& patterns) {
    struct Place {
      Node node;
      std::uint32_t nested;
    };
    std::vector<Place> open;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (Node root : roots) open.push_back({root, 0});
    while (!open.empty()) {
      const auto [node, nested] = open.back();
      open.pop_back();
      if (!seen.emplace(table().order(node), nested).second) continue;
      if (!node.is_formula) {
        const Term& t = table()[TermId{node.index}];
        if (t.loose <= nested) continue;
        if (t.kind == TermKind::select && (!only_rows || is_row(t)) && table()[t.term(1)].loose > nested)
          patterns.push_back({t.term(0), t.term(1), nested});
      }
      const bool enters = node.is_formula && table()[static_cast<FormulaId>(node.index)].kind == FormulaKind::all;
      table().for_each_part(node, [&, nested = nested](Node part) {
        open.push_back({part, nested + (enters ? 1 : 0)});
      });
    }
  }

  // The readings of the block's triggers, or else of its body.
  std::vector<Pattern> patterns_of(const Block& block) {
    std::vector<Node> roots{{true, index_of(formula_of(block.body))}};
    if (const auto given = triggers_.find(block.outermost); given != triggers_.end()) {
      roots.clear();
      for (const Trigger& trigger : given->second)
        for (TermId term : trigger) roots.push_back({false, term});
    }
    std::vector<Pattern> patterns;
    for (Node node : parts_of(table(), roots)) {
      if (node.is_formula) continue;
      const Term& select = table()[TermId{node.index}];
      if (select.kind == TermKind::branch && table()[select.term(0)].loose > 0)
        patterns.push_back({of_branches, select.term(0)});
      if (select.kind != TermKind::select || (has_rows_ && is_row(select))) continue;
      if (table()[select.term(1)].loose > 0) patterns.push_back({select.term(0), select.term(1)});
    }
    if (has_rows_) add_readings(roots, true, patterns);
    return patterns;
  }

  // What a variable is compared with, in the formula.
  void propose_solutions(Terms& terms, Literal open) {
    const Node root{true, index_of(formula_of(open))};
    for (Node node : parts_of(table(), std::span(&root, 1))) {
      if (!node.is_formula) continue;
      const auto formula = static_cast<FormulaId>(node.index);
      const FormulaKind kind = table()[formula].kind;
      if ((kind != FormulaKind::le && kind != FormulaKind::eq) || table()[formula].loose == 0) continue;
      const auto solved =
          solve(context_.normal_forms.of(table().right(formula)) - context_.normal_forms.of(table().left(formula)));
      if (!solved) continue;
      for (int offset : {0, 1, -1}) {
        if (kind == FormulaKind::eq && offset < 0) continue;   // 1 for the sake of Booleans, which are compared with 0
        propose(terms, solved->variable, make_term(table(), solved->value + Polynomial(Integer(offset))));
      }
    }
  }

  Terms choose_terms(std::size_t number) {
    const Block& block = blocks_[number];
    Terms terms(block.variables);
    for (const Pattern& pattern : patterns_[number])
      for (const GroundIndex& ground : related_indices(pattern.map))
        match_index(terms, pattern.index, ground.index, pattern.nested);
    propose_solutions(terms, block.body);
    for (auto& list : terms) {
      if (list.empty())
        for (const GroundIndex& ground : indices_) list.push_back(ground.index);
      if (list.empty()) list.push_back(table().num(0));
      keep_few_of_each_value(list);
    }
    return terms;
  }

  // ∀ i. … (∀ k. k mod n = i → P[k]) …: where P[w] is read, i could be w mod n. The nested formula is tried on the
  // indices at which maps are read, and its equations are solved for the variables of the block.
  Terms terms_from_nested(std::size_t number) {
    const Block& block = blocks_[number];
    Terms terms(block.variables);
    const Node root{true, index_of(formula_of(block.body))};
    for (Node node : parts_of(table(), std::span(&root, 1))) {
      const auto all = static_cast<FormulaId>(node.index);
      if (!node.is_formula || table()[all].kind != FormulaKind::all || table()[all].loose > block.variables) continue;
      Terms inner(1);
      for (const Pattern& pattern : patterns_of(block_of(all)))
        for (const GroundIndex& ground : related_indices(pattern.map))
          match_index(inner, pattern.index, ground.index, pattern.nested);
      keep_few_of_each_value(inner[0]);
      for (TermId index : std::span(inner[0]).first(std::min(inner[0].size(), nested_terms_each)))
        propose_solutions(terms, instantiate(table(), table().operands(all)[0], index));
    }
    const bool is_complete = std::ranges::none_of(terms, &std::vector<TermId>::empty);
    for (auto& list : terms) keep_few_of_each_value(list);
    return is_complete ? terms : Terms{};
  }

  // ∀ j ∃ k. t[k] = key[j]: where key[i] is read, j could be i.
  Terms terms_from_below(std::size_t number) {
    const Block& block = blocks_[number];
    std::vector<Pattern> patterns;
    add_readings({{true, index_of(formula_of(block.body))}}, false, patterns);
    Terms terms(block.variables);
    for (const Pattern& pattern : patterns)
      for (const GroundIndex& ground : related_indices(pattern.map))
        match_index(terms, pattern.index, ground.index, pattern.nested);
    for (auto& list : terms) keep_few_of_each_value(list);
    return std::ranges::none_of(terms, &std::vector<TermId>::empty) ? terms : Terms{};
  }

  // Of a pair, where maps hold what is there.
  Integer value_of(TermId term) { return has_rows_ ? index_value(table(), candidate_, term) : candidate_.value(term); }

  void keep_few_of_each_value(std::vector<TermId>& list) {
    std::ranges::stable_sort(list, {}, [&](TermId term) { return std::pair(table()[term].height, term); });
    std::map<Integer, std::size_t> count;
    TermId before = 0;
    std::erase_if(list, [&](TermId term) {
      const bool is_repeated = term == before;
      before = term;
      return is_repeated || ++count[value_of(term)] > terms_each_value;
    });
    if (list.size() > most_terms) list.resize(most_terms);
  }

  bool is_false(const Block& block, const std::vector<TermId>& chosen) {
    EvaluationInput input{.term = [&](TermId id) { return given_value(id); },
                          .formula = [](FormulaId) { return std::optional<bool>(); },
                          .bound = {},
                          .branch = [&](const Integer& branch, const Integer& question) -> std::optional<Integer> {
                            const auto known = known_branches_.find({branch, question});
                            return known == known_branches_.end() ? std::nullopt : std::optional(known->second);
                          }};
    if (has_rows_) input.pair = pair_index_value;
    for (TermId term : chosen) input.bound.push_back(value_of(term));
    return evaluate(table(), block.body, input) == std::optional<bool>(false);
  }

  // Goes through the tuples of terms. Adds those that are false in the candidate, or those that are not known yet.
  std::size_t try_tuples(std::size_t number, const Terms& terms, bool only_false) {
    const Block& block = blocks_[number];
    std::vector<std::size_t> choice(terms.size(), 0);
    std::size_t added = 0;
    const std::size_t most = only_false ? false_instances_each : hopeful_instances_each;
    for (std::size_t tuple = 0; tuple < most_tuples && added < most; ++tuple) {
      std::vector<TermId> chosen;
      for (std::size_t v = 0; v < terms.size(); ++v) chosen.push_back(terms[v][choice[v]]);
      if (!memory_.instances.contains(hash_of(block, chosen)) && (!only_false || is_false(block, chosen)))
        added += add_instance(number, chosen);
      std::size_t v = 0;
      while (v < terms.size() && ++choice[v] == terms[v].size()) choice[v++] = 0;
      if (v == terms.size()) break;
    }
    return added;
  }

  // An instance may read a map at an index where it was not read before. Its value there is open, so it gets a value
  // that nothing else has, and all formulas that read this map are tried again: a chain of copies is followed in one
  // round. This is limited to existing indices, since otherwise there might be no end.
  std::size_t follow_readings() {
    std::vector<std::size_t> count(blocks_.size());
    std::size_t added = 0;
    for (std::size_t next = 0; next < new_readings_.size(); ++next) {
      const GroundIndex ground = new_readings_[next];
      const auto readers = blocks_reading_.find(group_of(ground.map));
      if (readers == blocks_reading_.end()) continue;
      for (std::size_t number : readers->second) {
        const Block& block = blocks_[number];
        Terms terms(block.variables);
        for (const Pattern& pattern : patterns_[number])
          if (group_of(pattern.map) == group_of(ground.map))
            match_index(terms, pattern.index, ground.index, pattern.nested);
        std::vector<TermId> chosen;
        for (const auto& list : terms)
          if (!list.empty()) chosen.push_back(list.front());
        if (chosen.size() < block.variables || count[number] == false_instances_each) continue;
        if (memory_.instances.contains(hash_of(block, chosen)) || !is_false(block, chosen)) continue;
        ++count[number];
        added += add_instance(number, chosen);
      }
    }
    return added;
  }

  void note_readings(std::size_t number, const std::vector<TermId>& chosen) {
    for (const Pattern& pattern : patterns_[number]) {
      const Term& index = table()[pattern.index];
      if (pattern.map == of_branches || index.kind != TermKind::bound || table()[pattern.map].loose > 0) continue;
      const auto variable = static_cast<std::size_t>(index.operand[0]);
      if (variable >= chosen.size() || !is_read_.emplace(pattern.map, chosen[variable]).second) continue;
      new_readings_.push_back({pattern.map, chosen[variable]});
      static const Integer far = parse_integer("1000000000000000000");
      maps_.values[pattern.map].entries.try_emplace(value_of(chosen[variable]),
                                                    far + Integer(static_cast<std::int64_t>(new_readings_.size())));
    }
  }

  std::optional<ModelValue> given_value(TermId id) {
    if (const auto map = maps_.values.find(id); map != maps_.values.end()) return map->second;
    if (has_rows_ && table()[id].kind == TermKind::pair) return std::nullopt;   // as an index, it is worked out
    if (const auto known = candidate_.arithmetic.values.find(id); known != candidate_.arithmetic.values.end())
      return known->second;
    switch (table()[id].kind) {
      case TermKind::logic:
      case TermKind::var:
      case TermKind::witness:
      case TermKind::difference: return Integer(0);
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
  std::size_t add_instance(std::size_t number, const std::vector<TermId>& chosen) {
    const Block& block = blocks_[number];
    memory_.instances.insert(hash_of(block, chosen));
    bool is_new = false;
    FormulaId all = block.outermost;
    for (std::size_t v = chosen.size(); v-- > 0;) {
      const Literal instance = instantiate(table(), table().operands(all)[0], chosen[v]);
      const Literal clause[] = {-literal_of(all), instance};
      // Only the last one makes the candidate take something seriously: a block in the middle has no instances of its
      // own.
      const LemmaReason reason{
          .rule = LemmaRule::instantiation, .is_demanding = v == 0, .formula = all, .term = chosen[v]};
      is_new |= add_lemma(context_.pool, table(), reason, clause);
      all = formula_of(instance);
    }
    note_readings(number, chosen);
    return is_new ? 1 : 0;
  }
};

}   // namespace

std::size_t add_instances(LemmaContext& context, Candidate& candidate,
                          const std::unordered_map<FormulaId, std::vector<Trigger>>& triggers,
                          QuantifierMemory& memory) {
  return Instantiation(context, candidate, triggers, memory).run();
}

}   // namespace plato
