// The generator; see surface_programs.hpp.

#include "surface_programs.hpp"

#include <algorithm>
#include <vector>

#include "program_text.hpp"
#include "random_expressions.hpp"
#include "support/random_choice.hpp"
#include "surface_grids.hpp"
#include "surface_pars.hpp"

namespace plato_test::surface {
namespace {

class Generator {
 public:
  explicit Generator(std::mt19937& random) : choose_(random), say_(choose_), pars_(choose_, say_, text_) {}

  std::string write() {
    shape();
    declarations();
    clauses();
    // Before the threads and after them: both may be called from anywhere.
    const int first = choose_.between(0, procedures());
    for (int p = 0; p < first; ++p) procedure(p);
    for (int t = 0; t < count_; ++t) thread(t);
    for (int p = first; p < procedures(); ++p) procedure(p);
    return text_.text();
  }

 private:
  Choice choose_;
  RandomExpressions say_;
  ProgramText text_;
  RandomPars pars_;
  int count_ = 2;            // thread declarations
  bool is_family_ = false;   // the first of them
  bool has_zero_ = false;    // its members start with 0
  bool is_endless_ = false;
  bool has_lock_ = false, has_environment_ = false, has_parameter_ = false, has_predicates_ = false;
  bool has_ghost_ = false, has_phase_ = false, has_par_ = false, has_grid_ = false;
  int started_ = -1;                              // the thread that others start; -1 if there is none
  bool has_argument_ = false, has_new_ = false;   // the thread that is started has a parameter; numbers are handed out
  int labels_ = 0;                                // given so far
  std::vector<Variable> globals_;
  std::vector<std::vector<Variable>> locals_;    // of the threads, then of the procedures
  static constexpr const char* argument = "z";   // the parameter
  struct Procedure {
    std::vector<Variable> parameters, locals, results;
    bool is_recursive = false;
  };
  std::vector<Procedure> procedures_;

  // ---- text

  void line(const std::string& text) { text_.line(text); }
  template <class Body>
  void block(const std::string& header, Body body) {
    text_.block(header, body);
  }
  std::string thread_name(int t) const { return is_family_ && t == 0 ? "worker" : "T" + std::to_string(t + 1); }
  bool is_family(int t) const { return is_family_ && t == 0; }
  int procedures() const { return static_cast<int>(procedures_.size()); }
  bool is_procedure(int t) const { return t >= count_; }
  // The first of a thread's or procedure's own variables, which counts in loops. A procedure may have none.
  bool has_counter(int t) const {
    const auto& locals = locals_[static_cast<std::size_t>(t)];
    return !locals.empty() && locals[0].type == Type::integer && !locals[0].is_ghost;
  }
  const std::string& counter_of(int t) const { return locals_[static_cast<std::size_t>(t)][0].name; }
  static std::string procedure_name(int p) { return "do" + std::to_string(p + 1); }

  // ---- declarations

