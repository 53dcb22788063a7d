// See replace_term.hpp. Formulas share parts, so each part is made once.

#include "logic/replace_term.hpp"

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/formula_builder.hpp"

namespace plato {
namespace {

class OneTermReplaced {
 public:
  OneTermReplaced(FormulaTable& table, TermId what, TermId by) : table_(table), what_(what) { terms_[what] = by; }

  // Parts come before wholes, so nothing recurses.
  std::optional<Literal> run(Literal literal) {
    const Node root{true, index_of(formula_of(literal))};
    const std::vector<Node> parts = parts_of(table_, std::span(&root, 1));
    for (const Node node : parts) {
      if (node.is_formula) {
        if (!formula(FormulaId{node.index})) return std::nullopt;
      } else if (TermId{node.index} != what_ && !term(TermId{node.index})) {
        return std::nullopt;
      }
    }
    return of(literal);
  }

 private:
  FormulaTable& table_;
  TermId what_;
  std::unordered_map<TermId, TermId> terms_;
  std::unordered_map<std::uint32_t, Literal> formulas_;

  TermId of(TermId term) const { return terms_.at(term); }
  Literal of(Literal literal) const {
    const Literal made = formulas_.at(index_of(formula_of(literal)));
    return literal > 0 ? made : -made;
  }

  bool term(TermId id) {
    const Term t = table_[id];
    switch (t.kind) {
      case TermKind::num:
      case TermKind::var:
      case TermKind::logic:
      case TermKind::bound: terms_[id] = id; return true;
      case TermKind::add:
      case TermKind::sub:
      case TermKind::mul:
      case TermKind::div:
      case TermKind::mod:
      case TermKind::pair:
      case TermKind::branch:
      case TermKind::select:
      case TermKind::difference: terms_[id] = table_.binary(t.kind, of(t.term(0)), of(t.term(1))); return true;
      case TermKind::store: terms_[id] = table_.store(of(t.term(0)), of(t.term(1)), of(t.term(2))); return true;
      case TermKind::const_: terms_[id] = table_.constant(of(t.term(0))); return true;
      case TermKind::ite:
        terms_[id] = conditional_term(table_, of(Literal{t.operand[0]}), of(t.term(1)), of(t.term(2)));
        return true;
      case TermKind::witness: break;
    }
    return false;
  }

  bool formula(FormulaId id) {
    const FormulaKind kind = table_[id].kind;
    std::vector<Literal> parts;
    if (has_literals(kind))
      for (const std::int32_t part : table_.operands(id)) parts.push_back(of(Literal{part}));
    Literal& made = formulas_[index_of(id)];
    switch (kind) {
      case FormulaKind::true_:
      case FormulaKind::atom: made = literal_of(id); return true;
      case FormulaKind::le: made = at_most(table_, of(table_.left(id)), of(table_.right(id))); return true;
      case FormulaKind::eq: made = equal(table_, of(table_.left(id)), of(table_.right(id))); return true;
      case FormulaKind::map_eq: made = equal_maps(table_, of(table_.left(id)), of(table_.right(id))); return true;
      case FormulaKind::and_: made = conjunction(table_, parts); return true;
      case FormulaKind::or_: made = disjunction(table_, parts); return true;
      case FormulaKind::implies: made = implication(table_, parts[0], parts[1]); return true;
      case FormulaKind::iff: made = equivalence(table_, parts[0], parts[1]); return true;
      case FormulaKind::ite: made = conditional(table_, parts[0], parts[1], parts[2]); return true;
      case FormulaKind::all: break;
    }
    return false;
  }
};

}   // namespace

std::optional<Literal> replace_term(FormulaTable& table, Literal literal, TermId what, TermId by) {
  return OneTermReplaced(table, what, by).run(literal);
}

}   // namespace plato
