// Hash consing and replacement; see formula_table.hpp.

#include "logic/formula_table.hpp"

#include <algorithm>

namespace plato {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(const Term& t) {
  std::uint64_t hash = mix(17, static_cast<std::uint64_t>(t.kind));
  for (std::int32_t operand : t.operand) hash = mix(hash, static_cast<std::uint32_t>(operand));
  return mix(hash, 1);
}

std::uint64_t hash_of(FormulaKind kind, std::span<const std::int32_t> operands) {
  std::uint64_t hash = mix(31, static_cast<std::uint64_t>(kind));
  for (std::int32_t operand : operands) hash = mix(hash, static_cast<std::uint32_t>(operand));
  return mix(hash, operands.size());
}

}   // namespace

FormulaTable::FormulaTable() : terms_(1), formulas_(1), term_order_(1), formula_order_(1) {}

TermId FormulaTable::num(const Integer& value) {
  const auto [place, is_new] = numeral_ids_.try_emplace(to_string(value), TermId{0});
  if (is_new) {
    numerals_.push_back(value);
    place->second = term(TermKind::num, static_cast<std::int32_t>(numerals_.size() - 1));
  }
  return place->second;
}

TermId FormulaTable::binary(TermKind kind, TermId a, TermId b) {
  return term(kind, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
}
TermId FormulaTable::store(TermId map, TermId index, TermId value) {
  return term(TermKind::store, static_cast<std::int32_t>(map), static_cast<std::int32_t>(index),
              static_cast<std::int32_t>(value));
}
TermId FormulaTable::constant(TermId value) { return term(TermKind::const_, static_cast<std::int32_t>(value)); }
TermId FormulaTable::ite(Literal condition, TermId a, TermId b) {
  return term(TermKind::ite, condition, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
}
TermId FormulaTable::witness(FormulaId all) { return term(TermKind::witness, static_cast<std::int32_t>(all)); }

Literal FormulaTable::relation(FormulaKind kind, TermId a, TermId b) {
  const std::int32_t operands[] = {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)};
  return literal_of(formula(kind, operands));
}
Literal FormulaTable::connective(FormulaKind kind, std::span<const Literal> literals) {
  return literal_of(formula(kind, literals));
}

TermId FormulaTable::term(TermKind kind, std::int32_t a, std::int32_t b, std::int32_t c) {
  Term t{.kind = kind, .operand = {a, b, c}};
  const std::size_t slot = term_index_.find(hash_of(t), [&](std::uint32_t other) {
    return terms_[other].kind == kind && std::ranges::equal(terms_[other].operand, t.operand);
  });
  if (term_index_[slot] != IndexTable::none) return static_cast<TermId>(term_index_[slot]);
  const auto number = static_cast<std::uint32_t>(terms_.size());
  if (kind == TermKind::bound) t.loose = static_cast<std::uint32_t>(a) + 1;
  if (kind == TermKind::ite || kind == TermKind::witness) {
    const Formula& f = formulas_[index_of(formula_of(a))];
    t.loose = f.loose;
    t.height = f.height + 1;
  }
  for (std::size_t i = term_operand_begin(kind); i < term_operand_end(kind); ++i) {
    const Term& part = terms_[static_cast<std::size_t>(t.operand[i])];
    t.loose = std::max(t.loose, part.loose);
    t.height = std::max(t.height, part.height + 1);
  }
  terms_.push_back(t);
  term_order_.push_back(static_cast<std::uint32_t>(made_.size()));
  made_.push_back({false, number});
  term_index_.insert(slot, number, hash_of(t));
  return static_cast<TermId>(number);
}

std::size_t FormulaTable::formula_slot(FormulaKind kind, std::span<const std::int32_t> parts) const {
  return formula_index_.find(hash_of(kind, parts), [&](std::uint32_t other) {
    return formulas_[other].kind == kind && std::ranges::equal(operands(static_cast<FormulaId>(other)), parts);
  });
}

FormulaId FormulaTable::formula(FormulaKind kind, std::span<const std::int32_t> parts) {
  const std::size_t slot = formula_slot(kind, parts);
  if (formula_index_[slot] != IndexTable::none) return static_cast<FormulaId>(formula_index_[slot]);
  const auto number = static_cast<std::uint32_t>(formulas_.size());
  Formula f{.kind = kind,
            .first = static_cast<std::uint32_t>(pool_.size()),
            .count = static_cast<std::uint32_t>(parts.size())};
  for (std::int32_t part : parts) {
    if (has_terms(kind)) {
      const Term& t = terms_[static_cast<std::size_t>(part)];
      f.loose = std::max(f.loose, t.loose);
      f.height = std::max(f.height, t.height + 1);
    } else if (has_literals(kind)) {
      const Formula& g = formulas_[index_of(formula_of(part))];
      f.loose = std::max(f.loose, g.loose);
      f.height = std::max(f.height, g.height + 1);
    }
  }
  if (kind == FormulaKind::all && f.loose > 0) --f.loose;
  pool_.insert(pool_.end(), parts.begin(), parts.end());
  formulas_.push_back(f);
  formula_order_.push_back(static_cast<std::uint32_t>(made_.size()));
  made_.push_back({true, number});
  formula_index_.insert(slot, number, hash_of(kind, parts));
  return static_cast<FormulaId>(number);
}

std::optional<FormulaId> FormulaTable::find_relation(FormulaKind kind, TermId a, TermId b) const {
  const std::int32_t parts[] = {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)};
  const std::size_t slot = formula_slot(kind, parts);
  if (formula_index_[slot] == IndexTable::none) return std::nullopt;
  return static_cast<FormulaId>(formula_index_[slot]);
}

