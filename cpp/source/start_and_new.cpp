// See start_and_new.hpp. Recursion is bounded by `deepest_statement` and `highest_expression`.

#include "source/start_and_new.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "source/new_numbers.hpp"
#include "source/substitution.hpp"
#include "source/thread_identifiers.hpp"
#include "source/tree_builder.hpp"

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;
using Operator = Expression::Kind;

constexpr const char* form = "write 'start T[i];' for a member of a family, and 'start T;' for a thread of its own";

class Starting {
 public:
  Starting(SyntaxTree& tree, Diagnostics& diagnostics) : tree_(tree), diagnostics_(diagnostics) {}

  void run() {
    find_started();
    for (std::size_t t = 0; t < tree_.threads.size(); ++t) {
      const ThreadDeclaration declared = thread(t);
      for (ExpressionIndex e : declared.requires_)
        if (is_about_parameters(declared, e)) define(declared, e);
    }
    for (std::size_t t = 0; t < tree_.threads.size(); ++t) {
      if (is_started_[t])
        declare(t);
      else
        choose_parameters(t);
    }
    refuse_assignments();
    for (ThreadDeclaration& t : tree_.threads) expand(t.body, false);
    for (ProcedureDeclaration& p : tree_.procedures) expand(p.body, false);
    for (std::size_t t = 0; t < tree_.threads.size(); ++t)
      if (is_started_[t]) wait(t);
  }

 private:
  SyntaxTree& tree_;
  Diagnostics& diagnostics_;
  std::vector<bool> is_started_;       // of the threads
  std::vector<std::string> started_;   // of the threads: the field that says which members were started
  std::map<ExpressionIndex, std::string> clause_names_;   // of clauses about parameters: the predicates that say them

  ThreadDeclaration& thread(std::size_t t) { return tree_.threads[t]; }
  SyntaxStatement& at(SyntaxIndex s) { return tree_.statements[static_cast<std::size_t>(s)]; }
  void report(MessageCode code, const SourceRange& where, std::string message, std::string help,
              const SourceRange& other = {}) {
    diagnostics_.push_back({code, where, std::move(message), std::move(help), other,
                            other.line == 0 ? "" : "the thread was declared here"});
  }
  std::optional<std::size_t> number_of(const std::string& name) const {
    const auto found = std::ranges::find(tree_.threads, name, &ThreadDeclaration::name);
    if (found == tree_.threads.end()) return std::nullopt;
    return static_cast<std::size_t>(found - tree_.threads.begin());
  }

  void find_started() {
    is_started_.assign(tree_.threads.size(), false);
    started_.assign(tree_.threads.size(), {});
    for (const SyntaxStatement& s : tree_.statements)
      if (s.kind == Kind::start)
        if (const auto number = number_of(s.target.name)) is_started_[*number] = true;
    for (std::size_t t = 0; t < tree_.threads.size(); ++t) started_[t] = free_field(thread(t), "started");
  }
  static std::string free_field(const ThreadDeclaration& t, std::string wished) {
    const auto is_taken = [&](const VariableDeclaration& v) { return v.name == wished; };
    while (std::ranges::any_of(t.locals, is_taken) || std::ranges::any_of(t.parameters, is_taken)) wished += '_';
    return wished;
  }
  std::string given(std::size_t t, const VariableDeclaration& parameter) const {
    return started_[t] + "_" + parameter.name;
  }

  // ---- what is declared for a thread that is started

  // The first of the values of a type, which does not matter.
  ExpressionIndex some_value(const SyntaxType& type, const TreeBuilder& build) const {
    if (type.kind == SyntaxType::Kind::boolean) return build.truth(false);
    if (type.enumeration != 0) return build.name(tree_.enumerations[type.enumeration - 1].values.front().name);
    if (type.low != 0) return substituted(tree_, type.low, {});
    return build.number(0);
  }
  static bool is_number(const SyntaxType& type) {
    return type.kind == SyntaxType::Kind::integer || type.kind == SyntaxType::Kind::boolean;
  }
  // A variable of the program: for a family, a map over its members.
  void declare_for(const ThreadDeclaration& t, const std::string& field, SyntaxType type) {
    const TreeBuilder build(tree_, t.where);
    ExpressionIndex initial = is_number(type) ? some_value(type, build) : 0;
    if (t.is_family && is_number(type)) {
      type.kind = type.kind == SyntaxType::Kind::boolean ? SyntaxType::Kind::bool_map : SyntaxType::Kind::map;
      initial = build.make(Operator::constant_map, {initial});
    }
    tree_.variables.push_back({t.name + "." + field, std::move(type), initial, false, t.where});
  }

