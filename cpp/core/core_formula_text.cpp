// Formulas and commands of a core program as text; see core_text.hpp. The budget also bounds the recursion.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/core_text.hpp"

namespace plato {
namespace {

enum : int {
  loose = 0,
  iff_level,
  implies_level,
  or_level,
  and_level,
  comparison_level,
  sum_level,
  product_level,
  tight
};

class FormulaPrinter {
 public:
  // The formulas that `named` gives names to are written by them. `of_call`: version 1 is the store in which a
  // procedure was entered.
  FormulaPrinter(const Program& program, std::size_t budget, const Provenance* named = nullptr, bool of_call = false)
      : program_(program), table_(program.table), budget_(budget), named_(named), of_call_(of_call) {}

  void literal(Literal l, int level) {
    const FormulaId id = formula_of(l);
    if (named_ != nullptr && named_->whole_invariant == l) {
      text_ += 'I';
      return;
    }
    if (named_ != nullptr && named_->kept_invariant == l)
      return grouped(level >= implies_level, [&] { text_ += "I ==> I'"; });
    if (l > 0) return formula(id, level);
    switch (table_[id].kind) {
      case FormulaKind::true_: text_ += "false"; return;
      case FormulaKind::le: return relation(table_.right(id), " < ", table_.left(id), level);
      case FormulaKind::eq:
      case FormulaKind::map_eq: return relation(table_.left(id), " != ", table_.right(id), level);
      case FormulaKind::all: return quantifier("exists ", -table_.operands(id)[0], level);
      default: break;
    }
    text_ += '!';
    formula(id, tight);
  }
  void term(TermId id, int level) {
    if (!spend()) return;
    const Term& t = table_[id];
    switch (t.kind) {
      case TermKind::num: text_ += to_string(table_.value(id)); break;
      case TermKind::var: variable(t); break;
      case TermKind::logic: logic_variable(t.operand[0]); break;
      case TermKind::bound: text_ += bound_name(depth_ - 1 - static_cast<std::size_t>(t.operand[0])); break;
      case TermKind::add: infix(t, " + ", sum_level, level); break;
      case TermKind::sub: infix(t, " - ", sum_level, level); break;
      case TermKind::mul: infix(t, " * ", product_level, level); break;
      case TermKind::div: infix(t, " div ", product_level, level); break;
      case TermKind::mod: infix(t, " mod ", product_level, level); break;
      case TermKind::pair: call("pair", t); break;
      case TermKind::branch: branch(t); break;
      case TermKind::difference: call("difference", t); break;
      case TermKind::select:
        term(t.term(0), tight);
        indices(t.term(1), indices_of(t.term(0)));
        break;
      case TermKind::store:
        term(t.term(0), tight);
        text_ += '[';
        term(t.term(1), loose);
        text_ += " := ";
        term(t.term(2), loose);
        text_ += ']';
        break;
      case TermKind::const_:
        text_ += "map(";
        term(t.term(0), loose);
        text_ += ')';
        break;
      case TermKind::ite:
        grouped(level > loose, [&] {
          text_ += "if ";
          literal(t.operand[0], loose);
          text_ += " then ";
          term(t.term(1), loose);
          text_ += " else ";
          term(t.term(2), loose);
        });
        break;
      case TermKind::witness: text_ += "witness"; break;
    }
  }
  // [i], or [i][j] of a map of maps, where that is a pair.
  void indices(TermId index, std::uint32_t count) {
    for (; count > 1 && table_[index].kind == TermKind::pair; --count) {
      text_ += '[';
      term(table_[index].term(0), loose);
      text_ += ']';
      index = table_[index].term(1);
    }
    text_ += '[';
    term(index, loose);
    text_ += ']';
  }
  // False if nothing more is to be printed.
  bool spend() {
    if (budget_ == 0)
      text_ += "…";
    else
      --budget_;
    return budget_ != 0;
  }
  void word(std::string_view text) { text_ += text; }
  bool is_spent() const { return budget_ == 0; }
  std::string take() { return std::move(text_); }

 private:
  const Program& program_;
  const FormulaTable& table_;
  std::size_t budget_;
  const Provenance* named_;
  bool of_call_;
  std::string text_;
  std::size_t depth_ = 0;   // of quantifiers

  template <class Print>
  void grouped(bool is_grouped, Print print) {
    if (is_grouped) text_ += '(';
    print();
    if (is_grouped) text_ += ')';
  }

