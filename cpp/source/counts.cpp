// See counts.hpp.

#include "source/counts.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "source/tree_builder.hpp"

namespace plato {
namespace {

using Kind = Expression::Kind;

class Counts {
 public:
  Counts(SyntaxTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void run() {
    const std::size_t expressions = tree_.expressions.size();
    // Parts come before wholes, so what is counted has no count in it any more.
    for (ExpressionIndex e = 1; e < expressions; ++e)
      if (tree_[e].kind == Kind::count) expression(e);
    if (tree_.counts.empty()) return;
    for (const ThreadDeclaration& t : tree_.threads) assertions(t.body);
    for (const ProcedureDeclaration& p : tree_.procedures) assertions(p.body);
  }

 private:
  // What is counted or added up, and for which indices.
  struct Domain {
    ExpressionIndex low = 0, high = 0;   // if it is bounded
    std::optional<std::size_t> family{};
  };

  SyntaxTree& tree_;
  Diagnostics& diagnostics_;

  void expression(ExpressionIndex e) {
    const Expression x = tree_[e];
    const auto known =
        std::ranges::find_if(tree_.counts, [&](const CountDeclaration& c) { return c.text == plain(x); });
    std::string name;
    if (known != tree_.counts.end())
      name = known->name;
    else if (const auto domain = domain_of(x); domain && sees_all(e))
      name = declare(x, *domain);
    Expression made{.kind = Kind::mistake, .where = x.where, .begin = x.begin, .end = x.end};
    if (!name.empty()) {
      made.kind = Kind::name;
      made.is_primed = x.is_primed;
      made.name = name;
    }
    tree_.expressions[e] = std::move(made);
  }

  // A count is one number of the whole program, so it sees nothing that is different for each thread, or for each value
  // of a variable around it. That is told here: later stages would only say that the name is unknown.
  bool sees_all(ExpressionIndex count) {
    const std::size_t before = diagnostics_.size();
    for (ExpressionIndex part : tree_[count].parts) look(part, count, {tree_[count].bound[0]});
    return diagnostics_.size() == before;
  }
  void look(ExpressionIndex e, ExpressionIndex count, std::set<std::string> bound) {
    const Expression& x = tree_[e];
    if (x.kind == Kind::tid) return unseen(x.where, "tid", count, "it is different for each thread");
    if (x.kind == Kind::name && x.field.empty() && !bound.contains(x.name)) {
      if (const std::string why = why_unseen(x.name, count); !why.empty()) unseen(x.where, x.name, count, why);
      return;
    }
    bound.insert(x.bound.begin(), x.bound.end());
    for (ExpressionIndex part : x.parts) look(part, count, bound);
  }
  void unseen(const SourceRange& where, const std::string& name, ExpressionIndex count, const std::string& why) {
    const char* const word = tree_[count].is_true ? "sum" : "count";
    diagnostics_.push_back(
        {MessageCode::count, where,
         "'" + name + "' cannot be used in '" + word + "', which is one number for the whole program: " + why,
         std::string("let it be about the index, global variables, constants and 'T.x[i]', a local "
                     "variable of thread i")});
  }
  // Nothing if it may be seen, or nobody has declared it.
  std::string why_unseen(const std::string& name, ExpressionIndex count) const {
    const auto is_around = [&](const Expression& x) {
      return std::ranges::find(x.bound, name) != x.bound.end() &&
             std::ranges::any_of(x.parts, [&](ExpressionIndex part) { return contains(part, count); });
    };
    if (std::ranges::any_of(tree_.expressions, is_around)) return "the quantifier around it gives it many values";
    for (const Definition& d : tree_.definitions)
      if (std::ranges::find(d.parameters, name, &DefinitionParameter::name) != d.parameters.end() &&
          contains(d.body, count))
        return "it is a parameter of '" + d.name + "'";
    if (has(tree_.variables, name)) return {};
    for (const ThreadDeclaration& t : tree_.threads) {
      if (has(t.locals, name) || has(t.parameters, name)) return "it is a local variable of '" + t.name + "'";
      if (t.is_family && t.index == name) return "it is the identifier of one thread of '" + t.name + "'";
    }
    for (const ProcedureDeclaration& p : tree_.procedures)
      if (has(p.parameters, name) || has(p.results, name) || has(p.locals, name))
        return "it belongs to the calls of '" + p.name + "'";
    for (const ParDeclaration& par : tree_.pars)
      for (const ParBranch& branch : par.branches)
        if (par.index == name || has(branch.locals, name)) return "it belongs to a branch";
    return {};
  }
  static bool has(const std::vector<VariableDeclaration>& variables, const std::string& name) {
    return std::ranges::find(variables, name, &VariableDeclaration::name) != variables.end();
  }
  bool contains(ExpressionIndex e, ExpressionIndex part) const {
    return e == part || std::ranges::any_of(tree_[e].parts, [&](ExpressionIndex p) { return contains(p, part); });
  }

  // Between steps an assertion about ghosts is a cut. Inside of an atomic block there are none.
  void assertions(const std::vector<SyntaxIndex>& body) {
    for (SyntaxIndex index : body) {
      SyntaxStatement& s = tree_.statements[static_cast<std::size_t>(index)];
      if (s.kind == SyntaxStatement::Kind::assert_ && mentions_count(s.condition)) {
        s.kind = SyntaxStatement::Kind::cut;
        tree_.counted_assertions.push_back(s.where);
      }
      if (s.kind == SyntaxStatement::Kind::block) continue;
      assertions(s.body);
      assertions(s.other);
      for (const std::vector<SyntaxIndex>& branch : s.branches) assertions(branch);
    }
  }

  // Without the prime of the word, which says when.
  static std::string plain(const Expression& x) {
    std::string text = x.name;
    if (x.is_primed) text.erase(text.find('\''), 1);
    return text;
  }

  bool mentions_count(ExpressionIndex e) const {
    const Expression& x = tree_[e];
    if (x.kind == Kind::name && is_count(tree_, x.name)) return true;
    return std::ranges::any_of(x.parts, [&](ExpressionIndex part) { return mentions_count(part); });
  }

  std::optional<Domain> domain_of(const Expression& x) {
    if (x.parts.size() == 3) return Domain{.low = x.parts[1], .high = x.parts[2]};
    if (x.field.empty()) return Domain{};
    const auto found = std::ranges::find(tree_.threads, x.field, &ThreadDeclaration::name);
    if (found == tree_.threads.end() || !found->is_family) {
      diagnostics_.push_back(
          {MessageCode::count, x.where, "'" + x.field + "' is no family of threads",
           "count over a family, 'count(i in T :: …)', over a range, 'count(i in a..b :: …)', or over "
           "all integers, 'count(i :: …)'",
           found == tree_.threads.end() ? SourceRange{} : found->where,
           found == tree_.threads.end() ? "" : "this is one thread"});
      return std::nullopt;
    }
    Domain domain = bounds_of(*found, x.where);
    domain.family = static_cast<std::size_t>(found - tree_.threads.begin());
    return domain;
  }

  // The first and the last identifier of a family that is declared by them: 0 <= i < n.
  Domain bounds_of(const ThreadDeclaration& family, const SourceRange& where) {
    Domain domain;
    if (family.members == 0) return domain;
    std::vector<ExpressionIndex> parts{family.members};
    if (tree_[family.members].kind == Kind::and_) parts = tree_[family.members].parts;
    if (parts.size() != 2) return {};
    const TreeBuilder build(tree_, where);
    for (ExpressionIndex part : parts) {
      Expression x = tree_[part];
      if (x.parts.size() != 2) return {};
      if (x.kind == Kind::gt || x.kind == Kind::ge) {   // a > b is b < a
        std::swap(x.parts[0], x.parts[1]);
        x.kind = x.kind == Kind::gt ? Kind::lt : Kind::le;
      }
      if (x.kind != Kind::lt && x.kind != Kind::le) return {};
      const bool is_low = is_index(family, x.parts[1]), is_high = is_index(family, x.parts[0]);
      if (is_low == is_high) return {};
      const ExpressionIndex bound = x.parts[is_low ? 0 : 1];
      (is_low ? domain.low : domain.high) =
          x.kind == Kind::le ? bound : build.make(is_low ? Kind::add : Kind::sub, {bound, build.number(1)});
    }
    return domain.low == 0 || domain.high == 0 ? Domain{} : domain;
  }
  bool is_index(const ThreadDeclaration& family, ExpressionIndex e) const {
    const Expression& x = tree_[e];
    return x.kind == Kind::tid || (x.kind == Kind::name && x.field.empty() && x.name == family.index);
  }

  // What the family says of its own identifier, said of i.
  ExpressionIndex about(const ThreadDeclaration& family, ExpressionIndex e, const std::string& i) {
    Expression copy = tree_[e];
    if (is_index(family, e)) copy = {.kind = Kind::name, .name = i, .where = copy.where};
    for (ExpressionIndex& part : copy.parts) part = about(family, part, i);
    return add(tree_, std::move(copy));
  }

  // The expression with another one in the place of a name.
  ExpressionIndex replaced(ExpressionIndex e, const std::string& name, ExpressionIndex by) {
    Expression copy = tree_[e];
    if (copy.kind == Kind::name && copy.field.empty() && copy.name == name) return by;
    if (std::ranges::find(copy.bound, name) != copy.bound.end()) return e;
    for (ExpressionIndex& part : copy.parts) part = replaced(part, name, by);
    return add(tree_, std::move(copy));
  }

  // i is in the domain; nothing if every integer is.
  ExpressionIndex membership(const Expression& x, const Domain& domain, const std::string& i) {
    const TreeBuilder build(tree_, x.where);
    if (domain.low != 0)
      return build.make(Kind::and_, {build.make(Kind::le, {domain.low, build.name(i)}),
                                     build.make(Kind::le, {build.name(i), domain.high})});
    if (!domain.family || tree_.threads[*domain.family].members == 0) return 0;
    const ThreadDeclaration family = tree_.threads[*domain.family];
    return about(family, family.members, i);
  }

  void ghost(const std::string& name, bool is_map, ExpressionIndex initial, const SourceRange& where) {
    VariableDeclaration variable{
        name, {is_map ? SyntaxType::Kind::map : SyntaxType::Kind::integer}, initial, false, where};
    variable.is_ghost = true;
    tree_.variables.push_back(std::move(variable));
  }

  std::string declare(const Expression& x, const Domain& domain) {
    CountDeclaration count{.is_sum = x.is_true, .text = plain(x), .where = x.where};
    count.name = (x.is_true ? "sum." : "count.") + std::to_string(tree_.counts.size() + 1);
    x.is_true ? declare_sum(x, domain, count) : declare_count(x, domain, count);
    tree_.counts.push_back(count);
    return count.name;
  }

  void declare_sum(const Expression& x, const Domain& domain, CountDeclaration& count) {
    const TreeBuilder build(tree_, x.where);
    const std::string& i = x.bound[0];
    count.held = count.name + ".of";
    ghost(count.name, false, build.number(0), x.where);
    ghost(count.held, true, build.make(Kind::constant_map, {build.number(0)}), x.where);
    const ExpressionIndex member = membership(x, domain, i);
    const ExpressionIndex value =
        member == 0 ? x.parts[0] : build.make(Kind::ite, {member, x.parts[0], build.number(0)});
    const auto held = [&] { return build.element(build.name(count.held), build.name(i)); };
    count.about = build.forall(i, build.make(Kind::eq, {value, held()}));
    count.laws = {count.about};
    tree_.invariants.push_back(count.about);
  }

  void declare_count(const Expression& x, const Domain& domain, CountDeclaration& count) {
    const TreeBuilder build(tree_, x.where);
    const std::string& bound = x.bound[0];
    const std::string in = count.name + ".in", i = count.name + ".i";
    count.at = count.name + ".at";
    count.place = count.name + ".place";
    // predicate in(i) = D(i) && P(i)
    const ExpressionIndex member = membership(x, domain, bound);
    tree_.definitions.push_back({.name = in,
                                 .parameters = {{bound, {SyntaxType::Kind::integer}, x.where}},
                                 .body = member == 0 ? x.parts[0] : build.make(Kind::and_, {member, x.parts[0]}),
                                 .where = x.where});
    const auto is_in = [&](ExpressionIndex index) {
      return add(tree_, Expression{.kind = Kind::call, .name = in, .parts = {index}, .where = x.where});
    };
    const auto number = [&] { return build.name(count.name); };
    const auto of = [&](const std::string& map, ExpressionIndex index) {
      return build.element(build.name(map), index);
    };
    const auto equal = [&](ExpressionIndex a, ExpressionIndex b) { return build.make(Kind::eq, {a, b}); };
    const auto within = [&](ExpressionIndex low, ExpressionIndex e, ExpressionIndex high) {
      return build.make(Kind::and_, {build.make(Kind::le, {low, e}), build.make(Kind::lt, {e, high})});
    };
    const auto me = [&] { return build.name(i); };
    const bool is_bounded = domain.low != 0;
    const auto size = [&] {   // high - low + 1
      return build.make(Kind::add, {build.make(Kind::sub, {domain.high, domain.low}), build.number(1)});
    };
    count.about = build.forall(i, is_in(me()));
    // At first nobody is counted, or all are.
    ghost(count.at, true, 0, x.where);
    ghost(count.place, true, 0, x.where);
    const bool may_be_all = is_bounded && !has_ghosts(x.parts[0]);
    const ExpressionIndex first =
        may_be_all ? build.make(Kind::ite, {build.make(Kind::and_, {build.make(Kind::le, {domain.low, domain.high}),
                                                                    replaced(x.parts[0], bound, domain.low)}),
                                            size(), build.number(0)})
                   : build.number(0);
    const auto moved = [&](Kind kind) { return is_bounded ? build.make(kind, {me(), domain.low}) : me(); };
    ghost(count.name, false, first, x.where);
    tree_.inits.push_back(build.forall(i, equal(of(count.at, me()), moved(Kind::add))));
    tree_.inits.push_back(build.forall(i, equal(of(count.place, me()), moved(Kind::sub))));
    std::vector<ExpressionIndex>& laws = count.laws;
    laws.push_back(build.make(Kind::le, {build.number(0), number()}));
    laws.push_back(build.forall(
        i, build.make(Kind::iff, {is_in(me()), within(build.number(0), of(count.place, me()), number())})));
    laws.push_back(build.forall(i, equal(of(count.place, of(count.at, me())), me())));
    laws.push_back(build.forall(i, equal(of(count.at, of(count.place, me())), me())));
    if (is_bounded) {
      const auto end = [&] { return build.make(Kind::add, {domain.high, build.number(1)}); };
      laws.push_back(
          build.make(Kind::or_, {build.make(Kind::le, {number(), size()}), equal(number(), build.number(0))}));
      laws.push_back(build.forall(i, build.make(Kind::iff, {within(domain.low, me(), end()),
                                                            within(build.number(0), of(count.place, me()), size())})));
      // If not all are counted, the one that comes next is not.
      const auto next = [&] { return of(count.at, number()); };
      laws.push_back(build.make(
          Kind::implies,
          {build.make(Kind::lt, {number(), size()}),
           build.make(Kind::and_, {within(domain.low, next(), end()), build.make(Kind::negation, {is_in(next())})})}));
    }
    // If any are counted, the first one is.
    laws.push_back(build.make(
        Kind::implies, {build.make(Kind::lt, {build.number(0), number()}), is_in(of(count.at, build.number(0)))}));
    tree_.invariants.insert(tree_.invariants.end(), laws.begin(), laws.end());
  }

  // Where threads are, and other ghosts: first values of ghosts cannot depend on them.
  bool has_ghosts(ExpressionIndex e) const {
    std::set<std::string> definitions;
    return has_ghosts(e, definitions);
  }
  // Each definition is looked into once; nobody has checked yet that they stand before their uses.
  bool has_ghosts(ExpressionIndex e, std::set<std::string>& definitions) const {
    const Expression& x = tree_[e];
    const auto is_ghost = [](const std::vector<VariableDeclaration>& variables, const std::string& name) {
      return std::ranges::any_of(variables, [&](const VariableDeclaration& v) { return v.is_ghost && v.name == name; });
    };
    if (x.kind == Kind::control) return true;
    if (x.kind == Kind::name && is_ghost(tree_.variables, x.name)) return true;
    if (x.kind == Kind::name)
      for (const ThreadDeclaration& t : tree_.threads)
        if (t.name == x.name && is_ghost(t.locals, x.field)) return true;
    if (x.kind == Kind::call && definitions.insert(x.name).second)
      for (const Definition& d : tree_.definitions)
        if (d.name == x.name && has_ghosts(d.body, definitions)) return true;
    return std::ranges::any_of(x.parts, [&](ExpressionIndex part) { return has_ghosts(part, definitions); });
  }
};

}   // namespace

void expand_counts(SyntaxTree& tree, Diagnostics& diagnostics) { Counts(tree, diagnostics).run(); }

}   // namespace plato