  void shape() {
    has_par_ = choose_.chance(9);
    is_family_ = choose_.chance(has_par_ ? 15 : 30);
    count_ = is_family_ ? choose_.between(1, 2) : choose_.chance(35) ? 1 : choose_.chance(80) ? 2 : 3;
    if (has_par_ && choose_.chance(60)) count_ = 1;   // branches are threads, too
    is_endless_ = is_family_ && choose_.chance(15);
    has_lock_ = choose_.chance(30);
    has_zero_ = is_family_ && !is_endless_ && !has_lock_ && choose_.chance(40);
    has_environment_ = choose_.chance(12);
    has_parameter_ = choose_.chance(12);
    has_predicates_ = choose_.chance(45);
    has_ghost_ = choose_.chance(25);
    if (count_ > 1 && choose_.chance(10)) started_ = is_family_ ? 0 : count_ - 1;
    has_argument_ = started_ >= 0 && choose_.chance(50);
    has_new_ = choose_.chance(6);
    // A thread beside a family with bounds would have an identifier below 0.
    has_par_ = has_par_ && (!is_family_ || is_endless_ || count_ == 1);
    procedures_.resize(choose_.chance(has_par_ ? 75 : 35) ? static_cast<std::size_t>(choose_.between(1, 2)) : 0);
    locals_.resize(static_cast<std::size_t>(count_) + procedures_.size());
  }
  // Members of a family cannot own a variable: they own elements and local variables.
  int some_owner() {
    if (has_lock_ && choose_.chance(35)) return locked;
    if (choose_.chance(20)) return anybody;
    const int t = choose_.between(0, count_ - 1);
    return is_family(t) ? anybody : t;
  }
  std::string initial(Type type) {
    switch (type) {
      case Type::integer: return choose_.number(0, 2);
      case Type::boolean: return choose_.of({"true", "false"});
      case Type::map: {
        std::string map = "map(" + choose_.number(0, 1) + ")";
        for (const int percent : {60, 30})
          if (choose_.chance(percent)) map += "[" + choose_.number(0, 2) + " := " + choose_.number(0, 2) + "]";
        return map;
      }
      case Type::bool_map:
        return "map(false)" + std::string(choose_.chance(60) ? "[" + choose_.number(0, 2) + " := true]" : "");
      case Type::set: return choose_.of({"{}", "{0, 1}", "{2}"});
    }
    return "";
  }
  // Some with a range or a length, so that steps can leave them.
  std::string word(Type type) {
    switch (type) {
      case Type::integer: return choose_.chance(15) ? choose_.of({"-1..3", "0..2", "0..<3", "-7..7"}) : "int";
      case Type::boolean: return "bool";
      case Type::map: return choose_.chance(12) ? choose_.of({"int[3]", "(-7..7)[]", "(0..2)[3]", "int[9]"}) : "int[]";
      case Type::bool_map: return choose_.chance(12) ? "bool[3]" : "bool[]";
      case Type::set: return "set";
    }
    return "";
  }
  void global(const std::string& name, Type type, int owner) {
    globals_.push_back({name, type, owner});
    const bool is_stated = type == Type::integer   ? choose_.chance(88)
                           : type == Type::boolean ? choose_.chance(85)
                                                   : choose_.chance(96);
    line("var " + name + ": " + word(type) + (is_stated ? " = " + initial(type) : ""));
  }
  void declarations() {
    if (has_parameter_) {
      say_.has_parameter = true;
      line("const N: int");
      line("assume 0 <= N <= " + choose_.number(1, 2));
    }
    // A few owners, each with several variables: what is owned together can depend on each other.
    const int first = some_owner(), second = some_owner();
    const auto owner = [&] { return choose_.chance(70) ? first : second; };
    for (int i = 0, n = choose_.between(1, 2); i < n; ++i) global("x" + std::to_string(i), Type::integer, owner());
    for (int i = 0, n = choose_.chance(80) ? 1 : 2; i < n; ++i) global("a" + std::to_string(i), Type::map, owner());
    if (choose_.chance(30)) global("b", Type::boolean, owner());
    if (choose_.chance(40)) global("f", Type::bool_map, owner());
    if (choose_.chance(25)) global("s", Type::set, owner());
    if (choose_.chance(20)) {
      const int of = owner();
      line("var p: {u: int, v: int[]}");
      line("init p.u == " + choose_.number(0, 2) + " && p.v == map(0)[1 := " + choose_.number(0, 2) + "]");
      globals_.push_back({"p.u", Type::integer, of});
      globals_.push_back({"p.v", Type::map, of});
    }
    if (choose_.chance(15)) line("init " + say_.formula({.variables = globals_}, 1));
    if (is_family_) line("var c: int[] = map(" + choose_.number(0, 1) + ")");   // each member owns its element
    if (has_lock_) line("var m: lock = 0");
    if (choose_.chance(12)) enumeration();
    has_grid_ = choose_.chance(10);
    if (has_grid_) line(grid_declarations());
    if (has_ghost_) {
      line("ghost var g: int = " + choose_.number(0, 1));
      globals_.push_back({"g", Type::integer, anybody, true});
      if (choose_.chance(40)) {
        line("ghost var h: int[] = map(0)");
        globals_.push_back({"h", Type::map, anybody, true});
      } else if (choose_.chance(20)) {
        line("ghost var h: int[]");
        line("init forall k :: h[k] == k");
        globals_.push_back({"h", Type::map, anybody, true});
      }
    }
    if (has_predicates_) {
      line("predicate Small(i) = 0 <= i <= " + choose_.number(1, 2));
      line("predicate Meets(i) = i == " + global_of(Type::integer) + " || " + global_of(Type::map) +
           "[i] == " + choose_.number(0, 2));
      line("action Keeps(i) = " + global_of(Type::map) + "'[i] == " + global_of(Type::map) + "[i]");
    }
    say_.has_predicates = has_predicates_;
    for (int t = 0; t < count_; ++t) plan_locals(t);
    for (int p = 0; p < procedures(); ++p) plan_procedure(p);
  }
  // Its variable has no part in other expressions: it is of another type.
  void enumeration() {
    has_phase_ = true;
    text_.first_line("enum Phase { idle, busy, over }");
    line("var phase: Phase" + choose_.of({" = idle", " = busy", ""}));
    line("var stage: Phase[] = map(idle)");
    block("procedure turn(now: Phase) returns (after: Phase)", [&] {
      line("var first: Phase" + choose_.of({" = phase", ""}));
      line("if (now != " + choose_.of({"idle", "first"}) + ") { return " + choose_.of({"now", "over"}) + "; }");
      line("after := " + choose_.of({"busy", "phase", "first"}) + ";");
    });
  }
  void grid(const Scope& scope) {
    line(grid_statement(choose_, {.i = choose_.chance(60) ? choose_.number(0, 1) : say_.index(scope, 1),
                                  .j = choose_.chance(60) ? choose_.number(0, 2) : say_.index(scope, 1),
                                  .value = choose_.number(0, 3)}));
  }
  void phase_statement(const Scope& scope) {
    const std::string value = choose_.of({"idle", "busy", "over", "stage[1]"}), i = say_.index(scope, 1);
    switch (choose_.below(7)) {
      case 0: return line("phase := " + value + ";");
      case 6: return line(choose_.of({"phase := ", "stage[1] := ", ""}) + "turn(" + value + ");");
      case 1: return line("stage[" + i + "] := " + choose_.of({"phase", "busy"}) + ";");
      case 2: return line(choose_.of({"havoc phase;", "havoc stage[1];"}));
      case 3: return line("atomic modifies phase: phase' != idle;");
      case 4: return line("assert phase == idle || phase == busy || phase == over;");
      default:
        return line("assert " + (choose_.chance(50) ? "phase" : "stage[" + i + "]") + choose_.of({" != ", " == "}) +
                    value + ";");
    }
  }
  std::string global_of(Type type) const {
    for (const Variable& v : globals_)
      if (v.type == type) return v.name;
    return "";
  }
  void plan_locals(int t) {
    auto& locals = locals_[static_cast<std::size_t>(t)];
    const std::string suffix = std::to_string(t + 1);
    for (int i = 0, n = choose_.between(1, 2); i < n; ++i)
      locals.push_back({(i == 0 ? "t" : "u") + suffix, Type::integer, t, false, true});
    if (choose_.chance(40)) locals.push_back({"d" + suffix, Type::boolean, t, false, true});
    if (!is_family(t) && choose_.chance(30)) locals.push_back({"l" + suffix, Type::map, t, false, true});
    if (choose_.chance(15)) {
      locals.push_back({"r" + suffix + ".k", Type::integer, t, false, true});
      locals.push_back({"r" + suffix + ".q", Type::boolean, t, false, true});
    }
    if (has_ghost_ && choose_.chance(30)) locals.push_back({"w" + suffix, Type::integer, t, true, true});
    if (t == started_ && has_argument_) locals.push_back({argument, Type::integer, t, false, true});
  }

