// Planning and enumerating solutions; see store_solver.hpp.

#include "explore/store_solver.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace plato {
namespace {

using Step = SolutionPlan::Step;

// m[i := a'[i]]: the map m with anything at i.
bool is_any_element(const FormulaTable& table, const Term& store, TermId variable) {
  if (store.kind != TermKind::store) return false;
  const Term& read = table[store.term(2)];
  return read.kind == TermKind::select && read.term(0) == variable && read.term(1) == store.term(1);
}

class Planner {
 public:
  Planner(const Program& program, std::int32_t version) : program_(program), table_(program.table), version_(version) {
    for (std::size_t v = 0; v < program.variables.size(); ++v) is_known_[v] = program.variables[v].is_ghost;
  }

  SolutionPlan run(Literal formula) {
    flatten(formula);
    check_ready();   // what is about the store before: the step may be blocked
    if (is_impossible()) return std::move(plan_);
    while (true) {
      while (assign_some()) {
      }
      check_ready();
      const std::optional<std::size_t> variable = to_be_guessed();
      if (!variable) break;
      add({.kind = Step::Kind::guess, .variable = *variable});
    }
    return std::move(plan_);
  }

 private:
  struct Conjunct {
    Literal literal = 0;
    std::set<std::size_t> sought;   // variables that it mentions in the sought version
    bool is_used = false;
  };
  const Program& program_;
  const FormulaTable& table_;
  std::int32_t version_;
  std::vector<Conjunct> conjuncts_;
  std::vector<bool> is_known_ = std::vector<bool>(program_.variables.size());
  SolutionPlan plan_{.steps = {}, .version = version_};

  void flatten(Literal formula) {
    std::vector<Literal> rest = {formula};
    while (!rest.empty()) {
      const Literal l = rest.back();
      rest.pop_back();
      const FormulaId id = formula_of(l);
      const bool is_and = l > 0 && table_[id].kind == FormulaKind::and_,
                 is_nor = l < 0 && table_[id].kind == FormulaKind::or_;
      if (keeps_variable(l)) {
        // The enumeration starts from a copy of the store before.
      } else if (is_and || is_nor) {
        for (Literal part : table_.operands(id)) rest.push_back(is_and ? part : -part);
      } else if (!(l > 0 && table_[id].kind == FormulaKind::true_)) {
        conjuncts_.push_back({l, sought_in(Node{true, index_of(id)}), false});
      }
    }
    std::ranges::reverse(conjuncts_);
  }
  // x' = x, by far the most frequent conjunct.
  bool keeps_variable(Literal l) {
    const FormulaId id = formula_of(l);
    if (version_ != 1 || l < 0 || (table_[id].kind != FormulaKind::eq && table_[id].kind != FormulaKind::map_eq))
      return false;
    const Term &a = table_[table_.left(id)], &b = table_[table_.right(id)];
    if (a.kind != TermKind::var || b.kind != TermKind::var || a.operand[0] != b.operand[0] || a.operand[1] != 1 ||
        b.operand[1] != 0)
      return false;
    is_known_[static_cast<std::size_t>(a.operand[0])] = true;
    return true;
  }
  bool is_impossible() const {
    return std::ranges::any_of(conjuncts_, [&](const Conjunct& c) {
      return c.literal < 0 && table_[formula_of(c.literal)].kind == FormulaKind::true_;
    });
  }
  std::set<std::size_t> sought_in(Node root) const {
    std::set<std::size_t> variables;
    for (Node node : parts_of(table_, std::span(&root, 1)))
      if (!node.is_formula && table_[node.index].kind == TermKind::var && table_[node.index].operand[1] == version_)
        variables.insert(static_cast<std::size_t>(table_[node.index].operand[0]));
    return variables;
  }
  bool is_computable_formula(Literal l) const {
    return std::ranges::all_of(sought_in(Node{true, index_of(formula_of(l))}),
                               [&](std::size_t v) { return is_known_[v]; });
  }
  bool is_computable(TermId term) const {
    return std::ranges::all_of(sought_in(Node{false, term}), [&](std::size_t v) { return is_known_[v]; });
  }

