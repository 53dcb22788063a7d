// See new_numbers.hpp.

#include "source/new_numbers.hpp"

#include <algorithm>
#include <utility>

#include "source/thread_identifiers.hpp"
#include "source/tree_builder.hpp"

namespace plato {
namespace {

using Kind = Expression::Kind;

constexpr std::string_view new_word = "new", allocated_word = "allocated";

bool is_declared(const SyntaxTree& tree, std::string_view name) {
  const auto has = [&](const auto& declared) {
    return std::ranges::any_of(declared, [&](const auto& d) { return d.name == name; });
  };
  return has(tree.variables) || has(tree.definitions) || has(tree.procedures) || has(tree.threads) ||
         has(tree.enumerations) ||
         std::ranges::any_of(tree.enumerations, [&](const auto& e) { return has(e.values); }) ||
         std::ranges::any_of(tree.threads,
                             [&](const auto& t) { return has(t.locals) || has(t.parameters) || t.index == name; }) ||
         std::ranges::any_of(tree.procedures,
                             [&](const auto& p) { return has(p.parameters) || has(p.results) || has(p.locals); });
}

// Above the identifiers of threads that have one of their own, so that every number may be that of a member.
Integer first_number(const SyntaxTree& tree) {
  Integer last = 0;
  for (const Integer& identifier : thread_identifiers(tree)) last = std::max(last, identifier);
  return last + Integer(1);
}

class NewNumbers {
 public:
  NewNumbers(SyntaxTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void run() {
    if (is_declared(tree_, new_word)) return;
    const bool has_allocated = !is_declared(tree_, allocated_word);
    const SourceRange where = first_use(has_allocated);
    if (where.line == 0) return;
    first_ = first_number(tree_);
    refuse_assignments();
    const std::size_t statements = tree_.statements.size();
    for (std::size_t s = 0; s < statements; ++s) take_number(static_cast<SyntaxIndex>(s));
    const std::size_t expressions = tree_.expressions.size();
    for (ExpressionIndex e = 1; e < expressions; ++e) expression(e);
    declare(where);
    if (has_allocated) define_allocated(where);
  }

 private:
  SyntaxTree& tree_;
  Diagnostics& diagnostics_;
  Integer first_ = 1;

  static bool is_new(const Expression& x) { return x.kind == Kind::call && x.name == new_word && !x.is_primed; }
  static bool is_allocated(const Expression& x) { return x.kind == Kind::call && x.name == allocated_word; }

  SourceRange first_use(bool has_allocated) const {
    for (const Expression& x : tree_.expressions)
      if (is_new(x) || (has_allocated && is_allocated(x))) return x.where;
    return {};
  }

  void refuse_assignments() {
    for (const SyntaxStatement& s : tree_.statements)
      for (ExpressionIndex place : s.places)
        if (tree_[place].kind == Kind::name && tree_[place].name == new_word && tree_[place].field.empty())
          diagnostics_.push_back({MessageCode::not_assignable,
                                  tree_[place].where,
                                  "only 'x := new();' changes 'new'",
                                  "declare a variable of another name",
                                  {},
                                  {}});
  }

  void take_number(SyntaxIndex index) {
    const SyntaxStatement s = tree_[index];
    if (s.kind != SyntaxStatement::Kind::assign || s.values.size() != 1 || s.places.size() != 1 || s.operation ||
        !is_new(tree_[s.values[0]]))
      return;
    const Expression call = tree_[s.values[0]];
    if (!call.parts.empty())
      diagnostics_.push_back({MessageCode::start_or_new,
                              call.where,
                              "'new' takes no arguments, found " + std::to_string(call.parts.size()),
                              "write 'x := new();'",
                              {},
                              {}});
    const ExpressionIndex value = s.values[0];
    const TreeBuilder build(tree_, call.where);
    tree_.expressions[value] = {
        .kind = Kind::name, .name = call.name, .where = call.where, .begin = call.begin, .end = call.end};
    const ExpressionIndex next = build.make(Kind::add, {build.name(call.name), build.number(1)}),
                          counter = build.name(call.name);
    SyntaxStatement& changed = tree_.statements[static_cast<std::size_t>(index)];
    changed.places.push_back(counter);
    changed.values.push_back(next);
  }

  void expression(ExpressionIndex e) {
    const Expression& x = tree_[e];
    if (is_new(x))
      diagnostics_.push_back({MessageCode::start_or_new,
                              x.where,
                              "'new()' is the value of an assignment of its own",
                              "write 'x := new();' before",
                              {},
                              {}});
  }

  // predicate allocated(i) = first <= i && i < new
  void define_allocated(const SourceRange& where) {
    const TreeBuilder build(tree_, where);
    const std::string i = "allocated.i";   // which is no name of the program
    Definition d{
        .name = std::string(allocated_word), .parameters = {{i, {SyntaxType::Kind::integer}, where}}, .where = where};
    d.body = build.make(Kind::and_, {build.make(Kind::le, {build.number(first_), build.name(i)}),
                                     build.make(Kind::lt, {build.name(i), build.name(std::string(new_word))})});
    tree_.definitions.insert(tree_.definitions.begin(), std::move(d));
  }

  void declare(const SourceRange& where) {
    const TreeBuilder build(tree_, where);
    const std::string name(new_word);
    const auto counter = [&](bool after) { return build.name(name, {}, after); };
    tree_.variables.push_back({name, {SyntaxType::Kind::integer}, build.number(first_), false, where});
    tree_.invariants.push_back(build.make(Kind::le, {build.number(first_), counter(false)}));
    const ExpressionIndex grows = build.make(Kind::le, {counter(false), counter(true)});
    add_rely(tree_, grows);
    if (!tree_.specification.relies.empty()) tree_.specification.relies.push_back(grows);
  }
};

}   // namespace

void expand_new(SyntaxTree& tree, Diagnostics& diagnostics) { NewNumbers(tree, diagnostics).run(); }

void add_rely(SyntaxTree& tree, ExpressionIndex rely) {
  tree.relies.push_back(rely);
  if (!tree.guarantees.empty()) {
    tree.guarantees.push_back(rely);
    return;
  }
  for (ThreadDeclaration& t : tree.threads)
    if (!t.guarantees.empty()) t.guarantees.push_back(rely);
}

}   // namespace plato