  void plan_procedure(int p) {
    Procedure& plan = procedures_[static_cast<std::size_t>(p)];
    const int t = count_ + p;
    const std::string suffix = "_" + std::to_string(p + 1);
    const auto variable = [&](const char* name, Type type, bool is_ghost = false) {
      const Variable v{name + suffix, type, t, is_ghost, true};
      locals_[static_cast<std::size_t>(t)].push_back(v);
      return v;
    };
    plan.is_recursive = choose_.chance(30);
    if (plan.is_recursive || !has_par_ || choose_.chance(70)) plan.parameters = {variable("n", Type::integer)};
    if (!plan.parameters.empty() && choose_.chance(30)) plan.parameters.push_back(variable("y", Type::boolean));
    if (choose_.chance(50)) plan.locals.push_back(variable("v", Type::integer));
    if (!plan.locals.empty() && choose_.chance(30)) plan.locals.push_back(variable("k", Type::integer));
    if (has_ghost_ && choose_.chance(30)) plan.locals.push_back(variable("w", Type::integer, true));
    if (choose_.chance(plan.parameters.empty() ? 40 : 70)) plan.results.push_back(variable("r", Type::integer));
    if (!plan.results.empty() && choose_.chance(20)) plan.results.push_back(variable("z", Type::boolean));
  }

  // What everybody may say: global variables, and the threads' own from outside.
  Scope global_scope(bool has_ghosts) {
    Scope scope{.variables = globals_, .has_ghosts = has_ghosts};
    for (int t = 0; t < count_; ++t)
      for (const Variable& v : locals_[static_cast<std::size_t>(t)])
        if (v.name.find('.') != std::string::npos)
          continue;   // a field of a local record has no name outside
        else if (v.name == argument)
          continue;   // when it gets its value is not for others to tell
        else if (!is_family(t))
          scope.variables.push_back({thread_name(t) + "." + v.name, v.type, t, v.is_ghost});
        else if (!v.is_ghost && v.type == Type::integer && choose_.chance(50))
          scope.variables.push_back(
              {"worker." + v.name + "[" + choose_.number(1, has_zero_ || is_endless_ ? 1 : 2) + "]", Type::integer, t});
    return scope;
  }
  std::string primed(const std::string& name) const {
    if (const std::size_t bracket = name.find('['); bracket != std::string::npos)
      return primed(name.substr(0, bracket)) + name.substr(bracket);
    if (const std::size_t dot = name.find('.'); dot != std::string::npos)
      return name.substr(0, dot) + "'" + name.substr(dot);
    return name + "'";
  }
  std::string unchanged(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return "unchanged(" + text + ")";
  }
  std::vector<std::string> owned_by(int owner) const {
    std::vector<std::string> names;
    for (const Variable& v : globals_)
      if (v.owner == owner && !v.is_ghost) names.push_back(v.name);
    return names;
  }
  // A formula about a step that is often true of all of them.
  std::string action(const Scope& scope) {
    const auto integers = say_.of_type(scope, Type::integer), maps = say_.of_type(scope, Type::map);
    switch (choose_.below(6)) {
      case 0:
      case 1: {
        if (integers.empty()) return "true";
        const std::string x = choose_.of(integers).name;
        return x + " <= " + primed(x) + choose_.of({"", " + 1"});
      }
      case 2: {
        const std::string k = choose_.number(0, 2);
        return has_predicates_ ? "(Meets(" + k + ") ==> Meets'(" + k + "))" : "true";
      }
      case 3: return has_predicates_ ? "Keeps(" + choose_.number(0, 4) + ")" : "true";
      case 4:
        return maps.empty() ? "true"
                            : "unchanged(" + choose_.of(maps).name + "[" +
                                  (integers.empty() ? "3" : choose_.of(integers).name) + "])";
      default:
        // Where calls have steps of their own in which nothing happens is not for guarantees to tell.
        if (!procedures_.empty() || has_phase_ || started_ >= 0 || has_par_) return "true";
        return say_.formula(scope, 1) + " ==> " +
               (maps.empty() ? "true" : primed(choose_.of(maps).name) + "[" + choose_.number(0, 3) + "] >= 0");
    }
  }

  void clauses() {
    const auto protected_ones = owned_by(locked);
    if (has_lock_)
      line("rely m == tid ==> m' == tid" + (protected_ones.empty() ? "" : " && " + unchanged(protected_ones)));
    if (choose_.chance(25)) line("invariant " + say_.fact(global_scope(has_ghost_ && choose_.chance(30))));
    if (choose_.chance(20)) line("invariant 0 <= " + global_of(Type::integer));
    if (choose_.chance(10))
      line("invariant " + choose_.of(std::vector<std::string>{global_of(Type::map) + "[1] >= 0",
                                                              "forall k :: " + global_of(Type::map) + "[k] >= 0"}));
    if (!has_environment_ && !choose_.chance(40)) return;
    block("program", [&] {
      const Scope scope = global_scope(false);
      if (choose_.chance(15)) line("requires " + say_.fact(scope));
      if (has_environment_) environment();
      if (choose_.chance(60)) line("guarantee " + action(scope));
      if (choose_.chance(70)) line("ensures " + say_.fact(scope));
      if (choose_.chance(30)) line("ensures " + say_.formula(scope, 2));
    });
  }
  // Others change what belongs to nobody, in some way, and respect the lock.
  void environment() {
    std::vector<std::string> kept;
    for (const Variable& v : globals_)
      if (v.owner >= 0 && !v.is_ghost) kept.push_back(v.name);
    if (is_family_) kept.push_back("c");
    std::vector<std::string> parts;
    if (has_lock_) kept.push_back("m");
    for (const Variable& v : globals_) {
      if (v.owner >= 0 || v.is_ghost) continue;
      if (v.owner == locked)
        parts.push_back(choose_.chance(70) ? "unchanged(" + v.name + ")" : "(m != 0 ==> unchanged(" + v.name + "))");
      else if (v.type == Type::integer && choose_.chance(60))
        parts.push_back(v.name + " <= " + primed(v.name));
      else if (choose_.chance(75))
        parts.push_back("unchanged(" + v.name + ")");
    }
    if (!kept.empty()) parts.insert(parts.begin(), unchanged(kept));
    if (parts.empty()) parts.push_back("true");
    std::string text = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) text += " && " + parts[i];
    line("rely " + text);
  }

  // ---- threads