  void declare(std::size_t number) {
    const ThreadDeclaration t = thread(number);
    const TreeBuilder build(tree_, t.where);
    declare_for(t, started_[number], {.kind = SyntaxType::Kind::boolean});
    if (t.is_outline)
      report(MessageCode::outline, t.where,
             "the thread '" + t.name + "' is proved by an explicit outline and cannot wait for 'start'",
             "leave out 'by outline': the assertions between its steps are then found by the verifier");
    std::vector<VariableDeclaration> own;
    for (VariableDeclaration parameter : t.parameters) {
      if (is_number(parameter.type)) parameter.initial = some_value(parameter.type, build);
      declare_for(t, given(number, parameter), parameter.type);
      own.push_back(std::move(parameter));
    }
    own.insert(own.end(), t.locals.begin(), t.locals.end());
    thread(number).locals = std::move(own);
    only_ever_started(number);
    for (ExpressionIndex e : t.requires_)
      if (is_about_parameters(t, e)) tree_.invariants.push_back(of_all_started(number, e));
  }

  // Whoever was started stays so. Statements can do nothing else.
  void only_ever_started(std::size_t number) {
    const ThreadDeclaration& t = thread(number);
    const TreeBuilder build(tree_, t.where);
    const std::string bound = "i";
    const auto one = [&](bool after) {
      const ExpressionIndex variable = build.name(t.name, started_[number], after);
      return build.element(variable, t.is_family ? build.name(bound) : 0);
    };
    ExpressionIndex stays = build.make(Operator::implies, {one(false), one(true)});
    if (t.is_family) stays = build.forall(bound, stays);
    add_rely(tree_, stays);
    if (tree_.specification.relies.empty()) return;
    std::vector<ExpressionIndex> own = {build.name(t.name, started_[number])};
    for (const VariableDeclaration& parameter : t.parameters)
      own.push_back(build.name(t.name, given(number, parameter)));
    tree_.specification.relies.push_back(build.make(Operator::unchanged, std::move(own)));
  }

  // ---- what is required of parameters

  // Whether nothing can change that it holds: it mentions parameters, the thread's identifier and constants.
  bool is_about_parameters(const ThreadDeclaration& t, ExpressionIndex e) const {
    bool mentions_parameter = false;
    return is_constant_but_for(t, e, {}, mentions_parameter) && mentions_parameter;
  }
  bool is_constant_but_for(const ThreadDeclaration& t, ExpressionIndex e, std::set<std::string> bound,
                           bool& mentions_parameter) const {
    const Expression& x = tree_[e];
    if (x.is_primed || !x.field.empty() || x.kind == Operator::call || x.kind == Operator::mistake) return false;
    bound.insert(x.bound.begin(), x.bound.end());
    if (x.kind == Operator::name && !bound.contains(x.name) && x.name != t.index) {
      const bool is_parameter =
          std::ranges::find(t.parameters, x.name, &VariableDeclaration::name) != t.parameters.end();
      mentions_parameter = mentions_parameter || is_parameter;
      if (!is_parameter && !is_constant(x.name)) return false;
    }
    return std::ranges::all_of(
        x.parts, [&](ExpressionIndex part) { return is_constant_but_for(t, part, bound, mentions_parameter); });
  }
  bool is_constant(const std::string& name) const {
    const auto is_value = [&](const EnumerationDeclaration& e) {
      return std::ranges::find(e.values, name, &EnumerationDeclaration::Value::name) != e.values.end();
    };
    return std::ranges::any_of(tree_.enumerations, is_value) ||
           std::ranges::any_of(tree_.variables,
                               [&](const VariableDeclaration& v) { return v.is_constant && v.name == name; });
  }

