// See control_points.hpp.

#include "source/control_points.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "source/tree_builder.hpp"

namespace plato {
namespace {

using Kind = Expression::Kind;

constexpr std::array<std::string_view, 3> words = {"at", "after", "within"};

std::optional<std::size_t> called_by(const SyntaxTree& tree, const SyntaxStatement& s) {
  const bool may_call = s.kind == SyntaxStatement::Kind::call || s.kind == SyntaxStatement::Kind::assign;
  if (!may_call || s.values.size() != 1 || tree[s.values[0]].kind != Kind::call) return std::nullopt;
  const auto found = std::ranges::find(tree.procedures, tree[s.values[0]].name, &ProcedureDeclaration::name);
  if (found == tree.procedures.end()) return std::nullopt;
  return static_cast<std::size_t>(found - tree.procedures.begin());
}

// Those that the statements call, `par` inside of them aside.
void find_calls(const SyntaxTree& tree, const std::vector<SyntaxIndex>& body, std::set<std::size_t>& found) {
  for (SyntaxIndex index : body) {
    const SyntaxStatement& s = tree[index];
    if (const auto called = called_by(tree, s)) found.insert(*called);
    if (s.kind == SyntaxStatement::Kind::par) continue;
    find_calls(tree, s.body, found);
    find_calls(tree, s.other, found);
    for (const std::vector<SyntaxIndex>& branch : s.branches) find_calls(tree, branch, found);
  }
}
// And those that these call, and so on.
std::set<std::size_t> procedures_run(const SyntaxTree& tree, const std::vector<SyntaxIndex>& body) {
  std::set<std::size_t> found, open;
  find_calls(tree, body, open);
  while (!open.empty()) {
    const std::size_t p = *open.begin();
    open.erase(p);
    if (found.insert(p).second) find_calls(tree, tree.procedures[p].body, open);
  }
  return found;
}

void find_label(const SyntaxTree& tree, const std::vector<SyntaxIndex>& body, const std::string& label,
                LabelPlace around, std::vector<LabelPlace>& found) {
  for (SyntaxIndex index : body) {
    const SyntaxStatement& s = tree[index];
    for (const SyntaxLabel& l : s.labels)
      if (l.name == label) found.push_back({index, l.where, around.procedure, around.par});
    LabelPlace inside = around;
    if (s.kind == SyntaxStatement::Kind::par) inside.par = s.par;
    find_label(tree, s.body, label, inside, found);
    find_label(tree, s.other, label, inside, found);
    for (const std::vector<SyntaxIndex>& branch : s.branches) find_label(tree, branch, label, inside, found);
  }
}

class ControlPoints {
 public:
  ControlPoints(SyntaxTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void run() {
    const std::size_t count = tree_.expressions.size();
    for (ExpressionIndex e = 1; e < count; ++e)
      if (is_control(tree_[e])) expression(e);
    for (const Expression& x : tree_.expressions)
      if (x.kind == Kind::label_range)
        report(MessageCode::control_point, x.where, "'..' stands between two labels in 'within(T, L .. M)' alone",
               "write 'a <= x && x <= b'");
  }

 private:
  SyntaxTree& tree_;
  Diagnostics& diagnostics_;

  bool is_control(const Expression& x) const {
    if (x.kind != Kind::call || std::ranges::find(words, x.name) == words.end()) return false;
    const auto has_word = [&](const auto& declared) { return declared.name == x.name; };
    return std::ranges::none_of(tree_.procedures, has_word) && std::ranges::none_of(tree_.definitions, has_word);
  }
  void report(MessageCode code, const SourceRange& where, std::string text, std::string help,
              const SourceRange& other = {}, std::string note = {}) {
    diagnostics_.push_back({code, where, std::move(text), std::move(help), other, std::move(note)});
  }

  // Whatever is wrong with it, what is left is no call of a predicate that nobody has declared.
  void expression(ExpressionIndex e) {
    const Expression call = tree_[e];
    Expression made{.kind = Kind::mistake, .where = call.where, .begin = call.begin, .end = call.end};
    if (ThreadDeclaration* const thread = thread_of(call)) {
      const std::vector<Label> labels = labels_of(call, *thread);
      if (!labels.empty() && names_one(call, *thread, labels[0].place)) {
        made.kind = Kind::control;
        made.name = call.name;
        made.field = thread->name;
        for (const Label& label : labels) made.bound.push_back(label.text);
        made.parts = {control_of(call, *thread, labels[0].place)};
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
      report(MessageCode::control_point, call.where,
             "'" + call.name + "' takes a thread and " + (call.name == "within" ? "two labels" : "a label") +
                 ", found " + std::to_string(call.parts.size()) + " argument(s)",
             shape(call));
      return nullptr;
    }
    const Expression& whose = tree_[root_of(tree_, call.parts[0])];
    const auto found = std::ranges::find(tree_.threads, whose.name, &ThreadDeclaration::name);
    if (whose.kind != Kind::name || !whose.field.empty() || found == tree_.threads.end()) {
      report(MessageCode::control_point, whose.where, "expected a thread in '" + call.name + "'", shape(call));
      return nullptr;
    }
    return &*found;
  }

  // T, a member T[i] of a family, or a branch T[b], by its identifier.
  bool names_one(const Expression& call, const ThreadDeclaration& thread, const LabelPlace& place) {
    const auto indices = indices_of(tree_, call.parts[0]).size();
    if (indices == (thread.is_family || place.par != 0 ? 1u : 0u)) return true;
    const SourceRange& where = tree_[root_of(tree_, call.parts[0])].where;
    if (place.par != 0)
      report(MessageCode::control_point, where,
             "the label is in a branch of '" + thread.name + "'; expected the identifier of the branch",
             "write '" + call.name + "(" + thread.name + "[b], …)', where b is 'tid' in the branch", place.where,
             "the label");
    else
      report(MessageCode::control_point, where,
             thread.is_family ? "'" + thread.name + "' is a family; expected one of its members"
                              : "'" + thread.name + "' is one thread and has no members",
             "write '" + call.name + "(" + thread.name + (thread.is_family ? "[i]" : "") + ", …)'", thread.where,
             "it is declared here");
    return false;
  }

  struct Label {
    std::string text;
    LabelPlace place;
  };
  std::vector<Label> labels_of(const Expression& call, const ThreadDeclaration& thread) {
    std::vector<ExpressionIndex> parts{call.parts[1]};
    const bool is_range = tree_[call.parts[1]].kind == Kind::label_range;
    if (is_range) parts = tree_[call.parts[1]].parts;
    if (is_range != (call.name == "within")) {
      report(MessageCode::control_point, tree_[call.parts[1]].where,
             is_range ? "'" + call.name + "' takes one label" : "'within' takes two labels", shape(call));
      return {};
    }
    std::vector<Label> labels;
    for (ExpressionIndex part : parts) {
      const Expression& label = tree_[part];
      if (label.kind != Kind::name || label.is_primed) {
        report(MessageCode::control_point, label.where, "expected a label of '" + thread.name + "'", shape(call));
        return {};
      }
      const std::string text = label.field.empty() ? label.name : label.name + "." + label.field;
      const std::optional<LabelPlace> place = only_place(label.where, text, thread);
      if (!place) return {};
      labels.push_back({text, *place});
    }
    return is_range && !is_region(tree_[parts[0]].where, labels) ? std::vector<Label>{} : labels;
  }

  std::optional<LabelPlace> only_place(const SourceRange& where, const std::string& label,
                                       const ThreadDeclaration& thread) {
    const std::vector<LabelPlace> places = places_of_label(tree_, thread, label);
    if (places.size() == 1 && places[0].procedure && places[0].par != 0) {
      report(MessageCode::control_point, where,
             "'" + label + "' is in a branch that a procedure starts, which no thread of the file can name",
             "say it with a ghost variable that the steps assign to", places[0].where, "the label");
      return std::nullopt;
    }
    if (places.size() == 1) return places[0];
    const auto calls = procedures_run(tree_, thread.body);
    if (places.empty())
      report(MessageCode::control_point, where,
             "'" + thread.name + "' has no statement with the label '" + label + "'" +
                 (calls.empty() ? "" : ", and neither has a procedure that it calls"),
             "put '" + label + ":' before the statement", thread.where, "it is declared here");
    else
      report(MessageCode::control_point, where,
             "'" + label + "' is the label of several statements of " +
                 (places[0].procedure ? "procedures that '" + thread.name + "' calls" : "'" + thread.name + "'"),
             places[0].procedure && places[0].procedure != places[1].procedure
                 ? "write '" + tree_.procedures[*places[0].procedure].name + "." + label + "' for that of one procedure"
                 : "give them different labels",
             places[1].where, "this is the second one");
    return std::nullopt;
  }
  // Both are labels of the same statements, in the order of the source.
  bool is_region(const SourceRange& where, const std::vector<Label>& labels) {
    const LabelPlace &first = labels[0].place, &last = labels[1].place;
    if (first.procedure != last.procedure || first.par != last.par) {
      report(MessageCode::control_point, where,
             "'" + labels[0].text + "' and '" + labels[1].text +
                 "' are not labels of the same thread, procedure or branch",
             "write two regions: 'within(…) || within(…)'", last.where, "the second label");
      return false;
    }
    if (std::pair(first.where.line, first.where.column) <= std::pair(last.where.line, last.where.column)) return true;
    report(MessageCode::control_point, where, "'" + labels[0].text + "' comes after '" + labels[1].text + "'",
           "write 'within(…, " + labels[1].text + " .. " + labels[0].text + ")'");
    return false;
  }

  // T.@, T.@[i], or of a branch its element of the map for its `par`.
  ExpressionIndex control_of(const Expression& call, ThreadDeclaration& thread, const LabelPlace& place) {
    const TreeBuilder build(tree_, call.where);
    const std::vector<ExpressionIndex> indices = indices_of(tree_, call.parts[0]);
    if (place.par == 0) {
      declare(thread, control_variable, SyntaxType::Kind::integer);
      const std::set<std::size_t> run = procedures_run(tree_, thread.body);
      if (std::ranges::any_of(run, [&](std::size_t p) { return calls_itself(p); })) {
        declare(thread, depth_variable, SyntaxType::Kind::integer);
        declare(thread, stack_variable, SyntaxType::Kind::map);
      }
      return build.element(build.name(thread.name, control_variable, call.is_primed),
                           thread.is_family ? indices[0] : 0);
    }
    const std::string name = branch_control_variable(thread, place.par);
    declare_of_branches(thread, name);
    return build.element(build.name(name, {}, call.is_primed), indices[0]);
  }
  bool calls_itself(std::size_t procedure) const {
    return procedures_run(tree_, tree_.procedures[procedure].body).contains(procedure);
  }
  void declare(ThreadDeclaration& thread, const char* name, SyntaxType::Kind type) {
    if (std::ranges::find(thread.locals, name, &VariableDeclaration::name) != thread.locals.end()) return;
    const TreeBuilder build(tree_, thread.where);
    ExpressionIndex first = build.number(0);
    if (type == SyntaxType::Kind::map) first = build.make(Kind::constant_map, {first});
    VariableDeclaration where{name, {type}, first, false, thread.where};
    where.is_ghost = true;
    thread.locals.push_back(std::move(where));
  }
  void declare_of_branches(const ThreadDeclaration& thread, const std::string& name) {
    if (std::ranges::find(tree_.variables, name, &VariableDeclaration::name) != tree_.variables.end()) return;
    const TreeBuilder build(tree_, thread.where);
    VariableDeclaration where{
        name, {SyntaxType::Kind::map}, build.make(Kind::constant_map, {build.number(0)}), false, thread.where};
    where.is_ghost = true;
    tree_.variables.push_back(std::move(where));
  }
};

}   // namespace

void find_control_points(SyntaxTree& tree, Diagnostics& diagnostics) { ControlPoints(tree, diagnostics).run(); }

std::string branch_control_variable(const ThreadDeclaration& thread, std::uint32_t par) {
  return thread.name + "." + control_variable + std::to_string(par);
}

std::vector<LabelPlace> places_of_label(const SyntaxTree& tree, const ThreadDeclaration& thread,
                                        const std::string& label) {
  std::vector<LabelPlace> found;
  const std::size_t dot = label.find('.');
  if (dot == std::string::npos) find_label(tree, thread.body, label, {}, found);
  if (!found.empty()) return found;
  for (std::size_t p : procedures_run(tree, thread.body)) {
    const ProcedureDeclaration& procedure = tree.procedures[p];
    if (dot != std::string::npos && label.substr(0, dot) != procedure.name) continue;
    find_label(tree, procedure.body, dot == std::string::npos ? label : label.substr(dot + 1), {.procedure = p}, found);
  }
  return found;
}

}   // namespace plato