  // What a thread may use freely: its own, and what belongs to nobody; with the lock, what that protects.
  Scope scope_of(int t, bool holds_lock, bool with_shared) {
    Scope scope{.variables = {}, .has_tid = true};
    for (const Variable& v : globals_)
      if (!v.is_ghost && (v.owner == t || (v.owner == locked && holds_lock) || (v.owner == anybody && with_shared)))
        scope.variables.push_back(v);
    for (const Variable& v : locals_[static_cast<std::size_t>(t)])
      if (!v.is_ghost) scope.variables.push_back(v);
    if (scope.variables.empty()) {   // a procedure that has nothing uses what is there
      scope.variables = globals_;
      std::erase_if(scope.variables, [](const Variable& v) { return v.is_ghost; });
    }
    return scope;
  }
  Scope with_ghosts(Scope scope, int t) const {
    scope.has_ghosts = true;
    for (const Variable& v : globals_)
      if (v.is_ghost) scope.variables.push_back(v);
    for (const Variable& v : locals_[static_cast<std::size_t>(t)])
      if (v.is_ghost) scope.variables.push_back(v);
    return scope;
  }

  // Of a map, also a bool.
  std::string element_index(const Scope& scope) {
    return choose_.chance(5) ? say_.formula(scope, 0) : say_.index(scope, 1);
  }
  struct Place {
    std::string text, variable;
    Type type = Type::integer;
  };
  Place place(const Scope& scope) {
    const Variable& v = choose_.of(scope.variables);
    const bool is_element = v.type == Type::map || v.type == Type::bool_map;
    if (is_element && choose_.chance(90))
      return {v.name + "[" + element_index(scope) + "]", v.name, v.type == Type::map ? Type::integer : Type::boolean};
    return {v.name, v.name, v.type};
  }
  // One or two places of different variables; the second often depends on the first.
  std::vector<Place> places(const Scope& scope, int percent_two) {
    std::vector<Place> all = {place(scope)};
    if (!choose_.chance(percent_two)) return all;
    const auto maps = say_.of_type(scope, Type::map);
    Place other = place(scope);
    if (all[0].type == Type::integer && !maps.empty() && choose_.chance(60)) {
      const std::string a = choose_.of(maps).name;
      other = {a + "[" + all[0].text + "]", a, Type::integer};
    }
    if (other.variable != all[0].variable) all.insert(choose_.chance(50) ? all.begin() : all.end(), other);
    return all;
  }
  static std::string listed(const std::vector<Place>& places) {
    std::string text;
    for (const Place& p : places) text += (text.empty() ? "" : ", ") + p.text;
    return text;
  }
  static bool is_simple(const Place& p) { return p.type == Type::integer || p.type == Type::boolean; }

  void assignment(const Scope& scope) {
    if (choose_.chance(15)) return short_assignment(scope);
    if (choose_.chance(8)) return swap(scope);
    std::vector<Place> to = places(scope, 35);
    if (to.size() == 2 && choose_.chance(20))
      if (const Place third = place(scope); third.variable != to[0].variable && third.variable != to[1].variable)
        to.push_back(third);
    std::string values;
    for (const Place& p : to) {
      std::string v = say_.value(scope, p.type);
      if (to.size() == 2 && p.type == Type::integer && choose_.chance(40)) {
        const Place& other = &p == &to[0] ? to[1] : to[0];
        if (other.type == Type::integer) v = other.text;   // as in a swap
      }
      values += (values.empty() ? "" : ", ") + v;
    }
    line(listed(to) + " := " + values + ";");
  }
  // x += e;
  void short_assignment(const Scope& scope) {
    const Place to = place(scope);
    if (to.type == Type::set) return line(to.text + choose_.of({" += {", " -= {"}) + say_.index(scope, 1) + "};");
    if (to.type != Type::integer) return line(to.text + " := " + say_.value(scope, to.type) + ";");
    line(to.text + choose_.of({" += ", " += ", " -= ", " *= "}) + say_.integer(scope, 1) + ";");
  }
  // a[i], a[j] := a[j], a[i]; or other values for two elements, which may be the same.
  void swap(const Scope& scope) {
    const auto maps = say_.of_type(scope, Type::map);
    if (maps.empty()) return line("skip;");
    const std::string a = choose_.of(maps).name;
    const std::string first = a + "[" + say_.index(scope, 1) + "]", second = a + "[" + say_.index(scope, 1) + "]";
    line(first + ", " + second + " := " +
         (choose_.chance(60) ? second + ", " + first : say_.integer(scope, 1) + ", " + say_.integer(scope, 1)) + ";");
  }
  std::vector<Place> havoc(const Scope& scope) {
    std::vector<Place> all = places(scope, 55);
    if (!choose_.chance(10)) std::erase_if(all, [](const Place& p) { return !is_simple(p); });
    if (!all.empty()) line("havoc " + listed(all) + ";");
    return all;
  }

