// Printing core programs; see core_text.hpp.

#include "core_text.hpp"

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
      if (item.statement == 0) line(item.text, item.depth);
      else statement(item);
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
        const std::string step = core_step_text(program_, s.step);
        text += (step.starts_with("modifies ") ? " " : ": ") + step;
        if (!is_trivial(program_, s.post)) text += " ensures " + formula(s.post);
        return line(text + ";   // " + std::to_string(s.where.line) + ": " + s.text, depth);
      }
      case CoreStatement::Kind::cut: return line("cut " + formula(s.assertion) + ";", depth);
      case CoreStatement::Kind::seq:
        push(s.second, depth);
        return push(s.first, depth);
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

std::string type_text(const CoreVariable& variable) {
  const char* name = "int";
  switch (variable.type) {
    case VariableType::integer: break;
    case VariableType::boolean: name = "bool"; break;
    case VariableType::map: name = "int[]"; break;
    case VariableType::bool_map: name = "bool[]"; break;
    case VariableType::thread_set: name = "set"; break;
    case VariableType::lock: name = "lock"; break;
  }
  return variable.is_local ? std::string(name) + " for each thread" : name;
}

bool is_trivial(const CoreProgram& program, Literal literal) {
  return literal == 0 || (literal > 0 && program.table[formula_of(literal)].kind == FormulaKind::true_);
}

std::string core_text(const CoreProgram& program) {
  std::string text;
  for (const CoreVariable& v : program.variables) text += "var " + v.name + ": " + type_text(v) + "\n";
  for (const std::string& parameter : program.parameters) text += "const " + parameter + ": int\n";
  const auto clause = [&](const char* word, Literal l) {
    if (!is_trivial(program, l)) text += std::string(word) + " " + core_formula_text(program, l) + "\n";
  };
  clause("assume", program.assumption);
  clause("init", program.init);
  clause("invariant", program.invariant);
  for (const CoreFamily& family : program.families) {
    text += "\nthread " + family.name + "[tid] for " + core_formula_text(program, family.members) + " {\n";
    text += "  rely " + core_formula_text(program, family.rely) + "\n";
    text += "  guarantee " + core_formula_text(program, family.guarantee) + "\n";
    text += StatementPrinter(program).run(family.body) + "}\n";
  }
  return text;
}

}   // namespace plato
