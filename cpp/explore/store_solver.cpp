// Planning and enumerating solutions; see store_solver.hpp.

#include "explore/store_solver.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "logic/model_evaluation.hpp"

namespace plato {
namespace {

using Step = SolutionPlan::Step;

constexpr std::uint32_t most_pointwise = 2;   // indices: every combination is worked out

class Planner {
 public:
  // Of all variables but ghosts, before the program starts.
  explicit Planner(const Program& program) : program_(program), table_(program.table), version_(0) {
    for (std::size_t v = 0; v < program.variables.size(); ++v) is_known_[v] = program.variables[v].is_ghost;
  }
  // Of the places that an operation modifies, after it.
  Planner(const Program& program, const std::vector<CorePlace>& places)
      : program_(program), table_(program.table), version_(1) {
    is_known_.assign(program.variables.size(), true);
    for (const CorePlace& place : places) {
      is_known_[place.variable] = false;
      if (place.index) elements_.push_back(place);
    }
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
      add({.kind = Step::Kind::guess, .variable = *variable, .range = range_of([&](TermId term) {
                                                               return open_variable(term) == variable &&
                                                                      !is_map(program_.variables[*variable]);
                                                             })});
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
  std::vector<CorePlace> elements_;   // of maps, of which the rest stays
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
      if (is_and || is_nor) {
        for (Literal part : table_.operands(id)) rest.push_back(is_and ? part : -part);
      } else if (!(l > 0 && table_[id].kind == FormulaKind::true_)) {
        conjuncts_.push_back({l, sought_in(Node{true, index_of(id)}), false});
      }
    }
    std::ranges::reverse(conjuncts_);
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

  // The numbers between which a part of the conjunction says that the term is, if they are not many.
  std::optional<std::pair<std::int64_t, std::int64_t>> range_of(const std::function<bool(TermId)>& is_it) const {
    constexpr std::int64_t most_values = 4096, largest = std::int64_t{1} << 40;
    std::optional<std::int64_t> low, high;
    const auto numeral = [&](TermId term) -> std::optional<std::int64_t> {
      if (table_[term].kind != TermKind::num || !table_.value(term).is_small()) return std::nullopt;
      const std::int64_t value = table_.value(term).small();
      return value < -largest || value > largest ? std::nullopt : std::optional(value);
    };
    for (const Conjunct& c : conjuncts_) {
      const FormulaId id = formula_of(c.literal);
      if (c.literal < 0 || table_[id].kind != FormulaKind::le) continue;
      const TermId a = table_.left(id), b = table_.right(id);
      if (is_it(b) && numeral(a)) low = numeral(a);
      if (is_it(a) && numeral(b)) high = numeral(b);
    }
    if (!low || !high || *high - *low >= most_values) return std::nullopt;
    return std::pair(*low, *high);
  }

  // A variable in the sought version that has no value yet.
  std::optional<std::size_t> open_variable(TermId term) const {
    const Term& t = table_[term];
    if (t.kind != TermKind::var || t.operand[1] != version_) return std::nullopt;
    const auto v = static_cast<std::size_t>(t.operand[0]);
    return is_known_[v] || is_element(v) ? std::nullopt : std::optional(v);
  }
  bool is_element(std::size_t variable) const {
    return std::ranges::find(elements_, variable, &CorePlace::variable) != elements_.end();
  }

