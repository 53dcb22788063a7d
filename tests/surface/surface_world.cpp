// See surface_world.hpp.

#include "surface_world.hpp"

#include <algorithm>
#include <iterator>

#include "surface_expressions.hpp"

namespace plato_test::surface {

using plato::SyntaxTree;
using plato::ThreadDeclaration;

namespace {

// Where members of a family are looked for. One that has members at an end of it is taken to go on for ever.
constexpr std::int64_t first_identifier = -9, last_identifier = 9;

std::int64_t small_identifier(const plato::Integer& identifier) {
  if (!identifier.is_small()) throw CannotRun("an identifier that is large");
  return identifier.small();
}

// Identifiers of individually declared threads are 1, 2, … in order, or -1, -2, … if there is a family with `for`;
// numbers that are stated are skipped.
std::vector<std::int64_t> identifiers_of(const SyntaxTree& tree) {
  std::vector<std::int64_t> taken, identifiers;
  bool has_for = false;
  for (const ThreadDeclaration& t : tree.threads) {
    if (t.has_identifier) taken.push_back(small_identifier(t.identifier));
    has_for = has_for || t.members != 0;
  }
  std::int64_t next = 0;
  for (const ThreadDeclaration& t : tree.threads) {
    if (t.is_family || t.has_identifier) {
      identifiers.push_back(t.has_identifier ? small_identifier(t.identifier) : 0);
      continue;
    }
    do next += has_for ? -1 : 1;
    while (std::ranges::find(taken, next) != taken.end());
    identifiers.push_back(next);
  }
  return identifiers;
}

void add_threads(World& world, const SmallValues& values, Guesses& guesses) {
  const SyntaxTree& tree = *world.tree;
  const std::vector<std::int64_t> identifiers = identifiers_of(tree);
  Evaluation evaluation(world, guesses);
  for (std::size_t d = 0; d < tree.threads.size(); ++d) {
    const ThreadDeclaration& t = tree.threads[d];
    if (!t.is_family) {
      world.threads.push_back({d, identifiers[d]});
      continue;
    }
    const auto is_given = [&](std::int64_t id) {
      for (std::size_t g = 0; g < tree.threads.size(); ++g)
        if (!tree.threads[g].is_family && identifiers[g] == id) return true;
      return false;
    };
    const auto is_member = [&](std::int64_t id) {
      if (is_given(id)) return false;
      if (id < 0 && !world.tree->pars.empty()) return false;   // those are branches'
      if (t.members == 0) return id != 0;
      return evaluation.holds(t.members, {.tid = id, .declaration = static_cast<int>(d)});
    };
    const bool is_endless = is_member(first_identifier) || is_member(last_identifier);
    std::size_t count = 0;
    // 0, 1, -1, 2, -2, …: the small ones first.
    for (std::int64_t i = 0; i <= 2 * last_identifier; ++i) {
      const std::int64_t id = i % 2 == 1 ? (i + 1) / 2 : -(i / 2);
      if (!is_member(id)) continue;
      if (is_endless && count == values.threads_per_family) break;
      ++count;
      world.threads.push_back({d, id});
    }
    if (!is_endless) continue;
    world.has_all_threads = false;
    guesses.threads = true;
  }
}

// The range and the length that the type states; they are about constants.
void add_limits(const World& world, const plato::SyntaxType& type, Slot& slot) {
  Guesses none;
  Evaluation evaluation(world, none);
  if (type.enumeration != 0) {
    slot.is_enumeration = true;
    slot.low = 0;
    slot.high = static_cast<std::int64_t>(world.tree->enumerations[type.enumeration - 1].values.size()) - 1;
  } else if (type.low != 0) {
    slot.low = evaluation.number(type.low, {});
    slot.high = evaluation.number(type.high, {}) - (type.is_open ? 1 : 0);
  }
  const auto length = [&](plato::ExpressionIndex e) {
    return e == 0 ? std::nullopt : std::optional(evaluation.number(e, {}));
  };
  slot.length = length(type.length);
  for (const plato::ExpressionIndex e : type.inner) slot.inner.push_back(length(e));
}

void add_slot(World& world, const plato::VariableDeclaration& v, const std::string& owner, int thread) {
  auto& names = thread == nobody ? world.global_slots : world.local_slots[static_cast<std::size_t>(thread)];
  const auto add = [&](const std::string& name, const plato::SyntaxType& type) {
    names[name] = static_cast<int>(world.slots.size());
    Slot slot{.name = owner + name, .type = type.kind, .thread = thread, .is_ghost = v.is_ghost};
    if (v.type.kind != TypeKind::record) slot.initial = v.initial;
    add_limits(world, type, slot);
    world.slots.push_back(std::move(slot));
  };
  if (v.type.kind != TypeKind::record) return add(v.name, v.type);
  for (const auto& field : v.type.fields) add(v.name + "." + field.name, field.type);
}

// The variables of `for` loops in the statements.
void find_counters(const SyntaxTree& tree, const std::vector<plato::SyntaxIndex>& statements,
                   std::vector<std::string>& names) {
  for (const plato::SyntaxIndex index : statements) {
    const plato::SyntaxStatement& s = tree[index];
    if (s.kind == plato::SyntaxStatement::Kind::for_) names.push_back(tree[s.places[0]].name);
    if (s.kind == plato::SyntaxStatement::Kind::par) continue;   // those of a branch are its own
    find_counters(tree, s.body, names);
    find_counters(tree, s.other, names);
    for (const auto& branch : s.branches) find_counters(tree, branch, names);
  }
}

// T.started, and `new` if the program uses it and gives the name to nothing else.
void add_hidden_slots(World& world) {
  const auto add = [&](const std::string& name, TypeKind type, const Value& first) {
    world.global_slots[name] = static_cast<int>(world.slots.size());
    world.slots.push_back({.name = name, .type = type, .first = first});
  };
  const SyntaxTree& tree = *world.tree;
  for (const ThreadDeclaration& t : tree.threads)
    if (is_started(tree, t))
      add(t.name + ".started", t.is_family ? TypeKind::bool_map : TypeKind::boolean,
          t.is_family ? constant_map(0) : of_number(0));
  const auto is_new = [](const auto& declared) { return declared.name == "new"; };
  if (std::ranges::any_of(tree.variables, is_new) || std::ranges::any_of(tree.definitions, is_new) ||
      std::ranges::any_of(tree.procedures, is_new))
    return;
  if (std::ranges::none_of(tree.expressions, [](const plato::Expression& x) {
        return x.kind == plato::Expression::Kind::call && (x.name == "new" || x.name == "allocated");
      }))
    return;
  for (const std::int64_t identifier : identifiers_of(tree))
    world.first_new = std::max(world.first_new, identifier + 1);
  add("new", TypeKind::integer, of_number(world.first_new));
}

// Before a thread is started its parameters have values that do not matter.
void add_parameters(World& world, const ThreadDeclaration& t, const std::string& owner, int thread) {
  for (const plato::VariableDeclaration& v : t.parameters) {
    add_slot(world, v, owner, thread);
    Slot& slot = world.slots.back();
    if (is_started(*world.tree, t)) slot.first = of_number(slot.low.value_or(0));
  }
}

void add_slots(World& world) {
  for (const plato::VariableDeclaration& v : world.tree->variables)
    if (!v.is_constant) add_slot(world, v, "", nobody);
  add_hidden_slots(world);
  world.local_slots.resize(world.threads.size());
  for (std::size_t i = 0; i < world.threads.size(); ++i) {
    const ThreadDeclaration& t = world.tree->threads[world.threads[i].declaration];
    const std::string number = t.is_family ? "[" + std::to_string(world.threads[i].identifier) + "]" : "";
    const std::string owner = t.name + number + ".";
    add_parameters(world, t, owner, static_cast<int>(i));
    for (const plato::VariableDeclaration& v : t.locals) add_slot(world, v, owner, static_cast<int>(i));
    // A loop declares its variable if the thread does not.
    std::vector<std::string> counters;
    find_counters(*world.tree, t.body, counters);
    for (const std::string& name : counters) {
      auto& names = world.local_slots[i];
      if (names.contains(name)) continue;
      names[name] = static_cast<int>(world.slots.size());
      world.slots.push_back({.name = owner + name, .thread = static_cast<int>(i), .is_counter = true});
    }
  }
}

void add_variables(const World& world, const std::vector<plato::VariableDeclaration>& list, const std::string& owner,
                   FrameSlots& frame) {
  for (const plato::VariableDeclaration& v : list) {
    if (!frame.names.emplace(v.name, static_cast<int>(frame.slots.size())).second) continue;
    Slot slot{.name = owner + v.name, .type = v.type.kind, .is_ghost = v.is_ghost, .initial = v.initial};
    add_limits(world, v.type, slot);
    frame.slots.push_back(std::move(slot));
  }
}
// A loop declares its variable if nothing there or around has that name.
void add_counters(const World& world, const std::vector<plato::SyntaxIndex>& body,
                  const std::vector<std::string>& known, const std::string& owner, FrameSlots& frame) {
  std::vector<std::string> counters;
  find_counters(*world.tree, body, counters);
  for (const std::string& name : counters)
    if (std::ranges::find(known, name) == known.end() &&
        frame.names.emplace(name, static_cast<int>(frame.slots.size())).second)
      frame.slots.push_back({.name = owner + name, .is_counter = true});
}

// The branches of each `par` in the statements: of variables there is what each declares, without parameters and
// results. `known`: the names that are declared around them.
void add_branches(World& world, const std::vector<plato::SyntaxIndex>& statements, int around,
                  std::vector<std::string> known) {
  const SyntaxTree& tree = *world.tree;
  if (around != nobody)
    for (const auto& [name, place] : world.frame_slots[static_cast<std::size_t>(around)].names) known.push_back(name);
  for (const plato::SyntaxIndex index : statements) {
    const plato::SyntaxStatement& s = tree[index];
    if (s.kind != plato::SyntaxStatement::Kind::par) {
      add_branches(world, s.body, around, known);
      add_branches(world, s.other, around, known);
      for (const auto& branch : s.branches) add_branches(world, branch, around, known);
      continue;
    }
    for (std::size_t branch = 0; branch < s.branches.size(); ++branch) {
      const int number = world.first_branch[s.par - 1] + static_cast<int>(branch);
      FrameSlots frame{
          .slots = {}, .names = {}, .around = around, .locals = &tree.pars[s.par - 1].branches[branch].locals};
      if (around != nobody) {
        const FrameSlots& outer = world.frame_slots[static_cast<std::size_t>(around)];
        frame.first = outer.first + outer.slots.size();
      }
      add_variables(world, *frame.locals, "", frame);
      add_counters(world, s.branches[branch], known, "", frame);
      world.frame_slots[static_cast<std::size_t>(number)] = std::move(frame);
      add_branches(world, s.branches[branch], number, known);
    }
  }
}

void add_frames(World& world) {
  const SyntaxTree& tree = *world.tree;
  for (const plato::ProcedureDeclaration& p : tree.procedures) {
    FrameSlots frame{.slots = {}, .names = {}, .locals = &p.locals};
    const std::string owner = p.name + ".";
    add_variables(world, p.parameters, owner, frame);
    add_variables(world, p.locals, owner, frame);
    std::vector<std::string> results;
    for (const plato::VariableDeclaration& v : p.results) results.push_back(v.name);
    add_counters(world, p.body, results, owner, frame);
    add_variables(world, p.results, owner, frame);   // last
    world.frame_slots.push_back(std::move(frame));
  }
  for (const plato::ParDeclaration& par : tree.pars) {
    world.first_branch.push_back(static_cast<int>(world.frame_slots.size()));
    world.frame_slots.resize(world.frame_slots.size() + par.branches.size());
  }
  for (std::size_t p = 0; p < tree.procedures.size(); ++p)
    add_branches(world, tree.procedures[p].body, static_cast<int>(p), {});
  for (const ThreadDeclaration& t : tree.threads) {
    std::vector<std::string> known;
    for (const auto* list : {&t.parameters, &t.locals})
      for (const plato::VariableDeclaration& v : *list) known.push_back(v.name);
    find_counters(tree, t.body, known);
    add_branches(world, t.body, nobody, std::move(known));
  }
}

// Constants without a value are anything; those with one are computed from the ones before.
void choose_constants(World& world, std::size_t next, const SmallValues& values, Guesses& guesses,
                      std::vector<World>& worlds) {
  const auto& variables = world.tree->variables;
  while (next < variables.size() && !variables[next].is_constant) ++next;
  Evaluation evaluation(world, guesses);
  if (next == variables.size()) {
    if (evaluation.all_hold(world.tree->assumptions, {})) worlds.push_back(world);
    return;
  }
  const plato::VariableDeclaration& constant = variables[next];
  const bool has_value = constant.initial != 0;
  if (!has_value && constant.type.kind != TypeKind::boolean) guesses.constants = true;
  Slot slot{.name = constant.name, .type = constant.type.kind};
  add_limits(world, constant.type, slot);
  world.constant_types[constant.name] = slot;
  for (const Value& v : has_value ? std::vector{evaluation.value(constant.initial, {})}
                                  : anything(slot, false, world, values, guesses)) {
    world.constants[constant.name] = v;
    choose_constants(world, next + 1, values, guesses, worlds);
  }
  world.constants.erase(constant.name);
}

// The map that is `elsewhere` but at three places, in all ways: at 0, 1 and 2; of a map of maps at 0 and 0, 0 and 1, 1
// and 0.
void add_maps(std::vector<Value>& maps, std::int64_t elsewhere, const std::vector<std::int64_t>& numbers,
              std::size_t further_indices) {
  std::vector<Value> some = {constant_map(elsewhere)};
  std::vector<std::int64_t> places = {0, 1, 2};
  for (std::size_t i = 0; i < further_indices; ++i)
    places = {further_index(0, 0), further_index(0, 1), further_index(1, 0)};
  for (std::int64_t index : places) {
    std::vector<Value> more;
    for (const Value& map : some)
      for (std::int64_t number : numbers) more.push_back(with_element(map, index, number));
    some = std::move(more);
  }
  maps.insert(maps.end(), some.begin(), some.end());
}

bool is_constant(const SyntaxTree& tree, const std::string& name) {
  const auto is_it = [&](const auto& declared) { return declared.name == name; };
  return std::ranges::any_of(tree.variables, [&](const auto& v) { return v.is_constant && is_it(v); }) ||
         std::ranges::any_of(tree.enumerations, [&](const auto& e) { return std::ranges::any_of(e.values, is_it); });
}

// How the expression depends on what: on parameters, and on nothing that changes.
struct Dependence {
  bool has_parameter = false, is_fixed = true;
};
void find_dependence(const SyntaxTree& tree, const ThreadDeclaration& t, plato::ExpressionIndex e,
                     std::vector<std::string> bound, Dependence& found) {
  const plato::Expression& x = tree[e];
  bound.insert(bound.end(), x.bound.begin(), x.bound.end());
  if (x.kind == plato::Expression::Kind::call || x.is_primed || !x.field.empty()) found.is_fixed = false;
  if (x.kind == plato::Expression::Kind::name && std::ranges::find(bound, x.name) == bound.end() && x.name != t.index) {
    const bool is_parameter =
        std::ranges::any_of(t.parameters, [&](const auto& parameter) { return parameter.name == x.name; });
    if (is_parameter)
      found.has_parameter = true;
    else if (!is_constant(tree, x.name))
      found.is_fixed = false;
  }
  for (const plato::ExpressionIndex part : x.parts) find_dependence(tree, t, part, bound, found);
}

}   // namespace

const Slot& slot_in(const World& world, std::size_t slot, int frame) {
  if (slot < world.slots.size()) return world.slots[slot];
  const std::size_t place = slot - world.slots.size();
  const FrameSlots* here = &world.frame_slots[static_cast<std::size_t>(frame)];
  while (place < here->first) here = &world.frame_slots[static_cast<std::size_t>(here->around)];
  return here->slots[place - here->first];
}

int slot_in_frames(const World& world, const std::string& name, int frame) {
  while (frame != nobody) {
    const FrameSlots& here = world.frame_slots[static_cast<std::size_t>(frame)];
    if (const auto found = here.names.find(name); found != here.names.end())
      return static_cast<int>(world.slots.size() + here.first) + found->second;
    frame = here.around;
  }
  return nobody;
}

int procedure_around(const World& world, int frame) {
  while (frame >= static_cast<int>(world.tree->procedures.size()))
    frame = world.frame_slots[static_cast<std::size_t>(frame)].around;
  return frame;
}

bool is_started(const SyntaxTree& tree, const ThreadDeclaration& thread) {
  return std::ranges::any_of(tree.statements, [&](const plato::SyntaxStatement& s) {
    return s.kind == plato::SyntaxStatement::Kind::start && s.target.name == thread.name;
  });
}

bool is_about_parameters(const SyntaxTree& tree, const ThreadDeclaration& thread, plato::ExpressionIndex e) {
  Dependence found;
  find_dependence(tree, thread, e, {}, found);
  return found.has_parameter && found.is_fixed;
}

namespace {

std::vector<Value> anything(TypeKind type, std::size_t further_indices, const World& world, const SmallValues& values,
                            Guesses& guesses) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t n = values.lowest; n <= values.highest; ++n) numbers.push_back(n);
  std::vector<Value> all;
  switch (type) {
    case TypeKind::boolean: return {of_truth(false), of_truth(true)};
    case TypeKind::lock:
      for (const RunningThread& t : world.threads) numbers.push_back(t.identifier);
      [[fallthrough]];
    case TypeKind::integer:
      guesses.integers = true;
      for (std::int64_t n : numbers) all.push_back(of_number(n));
      break;
    case TypeKind::lock_map:
    case TypeKind::map:
      guesses.maps = true;
      add_maps(all, 0, numbers, further_indices);
      for (std::int64_t n : numbers) all.push_back(constant_map(n));
      break;
    case TypeKind::set:
    case TypeKind::bool_map:
      guesses.maps = true;
      add_maps(all, 0, {0, 1}, further_indices);
      if (type == TypeKind::bool_map) all.push_back(constant_map(1));
      break;
    default: throw CannotRun("a variable of an unknown type");
  }
  const bool is_map = all.front().is_map, is_of_numbers = type != TypeKind::set && type != TypeKind::bool_map;
  const auto is_truth = [](std::int64_t n) { return n == 0 || n == 1; };
  const auto is_of_truths = [&](const Value& v) {
    return is_truth(v.number) && std::ranges::all_of(v.entries, [&](const auto& e) { return is_truth(e.second); });
  };
  std::ranges::copy_if(values.further, std::back_inserter(all),
                       [&](const Value& v) { return v.is_map == is_map && (is_of_numbers || is_of_truths(v)); });
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

}   // namespace