  void add(Step step) {
    is_known_[step.variable] = true;
    plan_.steps.push_back(step);
  }

  void check_ready() {
    for (Conjunct& c : conjuncts_) {
      if (c.is_used || !std::ranges::all_of(c.sought, [&](std::size_t v) { return is_known_[v]; })) continue;
      c.is_used = true;
      plan_.steps.push_back({.kind = Step::Kind::check, .formula = c.literal});
    }
  }

  // A variable in the sought version that has no value yet.
  std::optional<std::size_t> open_variable(TermId term) const {
    const Term& t = table_[term];
    if (t.kind != TermKind::var || t.operand[1] != version_) return std::nullopt;
    const auto v = static_cast<std::size_t>(t.operand[0]);
    return is_known_[v] ? std::nullopt : std::optional(v);
  }

  bool assign_some() {
    bool is_any = false;
    for (Conjunct& c : conjuncts_)
      if (!c.is_used && (assigns(c) || assigns_truth(c) || assigns_everywhere(c))) is_any = c.is_used = true;
    if (is_any) return true;
    for (Conjunct& c : conjuncts_)
      if (!c.is_used && (assigns_element(c) || assigns_by_cases(c))) return c.is_used = true;
    return false;
  }
  bool assigns(const Conjunct& c) {
    const FormulaId id = formula_of(c.literal);
    if (c.literal < 0 || (table_[id].kind != FormulaKind::eq && table_[id].kind != FormulaKind::map_eq)) return false;
    for (const auto& [x, e] :
         {std::pair(table_.left(id), table_.right(id)), std::pair(table_.right(id), table_.left(id))})
      if (const auto v = open_variable(x); v && is_computable(e)) {
        add({.kind = Step::Kind::assign, .variable = *v, .term = e});
        return true;
      }
    return false;
  }
  // b ≠ 0 of a bool: it is 1. That there are other integers than 0 and 1 is left aside.
  bool assigns_truth(const Conjunct& c) {
    const FormulaId id = formula_of(c.literal);
    if (c.literal > 0 || table_[id].kind != FormulaKind::eq) return false;
    const auto v = open_variable(table_.left(id));
    if (!v || program_.variables[*v].type != VariableType::boolean || is_map(program_.variables[*v])) return false;
    if (table_[table_.right(id)].kind != TermKind::num || !table_.value(table_.right(id)).is_zero()) return false;
    add({.kind = Step::Kind::assign, .variable = *v, .term = 0});
    return true;
  }
  // ∀i. a[i] = e, or ∀i. c ⇒ a[i] = e. The conjunct is checked as well: it may say more than this.
  bool assigns_everywhere(const Conjunct& c) {
    if (c.literal < 0 || table_[formula_of(c.literal)].kind != FormulaKind::all) return false;
    Literal body = table_.operands(formula_of(c.literal))[0], condition = 0;
    if (body > 0 && table_[formula_of(body)].kind == FormulaKind::implies) {
      condition = table_.operands(formula_of(body))[0];
      body = table_.operands(formula_of(body))[1];
    }
    if (condition == 0 && assigns_set(c, body)) return true;
    if (body < 0 || table_[formula_of(body)].kind != FormulaKind::eq) return false;
    const Term& read = table_[table_.left(formula_of(body))];
    const TermId value = table_.right(formula_of(body));
    if (read.kind != TermKind::select || table_[read.term(1)].kind != TermKind::bound ||
        table_[read.term(1)].operand[0] != 0)
      return false;
    const auto v = open_variable(read.term(0));
    if (!v || table_[value].loose > 1 || !is_computable(value) || (condition != 0 && !is_computable_formula(condition)))
      return false;
    if (condition == 0 && table_[value].loose == 0)
      add({.kind = Step::Kind::assign_element, .variable = *v, .value = value});
    else
      add({.kind = Step::Kind::assign_pointwise, .variable = *v, .value = value, .formula = condition});
    plan_.steps.push_back({.kind = Step::Kind::check, .formula = c.literal});
    return true;
  }
  // ∀i. a[i] ≠ 0 ⇔ m[i] ≠ 0: a set or a map to bool is m. That there are other integers than 0 and 1 is left aside.
  bool assigns_set(const Conjunct& c, Literal body) {
    if (body < 0 || table_[formula_of(body)].kind != FormulaKind::iff) return false;
    const auto sides = table_.operands(formula_of(body));
    for (const auto& [mine, other] : {std::pair(sides[0], sides[1]), std::pair(sides[1], sides[0])}) {
      const auto set = set_of_membership(mine), value = set_of_membership(other);
      if (!set || !value) continue;
      const auto v = open_variable(*set);
      if (!v || table_[*value].loose != 0 || !is_computable(*value)) continue;
      add({.kind = Step::Kind::assign, .variable = *v, .term = *value});
      plan_.steps.push_back({.kind = Step::Kind::check, .formula = c.literal});
      return true;
    }
    return false;
  }
  // a[i] ≠ 0 for the variable i of the nearest quantifier: a.
  std::optional<TermId> set_of_membership(Literal l) const {
    const FormulaId id = formula_of(l);
    if (l > 0 || table_[id].kind != FormulaKind::eq) return std::nullopt;
    const Term &read = table_[table_.left(id)], &zero = table_[table_.right(id)];
    if (zero.kind != TermKind::num || !table_.value(table_.right(id)).is_zero() || read.kind != TermKind::select)
      return std::nullopt;
    const Term& index = table_[read.term(1)];
    return index.kind == TermKind::bound && index.operand[0] == 0 ? std::optional(read.term(0)) : std::nullopt;
  }
  // a' = m[i := a'[i]], with a'[i] = e somewhere else or not.
  bool assigns_element(const Conjunct& c) {
    const FormulaId id = formula_of(c.literal);
    if (c.literal < 0 || table_[id].kind != FormulaKind::map_eq) return false;
    const auto v = open_variable(table_.left(id));
    const Term& store = table_[table_.right(id)];
    if (!v || store.kind != TermKind::store || !is_computable(store.term(0)) || !is_computable(store.term(1)))
      return false;
    if (!is_any_element(table_, store, table_.left(id))) return false;
    Step step{.kind = Step::Kind::guess_element, .variable = *v, .map = store.term(0), .index = store.term(1)};
    for (Conjunct& other : conjuncts_) {
      const FormulaId equation = formula_of(other.literal);
      if (other.is_used || other.literal < 0 || table_[equation].kind != FormulaKind::eq) continue;
      TermId value = 0;
      if (table_.left(equation) == store.term(2) && is_computable(table_.right(equation)))
        value = table_.right(equation);
      else if (table_.right(equation) == store.term(2) && is_computable(table_.left(equation)))
        value = table_.left(equation);
      if (value == 0) continue;
      other.is_used = true;
      step.kind = Step::Kind::assign_element;
      step.value = value;
      break;
    }
    add(step);
    return true;
  }

