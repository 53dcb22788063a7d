// See value_sorts.hpp.

#include "infer/value_sorts.hpp"

#include <algorithm>
#include <numeric>

namespace plato {
namespace {

using Kind = Expression::Kind;

std::string local(std::optional<std::size_t> thread, const std::string& name) {
  return thread ? std::to_string(*thread) + ":" + name : name;
}

// What each thing is compared with or assigned makes them one.
class Unification {
 public:
  explicit Unification(const SyntaxTree& tree) : tree_(tree) {}

  void run() {
    node("tid");
    for (const VariableDeclaration& v : tree_.variables)
      if (v.initial != 0) begin(v.name, v.initial);
    for (const std::vector<ExpressionIndex>* formulas : {&tree_.assumptions, &tree_.inits})
      for (const ExpressionIndex e : *formulas) visit(e);
    for (std::size_t t = 0; t < tree_.threads.size(); ++t) {
      thread_ = t;
      for (const VariableDeclaration& v : tree_.threads[t].locals)
        if (v.initial != 0) begin(local(t, v.name), v.initial);
      statements(tree_.threads[t].body);
    }
  }

  std::map<std::string, std::size_t> names;
  std::set<std::pair<std::string, std::size_t>> reads;   // a map, and a thing that is an index of it somewhere
  std::map<std::size_t, ValueSort> sorts() {
    std::map<std::size_t, ValueSort> united;
    for (std::size_t i = 0; i < sorts_.size(); ++i) {
      ValueSort& into = united[root(i)];
      into.identifies |= sorts_[i].identifies;
      into.is_ordered |= sorts_[i].is_ordered;
      into.is_bounded |= sorts_[i].is_bounded;
      into.is_counted |= sorts_[i].is_counted;
      into.constants.insert(sorts_[i].constants.begin(), sorts_[i].constants.end());
    }
    united[root(names.at("tid"))].identifies = true;
    return united;
  }
  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

 private:
  const SyntaxTree& tree_;
  std::optional<std::size_t> thread_;
  std::vector<std::string> bound_;   // names of quantifiers around
  std::vector<std::size_t> parent_;
  std::vector<ValueSort> sorts_;

