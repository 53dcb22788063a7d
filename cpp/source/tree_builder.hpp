// Expressions that a stage puts into the tree, all at one place of the source.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "source/syntax_tree.hpp"

namespace plato {

class TreeBuilder {
 public:
  using Kind = Expression::Kind;

  TreeBuilder(SyntaxTree& tree, const SourceRange& where) : tree_(tree), where_(where) {}

  ExpressionIndex make(Kind kind, std::vector<ExpressionIndex> parts) const {
    return add(tree_, Expression{.kind = kind, .parts = std::move(parts), .where = where_});
  }
  ExpressionIndex name(std::string text, std::string field = {}, bool is_primed = false) const {
    return add(tree_, Expression{.kind = Kind::name,
                                 .is_primed = is_primed,
                                 .name = std::move(text),
                                 .field = std::move(field),
                                 .where = where_});
  }
  ExpressionIndex number(Integer value) const {
    return add(tree_, Expression{.kind = Kind::number, .number = std::move(value), .where = where_});
  }
  ExpressionIndex truth(bool is_true) const {
    return add(tree_, Expression{.kind = Kind::truth, .is_true = is_true, .where = where_});
  }
  ExpressionIndex tid() const { return add(tree_, Expression{.kind = Kind::tid, .where = where_}); }
  // The element of a map, or without an index the variable itself.
  ExpressionIndex element(ExpressionIndex map, ExpressionIndex index) const {
    return index == 0 ? map : make(Kind::select, {map, index});
  }
  ExpressionIndex forall(const std::string& bound, ExpressionIndex body) const {
    return add(tree_, Expression{.kind = Kind::forall, .bound = {bound}, .parts = {body}, .where = where_});
  }

 private:
  SyntaxTree& tree_;
  SourceRange where_;
};

}   // namespace plato