  // What is stored for a bool or for an element of a set: 0 is false.
  bool is_truth_value(TermId id) const {
    const Term& t = table_[id];
    const bool is_element = t.kind == TermKind::select;
    const Term& v = is_element ? table_[t.term(0)] : t;
    if (v.kind == TermKind::logic && v.operand[0] > 0) {
      const VariableType type = program_.parameters[static_cast<std::size_t>(v.operand[0]) - 1].type;
      return type == (is_element ? VariableType::bool_map : VariableType::boolean);
    }
    if (v.kind != TermKind::var) return false;
    const CoreVariable& variable = program_.variables[static_cast<std::size_t>(v.operand[0])];
    if (!is_element) return variable.type == VariableType::boolean && !variable.is_local;
    if (variable.is_local && !is_map_type(variable.type)) return variable.type == VariableType::boolean;
    return variable.type == VariableType::bool_map || variable.type == VariableType::thread_set;
  }
  // b != 0 of a bool is written b, b == 0 is !b, and of a set i in s.
  bool truth_value(TermId a, TermId b, bool is_true, int level) {
    if (!is_truth_value(a) || table_[b].kind != TermKind::num || !table_.value(b).is_zero()) return false;
    const Term& t = table_[a];
    const bool is_element = t.kind == TermKind::select;
    if (is_element && table_[t.term(0)].kind == TermKind::var &&
        program_.variables[static_cast<std::size_t>(table_[t.term(0)].operand[0])].type == VariableType::thread_set) {
      grouped(level >= comparison_level, [&] {
        term(t.term(1), comparison_level);
        text_ += is_true ? " in " : " !in ";
        term(t.term(0), comparison_level);
      });
    } else {
      if (!is_true) text_ += '!';
      term(a, tight);
    }
    return true;
  }

  void relation(TermId a, std::string_view symbol, TermId b, int level) {
    if ((symbol == " == " || symbol == " != ") && truth_value(a, b, symbol == " != ", level)) return;
    grouped(level >= comparison_level, [&] {
      term(a, comparison_level);
      text_ += symbol;
      term(b, comparison_level);
    });
  }
  static std::string bound_name(std::size_t level) {
    const std::string letter(1, static_cast<char>('i' + level % 5));
    return level < 5 ? letter : letter + std::to_string(level / 5);
  }
  void quantifier(std::string_view word, Literal body, int level) {
    grouped(level > loose, [&] {
      text_ += std::string(word) + bound_name(depth_) + " :: ";
      ++depth_;
      literal(body, loose);
      --depth_;
    });
  }

  void chain(std::span<const Literal> parts, std::string_view symbol, int own, int level) {
    grouped(level >= own, [&] {
      for (std::size_t i = 0; i < parts.size() && budget_ != 0; ++i) {
        if (i != 0) text_ += symbol;
        literal(parts[i], own);
      }
    });
  }

  void formula(FormulaId id, int level) {
    if (!spend()) return;
    const auto parts = table_.operands(id);
    switch (table_[id].kind) {
      case FormulaKind::true_: text_ += "true"; break;
      case FormulaKind::atom: text_ += "atom" + std::to_string(parts[0]); break;
      case FormulaKind::le: relation(table_.left(id), " <= ", table_.right(id), level); break;
      case FormulaKind::eq:
      case FormulaKind::map_eq: relation(table_.left(id), " == ", table_.right(id), level); break;
      case FormulaKind::and_: chain(parts, " && ", and_level, level); break;
      case FormulaKind::or_: chain(parts, " || ", or_level, level); break;
      case FormulaKind::implies: chain(parts, " ==> ", implies_level, level); break;
      case FormulaKind::iff: chain(parts, " <==> ", iff_level, level); break;
      case FormulaKind::ite:
        grouped(level > loose, [&] {
          text_ += "if ";
          literal(parts[0], loose);
          text_ += " then ";
          literal(parts[1], loose);
          text_ += " else ";
          literal(parts[2], loose);
        });
        break;
      case FormulaKind::all: quantifier("forall ", parts[0], level); break;
    }
  }

  void infix(const Term& t, std::string_view symbol, int own, int level) {
    grouped(level > own, [&] {
      term(t.term(0), own);
      text_ += symbol;
      term(t.term(1), own + 1);
    });
  }
  void variable(const Term& t) {
    const auto name = static_cast<std::size_t>(t.operand[0]);
    const std::string written =
        name < program_.variables.size() ? program_.variables[name].name : "x" + std::to_string(name);
    if (of_call_ && t.operand[1] == 1) {
      text_ += "old(" + written + ")";
      return;
    }
    text_ += written;
    text_ += std::string(static_cast<std::size_t>(t.operand[1]), '\'');
  }
  void logic_variable(std::int32_t number) {
    const auto index = static_cast<std::size_t>(number);
    if (number == 0)
      text_ += "tid";
    else
      text_ += index <= program_.parameters.size() ? program_.parameters[index - 1].name : "c" + std::to_string(number);
  }

