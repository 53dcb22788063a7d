// See certificate_program.hpp; certificates/FORMAT.md says what the lines mean.

#include "certificate_program.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

namespace plato_test {

using plato::CommandId;
using plato::CoreCommand;
using plato::CorePlace;
using plato::CoreStatement;
using plato::FormulaKind;
using plato::Literal;
using plato::StatementId;
using plato::TermId;
using plato::TermKind;

namespace {

struct Unreadable {};

constexpr std::int64_t most_names = 1000;

// To the kernel, 0-2 is two numbers.
std::string with_spaces(const std::string& certificate) {
  std::string text;
  for (const char c : certificate) {
    if (c == '-' && !text.empty() && text.back() >= '0' && text.back() <= '9') text += ' ';
    text += c;
  }
  return text;
}

class Reader {
 public:
  CertificateProgram read(const Lines& lines) {
    if (lines.size() < 3 || !lines[1].starts_with("claim ")) throw Unreadable{};
    result_.claim = lines[1].substr(6);
    program().assumption = program().init = result_.ensures = result_.guarantee = program().table.truth();
    std::size_t i = 2;
    for (; i < lines.size() && !lines[i].starts_with("by "); ++i) read_line(split_words(lines[i]));
    // The outline is the proof's, not the program's.
    if (i < lines.size() && (lines[i] == "by thread-modular" || lines[i] == "by procedures"))
      while (i < lines.size() && lines[i] != "proof") ++i;
    if (i == lines.size()) throw Unreadable{};
    result_.rest.assign(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1, lines.end());
    for (const CoreStatement& s : program().statements)
      if (s.kind == CoreStatement::Kind::call && (s.procedure == 0 || s.procedure > program().procedures.size()))
        throw Unreadable{};
    infer_types(count_initial_values());
    result_.terms = terms_;
    return std::move(result_);
  }

 private:
  CertificateProgram result_;
  std::vector<TermId> terms_{0};
  std::vector<Literal> formulas_{0};
  std::vector<CorePlace> places_;
  std::int64_t parameters_ = 0, variables_ = 0;
  std::vector<std::int32_t> declared_maps_, declared_integers_;

  plato::Program& program() { return result_.core.program; }

  static std::int64_t number(const Words& words, std::size_t i) {
    if (i >= words.size() || !is_number(words[i])) throw Unreadable{};
    return std::stoll(words[i]);
  }
  static std::int32_t name(const Words& words, std::size_t i) {
    const std::int64_t value = number(words, i);
    if (value < 0 || value > most_names) throw Unreadable{};
    return static_cast<std::int32_t>(value);
  }
  TermId term(const Words& words, std::size_t i) {
    const std::int64_t value = number(words, i);
    if (value <= 0 || value >= static_cast<std::int64_t>(terms_.size())) throw Unreadable{};
    return terms_[static_cast<std::size_t>(value)];
  }
  Literal literal(const Words& words, std::size_t i) {
    const std::int64_t value = number(words, i), entry = value < 0 ? -value : value;
    if (entry == 0 || entry >= static_cast<std::int64_t>(formulas_.size())) throw Unreadable{};
    return value < 0 ? -formulas_[static_cast<std::size_t>(entry)] : formulas_[static_cast<std::size_t>(entry)];
  }
  // A variable outside of its quantifier is for the kernel alone, to which it is 0.
  Literal closed(const Words& words, std::size_t i) {
    const Literal found = literal(words, i);
    if (program().table[plato::formula_of(found)].loose != 0) throw Unreadable{};
    return found;
  }
  TermId closed_term(const Words& words, std::size_t i) {
    const TermId found = term(words, i);
    if (program().table[found].loose != 0 || mentions_later_store({false, found})) throw Unreadable{};
    return found;
  }
  // About one store: that both versions are then the same store is for the kernel alone, too.
  Literal predicate(const Words& words, std::size_t i) {
    const Literal found = closed(words, i);
    if (mentions_later_store({true, plato::index_of(plato::formula_of(found))})) throw Unreadable{};
    return found;
  }
  bool mentions_later_store(plato::Node root) {
    for (const plato::Node part : plato::parts_of(program().table, std::span(&root, 1))) {
      if (part.is_formula) continue;
      const plato::Term& term = program().table[TermId{part.index}];
      if (term.kind == TermKind::var && term.operand[1] != 0) return true;
    }
    return false;
  }
  const CorePlace& place(const Words& words, std::size_t i) {
    const std::int64_t value = number(words, i);
    if (value <= 0 || value > static_cast<std::int64_t>(places_.size())) throw Unreadable{};
    return places_[static_cast<std::size_t>(value) - 1];
  }
  CommandId command(const Words& words, std::size_t i) {
    const std::int64_t value = number(words, i);
    if (value <= 0 || value > static_cast<std::int64_t>(program().commands.size())) throw Unreadable{};
    return static_cast<CommandId>(value);
  }
  StatementId statement(const Words& words, std::size_t i) {
    const std::int64_t value = number(words, i);
    if (value <= 0 || value > static_cast<std::int64_t>(program().statements.size())) throw Unreadable{};
    return static_cast<StatementId>(value);
  }
  std::vector<Literal> literals(const Words& words) {
    std::vector<Literal> all;
    for (std::size_t i = 1; i < words.size(); ++i) all.push_back(literal(words, i));
    return all;
  }

