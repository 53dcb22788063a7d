// See reduction_plan.hpp. Recursion is bounded by the depth of statements.

#include "core/reduction_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "logic/formula_builder.hpp"

namespace plato {
namespace {

using Kind = CoreStatement::Kind;

// ---- who holds which lock

// Locks that are held, with what says so.
using Held = std::map<std::size_t, Literal>;

class HeldLocks {
 public:
  explicit HeldLocks(CoreProgram& core) : program_(core.program), plan_(core.program.statements.size()) {}

  ReductionPlan run() {
    for (std::size_t s = 0; s < plan_.size(); ++s)
      plan_[s].is_right = plan_[s].is_left = program_.statements[s].kind == Kind::atomic;
    for (const CoreProcedure& procedure : program_.procedures) walk(procedure.body, {});
    for (const CoreFamily& family : program_.families) walk(family.body, {});
    return std::move(plan_);
  }

 private:
  Program& program_;
  ReductionPlan plan_;

  bool is_shared_integer(std::size_t v) const {
    return !is_map(program_.variables[v]) && !is_private(program_.variables[v]);
  }

  // A variable that gets the thread's own identifier is taken for a lock that it holds then.
  void run_command(CommandId command, Held& held) {
    for (CommandId c : parts_of_command(program_.commands, command)) {
      const CoreCommand& part = command_of(program_, c);
      for (std::size_t i = 0; i < part.places.size(); ++i) {
        const std::size_t v = part.places[i].variable;
        held.erase(v);
        if (part.kind == CoreCommand::Kind::assign && !part.places[i].index && is_shared_integer(v) &&
            part.values[i] == program_.table.logic(0))
          held[v] = equal(program_.table, program_.table.var(static_cast<std::int32_t>(v), 0), program_.table.logic(0));
      }
    }
  }

  void forget_changed(StatementId s, Held& held) const {
    const CoreStatement& statement = statement_of(program_, s);
    if (statement.kind == Kind::atomic)
      for (CommandId c : parts_of_command(program_.commands, statement.command))
        for (const CorePlace& place : command_of(program_, c).places) held.erase(place.variable);
    if (statement.kind == Kind::call) forget_changed(procedure_of(program_, statement.procedure).body, held);
    if (statement.first != 0) forget_changed(statement.first, held);
    if (statement.second != 0) forget_changed(statement.second, held);
  }

  Held walk(StatementId s, Held held) {
    const CoreStatement& statement = statement_of(program_, s);
    switch (statement.kind) {
      case Kind::atomic: {
        std::vector<Literal> facts;
        for (const auto& [lock, fact] : held) facts.push_back(fact);
        if (!facts.empty()) plan_[s - 1].gate = conjunction(program_.table, facts);
        run_command(statement.command, held);
        return held;
      }
      case Kind::seq: return walk(statement.second, walk(statement.first, std::move(held)));
      case Kind::choice: {
        Held first = walk(statement.first, held);
        const Held second = walk(statement.second, std::move(held));
        std::erase_if(first, [&](const auto& fact) { return !second.contains(fact.first); });
        return first;
      }
      case Kind::loop:
      case Kind::block: {
        Held after = held;
        forget_changed(statement.first, after);
        walk(statement.first, statement.kind == Kind::loop ? after : std::move(held));
        return after;
      }
      case Kind::call: forget_changed(s, held); return held;
      case Kind::skip: return held;
      default: return {};
    }
  }
};

// ---- grouping

// What a statement is: it consists of right movers, of left movers, or can be merged.
struct MoverType {
  bool is_right = false, is_left = false, is_block = false;
};

class Grouping {
 public:
  Grouping(const CoreProgram& core, const ReductionPlan& known) : old_(core), known_(known), made_{.core = core} {
    made_.core.program.statements.clear();
    made_.core.outline.statements.clear();
    made_.core.provenance.statements.clear();
    for (StatementId s = 1; s <= core.program.statements.size(); ++s) types_.push_back(type(s));
  }

