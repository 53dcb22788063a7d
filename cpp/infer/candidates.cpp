// See candidates.hpp.

#include "infer/candidates.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace plato {
namespace {

using Type = SyntaxType::Kind;
using Guards = std::set<std::string>;

struct Place {
  std::string name;   // as the source writes it
  Type type = Type::integer;
  std::uint32_t enumeration = 0;   // 1 + its place in the tree's list
  std::size_t indices = 0;         // of a map
};

void add_place(std::vector<Place>& places, const std::string& name, const SyntaxType& type) {
  if (type.kind == Type::record) {
    for (const SyntaxType::Field& field : type.fields) add_place(places, name + "." + field.name, field.type);
    return;
  }
  const bool is_map = type.kind == Type::map || type.kind == Type::bool_map || type.kind == Type::lock_map;
  places.push_back({.name = name,
                    .type = type.kind,
                    .enumeration = type.enumeration,
                    .indices = is_map ? 1 + type.inner.size() : 0});
}

// What threads share and the program itself uses, the most mentioned ones if they are many: of ghosts the user knows
// what to say.
std::vector<Place> shared_places(const SyntaxTree& tree) {
  constexpr std::size_t most_places = 24;
  std::map<std::string, std::size_t> mentions;
  for (const Expression& e : tree.expressions)
    if (e.kind == Expression::Kind::name) ++mentions[e.name];
  std::vector<const VariableDeclaration*> variables;
  for (const VariableDeclaration& v : tree.variables)
    if (!v.is_constant && !v.is_ghost) variables.push_back(&v);
  if (variables.size() > most_places)
    std::ranges::stable_sort(variables, std::greater{}, [&](const auto* v) { return mentions[v->name]; });
  std::vector<Place> places;
  for (const VariableDeclaration* v : variables) add_place(places, v->name, v->type);
  if (places.size() > most_places) places.resize(most_places);
  return places;
}

// More are not tried: their number grows with the square of the variables.
constexpr std::size_t most_candidates = 6'000;

bool is_number(const Place& p) { return p.type == Type::integer && p.enumeration == 0; }

bool is_identifier(const SyntaxTree& tree, ExpressionIndex e) {
  const Expression& expression = tree[e];
  return expression.kind == Expression::Kind::tid ||
         (expression.kind == Expression::Kind::name &&
          std::ranges::any_of(tree.threads, [&](const ThreadDeclaration& t) { return t.index == expression.name; }));
}

// The numbers that identifiers of threads are assigned to or compared with.
std::set<std::string> owners(const SyntaxTree& tree) {
  std::set<std::string> found;
  const auto is_named = [&](ExpressionIndex e) { return tree[e].kind == Expression::Kind::name; };
  for (const Expression& e : tree.expressions)
    for (const ExpressionIndex part : e.parts)
      if ((e.kind == Expression::Kind::eq || e.kind == Expression::Kind::ne || e.kind == Expression::Kind::cas) &&
          is_named(part) && std::ranges::any_of(e.parts, [&](ExpressionIndex p) { return is_identifier(tree, p); }))
        found.insert(tree[part].name);
  for (const SyntaxStatement& s : tree.statements)
    for (std::size_t i = 0; i < s.places.size() && i < s.values.size(); ++i)
      if (is_named(s.places[i]) && is_identifier(tree, s.values[i])) found.insert(tree[s.places[i]].name);
  return found;
}

// A formula about a value that may guard others: that it is true, that it is one of the enumeration's, ….
std::vector<std::string> questions(const SyntaxTree& tree, const Place& p, const std::string& value) {
  if (p.type == Type::boolean || p.type == Type::bool_map) return {value, "!" + value};
  std::vector<std::string> found;
  if (p.enumeration != 0)
    for (const EnumerationDeclaration::Value& v : tree.enumerations[p.enumeration - 1].values)
      found.push_back(value + " == " + v.name);
  return found;
}

class Relies {
 public:
  explicit Relies(const SyntaxTree& tree) : tree_(tree), places_(shared_places(tree)), owners_(owners(tree)) {}

  std::vector<Candidate> run() {
    for (std::size_t t = 0; t < tree_.threads.size(); ++t) {
      thread_ = t;
      most_ = (t + 1) * most_candidates / tree_.threads.size();
      whole_stores();
      elements();
    }
    return std::move(found_);
  }

