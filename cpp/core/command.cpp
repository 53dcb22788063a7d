// See command.hpp. Nothing recurses on commands but `in_sequence`, which halves what it is given.

#include "core/command.hpp"

#include <algorithm>
#include <unordered_map>

namespace plato {

using Kind = CoreCommand::Kind;

CommandId add_command(CoreCommands& commands, CoreCommand command) {
  commands.push_back(std::move(command));
  return static_cast<CommandId>(commands.size());
}

CommandId in_sequence(CoreCommands& commands, std::span<const CommandId> parts) {
  if (parts.empty()) return add_command(commands, {});
  if (parts.size() == 1) return parts[0];
  const CommandId first = in_sequence(commands, parts.first(parts.size() / 2)),
                  second = in_sequence(commands, parts.subspan(parts.size() / 2));
  return add_command(commands, {.kind = Kind::seq, .first = first, .second = second});
}

std::vector<CommandId> parts_of_command(const CoreCommands& commands, CommandId command) {
  std::vector<CommandId> parts, open{command};
  while (!open.empty()) {
    const CoreCommand& c = command_of(commands, open.back());
    parts.push_back(open.back());
    open.pop_back();
    if (has_parts(c)) open.insert(open.end(), {c.first, c.second});
  }
  std::ranges::sort(parts);   // parts have smaller numbers
  const auto same = std::ranges::unique(parts);
  parts.erase(same.begin(), same.end());
  return parts;
}

CommandId erase_assignments(CoreCommands& commands, CommandId command,
                            const std::function<bool(std::size_t variable)>& is_erased) {
  std::unordered_map<CommandId, CommandId> erased;
  for (CommandId part : parts_of_command(commands, command)) {
    const CoreCommand& old = command_of(commands, part);
    CoreCommand made = old;
    if (old.kind == Kind::assign) {
      made.places.clear();
      made.values.clear();
      for (std::size_t i = 0; i < old.places.size(); ++i) {
        if (is_erased(old.places[i].variable)) continue;
        made.places.push_back(old.places[i]);
        made.values.push_back(old.values[i]);
      }
    } else if (has_parts(old)) {
      made.first = erased.at(old.first);
      made.second = erased.at(old.second);
    }
    const bool is_same =
        made.places.size() == old.places.size() && made.first == old.first && made.second == old.second;
    CommandId& whole = erased[part];
    if (old.kind == Kind::seq && does_nothing(command_of(commands, made.first)))
      whole = made.second;
    else if (old.kind == Kind::seq && does_nothing(command_of(commands, made.second)))
      whole = made.first;
    else if (is_same)
      whole = part;
    else
      whole = add_command(commands, std::move(made));
  }
  return erased.at(command);
}

std::vector<Node> reads_of(const CoreCommand& command) {
  std::vector<Node> roots;
  for (const Literal literal : {command.condition, command.action, command.post})
    if (literal != 0) roots.push_back({true, index_of(formula_of(literal))});
  for (const TermId value : command.values) roots.push_back({false, value});
  for (const CorePlace& place : command.places)
    if (place.index) roots.push_back({false, *place.index});
  return roots;
}

}   // namespace plato