std::vector<Node> parts_of(const FormulaTable& table, std::span<const Node> roots) {
  std::vector<bool> seen(table.node_count());
  std::vector<std::uint32_t> found;
  const auto meet = [&](Node node) {
    const std::uint32_t place = table.order(node);
    if (seen[place]) return;
    seen[place] = true;
    found.push_back(place);
  };
  for (Node root : roots) meet(root);
  for (std::size_t next = 0; next < found.size(); ++next) table.for_each_part(table.made(found[next]), meet);
  std::ranges::sort(found);
  std::vector<Node> parts;
  parts.reserve(found.size());
  for (std::uint32_t place : found) parts.push_back(table.made(place));
  return parts;
}

// ---- replacement

namespace {

// One run of `replace`. Results are remembered for each node and the number of `all` around it; terms are stored as
// their number, formulas as a literal.
class Replacer {
 public:
  Replacer(FormulaTable& table, const Replacement& by) : table_(table), by_(by) {
    replaces_names_ = !by.logic.empty() || !by.atoms.empty();
    moves_bound_ = !by.bound.empty() || by.lift != 0;
    for (const auto& [name, term] : by.logic) depth_matters_ |= table[term].loose > 0;
    for (const auto& [name, literal] : by.atoms) depth_matters_ |= table[formula_of(literal)].loose > 0;
    depth_matters_ |= moves_bound_;
  }

  std::int32_t run(Node root) {
    std::vector<Visit> stack{{root, 0, false}};
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      if (unchanged(visit.node, visit.depth) || done_.contains(key(visit.node, visit.depth))) continue;
      if (visit.parts_done) {
        const std::int32_t result = rebuild(visit.node, visit.depth);
        done_.emplace(key(visit.node, visit.depth), result);
        continue;
      }
      stack.push_back({visit.node, visit.depth, true});
      const std::uint32_t depth = visit.depth + (binds(visit.node) ? 1 : 0);
      table_.for_each_part(visit.node, [&](Node part) { stack.push_back({part, depth, false}); });
    }
    return result_of(root, 0);
  }

 private:
  struct Visit {
    Node node;
    std::uint32_t depth;
    bool parts_done;
  };
  FormulaTable& table_;
  const Replacement& by_;
  bool replaces_names_ = false;
  bool moves_bound_ = false;
  bool depth_matters_ = false;
  std::unordered_map<std::uint64_t, std::int32_t> done_;

  std::uint64_t key(Node node, std::uint32_t depth) const {
    return (std::uint64_t{depth_matters_ ? depth : 0} << 33) | (std::uint64_t{node.index} << 1) |
           (node.is_formula ? 1 : 0);
  }
  bool binds(Node node) const {
    return node.is_formula && table_[static_cast<FormulaId>(node.index)].kind == FormulaKind::all;
  }
  bool unchanged(Node node, std::uint32_t depth) const {
    if (replaces_names_) return false;
    const std::uint32_t loose = node.is_formula ? table_[static_cast<FormulaId>(node.index)].loose
                                                : table_[static_cast<TermId>(node.index)].loose;
    return loose <= depth;
  }
  std::int32_t result_of(Node node, std::uint32_t depth) const {
    return unchanged(node, depth) ? static_cast<std::int32_t>(node.index) : done_.at(key(node, depth));
  }
  Literal literal_result(Literal literal, std::uint32_t depth) const {
    const Literal result = result_of({true, index_of(formula_of(literal))}, depth);
    return literal < 0 ? -result : result;
  }
  TermId term_result(TermId term, std::uint32_t depth) const {
    return static_cast<TermId>(result_of({false, term}, depth));
  }

