// See state_atoms.hpp.

#include "infer/state_atoms.hpp"

#include <algorithm>
#include <set>

#include "source/program_lexer.hpp"

namespace plato {
namespace {

using Type = SyntaxType::Kind;

// ---- names

std::string with_names(std::string_view formula, const std::string& from, const std::string& to) {
  Diagnostics none;
  std::string made;
  std::size_t at = 0;
  for (const Token& token : read_tokens(formula, none)) {
    if (token.text != from || (token.kind != Token::Kind::name && token.kind != Token::Kind::keyword)) continue;
    made += formula.substr(at, token.offset - at);
    made += to;
    at = token.offset + token.text.size();
  }
  return made + std::string(formula.substr(at));
}

// ---- atoms

// A term with integers or truth values.
struct Term {
  std::string text;
  std::size_t subject = 0;
  std::optional<std::size_t> sort{};
  std::optional<std::size_t> thread{};   // of a variable: whose
  std::string variable{};
};

class AtomsOfPair {
 public:
  AtomsOfPair(const SyntaxTree& tree, const ThreadLabels& labels, const ValueSorts& sorts, Vocabulary& made)
      : tree_(tree), labels_(labels), sorts_(sorts), made_(made) {}

  void run() {
    places(made_.subjects.first, made_.first, 1);
    if (made_.subjects.second) places(*made_.subjects.second, made_.second, 2);
    for (const VariableDeclaration& v : tree_.variables)
      if (!v.is_ghost) shared(v);
    locals(made_.subjects.first, made_.first, 1);
    if (made_.subjects.second) locals(*made_.subjects.second, made_.second, 2);
    elements_at_values();
    for (const Term& term : numbers_) alone(term);
    for (std::size_t a = 0; a < numbers_.size(); ++a)
      for (std::size_t b = a + 1; b < numbers_.size(); ++b) together(numbers_[a], numbers_[b]);
    if (!made_.first.empty() && !made_.second.empty() && sorts_.of_identifiers() &&
        sorts_[*sorts_.of_identifiers()].is_ordered)
      add(made_.first + " < " + made_.second, 3, both_weight);
  }

 private:
  const SyntaxTree& tree_;
  const ThreadLabels& labels_;
  const ValueSorts& sorts_;
  Vocabulary& made_;
  std::vector<Term> numbers_;

  static constexpr std::size_t both_weight = 4, constant_weight = 3, owner_weight = 5, truth_weight = 6,
                               place_weight = 8;

  void add(std::string formula, std::size_t subject, std::size_t weight, std::optional<std::size_t> place = {}) {
    if (made_.atoms.size() < most_atoms)
      made_.atoms.push_back({.formula = std::move(formula), .weight = weight, .subject = subject, .place = place});
  }

  void places(std::size_t thread, const std::string& name, std::size_t subject) {
    const LabelledThread& known = labels_.threads[thread];
    for (std::size_t i = 0; i < known.places.size() + (known.last.empty() ? 0 : 1); ++i)
      add(places_text(thread_text(tree_.threads[thread], name), known, {i}), subject, place_weight, i);
  }

  void scalar(const std::string& text, const SyntaxType& type, std::size_t subject, std::optional<std::size_t> sort,
              std::optional<std::size_t> thread = {}, const std::string& variable = {}) {
    if (type.kind == Type::boolean) return add(text, subject, truth_weight);
    if (type.enumeration != 0) {
      for (const auto& value : tree_.enumerations[type.enumeration - 1].values)
        add(text + " == " + value.name, subject, truth_weight);
      return;
    }
    if (type.kind == Type::lock) sort = sorts_.of_identifiers();
    if (type.kind == Type::integer || type.kind == Type::lock)
      numbers_.push_back({text, subject, sort, thread, variable});
  }

