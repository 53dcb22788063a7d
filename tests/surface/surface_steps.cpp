// See surface_steps.hpp.

#include "surface_steps.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace plato_test::surface {

using plato::Expression;
using plato::ExpressionIndex;
using plato::SyntaxIndex;
using plato::SyntaxStatement;
using plato::SyntaxTree;
using Kind = SyntaxStatement::Kind;
using Place = Evaluation::Place;

namespace {

bool has_primes(const SyntaxTree& tree, ExpressionIndex e) {
  return tree[e].is_primed || tree[e].kind == Expression::Kind::unchanged || tree[e].kind == Expression::Kind::call ||
         std::ranges::any_of(tree[e].parts, [&](ExpressionIndex part) { return has_primes(tree, part); });
}

// The same expression, but for the prime of the first name.
bool is_primed_form(const SyntaxTree& tree, ExpressionIndex primed, ExpressionIndex plain, bool with_prime = true) {
  const Expression &a = tree[primed], &b = tree[plain];
  if (a.kind != b.kind || a.name != b.name || a.field != b.field || a.number != b.number ||
      a.parts.size() != b.parts.size())
    return false;
  if (a.kind == Expression::Kind::name && a.is_primed != with_prime) return false;
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    if (!is_primed_form(tree, a.parts[i], b.parts[i], with_prime && i == 0)) return false;
  return true;
}

}   // namespace

void Steps::write(Store& store, const Place& place, const Value& value) {
  Value& there = store[static_cast<std::size_t>(place.slot)];
  there = place.is_element ? with_element(std::move(there), place.index, value.number) : value;
}

Value Steps::read(const Store& store, const Place& place) const {
  const Value& there = store[static_cast<std::size_t>(place.slot)];
  return place.is_element ? of_number(element(there, place.index)) : there;
}

void Steps::assign(Store& store, const Place& place, const Value& value, const Who& who) const {
  if (!slot_of(place, who).has(value)) throw GoesWrong{};
  write(store, place, value);
}

bool Steps::has_assignment(const std::vector<SyntaxIndex>& statements) const {
  return std::ranges::any_of(statements, [&](SyntaxIndex s) {
    return at(s).kind == Kind::assign || has_assignment(at(s).body) || has_assignment(at(s).other);
  });
}

bool Steps::mentions_ghost(ExpressionIndex e, const Who& who) const {
  for (int frame = who.frame; frame != nobody; frame = world_.frame_slots[static_cast<std::size_t>(frame)].around)
    if (evaluation_.mentions_ghost(e, world_.frame_slots[static_cast<std::size_t>(frame)].locals)) return true;
  if (procedure_around(world_, who.frame) != nobody) return false;
  const std::size_t thread = world_.threads[static_cast<std::size_t>(who.thread)].declaration;
  return evaluation_.mentions_ghost(e, &world_.tree->threads[thread].locals);
}

// Where ghosts alone change, nothing can go wrong.
bool Steps::changes_ghosts_alone(const std::vector<SyntaxIndex>& statements, const Who& who) {
  return std::ranges::all_of(statements, [&](SyntaxIndex index) {
    const SyntaxStatement& s = at(index);
    if (s.kind == Kind::if_)
      return (*world_.tree)[s.condition].kind != Expression::Kind::star && changes_ghosts_alone(s.body, who) &&
             changes_ghosts_alone(s.other, who);
    if (s.kind != Kind::assign) return s.kind == Kind::skip;
    return std::ranges::all_of(s.places,
                               [&](ExpressionIndex e) { return mentions_ghost(plato::root_of(*world_.tree, e), who); });
  });
}

