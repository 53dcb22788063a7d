// See substitution.hpp. Recursion is bounded by `highest_expression`.

#include "source/substitution.hpp"

#include <utility>

namespace plato {
namespace {

class Copy {
 public:
  Copy(SyntaxTree& tree, const Substitution& by) : tree_(tree) {
    for (const auto& [name, e] : by.names) add_names_in(tree, e, mentioned_);
    if (by.tid != 0) add_names_in(tree, by.tid, mentioned_);
  }

  ExpressionIndex copy(ExpressionIndex e, const Substitution& by) {
    Expression x = tree_[e];
    if (x.kind == Expression::Kind::tid && by.tid != 0) return by.tid;
    if (x.kind == Expression::Kind::name && x.field.empty() && !x.is_primed)
      if (const auto other = by.names.find(x.name); other != by.names.end()) return other->second;
    Substitution inside = by;
    for (std::string& bound : x.bound) {
      inside.names.erase(bound);
      if (!mentioned_.contains(bound)) continue;
      const std::string was = bound;
      do bound += '_';
      while (mentioned_.contains(bound));
      inside.names[was] = add(tree_, Expression{.kind = Expression::Kind::name, .name = bound, .where = x.where});
    }
    for (ExpressionIndex& part : x.parts) part = copy(part, inside);
    return add(tree_, std::move(x));
  }

 private:
  SyntaxTree& tree_;
  std::set<std::string> mentioned_;   // by what is put in the place of names
};

}   // namespace

ExpressionIndex substituted(SyntaxTree& tree, ExpressionIndex e, const Substitution& by) {
  return Copy(tree, by).copy(e, by);
}

void add_names_in(const SyntaxTree& tree, ExpressionIndex e, std::set<std::string>& names) {
  const Expression& x = tree[e];
  if (!x.name.empty()) names.insert(x.name);
  names.insert(x.bound.begin(), x.bound.end());
  for (ExpressionIndex part : x.parts) add_names_in(tree, part, names);
}

}   // namespace plato