  bool assign_some() {
    bool is_any = false;
    for (Conjunct& c : conjuncts_)
      if (!c.is_used && (assigns(c) || assigns_truth(c) || assigns_everywhere(c))) is_any = c.is_used = true;
    if (is_any) return true;
    for (const bool may_guess : {false, true})
      for (const CorePlace& element : elements_)
        if (!is_known_[element.variable] && assign_element(element, may_guess)) return true;
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
  // ∀i. a[i] = e, or ∀i. c ⇒ a[i] = e, or ∀i j. m[i][j] = e. The conjunct is checked as well: it may say more than
  // this.
  bool assigns_everywhere(const Conjunct& c) {
    if (c.literal < 0 || table_[formula_of(c.literal)].kind != FormulaKind::all) return false;
    Literal body = table_.operands(formula_of(c.literal))[0], condition = 0;
    std::uint32_t indices = 1;
    for (; body > 0 && table_[formula_of(body)].kind == FormulaKind::all; ++indices)
      body = table_.operands(formula_of(body))[0];
    if (body > 0 && table_[formula_of(body)].kind == FormulaKind::implies) {
      condition = table_.operands(formula_of(body))[0];
      body = table_.operands(formula_of(body))[1];
    }
    if (condition == 0 && indices == 1 && assigns_set(c, body)) return true;
    if (body < 0 || table_[formula_of(body)].kind != FormulaKind::eq) return false;
    const Term& read = table_[table_.left(formula_of(body))];
    const TermId value = table_.right(formula_of(body));
    if (read.kind != TermKind::select || !is_any_index(read.term(1), indices)) return false;
    const auto v = open_variable(read.term(0));
    const bool is_same = condition == 0 && table_[value].loose == 0;
    if (!is_same && indices > most_pointwise) return false;
    if (!v || table_[value].loose > indices || !is_computable(value) ||
        (condition != 0 && !is_computable_formula(condition)))
      return false;
    if (is_same)
      add({.kind = Step::Kind::assign_everywhere, .variable = *v, .value = value});
    else
      add({.kind = Step::Kind::assign_pointwise,
           .variable = *v,
           .value = value,
           .formula = condition,
           .indices = indices});
    plan_.steps.push_back({.kind = Step::Kind::check, .formula = c.literal});
    return true;
  }
  // The variables of so many quantifiers as the indices of a map, in their order.
  bool is_any_index(TermId index, std::uint32_t count) const {
    const auto is_bound = [&](TermId term, std::uint32_t number) {
      return table_[term].kind == TermKind::bound && table_[term].operand[0] == static_cast<std::int32_t>(number);
    };
    while (--count > 0) {
      if (table_[index].kind != TermKind::pair || !is_bound(table_[index].term(0), count)) return false;
      index = table_[index].term(1);
    }
    return is_bound(index, 0);
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
  // a'[i], with a'[i] = e somewhere or not.
  bool assign_element(const CorePlace& element, bool may_guess) {
    const TermId index = *element.index;
    Step step{.kind = Step::Kind::guess_element, .variable = element.variable, .index = index};
    const auto is_sought = [&](TermId term) {
      const Term& t = table_[term];
      if (t.kind != TermKind::select || t.term(1) != index) return false;
      const Term& map = table_[t.term(0)];
      return map.kind == TermKind::var && map.operand[1] == version_ &&
             map.operand[0] == static_cast<std::int32_t>(element.variable);
    };
    for (Conjunct& c : conjuncts_) {
      const FormulaId id = formula_of(c.literal);
      if (c.is_used || c.literal < 0 || table_[id].kind != FormulaKind::eq) continue;
      TermId value = 0;
      if (is_sought(table_.left(id)) && is_computable(table_.right(id))) value = table_.right(id);
      if (is_sought(table_.right(id)) && is_computable(table_.left(id))) value = table_.left(id);
      if (value == 0) continue;
      c.is_used = true;
      step.kind = Step::Kind::assign_element;
      step.value = value;
      break;
    }
    if (step.kind == Step::Kind::guess_element && !may_guess) return false;
    if (step.kind == Step::Kind::guess_element) step.range = range_of(is_sought);
    add(step);
    return true;
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
        if (step.kind != Step::Kind::guess && step.kind != Step::Kind::guess_element) {
          store_[step.variable] = value_of(step);
          continue;
        }
        values = guesses(step);
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

  std::int64_t value_of(const Step& step) {
    if (step.kind == Step::Kind::assign && step.term == 0) return 1;
    if (step.kind == Step::Kind::assign)
      return is_map(program_.variables[step.variable]) ? evaluation_.map(step.term, model_)
                                                       : evaluation_.number(step.term, model_);
    if (step.kind == Step::Kind::assign_pointwise) return pointwise(step);
    const std::int64_t value = evaluation_.number(step.value, model_);
    if (step.kind == Step::Kind::assign_everywhere) return maps_.constant(value);
    return maps_.with((*model_.before)[step.variable], evaluation_.number(step.index, model_), value);
  }

  std::int64_t pointwise(const Step& step) {
    std::int64_t map = maps_.constant(0);
    const auto at = [&](std::span<const std::int64_t> bound, std::int64_t index) {
      ConcreteModel here = model_;
      here.bound = bound;
      if (step.formula == 0 || evaluation_.holds(step.formula, here))
        map = maps_.with(map, index, evaluation_.number(step.value, here));
    };
    for (std::int64_t i : model_.domain) {
      if (step.indices == 1) at(std::span(&i, 1), i);
      for (std::size_t j = 0; step.indices == 2 && j < model_.domain.size(); ++j) {
        const std::int64_t both[] = {i, model_.domain[j]};
        const Integer index = pair_value(i, model_.domain[j]);
        if (!index.is_small()) throw TooLarge{};
        at(both, index.small());
      }
    }
    return map;
  }

  std::vector<std::int64_t> guesses(const Step& step) {
    const CoreVariable& v = program_.variables[step.variable];
    const bool is_element = step.kind == Step::Kind::guess_element;
    std::vector<std::int64_t> values;
    if (step.range)
      for (std::int64_t value = step.range->first; value <= step.range->second; ++value) values.push_back(value);
    else
      values = candidates_for(v, is_element, bounds_, maps_);
    if (!is_element) return values;
    const std::int64_t index = evaluation_.number(step.index, model_);
    for (std::int64_t& value : values) value = maps_.with((*model_.before)[step.variable], index, value);
    return values;
  }
};

}   // namespace

bool has_guesses(const Program& program, const SolutionPlan& plan) {
  return std::ranges::any_of(plan.steps, [&](const Step& step) {
    const bool is_element = step.kind == Step::Kind::guess_element;
    return step.kind == Step::Kind::assign_pointwise ||
           ((step.kind == Step::Kind::guess || is_element) && !step.range &&
            has_other_values(program.variables[step.variable], is_element));
  });
}

SolutionPlan plan_initial_stores(const Program& program) { return Planner(program).run(program.init); }

SolutionPlan plan_operation(const Program& program, const CoreCommand& operation) {
  return Planner(program, operation.places).run(operation.action);
}

bool for_each_solution(const Program& program, const SolutionPlan& plan, ConcreteEvaluation& evaluation, MapPool& maps,
                       const ValueBounds& bounds, const ConcreteModel& model,
                       const std::function<bool(const ConcreteStore&)>& found) {
  return Enumeration(program, plan, evaluation, maps, bounds, model, found).run();
}

}   // namespace plato
