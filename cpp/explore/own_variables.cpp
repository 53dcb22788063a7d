// See own_variables.hpp.

#include "explore/own_variables.hpp"

#include <optional>

namespace plato {
namespace {

// A walk through terms and formulas, each part once, that notes the variables which are not read as a thread's own.
class Sharing {
 public:
  explicit Sharing(const Program& program)
      : program_(program),
        table_(program.table),
        is_shared_(program.variables.size()),
        terms_(program.table.term_count() + 1),
        formulas_(program.table.formula_count() + 1) {}

  void share(std::size_t variable) { is_shared_[variable] = true; }
  bool is_shared(std::size_t variable) const { return is_shared_[variable]; }

  // A part of a command, or of the specification, where a thread's own entries are not known.
  void read(Literal formula, bool is_of_thread = true) {
    push(formula);
    walk(is_of_thread);
  }
  void read(TermId term) {
    open_.push_back({.is_formula = false, .index = term});
    walk(true);
  }
  void write(const CorePlace& place) {
    if (!place.index || !is_thread(*place.index)) share(place.variable);
    if (place.index) read(*place.index);
  }

 private:
  const Program& program_;
  const FormulaTable& table_;
  std::vector<bool> is_shared_;
  std::vector<bool> terms_, formulas_;   // that were looked at
  std::vector<Node> open_;

  bool is_thread(TermId term) const { return table_[term].kind == TermKind::logic && table_[term].operand[0] == 0; }
  void push(Literal formula) { open_.push_back({.is_formula = true, .index = index_of(formula_of(formula))}); }

  void walk(bool is_of_thread) {
    while (!open_.empty()) {
      const Node node = open_.back();
      open_.pop_back();
      // What is claimed is looked at even if a command has the same part.
      std::vector<bool>& seen = node.is_formula ? formulas_ : terms_;
      if (is_of_thread && seen[node.index]) continue;
      if (is_of_thread) seen[node.index] = true;
      if (node.is_formula)
        look_at(static_cast<FormulaId>(node.index));
      else
        look_at(static_cast<TermId>(node.index), is_of_thread);
    }
  }
  void look_at(FormulaId id) {
    const Formula& f = table_[id];
    for (std::int32_t operand : table_.operands(id)) {
      if (has_terms(f.kind)) open_.push_back({.is_formula = false, .index = static_cast<TermId>(operand)});
      if (has_literals(f.kind)) push(operand);
    }
  }
  void look_at(TermId id, bool is_of_thread) {
    const Term& t = table_[id];
    if (t.kind == TermKind::var) return share(static_cast<std::size_t>(t.operand[0]));
    const bool is_own = is_of_thread && t.kind == TermKind::select && table_[t.term(0)].kind == TermKind::var;
    if (is_own && is_thread(t.term(1))) return;
    if (t.kind == TermKind::ite) push(t.operand[0]);
    for (std::size_t i = term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i)
      open_.push_back({.is_formula = false, .index = t.term(i)});
  }
};

}   // namespace

std::vector<std::size_t> own_variables(const Program& program, const Specification& specification) {
  Sharing sharing(program);
  for (const CoreStatement& s : program.statements) {
    if (s.kind != CoreStatement::Kind::atomic) continue;
    for (CommandId part : parts_of_command(program.commands, s.command)) {
      const CoreCommand& c = command_of(program, part);
      for (Literal formula : {c.condition, c.action, c.post})
        if (formula != 0) sharing.read(formula);
      for (TermId value : c.values) sharing.read(value);
      for (const CorePlace& place : c.places) sharing.write(place);
    }
  }
  for (const std::optional<Literal>& claim :
       {specification.rely, specification.guarantee, specification.invariant, specification.post})
    if (claim) sharing.read(*claim, false);
  std::vector<std::size_t> own;
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    if (program.variables[v].is_local && !program.variables[v].is_ghost && !sharing.is_shared(v)) own.push_back(v);
  return own;
}

}   // namespace plato