  std::int32_t lifted(TermId term, std::uint32_t depth) {
    if (depth == 0 || table_[term].loose == 0) return static_cast<std::int32_t>(term);
    return static_cast<std::int32_t>(replace_in_term(
        table_, term, {.logic = {}, .atoms = {}, .bound = {}, .lift = static_cast<std::int32_t>(depth)}));
  }
  std::int32_t rebuild(Node node, std::uint32_t depth) {
    return node.is_formula ? rebuild_formula(static_cast<FormulaId>(node.index), depth)
                           : rebuild_term(static_cast<TermId>(node.index), depth);
  }

  std::int32_t rebuild_term(TermId id, std::uint32_t depth) {
    const Term t = table_[id];
    const auto part = [&](std::size_t i) { return term_result(t.term(i), depth); };
    switch (t.kind) {
      case TermKind::num:
      case TermKind::var: return static_cast<std::int32_t>(id);
      case TermKind::logic: {
        const auto found = by_.logic.find(t.operand[0]);
        return found == by_.logic.end() ? static_cast<std::int32_t>(id) : lifted(found->second, depth);
      }
      case TermKind::bound: {
        const auto index = static_cast<std::uint32_t>(t.operand[0]);
        if (index < depth) return static_cast<std::int32_t>(id);
        if (index - depth < by_.bound.size()) return lifted(by_.bound[index - depth], depth);
        return static_cast<std::int32_t>(
            table_.bound(t.operand[0] + by_.lift - static_cast<std::int32_t>(by_.bound.size())));
      }
      case TermKind::store: return static_cast<std::int32_t>(table_.store(part(0), part(1), part(2)));
      case TermKind::const_: return static_cast<std::int32_t>(table_.constant(part(0)));
      case TermKind::ite:
        return static_cast<std::int32_t>(table_.ite(literal_result(t.operand[0], depth), part(1), part(2)));
      case TermKind::witness:
        return static_cast<std::int32_t>(table_.witness(formula_of(literal_result(t.operand[0], depth))));
      default: return static_cast<std::int32_t>(table_.binary(t.kind, part(0), part(1)));
    }
  }

  std::int32_t rebuild_formula(FormulaId id, std::uint32_t depth) {
    const FormulaKind kind = table_[id].kind;
    const std::vector<std::int32_t> old(table_.operands(id).begin(), table_.operands(id).end());
    if (kind == FormulaKind::true_) return literal_of(id);
    if (kind == FormulaKind::atom) {
      const auto found = by_.atoms.find(old[0]);
      if (found == by_.atoms.end()) return literal_of(id);
      if (depth == 0 || table_[formula_of(found->second)].loose == 0) return found->second;
      return replace_in_literal(table_, found->second,
                                {.logic = {}, .atoms = {}, .bound = {}, .lift = static_cast<std::int32_t>(depth)});
    }
    if (has_terms(kind))
      return table_.relation(kind, term_result(static_cast<TermId>(old[0]), depth),
                             term_result(static_cast<TermId>(old[1]), depth));
    std::vector<Literal> parts;
    for (Literal literal : old) parts.push_back(literal_result(literal, depth + (kind == FormulaKind::all ? 1 : 0)));
    return kind == FormulaKind::all ? table_.all(parts[0]) : table_.connective(kind, parts);
  }
};

}   // namespace

TermId replace_in_term(FormulaTable& table, TermId term, const Replacement& by) {
  return static_cast<TermId>(Replacer(table, by).run({false, term}));
}

Literal replace_in_literal(FormulaTable& table, Literal literal, const Replacement& by) {
  const Literal result = Replacer(table, by).run({true, index_of(formula_of(literal))});
  return literal < 0 ? -result : result;
}

std::set<std::pair<std::int32_t, std::int32_t>> variables_in(const FormulaTable& table, Literal literal) {
  std::set<std::pair<std::int32_t, std::int32_t>> variables;
  const Node root{true, index_of(formula_of(literal))};
  for (Node node : parts_of(table, std::span(&root, 1))) {
    if (node.is_formula) continue;
    const Term& term = table[TermId{node.index}];
    if (term.kind == TermKind::var) variables.emplace(term.operand[0], term.operand[1]);
  }
  return variables;
}

Literal instantiate(FormulaTable& table, Literal body, TermId by) {
  return replace_in_literal(table, body, {.logic = {}, .atoms = {}, .bound = {by}, .lift = 0});
}

}   // namespace plato