// In one step, with the values and places from before. x += e adds to what is there.
void Steps::assign(const SyntaxStatement& s, Store& store, const Who& who) {
  std::vector<std::pair<Place, Value>> changes;
  const Expression& only = (*world_.tree)[s.values[0]];
  if (only.kind == Expression::Kind::call && only.name == "new" && world_.global_slots.contains("new")) {
    // The place is found before the number is taken.
    const Place place = evaluation_.place(s.places[0], scene(store, who));
    Value& next = store[static_cast<std::size_t>(world_.global_slots.at("new"))];
    const Value taken = next;
    ++next.number;
    return assign(store, place, taken, who);
  }
  for (std::size_t i = 0; i < s.places.size(); ++i) {
    const bool is_ghost = slot_of(evaluation_.place(s.places[i], formula_scene(store, who)), who).is_ghost;
    const Scene here = is_ghost ? formula_scene(store, who) : scene(store, who);
    const Place place = evaluation_.place(s.places[i], here);
    changes.emplace_back(place, s.operation ? evaluation_.combined(*s.operation, read(store, place), s.values[i], here)
                                            : evaluation_.value(s.values[i], here));
  }
  for (const auto& [place, value] : changes) assign(store, place, value, who);
}

// A thread is started once, with arguments that are what it requires of them.
bool Steps::start(const SyntaxStatement& s, Store& store, const Who& who) {
  const SyntaxTree& tree = *world_.tree;
  const auto found = std::ranges::find(tree.threads, s.target.name, &plato::ThreadDeclaration::name);
  if (found == tree.threads.end()) throw CannotRun("a start of no thread: " + s.text);
  const Scene here = scene(store, who);
  const std::int64_t identifier = s.condition != 0 ? evaluation_.number(s.condition, here) : 0;
  Value& started = store[static_cast<std::size_t>(world_.global_slots.at(found->name + ".started"))];
  if ((found->is_family ? element(started, identifier) : started.number) != 0) return false;
  std::vector<std::pair<std::string, Value>> arguments;
  for (ExpressionIndex e : s.values)
    arguments.emplace_back(found->parameters[arguments.size()].name, evaluation_.value(e, here));
  const auto declaration = static_cast<std::size_t>(found - tree.threads.begin());
  const Scene inside{.tid = identifier, .declaration = static_cast<int>(declaration)};
  for (ExpressionIndex e : found->requires_)
    if (is_about_parameters(tree, *found, e) && !evaluation_.holds_with(e, arguments, inside)) return false;
  started = found->is_family ? with_element(std::move(started), identifier, 1) : of_number(1);
  for (std::size_t t = 0; t < world_.threads.size(); ++t) {
    if (world_.threads[t].declaration != declaration) continue;
    for (const auto& [name, value] : arguments) {
      const auto slot = static_cast<std::size_t>(world_.local_slots[t].at(name));
      if (!world_.slots[slot].has(value)) throw GoesWrong{};
      if (!found->is_family || world_.threads[t].identifier == identifier) store[slot] = value;
    }
  }
  return true;
}

Store Steps::assigned(const std::vector<ExpressionIndex>& places, const std::vector<Value>& values, Store store,
                      const Who& who) {
  std::vector<Place> found;
  for (ExpressionIndex e : places) {
    const Place place = evaluation_.place(e, formula_scene(store, who));
    found.push_back(slot_of(place, who).is_ghost ? place : evaluation_.place(e, scene(store, who)));
  }
  for (std::size_t i = 0; i < found.size(); ++i) assign(store, found[i], values[i], who);
  return store;
}

std::vector<Store> Steps::havoc(const std::vector<ExpressionIndex>& places, const Store& store, const Who& who) {
  std::vector<Store> stores = {store};
  for (ExpressionIndex e : places) {
    std::vector<Store> more;
    for (const Store& s : stores) {
      const Place place = evaluation_.place(e, scene(places_ == PlacesRead::before_the_step ? store : s, who));
      for (const Value& value : anything(slot_of(place, who), place.is_element, world_, values_, guesses_)) {
        more.push_back(s);
        write(more.back(), place, value);
      }
    }
    stores = std::move(more);
  }
  return stores;
}

std::vector<Store> Steps::run(const std::vector<SyntaxIndex>& statements, std::vector<Store> stores, const Who& who,
                              StepResult& result) {
  for (SyntaxIndex s : statements) {
    std::vector<Store> next;
    for (Store& store : stores) std::ranges::move(run(s, std::move(store), who, result), std::back_inserter(next));
    stores = std::move(next);
  }
  return stores;
}

std::vector<Store> Steps::run(SyntaxIndex index, Store store, const Who& who, StepResult& result) {
  try {
    return run_safely(index, std::move(store), who, result);
  } catch (const GoesWrong&) {
    evaluation_.start_anew();
    if (!result.wrong) result.wrong = index;
    return {};
  }
}