  void atomic_block(int t, const Scope& scope) {
    block("atomic", [&] {
      bool has_havocked = false;
      for (int i = 0, n = choose_.between(2, 4); i < n; ++i) atomic_statement(scope, has_havocked, 1);
      if (has_ghost_ && choose_.chance(25))
        block("if (" + say_.formula(with_ghosts(scope, t), 1) + ")", [&] { ghost_statement(t, scope); });
      else if (has_ghost_ && choose_.chance(60))
        ghost_statement(t, scope);
      if (has_lock_ && choose_.chance(10)) {
        line("acquire(m);");
        line("assert m == tid && " + say_.fact(scope) + ";");
        line("release(m);");
      }
      if (choose_.chance(60)) line("assert " + say_.fact(scope) + ";");
    });
  }
  void atomic_statement(const Scope& scope, bool& has_havocked, int depth) {
    if (scope.variables.empty()) return;
    switch (choose_.below(10)) {
      case 0:
      case 1:
      case 2: return assignment_reading(scope, scope);
      case 3:
      case 4: has_havocked = !havoc(scope).empty() || has_havocked; return;
      case 5: return line("assert " + say_.fact(scope) + ";");
      case 6:
        if (!choose_.chance(has_havocked ? 40 : 60)) return line("assert " + say_.formula(scope, 2) + ";");
        return line("assume " + say_.formula(scope, 1) + ";");
      case 7: {
        if (choose_.chance(15)) return raw(scope);
        if (depth == 0) return short_assignment(scope);
        const bool is_if = choose_.chance(40);
        block(is_if ? "if (*)" : "choose", [&] { atomic_statement(scope, has_havocked, depth - 1); });
        if (is_if) return;
        return text_.further_block("or", [&] { atomic_statement(scope, has_havocked, depth - 1); });
      }
      default: {
        if (depth == 0) return assignment_reading(scope, scope);
        block("if (" + say_.formula(scope, 1) + ")", [&] {
          for (int i = 0, n = choose_.between(1, 2); i < n; ++i) atomic_statement(scope, has_havocked, depth - 1);
        });
        if (choose_.chance(50)) text_.further_block("else", [&] { atomic_statement(scope, has_havocked, depth - 1); });
      }
    }
  }
  // To what may change, from anything.
  void assignment_reading(const Scope& to, const Scope& from) {
    const Variable& v = choose_.of(to.variables);
    const bool is_element = v.type == Type::map || v.type == Type::bool_map;
    if (!is_element) return line(v.name + " := " + say_.value(from, v.type) + ";");
    line(v.name + "[" + element_index(from) +
         "] := " + say_.value(from, v.type == Type::map ? Type::integer : Type::boolean) + ";");
  }
  // What the step that finds a condition true does to ghosts.
  std::string ghost_block(int t, const Scope& scope) {
    if (!has_ghost_ || !choose_.chance(30)) return "";
    return " ghost { " + text_.aside([&] { ghost_statement(t, scope); }) + " }";
  }
  void ghost_statement(int t, const Scope& scope) {
    const Scope all = with_ghosts(scope, t);
    std::vector<Variable> ghosts;
    for (const Variable& v : all.variables)
      if (v.is_ghost) ghosts.push_back(v);
    const Variable& g = choose_.of(ghosts);
    line(g.type == Type::map ? g.name + "[" + say_.index(all, 1) + "] := " + say_.integer(all, 1) + ";"
                             : g.name + " := " + say_.integer(all, 2) + ";");
  }

  void raw(const Scope& scope) {
    std::vector<Place> changed = places(scope, 50);
    std::string action;
    for (const Place& p : changed) {
      const std::string after = primed(p.text);
      const std::string part = !is_simple(p)             ? after + " == " + say_.value(scope, p.type)
                               : p.type == Type::boolean ? after + " == (" + say_.formula(scope, 1) + ")"
                               : choose_.chance(75)      ? after + " == " + say_.integer(scope, 1)
                                                         : "0 <= " + after + " <= " + choose_.number(0, 2);
      action += (action.empty() ? "" : " && ") + part;
    }
    std::string text = "atomic";
    if (choose_.chance(20)) action += " && " + say_.formula(scope, 0);
    if (has_predicates_ && choose_.chance(20))
      action += " && (Meets(" + say_.index(scope, 0) + ") ==> Meets'(" + say_.index(scope, 0) + "))";
    if (choose_.chance(25)) text += " requires " + say_.formula(scope, 1);
    text += " modifies " + listed(changed) + ": " + action;
    if (has_predicates_ && choose_.chance(35))
      text += " ensures Meets'(" + say_.index(scope, 0) + ")" + choose_.of({"", " || Meets(1)", " ==> Meets(0)"});
    else if (choose_.chance(35))
      text += " ensures " + (is_simple(changed[0]) ? primed(changed[0].text) + (changed[0].type == Type::boolean
                                                                                    ? " ==> " + say_.formula(scope, 0)
                                                                                    : " >= " + say_.constant())
                                                   : say_.fact(scope));
    line(text + ";");
  }

  void cas(int t, const Scope& scope) {
    const auto booleans = say_.of_type(scope, Type::boolean);
    const Place p = place(scope);
    if (!is_simple(p)) return assignment(scope);
    const std::string it = "cas(" + p.text + ", " +
                           (p.type == Type::integer ? say_.integer(scope, 0) + ", " + say_.integer(scope, 1)
                                                    : say_.formula(scope, 0) + ", " + say_.formula(scope, 1)) +
                           ")";
    const auto flags = say_.of_type(scope, Type::bool_map);
    if (!flags.empty() && choose_.chance(50)) {   // the answer's place depends on what is swapped
      const std::string flag = choose_.of(flags).name;
      if (flag != p.variable) {
        const std::string ghosts = ghost_block(t, scope);
        line(flag + "[" + (p.type == Type::integer ? p.text : say_.index(scope, 1)) + "] := " + it +
             (ghosts.empty() ? ";" : ghosts));
        return line("assert " + flag + "[" + say_.index(scope, 1) + "] == (" + say_.formula(scope, 0) + ");");
      }
    }
    if (!booleans.empty() && choose_.chance(60)) {
      const std::string answer = choose_.of(booleans).name;
      if (answer == p.variable) return assignment(scope);
      const std::string ghosts = ghost_block(t, scope);
      line(answer + " := " + it + (ghosts.empty() ? ";" : ghosts));
      return line("assert " + answer + " ==> " + say_.fact(scope) + ";");
    }
    if (choose_.chance(12)) {
      block("while (" + std::string(choose_.chance(30) ? "!" : "") + it + ")" + ghost_block(t, scope),
            [&] { line(p.text + " := " + (p.type == Type::integer ? say_.constant() : "true") + ";"); });
      return;
    }
    block("if (" + std::string(choose_.chance(30) ? "!" : "") + it + ")" + ghost_block(t, scope),
          [&] { simple(t, scope); });
  }