 private:
  const SyntaxTree& tree_;
  std::vector<Place> places_;
  std::set<std::string> owners_;
  std::vector<Candidate> found_;
  std::size_t thread_ = 0;
  std::size_t most_ = 0;   // candidates, up to this thread

  bool is_owner(const Place& p) const { return p.type == Type::lock || (is_number(p) && owners_.contains(p.name)); }

  void add(Guards guards, std::string conclusion, bool is_elementwise = false) {
    if (found_.size() >= most_) return;
    found_.push_back({.guards = std::move(guards),
                      .conclusion = std::move(conclusion),
                      .is_elementwise = is_elementwise,
                      .thread = thread_});
  }

  void whole_stores() {
    std::vector<std::string> mine, others;   // what the thread holds, and what is so
    for (const Place& p : places_) {
      if (p.indices == 0 && is_owner(p)) mine.push_back(p.name + " == tid");
      if (p.type == Type::set) mine.push_back("tid in " + p.name);
      if (p.indices == 0) std::ranges::copy(questions(tree_, p, p.name), std::back_inserter(others));
      if (p.indices == 1) std::ranges::copy(questions(tree_, p, p.name + "[tid]"), std::back_inserter(others));
    }
    std::vector<Guards> guards = {{}};
    for (const std::string& m : mine) guards.push_back({m});
    for (const std::string& o : others) guards.push_back({o});
    for (const std::string& m : mine)
      for (const std::string& o : others) guards.push_back({m, o});
    for (const Guards& g : guards)
      for (const Place& p : places_) conclusions(g, p);
  }

  // What may be said of a place after a step of another thread.
  void conclusions(const Guards& given, const Place& p) {
    const std::string &x = p.name, after = x + "'";
    const auto under = [&](std::string more, std::string conclusion) {
      Guards guards = given;
      guards.insert(std::move(more));
      add(std::move(guards), std::move(conclusion));
    };
    add(given, "unchanged(" + x + ")");
    if (p.indices == 0 && is_owner(p)) {
      under(x + " == tid", after + " == tid");
      under(x + " != tid", after + " != tid");
    }
    if (p.type == Type::set) {
      under("tid in " + x, "tid in " + after);
      under("!(tid in " + x + ")", "!(tid in " + after + ")");
    }
    if (p.indices == 0 && is_number(p)) {
      add(given, after + " >= " + x);
      add(given, after + " <= " + x);
    }
    if (p.indices == 0)
      for (const std::string& question : questions(tree_, p, x)) under(question, "(" + primed(question, x) + ")");
    if (p.indices == 1) add(given, after + "[tid] == " + x + "[tid]");
    if (p.indices == 2 && given.empty()) add(given, after + "[tid][k] == " + x + "[tid][k]", true);
  }

  static std::string primed(std::string formula, const std::string& name) {
    return formula.insert(formula.find(name) + name.size(), "'");
  }

  void elements() {
    std::vector<Guards> guards = {{}};
    for (const Place& p : places_) {
      if (p.indices == 1)
        for (const std::string& question : questions(tree_, p, p.name + "[k]")) guards.push_back({question});
      if (p.type == Type::lock_map && p.indices == 1) guards.push_back({p.name + "[k] == tid"});
      if (p.type == Type::map && p.enumeration == 0 && p.indices == 1) guards.push_back({p.name + "[k] != 0"});
      for (const Place& q : places_)
        if (p.indices == 0 && q.indices == 0 && is_number(p) && is_number(q) && p.name != q.name)
          guards.push_back({p.name + " <= k", "k < " + q.name});
    }
    for (const Guards& g : guards)
      for (const Place& p : places_) {
        if (p.indices != 1) continue;
        const std::string before = p.name + "[k]", after = p.name + "'[k]";
        if (!g.empty()) add(g, after + " == " + before, true);
        for (const std::string& question : questions(tree_, p, before))
          if (g.contains(question)) add(g, "(" + primed(question, p.name) + ")", true);
        if (p.type == Type::lock_map && g.empty()) add({before + " != tid"}, after + " != tid", true);
        if (p.type == Type::map && p.enumeration == 0) {
          add(g, after + " >= " + before, true);
          add(g, after + " <= " + before, true);
        }
      }
  }
};

class Invariants {
 public:
  explicit Invariants(const SyntaxTree& tree) : tree_(tree), places_(shared_places(tree)) {
    constexpr std::size_t most = 6;
    std::set<std::string> numbers = {"0", "1"};
    for (const Expression& e : tree.expressions)
      if (e.kind == Expression::Kind::number && numbers.size() < most) numbers.insert(to_string(e.number));
    constants_.assign(numbers.begin(), numbers.end());
    for (const VariableDeclaration& v : tree.variables)
      if (v.is_constant && v.type.kind == Type::integer && v.type.enumeration == 0) {
        constants_.push_back(v.name);
        parameters_.push_back(v.name);
      }
  }