  void read_line(const Words& words) {
    if (words.empty()) throw Unreadable{};
    if (words[0].starts_with('#')) return;
    if (words[0].size() > 1) return read_word(words);
    plato::FormulaTable& t = program().table;
    switch (words[0][0]) {
      case 'n': return terms_.push_back(t.num(plato::parse_integer(words.at(1))));
      case 'v': {
        const std::int32_t variable = name(words, 1), version = name(words, 2);
        variables_ = std::max<std::int64_t>(variables_, variable + 1);
        return terms_.push_back(t.var(variable, version == 0 ? 0 : 1));   // every later store is the one after
      }
      case 'y': {
        const std::int32_t index = name(words, 1);
        parameters_ = std::max<std::int64_t>(parameters_, index);
        return terms_.push_back(t.logic(index));
      }
      case 'b': return terms_.push_back(t.bound(name(words, 1)));
      case '+': return binary(TermKind::add, words);
      case '-': return binary(TermKind::sub, words);
      case '*': return binary(TermKind::mul, words);
      case '/': return binary(TermKind::div, words);
      case '%': return binary(TermKind::mod, words);
      case 'P': return binary(TermKind::pair, words);
      case 'B': return binary(TermKind::branch, words);
      case 's': return binary(TermKind::select, words);
      case 'D': return binary(TermKind::difference, words);
      case 'u': return terms_.push_back(t.store(term(words, 1), term(words, 2), term(words, 3)));
      case 'k': return terms_.push_back(t.constant(term(words, 1)));
      case 'I': return terms_.push_back(t.ite(literal(words, 1), term(words, 2), term(words, 3)));
      case 't': return formulas_.push_back(t.truth());
      case 'l': return formulas_.push_back(t.le(term(words, 1), term(words, 2)));
      case 'e': return formulas_.push_back(t.eq(term(words, 1), term(words, 2)));
      case 'm': return formulas_.push_back(t.map_eq(term(words, 1), term(words, 2)));
      case '&': return formulas_.push_back(t.connective(FormulaKind::and_, literals(words)));
      case '|': return formulas_.push_back(t.connective(FormulaKind::or_, literals(words)));
      case '>': return formulas_.push_back(t.connective(FormulaKind::implies, literals(words)));
      case '=': return formulas_.push_back(t.connective(FormulaKind::iff, literals(words)));
      case '?': return formulas_.push_back(t.connective(FormulaKind::ite, literals(words)));
      case 'A': return formulas_.push_back(t.all(literal(words, 1)));
      default: throw Unreadable{};
    }
  }
  void binary(TermKind kind, const Words& words) {
    terms_.push_back(program().table.binary(kind, term(words, 1), term(words, 2)));
  }