  std::size_t node(const std::string& thing) {
    const auto [at, is_new] = names.try_emplace(thing, parent_.size());
    if (is_new) {
      parent_.push_back(parent_.size());
      sorts_.emplace_back();
    }
    return at->second;
  }
  void unite(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

  // The thing whose value the expression is, perhaps with a number added; none of a number.
  std::optional<std::size_t> thing(ExpressionIndex index) {
    const Expression& e = tree_[index];
    switch (e.kind) {
      case Kind::tid: return node("tid");
      case Kind::name: return node(name_of(e));
      case Kind::select: {
        if (tree_[e.parts[0]].kind != Kind::name) return std::nullopt;
        const std::string map = name_of(tree_[e.parts[0]]);
        if (const auto i = thing(e.parts[1])) {
          unite(*i, node(map + "#"));
          reads.insert({map, *i});
        }
        return node(map + "[]");
      }
      case Kind::add:
      case Kind::sub: {
        const auto a = thing(e.parts[0]), b = thing(e.parts[1]);
        if (a && b) unite(*a, *b);
        const auto one = a ? a : b;
        if (one) sorts_[*one].is_counted = true;
        return one;
      }
      case Kind::ite: {
        const auto a = thing(e.parts[1]), b = thing(e.parts[2]);
        if (a && b) unite(*a, *b);
        return a ? a : b;
      }
      default: return std::nullopt;
    }
  }
  std::string name_of(const Expression& e) const {
    const std::string whole = e.field.empty() ? e.name : e.name + "." + e.field;
    for (std::size_t i = bound_.size(); i-- > 0;)
      if (bound_[i] == e.name) return "bound " + std::to_string(i) + " " + e.name;
    if (!thread_) return whole;
    const ThreadDeclaration& t = tree_.threads[*thread_];
    if (t.is_family && e.name == t.index) return "tid";
    const auto is_it = [&](const VariableDeclaration& v) { return v.name == e.name; };
    if (std::ranges::any_of(t.locals, is_it) || std::ranges::any_of(t.parameters, is_it)) return local(thread_, whole);
    return whole;
  }

  void same(std::optional<std::size_t> a, ExpressionIndex a_text, std::optional<std::size_t> b, ExpressionIndex b_text,
            bool orders) {
    if (a && b) unite(*a, *b);
    if (a && !b) number(*a, b_text);
    if (b && !a) number(*b, a_text);
    if (orders && a && b) sorts_[*a].is_ordered = true;
    if (orders && (a || b)) sorts_[a ? *a : *b].is_bounded = true;
  }
  void number(std::size_t thing, ExpressionIndex text) {
    if (tree_[text].kind == Kind::number) sorts_[thing].constants.insert(to_string(tree_[text].number));
  }
  void begin(const std::string& name, ExpressionIndex value) {
    const Expression& e = tree_[value];
    if (e.kind == Kind::constant_map)
      number(node(name + "[]"), e.parts[0]);
    else
      same(node(name), value, thing(value), value, false);
  }

  // Recursion is bounded by the parser.
  void visit(ExpressionIndex index) {
    const Expression& e = tree_[index];
    const std::size_t outer = bound_.size();
    if (e.kind == Kind::forall || e.kind == Kind::exists) bound_.insert(bound_.end(), e.bound.begin(), e.bound.end());
    const bool orders = e.kind == Kind::lt || e.kind == Kind::le || e.kind == Kind::gt || e.kind == Kind::ge;
    if (orders || e.kind == Kind::eq || e.kind == Kind::ne)
      same(thing(e.parts[0]), e.parts[0], thing(e.parts[1]), e.parts[1], orders);
    if (e.kind == Kind::cas)
      for (const ExpressionIndex part : {e.parts[1], e.parts[2]})
        same(thing(e.parts[0]), e.parts[0], thing(part), part, false);
    for (const ExpressionIndex part : e.parts) visit(part);
    if (e.kind == Kind::select) thing(index);
    // what a quantifier's names are of is of no use outside
    for (std::size_t i = outer; i < bound_.size(); ++i) {
      const auto at = names.find("bound " + std::to_string(i) + " " + bound_[i]);
      if (at != names.end()) names.erase(at);
    }
    bound_.resize(outer);
  }

  void statements(const std::vector<SyntaxIndex>& list) {
    for (const SyntaxIndex index : list) {
      const SyntaxStatement& s = tree_[index];
      for (const ExpressionIndex e : s.places)
        if (e != 0) visit(e);
      for (const ExpressionIndex e : s.values)
        if (e != 0) visit(e);
      for (const ExpressionIndex e : {s.condition, s.gate, s.post})
        if (e != 0) visit(e);
      if (s.kind == SyntaxStatement::Kind::assign || s.kind == SyntaxStatement::Kind::for_)
        for (std::size_t i = 0; i < s.places.size() && i < s.values.size(); ++i)
          same(thing(s.places[i]), s.places[i], thing(s.values[i]), s.values[i], s.kind == SyntaxStatement::Kind::for_);
      if (s.kind == SyntaxStatement::Kind::assign && s.operation)
        if (const auto place = thing(s.places[0])) sorts_[*place].is_counted = true;
      statements(s.body);
      statements(s.other);
      for (const auto& branch : s.branches) statements(branch);
    }
  }
};

}   // namespace

ValueSorts::ValueSorts(const SyntaxTree& tree) {
  Unification unification(tree);
  unification.run();
  sorts_ = unification.sorts();
  for (const auto& [name, number] : unification.names) {
    sort_of_[name] = unification.root(number);
    for (const auto& [map, index] : unification.reads)
      if (index == number) reads_.insert({map, name});
  }
}

std::optional<std::size_t> ValueSorts::found(const std::string& thing) const {
  const auto at = sort_of_.find(thing);
  return at == sort_of_.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::size_t> ValueSorts::of_variable(std::optional<std::size_t> thread, const std::string& name) const {
  return found(local(thread, name));
}

bool ValueSorts::has_read(const std::string& map, std::optional<std::size_t> thread, const std::string& name) const {
  return reads_.contains({map, local(thread, name)});
}

}   // namespace plato
