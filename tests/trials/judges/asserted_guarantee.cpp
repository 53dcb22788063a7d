// See asserted_guarantee.hpp.

#include "asserted_guarantee.hpp"

#include <array>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace plato_test {

using plato::CommandId;
using plato::CoreCommand;
using plato::CoreStatement;
using plato::FormulaKind;
using plato::FormulaTable;
using plato::Literal;
using plato::Node;
using plato::StatementId;
using plato::TermId;
using plato::TermKind;

namespace {

// The formula about the copies for the store before, and about the variables for the store after.
class AboutCopies {
 public:
  AboutCopies(FormulaTable& table, std::int32_t variables) : table_(table), variables_(variables) {}

  Literal of(Literal literal) {
    const Node root{true, plato::index_of(plato::formula_of(literal))};
    for (const Node node : plato::parts_of(table_, std::span(&root, 1)))
      if (node.is_formula)
        formulas_[node.index] = formula(static_cast<plato::FormulaId>(node.index));
      else
        terms_[node.index] = term(node.index);
    return made(literal);
  }

 private:
  FormulaTable& table_;
  std::int32_t variables_;
  std::unordered_map<std::uint32_t, TermId> terms_;
  std::unordered_map<std::uint32_t, Literal> formulas_;

  Literal made(Literal literal) const {
    const Literal found = formulas_.at(plato::index_of(plato::formula_of(literal)));
    return literal < 0 ? -found : found;
  }
  TermId term(TermId id) {
    const plato::Term t = table_[id];
    const auto part = [&](std::size_t i) { return terms_.at(t.term(i)); };
    switch (t.kind) {
      case TermKind::var: return table_.var(t.operand[0] + (t.operand[1] == 0 ? variables_ : 0), 0);
      case TermKind::num:
      case TermKind::logic:
      case TermKind::bound:
      case TermKind::witness: return id;
      case TermKind::store: return table_.store(part(0), part(1), part(2));
      case TermKind::const_: return table_.constant(part(0));
      case TermKind::ite: return table_.ite(made(t.operand[0]), part(1), part(2));
      default: return table_.binary(t.kind, part(0), part(1));
    }
  }
  Literal formula(plato::FormulaId id) {
    const FormulaKind kind = table_[id].kind;
    if (kind == FormulaKind::true_ || kind == FormulaKind::atom) return plato::literal_of(id);
    if (plato::has_terms(kind)) return table_.relation(kind, terms_.at(table_.left(id)), terms_.at(table_.right(id)));
    std::vector<Literal> parts;
    for (const Literal part : table_.operands(id)) parts.push_back(made(part));
    return kind == FormulaKind::all ? table_.all(parts[0]) : table_.connective(kind, parts);
  }
};

Literal equal(FormulaTable& table, const plato::CoreVariable& variable, TermId a, TermId b) {
  return plato::is_map(variable) ? table.map_eq(a, b) : table.eq(a, b);
}

}   // namespace

void assert_guarantee(plato::CoreProgram& core, Literal guarantee,
                      const std::function<bool(const plato::CoreFamily&)>& keeps_it) {
  plato::Program& program = core.program;
  const std::size_t count = program.variables.size();
  const Literal promise = AboutCopies(program.table, static_cast<std::int32_t>(count)).of(guarantee);
  CoreCommand remember;
  std::vector<Literal> init{program.init};
  for (std::size_t v = 0; v < count; ++v) {
    plato::CoreVariable copy = program.variables[v];
    copy.name += "_before";
    program.variables.push_back(copy);
    core.provenance.variables.push_back(core.provenance.variables[v]);
    const TermId now = program.table.var(static_cast<std::int32_t>(v), 0),
                 before = program.table.var(static_cast<std::int32_t>(v + count), 0);
    remember.places.push_back({.variable = v + count});
    remember.values.push_back(now);
    init.push_back(equal(program.table, copy, before, now));
  }
  program.init = program.table.connective(FormulaKind::and_, init);
  const CommandId all = plato::add_command(program.commands, std::move(remember));
  // Once, though a certificate may use a statement at several places.
  std::set<StatementId> seen;
  for (const plato::CoreFamily& family : program.families)
    for (std::vector<StatementId> left{family.body}; !left.empty();) {
      const StatementId at = left.back();
      left.pop_back();
      if (at == 0 || !seen.insert(at).second) continue;
      CoreStatement& s = program.statements[at - 1];
      left.insert(left.end(), {s.first, s.second});
      if (s.kind != CoreStatement::Kind::atomic) continue;
      std::vector<CommandId> parts{s.command};
      if (keeps_it(family))
        parts.push_back(
            plato::add_command(program.commands, {.kind = CoreCommand::Kind::assert_, .condition = promise}));
      parts.push_back(all);
      s.command = plato::in_sequence(program.commands, parts);
    }
}

}   // namespace plato_test