  // x' = if c then x' else e, and deeper: a havoc in one branch of an atomic block. Only where a branch is x' itself,
  // or a map with a'[i] at i, may the value be anything.
  bool assigns_by_cases(const Conjunct& c) {
    const FormulaId id = formula_of(c.literal);
    if (c.literal < 0 || (table_[id].kind != FormulaKind::eq && table_[id].kind != FormulaKind::map_eq)) return false;
    const auto v = open_variable(table_.left(id));
    if (!v || table_[table_.right(id)].kind != TermKind::ite || !can_be_followed(table_.right(id), table_.left(id)))
      return false;
    add({.kind = Step::Kind::follow, .variable = *v, .term = table_.right(id)});
    return true;
  }
  bool can_be_followed(TermId term, TermId variable) const {
    const Term& t = table_[term];
    if (term == variable || is_computable(term)) return true;
    if (t.kind == TermKind::ite)
      return is_computable_formula(t.operand[0]) && can_be_followed(t.term(1), variable) &&
             can_be_followed(t.term(2), variable);
    return is_any_element(table_, t, variable) && is_computable(t.term(0)) && is_computable(t.term(1));
  }

  // A variable without a value; preferably one that no equation would determine later.
  std::optional<std::size_t> to_be_guessed() const {
    std::vector<bool> has_equation(is_known_);
    for (const Conjunct& c : conjuncts_) {
      const FormulaId id = formula_of(c.literal);
      if (c.is_used || c.literal < 0 || (table_[id].kind != FormulaKind::eq && table_[id].kind != FormulaKind::map_eq))
        continue;
      if (const auto v = open_variable(table_.left(id)))
        has_equation[*v] = true;
      else if (const auto w = open_variable(table_.right(id)))
        has_equation[*w] = true;
    }
    const auto first_without = [](const std::vector<bool>& marks) {
      const auto found = std::ranges::find(marks, false);
      return found == marks.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - marks.begin()));
    };
    const std::optional<std::size_t> free = first_without(has_equation);
    return free ? free : first_without(is_known_);
  }
};