  // A name that the expression does not mention.
  std::string free_bound(ExpressionIndex e) const {
    std::set<std::string> names;
    add_names_in(tree_, e, names);
    std::string bound = "i";
    while (names.contains(bound)) bound += '_';
    return bound;
  }
  // A predicate of its own says what the clause does, of an identifier and parameters: so the clause is not written
  // again for each use, with whatever is put in their place.
  void define(const ThreadDeclaration& t, ExpressionIndex clause) {
    const TreeBuilder build(tree_, tree_[clause].where);
    const std::string who = t.is_family && t.index != "tid" ? t.index : "tid.i";   // which is no name of the program
    Definition d{.name = t.name + ".requires" + std::to_string(clause_names_.size()),
                 .parameters = {{who, {SyntaxType::Kind::integer}, t.where}},
                 .body = substituted(tree_, clause, {.tid = build.name(who)}),
                 .where = t.where};
    for (const VariableDeclaration& parameter : t.parameters)
      d.parameters.push_back(
          {parameter.name, {.kind = parameter.type.kind, .enumeration = parameter.type.enumeration}, parameter.where});
    clause_names_[clause] = d.name;
    tree_.definitions.push_back(std::move(d));
  }
  // The clause of the thread `who`, or for 0 of the only one, whose parameters are these.
  ExpressionIndex holds_of(const ThreadDeclaration& t, ExpressionIndex clause, ExpressionIndex who,
                           const std::vector<ExpressionIndex>& parameters, const SourceRange& where) {
    Expression call{.kind = Operator::call, .name = clause_names_.at(clause), .where = where};
    call.parts = {t.is_family ? who : TreeBuilder(tree_, where).number(thread_identifiers(tree_)[*number_of(t.name)])};
    call.parts.insert(call.parts.end(), parameters.begin(), parameters.end());
    return add(tree_, std::move(call));
  }
  // The same with parameters that are these fields.
  ExpressionIndex of_member(const ThreadDeclaration& t, ExpressionIndex clause, ExpressionIndex who,
                            const std::vector<std::string>& fields) {
    const TreeBuilder build(tree_, tree_[clause].where);
    std::vector<ExpressionIndex> parameters;
    for (const std::string& field : fields) parameters.push_back(build.element(build.name(t.name, field), who));
    return holds_of(t, clause, who, parameters, tree_[clause].where);
  }
  // forall i :: T.started[i] ==> clause
  ExpressionIndex of_all_started(std::size_t number, ExpressionIndex clause) {
    const ThreadDeclaration t = thread(number);
    const TreeBuilder build(tree_, tree_[clause].where);
    std::vector<std::string> fields;
    for (const VariableDeclaration& parameter : t.parameters) fields.push_back(given(number, parameter));
    const std::string bound = free_bound(clause);
    const ExpressionIndex who = t.is_family ? build.name(bound) : 0;
    const ExpressionIndex started = build.element(build.name(t.name, started_[number]), who);
    const ExpressionIndex holds = build.make(Operator::implies, {started, of_member(t, clause, who, fields)});
    return t.is_family ? build.forall(bound, holds) : holds;
  }

  // A thread that nobody starts: its parameters are local variables, any values for which what it requires of them
  // holds.
  void choose_parameters(std::size_t number) {
    const ThreadDeclaration t = thread(number);
    std::vector<VariableDeclaration> own = t.parameters;
    own.insert(own.end(), t.locals.begin(), t.locals.end());
    thread(number).locals = std::move(own);
    std::vector<std::string> fields;
    for (const VariableDeclaration& parameter : t.parameters) fields.push_back(parameter.name);
    for (ExpressionIndex e : t.requires_) {
      if (!is_about_parameters(t, e)) continue;
      const TreeBuilder build(tree_, tree_[e].where);
      const std::string bound = free_bound(e);
      const ExpressionIndex who = t.is_family ? build.name(bound) : 0;
      ExpressionIndex holds = of_member(t, e, who, fields);
      if (t.is_family) {
        const ExpressionIndex is_member = t.members != 0
                                              ? substituted(tree_, t.members, {.names = {{t.index, who}}, .tid = who})
                                              : build.make(Operator::ne, {who, build.number(0)});
        holds = build.forall(bound, build.make(Operator::implies, {is_member, holds}));
      }
      tree_.inits.push_back(holds);
    }
  }

  // ---- statements

  void refuse_assignments() {
    for (const SyntaxStatement& s : tree_.statements)
      for (ExpressionIndex place : s.places) {
        const Expression& x = tree_[tree_[place].kind == Operator::select ? tree_[place].parts[0] : place];
        const auto number = number_of(x.name);
        if (x.kind == Operator::name && number && is_started_[*number] && x.field.starts_with(started_[*number]))
          report(MessageCode::not_assignable, x.where, "only 'start' changes '" + x.name + "." + x.field + "'", form,
                 thread(*number).where);
      }
  }

  void expand(std::vector<SyntaxIndex>& statements, bool in_atomic) {
    std::vector<SyntaxIndex> expanded;
    for (const SyntaxIndex index : statements) {
      SyntaxStatement s = std::move(at(index));
      const bool inside = in_atomic || s.kind == Kind::block;
      for (auto* part : {&s.body, &s.other}) expand(*part, inside);
      expand(s.ghosts, true);
      for (auto& branch : s.branches) expand(branch, inside);
      if (s.kind != Kind::start) {
        at(index) = std::move(s);
        expanded.push_back(index);
        continue;
      }
      std::vector<SyntaxIndex> parts = step_of(s);
      if (in_atomic) {
        expanded.insert(expanded.end(), parts.begin(), parts.end());
        continue;
      }
      s.kind = Kind::block;
      s.body = std::move(parts);
      s.condition = 0;
      s.values.clear();
      at(index) = std::move(s);
      expanded.push_back(index);
    }
    statements = std::move(expanded);
  }

