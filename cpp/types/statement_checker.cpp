// Checking statements; see statement_checker.hpp. Recursion is bounded by `deepest_statement`.

#include "types/statement_checker.hpp"

#include <algorithm>

#include "source/foreign_words.hpp"
#include "types/branch_checker.hpp"

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;

class StatementChecker {
 public:
  StatementChecker(const CheckedProgram& program, ExpressionChecker& expressions, std::int32_t thread, bool in_atomic)
      : program_(program), expressions_(expressions), thread_(thread), in_atomic_(in_atomic) {}

  void run(const std::vector<SyntaxIndex>& statements) {
    for (SyntaxIndex s : statements) statement(program_.tree[s]);
  }

 private:
  const CheckedProgram& program_;
  ExpressionChecker& expressions_;
  std::int32_t thread_;
  bool in_atomic_;
  std::uint32_t depth_ = 0;   // how many `par` are around
  // Where only ghosts may change: why.
  enum class OnlyGhosts : std::uint8_t { no, condition, block };
  OnlyGhosts only_ghosts_ = OnlyGhosts::no;   // an `if` whose condition mentions ghosts; `ghost { … }`

  ExpressionContext context(std::string what, bool primes = false) const {
    return {.what = std::move(what), .allows_primes = primes, .allows_tid = true, .thread = thread_};
  }
  // For annotations: what the proof says, not what the program does.
  ExpressionContext annotation(std::string what) const {
    const auto procedure = procedure_of(program_.tree, thread_);
    const bool is_call = procedure && is_specified(program_.tree.procedures[*procedure]);
    return {.what = std::move(what),
            .allows_tid = true,
            .allows_ghosts = true,
            .allows_old = is_call,
            .allows_pending = is_call,
            .thread = thread_};
  }
  bool is_ghost(SymbolIndex symbol) const { return symbol != 0 && program_.symbols[symbol].is_ghost; }
  const Expression& at(ExpressionIndex e) const { return program_.tree[e]; }

  static bool may_be_in_atomic(Kind kind) {
    switch (kind) {
      case Kind::skip:
      case Kind::assign:
      case Kind::assert_:
      case Kind::assume:
      case Kind::await:
      case Kind::havoc:
      case Kind::acquire:
      case Kind::release:
      case Kind::if_:
      case Kind::choose:
      case Kind::raw: return true;
      default: return false;
    }
  }