class Enumeration {
 public:
  Enumeration(const Program& program, const SolutionPlan& plan, ConcreteEvaluation& evaluation, MapPool& maps,
              const ValueBounds& bounds, ConcreteModel model, const std::function<bool(const ConcreteStore&)>& found)
      : program_(program),
        plan_(plan),
        evaluation_(evaluation),
        maps_(maps),
        bounds_(bounds),
        model_(model),
        found_(found),
        store_(plan.version == 1 ? *model.before : ConcreteStore(program.variables.size())) {
    (plan.version == 0 ? model_.before : model_.after) = &store_;
  }

  bool run() {
    go(0);
    return !was_too_large_;
  }

 private:
  const Program& program_;
  const SolutionPlan& plan_;
  ConcreteEvaluation& evaluation_;
  MapPool& maps_;
  const ValueBounds& bounds_;
  ConcreteModel model_;
  const std::function<bool(const ConcreteStore&)>& found_;
  ConcreteStore store_;
  bool was_too_large_ = false;

  // False to stop. Recursion is as deep as there are variables that must be guessed.
  bool go(std::size_t at) {
    for (; at < plan_.steps.size(); ++at) {
      const Step& step = plan_.steps[at];
      std::vector<std::int64_t> values;
      try {
        if (step.kind == Step::Kind::check) {
          if (!evaluation_.holds(step.formula, model_)) return true;
          continue;
        }
        const Step now = step.kind == Step::Kind::follow ? followed(step) : step;
        if (now.kind != Step::Kind::guess && now.kind != Step::Kind::guess_element) {
          store_[step.variable] = value_of(now);
          continue;
        }
        values = guesses(now);
      } catch (const TooLarge&) {
        was_too_large_ = true;
        return true;
      }
      for (std::int64_t value : values) {
        store_[step.variable] = value;
        if (!go(at + 1)) return false;
      }
      return true;
    }
    return found_(store_);
  }

  // What the conditions of a `follow` lead to.
  Step followed(const Step& step) {
    const FormulaTable& table = program_.table;
    TermId term = step.term;
    while (table[term].kind == TermKind::ite)
      term = evaluation_.holds(table[term].operand[0], model_) ? table[term].term(1) : table[term].term(2);
    const Term& t = table[term];
    const auto is_sought = [&](const Term& x) {
      return x.kind == TermKind::var && x.operand[0] == static_cast<std::int32_t>(step.variable) &&
             x.operand[1] == plan_.version;
    };
    if (is_sought(t)) return {.kind = Step::Kind::guess, .variable = step.variable};
    if (t.kind == TermKind::store && table[t.term(2)].kind == TermKind::select &&
        is_sought(table[table[t.term(2)].term(0)]))
      return {.kind = Step::Kind::guess_element, .variable = step.variable, .map = t.term(0), .index = t.term(1)};
    return {.kind = Step::Kind::assign, .variable = step.variable, .term = term};
  }