  // An element of a map of integers, truth values or locks.
  void element(const std::string& text, const SyntaxType& map, std::size_t subject, const std::string& name) {
    SyntaxType type = map;
    type.kind = map.kind == Type::bool_map ? Type::boolean : map.kind == Type::lock_map ? Type::lock : Type::integer;
    scalar(text, type, subject, sorts_.of_elements(name));
  }
  static bool is_map(const SyntaxType& type) {
    return (type.kind == Type::map || type.kind == Type::bool_map || type.kind == Type::lock_map) && type.inner.empty();
  }

  void shared(const VariableDeclaration& v) {
    if (!is_map(v.type)) return scalar(v.name, v.type, 0, sorts_.of_variable({}, v.name), {}, v.name);
    const auto indices = sorts_.of_indices(v.name);
    if (!indices || indices != sorts_.of_identifiers() || v.is_constant) return;
    if (!made_.first.empty()) element(v.name + "[" + made_.first + "]", v.type, 1, v.name);
    if (!made_.second.empty()) element(v.name + "[" + made_.second + "]", v.type, 2, v.name);
  }

  void locals(std::size_t thread, const std::string& name, std::size_t subject) {
    const ThreadDeclaration& t = tree_.threads[thread];
    for (const VariableDeclaration& v : t.locals)
      if (!is_map(v.type) && !v.is_ghost)
        scalar(t.name + "." + v.name + (t.is_family ? "[" + name + "]" : ""), v.type, subject,
               sorts_.of_variable(thread, v.name), thread, v.name);
  }

  // interested[turn], owner[ticket]: maps at values that are not the thread's own identifier.
  void elements_at_values() {
    const std::vector<Term> terms = numbers_;
    for (const VariableDeclaration& v : tree_.variables) {
      if (v.is_ghost || v.is_constant || !is_map(v.type)) continue;
      for (const Term& term : terms)
        if (!term.variable.empty() && sorts_.has_read(v.name, term.thread, term.variable))
          element(v.name + "[" + term.text + "]", v.type, term.subject, v.name);
    }
  }

  void alone(const Term& term) {
    constexpr std::size_t most = 6;
    if (!term.sort) return;
    const ValueSort& sort = sorts_[*term.sort];
    std::size_t count = 0;
    for (const std::string& c : sort.constants) {
      if (++count > most) break;
      add(term.text + " == " + c, term.subject, constant_weight);
      if (sort.is_bounded || sort.is_counted) add(term.text + " < " + c, term.subject, constant_weight);
    }
    if (!sort.identifies) return;
    for (const auto& [name, subject] : {std::pair(made_.first, 1U), std::pair(made_.second, 2U)}) {
      if (name.empty()) continue;
      add(term.text + " == " + name, term.subject | subject, owner_weight);
      if (sort.is_ordered) add(term.text + " < " + name, term.subject | subject, owner_weight);
    }
  }