  // A step in which a place depends on what the step itself changes, and an assertion about the places it may have
  // meant.
  void dependent_step(const Scope& scope) {
    const auto integers = say_.of_type(scope, Type::integer), maps = say_.of_type(scope, Type::map),
               flags = say_.of_type(scope, Type::bool_map);
    if (integers.empty() || (maps.empty() && flags.empty())) return assignment(scope);
    const std::string x = choose_.of(integers).name, k = choose_.number(0, 2);
    if (maps.empty() || (!flags.empty() && choose_.chance(60))) {
      const std::string f = choose_.of(flags).name;
      line(f + "[" + x + "] := " +
           (choose_.chance(80) ? "cas(" + x + ", " + say_.integer(scope, 0) + ", " + choose_.number(0, 2) + ")"
                               : say_.formula(scope, 1)) +
           ";");
      return line("assert " + f + "[" + k + "] == " + choose_.of({"true", "false"}) + ";");
    }
    const std::string a = choose_.of(maps).name, e = a + "[" + x + "]";
    const std::string both = choose_.chance(50) ? x + ", " + e : e + ", " + x;
    switch (choose_.below(7)) {
      case 0: line("havoc " + both + ";"); break;
      case 1: line(both + " := " + say_.integer(scope, 1) + ", " + say_.integer(scope, 1) + ";"); break;
      case 2:
        line("atomic modifies " + both + ": " + primed(x) + " == " + e + " && " + primed(e) +
             " == " + say_.integer(scope, 1) + ";");
        break;
      case 3: line(a + "[" + e + "], " + x + " := " + x + ", " + e + ";"); break;
      case 4:
        block("atomic", [&] {
          line(x + " := " + x + " + 1;");
          line(e + " := " + a + "[" + x + " - 1];");
          line("havoc " + both + ";");
        });
        break;
      default:
        if (has_predicates_ && x == global_of(Type::integer))   // which the predicate is about
          line("atomic modifies " + both + ": " + primed(x) + " == " + choose_.number(0, 2) + " && " + primed(e) +
               " == " + choose_.number(0, 2) + " ensures Meets'(" + k + ")" + choose_.of({"", " <==> Meets(0)"}) + ";");
        else
          line("atomic modifies " + e + ": " + primed(e) + " == " + x + " ensures " + primed(a) + "[" + k +
               "] == " + choose_.number(0, 2) + ";");
    }
    line("assert " + a + "[" + k + "] == " + (choose_.chance(50) ? choose_.number(0, 2) : say_.integer(scope, 0)) +
         ";");
  }

  // A step, and perhaps an assertion after it.
  void simple(int t, const Scope& scope) {
    switch (choose_.below(7)) {
      case 0: havoc(scope); break;
      case 1: raw(scope); break;
      case 2: atomic_block(t, scope); break;
      case 3: line("assert " + say_.fact(scope) + ";"); break;
      default: assignment(scope); break;
    }
  }

  void statements(int t, int count, bool holds_lock, int depth) {
    for (int i = 0; i < count; ++i) {
      const Scope scope = scope_of(t, holds_lock, choose_.chance(25));
      statement(t, scope, holds_lock, depth);
      if (choose_.chance(45)) line("assert " + say_.fact(scope_of(t, holds_lock, false)) + ";");
    }
  }
  void statement(int t, const Scope& scope, bool holds_lock, int depth) {
    const auto body = [&] { statements(t, 1, holds_lock, depth - 1); };
    if (has_par_ && !holds_lock && choose_.chance(chance_of_par(t, depth))) return pars_.par(scope, in_branches(t), 1);
    if (has_phase_ && choose_.chance(25)) return phase_statement(scope);
    if (has_grid_ && choose_.chance(35)) return grid(scope);
    if (started_ >= 0 && t != started_ && choose_.chance(30)) return start(scope);
    if (has_new_ && choose_.chance(20)) return take_number(scope);
    if (choose_.chance(25)) return dependent_step(scope);
    if (!procedures_.empty() && choose_.chance(is_procedure(t) ? 15 : 35)) return call(t, scope);
    if (choose_.chance(8)) return jump(t, scope);
    if (depth > 0 && choose_.chance(8)) return labelled(t, scope, holds_lock, depth);
    switch (choose_.below(depth <= 0 ? 12 : 19)) {
      case 0:
      case 1:
      case 2:
      case 3: return assignment(scope);
      case 4:
      case 5: havoc(scope); return;
      case 6:
      case 7:
      case 8: return atomic_block(t, scope);
      case 9: return raw(scope);
      case 10: return cas(t, scope);
      case 11:
        if (is_family(t)) return own_element(scope);
        return line(choose_.chance(30)   ? "skip;"
                    : choose_.chance(50) ? "assume " + say_.formula(scope, 1) + ";"
                                         : "await " + say_.formula(scope, 1) + ";");
      case 12:
        return line(
            "cut " +
            say_.fact(has_ghost_ ? with_ghosts(scope_of(t, holds_lock, false), t) : scope_of(t, holds_lock, false)) +
            ";");
      case 13: {
        block("if (" + say_.formula(scope, 1) + ")" + ghost_block(t, scope), body);
        if (choose_.chance(50)) {
          const bool is_else_if = choose_.chance(30);
          text_.further_block(is_else_if ? "else if (" + say_.formula(scope, 1) + ")" : "else", body);
        }
        return;
      }
      case 14:
        if (has_counter(t) && choose_.chance(30))
          return block("while (*)", [&] { line(counter_of(t) + " := " + say_.constant() + ";"); });
        return block("if (*)", body);
      case 15: {
        block("choose", body);
        return text_.further_block("or", body);
      }
      case 16:
        return has_counter(t) && choose_.chance(40) ? loop(t, scope)
                                                    : assignment(scope);   // what is known is forgotten there
      case 17: return has_ghost_ ? ghost_statement(t, scope) : assignment(scope);
      default:
        if (!has_lock_ || holds_lock) return atomic_block(t, scope);
        line("acquire(m);");
        statements(t, choose_.between(1, 3), true, depth - 1);
        return line("release(m);");
    }
  }
  // In percent. Most are not inside of other statements.
  int chance_of_par(int t, int depth) const {
    if (depth == (is_procedure(t) ? 1 : 2)) return is_procedure(t) ? 45 : 30;
    return 5;
  }
  // start T2(e); alone or in an atomic block. The second one goes wrong.
  void start(const Scope& scope) {
    std::string text = "start " + thread_name(started_);
    if (is_family(started_)) text += "[" + choose_.number(has_zero_ ? 0 : 1, has_zero_ ? 1 : 2) + "]";
    if (has_argument_) text += "(" + say_.integer(scope, 1) + ")";
    const std::string says = thread_name(started_) + ".started" + (is_family(started_) ? "[1]" : "");
    if (choose_.chance(25)) return block("if (!" + says + ")", [&] { line(text + ";"); });
    if (!choose_.chance(30)) return line(text + ";");
    block("atomic", [&] {
      if (choose_.chance(50)) line("assume !" + says + ";");
      line(text + ";");
      if (choose_.chance(50)) line("assert " + says + ";");
    });
  }
  // x := new();
  void take_number(const Scope& scope) {
    const auto integers = say_.of_type(scope, Type::integer);
    if (integers.empty()) return line("skip;");
    const std::string x = choose_.of(integers).name;
    const bool is_atomic = choose_.chance(30);
    if (is_atomic) line("atomic {");
    line(x + " := new();");
    line("assert " +
         choose_.of(std::vector<std::string>{"allocated(" + x + ")", "!allocated(" + x + " + 1)", x + " < new",
                                             "allocated(" + choose_.number(1, 3) + ")"}) +
         ";");
    if (is_atomic) line("}");
  }
  // Branches, which see what their thread or procedure sees.
  BranchStatements in_branches(int t) {
    BranchStatements may{.assignment = [this](const Scope& to, const Scope& from) { assignment_reading(to, from); },
                         .atomic_block = [this, t](const Scope& scope) { atomic_block(t, scope); },
                         .call = {},
                         .grid = {},
                         .has_lock = has_lock_,
                         .has_ghosts = has_ghost_};
    if (!procedures_.empty()) may.call = [this, t](const Scope& scope) { call(t, scope); };
    if (has_grid_) may.grid = [this](const Scope& scope) { grid(scope); };
    return may;
  }
  // worker i's own element of c, which others leave alone.
  void own_element(const Scope& scope) {
    line("c[tid] := " + say_.integer(scope, 1) + ";");
    line("assert c[tid] == " + say_.integer(scope, 1) + ";");
  }
  void loop(int t, const Scope& scope) {
    const std::string counter = counter_of(t), end = choose_.number(1, 2);
    Scope others = scope;
    std::erase_if(others.variables, [&](const Variable& v) { return v.name == counter; });
    if (choose_.chance(50)) return counting_loop(t, others, scope, end);
    line(counter + " := 0;");
    line("while (" + counter + " < " + end + ")");
    line("  invariant 0 <= " + counter + " <= " + end);
    line("{");
    text_.rest_of_block([&] {
      if (choose_.chance(25))
        block("if (" + say_.formula(scope, 1) + ")", [&] {
          line(counter + " := " + counter + " + 1;");
          line(choose_.chance(50) ? "continue;" : "break;");
        });
      if (!others.variables.empty()) assignment_reading(others, scope);
      line(counter + " := " + counter + " + 1;");
    });
    line("assert " + counter + " == " + end + ";");
  }