  // assert !T.started[e]; assert what T requires; T.started[e], T.started_x[e] := true, argument;
  std::vector<SyntaxIndex> step_of(const SyntaxStatement& s) {
    const auto number = number_of(s.target.name);
    if (!number) {
      std::vector<std::string> names;
      for (const ThreadDeclaration& t : tree_.threads) names.push_back(t.name);
      const std::string similar = most_similar(s.target.name, names);
      report(
          MessageCode::unknown_name, s.target.where, "unknown thread '" + s.target.name + "'",
          similar.empty() ? "declare it: 'thread " + s.target.name + "[i] { … }'" : "did you mean '" + similar + "'?");
      return {};
    }
    const ThreadDeclaration t = thread(*number);
    if (t.is_family != (s.condition != 0)) {
      report(MessageCode::start_or_new, s.where,
             t.is_family ? "'" + t.name + "' is a family: say which of its threads is to start"
                         : "'" + t.name + "' is one thread and has no index",
             form, t.where);
      return {};
    }
    if (s.values.size() != t.parameters.size()) {
      report(MessageCode::wrong_count, s.where,
             "'" + t.name + "' has " + std::to_string(t.parameters.size()) +
                 (t.parameters.size() == 1 ? " parameter" : " parameters") + ", found " +
                 std::to_string(s.values.size()) + (s.values.size() == 1 ? " argument" : " arguments"),
             "", t.where);
      return {};
    }
    const TreeBuilder build(tree_, s.where);
    const auto place = [&](const std::string& field) { return build.element(build.name(t.name, field), s.condition); };
    std::vector<SyntaxIndex> parts;
    const auto add_assertion = [&](ExpressionIndex e) {
      parts.push_back(
          add(tree_, SyntaxStatement{.kind = Kind::assert_, .condition = e, .where = s.where, .text = s.text}));
    };
    add_assertion(build.make(Operator::negation, {place(started_[*number])}));
    SyntaxStatement step{.kind = Kind::assign,
                         .places = {place(started_[*number])},
                         .values = {build.truth(true)},
                         .where = s.where,
                         .text = s.text};
    for (std::size_t i = 0; i < t.parameters.size(); ++i) {
      step.places.push_back(place(given(*number, t.parameters[i])));
      step.values.push_back(s.values[i]);
    }
    for (ExpressionIndex e : t.requires_)
      if (is_about_parameters(t, e)) add_assertion(holds_of(t, e, s.condition, s.values, s.where));
    parts.push_back(add(tree_, std::move(step)));
    return parts;
  }

  // The first step of a thread that is started: it waits, and takes its arguments. Then what it requires holds.
  void wait(std::size_t number) {
    const ThreadDeclaration t = thread(number);
    const TreeBuilder build(tree_, t.where);
    const auto own = [&](const std::string& field) {
      return build.element(build.name(t.name, field), t.is_family ? build.tid() : 0);
    };
    SyntaxStatement step{
        .kind = Kind::await, .condition = own(started_[number]), .where = t.where, .text = "start of " + t.name};
    if (!t.parameters.empty()) {
      SyntaxStatement taken{.kind = Kind::assign, .where = t.where, .text = step.text};
      for (const VariableDeclaration& parameter : t.parameters) {
        taken.places.push_back(build.name(parameter.name));
        taken.values.push_back(own(given(number, parameter)));
      }
      const SyntaxIndex waits = add(tree_, std::move(step)), takes = add(tree_, std::move(taken));
      step = {.kind = Kind::block, .body = {waits, takes}, .where = t.where, .text = "start of " + t.name};
    }
    std::vector<SyntaxIndex> body = {add(tree_, std::move(step))};
    for (ExpressionIndex e : t.requires_)
      body.push_back(add(
          tree_,
          SyntaxStatement{
              .kind = Kind::cut, .condition = e, .where = beginning_of(tree_, e), .text = "requires of " + t.name}));
    body.insert(body.end(), t.body.begin(), t.body.end());
    thread(number).body = std::move(body);
    thread(number).waits = true;
    thread(number).required = std::move(thread(number).requires_);
    thread(number).requires_.clear();
  }
};

}   // namespace

void expand_start_and_new(SyntaxTree& tree, Diagnostics& diagnostics) {
  expand_new(tree, diagnostics);
  Starting(tree, diagnostics).run();
}

}   // namespace plato
