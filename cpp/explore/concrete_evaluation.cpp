// Evaluation over 64-bit integers; see concrete_evaluation.hpp.

#include "explore/concrete_evaluation.hpp"

#include <algorithm>

#include "logic/branch_identifiers.hpp"
#include "logic/model_evaluation.hpp"

namespace plato {

std::int64_t ConcreteMap::at(std::int64_t index) const {
  const auto found = std::ranges::lower_bound(entries, index, {}, &std::pair<std::int64_t, std::int64_t>::first);
  return found != entries.end() && found->first == index ? found->second : otherwise;
}

std::int64_t MapPool::number_of(ConcreteMap map) {
  const auto [place, is_new] = numbers_.emplace(std::move(map), static_cast<std::int64_t>(maps_.size()));
  if (is_new) maps_.push_back(&place->first);
  return place->second;
}

std::int64_t MapPool::with(std::int64_t map, std::int64_t index, std::int64_t value) {
  ConcreteMap changed = (*this)[map];
  const auto place =
      std::ranges::lower_bound(changed.entries, index, {}, &std::pair<std::int64_t, std::int64_t>::first);
  const bool is_there = place != changed.entries.end() && place->first == index;
  if (value == changed.otherwise) {
    if (!is_there) return map;
    changed.entries.erase(place);
  } else if (is_there) {
    place->second = value;
  } else {
    changed.entries.insert(place, {index, value});
  }
  return number_of(std::move(changed));
}

void ConcreteEvaluation::start(const ConcreteModel& model) {
  model_ = &model;
  if (number_stamps_.size() <= table_.term_count()) {
    const std::size_t terms = table_.term_count() + 1;
    number_stamps_.resize(terms);
    map_stamps_.resize(terms);
    numbers_.resize(terms);
    map_numbers_.resize(terms);
  }
  if (truth_stamps_.size() <= table_.formula_count()) {
    truth_stamps_.resize(table_.formula_count() + 1);
    truths_.resize(table_.formula_count() + 1);
  }
  bound_.assign(model.bound.begin(), model.bound.end());
  if (++stamp_ == 0) {   // once in four thousand million questions
    std::ranges::fill(number_stamps_, 0);
    std::ranges::fill(map_stamps_, 0);
    std::ranges::fill(truth_stamps_, 0);
    stamp_ = 1;
  }
}

bool ConcreteEvaluation::holds(Literal literal, const ConcreteModel& model) {
  start(model);
  return truth(literal);
}
std::int64_t ConcreteEvaluation::number(TermId term, const ConcreteModel& model) {
  start(model);
  return number_of(term);
}
std::int64_t ConcreteEvaluation::map(TermId term, const ConcreteModel& model) {
  start(model);
  return map_of(term);
}

std::optional<Literal> ConcreteEvaluation::first_false(Literal literal, const ConcreteModel& model) {
  if (holds(literal, model)) return std::nullopt;
  while (literal > 0 && table_[formula_of(literal)].kind == FormulaKind::and_)
    for (Literal part : table_.operands(formula_of(literal)))
      if (!holds(part, model)) {
        literal = part;
        break;
      }
  return literal;
}

bool ConcreteEvaluation::truth(Literal literal) { return truth_of(formula_of(literal)) == (literal > 0); }

bool ConcreteEvaluation::truth_of(FormulaId id) {
  if (table_[id].loose != 0) return compute_truth(id);
  const std::uint32_t i = index_of(id);
  if (truth_stamps_[i] == stamp_) return truths_[i];
  const bool value = compute_truth(id);
  truth_stamps_[i] = stamp_;
  return truths_[i] = value;
}

bool ConcreteEvaluation::compute_truth(FormulaId id) {
  count_work();
  const auto p = table_.operands(id);
  switch (table_[id].kind) {
    case FormulaKind::true_: return true;
    case FormulaKind::atom: return false;
    case FormulaKind::le: return number_of(table_.left(id)) <= number_of(table_.right(id));
    case FormulaKind::eq: return number_of(table_.left(id)) == number_of(table_.right(id));
    case FormulaKind::map_eq: return map_of(table_.left(id)) == map_of(table_.right(id));
    case FormulaKind::and_: return std::ranges::all_of(p, [&](Literal l) { return truth(l); });
    case FormulaKind::or_: return std::ranges::any_of(p, [&](Literal l) { return truth(l); });
    case FormulaKind::implies: return !truth(p[0]) || truth(p[1]);
    case FormulaKind::iff: return truth(p[0]) == truth(p[1]);
    case FormulaKind::ite: return truth(p[0]) ? truth(p[1]) : truth(p[2]);
    case FormulaKind::all: return for_all(p[0]);
  }
  return false;
}

bool ConcreteEvaluation::for_all(Literal body) {
  for (std::int64_t value : model_->domain) {
    bound_.push_back(value);
    const bool here = truth(body);
    bound_.pop_back();
    if (!here) return false;
  }
  return true;
}

std::int64_t ConcreteEvaluation::variable(const Term& t) const {
  const ConcreteStore* store = t.operand[1] == 0 ? model_->before : model_->after;
  const auto index = static_cast<std::size_t>(t.operand[0]);
  return store && index < store->size() ? (*store)[index] : 0;
}

std::int64_t ConcreteEvaluation::number_of(TermId id) {
  if (table_[id].loose != 0) return compute_number(id);
  if (number_stamps_[id] == stamp_) return numbers_[id];
  const std::int64_t value = compute_number(id);
  number_stamps_[id] = stamp_;
  return numbers_[id] = value;
}

bool ConcreteEvaluation::is_map_parameter(const Term& t) const {
  return t.operand[0] > 0 && is_map_type(program_.parameters[static_cast<std::size_t>(t.operand[0]) - 1].type);
}

std::int64_t ConcreteEvaluation::compute_number(TermId id) {
  count_work();
  const Term& t = table_[id];
  const auto a = [&] { return number_of(t.term(0)); };
  const auto b = [&] { return number_of(t.term(1)); };
  const auto small = [](const Integer& value) {
    if (!value.is_small()) throw TooLarge{};
    return value.small();
  };
  std::int64_t result = 0;
  bool overflows = false;
  switch (t.kind) {
    case TermKind::num: return small(table_.value(id));
    case TermKind::var: return is_map(program_.variables[static_cast<std::size_t>(t.operand[0])]) ? 0 : variable(t);
    case TermKind::logic:
      if (t.operand[0] == 0) return model_->tid;
      return is_map_parameter(t) ? 0 : model_->parameters[static_cast<std::size_t>(t.operand[0]) - 1];
    case TermKind::bound: return bound_[bound_.size() - 1 - static_cast<std::size_t>(t.operand[0])];
    case TermKind::add: overflows = __builtin_add_overflow(a(), b(), &result); break;
    case TermKind::sub: overflows = __builtin_sub_overflow(a(), b(), &result); break;
    case TermKind::mul: overflows = __builtin_mul_overflow(a(), b(), &result); break;
    case TermKind::div:
    case TermKind::mod: {   // Euclidean; x div 0 = 0, x mod 0 = x
      const std::int64_t x = a(), y = b();
      if (y == 0) return t.kind == TermKind::div ? 0 : x;
      if (y == -1) {
        if (t.kind == TermKind::mod) return 0;
        overflows = __builtin_sub_overflow(std::int64_t{0}, x, &result);
        break;
      }
      std::int64_t quotient = x / y, rest = x % y;
      if (rest < 0) {
        quotient += y > 0 ? -1 : 1;
        rest += y > 0 ? y : -y;
      }
      return t.kind == TermKind::div ? quotient : rest;
    }
    case TermKind::pair: return small(pair_value(a(), b()));
    case TermKind::branch: return small(about_branch(a(), b()));
    case TermKind::select: return maps_[map_of(t.term(0))].at(b());
    case TermKind::ite: return truth(t.operand[0]) ? number_of(t.term(1)) : number_of(t.term(2));
    case TermKind::store:
    case TermKind::const_: return 0;
    case TermKind::witness:
    case TermKind::difference: throw TooLarge{};   // never in a program
  }
  if (overflows) throw TooLarge{};
  return result;
}

std::int64_t ConcreteEvaluation::map_of(TermId id) {
  if (table_[id].loose != 0) return compute_map(id);
  if (map_stamps_[id] == stamp_) return map_numbers_[id];
  const std::int64_t value = compute_map(id);
  map_stamps_[id] = stamp_;
  return map_numbers_[id] = value;
}

std::int64_t ConcreteEvaluation::compute_map(TermId id) {
  count_work();
  const Term& t = table_[id];
  switch (t.kind) {
    case TermKind::var:
      return is_map(program_.variables[static_cast<std::size_t>(t.operand[0])]) ? variable(t) : maps_.constant(0);
    case TermKind::logic:
      return is_map_parameter(t) ? model_->parameters[static_cast<std::size_t>(t.operand[0]) - 1] : maps_.constant(0);
    case TermKind::store: {
      const std::int64_t map = map_of(t.term(0)), index = number_of(t.term(1)), value = number_of(t.term(2));
      return maps_.with(map, index, value);
    }
    case TermKind::const_: return maps_.constant(number_of(t.term(0)));
    case TermKind::ite: return truth(t.operand[0]) ? map_of(t.term(1)) : map_of(t.term(2));
    default: return maps_.constant(0);
  }
}

ModelValue model_value(const MapPool& maps, std::int64_t number, bool is_map) {
  if (!is_map) return Integer(number);
  MapValue map;
  map.otherwise = maps[number].otherwise;
  for (const auto& [index, element] : maps[number].entries) map.entries.emplace(index, element);
  return map;
}

std::vector<ModelValue> model_values(const Program& program, const MapPool& maps, std::span<const std::int64_t> store) {
  std::vector<ModelValue> values;
  for (std::size_t v = 0; v < store.size(); ++v)
    values.push_back(model_value(maps, store[v], is_map(program.variables[v])));
  return values;
}

}   // namespace plato