  void together(const Term& a, const Term& b) {
    if (!a.sort || a.sort != b.sort) return;
    const ValueSort& sort = sorts_[*a.sort];
    const bool has_order = sort.is_ordered || (sort.is_counted && !sort.identifies);
    add(a.text + " == " + b.text, a.subject | b.subject, both_weight);
    if (has_order) add(a.text + " < " + b.text, a.subject | b.subject, both_weight);
  }
};

// Names for identifiers that the program has no use for.
std::vector<std::string> free_names(const SyntaxTree& tree) {
  std::set<std::string> taken;
  for (const Expression& e : tree.expressions) {
    if (e.kind == Expression::Kind::name) taken.insert(e.name);
    taken.insert(e.bound.begin(), e.bound.end());
  }
  for (const VariableDeclaration& v : tree.variables) taken.insert(v.name);
  for (const ThreadDeclaration& t : tree.threads) {
    taken.insert(t.index);
    for (const VariableDeclaration& v : t.locals) taken.insert(v.name);
  }
  std::vector<std::string> names;
  for (const char* name : {"k", "j", "i", "m", "n", "p", "q"})
    if (!taken.contains(name)) names.emplace_back(name);
  for (int i = 1; names.size() < 2; ++i)
    if (const std::string name = "k" + std::to_string(i); !taken.contains(name)) names.push_back(name);
  return names;
}

}   // namespace

std::string member_text(const std::string& members, const std::string& name) {
  return with_names(members, "tid", name);
}

std::vector<Vocabulary> vocabularies(const SyntaxTree& tree, const ThreadLabels& labels) {
  const ValueSorts sorts(tree);
  const std::vector<std::string> names = free_names(tree);
  std::vector<Vocabulary> made;
  const auto add = [&](std::size_t a, std::optional<std::size_t> b) {
    Vocabulary v{.subjects = {a, b}, .first = {}, .second = {}, .atoms = {}};
    if (tree.threads[a].is_family) v.first = names[0];
    if (b && tree.threads[*b].is_family) v.second = names[1];
    AtomsOfPair(tree, labels, sorts, v).run();
    made.push_back(std::move(v));
  };
  for (std::size_t a = 0; a < tree.threads.size(); ++a)
    for (std::size_t b = a; b < tree.threads.size(); ++b)
      if (a != b || tree.threads[a].is_family) add(a, b);
  if (made.empty() && !tree.threads.empty()) add(0, std::nullopt);
  return made;
}

namespace {

std::string negated(const std::string& atom) {
  for (const auto& [relation, opposite] : {std::pair(" == ", " != "), std::pair(" < ", " >= ")})
    if (const std::size_t at = atom.find(relation); at != std::string::npos)
      return atom.substr(0, at) + opposite + atom.substr(at + std::string_view(relation).size());
  return "!" + atom;
}

}   // namespace

std::string invariant_text(const Vocabulary& vocabulary, const Impossible& what, const ThreadLabels& labels,
                           const std::vector<std::string>& members, const SyntaxTree& tree) {
  const auto& [subjects, first, second, atoms] = vocabulary;
  std::size_t about = (what.first_places.empty() ? 0U : 1U) | (what.second_places.empty() ? 0U : 2U);
  for (const StateLiteral& l : what.literals) about |= atoms[l.atom].subject;
  std::vector<std::string> bound, given;
  const auto quantify = [&](std::size_t thread, const std::string& name) {
    if (name.empty()) return;
    bound.push_back(name);
    given.push_back(member_text(members[thread], name));
  };
  if ((about & 1U) != 0) quantify(subjects.first, first);
  if ((about & 2U) != 0) quantify(*subjects.second, second);
  if (bound.size() == 2 && subjects.first == *subjects.second) given.push_back(first + " != " + second);
  const auto say_where = [&](std::size_t thread, const std::string& name, const std::vector<std::size_t>& places) {
    if (places.empty()) return;
    const std::string text = places_text(thread_text(tree.threads[thread], name), labels.threads[thread], places);
    given.push_back(text.find(" || ") == std::string::npos ? text : "(" + text + ")");
  };
  say_where(subjects.first, first, what.first_places);
  if (subjects.second) say_where(*subjects.second, second, what.second_places);
  // The last one is the conclusion.
  for (std::size_t i = 0; i + 1 < what.literals.size(); ++i) {
    const StateLiteral& l = what.literals[i];
    given.push_back(l.is_true ? atoms[l.atom].formula : negated(atoms[l.atom].formula));
  }
  std::string conclusion = "false";
  if (!what.literals.empty()) {
    const StateLiteral& l = what.literals.back();
    conclusion = l.is_true ? negated(atoms[l.atom].formula) : atoms[l.atom].formula;
  }
  std::string text;
  for (const std::string& name : bound) text += (text.empty() ? "forall " : ", ") + name;
  if (!text.empty()) text += " :: ";
  for (std::size_t i = 0; i < given.size(); ++i) text += (i == 0 ? "" : " && ") + given[i];
  return text + (given.empty() ? "" : " ==> ") + conclusion;
}

}   // namespace plato
