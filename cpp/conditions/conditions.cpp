// Reading the kernel's text; see conditions.hpp and lean/Plato/Goal/Print.lean.

#include "conditions/conditions.hpp"

#include <charconv>
#include <optional>
#include <stdexcept>

#include "system/input_file.hpp"

namespace plato {
namespace {

std::int32_t number_in(std::string_view digits) {
  std::int32_t value = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc{})
    throw std::logic_error("the kernel's conditions are not as they should be");
  return value;
}

// The words and numbers of one line.
class Line {
 public:
  explicit Line(std::string_view text) : rest_(text) {}

  std::string_view word() {
    skip_spaces();
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return found;
  }
  bool at_end() {
    skip_spaces();
    return rest_.empty();
  }
  std::int32_t number() { return number_in(word()); }

 private:
  std::string_view rest_;

  void skip_spaces() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
};

class Reader {
 public:
  Conditions read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(Line(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(result_);
  }

 private:
  Conditions result_;
  std::vector<TermId> terms_{0};   // the kernel's number -> ours
  std::vector<FormulaId> formulas_{FormulaId::none};

  TermId term(Line& line) { return terms_.at(static_cast<std::size_t>(line.number())); }
  Literal literal(Line& line) {
    const std::int32_t number = line.number();
    const Literal formula = literal_of(formulas_.at(static_cast<std::size_t>(number < 0 ? -number : number)));
    return number < 0 ? -formula : formula;
  }
  std::vector<Literal> literals(Line& line) {
    std::vector<Literal> list;
    while (!line.at_end()) list.push_back(literal(line));
    return list;
  }

  // The kernel makes an entry once, so this number is new, or (hardly ever) a second one for the same entry.
  void add(TermId id) {
    CertificateNumbers& numbers = result_.numbers;
    numbers.terms.resize(std::max<std::size_t>(numbers.terms.size(), id + 1));
    ++numbers.last_term;
    if (numbers.terms[id] == 0) numbers.terms[id] = numbers.last_term;
    terms_.push_back(id);
  }
  void add(Literal formula) {
    CertificateNumbers& numbers = result_.numbers;
    const std::uint32_t id = index_of(formula_of(formula));
    numbers.formulas.resize(std::max<std::size_t>(numbers.formulas.size(), id + 1));
    ++numbers.last_formula;
    if (numbers.formulas[id] == 0) numbers.formulas[id] = numbers.last_formula;
    formulas_.push_back(formula_of(formula));
  }

  void read_line(Line line) {
    const std::string_view word = line.word();
    if (word == "label") return read_label(line);
    if (word == "run") return read_run(line);
    if (word == "obligation") return begins_.push_back(static_cast<std::size_t>(line.number()));
    if (word == "condition") return read_condition(line);
    if (word == "rest") return read_rest(line);
    if (word == "shows") return read_shows(line);
    FormulaTable& t = result_.table;
    switch (word.at(0)) {
      case 'n': return add(t.num(parse_integer(line.word())));
      case 'v': {
        const std::int32_t name = line.number();
        return add(t.var(name, line.number()));
      }
      case 'y': return add(t.logic(line.number()));
      case 'b': return add(t.bound(line.number()));
      case '+': return add_binary(TermKind::add, line);
      case '-': return add_binary(TermKind::sub, line);
      case '*': return add_binary(TermKind::mul, line);
      case '/': return add_binary(TermKind::div, line);
      case '%': return add_binary(TermKind::mod, line);
      case 'P': return add_binary(TermKind::pair, line);
      case 'B': return add_binary(TermKind::branch, line);
      case 's': return add_binary(TermKind::select, line);
      case 'D': return add_binary(TermKind::difference, line);
      case 'u': {
        const TermId map = term(line), index = term(line);
        return add(t.store(map, index, term(line)));
      }
      case 'k': return add(t.constant(term(line)));
      case 'I': {
        const Literal condition = literal(line);
        const TermId first = term(line);
        return add(t.ite(condition, first, term(line)));
      }
      case 'l': return add_relation(FormulaKind::le, line);
      case 'e': return add_relation(FormulaKind::eq, line);
      case 'm': return add_relation(FormulaKind::map_eq, line);
      case '&': return add(t.connective(FormulaKind::and_, literals(line)));
      case '|': return add(t.connective(FormulaKind::or_, literals(line)));
      case '=': return add(t.connective(FormulaKind::iff, literals(line)));
      case '?': return add(t.connective(FormulaKind::ite, literals(line)));
      case 'A': return add(t.all(literal(line)));
      default: throw std::logic_error("the kernel's conditions have an unknown line");
    }
  }
  void add_binary(TermKind kind, Line& line) {
    const TermId first = term(line);
    add(result_.table.binary(kind, first, term(line)));
  }
  void add_relation(FormulaKind kind, Line& line) {
    const TermId first = term(line);
    add(result_.table.relation(kind, first, term(line)));
  }

  void read_label(Line& line) {
    PartLabel label{.literal = literal(line)};
    label.statement = static_cast<std::uint32_t>(line.number());
    label.part = static_cast<PartLabel::Part>(line.number());
    result_.labels.push_back(label);
  }

  void read_run(Line& line) {
    RunLabel run{.statement = static_cast<std::uint32_t>(line.number())};
    run.before = line.number();
    run.inputs = line.number();
    run.obligation = static_cast<std::size_t>(line.number());
    result_.runs.push_back(run);
  }

  // The first condition of each obligation. Those of reduction come before all obligations.
  std::vector<std::size_t> begins_;
  std::size_t obligation_ = 0;

  void read_condition(Line& line) {
    while (obligation_ < begins_.size() && begins_[obligation_] <= result_.conditions.size()) ++obligation_;
    Condition condition;
    condition.obligation = obligation_;
    condition.origin.rule = line.word();
    condition.origin.family = static_cast<std::uint32_t>(line.number());
    condition.origin.second = static_cast<std::uint32_t>(line.number());
    line.word();   // the colon
    condition.literals = literals(line);
    result_.conditions.push_back(std::move(condition));
  }

  // What a condition shows, or a rest that conditions share: parts of the program, and further rests, which the kernel
  // has named before.
  struct Scope {
    std::vector<ShownPart> parts;
    std::vector<std::size_t> rests;
  };
  std::vector<Scope> rests_;

  Scope read_scope(Line& line) {
    Scope scope;
    line.word();   // the colon
    while (!line.at_end()) {
      const std::string_view word = line.word();
      if (word == "rest")
        scope.rests.push_back(static_cast<std::size_t>(line.number()));
      else
        scope.parts.push_back({.statement = static_cast<std::uint32_t>(number_in(word)),
                               .part = static_cast<ShownPart::Part>(line.number())});
    }
    return scope;
  }
  void read_rest(Line& line) {
    const auto number = static_cast<std::size_t>(line.number());
    rests_.resize(std::max(rests_.size(), number + 1));
    rests_[number] = read_scope(line);
  }
  void read_shows(Line& line) {
    Condition& condition = result_.conditions.at(static_cast<std::size_t>(line.number()));
    std::vector<Scope> pending = {read_scope(line)};
    std::vector<bool> is_seen(rests_.size());
    while (!pending.empty()) {
      const Scope scope = std::move(pending.back());
      pending.pop_back();
      condition.shows.insert(condition.shows.end(), scope.parts.begin(), scope.parts.end());
      for (std::size_t rest : scope.rests)
        if (!is_seen.at(rest)) {
          is_seen[rest] = true;
          pending.push_back(rests_[rest]);
        }
    }
  }
};

}   // namespace

tl::expected<Conditions, NoText> ask_for_conditions(std::string_view program) {
  return conditions_from_kernel(as_bytes(program)).map([](const std::string& text) { return Reader().read(text); });
}

}   // namespace plato
