// See surface_pars.hpp.

#include "surface_pars.hpp"

namespace plato_test::surface {

void RandomPars::par(const Scope& scope, const BranchStatements& may, int depth) {
  if (choose_.chance(50)) return any_branches(scope, may, depth);
  const auto maps = say_.of_type(scope, Type::map);
  if (!maps.empty() && choose_.chance(50)) return careful_range(choose_.of(maps).name);
  careful_branches(scope, may);
}

void RandomPars::beside(const std::function<void()>& statement, const Scope& scope, const BranchStatements& may) {
  const bool is_first = choose_.chance(50);
  const auto other = [&] { may.assignment(scope, scope); };
  branch("par", true, {}, is_first ? statement : other);
  branch("and", false, {}, is_first ? other : statement);
}

void RandomPars::branch(const std::string& header, bool is_first, const std::vector<std::string>& clauses,
                        const std::function<void()>& body) {
  if (clauses.empty()) return is_first ? text_.block(header, body) : text_.further_block(header, body);
  text_.line(header);
  for (const std::string& clause : clauses) text_.line("  " + clause);
  text_.line("{");
  text_.rest_of_block(body);
}

std::string RandomPars::range(const Scope& scope) {
  return choose_.of({"0..", "0..", "0..<", "1..", "-1..<"}) +
         (choose_.chance(85) ? choose_.number(0, 1) : say_.integer(scope, 0));
}

void RandomPars::any_branches(const Scope& scope, const BranchStatements& may, int depth) {
  if (choose_.chance(50)) {
    const std::string number = new_name("z");
    Scope seen = scope;
    seen.variables.push_back({number, Type::integer});
    return branch("par for " + number + " in " + range(scope), true, any_clauses(scope, seen),
                  [&] { body(scope, seen, may, depth); });
  }
  const int count = choose_.between(1, depth > 0 && choose_.chance(20) ? 3 : 2);
  for (int i = 0; i < count; ++i)
    branch(i == 0 ? "par" : "and", i == 0, any_clauses(scope, scope), [&] { body(scope, scope, may, depth); });
}

std::vector<std::string> RandomPars::any_clauses(const Scope& scope, const Scope& seen) {
  std::vector<std::string> clauses;
  if (choose_.chance(15)) clauses.push_back("rely unchanged(" + choose_.of(scope.variables).name + ")");
  if (choose_.chance(15)) clauses.push_back("requires " + say_.fact(seen));
  if (choose_.chance(25)) clauses.push_back("ensures " + say_.fact(seen));
  return clauses;
}

// Each with a variable that the others leave alone, and whose value is known at the end, or nearly so.
void RandomPars::careful_branches(const Scope& scope, const BranchStatements& may) {
  std::vector<Variable> mine = say_.of_type(scope, Type::integer);
  while (mine.size() > 2) mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(choose_.below(mine.size())));
  if (mine.empty()) return any_branches(scope, may, 0);
  std::vector<std::string> facts;
  for (const Variable& v : mine) {
    const std::string fact = v.name + choose_.of({" == ", " == ", " <= "}) + choose_.number(0, 2);
    const bool is_first = facts.empty();
    facts.push_back(fact);
    branch(is_first ? "par" : "and", is_first, {"rely unchanged(" + v.name + ")", "ensures " + fact}, [&] {
      Scope own{.variables = {v}, .has_tid = true};
      if (choose_.chance(60)) body(own, scope, may, 0);
      if (choose_.chance(90)) text_.line(v.name + " := " + fact.substr(fact.size() - 1) + ";");
    });
  }
  text_.line("assert " + choose_.of(facts) + ";");
}

// One element for each branch.
void RandomPars::careful_range(const std::string& map) {
  const std::string number = new_name("z"), element = map + "[" + number + "]", first = choose_.number(0, 1),
                    value = choose_.of(std::vector<std::string>{number, "(" + number + " + 1)", "2"});
  branch("par for " + number + " in " + first + ".." + choose_.of({"1", "1", "2"}), true,
         {"rely unchanged(" + element + ")", "ensures " + element + " == " + value},
         [&] { text_.line(element + " := " + (choose_.chance(90) ? value : number) + ";"); });
  text_.line("assert " + map + "[1] == " + choose_.number(1, 2) + ";");
}

void RandomPars::own_variables(Scope& scope, Scope& seen) {
  for (const int percent : {35, 15}) {
    if (!choose_.chance(percent)) continue;
    const Type type = choose_.chance(75) ? Type::integer : Type::boolean;
    const bool has_range = type == Type::integer && choose_.chance(20), is_stated = choose_.chance(80);
    const Variable own{new_name("own"), type};
    const std::string first = type == Type::boolean ? say_.formula(seen, 0)
                              : has_range           ? choose_.number(0, 2)
                                                    : say_.integer(seen, 0);
    text_.line("var " + own.name + ": " +
               (type == Type::boolean ? "bool"
                : has_range           ? "-1..2"
                                      : "int") +
               (is_stated ? " = " + first : ""));
    scope.variables.push_back(own);
    seen.variables.push_back(own);
  }
}

// What may change, and what may be read.
void RandomPars::body(Scope scope, Scope seen, const BranchStatements& may, int depth) {
  own_variables(scope, seen);
  const std::string ghost = may.has_ghosts && choose_.chance(20) ? new_name("ghost") : "";
  if (!ghost.empty()) text_.line("ghost var " + ghost + ": int = " + choose_.number(0, 1));
  for (int i = choose_.between(1, depth > 0 ? 2 : 1); i > 0; --i) statement(scope, seen, may, depth);
  if (ghost.empty()) return;
  text_.line(ghost + " := " + ghost + " + 1;");
  text_.line("cut " + ghost + " == " + choose_.of({"1", "2"}) + ";");
}

void RandomPars::statement(const Scope& scope, const Scope& seen, const BranchStatements& may, int depth) {
  if (depth > 0 && choose_.chance(20)) return par(scope, may, depth - 1);
  if (may.call && choose_.chance(30)) return may.call(scope);
  if (may.grid && choose_.chance(35)) return may.grid(seen);
  switch (choose_.below(9)) {
    case 0: return text_.line("assert " + say_.fact(seen) + ";");
    case 1:
      if (!may.has_lock) return may.atomic_block(scope);
      text_.line("acquire(m);");
      may.assignment(scope, seen);
      return text_.line("release(m);");
    case 2: return text_.block("if (" + say_.formula(seen, 1) + ")", [&] { may.assignment(scope, seen); });
    case 3: return loop(scope, seen, may);
    case 4: {
      const std::string label = new_name("B");
      return text_.block(label + ":", [&] {
        text_.block("if (" + say_.formula(seen, 1) + ")", [&] { text_.line("goto " + label + ";"); });
        may.assignment(scope, seen);
      });
    }
    default: return may.assignment(scope, seen);
  }
}

// Over a variable that belongs to the branch.
void RandomPars::loop(const Scope& scope, Scope seen, const BranchStatements& may) {
  const std::string counter = new_name("k");
  text_.block("for " + counter + " in 0.." + choose_.number(0, 1), [&] {
    seen.variables.push_back({counter, Type::integer});
    if (choose_.chance(40))
      text_.block("if (" + say_.formula(seen, 1) + ")", [&] {
        text_.line(choose_.of({"break;", "continue;", "continue;"}));
      });
    may.assignment(scope, seen);
  });
}

}   // namespace plato_test::surface
