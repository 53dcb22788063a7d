// Printing core programs; see core_text.hpp.

#include "core/core_text.hpp"

#include <vector>

namespace plato {
namespace {

// Statements with an explicit stack: what is still to be printed, innermost last.
class StatementPrinter {
 public:
  explicit StatementPrinter(const CoreProgram& program) : program_(program) {}

  std::string run(StatementId body) {
    push(body, 1);
    while (!rest_.empty()) {
      const Item item = rest_.back();
      rest_.pop_back();
      if (item.statement == 0)
        line(item.text, item.depth);
      else
        statement(item);
    }
    return std::move(text_);
  }

 private:
  struct Item {
    StatementId statement = 0;
    std::string text;
    std::size_t depth = 0;
  };
  const CoreProgram& program_;
  std::vector<Item> rest_;
  std::string text_;

  void push(StatementId s, std::size_t depth) { rest_.push_back({s, {}, depth}); }
  void push(std::string text, std::size_t depth) { rest_.push_back({0, std::move(text), depth}); }
  void line(const std::string& text, std::size_t depth) { text_ += std::string(2 * depth, ' ') + text + "\n"; }
  std::string formula(Literal l) const { return core_formula_text(program_, l); }

  void statement(const Item& item) {
    const CoreStatement& s = program_.statements[item.statement - 1];
    const std::size_t depth = item.depth;
    switch (s.kind) {
      case CoreStatement::Kind::skip: return line("skip;", depth);
      case CoreStatement::Kind::atomic: {
        std::string text = "atomic";
        if (!is_trivial(program_, s.gate)) text += " requires " + formula(s.gate);
        const std::string step = core_step_text(program_, s.proof_step != 0 ? s.proof_step : s.step);
        if (s.assertion != 0) line("{ " + formula(s.assertion) + " }", depth);
        text += (step.starts_with("modifies ") ? " " : ": ") + step;
        if (!is_trivial(program_, s.post)) text += " ensures " + formula(s.post);
        return line(text + ";   // " + std::to_string(s.where.line) + ": " + s.text, depth);
      }
      case CoreStatement::Kind::cut: return line("cut " + formula(s.assertion) + ";", depth);
      case CoreStatement::Kind::seq: push(s.second, depth); return push(s.first, depth);
      case CoreStatement::Kind::choice:
        push("}", depth);
        push(s.second, depth + 1);
        push("} or {", depth);
        push(s.first, depth + 1);
        return push("choose {", depth);
      case CoreStatement::Kind::loop:
        push("}", depth);
        push(s.first, depth + 1);
        return push("loop invariant " + formula(s.assertion) + " {", depth);
    }
  }
};

}   // namespace

std::string type_text(VariableType type) {
  switch (type) {
    case VariableType::integer: break;
    case VariableType::boolean: return "bool";
    case VariableType::map: return "int[]";
    case VariableType::bool_map: return "bool[]";
    case VariableType::thread_set: return "set";
    case VariableType::lock: return "lock";
  }
  return "int";
}

std::string type_text(const CoreVariable& variable) {
  return type_text(variable.type) + (variable.is_local ? " for each thread" : "");
}

bool is_trivial(const CoreProgram& program, Literal literal) {
  return literal == 0 || (literal > 0 && program.table[formula_of(literal)].kind == FormulaKind::true_);
}

std::string core_text(const CoreProgram& program) {
  std::string text;
  for (const CoreVariable& v : program.variables)
    text += std::string(v.is_ghost ? "ghost " : "") + "var " + v.name + ": " + type_text(v) + "\n";
  for (const CoreParameter& p : program.parameters) text += "const " + p.name + ": " + type_text(p.type) + "\n";
  const auto clause = [&](const char* word, Literal l) {
    if (!is_trivial(program, l)) text += std::string(word) + " " + core_formula_text(program, l) + "\n";
  };
  clause("assume", program.assumption);
  clause("init", program.initially != 0 ? program.initially : program.init);
  clause("invariant", program.invariant);
  clause("invariant", program.lemma);
  if (program.rely != 0 || program.guarantee != 0 || program.post != 0) {
    text += "program {\n";
    clause("  rely", program.rely);
    clause("  guarantee", program.guarantee);
    clause("  ensures", program.post);
    text += "}\n";
  }
  for (const CoreFamily& family : program.families) {
    text += "\nthread " + family.name + "[tid] for " + core_formula_text(program, family.members) +
            (family.is_outline ? " by outline" : "") + " {\n";
    text += "  rely " + core_formula_text(program, family.rely) + "\n";
    text += "  guarantee " + core_formula_text(program, family.guarantee) + "\n";
    clause("  ensures", family.post);
    text += StatementPrinter(program).run(family.body) + "}\n";
  }
  return text;
}

}   // namespace plato
