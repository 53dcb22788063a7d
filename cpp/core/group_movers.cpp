// See group_movers.hpp. Recursion is bounded by the depth of statements.

#include "core/group_movers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "logic/formula_builder.hpp"

namespace plato {
namespace {

using Kind = CoreStatement::Kind;

// ---- grouping

// The ways of leaving a statement: its end, and then the exits by the blocks that they pass.
using Ways = std::vector<bool>;

Ways joined(const Ways& a, const Ways& b) {
  Ways all(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = (i < a.size() && a[i]) || (i < b.size() && b[i]);
  return all;
}
bool has_end(const Ways& ways) { return !ways.empty() && ways[0]; }
Ways without_end(Ways ways) {
  if (!ways.empty()) ways[0] = false;
  return ways;
}
Ways of_block(const Ways& body) {
  if (body.size() < 2) return body;
  Ways ways(body.begin() + 1, body.end());
  ways[0] = ways[0] || body[0];
  return ways;
}

// What a statement is: where it is left after its command of any kind, if it is right movers, one command of any kind,
// and left movers; how it is left, if it is left movers; and whether it can be part of one command.
struct MoverType {
  std::optional<Ways> before{}, after{};
  std::size_t exits = 0;   // so many blocks must be around it
  bool can_merge = false;

  bool is_whole() const { return can_merge && exits == 0; }
  bool is_right() const { return is_whole() && before && !has_end(*before); }
  bool is_left() const { return is_whole() && after.has_value(); }
  bool is_block() const { return is_whole() && before.has_value(); }
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

  // The places that the statement may write on the way to its end; nothing if it does not come there. They must not
  // depend on the store.
  struct Written {
    std::set<CorePlace> places{};
    bool is_fixed = true;
  };
  std::optional<Written> written(StatementId s) const {
    const CoreStatement& statement = statement_of(old_.program, s);
    switch (statement.kind) {
      case Kind::exit: return std::nullopt;
      case Kind::atomic: {
        Written all;
        const CommandId command = known_[s - 1].replacement.value_or(statement.command);
        for (CommandId c : parts_of_command(old_.program.commands, command))
          for (const CorePlace& place : command_of(old_.program, c).places) {
            all.places.insert(place);
            if (place.index && old_.program.table[*place.index].kind != TermKind::logic) all.is_fixed = false;
          }
        return all;
      }
      case Kind::choice: return either(written(statement.first), written(statement.second));
      case Kind::seq: {
        const auto a = written(statement.first), b = written(statement.second);
        return a && b ? either(a, b) : std::nullopt;
      }
      case Kind::loop: return either(Written{}, written(statement.first));
      // What is written before an exit that ends it is not told apart.
      case Kind::block: return statement.first == 0 ? Written{} : all_written(statement.first);
      default: return Written{};
    }
  }
  static std::optional<Written> either(std::optional<Written> a, const std::optional<Written>& b) {
    if (!a || !b) return a ? a : b;
    a->places.insert(b->places.begin(), b->places.end());
    a->is_fixed = a->is_fixed && b->is_fixed;
    return a;
  }
  std::optional<Written> all_written(StatementId s) const {
    const CoreStatement& statement = statement_of(old_.program, s);
    if (statement.kind == Kind::atomic) return written(s);
    std::optional<Written> all = Written{};
    if (statement.first != 0) all = either(all, all_written(statement.first));
    if (statement.second != 0) all = either(all, all_written(statement.second));
    return all;
  }

  // Parts come before wholes.
  MoverType type(StatementId s) const {
    const CoreStatement& statement = statement_of(old_.program, s);
    const auto part = [&](StatementId p) { return types_[p - 1]; };
    switch (statement.kind) {
      case Kind::skip: {
        if (is_cut(old_.program, old_.outline, s)) return {};
        return {.before = Ways{}, .after = Ways{true}, .can_merge = true};
      }
      case Kind::atomic: {
        MoverType atomic{.before = known_[s - 1].is_right ? Ways{} : Ways{true}, .can_merge = true};
        if (known_[s - 1].is_left) atomic.after = Ways{true};
        return atomic;
      }
      case Kind::exit: {
        Ways ways(statement.passed + 2);
        ways.back() = true;
        return {.before = Ways{}, .after = ways, .exits = statement.passed + std::size_t{1}, .can_merge = true};
      }
      case Kind::choice: {
        const MoverType a = part(statement.first), b = part(statement.second);
        MoverType both{.exits = std::max(a.exits, b.exits), .can_merge = a.can_merge && b.can_merge};
        if (a.before && b.before) both.before = joined(*a.before, *b.before);
        if (a.after && b.after) both.after = joined(*a.after, *b.after);
        return both;
      }
      case Kind::seq: return type_of_sequence(part(statement.first), part(statement.second));
      case Kind::loop: {
        const MoverType body = part(statement.first);
        const auto places = written(statement.first);
        // What is stated of a loop is proved thread by thread.
        const bool is_stated = !is_trivial(old_.program, old_.outline.statements[s - 1].assertion);
        MoverType loop{.exits = body.exits, .can_merge = body.can_merge && !is_stated && (!places || places->is_fixed)};
        if (body.after) loop.after = joined(Ways{true}, *body.after);
        loop.before = body.before && !has_end(*body.before) ? body.before : loop.after;
        return loop;
      }
      case Kind::block: {
        MoverType block = part(statement.first);
        if (block.before) block.before = of_block(*block.before);
        if (block.after) block.after = of_block(*block.after);
        if (block.exits > 0) --block.exits;
        return block;
      }
      default: return {};
    }
  }
  static MoverType type_of_sequence(const MoverType& a, const MoverType& b) {
    MoverType both{.exits = std::max(a.exits, b.exits), .can_merge = a.can_merge && b.can_merge};
    if (a.after && !has_end(*a.after)) both.after = a.after;
    if (a.after && has_end(*a.after) && b.after) both.after = joined(without_end(*a.after), *b.after);
    if (a.before && !has_end(*a.before) && b.before) both.before = joined(*a.before, *b.before);
    if (a.before && has_end(*a.before) && b.after) both.before = joined(without_end(*a.before), *b.after);
    return both;
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
    if (is_same) {
      made_.plan.back().gate = known_[like - 1].gate;
      made_.plan.back().replacement = known_[like - 1].replacement;
    }
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
  // The same for an old statement that commits somewhere, and its copy. In loops and blocks all commands are claimed to
  // be what they are known to be.
  void claim_block(StatementId old, StatementId made, bool is_inside) {
    const CoreStatement& statement = statement_of(old_.program, old);
    const CoreStatement copied = statement_of(made_.core.program, made);
    switch (statement.kind) {
      case Kind::atomic:
        if (is_inside) made_.plan[made - 1].is_right = known_[old - 1].is_right;
        return;
      case Kind::choice:
        claim_block(statement.first, copied.first, is_inside);
        return claim_block(statement.second, copied.second, is_inside);
      case Kind::seq:
        claim_block(statement.first, copied.first, is_inside || type_of(statement.first).is_right());
        if (has_end(*type_of(statement.first).before)) return claim(copied.second, &StatementMover::is_left);
        return claim_block(statement.second, copied.second, is_inside);
      case Kind::loop: {
        summarize(statement.first, made);
        const auto& body = type_of(statement.first).before;
        if (!body || has_end(*body)) return claim(copied.first, &StatementMover::is_left);
        return claim_block(statement.first, copied.first, true);
      }
      case Kind::block: return claim_block(statement.first, copied.first, true);
      default: return;
    }
  }
  // A loop may write in any number of iterations what its commands write. For the kernel, what is not a map becomes one
  // when an element of it is written, so such an element is left alone or written.
  void summarize(StatementId old_body, StatementId made_loop) {
    CoreCommands& commands = made_.core.program.commands;
    std::vector<CommandId> parts;
    const auto all = written(old_body);
    for (const CorePlace& place : all ? all->places : std::set<CorePlace>{}) {
      parts.push_back(add_command(commands, {.kind = CoreCommand::Kind::havoc, .places = {place}}));
      if (!place.index) continue;
      const CommandId nothing = add_command(commands, {});
      parts.back() =
          add_command(commands, {.kind = CoreCommand::Kind::choice, .first = nothing, .second = parts.back()});
    }
    if (parts.empty()) parts.push_back(add_command(commands, {}));
    made_.plan[made_loop - 1].summary = in_sequence(commands, parts);
  }
  void summarize_all(StatementId old, StatementId made) {
    const CoreStatement& statement = statement_of(old_.program, old);
    const CoreStatement copied = statement_of(made_.core.program, made);
    if (statement.kind == Kind::loop) summarize(statement.first, made);
    if (statement.first != 0) summarize_all(statement.first, copied.first);
    if (statement.second != 0) summarize_all(statement.second, copied.second);
  }

  std::size_t count_commands(StatementId made) const {
    const CoreStatement& statement = statement_of(made_.core.program, made);
    return (statement.kind == Kind::atomic ? 1 : 0) + (statement.first != 0 ? count_commands(statement.first) : 0) +
           (statement.second != 0 ? count_commands(statement.second) : 0);
  }

  // Right movers, one item of any kind, and left movers, as one statement.
  StatementId merge(const std::vector<StatementId>& items) {
    std::size_t commit = 0;
    while (commit + 1 < items.size() && type_of(items[commit]).is_right()) ++commit;
    std::vector<StatementId> copies;
    for (StatementId item : items) copies.push_back(copy(item));
    for (std::size_t i = 0; i < items.size(); ++i) {
      summarize_all(items[i], copies[i]);
      if (i < commit) claim_block(items[i], copies[i], true);
      if (i == commit) claim_block(items[i], copies[i], false);
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
    if (type_of(s).is_block()) return merge({s});
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
      while (last < items.size() && type_of(items[last]).is_right()) ++last;
      if (last < items.size() && type_of(items[last]).is_block()) ++last;
      while (last < items.size() && type_of(items[last]).is_left()) ++last;
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

// ---- the command of a merged statement

// One command for each way of leaving the statement, as lean/Plato/Reduction/Block.lean makes them.
class MergedCommands {
 public:
  using Commands = std::vector<std::optional<CommandId>>;

  MergedCommands(Program& program, const ReductionPlan& plan) : program_(program), plan_(plan) {}

  Commands run(StatementId s) {
    const CoreStatement statement = statement_of(program_, s);
    switch (statement.kind) {
      case Kind::atomic: return {command_in(program_, plan_, s)};
      case Kind::choice: return joined(run(statement.first), run(statement.second));
      case Kind::seq: {
        Commands first = run(statement.first);
        if (first.empty() || !first[0]) return first;
        const CommandId begin = *first[0];
        first[0].reset();
        return joined(first, after(begin, run(statement.second)));
      }
      case Kind::loop: {
        Commands body = run(statement.first);
        const CommandId summary = plan_[s - 1].summary.value();
        body = after(summary, std::move(body));
        if (body.empty()) body.resize(1);
        body[0] = summary;
        return body;
      }
      case Kind::block: {
        const Commands body = run(statement.first);
        if (body.size() < 2) return body;
        Commands ways(body.begin() + 1, body.end());
        ways[0] = either(body[0], body[1]);
        return ways;
      }
      case Kind::exit: {
        Commands ways(statement.passed + 2);
        ways.back() = add_command(program_.commands, {});
        return ways;
      }
      default: return {add_command(program_.commands, {})};
    }
  }

 private:
  Program& program_;
  const ReductionPlan& plan_;

  CommandId both(CoreCommand::Kind kind, CommandId a, CommandId b) {
    return add_command(program_.commands, {.kind = kind, .first = a, .second = b});
  }
  std::optional<CommandId> either(std::optional<CommandId> a, std::optional<CommandId> b) {
    if (!a || !b) return a ? a : b;
    return both(CoreCommand::Kind::choice, *a, *b);
  }
  Commands joined(const Commands& a, const Commands& b) {
    Commands all(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = either(i < a.size() ? a[i] : std::nullopt, i < b.size() ? b[i] : std::nullopt);
    return all;
  }
  Commands after(CommandId begin, Commands commands) {
    for (auto& command : commands)
      if (command) command = both(CoreCommand::Kind::seq, begin, *command);
    return commands;
  }
};

}   // namespace

CommandId merged_command(Program& program, const ReductionPlan& plan, StatementId s) {
  return MergedCommands(program, plan).run(s).at(0).value();
}

GroupedProgram group_movers(const CoreProgram& core, const ReductionPlan& known) { return Grouping(core, known).run(); }

}   // namespace plato
