// Checking declarations and threads; see type_checker.hpp.

#include "types/type_checker.hpp"

#include <algorithm>

#include "source/control_points.hpp"
#include "source/counts.hpp"
#include "source/general_client.hpp"
#include "source/start_and_new.hpp"
#include "source/sugar.hpp"
#include "source/thread_identifiers.hpp"
#include "types/branch_checker.hpp"
#include "types/call_counts.hpp"
#include "types/declared_type.hpp"
#include "types/expression_checker.hpp"
#include "types/jump_checker.hpp"
#include "types/module_checker.hpp"
#include "types/outline_checker.hpp"
#include "types/procedure_checker.hpp"
#include "types/specification_checker.hpp"
#include "types/statement_checker.hpp"

namespace plato {
namespace {

class ProgramChecker {
 public:
  ProgramChecker(SyntaxTree tree, Diagnostics& diagnostics)
      : program_{.tree = std::move(tree),
                 .info = {},
                 .is_lemma = {},
                 .race_free = {},
                 .initial_ghost = {},
                 .parameters = {},
                 .identifiers = {},
                 .procedures = {},
                 .kept_locals = {},
                 .reached = {},
                 .abstracted = {},
                 .jump_targets = {}},
        expressions_(program_, diagnostics) {}

  CheckedProgram run() {
    for (std::size_t i = 0; i < program_.tree.enumerations.size(); ++i) enumeration(i);
    for (const VariableDeclaration& v : program_.tree.variables) v.is_constant ? constant(v) : variable(v, -1);
    for (std::size_t i = 0; i < program_.tree.threads.size(); ++i) {
      const ThreadDeclaration& t = program_.tree.threads[i];
      names().declare({.kind = Symbol::Kind::thread,
                       .name = t.name,
                       .declaration = static_cast<std::uint32_t>(i),
                       .where = t.where});
    }
    for (std::size_t i = 0; i < program_.tree.procedures.size(); ++i) {
      const ProcedureDeclaration& p = program_.tree.procedures[i];
      names().declare({.kind = Symbol::Kind::procedure,
                       .name = p.name,
                       .declaration = static_cast<std::uint32_t>(i),
                       .where = p.where});
    }
    for (std::size_t i = 0; i < program_.tree.threads.size(); ++i) locals(i);
    for (std::size_t i = 0; i < program_.tree.procedures.size(); ++i)
      declare_variables_of_procedure(i, program_, expressions_);
    for (std::size_t i = 0; i < program_.tree.definitions.size(); ++i) definition(i);
    top_level();
    for (std::size_t i = 0; i < program_.tree.procedures.size(); ++i) check_procedure(i, program_, expressions_);
    for (std::size_t i = 0; i < program_.tree.threads.size(); ++i) thread(i);
    identifiers();
    check_modules(program_, expressions_);
    find_recursion(program_);
    count_calls(program_, expressions_);
    check_branches(program_, expressions_);
    return std::move(program_);
  }

 private:
  CheckedProgram program_;
  ExpressionChecker expressions_;

  NameResolution& names() { return expressions_.names(); }
  ExpressionUses expect_truth(ExpressionIndex e, const ExpressionContext& context) {
    return expressions_.expect(e, ValueType::boolean, context);
  }

  // Its values are constants of a type of their own.
  void enumeration(std::size_t number) {
    const EnumerationDeclaration& e = program_.tree.enumerations[number];
    const SyntaxType type{.kind = SyntaxType::Kind::integer, .enumeration = static_cast<std::uint32_t>(number) + 1};
    names().declare({.kind = Symbol::Kind::enumeration, .name = e.name, .where = e.where});
    for (const EnumerationDeclaration::Value& value : e.values) {
      expressions_.check(value.number, {.what = "an enumeration"});
      names().declare({.kind = Symbol::Kind::constant,
                       .name = value.name,
                       .type = value_type(type),
                       .initial = value.number,
                       .declared = type,
                       .where = value.where});
    }
  }

  void constant(const VariableDeclaration& v) {
    const ValueType type = value_type(v.type);
    check_type_parts(v.type, expressions_);
    if (v.type.low != 0 && v.initial != 0)
      expressions_.report(MessageCode::unsuitable_type, v.where, "a constant with a value has no range",
                          "declare it as 'const " + v.name + ": int'");
    if (type == ValueType::record)
      expressions_.report(MessageCode::unsuitable_type, v.where, "the constant '" + v.name + "' cannot be a record",
                          "declare one constant for each field");
    if (v.initial != 0)
      expressions_.expect(v.initial, type, {.what = "the value of a constant", .allows_variables = false});
    const auto place = static_cast<std::uint32_t>(&v - program_.tree.variables.data());
    names().declare({.kind = Symbol::Kind::constant,
                     .name = v.name,
                     .type = type,
                     .variable_type = variable_type(v.type.kind),
                     .declaration = place,
                     .initial = v.initial,
                     .declared = v.type,
                     .module = v.module,
                     .where = v.where});
  }