  // Over a variable of the thread, or over one that the loop declares.
  void counting_loop(int t, const Scope& others, const Scope& scope, const std::string& end) {
    const std::string counter = choose_.chance(50) ? counter_of(t) : "n";
    const bool is_open = choose_.chance(50);
    const std::string label = choose_.chance(20) ? "L" + std::to_string(++labels_) : "";
    line((label.empty() ? "" : label + ": ") + "for " + counter + " in 0" + (is_open ? "..<" : "..") + end);
    line("  invariant 0 <= " + counter + " <= " + end + (is_open ? "" : " + 1"));
    line("{");
    text_.rest_of_block([&] {
      if (choose_.chance(30))   // which leads to the next number
        block("if (" + say_.formula(scope, 1) + ")", [&] {
          line(choose_.of({"continue", "continue", "break"}) + (label.empty() ? "" : " " + label) + ";");
        });
      if (!others.variables.empty()) assignment_reading(others, scope);
      if (choose_.chance(50)) line("assert " + counter + (is_open ? " < " : " <= ") + end + ";");
    });
    line("assert " + counter + " == " + end + choose_.of({"", " + 1"}) + ";");
  }

  // ---- procedures and jumps

  // Of a procedure that comes later, so that only those that are meant to are recursive.
  void call(int t, const Scope& scope) {
    const int p = choose_.between(is_procedure(t) ? t - count_ + 1 : 0, procedures());
    if (p >= procedures()) return assignment(scope);
    const Procedure& plan = procedures_[static_cast<std::size_t>(p)];
    call(p, scope, plan.is_recursive ? choose_.number(0, 2) : say_.integer(scope, 1));
  }
  void call(int p, const Scope& scope, const std::string& first) {
    const Procedure& plan = procedures_[static_cast<std::size_t>(p)];
    std::string arguments = plan.parameters.empty() ? "" : first, targets;
    for (std::size_t i = 1; i < plan.parameters.size(); ++i) arguments += ", " + say_.formula(scope, 0);
    std::vector<std::string> taken;
    for (const Variable& result : plan.results) {
      const Place to = place(scope);
      if (to.type != result.type || std::ranges::find(taken, to.variable) != taken.end()) break;
      taken.push_back(to.variable);
      targets += (targets.empty() ? "" : ", ") + to.text;
    }
    if (taken.size() != plan.results.size() || taken.empty()) targets = "";
    line(targets + (targets.empty() ? "" : " := ") + procedure_name(p) + "(" + arguments + ");");
  }
  // The end of the thread or the procedure.
  void jump(int t, const Scope& scope) {
    block("if (" + say_.formula(scope, 1) + ")", [&] {
      if (is_procedure(t) && choose_.chance(50)) return line(returned(t, scope));
      line("return;");
    });
  }
  std::string returned(int t, const Scope& scope) {
    std::string values;
    for (const Variable& v : procedures_[static_cast<std::size_t>(t - count_)].results)
      values += (values.empty() ? " " : ", ") + say_.value(scope, v.type);
    return "return" + values + ";";
  }
  // A block or a loop with a label, which something inside leaves.
  void labelled(int t, const Scope& scope, bool holds_lock, int depth) {
    const std::string label = "L" + std::to_string(++labels_);
    const bool is_loop = has_counter(t) && choose_.chance(40);
    const std::string counter = is_loop ? counter_of(t) : "";
    if (is_loop) line(counter + " := 0;");
    block(label + ":" + (is_loop ? " while (" + counter + " < 2)" : ""), [&] {
      if (is_loop) line(counter + " := " + counter + " + 1;");
      block("if (" + say_.formula(scope, 1) + ")", [&] {
        line(choose_.of(is_loop ? std::vector<std::string>{"break ", "continue ", "goto "}
                                : std::vector<std::string>{"goto "}) +
             label + ";");
      });
      if (is_loop)
        assignment_reading(without(scope, counter), scope);
      else
        statements(t, 1, holds_lock, depth - 1);
    });
  }
  static Scope without(Scope scope, const std::string& name) {
    if (scope.variables.size() > 1) std::erase_if(scope.variables, [&](const Variable& v) { return v.name == name; });
    return scope;
  }