// An assumption that does not hold: there is no such execution. An assertion that does not hold: it ends there.
std::vector<Store> Steps::run_safely(SyntaxIndex index, Store store, const Who& who, StepResult& result) {
  const SyntaxStatement& s = at(index);
  const Scene here = scene(store, who);
  const auto holds = [&](bool asserted) {
    if (!asserted && !result.wrong) result.wrong = index;
    return asserted;
  };
  const std::int64_t self = evaluation_.identifier(who.thread);
  switch (s.kind) {
    case Kind::skip: break;
    case Kind::assign: assign(s, store, who); break;
    case Kind::assert_:
      if (!holds(evaluation_.holds(s.condition, here))) return {};
      break;
    case Kind::assume:
    case Kind::await:
      if (!evaluation_.holds(s.condition, here)) return {};
      break;
    case Kind::havoc: return havoc(s.places, store, who);
    case Kind::start:
      if (!holds(start(s, store, who))) return {};
      break;
    case Kind::acquire: {
      const Place lock = evaluation_.place(s.places[0], here);
      if (read(store, lock).number != 0) return {};
      write(store, lock, of_number(self));
      break;
    }
    case Kind::release: {
      const Place lock = evaluation_.place(s.places[0], here);
      if (!holds(read(store, lock).number == self)) return {};
      write(store, lock, of_number(0));
      break;
    }
    case Kind::choose: {
      std::vector<Store> all;
      for (const auto& branch : s.branches)
        std::ranges::move(run(branch, {store}, who, result), std::back_inserter(all));
      return all;
    }
    case Kind::if_: {
      if ((*world_.tree)[s.condition].kind == Expression::Kind::star) {
        std::vector<Store> all = run(s.body, {store}, who, result);
        std::ranges::move(run(s.other, {store}, who, result), std::back_inserter(all));
        return all;
      }
      const bool is_about_ghosts =
          mentions_ghost(s.condition, who) || ((has_assignment(s.body) || has_assignment(s.other)) &&
                                               changes_ghosts_alone(s.body, who) && changes_ghosts_alone(s.other, who));
      const bool is_true = evaluation_.holds(s.condition, is_about_ghosts ? formula_scene(store, who) : here);
      return run(is_true ? s.body : s.other, {std::move(store)}, who, result);
    }
    case Kind::raw: {
      StepResult step = raw(index, store, who);
      if (step.wrong && !result.wrong) result.wrong = step.wrong;
      return std::move(step.stores);
    }
    default: throw CannotRun("a statement in an atomic block that is none of its: " + s.text);
  }
  return {std::move(store)};
}

StepResult Steps::take(SyntaxIndex index, const Store& store, const Who& who) {
  const SyntaxStatement& s = at(index);
  StepResult result;
  if (s.kind == Kind::assign && s.values.size() == 1 && (*world_.tree)[s.values[0]].kind == Expression::Kind::cas) {
    const Place answer = evaluation_.place(s.places[0], scene(store, who));
    for (const bool outcome : {true, false})
      if (auto after = test_cas(s.values[0], outcome, store, who)) {
        write(*after, answer, of_truth(outcome));
        result.stores.push_back(outcome ? with_ghosts(s.ghosts, *std::move(after), who) : *std::move(after));
      }
    return result;
  }
  const std::vector<SyntaxIndex> statements = s.kind == Kind::block ? s.body : std::vector{index};
  result.stores = run(statements, {store}, who, result);
  return result;
}

Store Steps::with_ghosts(const std::vector<SyntaxIndex>& ghosts, Store store, const Who& who) {
  StepResult result;
  std::vector<Store> stores = run(ghosts, {std::move(store)}, who, result);
  if (stores.size() != 1 || result.wrong) throw CannotRun("ghosts that do more than to follow");
  return std::move(stores.front());
}

std::optional<Store> Steps::test_cas(ExpressionIndex cas, bool outcome, const Store& store, const Who& who) {
  const Expression& x = (*world_.tree)[cas];
  const Scene here = scene(store, who);
  const Place place = evaluation_.place(x.parts[0], here);
  if ((read(store, place) == evaluation_.value(x.parts[1], here)) != outcome) return std::nullopt;
  Store after = store;
  const Value value = evaluation_.value(x.parts[2], here);
  if (outcome) assign(after, place, value, who);
  return after;
}