  void variable(const VariableDeclaration& v, std::int32_t thread) {
    if (v.is_ghost && (v.type.kind == SyntaxType::Kind::lock || v.type.kind == SyntaxType::Kind::lock_map))
      expressions_.report(MessageCode::unsuitable_type, v.where,
                          "a ghost variable cannot be a lock: nobody would wait for it", "declare it as an int");
    if (v.type.kind != SyntaxType::Kind::record) return simple_variable(v, v.name, v.type, v.initial, thread, v.where);
    names().declare({.kind = Symbol::Kind::record,
                     .name = v.name,
                     .type = ValueType::record,
                     .thread = thread,
                     .module = v.module,
                     .where = v.where});
    if (v.initial != 0)
      expressions_.report(MessageCode::unsuitable_type, v.where, "a record cannot have an initial value as a whole",
                          "say it with 'init " + v.name + ".field == …'");
    for (const SyntaxType::Field& f : v.type.fields)
      simple_variable(v, v.name + "." + f.name, f.type, 0, thread, f.where);
  }
  void simple_variable(const VariableDeclaration& declaration, const std::string& name, const SyntaxType& declared,
                       ExpressionIndex initial, std::int32_t thread, const SourceRange& where) {
    const ValueType type = value_type(declared);
    check_type_parts(declared, expressions_);
    if (declaration.is_ghost) check_ghost_type(name, declared, initial, where, expressions_);
    const bool in_family = thread >= 0 && program_.tree.threads[static_cast<std::size_t>(thread)].is_family;
    if (in_family && type == ValueType::set)
      expressions_.report(MessageCode::unsuitable_type, where,
                          "'" + name + "' is local to each thread of a family and cannot be a set",
                          "declare it as 'bool[]': 'a[i]' says whether i is in it");
    // Initial values are about the initial store, in which variables declared before may be mentioned.
    if (initial != 0)
      expressions_.expect(initial, type, {.what = "an initial value", .allows_tid = thread >= 0, .thread = thread});
    names().declare({.kind = Symbol::Kind::variable,
                     .name = name,
                     .type = type,
                     .variable_type = variable_type(declared.kind),
                     .thread = thread,
                     .initial = initial,
                     .declared = declared,
                     .is_ghost = declaration.is_ghost,
                     .module = declaration.module,
                     .where = where});
  }

  void locals(std::size_t number) {
    const ThreadDeclaration& t = program_.tree.threads[number];
    const auto thread = static_cast<std::int32_t>(number);
    if (t.is_family && t.index != "tid")
      names().declare({.kind = Symbol::Kind::own_identifier,
                       .name = t.index,
                       .type = ValueType::integer,
                       .thread = thread,
                       .where = t.where});
    for (const VariableDeclaration& v : t.locals) variable(v, thread);
  }

  void definition(std::size_t number) {
    const Definition& d = program_.tree.definitions[number];
    const std::size_t scope = names().scope();
    program_.parameters.emplace_back();
    for (std::size_t i = 0; i < d.parameters.size(); ++i) {
      const DefinitionParameter& p = d.parameters[i];
      if (p.type.low != 0 || has_length(p.type))
        expressions_.report(MessageCode::unsuitable_type, p.where,
                            "the parameter '" + p.name + "' cannot have a range or a length",
                            "formulas are about all integers and indices; declare it without");
      if (value_type(p.type) == ValueType::record)
        expressions_.report(MessageCode::unsuitable_type, p.where, "the parameter '" + p.name + "' cannot be a record",
                            "pass its fields");
      program_.parameters.back().push_back(names().declare({.kind = Symbol::Kind::parameter,
                                                            .name = p.name,
                                                            .type = value_type(p.type),
                                                            .declaration = static_cast<std::uint32_t>(i),
                                                            .where = p.where}));
    }
    const ExpressionUses uses = expect_truth(
        d.body, {.what = "a predicate", .allows_primes = d.is_action, .allows_tid = true, .allows_ghosts = true});
    names().leave(scope);
    const std::uint32_t height = program_.tree[d.body].height + uses.highest_call;
    if (height > highest_definition)
      expressions_.report(MessageCode::too_deep, d.where,
                          "the definitions that '" + d.name + "' uses are nested too deeply");
    names().declare({.kind = Symbol::Kind::definition,
                     .name = d.name,
                     .type = ValueType::boolean,
                     .declaration = static_cast<std::uint32_t>(number),
                     .uses_tid = uses.tid,
                     .is_ghost = uses.ghost,
                     .height = height,
                     .where = d.where});
  }