  void procedure(int p) {
    const Procedure& plan = procedures_[static_cast<std::size_t>(p)];
    const int t = count_ + p;
    const auto typed = [&](const std::vector<Variable>& variables) {
      std::string text;
      for (const Variable& v : variables) text += (text.empty() ? "" : ", ") + v.name + ": " + word(v.type);
      return "(" + text + ")";
    };
    block("procedure " + procedure_name(p) + typed(plan.parameters) +
              (plan.results.empty() ? "" : " returns " + typed(plan.results)),
          [&] {
            for (const Variable& v : plan.locals) {
              const bool is_argument = !plan.parameters.empty() && choose_.chance(40);
              std::string first = is_argument ? plan.parameters[0].name : choose_.number(0, 2);
              if (&v != plan.locals.data() && choose_.chance(60)) first = plan.locals[0].name;
              line((v.is_ghost ? "ghost var " : "var ") + v.name + ": " + (v.is_ghost ? "int" : word(v.type)) +
                   (v.is_ghost || choose_.chance(70) ? " = " + first : ""));
            }
            if (has_grid_) line(own_grid_of_call(choose_));
            const Scope scope = scope_of(t, false, choose_.chance(40));
            if (plan.is_recursive) recursion(p, scope);
            statements(t, choose_.between(1, 2), false, 1);
            if (!plan.results.empty()) line(returned(t, scope));
          });
  }

  // Each call has a smaller number. Branches have less to do then: there are many of them.
  void recursion(int p, const Scope& scope) {
    const std::string& n = procedures_[static_cast<std::size_t>(p)].parameters[0].name;
    const bool is_branch = has_par_ && choose_.chance(50);
    block("if (0 < " + n + " && " + n + " <= " + (is_branch ? "1" : "2") + ")", [&] {
      const auto again = [&] { call(p, without(scope, n), n + " - 1"); };
      if (is_branch) return pars_.beside(again, without(scope, n), in_branches(count_ + p));
      again();
      if (choose_.chance(50)) line("assert " + say_.fact(scope) + ";");
    });
  }

  void thread(int t) {
    const bool is_outline = !is_family(t) && t != started_ && choose_.chance(8);
    std::string header = "thread " + thread_name(t);
    const std::string parameters = t == started_ && has_argument_ ? "(" + std::string(argument) + ": int)" : "";
    if (is_family(t)) {
      header += choose_.chance(50) ? "[i]" : "[tid]";
      const std::string name = header.ends_with("[i]") ? "i" : "tid";
      header += parameters;
      if (!is_endless_) header += has_zero_ ? " for 0 <= " + name + " < 2" : " for 1 <= " + name + " <= 2";
    } else if (t == count_ - 1 && !is_family_ && choose_.chance(20)) {
      header += parameters + (has_par_ ? " = 3" : choose_.of({" = 3", " = -2"}));
    } else {
      header += parameters;
    }
    if (is_outline) header += " by outline";
    block(header, [&] {
      for (const Variable& v : locals_[static_cast<std::size_t>(t)]) {
        if (v.name.ends_with(".k")) line("var " + v.name.substr(0, v.name.size() - 2) + ": {k: int, q: bool}");
        if (v.name.find('.') != std::string::npos || v.name == argument) continue;
        const bool from_tid = v.type == Type::integer && choose_.chance(15);
        const bool is_stated = v.is_ghost || choose_.chance(92);
        line((v.is_ghost ? "ghost var " : "var ") + v.name + ": " + (v.is_ghost ? "int" : word(v.type)) +
             (is_stated ? " = " + (from_tid ? "tid" : initial(v.type)) : ""));
      }
      if (has_grid_) line(own_grid(choose_));
      std::vector<std::string> own = is_family(t) ? std::vector<std::string>{"c[tid]"} : owned_by(t);
      if (!own.empty() && choose_.chance(94)) line("rely " + unchanged(own));
      const Scope mine = scope_of(t, false, false);
      if (const std::string k = say_.constant(); has_predicates_ && choose_.chance(10))
        line("rely Meets(" + k + ") ==> Meets'(" + k + ")");
      if (choose_.chance(6)) line("guarantee " + action(with_ghosts(mine, t)));
      if (choose_.chance(12)) line("requires " + say_.fact(mine));
      if (!parameters.empty() && choose_.chance(50))
        line("requires " + std::string(argument) + choose_.of({" >= 0", " <= 2", " != tid"}));
      if (choose_.chance(30)) line("ensures " + say_.fact(mine));
      if (choose_.chance(15)) line("ensures " + say_.fact(mine));
      if (is_outline) return outline(t);
      // What procedures do with branches is seen where they are called.
      if (has_par_ && !procedures_.empty() && choose_.chance(65)) call(t, scope_of(t, false, choose_.chance(25)));
      const bool is_alone = count_ == 1 && !is_family_ && !has_par_;
      statements(t, is_alone ? choose_.between(3, 6) : choose_.between(1, 3), false, 2);
    });
  }
  void outline(int t) {
    const Scope mine = scope_of(t, false, false);
    for (int i = 0, n = choose_.between(1, 3); i < n; ++i) {
      line("cut " + say_.fact(mine) + ";");
      switch (choose_.below(4)) {
        case 0:
          line("if (" + say_.formula(mine, 1) + ") {");
          line("  cut " + say_.fact(mine) + ";");
          line("  " + counter_of(t) + " := " + say_.integer(mine, 1) + ";");
          line("}");
          break;
        case 1: {
          const std::size_t before = text_.text().size();
          raw(mine);
          if (text_.text().size() == before) line("skip;");
          break;
        }
        case 2: atomic_block(t, mine); break;
        default: assignment(mine); break;
      }
    }
    if (choose_.chance(50)) line("cut " + say_.fact(mine) + ";");
  }
};

}   // namespace

std::string random_surface_program(std::mt19937& random) { return Generator(random).write(); }

}   // namespace plato_test::surface
