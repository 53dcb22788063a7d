// Evaluation, parts before wholes; see model_evaluation.hpp.

#include "logic/model_evaluation.hpp"

#include "logic/branch_identifiers.hpp"

namespace plato {
namespace {

Integer to_integer(const ModelValue& value) {
  const auto* integer = std::get_if<Integer>(&value);
  return integer ? *integer : Integer(0);
}
const MapValue& to_map(const ModelValue& value) {
  static const MapValue zero;
  const auto* map = std::get_if<MapValue>(&value);
  return map ? *map : zero;
}

// Euclidean: the remainder is never negative. x div 0 = 0, x mod 0 = x.
Integer quotient(const Integer& a, const Integer& b) {
  if (b.is_zero()) return 0;
  return b.sign() > 0 ? floor_divide(a, b) : -floor_divide(a, -b);
}
Integer remainder(const Integer& a, const Integer& b) { return b.is_zero() ? a : a - b * quotient(a, b); }

// One run over the parts of a literal. A part without a value is not known.
class Evaluation {
 public:
  Evaluation(const FormulaTable& table, const EvaluationInput& input) : table_(table), input_(input) {}

  std::optional<bool> run(Literal literal) {
    look_at_parts({true, index_of(formula_of(literal))});
    return truth(literal);
  }
  std::optional<ModelValue> run_term(TermId term) {
    look_at_parts({false, term});
    return values_.at(term);
  }

 private:
  const FormulaTable& table_;
  const EvaluationInput& input_;
  std::unordered_map<std::uint32_t, std::optional<ModelValue>> values_;
  std::unordered_map<std::uint32_t, std::optional<bool>> truths_;

  void look_at_parts(Node root) {
    for (Node node : parts_of(table_, std::span(&root, 1))) {
      if (node.is_formula)
        truths_[node.index] = truth_of(static_cast<FormulaId>(node.index));
      else
        values_[node.index] = value_of(node.index);
    }
  }
  std::optional<bool> truth(Literal literal) const {
    const std::optional<bool> positive = truths_.at(index_of(formula_of(literal)));
    if (!positive) return std::nullopt;
    return *positive == (literal > 0);
  }
  const std::optional<ModelValue>& value(std::int32_t term) const {
    return values_.at(static_cast<std::uint32_t>(term));
  }

  std::optional<ModelValue> value_of(TermId id) const {
    const Term& t = table_[id];
    if (t.loose == 0 && input_.term)
      if (auto given = input_.term(id)) return given;
    if (t.kind == TermKind::num) return table_.value(id);
    if (t.kind == TermKind::bound) {
      const auto index = static_cast<std::size_t>(t.operand[0]);
      return index < input_.bound.size() ? std::optional<ModelValue>(input_.bound[index]) : std::nullopt;
    }
    if (t.kind == TermKind::ite) {
      const std::optional<bool> condition = truth(t.operand[0]);
      return condition ? value(t.operand[*condition ? 1 : 2]) : std::nullopt;
    }
    if (t.kind == TermKind::var || t.kind == TermKind::logic || t.kind == TermKind::witness ||
        t.kind == TermKind::difference)
      return std::nullopt;
    for (std::size_t i = 0; i < term_operand_end(t.kind); ++i)
      if (!value(t.operand[i])) return std::nullopt;
    const auto integer = [&](std::size_t i) { return to_integer(*value(t.operand[i])); };
    switch (t.kind) {
      case TermKind::add: return integer(0) + integer(1);
      case TermKind::sub: return integer(0) - integer(1);
      case TermKind::mul: return integer(0) * integer(1);
      case TermKind::div: return quotient(integer(0), integer(1));
      case TermKind::mod: return remainder(integer(0), integer(1));
      case TermKind::pair:
        return input_.pair ? input_.pair(integer(0), integer(1)) : pair_value(integer(0), integer(1));
      case TermKind::branch: {
        if (!input_.branch) return about_branch(integer(0), integer(1));
        const std::optional<Integer> known = input_.branch(integer(0), integer(1));
        return known ? std::optional<ModelValue>(*known) : std::nullopt;
      }
      case TermKind::select: return to_map(*value(t.operand[0])).at(integer(1));
      case TermKind::store: {
        MapValue map = to_map(*value(t.operand[0]));
        map.entries.insert_or_assign(integer(1), integer(2));
        return map;
      }
      case TermKind::const_: return MapValue{{}, integer(0)};
      default: return std::nullopt;
    }
  }