  // forall k :: g[k] == e, with e about other variables: the ghost g, in every initial store, is the map of the e's.
  SymbolIndex ghost_of_init(ExpressionIndex e) {
    const auto at = [&](ExpressionIndex x) -> const Expression& { return program_.tree[x]; };
    const auto is_bound = [&](ExpressionIndex x) {
      return at(x).kind == Expression::Kind::name && at(x).name == at(e).bound[0];
    };
    const std::string help =
        "a ghost's first value is given by 'ghost var g: int = e', or of a map by 'init forall k :: g[k] == e'";
    const bool is_forall = at(e).kind == Expression::Kind::forall && at(e).bound.size() == 1;
    const Expression* equation = is_forall ? &at(at(e).parts[0]) : nullptr;
    const bool has_shape =
        equation && equation->kind == Expression::Kind::eq && at(equation->parts[0]).kind == Expression::Kind::select &&
        at(at(equation->parts[0]).parts[0]).kind == Expression::Kind::name && is_bound(at(equation->parts[0]).parts[1]);
    const SymbolIndex symbol = has_shape ? program_.info[at(equation->parts[0]).parts[0]].symbol : 0;
    if (symbol == 0 || !program_.symbols[symbol].is_ghost ||
        program_.symbols[symbol].type.kind != ValueType::Kind::map) {
      expressions_.report(MessageCode::ghost_read, at(e).where,
                          "an initial condition must not mention ghost variables: it says where the program starts",
                          help);
      return 0;
    }
    if (mentions_ghost(program_, equation->parts[1]))
      expressions_.report(MessageCode::ghost_changed, at(equation->parts[1]).where,
                          "the first value of a ghost variable must not depend on ghost variables", help);
    if (program_.symbols[symbol].initial != 0 ||
        std::ranges::find(program_.initial_ghost, symbol) != program_.initial_ghost.end())
      expressions_.report(MessageCode::ghost_changed, at(e).where,
                          "the ghost variable '" + program_.symbols[symbol].name + "' has two first values",
                          "leave one of them out");
    return symbol;
  }

  // Threads share it, and it is no ghost: nobody runs those.
  void race_free(ExpressionIndex e) {
    const Expression& place = program_.tree[e];
    constexpr const char* help = "name variables that threads share, each as a whole: race-free x, a";
    if (place.kind != Expression::Kind::name || place.is_primed) {
      expressions_.report(MessageCode::race_free, place.where, "'race-free' is about variables, and this is none",
                          help);
      return;
    }
    const SymbolIndex symbol = names().lookup(place.name, -1);
    if (symbol == 0) return names().report_unknown(e, {.what = "what there are no races on"});
    const Symbol& found = program_.symbols[symbol];
    if (found.kind != Symbol::Kind::variable || found.is_ghost)
      return expressions_.report(MessageCode::race_free, place.where,
                                 "'race-free' is about variables that threads share, and '" + place.name + "' is " +
                                     (found.is_ghost ? "a ghost variable" : "none"),
                                 help);
    if (std::ranges::find(program_.race_free, symbol) == program_.race_free.end()) program_.race_free.push_back(symbol);
  }

  void top_level() {
    for (ExpressionIndex e : program_.tree.race_free) race_free(e);
    for (ExpressionIndex e : program_.tree.assumptions)
      expect_truth(e, {.what = "an assumption on constants", .allows_variables = false});
    for (ExpressionIndex e : program_.tree.inits) {
      const ExpressionUses uses = expect_truth(e, {.what = "the initial condition", .allows_ghosts = true});
      program_.initial_ghost.push_back(uses.ghost ? ghost_of_init(e) : 0);
    }
    for (ExpressionIndex e : program_.tree.invariants)
      program_.is_lemma.push_back(expect_truth(e, {.what = "an invariant", .allows_ghosts = true}).ghost);
    for (const CountDeclaration& count : program_.tree.counts)
      expect_truth(count.about, {.what = "what is counted", .allows_ghosts = true});
    for (ExpressionIndex e : program_.tree.relies)
      expect_truth(e, {.what = "a rely", .allows_primes = true, .allows_tid = true, .allows_ghosts = true});
    for (ExpressionIndex e : program_.tree.guarantees)
      expect_truth(e, {.what = "a guarantee", .allows_primes = true, .allows_tid = true, .allows_ghosts = true});
    const ProgramSpecification& s = program_.tree.specification;
    for (ExpressionIndex e : s.requires_) expect_truth(e, {.what = "what the program requires"});
    for (ExpressionIndex e : s.relies) expect_truth(e, {.what = "the rely of the program", .allows_primes = true});
    for (ExpressionIndex e : s.guarantees)
      expect_truth(e, {.what = "the guarantee of the program", .allows_primes = true});
    for (ExpressionIndex e : s.ensures) expect_truth(e, {.what = "what the program ensures"});
  }