  std::vector<Candidate> run() {
    std::vector<std::string> free, others;
    for (const Place& p : places_) {
      if (p.indices != 0) continue;
      if (p.type == Type::lock) free.push_back(p.name + " == 0");
      std::ranges::copy(questions(tree_, p, p.name), std::back_inserter(others));
      if (is_number(p)) others.push_back(p.name + " != 0");
    }
    std::vector<Guards> guards = {{}};
    for (const std::string& f : free) guards.push_back({f});
    for (const std::string& o : others) guards.push_back({o});
    for (const std::string& f : free)
      for (const std::string& o : others) guards.push_back({f, o});
    const std::vector<std::string> facts = scalar_facts();
    for (const Guards& g : guards)
      for (const std::string& fact : facts)
        if (!g.contains(fact)) add(g, fact);
    elements();
    return std::move(found_);
  }

 private:
  const SyntaxTree& tree_;
  std::vector<Place> places_;
  std::vector<std::string> constants_, parameters_;
  std::vector<Candidate> found_;

  void add(Guards guards, std::string conclusion, bool is_elementwise = false) {
    if (found_.size() >= most_candidates) return;
    found_.push_back({.kind = Annotation::Kind::invariant,
                      .guards = std::move(guards),
                      .conclusion = std::move(conclusion),
                      .is_elementwise = is_elementwise});
  }

  std::vector<std::string> scalar_facts() const {
    std::vector<std::string> found;
    for (const Place& p : places_) {
      if (p.indices != 0) continue;
      if (p.type == Type::set) found.push_back(p.name + " == {}");
      std::ranges::copy(questions(tree_, p, p.name), std::back_inserter(found));
      if (!is_number(p)) continue;
      for (const std::string& c : constants_)
        for (const char* relation : {" == ", " >= ", " <= "}) found.push_back(p.name + relation + c);
      for (const Place& q : places_) {
        if (q.indices != 0 || !is_number(q) || q.name == p.name) continue;
        found.push_back(p.name + " <= " + q.name);
        for (const std::string& c : parameters_) found.push_back(p.name + " <= " + q.name + " + " + c);
        if (p.name > q.name) continue;
        found.push_back(p.name + " == " + q.name);
        for (const std::string& c : constants_) found.push_back(p.name + " + " + q.name + " == " + c);
      }
    }
    return found;
  }

  void elements() {
    std::vector<Guards> guards = {{}};
    for (const Place& p : places_) {
      if (p.indices == 1)
        for (const std::string& question : questions(tree_, p, p.name + "[k]")) guards.push_back({question});
      for (const Place& q : places_)
        if (p.indices == 0 && q.indices == 0 && is_number(p) && is_number(q) && p.name != q.name)
          guards.push_back({p.name + " <= k", "k < " + q.name});
    }
    for (const Guards& g : guards)
      for (const Place& p : places_) {
        if (p.indices != 1 || p.type != Type::map || p.enumeration != 0) continue;
        for (const std::string& c : constants_)
          for (const char* relation : {" == ", " >= ", " <= "}) add(g, p.name + "[k]" + relation + c, true);
        for (const Place& q : places_)
          if (q.indices == 0 && is_number(q)) add(g, p.name + "[k] <= " + q.name, true);
      }
  }
};

// The statements of a list between one that takes a variable and the one that gives it back.
struct Region {
  std::size_t thread = 0;
  Place variable{};
  std::string first{}, last{};   // labels
};

class Regions {
 public:
  explicit Regions(const SyntaxTree& tree) : tree_(tree), places_(shared_places(tree)) {
    for (const SyntaxStatement& s : tree.statements)
      for (const SyntaxLabel& label : s.labels) names_.insert(label.name);
    for (const VariableDeclaration& v : tree.variables) names_.insert(v.name);
  }