  std::int64_t value_of(const Step& step) {
    if (step.kind == Step::Kind::assign && step.term == 0) return 1;
    if (step.kind == Step::Kind::assign)
      return is_map(program_.variables[step.variable]) ? evaluation_.map(step.term, model_)
                                                       : evaluation_.number(step.term, model_);
    if (step.kind == Step::Kind::assign_pointwise) return pointwise(step);
    const std::int64_t value = evaluation_.number(step.value, model_);
    if (step.map == 0) return maps_.constant(value);
    return maps_.with(evaluation_.map(step.map, model_), evaluation_.number(step.index, model_), value);
  }

  std::int64_t pointwise(const Step& step) {
    std::int64_t map = maps_.constant(0);
    for (std::int64_t index : model_.domain) {
      ConcreteModel here = model_;
      here.bound = std::span(&index, 1);
      if (step.formula == 0 || evaluation_.holds(step.formula, here))
        map = maps_.with(map, index, evaluation_.number(step.value, here));
    }
    return map;
  }

  std::vector<std::int64_t> numbers(VariableType type) const {
    if (type == VariableType::boolean || type == VariableType::bool_map || type == VariableType::thread_set)
      return {0, 1};
    std::vector<std::int64_t> values;
    if (type != VariableType::lock) return bounds_.values;
    values = bounds_.identifiers;
    values.insert(values.begin(), 0);
    return values;
  }
  std::vector<std::int64_t> guesses(const Step& step) {
    const CoreVariable& v = program_.variables[step.variable];
    const std::vector<std::int64_t> values = numbers(v.type);
    if (step.kind == Step::Kind::guess_element) {
      const std::int64_t map = evaluation_.map(step.map, model_), index = evaluation_.number(step.index, model_);
      std::vector<std::int64_t> guessed;
      for (std::int64_t value : values) guessed.push_back(maps_.with(map, index, value));
      return guessed;
    }
    if (!is_map(v)) return values;
    // Sets and local variables differ at the identifiers. Other maps are constant, or differ at a few small indices.
    if (v.is_local || v.type == VariableType::thread_set) return different_at(bounds_.identifiers, values);
    std::vector<std::int64_t> guessed = different_at(std::vector<std::int64_t>{0, 1, 2}, values);
    for (std::int64_t value : values) guessed.push_back(maps_.constant(value));
    std::ranges::sort(guessed);
    guessed.erase(std::ranges::unique(guessed).begin(), guessed.end());
    return guessed;
  }
  // Every map with one of the values at each of these indices, and 0 elsewhere; at the first ones only if there would
  // be too many.
  std::vector<std::int64_t> different_at(std::span<const std::int64_t> indices,
                                         const std::vector<std::int64_t>& values) {
    constexpr std::size_t most_maps = 1000;
    std::vector<std::int64_t> guessed = {maps_.constant(0)};
    for (std::int64_t index : indices) {
      if (guessed.size() * values.size() > most_maps) break;
      std::vector<std::int64_t> wider;
      for (std::int64_t map : guessed)
        for (std::int64_t value : values) wider.push_back(maps_.with(map, index, value));
      guessed = std::move(wider);
    }
    return guessed;
  }
};

}   // namespace

bool has_guesses(const Program& program, const SolutionPlan& plan) {
  return std::ranges::any_of(plan.steps, [&](const Step& step) {
    const CoreVariable& v = program.variables[step.variable];
    const bool is_anything =
        step.kind == Step::Kind::guess || step.kind == Step::Kind::guess_element || step.kind == Step::Kind::follow;
    return step.kind == Step::Kind::assign_pointwise ||
           (is_anything && (v.type != VariableType::boolean || v.is_local));
  });
}

SolutionPlan plan_solutions(const Program& program, Literal formula, std::int32_t version) {
  return Planner(program, version).run(formula);
}

bool for_each_solution(const Program& program, const SolutionPlan& plan, ConcreteEvaluation& evaluation, MapPool& maps,
                       const ValueBounds& bounds, const ConcreteModel& model,
                       const std::function<bool(const ConcreteStore&)>& found) {
  return Enumeration(program, plan, evaluation, maps, bounds, model, found).run();
}

}   // namespace plato