  void thread(std::size_t number) {
    const ThreadDeclaration& t = program_.tree.threads[number];
    const auto self = static_cast<std::int32_t>(number);
    if (t.members != 0)
      expect_truth(
          t.members,
          {.what = "the identifiers of a family", .allows_tid = true, .allows_variables = false, .thread = self});
    const auto each = [&](const std::vector<ExpressionIndex>& list, const char* what, bool primes) {
      for (ExpressionIndex e : list)
        expect_truth(
            e, {.what = what, .allows_primes = primes, .allows_tid = true, .allows_ghosts = true, .thread = self});
    };
    each(t.requires_, "what a thread requires", false);
    each(t.relies, "a rely", true);
    each(t.guarantees, "a guarantee", true);
    each(t.ensures, "what a thread ensures", false);
    check_statements(t.body, program_, expressions_, self, false);
    keep_locals(t, self);
    check_jumps(t.body, program_, expressions_);
    check_commits(t.body, nullptr, program_.tree, expressions_);
    if (t.is_outline) check_outline(t, program_.tree, expressions_);
  }

  void keep_locals(const ThreadDeclaration& t, std::int32_t self) {
    const std::set<SymbolIndex> assigned = assigned_in({t.body.begin() + (t.waits ? 1 : 0), t.body.end()}, program_);
    program_.kept_locals.emplace_back();
    for (SymbolIndex i = 1; i < program_.symbols.size(); ++i) {
      const Symbol& s = program_.symbols[i];
      if (s.kind == Symbol::Kind::variable && s.thread == self && !s.is_ghost && !assigned.contains(i))
        program_.kept_locals.back().insert(i);
    }
  }

  // No two threads have the same one.
  void identifiers() {
    const auto& threads = program_.tree.threads;
    const ThreadDeclaration* unbounded = nullptr;
    std::vector<Integer> taken;
    for (const ThreadDeclaration& t : threads) {
      if (t.is_family && t.members == 0) {
        if (unbounded)
          expressions_.report(
              MessageCode::identifiers, t.where,
              "the families '" + unbounded->name + "' and '" + t.name + "' would share their identifiers",
              "divide them: 'thread " + unbounded->name + "[tid] for tid > 0' and 'thread " + t.name +
                  "[tid] for tid < 0'");
        unbounded = &t;
      }
      if (!t.has_identifier) continue;
      if (t.identifier.is_zero())
        expressions_.report(MessageCode::identifiers, t.where, "the identifier of a thread must not be 0",
                            "a lock that is 0 is free");
      if (std::ranges::find(taken, t.identifier) != taken.end())
        expressions_.report(MessageCode::identifiers, t.where,
                            "two threads have the identifier " + to_string(t.identifier));
      taken.push_back(t.identifier);
    }
    program_.identifiers = thread_identifiers(program_.tree);
    if (threads.empty())
      expressions_.report(MessageCode::no_threads, {1, 1, 1}, "the program has no threads and no procedures",
                          "add one: 'thread T { … }'");
  }
};

}   // namespace

namespace {

// No step could give all elements of a map that each thread has their values.
void refuse_maps_as_parameters(SyntaxTree& tree, Diagnostics& diagnostics) {
  for (ThreadDeclaration& t : tree.threads)
    for (VariableDeclaration& p : t.parameters) {
      if (!t.is_family || !is_map(value_type(p.type))) continue;
      diagnostics.push_back({MessageCode::unsuitable_type, p.where,
                             "the parameter '" + p.name + "' of a family of threads cannot be a map",
                             "pass numbers, or use a global map of maps: '" + p.name + "[tid][j]'"});
      p.type = {};
    }
}

}   // namespace

std::optional<CheckedProgram> check_program(SyntaxTree tree, Diagnostics& diagnostics) {
  refuse_maps_as_parameters(tree, diagnostics);
  add_general_client(tree);
  find_control_points(tree, diagnostics);
  expand_counts(tree, diagnostics);
  expand_start_and_new(tree, diagnostics);
  expand_sugar(tree);
  CheckedProgram program = ProgramChecker(std::move(tree), diagnostics).run();
  sort_diagnostics(diagnostics);
  if (!diagnostics.empty()) return std::nullopt;
  return program;
}

}   // namespace plato