  RegionCandidates run() {
    for (std::size_t t = 0; t < tree_.threads.size(); ++t) look_into(t, tree_.threads[t].body);
    for (const Region& r : regions_) say(r);
    for (std::size_t a = 0; a < regions_.size(); ++a)
      for (std::size_t b = a; b < regions_.size(); ++b)
        if (regions_[a].variable.name == regions_[b].variable.name) exclude(regions_[a], regions_[b]);
    return std::move(found_);
  }

 private:
  const SyntaxTree& tree_;
  std::vector<Place> places_;
  std::set<std::string> names_;   // that are taken
  std::vector<Region> regions_;
  RegionCandidates found_;

  bool assigns(SyntaxIndex index, const std::string& name) const {
    const SyntaxStatement& s = tree_[index];
    const auto is_it = [&](ExpressionIndex e) {
      return e != 0 && tree_[e].kind == Expression::Kind::name && tree_[e].name == name;
    };
    const auto swaps = [&](ExpressionIndex e) {
      return e != 0 && tree_[e].kind == Expression::Kind::cas && is_it(tree_[e].parts[0]);
    };
    return std::ranges::any_of(s.places, is_it) || swaps(s.condition) || std::ranges::any_of(s.values, swaps) ||
           std::ranges::any_of(s.body, [&](SyntaxIndex part) { return assigns(part, name); });
  }

  // It may have to wait before it assigns.
  bool takes(SyntaxIndex index, const std::string& name) const {
    using Kind = SyntaxStatement::Kind;
    const SyntaxStatement& s = tree_[index];
    const auto waits = [&](SyntaxIndex part) {
      return tree_[part].kind == Kind::await || tree_[part].kind == Kind::assume;
    };
    return assigns(index, name) && (s.kind == Kind::raw || s.kind == Kind::await || s.kind == Kind::while_ ||
                                    std::ranges::any_of(s.body, waits));
  }

  void look_into(std::size_t thread, const std::vector<SyntaxIndex>& list) {
    for (const Place& p : places_) {
      if (p.indices != 0 || (p.type != Type::boolean && p.type != Type::integer)) continue;
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (!takes(list[i], p.name)) continue;
        const auto next = std::find_if(list.begin() + static_cast<std::ptrdiff_t>(i) + 1, list.end(),
                                       [&](SyntaxIndex s) { return assigns(s, p.name); });
        if (next == list.end() || *next == list[i + 1]) continue;
        regions_.push_back({thread, p, label(list[i + 1], "inside_" + p.name), label(*next, "leaving_" + p.name)});
      }
    }
    for (const SyntaxIndex s : list) {
      if (tree_[s].kind == SyntaxStatement::Kind::block) continue;   // one step
      look_into(thread, tree_[s].body);
      look_into(thread, tree_[s].other);
    }
  }

  // Its own, or a new one.
  std::string label(SyntaxIndex statement, std::string wish) {
    for (const Annotation& a : found_.labels)
      if (a.statement == statement) return a.formula;
    if (!tree_[statement].labels.empty()) return tree_[statement].labels.front().name;
    std::ranges::replace(wish, '.', '_');
    std::string name = wish;
    for (int i = 2; !names_.insert(name).second; ++i) name = wish + std::to_string(i);
    found_.labels.push_back({.kind = Annotation::Kind::label, .formula = name, .thread = {}, .statement = statement});
    return name;
  }

  std::string within(const Region& r, const std::string& member) const {
    const ThreadDeclaration& t = tree_.threads[r.thread];
    return "within(" + t.name + (t.is_family ? "[" + member + "]" : "") + ", " + r.first + " .. " + r.last + ")";
  }
  void add(Candidate candidate) {
    if (found_.candidates.size() >= most_candidates) return;
    candidate.is_about_places = true;
    found_.candidates.push_back(std::move(candidate));
  }

  void say(const Region& r) {
    for (const Place& p : places_)
      add({.guards = {within(r, "tid")}, .conclusion = "unchanged(" + p.name + ")", .thread = r.thread});
    std::vector<std::string> facts = questions(tree_, r.variable, r.variable.name);
    if (is_number(r.variable)) facts = {r.variable.name + " == 0", r.variable.name + " != 0"};
    for (const std::string& fact : facts)
      add({.kind = Annotation::Kind::invariant,
           .guards = {within(r, "k")},
           .conclusion = fact,
           .is_elementwise = true});
  }

