// See surface_expressions.hpp. Recursion is bounded by the parser.

#include "surface_expressions.hpp"

#include <algorithm>

namespace plato_test::surface {

using plato::Expression;
using plato::ExpressionIndex;
using Kind = Expression::Kind;

namespace {

// Quantifiers are over all integers. The programs of these tests compare with small numbers, and their maps differ at
// small places.
constexpr std::int64_t quantified_lowest = -7, quantified_highest = 7;
constexpr std::int64_t largest = std::int64_t{1} << 31;

Value small(std::int64_t number) {
  if (number > largest || number < -largest) throw TooLarge{};
  return of_number(number);
}

// Euclidean: the remainder is never negative. By 0 the quotient is 0 and the remainder everything.
std::int64_t quotient(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  std::int64_t q = a / b;
  if (a - q * b < 0) q += b > 0 ? -1 : 1;
  return q;
}

// 0, 1, 2, … are 0, -1, 1, -2, ….
std::int64_t counted(std::int64_t natural) { return natural % 2 == 0 ? natural / 2 : -(natural + 1) / 2; }

// The parent and the number of a branch: -1 - b is s² + m with m <= s, where m counts the parent and s - m the number.
std::pair<std::int64_t, std::int64_t> parts_of(std::int64_t branch) {
  const std::int64_t natural = -1 - branch;
  std::int64_t s = 0;
  while ((s + 1) * (s + 1) <= natural) ++s;
  const std::int64_t m = natural - s * s;
  if (branch >= 0 || m > s) return {branch, 0};   // it is none
  return {counted(m), counted(s - m)};
}

}   // namespace

std::int64_t branch_identifier(std::int64_t parent, std::int64_t number) {
  const auto natural = [](std::int64_t n) { return n < 0 ? -2 * n - 1 : 2 * n; };
  const std::int64_t m = natural(parent), s = m + natural(number);
  if (s > 30'000) throw TooLarge{};
  return -1 - (s * s + m);
}

std::string to_text(const Value& value) {
  if (!value.is_map) return std::to_string(value.number);
  std::string text = "map(" + std::to_string(value.number) + ")";
  for (const auto& [index, number] : value.entries)
    text += "[" + std::to_string(index) + " := " + std::to_string(number) + "]";
  return text;
}

bool Evaluation::all_hold(const std::vector<ExpressionIndex>& list, const Scene& scene) {
  return std::ranges::all_of(list, [&](ExpressionIndex e) { return holds(e, scene); });
}

bool Evaluation::holds_with(ExpressionIndex e, const std::vector<std::pair<std::string, Value>>& parameters,
                            const Scene& scene) {
  const std::size_t first = bound_.size();
  bound_.insert(bound_.end(), parameters.begin(), parameters.end());
  const bool result = holds(e, scene);
  bound_.resize(first);
  return result;
}

std::int64_t Evaluation::bound_value(ExpressionIndex e, const std::string& bound, std::int64_t number,
                                     const Scene& scene) {
  bound_.emplace_back(bound, of_number(number));
  const std::int64_t result = value(e, scene).number;
  bound_.pop_back();
  return result;
}

Value Evaluation::combined(Kind operation, const Value& before, ExpressionIndex e, const Scene& scene) {
  if (before.is_map) return with_elements(before, e, operation == Kind::add ? 1 : 0, scene);
  const std::int64_t by = number(e, scene);
  return small(operation == Kind::add   ? before.number + by
               : operation == Kind::sub ? before.number - by
                                        : before.number * by);
}

Value Evaluation::value(ExpressionIndex e, const Scene& scene) {
  if (work_left-- == 0) throw OutOfWork{};
  const Expression& x = at(e);
  const auto part = [&](std::size_t i) { return value(x.parts[i], scene); };
  const auto holds_part = [&](ExpressionIndex p) { return holds(p, scene); };
  // Of a map that is kept somewhere, without a copy of it.
  const auto element_of = [&](std::size_t map, std::size_t index) {
    const std::int64_t at_index = part(index).number;
    const Value* there = kept(at(x.parts[map]), scene);
    return there != nullptr ? element(*there, at_index) : element(part(map), at_index);
  };
  switch (x.kind) {
    case Kind::number:
      if (!x.number.is_small()) throw TooLarge{};
      return small(x.number.small());
    case Kind::truth: return of_truth(x.is_true);
    case Kind::tid: return of_number(scene.thread == nobody ? scene.tid : identifier(scene.thread));
    case Kind::parent_of: return of_number(parts_of(part(0).number).first);
    case Kind::number_of: return of_number(parts_of(part(0).number).second);
    case Kind::pair: return of_number(-1 - branch_identifier(part(0).number, part(1).number));
    case Kind::name: return name(x, scene);
    case Kind::call: return call(x, scene);
    case Kind::select: return of_number(selected(e, scene));
    case Kind::update: {
      const std::int64_t index = part(1).number;
      check_index(at(x.parts[0]), 0, index, scene);
      return with_element(part(0), index, part(2).number);
    }
    case Kind::set_literal: return with_elements(constant_map(0), e, 1, scene);
    case Kind::constant_map: return constant_map(part(0).number);   // map(map(e)) is e everywhere, too
    case Kind::negation: return of_truth(!holds_part(x.parts[0]));
    case Kind::minus: return small(-part(0).number);
    case Kind::add:
    case Kind::sub: {
      const Value a = part(0);
      const bool adds = x.kind == Kind::add;
      if (a.is_map) return with_elements(a, x.parts[1], adds ? 1 : 0, scene);
      return small(adds ? a.number + part(1).number : a.number - part(1).number);
    }
    case Kind::mul: return small(part(0).number * part(1).number);
    case Kind::div: return small(quotient(part(0).number, part(1).number));
    case Kind::mod: {
      const std::int64_t a = part(0).number, b = part(1).number;
      return small(b == 0 ? a : a - b * quotient(a, b));
    }
    case Kind::eq: return of_truth(part(0) == part(1));
    case Kind::ne: return of_truth(part(0) != part(1));
    case Kind::lt: return of_truth(part(0).number < part(1).number);
    case Kind::le: return of_truth(part(0).number <= part(1).number);
    case Kind::gt: return of_truth(part(0).number > part(1).number);
    case Kind::ge: return of_truth(part(0).number >= part(1).number);
    case Kind::in: return of_truth(element_of(1, 0) != 0);
    case Kind::not_in: return of_truth(element_of(1, 0) == 0);
    case Kind::and_: return of_truth(std::ranges::all_of(x.parts, holds_part));
    case Kind::or_: return of_truth(std::ranges::any_of(x.parts, holds_part));
    case Kind::implies: return of_truth(!holds_part(x.parts[0]) || holds_part(x.parts[1]));
    case Kind::iff: return of_truth(holds_part(x.parts[0]) == holds_part(x.parts[1]));
    case Kind::ite: return part(holds_part(x.parts[0]) ? 1 : 2);
    case Kind::forall:
    case Kind::exists: return quantifier(x, scene);
    case Kind::unchanged:
      return of_truth(std::ranges::all_of(x.parts, [&](ExpressionIndex p) { return is_unchanged(p, scene); }));
    case Kind::mistake:
    case Kind::star:
    case Kind::cas:
    case Kind::old:
    case Kind::control:
    case Kind::count:
    case Kind::label_range: break;   // in annotations alone
  }
  throw CannotRun("an expression that has no value");
}

Value Evaluation::with_elements(Value set, ExpressionIndex elements, std::int64_t number, const Scene& scene) {
  if (at(elements).kind != Kind::set_literal) throw CannotRun("a set whose elements are not written out");
  for (ExpressionIndex part : at(elements).parts) set = with_element(std::move(set), value(part, scene).number, number);
  return set;
}

int Evaluation::slot_of(const std::string& name, const Scene& scene) const {
  if (const int slot = slot_in_frames(world_, name, scene.frame); slot != nobody) return slot;
  // A branch sees what is its thread's.
  if (scene.thread != nobody && procedure_around(world_, scene.frame) == nobody) {
    const auto& locals = world_.local_slots[static_cast<std::size_t>(scene.thread)];
    if (const auto found = locals.find(name); found != locals.end()) return found->second;
  }
  const auto found = world_.global_slots.find(name);
  return found == world_.global_slots.end() ? nobody : found->second;
}

const Value* Evaluation::kept(const Expression& x, const Scene& scene) const {
  if (x.kind != Kind::name) return nullptr;
  const auto is_it = [&](const auto& bound) { return bound.first == x.name; };
  if (x.field.empty())
    if (const auto found = std::find_if(bound_.rbegin(), bound_.rend(), is_it); found != bound_.rend())
      return &found->second;
  const Store* store = x.is_primed ? scene.after : scene.before;
  const int slot = slot_of(x.field.empty() ? x.name : x.name + "." + x.field, scene);
  if (slot != nobody && store == nullptr) throw CannotRun("'" + x.name + "' where there is no store");
  if (slot != nobody) return &(*store)[static_cast<std::size_t>(slot)];
  if (!x.field.empty()) return nullptr;
  const auto constant = world_.constants.find(x.name);
  return constant == world_.constants.end() ? nullptr : &constant->second;
}

Value Evaluation::name(const Expression& x, const Scene& scene) {
  if (const Value* value = kept(x, scene)) return *value;
  for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch)
    if (branch->name == x.name && x.field.empty()) return of_number(branch->number);
  const auto& threads = world_.tree->threads;
  if (!x.field.empty()) {
    const Store* store = x.is_primed ? scene.after : scene.before;
    for (std::size_t d = 0; d < threads.size(); ++d)
      if (threads[d].name == x.name && store != nullptr) return local_of(d, x.field, *store);
    throw CannotRun("unknown '" + x.name + "." + x.field + "'");
  }
  const int own = procedure_around(world_, scene.frame) != nobody ? nobody
                  : scene.thread != nobody
                      ? static_cast<int>(world_.threads[static_cast<std::size_t>(scene.thread)].declaration)
                      : scene.declaration;
  if (own != nobody && threads[static_cast<std::size_t>(own)].is_family &&
      threads[static_cast<std::size_t>(own)].index == x.name)
    return of_number(scene.thread == nobody ? scene.tid
                                            : world_.threads[static_cast<std::size_t>(scene.thread)].identifier);
  return call(x, scene);   // of a definition without parameters, or unknown
}

// T.x is a variable; for a family it is the map of its members' variables. Its value at an identifier without a thread
// is not specified: here 0.
Value Evaluation::local_of(std::size_t declaration, const std::string& local, const Store& store) {
  const plato::ThreadDeclaration& t = world_.tree->threads[declaration];
  Value map = constant_map(0);
  for (std::size_t i = 0; i < world_.threads.size(); ++i) {
    if (world_.threads[i].declaration != declaration) continue;
    const auto found = world_.local_slots[i].find(local);
    if (found == world_.local_slots[i].end()) throw CannotRun("unknown local '" + local + "'");
    const Value& here = store[static_cast<std::size_t>(found->second)];
    if (!t.is_family) return here;
    map = with_element(std::move(map), world_.threads[i].identifier, here.number);
  }
  return map;
}

Value Evaluation::call(const Expression& x, const Scene& scene) {
  for (const plato::Definition& d : world_.tree->definitions) {
    if (d.name != x.name) continue;
    if (d.parameters.size() != x.parts.size()) throw CannotRun("'" + x.name + "' with a wrong number of arguments");
    std::vector<std::pair<std::string, Value>> arguments;
    for (std::size_t i = 0; i < x.parts.size(); ++i)
      arguments.emplace_back(d.parameters[i].name, value(x.parts[i], scene));
    // The body sees its parameters and the global names; its local names are those of nobody.
    std::swap(bound_, arguments);
    Scene inside = scene;
    inside.is_in_statement = false;
    if (x.is_primed) {
      inside.before = scene.after;
      inside.after = nullptr;
    }
    const Value result = of_truth(holds(d.body, inside));
    std::swap(bound_, arguments);
    return result;
  }
  if (x.name == "allocated" && x.parts.size() == 1 && world_.global_slots.contains("new")) {
    const Store* store = x.is_primed ? scene.after : scene.before;
    if (store == nullptr) throw CannotRun("'allocated' where there is no store");
    const std::int64_t number = value(x.parts[0], scene).number,
                       next = (*store)[static_cast<std::size_t>(world_.global_slots.at("new"))].number;
    return of_truth(world_.first_new <= number && number < next);
  }
  throw CannotRun("unknown name '" + x.name + "'");
}

Value Evaluation::quantifier(const Expression& x, const Scene& scene) {
  guesses_.quantifiers = true;
  const bool is_forall = x.kind == Kind::forall;
  const std::size_t first = bound_.size();
  for (const std::string& name : x.bound) bound_.emplace_back(name, of_number(quantified_lowest));
  bool result = is_forall;
  while (result == is_forall) {
    if (holds(x.parts[0], scene) != is_forall) result = !is_forall;
    std::size_t i = first;
    while (i < bound_.size() && bound_[i].second.number == quantified_highest)
      bound_[i++].second.number = quantified_lowest;
    if (i == bound_.size()) break;
    ++bound_[i].second.number;
  }
  bound_.resize(first);
  return of_truth(result);
}

// x' == x, a'[i] == a[i] with i from before, and of a record all its fields.
bool Evaluation::is_unchanged(ExpressionIndex e, const Scene& scene) {
  const Expression& x = at(e);
  if (scene.after == nullptr) throw CannotRun("'unchanged' about one store");
  const auto is_same = [&](int slot) {
    return (*scene.before)[static_cast<std::size_t>(slot)] == (*scene.after)[static_cast<std::size_t>(slot)];
  };
  if (x.kind == Kind::select) {
    const ExpressionIndex root = plato::root_of(*world_.tree, e);
    const std::vector<ExpressionIndex> list = plato::indices_of(*world_.tree, e);
    Scene later = scene;
    later.before = scene.after;
    const auto thread = owner(at(root), number(list[0], scene), scene);
    if (thread) throw CannotRun("'unchanged' of a row of another thread");
    const std::int64_t index = indices(at(root), list, 0, scene);
    const Value a = value(root, scene), b = value(root, later);
    const Slot* type = declared(at(root), scene);
    const std::size_t missing = type == nullptr ? 0 : type->inner.size() + 1 - list.size();
    if (missing == 0) return element(a, index) == element(b, index);
    const auto row = [&](const Value& map) {
      Value found = constant_map(map.number);
      for (const auto& [place, number] : map.entries) {
        std::int64_t first = place;
        for (std::size_t i = 0; i < missing; ++i) first = without_last(first);
        if (first == index) found = with_element(std::move(found), place, number);
      }
      return found;
    };
    return row(a) == row(b);
  }
  if (x.kind != Kind::name) throw CannotRun("'unchanged' of no variable");
  if (!x.field.empty() || slot_of(x.name, scene) != nobody || world_.constants.contains(x.name)) {
    Scene later = scene;
    later.before = scene.after;
    return value(e, scene) == value(e, later);
  }
  bool is_record = false, is_same_record = true;
  const auto fields = [&](const std::map<std::string, int>& slots) {
    for (const auto& [name, slot] : slots)
      if (name.starts_with(x.name + ".")) {
        is_record = true;
        is_same_record = is_same_record && is_same(slot);
      }
  };
  if (scene.thread != nobody) fields(world_.local_slots[static_cast<std::size_t>(scene.thread)]);
  if (!is_record) fields(world_.global_slots);
  if (!is_record) throw CannotRun("'unchanged' of unknown '" + x.name + "'");
  return is_same_record;
}

Evaluation::Place Evaluation::place(ExpressionIndex e, const Scene& scene) {
  const bool is_element = at(e).kind == Kind::select;
  const Expression& x = at(plato::root_of(*world_.tree, e));
  if (x.kind != Kind::name) throw CannotRun("a place that is no variable");
  const std::string full = x.field.empty() ? x.name : x.name + "." + x.field;
  const int slot = slot_of(full, scene);
  if (slot == nobody) throw CannotRun("a place that is no variable: " + full);
  if (!is_element) return {slot};
  return {slot, true, indices(x, plato::indices_of(*world_.tree, e), 0, scene)};
}

std::int64_t Evaluation::indices(const Expression& array, const std::vector<ExpressionIndex>& list, std::size_t used,
                                 const Scene& scene) {
  std::int64_t all = 0;
  for (std::size_t i = used; i < list.size(); ++i) {
    const std::int64_t index = number(list[i], scene);
    check_index(array, i, index, scene);
    if (list.size() > used + 1 && (index >= most_index || index < -most_index)) throw TooLarge{};
    all = i == used ? index : further_index(all, index);
  }
  return all;
}

std::optional<int> Evaluation::owner(const Expression& array, std::int64_t index, const Scene& scene) const {
  if (array.kind != Kind::name || array.field.empty() || kept(array, scene) != nullptr) return std::nullopt;
  for (std::size_t t = 0; t < world_.threads.size(); ++t) {
    const plato::ThreadDeclaration& d = world_.tree->threads[world_.threads[t].declaration];
    if (d.is_family && d.name == array.name && world_.threads[t].identifier == index) return static_cast<int>(t);
  }
  return std::nullopt;
}

std::int64_t Evaluation::selected(ExpressionIndex e, const Scene& scene) {
  const ExpressionIndex root = plato::root_of(*world_.tree, e);
  const Expression& array = at(root);
  const std::vector<ExpressionIndex> list = plato::indices_of(*world_.tree, e);
  if (list.size() > 1)
    if (const auto thread = owner(array, number(list[0], scene), scene)) {
      const std::int64_t index = indices(array, list, 1, scene);
      const Store* store = array.is_primed ? scene.after : scene.before;
      const int slot = world_.local_slots[static_cast<std::size_t>(*thread)].at(array.field);
      if (store == nullptr) throw CannotRun("a map where there is no store");
      return element((*store)[static_cast<std::size_t>(slot)], index);
    }
  const std::int64_t index = indices(array, list, 0, scene);
  const Value* there = kept(array, scene);
  return there != nullptr ? element(*there, index) : element(value(root, scene), index);
}

const Slot* Evaluation::declared(const Expression& array, const Scene& scene) const {
  if (array.kind != Kind::name) return nullptr;
  const int slot = slot_of(array.field.empty() ? array.name : array.name + "." + array.field, scene);
  if (slot != nobody) return &slot_in(world_, static_cast<std::size_t>(slot), scene.frame);
  const auto found = world_.constant_types.find(array.name);
  return found == world_.constant_types.end() || !array.field.empty() ? nullptr : &found->second;
}

void Evaluation::check_index(const Expression& array, std::size_t place, std::int64_t index, const Scene& scene) const {
  if (!scene.is_in_statement) return;
  const Slot* type = declared(array, scene);
  if (type == nullptr && array.kind == Kind::name && !array.field.empty() && place > 0) {
    // Seen from outside, the first index says whose it is.
    --place;
    for (std::size_t t = 0; t < world_.threads.size() && type == nullptr; ++t)
      if (world_.tree->threads[world_.threads[t].declaration].name == array.name)
        type = &world_.slots[static_cast<std::size_t>(world_.local_slots[t].at(array.field))];
  }
  if (type == nullptr || place > type->inner.size()) return;
  const std::optional<std::int64_t> length = place == 0 ? type->length : type->inner[place - 1];
  if (length && (index < 0 || index >= *length)) throw GoesWrong{};
}

bool Evaluation::mentions_ghost(ExpressionIndex e, const std::vector<plato::VariableDeclaration>* locals) const {
  const Expression& x = at(e);
  const auto is_named = [&](const plato::VariableDeclaration& v) { return v.is_ghost && v.name == x.name; };
  if (x.kind == Kind::name || x.kind == Kind::call) {
    if (std::ranges::any_of(world_.tree->variables, is_named)) return true;
    if (locals != nullptr && std::ranges::any_of(*locals, is_named)) return true;
    for (const plato::ThreadDeclaration& t : world_.tree->threads)
      if (t.name == x.name && std::ranges::any_of(t.locals, [&](const plato::VariableDeclaration& v) {
            return v.is_ghost && v.name == x.field;
          }))
        return true;
    for (const plato::Definition& d : world_.tree->definitions)
      if (d.name == x.name && mentions_ghost(d.body)) return true;
  }
  return std::ranges::any_of(x.parts, [&](ExpressionIndex part) { return mentions_ghost(part, locals); });
}

}   // namespace plato_test::surface