// ---- atomic requires g modifies x, y: a ensures p

// Whether a conjunct of the action is place' == e, with e about the store before.
bool Steps::determines(ExpressionIndex action, ExpressionIndex place) const {
  const SyntaxTree& tree = *world_.tree;
  const Expression& x = tree[action];
  if (x.kind == Expression::Kind::and_)
    return std::ranges::any_of(x.parts, [&](ExpressionIndex part) { return determines(part, place); });
  return x.kind == Expression::Kind::eq &&
         ((is_primed_form(tree, x.parts[0], place) && !has_primes(tree, x.parts[1])) ||
          (is_primed_form(tree, x.parts[1], place) && !has_primes(tree, x.parts[0])));
}

// The values of the parts of an action that are about the store before: what a variable may have to become.
std::vector<Value> Steps::values_in(ExpressionIndex action, const Scene& scene) {
  const Expression& x = (*world_.tree)[action];
  if (x.kind == Expression::Kind::forall || x.kind == Expression::Kind::exists) return {};
  std::vector<Value> values;
  if (!has_primes(*world_.tree, action)) values.push_back(evaluation_.value(action, scene));
  if (x.kind != Expression::Kind::unchanged)
    for (ExpressionIndex part : x.parts) std::ranges::move(values_in(part, scene), std::back_inserter(values));
  return values;
}

StepResult Steps::raw(SyntaxIndex index, const Store& store, const Who& who) {
  const SyntaxStatement& s = at(index);
  StepResult result;
  const Scene here = formula_scene(store, who);
  for (ExpressionIndex e : s.places) evaluation_.place(e, scene(store, who));   // which must exist
  if (s.gate != 0 && !evaluation_.holds(s.gate, here)) {
    result.wrong = index;
    return result;
  }
  const std::vector<Value> known = values_in(s.condition, here);
  constexpr std::int64_t far = 6;   // further than `values_`: an equation between results may lead there
  const std::function<void(std::size_t, const Store&)> choose = [&](std::size_t i, const Store& after) {
    if (i < s.places.size()) {
      const Place place =
          evaluation_.place(s.places[i], formula_scene(places_ == PlacesRead::before_the_step ? store : after, who));
      // A value outside of the range goes wrong, unless the variable is of an enumeration.
      Slot slot = slot_of(place, who);
      if (!slot.is_enumeration) slot.low = slot.high = std::nullopt;
      Guesses unless_determined;
      std::vector<Value> values = anything(slot, place.is_element, world_, values_, unless_determined);
      if (!determines(s.condition, s.places[i]) && unless_determined.any()) guesses_.relations = true;
      const bool is_map = values.front().is_map;
      std::ranges::copy_if(known, std::back_inserter(values), [&](const Value& v) { return v.is_map == is_map; });
      values.push_back(read(store, place));
      const bool is_truth = place.is_element ? slot.type == TypeKind::bool_map : slot.type == TypeKind::boolean;
      if (!is_map && !is_truth)
        for (std::int64_t n = -far; n <= far; ++n) values.push_back(of_number(n));
      if (is_truth) std::erase_if(values, [](const Value& v) { return v.number != 0 && v.number != 1; });
      std::erase_if(values, [&](const Value& v) { return !slot.has(v); });
      std::ranges::sort(values);
      values.erase(std::ranges::unique(values).begin(), values.end());
      for (const Value& value : values) {
        Store next = after;
        write(next, place, value);
        choose(i + 1, next);
      }
      return;
    }
    const Scene both{.before = &store, .after = &after, .thread = who.thread, .frame = who.frame};
    if (!evaluation_.holds(s.condition, both)) return;
    for (ExpressionIndex e : s.places) {
      const Place place = evaluation_.place(e, formula_scene(store, who));
      if (!slot_of(place, who).has(read(after, place))) result.wrong = index;
    }
    if (s.post != 0 && !evaluation_.holds(s.post, both)) result.wrong = index;
    result.stores.push_back(after);
  };
  choose(0, store);
  return result;
}

}   // namespace plato_test::surface
