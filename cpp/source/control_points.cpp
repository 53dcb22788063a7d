// See control_points.hpp.

#include "source/control_points.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "source/tree_builder.hpp"

namespace plato {
namespace {

using Kind = Expression::Kind;

constexpr std::array<std::string_view, 3> words = {"at", "after", "within"};

class ControlPoints {
 public:
  ControlPoints(SyntaxTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void run() {
    const std::size_t count = tree_.expressions.size();
    for (ExpressionIndex e = 1; e < count; ++e)
      if (is_control(tree_[e])) expression(e);
    for (const Expression& x : tree_.expressions)
      if (x.kind == Kind::label_range)
        report(x.where, "'..' stands between two labels in 'within(T, L .. M)' alone", "write 'a <= x && x <= b'");
  }

 private:
  SyntaxTree& tree_;
  Diagnostics& diagnostics_;

  bool is_control(const Expression& x) const {
    if (x.kind != Kind::call || std::ranges::find(words, x.name) == words.end()) return false;
    const auto has_word = [&](const auto& declared) { return declared.name == x.name; };
    return std::ranges::none_of(tree_.procedures, has_word) && std::ranges::none_of(tree_.definitions, has_word);
  }
  void report(const SourceRange& where, std::string text, std::string help, const SourceRange& other = {},
              std::string note = {}) {
    diagnostics_.push_back({where, std::move(text), std::move(help), other, std::move(note)});
  }

  // Whatever is wrong with it, what is left is no call of a predicate that nobody has declared.
  void expression(ExpressionIndex e) {
    const Expression call = tree_[e];
    Expression made{.kind = Kind::mistake, .where = call.where, .begin = call.begin, .end = call.end};
    if (const auto thread = thread_of(call)) {
      made.bound = labels_of(call, *thread);
      if (!made.bound.empty()) {
        made.kind = Kind::control;
        made.name = call.name;
        made.field = thread->name;
        made.parts = {control_of(call, *thread)};
        made.height = tree_[made.parts[0]].height + 1;
      }
    }
    for (ExpressionIndex part : call.parts)
      if (tree_[part].kind == Kind::label_range) tree_.expressions[part].kind = Kind::mistake;
    tree_.expressions[e] = std::move(made);
  }

  std::string shape(const Expression& call) const {
    return call.name == "within"
               ? "write 'within(T, L .. M)', or 'within(T[i], L .. M)' of member i of a family"
               : "write '" + call.name + "(T, L)', or '" + call.name + "(T[i], L)' of member i of a family";
  }

  ThreadDeclaration* thread_of(const Expression& call) {
    if (call.parts.size() != 2) {
      report(call.where,
             "'" + call.name + "' takes a thread and " + (call.name == "within" ? "two labels" : "a label") +
                 ", found " + std::to_string(call.parts.size()) + " argument(s)",
             shape(call));
      return nullptr;
    }
    const Expression& whose = tree_[root_of(tree_, call.parts[0])];
    const auto found = std::ranges::find(tree_.threads, whose.name, &ThreadDeclaration::name);
    if (whose.kind != Kind::name || !whose.field.empty() || found == tree_.threads.end()) {
      report(whose.where, "expected a thread in '" + call.name + "'", shape(call));
      return nullptr;
    }
    const auto indices = indices_of(tree_, call.parts[0]).size();
    if (indices != (found->is_family ? 1u : 0u)) {
      report(whose.where,
             found->is_family ? "'" + found->name + "' is a family; expected one of its members"
                              : "'" + found->name + "' is one thread and has no members",
             "write '" + call.name + "(" + found->name + (found->is_family ? "[i]" : "") + ", …)'", found->where,
             "it is declared here");
      return nullptr;
    }
    return can_be_told(call, *found) ? &*found : nullptr;
  }

  bool is_call(const SyntaxStatement& s) const {
    if (s.kind == SyntaxStatement::Kind::call) return true;
    return s.kind == SyntaxStatement::Kind::assign && s.values.size() == 1 && tree_[s.values[0]].kind == Kind::call &&
           std::ranges::find(tree_.procedures, tree_[s.values[0]].name, &ProcedureDeclaration::name) !=
               tree_.procedures.end();
  }

  // Steps of procedures are those of all threads that call them, and a branch is a thread of its own.
  bool can_be_told(const Expression& call, const ThreadDeclaration& thread) {
    const SyntaxStatement* other = nullptr;
    for_each_statement(tree_, thread.body, [&](const SyntaxStatement& s) {
      const bool is_odd = is_call(s) || s.kind == SyntaxStatement::Kind::par;
      if (is_odd && other == nullptr) other = &s;
    });
    if (other == nullptr) return true;
    const bool calls = is_call(*other);
    report(call.where,
           "'" + call.name + "' cannot tell where '" + thread.name + "' is: it " +
               (calls ? "calls a procedure" : "has branches"),
           "say it with a ghost variable that the steps assign to", other->where, calls ? "the call" : "the branches");
    return false;
  }

  std::vector<std::string> labels_of(const Expression& call, const ThreadDeclaration& thread) {
    std::vector<ExpressionIndex> parts{call.parts[1]};
    const bool is_range = tree_[call.parts[1]].kind == Kind::label_range;
    if (is_range) parts = tree_[call.parts[1]].parts;
    if (is_range != (call.name == "within")) {
      report(tree_[call.parts[1]].where, is_range ? "'" + call.name + "' takes one label" : "'within' takes two labels",
             shape(call));
      return {};
    }
    std::vector<std::string> labels;
    for (ExpressionIndex part : parts) {
      const Expression& label = tree_[part];
      if (label.kind != Kind::name || !label.field.empty() || label.is_primed) {
        report(label.where, "expected a label of '" + thread.name + "'", shape(call));
        return {};
      }
      if (!has_one(label, thread)) return {};
      labels.push_back(label.name);
    }
    if (is_range && !is_before(thread, labels[0], labels[1])) {
      report(tree_[parts[0]].where, "'" + labels[0] + "' comes after '" + labels[1] + "'",
             "write 'within(…, " + labels[1] + " .. " + labels[0] + ")'");
      return {};
    }
    return labels;
  }

  bool has_one(const Expression& label, const ThreadDeclaration& thread) {
    std::vector<SourceRange> places;
    for_each_statement(tree_, thread.body, [&](const SyntaxStatement& s) {
      for (const SyntaxLabel& l : s.labels)
        if (l.name == label.name) places.push_back(l.where);
    });
    if (places.size() == 1) return true;
    if (places.empty())
      report(label.where, "'" + thread.name + "' has no statement with the label '" + label.name + "'",
             "put '" + label.name + ":' before the statement", thread.where, "it is declared here");
    else
      report(label.where, "'" + label.name + "' is the label of several statements of '" + thread.name + "'",
             "give them different labels", places[1], "this is the second one");
    return false;
  }
  bool is_before(const ThreadDeclaration& thread, const std::string& first, const std::string& last) const {
    const SourceRange a = tree_[labelled_statement(tree_, thread, first)].where,
                      b = tree_[labelled_statement(tree_, thread, last)].where;
    return a.line < b.line || (a.line == b.line && a.column <= b.column);
  }

  // T.@, or T.@[i].
  ExpressionIndex control_of(const Expression& call, ThreadDeclaration& thread) {
    const TreeBuilder build(tree_, call.where);
    if (std::ranges::find(thread.locals, control_variable, &VariableDeclaration::name) == thread.locals.end()) {
      VariableDeclaration where{control_variable, {SyntaxType::Kind::integer}, build.number(0), false, thread.where};
      where.is_ghost = true;
      thread.locals.push_back(std::move(where));
    }
    const ExpressionIndex variable = build.name(thread.name, control_variable, call.is_primed);
    return build.element(variable, thread.is_family ? indices_of(tree_, call.parts[0])[0] : 0);
  }
};

}   // namespace

void find_control_points(SyntaxTree& tree, Diagnostics& diagnostics) { ControlPoints(tree, diagnostics).run(); }

SyntaxIndex labelled_statement(const SyntaxTree& tree, const ThreadDeclaration& thread, const std::string& label) {
  SyntaxIndex found = SyntaxIndex::none;
  for_each_statement(tree, thread.body, [&](const SyntaxStatement& s) {
    if (std::ranges::find(s.labels, label, &SyntaxLabel::name) != s.labels.end())
      found = static_cast<SyntaxIndex>(&s - tree.statements.data());
  });
  return found;
}

}   // namespace plato