  // How many indices the elements of the map have in the source.
  std::uint32_t indices_of(TermId map) const {
    while (table_[map].kind == TermKind::store || table_[map].kind == TermKind::ite)
      map = table_[map].term(table_[map].kind == TermKind::store ? 0 : 1);
    const Term& t = table_[map];
    const auto number = static_cast<std::size_t>(t.operand[0]);
    if (t.kind == TermKind::var && number < program_.variables.size()) return index_count(program_.variables[number]);
    if (t.kind == TermKind::logic && number > 0 && number <= program_.parameters.size())
      return index_count(program_.parameters[number - 1]);
    return 1;
  }
  // parent_of(e) or number_of(e)
  void branch(const Term& t) {
    const TermId question = t.term(1);
    if (table_[question].kind != TermKind::num) return call("branch", t);
    text_ += table_.value(question).is_zero() ? "parent_of(" : "number_of(";
    term(t.term(0), loose);
    text_ += ')';
  }
  void call(std::string_view name, const Term& t) {
    text_ += std::string(name) + "(";
    term(t.term(0), loose);
    text_ += ", ";
    term(t.term(1), loose);
    text_ += ')';
  }
};

// Statements with an explicit stack: what is still to be printed, next last.
class CommandPrinter {
 public:
  CommandPrinter(const Program& program, std::size_t budget) : program_(program), printer_(program, budget) {}

  std::string run(CommandId whole) {
    rest_.push_back({.command = whole});
    while (!rest_.empty() && !printer_.is_spent()) {
      const Item item = rest_.back();
      rest_.pop_back();
      if (item.command == 0)
        printer_.word(item.word);
      else
        command(command_of(program_, item.command), item.ends);
    }
    if (!rest_.empty()) printer_.word("…");
    return printer_.take();
  }

 private:
  using Kind = CoreCommand::Kind;
  struct Item {
    CommandId command = 0;
    std::string_view word{};
    bool ends = false;   // with a semicolon, if it is a statement that has one
  };
  const Program& program_;
  FormulaPrinter printer_;
  std::vector<Item> rest_;

  void command(const CoreCommand& c, bool ends) {
    if (!printer_.spend()) return;
    switch (c.kind) {
      case Kind::seq:
        rest_.push_back({.command = c.second, .ends = ends});
        rest_.push_back({.word = " "});
        return rest_.push_back({.command = c.first, .ends = true});
      case Kind::if_:
        printer_.word("if (");
        printer_.literal(c.condition, loose);
        printer_.word(")");
        return blocks(c, " else ");
      case Kind::choice: printer_.word("choose"); return blocks(c, " or ");
      case Kind::assign: assignment(c); break;
      case Kind::havoc:
        printer_.word("havoc ");
        places(c);
        break;
      case Kind::assume:
        printer_.word("assume ");
        printer_.literal(c.condition, loose);
        break;
      case Kind::assert_:
        printer_.word("assert ");
        printer_.literal(c.condition, loose);
        break;
      case Kind::operation: operation(c); break;
    }
    if (ends) printer_.word(";");
  }
  void blocks(const CoreCommand& c, std::string_view between) {
    const auto block = [&](CommandId part) {
      rest_.push_back({.word = " }"});
      rest_.push_back({.command = part, .ends = true});
      rest_.push_back({.word = "{ "});
    };
    const bool has_second = c.kind == Kind::choice || !does_nothing(command_of(program_, c.second));
    if (has_second) {
      block(c.second);
      rest_.push_back({.word = between});
    }
    block(c.first);
    rest_.push_back({.word = " "});
  }
  void place(const CorePlace& p) {
    printer_.word(program_.variables[p.variable].name);
    if (p.index) printer_.indices(*p.index, index_count(program_.variables[p.variable]));
  }
  void places(const CoreCommand& c) {
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      if (i != 0) printer_.word(", ");
      place(c.places[i]);
    }
  }
  void assignment(const CoreCommand& c) {
    if (c.places.empty()) return printer_.word("skip");
    places(c);
    printer_.word(" := ");
    for (std::size_t i = 0; i < c.values.size(); ++i) {
      if (i != 0) printer_.word(", ");
      printer_.term(c.values[i], loose);
    }
  }
  void operation(const CoreCommand& c) {
    printer_.word("atomic");
    if (!is_trivial(program_, c.condition)) {
      printer_.word(" requires ");
      printer_.literal(c.condition, loose);
    }
    if (!c.places.empty()) {
      printer_.word(" modifies ");
      places(c);
    }
    printer_.word(": ");
    printer_.literal(c.action, loose);
    if (is_trivial(program_, c.post)) return;
    printer_.word(" ensures ");
    printer_.literal(c.post, loose);
  }
};

}   // namespace

std::string core_formula_text(const Program& program, Literal literal, std::size_t budget) {
  FormulaPrinter printer(program, budget);
  printer.literal(literal, loose);
  return printer.take();
}

std::string core_term_text(const Program& program, TermId term, std::size_t budget) {
  FormulaPrinter printer(program, budget);
  printer.term(term, loose);
  return printer.take();
}

std::string core_assertion_text(const CoreProgram& core, Literal literal, std::size_t budget, bool of_call) {
  FormulaPrinter printer(core.program, budget, &core.provenance, of_call);
  printer.literal(literal, loose);
  return printer.take();
}

std::string core_call_text(const Program& program, Literal literal, std::size_t budget) {
  FormulaPrinter printer(program, budget, nullptr, true);
  printer.literal(literal, loose);
  return printer.take();
}

std::string core_command_text(const Program& program, CommandId command, std::size_t budget) {
  return CommandPrinter(program, budget).run(command);
}

}   // namespace plato