  void statement(const SyntaxStatement& s) {
    if (in_atomic_ &&
        (s.kind == Kind::return_ || s.kind == Kind::break_ || s.kind == Kind::continue_ || s.kind == Kind::goto_))
      return expressions_.report(MessageCode::jump, s.where,
                                 "'" + s.text + "' cannot leave an atomic block, which is one step",
                                 "end the block before it");
    if (in_atomic_ && !may_be_in_atomic(s.kind))
      return expressions_.report(MessageCode::atomic_block, s.where,
                                 "an atomic block is one step: it may hold assignments, assume, assert, havoc, "
                                 "acquire, release, start, if, choose and raw operations",
                                 s.kind == Kind::call  ? "call the procedure before the block or after it"
                                 : s.kind == Kind::par ? "end the block before the branches start"
                                                       : "");
    if (only_ghosts_ != OnlyGhosts::no && s.kind != Kind::skip && s.kind != Kind::assign && s.kind != Kind::if_)
      only_ghosts_here(s.where, "this happens");
    switch (s.kind) {
      case Kind::skip: break;
      case Kind::assign: assignment(s); break;
      case Kind::assert_: expressions_.expect(s.condition, ValueType::boolean, context("an assertion")); break;
      case Kind::assume:
      case Kind::await: expressions_.expect(s.condition, ValueType::boolean, context("a condition")); break;
      case Kind::cut: expressions_.expect(s.condition, ValueType::boolean, annotation("a cut")); break;
      case Kind::havoc: no_ghosts(s, distinct_places(s, "havoc"), "be havocked"); break;
      case Kind::acquire:
      case Kind::release: lock(s); break;
      case Kind::if_: {
        const OnlyGhosts outer = only_ghosts_;
        if (condition(s.condition) && outer == OnlyGhosts::no) only_ghosts_ = OnlyGhosts::condition;
        ghosts(s);
        run(s.body);
        run(s.other);
        only_ghosts_ = outer;
        break;
      }
      case Kind::while_:
        condition(s.condition);
        ghosts(s);
        for (ExpressionIndex e : s.invariants)
          expressions_.expect(e, ValueType::boolean, annotation("a loop invariant"));
        run(s.body);
        break;
      case Kind::choose:
        for (const auto& branch : s.branches) run(branch);
        break;
      case Kind::block: StatementChecker(program_, expressions_, thread_, true).run(s.body); break;
      case Kind::raw: raw(s); break;
      case Kind::for_:
      case Kind::start: break;   // expanded
      case Kind::group: run(s.body); break;
      case Kind::call: call(s); break;
      case Kind::return_: return_values(s); break;
      case Kind::break_:
      case Kind::continue_:
      case Kind::goto_: break;   // see jump_checker.hpp
      case Kind::par: par(s); break;
      case Kind::scope: scope(s); break;
    }
  }
  void par(const SyntaxStatement& s) {
    const auto procedure = procedure_of(program_.tree, thread_);
    if (procedure && is_specified(program_.tree.procedures[*procedure]))
      expressions_.report(MessageCode::branches, s.where, "a procedure with a specification cannot have 'par'",
                          "leave out the specification: the statements are then proved where the procedure is called",
                          program_.tree.procedures[*procedure].specification.where, "the specification begins here");
    for (ExpressionIndex e : s.values)
      expressions_.expect(e, ValueType::integer, context("the range of the branches' numbers"));
    ++depth_;
    for (std::size_t i = 0; i < s.branches.size(); ++i) {
      const std::size_t scope = expressions_.names().scope();
      declare_branch({.par = s.par, .branch = static_cast<std::uint32_t>(i), .depth = depth_, .thread = thread_},
                     program_.tree, expressions_);
      run(s.branches[i]);
      expressions_.names().leave(scope);
    }
    --depth_;
  }
  // The thread's own elements of global maps: others cannot be given back.
  void scope(const SyntaxStatement& s) {
    const std::vector<SymbolIndex> symbols = distinct_places(s, "give back");
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (symbols[i] == 0) continue;
      const Symbol& v = program_.symbols[symbols[i]];
      if (v.thread >= 0 || v.is_ghost || at(s.places[i]).kind != Expression::Kind::name || !is_map(v.type) ||
          v.type.inner != 0)
        expressions_.report(MessageCode::wrong_type, at(s.places[i]).where,
                            "a scope gives back the thread's elements of global maps",
                            "name a map: 'scope x { … }' gives x[tid] back", v.where, "it was declared here");
    }
    run(s.body);
  }
  // `subject`: "this happens", "'x' changes"
  void only_ghosts_here(const SourceRange& where, const std::string& subject) {
    if (only_ghosts_ == OnlyGhosts::condition)
      expressions_.report(MessageCode::ghost_changed, where,
                          "whether " + subject + " depends on a ghost variable: ghosts do not influence the program",
                          "an 'if' about ghosts may only assign to ghosts");
    else
      expressions_.report(MessageCode::ghost_changed, where, "a block 'ghost' may only assign to ghosts",
                          "move this out of the block");
  }
  // ghost { … } after a condition or a cas.
  void ghosts(const SyntaxStatement& s) {
    if (s.ghosts.empty()) return;
    if (in_atomic_)
      expressions_.report(MessageCode::ghost_changed, s.where, "an atomic block needs no block 'ghost'",
                          "assign to ghosts as to other variables");
    else if (s.kind != Kind::assign && at(s.condition).kind == Expression::Kind::star)
      expressions_.report(MessageCode::ghost_changed, s.where,
                          "a choice is no step: nothing can happen to ghosts in it",
                          "assign to ghosts together with a step of the branch: 'atomic { … }'");
    StatementChecker inside(program_, expressions_, thread_, true);
    inside.only_ghosts_ = OnlyGhosts::block;
    inside.run(s.ghosts);
  }

  void report_ghosts(const SyntaxStatement& s, const std::string& help) {
    expressions_.report(MessageCode::ghost_changed, s.where, "a block 'ghost' may follow a condition or 'cas'", help);
  }

  bool is_element(ExpressionIndex place) const { return at(place).kind == Expression::Kind::select; }

  // The variables, each once, or in an assignment several elements of a map; 0 where there is a mistake.
  std::vector<SymbolIndex> distinct_places(const SyntaxStatement& s, std::string_view verb) {
    std::vector<SymbolIndex> symbols;
    for (ExpressionIndex e : s.places) {
      const SymbolIndex symbol = expressions_.check_place(e, context("a statement"), verb);
      for (std::size_t i = 0; i < symbols.size() && symbol != 0; ++i)
        if (symbols[i] == symbol && !(s.kind == Kind::assign && is_element(e) && is_element(s.places[i])))
          expressions_.report(MessageCode::assigned_twice, at(e).where,
                              "'" + program_.symbols[symbol].name + "' occurs twice on the left side",
                              s.kind == Kind::assign
                                  ? "a variable changes once in one step, as a whole or at elements"
                                  : "a variable changes once in one step; of a map only one element");
      symbols.push_back(symbol);
    }
    return symbols;
  }

  void no_ghosts(const SyntaxStatement& s, const std::vector<SymbolIndex>& places, std::string_view what) {
    for (std::size_t i = 0; i < places.size(); ++i)
      if (is_ghost(places[i]))
        expressions_.report(MessageCode::ghost_changed, at(s.places[i]).where,
                            "the ghost variable '" + program_.symbols[places[i]].name + "' cannot " + std::string(what),
                            "assign to it, best in an atomic block with the step that it is about");
  }

  void assignment(const SyntaxStatement& s) {
    const std::vector<SymbolIndex> places = distinct_places(s, "assign to");
    if (s.places.size() != s.values.size())
      return expressions_.report(MessageCode::wrong_count, s.where,
                                 "expected " + std::to_string(s.places.size()) +
                                     " value(s) on the right side of the assignment, found " +
                                     std::to_string(s.values.size()));
    const bool is_cas = s.values.size() == 1 && at(s.values[0]).kind == Expression::Kind::cas;
    if (!s.ghosts.empty() && !is_cas) report_ghosts(s, "write 'atomic { x := e; g := …; }'");
    if (is_cas) {
      ghosts(s);
      if (program_.info[s.places[0]].type != ValueType::boolean)
        expressions_.report(MessageCode::wrong_type, s.where, "the result of 'cas' is a bool",
                            "declare the variable with type bool");
      const SymbolIndex place = cas(s.values[0]);
      if (place != 0 && place == places[0])
        expressions_.report(MessageCode::assigned_twice, s.where,
                            "'cas' cannot change the variable that takes its result");
      return;
    }
    for (std::size_t i = 0; i < s.places.size(); ++i) {
      ExpressionContext value = context("a value that is assigned to another variable");
      value.allows_ghosts = is_ghost(places[i]);
      expressions_.expect(s.values[i], program_.info[s.places[i]].type, value);
      if (only_ghosts_ != OnlyGhosts::no && places[i] != 0 && !is_ghost(places[i]))
        only_ghosts_here(at(s.places[i]).where, "'" + program_.symbols[places[i]].name + "' changes");
    }
  }

  static std::string count(std::size_t number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
  }

  void call(const SyntaxStatement& s) {
    const Expression& x = at(s.values[0]);
    const std::vector<SymbolIndex> places = distinct_places(s, "assign to");
    const Symbol* symbol = expressions_.names().find(x.name, thread_);
    const std::string quoted = "'" + x.name + "'";
    if (!s.ghosts.empty()) report_ghosts(s, "assign to ghosts in the procedure, or after the call");
    if (symbol == nullptr || symbol->kind != Symbol::Kind::procedure || x.is_primed) {
      for (ExpressionIndex e : x.parts) expressions_.check(e, context("an argument of a procedure"));
      return report_no_procedure(x, symbol);
    }
    const CheckedProcedure& procedure = program_.procedures[symbol->declaration];
    const auto declared = [&](const std::string& message, const std::string& help) {
      expressions_.report(MessageCode::wrong_count, s.where, message, help, symbol->where, "it was declared here");
    };
    if (x.parts.size() != procedure.parameters.size())
      declared(quoted + " takes " + count(procedure.parameters.size(), "argument") + ", found " +
                   std::to_string(x.parts.size()),
               "");
    for (std::size_t i = 0; i < x.parts.size(); ++i)
      expressions_.expect(
          x.parts[i],
          i < procedure.parameters.size() ? program_.symbols[procedure.parameters[i]].type : ValueType::mistake,
          context("an argument of a procedure"));
    if (!s.places.empty() && s.places.size() != procedure.results.size())
      return declared(quoted + " has " + count(procedure.results.size(), "result") + ", but " +
                          std::to_string(s.places.size()) +
                          (s.places.size() == 1 ? " variable takes them" : " variables take them"),
                      "results are taken all together, or not at all: '" + x.name + "(…);'");
    for (std::size_t i = 0; i < places.size(); ++i) {
      const ValueType found = program_.info[s.places[i]].type, type = program_.symbols[procedure.results[i]].type;
      if (found != type && found != ValueType::mistake)
        expressions_.report(MessageCode::wrong_type, at(s.places[i]).where,
                            "expected a variable of type " + name_of(program_.tree, type) + " for the result '" +
                                program_.symbols[procedure.results[i]].name + "', found one of type " +
                                name_of(program_.tree, found),
                            "", program_.symbols[procedure.results[i]].where, "the result was declared here");
    }
  }
  void report_no_procedure(const Expression& x, const Symbol* symbol) {
    const std::string quoted = "'" + x.name + (x.is_primed ? "'" : "") + "'";
    if (symbol != nullptr)
      return expressions_.report(
          MessageCode::wrong_kind_of_name, x.where, "expected a procedure, found " + quoted,
          symbol->kind == Symbol::Kind::definition ? "a predicate or an action does nothing: it is a formula" : "",
          symbol->where, "it was declared here");
    std::vector<std::string> names;
    for (const ProcedureDeclaration& p : program_.tree.procedures) names.push_back(p.name);
    const std::string similar = most_similar(x.name, names);
    std::string help = similar.empty() ? help_for_statement(x.name) : "did you mean '" + similar + "'?";
    if (help.empty()) help = "declare it: 'procedure " + x.name + "() { … }'";
    expressions_.report(MessageCode::unknown_name, x.where, "unknown procedure " + quoted, std::move(help));
  }

  void return_values(const SyntaxStatement& s) {
    const auto number = procedure_of(program_.tree, thread_);
    const std::vector<SymbolIndex> none;
    const std::vector<SymbolIndex>& results = number ? program_.procedures[*number].results : none;
    for (std::size_t i = 0; i < s.values.size(); ++i)
      expressions_.expect(s.values[i], i < results.size() ? program_.symbols[results[i]].type : ValueType::mistake,
                          context("a value that is returned"));
    if (s.values.empty() || s.values.size() == results.size()) return;
    if (!number)
      return expressions_.report(MessageCode::missing_result, s.where, "a thread has no results",
                                 "write 'return;', which ends the thread");
    const ProcedureDeclaration& p = program_.tree.procedures[*number];
    expressions_.report(
        MessageCode::wrong_count, s.where,
        "'" + p.name + "' has " + count(results.size(), "result") + ", found " + count(s.values.size(), "value"),
        results.empty() ? "write 'return;', or declare results: 'returns (r: int)'" : "", p.where,
        "it was declared here");
  }

  SymbolIndex cas(ExpressionIndex e) {
    const Expression& x = at(e);
    if (in_atomic_)
      expressions_.report(MessageCode::place_of_cas, x.where, "'cas' is not allowed in an atomic block",
                          "there it is 'if (x == old) { x := new; }'");
    const SymbolIndex place = expressions_.check_place(x.parts[0], context("a statement"), "assign to");
    if (is_ghost(place))
      expressions_.report(MessageCode::ghost_changed, x.where,
                          "'cas' on a ghost variable would decide what the program does", "assign to it");
    const ValueType type = program_.info[x.parts[0]].type;
    expressions_.expect(x.parts[1], type, context("a condition"));
    expressions_.expect(x.parts[2], type, context("a condition"));
    return place;
  }

  // The answer: whether it mentions ghosts, which it may inside of an atomic block.
  bool condition(ExpressionIndex e) {
    const Expression& x = at(e);
    const bool is_negated = x.kind == Expression::Kind::negation && at(x.parts[0]).kind == Expression::Kind::cas;
    if (x.kind == Expression::Kind::cas) {
      cas(e);
    } else if (is_negated) {
      cas(x.parts[0]);
    } else if (x.kind != Expression::Kind::star) {
      ExpressionContext test = context("a condition");
      test.allows_ghosts = in_atomic_;
      const ExpressionUses uses = expressions_.expect(e, ValueType::boolean, test);
      return in_atomic_ && uses.ghost;
    } else if (only_ghosts_ != OnlyGhosts::no) {
      only_ghosts_here(x.where, "this happens");
    }
    return false;
  }

  void lock(const SyntaxStatement& s) {
    const std::string verb = s.kind == Kind::acquire ? "acquire" : "release";
    const SymbolIndex symbol = distinct_places(s, verb)[0];
    if (symbol == 0) return;
    const Symbol& lock = program_.symbols[symbol];
    const bool is_array = lock.declared.kind == SyntaxType::Kind::lock_map;
    if (is_array && !is_element(s.places[0]))
      expressions_.report(MessageCode::no_lock, at(s.places[0]).where,
                          "expected a lock, found the array of locks '" + lock.name + "'",
                          "say which one: '" + verb + "(" + lock.name + "[i]);'");
    else if (!is_array && lock.declared.kind != SyntaxType::Kind::lock)
      expressions_.report(MessageCode::no_lock, at(s.places[0]).where,
                          "expected a lock, found '" + lock.name + "' of type " + name_of(program_.tree, lock.type),
                          "declare it as 'var " + lock.name + ": lock'");
    else if (lock.thread >= 0)
      expressions_.report(MessageCode::no_lock, at(s.places[0]).where,
                          "the lock '" + lock.name + "' is local to this thread and locks nobody out",
                          "declare it outside of the thread");
  }

  void raw(const SyntaxStatement& s) {
    if (s.gate != 0) expressions_.expect(s.gate, ValueType::boolean, context("the gate of an atomic operation"));
    no_ghosts(s, distinct_places(s, "modify"), "be changed by a raw operation");
    expressions_.expect(s.condition, ValueType::boolean, context("an action", true));
    if (s.post != 0) expressions_.expect(s.post, ValueType::boolean, context("a post-assertion", true));
  }
};

}   // namespace

void check_statements(const std::vector<SyntaxIndex>& statements, const CheckedProgram& program,
                      ExpressionChecker& expressions, std::int32_t thread, bool in_atomic) {
  StatementChecker(program, expressions, thread, in_atomic).run(statements);
}

}   // namespace plato