  void read_word(const Words& words) {
    using Kind = CoreStatement::Kind;
    const std::string& word = words[0];
    CoreStatement made;
    if (word == "skip") {
      made.kind = Kind::skip;
    } else if (word == "atomic") {
      made.kind = Kind::atomic;
      made.command = command(words, 1);
    } else if (word == "choice" || word == "seq") {
      made.kind = word == "seq" ? Kind::seq : Kind::choice;
      made.first = statement(words, 1), made.second = statement(words, 2);
    } else if (word == "loop" || word == "block") {
      made.kind = word == "loop" ? Kind::loop : Kind::block;
      made.first = statement(words, 1);
    } else if (word == "exit") {
      made.kind = Kind::exit;
      made.passed = static_cast<std::uint32_t>(name(words, 1));
    } else if (word == "call") {
      made.kind = Kind::call;
      made.procedure = static_cast<plato::ProcedureId>(name(words, 1));
    } else if (word == "scope") {
      made.kind = Kind::scope;
      made.first = statement(words, 1);
      for (std::size_t i = 2; i < words.size(); ++i) {
        const std::int32_t variable = name(words, i);
        variables_ = std::max<std::int64_t>(variables_, variable + 1);
        made.variables.push_back(static_cast<std::size_t>(variable));
      }
    } else if (word == "par") {
      made.kind = Kind::par;
      made.low = closed_term(words, 1), made.high = closed_term(words, 2), made.first = statement(words, 3);
    } else if (!read_command(words)) {
      return read_clause(words);
    } else {
      return;
    }
    program().statements.push_back(std::move(made));
    result_.core.outline.statements.emplace_back();
    result_.core.provenance.statements.emplace_back();
  }

  // Whether it is a line of commands: places, types of variables, and commands themselves.
  bool read_command(const Words& words) {
    using Kind = CoreCommand::Kind;
    const std::string& word = words[0];
    CoreCommand made;
    if (word == "int" || word == "map") {
      const std::int32_t variable = name(words, 1);
      variables_ = std::max<std::int64_t>(variables_, variable + 1);
      (word == "map" ? declared_maps_ : declared_integers_).push_back(variable);
      return true;
    }
    if (word == "const" || word == "constmap" || word == "called" || word == "proc")
      return true;   // names, which say nothing
    if (word == "place") {
      const std::int32_t variable = name(words, 1);
      variables_ = std::max<std::int64_t>(variables_, variable + 1);
      CorePlace found{.variable = static_cast<std::size_t>(variable)};
      if (words.size() > 2) found.index = closed_term(words, 2);
      places_.push_back(found);
      return true;
    }
    if (word == "assign") {
      for (std::size_t i = 1; i < words.size(); i += 2) {
        made.places.push_back(place(words, i));
        made.values.push_back(closed_term(words, i + 1));
      }
    } else if (word == "havoc") {
      made.kind = Kind::havoc;
      for (std::size_t i = 1; i < words.size(); ++i) made.places.push_back(place(words, i));
    } else if (word == "when" || word == "assert") {
      made.kind = word == "when" ? Kind::assume : Kind::assert_;
      made.condition = predicate(words, 1);
    } else if (word == "if") {
      made.kind = Kind::if_;
      made.condition = predicate(words, 1), made.first = command(words, 2), made.second = command(words, 3);
    } else if (word == "either" || word == "then") {
      made.kind = word == "then" ? Kind::seq : Kind::choice;
      made.first = command(words, 1), made.second = command(words, 2);
    } else if (word == "operation") {
      made.kind = Kind::operation;
      made.condition = predicate(words, 1), made.action = closed(words, 2), made.post = closed(words, 3);
      for (std::size_t i = 4; i < words.size(); ++i) made.places.push_back(place(words, i));
    } else {
      return false;
    }
    program().commands.push_back(std::move(made));
    return true;
  }

  void read_clause(const Words& words) {
    const std::string& word = words[0];
    if (word == "assume")
      program().assumption = predicate(words, 1);
    else if (word == "init")
      program().init = predicate(words, 1);
    else if (word == "invariant")
      result_.core.specification.invariant = predicate(words, 1);
    else if (word == "race-free")
      for (std::size_t i = 1; i < words.size(); ++i)
        result_.core.specification.races.push_back(static_cast<std::size_t>(std::stoull(words[i])));
    else if (word == "ensures")
      result_.ensures = predicate(words, 1);
    else if (word == "guarantee")
      result_.guarantee = closed(words, 1);
    else if (word == "rely")
      return;   // not the program's
    else if (word == "procedure")
      program().procedures.push_back({.name = "procedure", .body = statement(words, 1)});
    else if (word == "family")
      read_family(words);
    else
      throw Unreadable{};
  }

  void read_family(const Words& words) {
    program().families.push_back({.name = "family", .members = predicate(words, 1), .body = statement(words, 2)});
    result_.core.outline.families.emplace_back();
    result_.core.provenance.families.emplace_back();
  }

