// See general_client.hpp. Recursion is bounded by `highest_expression`.

#include "source/general_client.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace plato {
namespace {

using Names = std::map<std::string, std::string>;

class GeneralClient {
 public:
  explicit GeneralClient(SyntaxTree& tree) : tree_(tree) {}

  ThreadDeclaration run() {
    client_.name = free_name("client");
    client_.is_family = true;
    client_.index = "tid";
    client_.where = tree_.procedures.front().where;
    std::vector<std::vector<SyntaxIndex>> calls;
    for (std::size_t p = 0; p < tree_.procedures.size(); ++p) calls.push_back(call_of(p));
    SyntaxStatement round{.kind = Kind::choose, .branches = calls, .where = client_.where, .text = "any call"};
    if (calls.size() == 1) round = {.kind = Kind::group, .body = calls.front(), .where = client_.where};
    const ExpressionIndex always =
        add(Expression{.kind = Expression::Kind::truth, .is_true = true, .where = client_.where});
    const SyntaxIndex inside = add(std::move(round));
    client_.body.push_back(add(SyntaxStatement{.kind = Kind::while_,
                                               .condition = always,
                                               .body = {inside},
                                               .where = client_.where,
                                               .text = "one call after another"}));
    return std::move(client_);
  }

 private:
  using Kind = SyntaxStatement::Kind;

  SyntaxTree& tree_;
  ThreadDeclaration client_;

  SyntaxIndex add(SyntaxStatement s) { return plato::add(tree_, std::move(s)); }
  ExpressionIndex add(Expression e) { return plato::add(tree_, std::move(e)); }
  ExpressionIndex name(const std::string& text, SourceRange where) {
    return add(Expression{.kind = Expression::Kind::name, .name = text, .where = where});
  }

  bool is_free(const std::string& wished) const {
    const auto has = [&](const auto& declared) {
      return std::ranges::any_of(declared, [&](const auto& d) { return d.name == wished; });
    };
    return !has(tree_.variables) && !has(tree_.definitions) && !has(tree_.procedures) && !has(tree_.enumerations) &&
           !has(client_.locals) &&
           std::ranges::none_of(tree_.enumerations, [&](const EnumerationDeclaration& e) { return has(e.values); });
  }
  std::string free_name(std::string wished) const {
    while (!is_free(wished)) wished += '_';
    return wished;
  }

  // The expression with other names; those that a quantifier in it binds are its own.
  ExpressionIndex renamed(ExpressionIndex e, const Names& names) {
    Expression copy = tree_[e];
    Names inside = names;
    for (const std::string& bound : copy.bound) inside.erase(bound);
    if (copy.kind == Expression::Kind::name)
      if (const auto other = names.find(copy.name); other != names.end()) copy.name = other->second;
    for (ExpressionIndex& part : copy.parts) part = renamed(part, inside);
    return add(std::move(copy));
  }

  // atomic { havoc x; assume requires; } p(x);
  std::vector<SyntaxIndex> call_of(std::size_t number) {
    const ProcedureDeclaration procedure = tree_.procedures[number];
    const SourceRange where = procedure.where;
    Names names;
    std::vector<ExpressionIndex> places, arguments;
    for (const VariableDeclaration& parameter : procedure.parameters) {
      const std::string local = free_name(procedure.name + "_" + parameter.name);
      names[parameter.name] = local;
      client_.locals.push_back({.name = local, .type = parameter.type, .where = parameter.where});
      places.push_back(name(local, where));
      arguments.push_back(name(local, where));
    }
    std::vector<SyntaxIndex> chosen, parts;
    if (!places.empty())
      chosen.push_back(add(SyntaxStatement{.kind = Kind::havoc, .places = places, .where = where, .text = "havoc"}));
    for (ExpressionIndex e : procedure.specification.requires_)
      chosen.push_back(add(SyntaxStatement{
          .kind = Kind::assume, .condition = renamed(e, names), .where = where, .text = "what it requires"}));
    if (!chosen.empty())
      parts.push_back(add(SyntaxStatement{
          .kind = Kind::block, .body = chosen, .where = where, .text = "arguments for " + procedure.name}));
    const ExpressionIndex call = add(Expression{
        .kind = Expression::Kind::call, .name = procedure.name, .parts = std::move(arguments), .where = where});
    parts.push_back(
        add(SyntaxStatement{.kind = Kind::call, .values = {call}, .where = where, .text = procedure.name + "(…)"}));
    return parts;
  }
};

}   // namespace

void add_general_client(SyntaxTree& tree) {
  if (!tree.threads.empty() || tree.procedures.empty()) return;
  ThreadDeclaration client = GeneralClient(tree).run();
  tree.threads.push_back(std::move(client));
}

}   // namespace plato