  // An `and` that knows a false part is false, whatever the others are; with `sign` -1 an `or`.
  std::optional<bool> gate(std::span<const std::int32_t> parts, bool neutral) const {
    bool is_known = true;
    for (Literal part : parts) {
      const std::optional<bool> here = truth(part);
      if (!here)
        is_known = false;
      else if (*here != neutral)
        return !neutral;
    }
    return is_known ? std::optional<bool>(neutral) : std::nullopt;
  }

  std::optional<bool> truth_of(FormulaId id) const {
    const Formula& f = table_[id];
    if (f.loose == 0 && input_.formula)
      if (auto given = input_.formula(id)) return given;
    const std::span<const std::int32_t> p = table_.operands(id);
    if (has_terms(f.kind)) {
      const auto &a = value(p[0]), &b = value(p[1]);
      if (!a || !b) return std::nullopt;
      if (f.kind == FormulaKind::map_eq) return same_map(to_map(*a), to_map(*b));
      return f.kind == FormulaKind::le ? to_integer(*a) <= to_integer(*b) : to_integer(*a) == to_integer(*b);
    }
    switch (f.kind) {
      case FormulaKind::true_: return true;
      case FormulaKind::and_: return gate(p, true);
      case FormulaKind::or_: return gate(p, false);
      case FormulaKind::implies: {
        const std::int32_t either[] = {-p[0], p[1]};
        return gate(either, false);
      }
      case FormulaKind::iff: {
        const auto a = truth(p[0]), b = truth(p[1]);
        return a && b ? std::optional<bool>(*a == *b) : std::nullopt;
      }
      case FormulaKind::ite: {
        const auto condition = truth(p[0]);
        return condition ? truth(p[*condition ? 1 : 2]) : std::nullopt;
      }
      default: return std::nullopt;
    }
  }
};

}   // namespace

bool same_map(const MapValue& a, const MapValue& b) {
  if (a.otherwise != b.otherwise) return false;   // they differ at infinitely many indices
  for (const auto& [index, value] : a.entries)
    if (b.at(index) != value) return false;
  for (const auto& [index, value] : b.entries)
    if (a.at(index) != value) return false;
  return true;
}

Integer pair_value(const Integer& a, const Integer& b) {
  const auto natural = [](const Integer& x) { return x.sign() < 0 ? Integer(-1) - x - x : x + x; };
  const Integer x = natural(a), sum = x + natural(b);
  return sum * sum + x;   // as `pairing` in lean/Plato/Meaning/Value.lean
}

std::optional<bool> evaluate(const FormulaTable& table, Literal literal, const EvaluationInput& input) {
  return Evaluation(table, input).run(literal);
}

std::optional<ModelValue> evaluate_term(const FormulaTable& table, TermId term, const EvaluationInput& input) {
  return Evaluation(table, input).run_term(term);
}

std::optional<bool> evaluate(const FormulaTable& table, Literal literal, const LogicModel& model) {
  const EvaluationInput input{.term = [&](TermId id) -> std::optional<ModelValue> {
                                const Term& t = table[id];
                                if (t.kind != TermKind::logic) return std::nullopt;
                                const auto found = model.logic.find(t.operand[0]);
                                return found == model.logic.end() ? ModelValue(Integer(0)) : found->second;
                              },
                              .formula = [&](FormulaId id) -> std::optional<bool> {
                                if (table[id].kind != FormulaKind::atom) return std::nullopt;
                                const auto found = model.atoms.find(table.operands(id)[0]);
                                return found != model.atoms.end() && found->second;
                              },
                              .bound = {}};
  return evaluate(table, literal, input);
}

}   // namespace plato