  // A schedule gives values to all variables, also to those that the program does not mention, such as ghosts. Those
  // that start as maps.
  std::vector<std::int32_t> count_initial_values() {
    std::vector<std::int32_t> maps;
    for (const std::string& line : result_.rest) {
      const Words words = split_words(line);
      if (words.empty() || words[0] == "run") break;
      if (words[0] != "v" && words[0] != "V" && words[0] != "F") continue;
      const std::int32_t variable = name(words, 1);
      variables_ = std::max<std::int64_t>(variables_, variable + 1);
      if (words[0] != "v") maps.push_back(variable);
    }
    return maps;
  }

  // A variable is a map if it is declared or used as one; if it is an integer, too, only the kernel knows what that
  // means.
  void infer_types(const std::vector<std::int32_t>& maps) {
    plato::FormulaTable& t = program().table;
    program().variables.resize(static_cast<std::size_t>(variables_));
    result_.core.provenance.variables.resize(program().variables.size());
    program().parameters.resize(static_cast<std::size_t>(parameters_));
    std::vector<bool> is_integer(program().variables.size()), is_map(program().variables.size());
    const auto use = [&](std::vector<bool>& as, TermId id) {
      if (t[id].kind == TermKind::var) as[static_cast<std::size_t>(t[id].operand[0])] = true;
    };
    for (TermId id = 1; id <= t.term_count(); ++id)
      for (std::size_t i = plato::term_operand_begin(t[id].kind); i < plato::term_operand_end(t[id].kind); ++i) {
        const bool is_of_map = i == 0 && (t[id].kind == TermKind::select || t[id].kind == TermKind::store);
        use(is_of_map ? is_map : is_integer, t[id].term(i));
      }
    for (std::uint32_t i = 1; i <= t.formula_count(); ++i) {
      const auto id = static_cast<plato::FormulaId>(i);
      if (!plato::has_terms(t[id].kind)) continue;
      for (TermId side : {t.left(id), t.right(id)}) use(t[id].kind == FormulaKind::map_eq ? is_map : is_integer, side);
    }
    // What a command writes: an element, a whole map or an integer.
    for (const CorePlace& place : places_)
      if (place.index) is_map[place.variable] = true;
    for (const CoreStatement& s : program().statements)
      for (std::size_t variable : s.variables) is_map[variable] = true;
    for (std::int32_t map : declared_maps_) is_map[static_cast<std::size_t>(map)] = true;
    for (std::int32_t integer : declared_integers_) is_integer[static_cast<std::size_t>(integer)] = true;
    for (std::int32_t map : maps) {
      const auto v = static_cast<std::size_t>(map);
      if (!is_integer[v]) is_map[v] = true;
    }
    for (std::size_t v = 0; v < program().variables.size(); ++v) {
      if (is_map[v] && is_integer[v]) throw Unreadable{};
      if (is_map[v]) program().variables[v].type = plato::VariableType::map;
    }
    for (const CoreCommand& command : program().commands)
      for (std::size_t i = 0; i < command.values.size(); ++i) check_value(command.places[i], command.values[i]);
  }
  // What is written has the sort of its place; what the kernel makes of other values is for it alone.
  void check_value(const CorePlace& place, TermId value) {
    const bool wants_map = !place.index && plato::is_map(program().variables[place.variable]);
    if (is_of_map(value) != wants_map) throw Unreadable{};
  }
  bool is_of_map(TermId value) {
    const plato::Term& t = program().table[value];
    switch (t.kind) {
      case TermKind::store:
      case TermKind::const_: return true;
      case TermKind::var: return plato::is_map(program().variables[static_cast<std::size_t>(t.operand[0])]);
      case TermKind::ite: {
        const bool first = is_of_map(t.term(1));
        if (first != is_of_map(t.term(2))) throw Unreadable{};
        return first;
      }
      default: return false;
    }
  }
};

}   // namespace

std::optional<CertificateProgram> read_certificate_program(const std::string& certificate) {
  try {
    return Reader().read(split_lines(with_spaces(certificate)));
  } catch (const Unreadable&) {
    return std::nullopt;
  } catch (const std::exception&) {   // of numbers that cannot be parsed
    return std::nullopt;
  }
}

}   // namespace plato_test