std::vector<Value> anything(const Slot& slot, bool is_element, const World& world, const SmallValues& values,
                            Guesses& guesses) {
  constexpr std::int64_t few = 8;   // all of them are tried
  const bool is_map = !is_element && (slot.type == TypeKind::map || slot.type == TypeKind::lock_map);
  if (slot.low && !is_map && *slot.high - *slot.low < few) {
    std::vector<Value> all;
    for (std::int64_t n = *slot.low; n <= *slot.high; ++n) all.push_back(of_number(n));
    guesses.beyond = guesses.beyond || *slot.low < values.lowest || *slot.high > values.highest;
    return all;
  }
  const TypeKind type = !is_element                       ? slot.type
                        : slot.type == TypeKind::bool_map ? TypeKind::boolean
                                                          : TypeKind::integer;
  std::vector<Value> all = anything(type, slot.inner.size(), world, values, guesses);
  std::erase_if(all, [&](const Value& v) { return !slot.has(v); });
  return all;
}

std::vector<World> worlds_of(const SyntaxTree& tree, const SmallValues& values, Guesses& guesses) {
  std::vector<World> worlds;
  World empty{.tree = &tree,
              .constants = {},
              .constant_types = {},
              .threads = {},
              .slots = {},
              .global_slots = {},
              .local_slots = {},
              .frame_slots = {},
              .first_branch = {}};
  for (const plato::EnumerationDeclaration& e : tree.enumerations)
    for (std::size_t i = 0; i < e.values.size(); ++i)
      empty.constants[e.values[i].name] = of_number(static_cast<std::int64_t>(i));
  choose_constants(empty, 0, values, guesses, worlds);
  for (World& world : worlds) {
    add_threads(world, values, guesses);
    add_slots(world);
    add_frames(world);
  }
  return worlds;
}

}   // namespace plato_test::surface
