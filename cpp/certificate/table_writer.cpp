// See table_writer.hpp.

#include "certificate/table_writer.hpp"

#include <charconv>

namespace plato {

TableWriter::TableWriter(const FormulaTable& table, CertificateNumbers numbers)
    : table_(table), numbers_(std::move(numbers)) {
  numbers_.terms.resize(table.term_count() + 1);
  numbers_.formulas.resize(table.formula_count() + 1);
}

void TableWriter::number(std::int64_t value) {
  char digits[24];
  digits[0] = ' ';
  text_.append(digits, std::to_chars(digits + 1, digits + sizeof digits, value).ptr);
}

std::int64_t TableWriter::numbered(Literal literal) const {
  const std::int64_t formula = numbers_.formulas[index_of(formula_of(literal))];
  return literal < 0 ? -formula : formula;
}

void TableWriter::literals(std::span<const Literal> list) {
  for (Literal literal : list) number(numbered(literal));
}

void TableWriter::write_parts(Node root) {
  if (is_written(root)) return;
  std::vector<std::pair<Node, bool>> stack{{root, false}};
  std::vector<Node> parts;
  while (!stack.empty()) {
    const auto [node, parts_done] = stack.back();
    stack.pop_back();
    if (is_written(node)) continue;
    if (parts_done) {
      if (node.is_formula)
        write_formula(static_cast<FormulaId>(node.index));
      else
        write_term(node.index);
      continue;
    }
    stack.emplace_back(node, true);
    parts.clear();
    table_.for_each_part(node, [&](Node part) { parts.push_back(part); });
    for (std::size_t i = parts.size(); i-- > 0;)
      if (!is_written(parts[i])) stack.emplace_back(parts[i], false);
  }
}

void TableWriter::write_term(TermId id) {
  const Term& t = table_[id];
  constexpr char letters[] = "nvyb+-*/%PBsukIwD";
  text_ += letters[static_cast<std::size_t>(t.kind)];
  switch (t.kind) {
    case TermKind::num: text_ += ' ' + to_string(table_.value(id)); break;
    case TermKind::var:
      number(t.operand[0]);
      number(t.operand[1]);
      break;
    case TermKind::logic:
    case TermKind::bound: number(t.operand[0]); break;
    case TermKind::witness: number(numbered(t.operand[0])); break;
    default:
      if (t.kind == TermKind::ite) number(numbered(t.operand[0]));
      for (std::size_t i = term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i)
        number(numbers_.terms[t.term(i)]);
  }
  end_line();
  numbers_.terms[id] = ++numbers_.last_term;
}

void TableWriter::write_formula(FormulaId id) {
  const FormulaKind kind = table_[id].kind;
  constexpr char letters[] = "talem&|>=?A";
  text_ += letters[static_cast<std::size_t>(kind)];
  for (std::int32_t part : table_.operands(id)) {
    if (kind == FormulaKind::atom)
      number(part);
    else if (has_terms(kind))
      number(numbers_.terms[static_cast<std::size_t>(part)]);
    else
      number(numbered(part));
  }
  end_line();
  numbers_.formulas[index_of(id)] = ++numbers_.last_formula;
}

}   // namespace plato