  GroupedProgram run() {
    for (CoreProcedure& procedure : made_.core.program.procedures) procedure.body = build(procedure.body);
    for (CoreFamily& family : made_.core.program.families) family.body = build(family.body);
    std::erase_if(made_.core.provenance.labelled, [&](const auto& label) { return !numbers_.contains(label.second); });
    for (auto& [index, statement] : made_.core.provenance.labelled) statement = numbers_.at(statement);
    return std::move(made_);
  }

 private:
  const CoreProgram& old_;
  const ReductionPlan& known_;
  GroupedProgram made_;
  std::vector<MoverType> types_;                   // of the old statements
  std::map<StatementId, StatementId> numbers_{};   // of the old statements in the new program

  const MoverType& type_of(StatementId s) const { return types_[s - 1]; }

  // Parts come before wholes.
  MoverType type(StatementId s) const {
    const CoreStatement& statement = statement_of(old_.program, s);
    const auto part = [&](StatementId p) { return types_[p - 1]; };
    switch (statement.kind) {
      case Kind::skip: {
        const bool is_plain = !is_cut(old_.program, old_.outline, s);
        return {is_plain, is_plain, is_plain};
      }
      case Kind::atomic: return {known_[s - 1].is_right, known_[s - 1].is_left, true};
      case Kind::choice: {
        const MoverType a = part(statement.first), b = part(statement.second);
        return {a.is_right && b.is_right, a.is_left && b.is_left, a.is_block && b.is_block};
      }
      case Kind::seq: {
        const MoverType a = part(statement.first), b = part(statement.second);
        return {a.is_right && b.is_right, a.is_left && b.is_left,
                (a.is_right && b.is_block) || (a.is_block && b.is_left)};
      }
      default: return {};
    }
  }

  void flatten(StatementId s, std::vector<StatementId>& items) const {
    const CoreStatement& statement = statement_of(old_.program, s);
    if (statement.kind != Kind::seq) return items.push_back(s);
    flatten(statement.first, items);
    flatten(statement.second, items);
  }

  // The statement with new parts; `like` is an old one whose outline and text it has, if that is so.
  StatementId add(CoreStatement statement, StatementId like, bool is_same) {
    made_.core.program.statements.push_back(std::move(statement));
    made_.core.outline.statements.push_back(is_same ? old_.outline.statements[like - 1] : StatementOutline{});
    made_.core.provenance.statements.push_back(old_.provenance.statements[like - 1]);
    made_.plan.push_back({});
    made_.origins.push_back(like);
    if (is_same) made_.plan.back().gate = known_[like - 1].gate;
    const auto made = static_cast<StatementId>(made_.core.program.statements.size());
    if (is_same) numbers_[like] = made;
    return made;
  }

  StatementId copy(StatementId s) {
    CoreStatement statement = statement_of(old_.program, s);
    if (statement.first != 0) statement.first = copy(statement.first);
    if (statement.second != 0) statement.second = copy(statement.second);
    return add(std::move(statement), s, true);
  }

  // Claims for what is needed in the new statement.
  void claim(StatementId made, bool StatementMover::*what) {
    const CoreStatement statement = statement_of(made_.core.program, made);
    if (statement.kind == Kind::atomic) made_.plan[made - 1].*what = true;
    if (statement.first != 0) claim(statement.first, what);
    if (statement.second != 0) claim(statement.second, what);
  }
  // The same for an old statement that commits somewhere, and its copy.
  void claim_block(StatementId old, StatementId made) {
    const CoreStatement& statement = statement_of(old_.program, old);
    const CoreStatement copied = statement_of(made_.core.program, made);
    if (statement.kind == Kind::choice) {
      claim_block(statement.first, copied.first);
      claim_block(statement.second, copied.second);
    } else if (statement.kind == Kind::seq) {
      if (type_of(statement.first).is_right && type_of(statement.second).is_block) {
        claim(copied.first, &StatementMover::is_right);
        claim_block(statement.second, copied.second);
      } else {
        claim_block(statement.first, copied.first);
        claim(copied.second, &StatementMover::is_left);
      }
    }
  }