  // Not two at the same time.
  void exclude(const Region& a, const Region& b) {
    const bool is_same = a.thread == b.thread;
    if (is_same && !tree_.threads[a.thread].is_family) return;
    add({.kind = Annotation::Kind::invariant,
         .conclusion =
             "forall k, j :: " + within(a, "k") + " && " + within(b, "j") + " ==> " + (is_same ? "k == j" : "false")});
  }
};

// "x + y <= 3" in its parts.
struct Comparison {
  std::string left, relation, right;
};
std::optional<Comparison> comparison_of(const std::string& formula) {
  for (const char* relation : {" == ", " >= ", " <= "})
    if (const std::size_t at = formula.rfind(relation); at != std::string::npos)
      return Comparison{formula.substr(0, at), relation, formula.substr(at + 4)};
  return std::nullopt;
}

std::optional<long> small_number(const std::string& text) {
  constexpr std::size_t most_digits = 9;
  if (text.empty() || text.size() > most_digits || text.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stol(text);
}

// x == 3 says more than x >= 3, and that more than x >= 1.
bool implies_comparison(const std::string& stronger, const std::string& weaker) {
  const auto s = comparison_of(stronger), w = comparison_of(weaker);
  if (!s || !w || s->left != w->left || w->relation == " == ") return false;
  if (s->relation != " == " && s->relation != w->relation) return false;
  if (s->right == w->right) return true;
  const auto a = small_number(s->right), b = small_number(w->right);
  return a && b && (w->relation == " >= " ? *a >= *b : *a <= *b);
}

// Both say that a place stays, or that it only grows: "unchanged(x)" says more than "x' >= x".
bool implies(const std::string& stronger, const std::string& weaker) {
  if (stronger == weaker || implies_comparison(stronger, weaker)) return true;
  if (!stronger.starts_with("unchanged(")) return false;
  const std::string name = stronger.substr(10, stronger.size() - 11);
  return weaker == name + "' >= " + name || weaker == name + "' <= " + name ||
         weaker == name + "'[tid] == " + name + "[tid]" || weaker == name + "'[k] == " + name + "[k]" ||
         weaker == name + "'[k] >= " + name + "[k]" || weaker == name + "'[k] <= " + name + "[k]" ||
         weaker.starts_with("(" + name + "'") || weaker.starts_with("(!" + name + "'") || weaker == name + "' == tid" ||
         weaker == name + "' != tid";
}

bool follows_from(const Candidate& weaker, const Candidate& stronger) {
  return weaker.kind == stronger.kind && weaker.thread == stronger.thread &&
         std::ranges::includes(weaker.guards, stronger.guards) && implies(stronger.conclusion, weaker.conclusion);
}

}   // namespace

Annotation annotation_of(const Candidate& candidate) {
  std::string formula = candidate.is_elementwise ? "forall k :: " : "";
  for (const std::string& guard : candidate.guards)
    formula += (guard == *candidate.guards.begin() ? "" : " && ") + guard;
  if (!candidate.guards.empty()) formula += " ==> ";
  return {.kind = candidate.kind, .formula = formula + candidate.conclusion, .thread = candidate.thread};
}

std::vector<Candidate> candidate_relies(const SyntaxTree& tree) { return Relies(tree).run(); }

std::vector<Candidate> candidate_invariants(const SyntaxTree& tree) { return Invariants(tree).run(); }

RegionCandidates candidate_regions(const SyntaxTree& tree) { return Regions(tree).run(); }

std::vector<Candidate> strongest(std::vector<Candidate> candidates, std::size_t threads) {
  std::ranges::stable_sort(candidates, {}, [](const Candidate& c) { return c.guards.size(); });
  std::vector<Candidate> kept;
  for (Candidate& c : candidates) {
    if (std::ranges::any_of(kept, [&](const Candidate& k) { return follows_from(c, k); })) continue;
    std::erase_if(kept, [&](const Candidate& k) { return follows_from(k, c); });
    kept.push_back(std::move(c));
  }
  std::map<std::string, std::size_t> count;
  for (const Candidate& c : kept)
    if (c.thread) ++count[annotation_of(c).formula];
  std::vector<Candidate> told;
  std::set<std::string> said;
  for (Candidate& c : kept) {
    if (c.thread && count[annotation_of(c).formula] == threads) {
      c.thread.reset();
      if (!said.insert(annotation_of(c).formula).second) continue;
    }
    told.push_back(std::move(c));
  }
  return told;
}

}   // namespace plato
