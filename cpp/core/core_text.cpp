// Printing core programs; see core_text.hpp.

#include "core/core_text.hpp"

#include <vector>

namespace plato {
namespace {

// Statements with an explicit stack: what is still to be printed, innermost last.
class StatementPrinter {
 public:
  explicit StatementPrinter(const CoreProgram& core) : core_(core), program_(core.program) {}

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
  const CoreProgram& core_;
  const Program& program_;
  std::vector<Item> rest_;
  std::string text_;

  void push(StatementId s, std::size_t depth) { rest_.push_back({s, {}, depth}); }
  void push(std::string text, std::size_t depth) { rest_.push_back({0, std::move(text), depth}); }
  void line(const std::string& text, std::size_t depth) { text_ += std::string(2 * depth, ' ') + text + "\n"; }
  std::string formula(Literal l) const { return core_call_text(program_, l); }

  // A statement that is one step by itself is written as it is; several are an atomic block.
  std::string operation(StatementId number) const {
    const StatementProvenance& from = core_.provenance.statements[number - 1];
    const CommandId command = witness_command(program_, core_.outline, number);
    const CoreCommand& c = command_of(program_, command);
    std::string text = core_command_text(program_, command);
    if (does_nothing(c))
      text = "atomic { }";
    else if (has_parts(c))
      text = "atomic { " + text + (text.ends_with('}') ? " }" : "; }");
    else
      text += ";";
    return text + "   // " + std::to_string(from.where.line) + ": " + from.text;
  }

  // What the actions of a called procedure are for this one.
  std::string commits(StatementId call) const {
    std::string text;
    for (CommandId c : core_.outline.statements[call - 1].commits)
      text += (text.empty() ? "   // actions: " : ", ") + core_command_text(program_, c);
    return text;
  }

  void statement(const Item& item) {
    const CoreStatement& s = statement_of(program_, item.statement);
    const std::optional<Literal>& asserted = core_.outline.statements[item.statement - 1].assertion;
    const std::size_t depth = item.depth;
    switch (s.kind) {
      case CoreStatement::Kind::skip: return line(asserted ? "cut " + formula(*asserted) + ";" : "skip;", depth);
      case CoreStatement::Kind::atomic:
        if (asserted) line("{ " + formula(*asserted) + " }", depth);
        return line(operation(item.statement), depth);
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
        return push("loop invariant " + formula(asserted.value()) + " {", depth);
      case CoreStatement::Kind::block:
        push("}", depth);
        push(s.first, depth + 1);
        return push("block {", depth);
      case CoreStatement::Kind::exit: return line("exit " + std::to_string(s.passed) + ";", depth);
      case CoreStatement::Kind::call:
        return line("call " + procedure_of(program_, s.procedure).name + ";" + commits(item.statement), depth);
      case CoreStatement::Kind::scope: {
        std::string names;
        for (std::size_t v : s.variables) names += (names.empty() ? "" : ", ") + program_.variables[v].name;
        push("}", depth);
        push(s.first, depth + 1);
        return push("scope " + names + " {", depth);
      }
      case CoreStatement::Kind::par: {
        push("}", depth);
        push(s.first, depth + 1);
        push("{", depth);
        if (const auto& branches = core_.outline.statements[item.statement - 1].branches) {
          const auto says = [&](const char* word, Literal l) {
            push(word + core_formula_text(program_, l), depth + 1);
          };
          says("ensures ", branches->post);
          says("requires ", branches->pre);
          says("through ", branches->through);
          says("guarantee ", branches->guarantee);
          says("rely ", branches->rely);
        }
        return push("par " + core_term_text(program_, s.low) + " .. " + core_term_text(program_, s.high), depth);
      }
    }
  }
};

// What happens during calls; of which ones, if that is not the same for all.
std::string calls_text(const Program& program, const std::vector<CallOutline>& calls) {
  std::string text;
  for (const CallOutline& call : calls) {
    text += "  through " + core_formula_text(program, call.through);
    for (std::size_t i = 0; calls.size() > 1 && i < call.callees.size(); ++i)
      text += (i == 0 ? "   // " : ", ") + program.procedures[call.callees[i] - 1].name;
    text += "\n";
  }
  return text;
}

// What callers know of a procedure; `through` is for what it calls itself.
std::string specification_text(const Program& program, const ProcedureOutline& outline) {
  std::string text = "  requires " + core_formula_text(program, outline.pre) + "\n  rely " +
                     core_formula_text(program, outline.rely) + "\n";
  text += calls_text(program, outline.calls);
  text += "  idle " + core_formula_text(program, outline.idle) + "\n";
  for (Literal step : outline.steps) text += "  action " + core_formula_text(program, step) + "\n";
  return text + "  ensures " + core_call_text(program, outline.post) + "\n";
}

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
  std::string text = type_text(variable.type);
  for (std::uint32_t i = variable.call ? 1 : 0; i < variable.inner; ++i) text += "[]";
  return text + (variable.call ? " for each call of each thread" : variable.is_local ? " for each thread" : "");
}

std::string type_text(const CoreParameter& parameter) {
  return type_text(CoreVariable{.name = parameter.name, .type = parameter.type, .inner = parameter.inner});
}

std::string core_text(const CoreProgram& core) {
  const Program& program = core.program;
  const Specification& specification = core.specification;
  std::string text;
  for (const CoreVariable& v : program.variables)
    text += std::string(v.is_ghost ? "ghost " : "") + "var " + v.name + ": " + type_text(v) + "\n";
  for (const CoreParameter& p : program.parameters) text += "const " + p.name + ": " + type_text(p) + "\n";
  const auto clause = [&](const char* word, const std::optional<Literal>& l) {
    if (!is_trivial(program, l)) text += std::string(word) + " " + core_formula_text(program, *l) + "\n";
  };
  clause("assume", program.assumption);
  clause("init", initial_stores(program, core.outline));
  clause("invariant", specification.invariant);
  clause("invariant", core.outline.lemma);
  for (std::size_t v : specification.races) text += "race-free " + program.variables[v].name + "\n";
  if (specification.rely || specification.guarantee || specification.post) {
    text += "program {\n";
    clause("  rely", specification.rely);
    clause("  guarantee", specification.guarantee);
    clause("  ensures", specification.post);
    text += "}\n";
  }
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    text += "\nprocedure " + program.procedures[p].name + " {\n";
    if (core.outline.procedures[p]) text += specification_text(program, *core.outline.procedures[p]);
    text += StatementPrinter(core).run(program.procedures[p].body) + "}\n";
  }
  for (std::size_t f = 0; f < program.families.size(); ++f) {
    const CoreFamily& family = program.families[f];
    const FamilyOutline& outline = core.outline.families[f];
    text += "\nthread " + family.name + "[tid] for " + core_formula_text(program, family.members) +
            (outline.is_explicit ? " by outline" : "") + " {\n";
    text += "  rely " + core_formula_text(program, outline.rely) + "\n";
    text += "  guarantee " + core_formula_text(program, outline.guarantee) + "\n";
    text += calls_text(program, outline.calls);
    clause("  ensures", outline.post);
    text += StatementPrinter(core).run(family.body) + "}\n";
  }
  return text;
}

}   // namespace plato