  std::size_t count_commands(StatementId made) const {
    const CoreStatement& statement = statement_of(made_.core.program, made);
    return (statement.kind == Kind::atomic ? 1 : 0) + (statement.first != 0 ? count_commands(statement.first) : 0) +
           (statement.second != 0 ? count_commands(statement.second) : 0);
  }

  // Right movers, one item of any kind, and left movers, as one statement.
  StatementId merge(const std::vector<StatementId>& items) {
    std::size_t commit = 0;
    while (commit + 1 < items.size() && type_of(items[commit]).is_right) ++commit;
    std::vector<StatementId> copies;
    for (StatementId item : items) copies.push_back(copy(item));
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i < commit) claim(copies[i], &StatementMover::is_right);
      if (i == commit) claim_block(items[i], copies[i]);
      if (i > commit) claim(copies[i], &StatementMover::is_left);
    }
    const StatementId whole = chain(copies, items.front());
    const std::size_t commands = count_commands(whole);
    if (commands > 1) {
      made_.plan[whole - 1].is_merged = true;
      ++made_.blocks;
      made_.steps += commands;
    }
    return whole;
  }

  StatementId chain(const std::vector<StatementId>& made, StatementId like) {
    StatementId whole = made.back();
    for (std::size_t i = made.size() - 1; i-- > 0;)
      whole = add({.kind = Kind::seq, .first = made[i], .second = whole}, like, false);
    return whole;
  }

  StatementId build(StatementId s) {
    const CoreStatement& statement = statement_of(old_.program, s);
    if (type_of(s).is_block) return merge({s});
    if (statement.kind == Kind::seq) return build_sequence(s);
    CoreStatement parts = statement;
    if (statement.first != 0) parts.first = build(statement.first);
    if (statement.second != 0) parts.second = build(statement.second);
    return add(std::move(parts), s, true);
  }

  // As many items as possible are merged, from the first one on.
  StatementId build_sequence(StatementId s) {
    std::vector<StatementId> items, made;
    flatten(s, items);
    for (std::size_t first = 0; first < items.size();) {
      std::size_t last = first;
      while (last < items.size() && type_of(items[last]).is_right) ++last;
      if (last < items.size() && type_of(items[last]).is_block) ++last;
      while (last < items.size() && type_of(items[last]).is_left) ++last;
      if (last == first) {
        made.push_back(build(items[first]));
        ++first;
        continue;
      }
      made.push_back(merge(
          {items.begin() + static_cast<std::ptrdiff_t>(first), items.begin() + static_cast<std::ptrdiff_t>(last)}));
      first = last;
    }
    return chain(made, s);
  }
};

}   // namespace

bool is_reducible(const CoreProgram& core) {
  const Specification& s = core.specification;
  const auto& statements = core.program.statements;
  return !s.rely && !s.guarantee && !s.invariant && !core.outline.witness && !core.outline.lemma &&
         !has_branches(statements) &&
         std::ranges::none_of(statements, [](const CoreStatement& t) { return t.kind == Kind::scope; }) &&
         std::ranges::none_of(core.program.procedures, &CoreProcedure::is_recursive) &&
         std::ranges::none_of(core.program.variables, &CoreVariable::is_ghost) &&
         std::ranges::none_of(core.outline.families, &FamilyOutline::is_explicit);
}

ReductionPlan claim_all_movers(CoreProgram& core) { return HeldLocks(core).run(); }

GroupedProgram group_movers(const CoreProgram& core, const ReductionPlan& known) { return Grouping(core, known).run(); }

}   // namespace plato
