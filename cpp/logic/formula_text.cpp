// Printing formulas; see formula_text.hpp.

#include "logic/formula_text.hpp"

#include <string_view>

namespace plato {
namespace {

// The budget also bounds the recursion.
class Printer {
 public:
  Printer(const FormulaTable& table, const VariableNames& names, std::size_t budget)
      : table_(table), names_(names), budget_(budget) {}

  void literal(Literal l) {
    const FormulaId id = formula_of(l);
    const FormulaKind kind = table_[id].kind;
    if (l > 0) return formula(id);
    if (kind == FormulaKind::le) return infix(table_.right(id), " < ", table_.left(id));
    if (kind == FormulaKind::eq || kind == FormulaKind::map_eq) return infix(table_.left(id), " ≠ ", table_.right(id));
    text_ += "¬";
    formula(id);
  }
  std::string take() { return std::move(text_); }

 private:
  const FormulaTable& table_;
  const VariableNames& names_;
  std::size_t budget_;
  std::string text_;

  bool spend() {
    if (budget_ == 0)
      text_ += "…";
    else
      --budget_;
    return budget_ != 0;
  }

  void name(const std::function<std::string(std::int32_t)>& find, std::string_view prefix, std::int32_t number) {
    const std::string found = find ? find(number) : std::string();
    text_ += found.empty() ? std::string(prefix) + std::to_string(number) : found;
  }

  void infix(TermId a, std::string_view symbol, TermId b) {
    term(a);
    text_ += symbol;
    term(b);
  }
  void in_parentheses(TermId a, std::string_view symbol, TermId b) {
    text_ += '(';
    infix(a, symbol, b);
    text_ += ')';
  }

  void term(TermId id) {
    if (!spend()) return;
    const Term& t = table_[id];
    switch (t.kind) {
      case TermKind::num: text_ += to_string(table_.value(id)); break;
      case TermKind::var:
        text_ += "x" + std::to_string(t.operand[0]) + std::string(static_cast<std::size_t>(t.operand[1]), '\'');
        break;
      case TermKind::logic: name(names_.logic, "c", t.operand[0]); break;
      case TermKind::bound: text_ += "b" + std::to_string(t.operand[0]); break;
      case TermKind::add: in_parentheses(t.term(0), " + ", t.term(1)); break;
      case TermKind::sub: in_parentheses(t.term(0), " - ", t.term(1)); break;
      case TermKind::mul: in_parentheses(t.term(0), " * ", t.term(1)); break;
      case TermKind::div: in_parentheses(t.term(0), " div ", t.term(1)); break;
      case TermKind::mod: in_parentheses(t.term(0), " mod ", t.term(1)); break;
      case TermKind::pair: in_parentheses(t.term(0), ", ", t.term(1)); break;
      case TermKind::branch:
        text_ += "branch";
        in_parentheses(t.term(0), ", ", t.term(1));
        break;
      case TermKind::select:
        infix(t.term(0), "[", t.term(1));
        text_ += ']';
        break;
      case TermKind::store:
        infix(t.term(0), "[", t.term(1));
        text_ += " := ";
        term(t.term(2));
        text_ += ']';
        break;
      case TermKind::const_:
        text_ += "const(";
        term(t.term(0));
        text_ += ')';
        break;
      case TermKind::ite:
        text_ += "(if ";
        literal(t.operand[0]);
        text_ += " then ";
        infix(t.term(1), " else ", t.term(2));
        text_ += ')';
        break;
      case TermKind::witness:
        text_ += "(witness ";
        literal(t.operand[0]);
        text_ += ')';
        break;
      case TermKind::difference:
        text_ += "difference(";
        infix(t.term(0), ", ", t.term(1));
        text_ += ')';
        break;
    }
  }

  void chain(std::span<const std::int32_t> parts, std::string_view symbol, std::string_view if_empty) {
    if (parts.empty())
      text_ += if_empty;
    else
      text_ += '(';
    for (std::size_t i = 0; i < parts.size() && budget_ != 0; ++i) {
      if (i != 0) text_ += symbol;
      literal(parts[i]);
    }
    if (!parts.empty()) text_ += ')';
  }

  void formula(FormulaId id) {
    if (!spend()) return;
    const auto parts = table_.operands(id);
    const auto relation = [&](std::string_view symbol) { infix(table_.left(id), symbol, table_.right(id)); };
    switch (table_[id].kind) {
      case FormulaKind::true_: text_ += "true"; break;
      case FormulaKind::atom: name(names_.atom, "p", parts[0]); break;
      case FormulaKind::le: relation(" ≤ "); break;
      case FormulaKind::eq:
      case FormulaKind::map_eq: relation(" = "); break;
      case FormulaKind::and_: chain(parts, " ∧ ", "true"); break;
      case FormulaKind::or_: chain(parts, " ∨ ", "false"); break;
      case FormulaKind::implies: chain(parts, " → ", ""); break;
      case FormulaKind::iff: chain(parts, " ↔ ", ""); break;
      case FormulaKind::ite:
        text_ += "(if ";
        literal(parts[0]);
        text_ += " then ";
        literal(parts[1]);
        text_ += " else ";
        literal(parts[2]);
        text_ += ')';
        break;
      case FormulaKind::all:
        text_ += "(∀ ";
        literal(parts[0]);
        text_ += ')';
        break;
    }
  }
};

}   // namespace

std::string formula_text(const FormulaTable& table, Literal literal, const VariableNames& names, std::size_t budget) {
  Printer printer(table, names, budget);
  printer.literal(literal);
  return printer.take();
}

}   // namespace plato
