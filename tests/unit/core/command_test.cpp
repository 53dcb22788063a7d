// Commands: sequences and erasing.

#include "core/command.hpp"

#include <catch2/catch.hpp>

using namespace plato;

namespace {

using Kind = CoreCommand::Kind;

CommandId set(CoreCommands& commands, std::vector<std::size_t> variables) {
  CoreCommand command;
  for (std::size_t v : variables) {
    command.places.push_back({.variable = v});
    command.values.push_back(static_cast<TermId>(v + 1));
  }
  return add_command(commands, std::move(command));
}
CommandId without_9(CoreCommands& commands, CommandId command) {
  return erase_assignments(commands, command, [](std::size_t variable) { return variable == 9; });
}

}   // namespace

TEST_CASE("a sequence is balanced, and nothing is `assign` without places") {
  CoreCommands commands;
  CHECK(does_nothing(command_of(commands, in_sequence(commands, {}))));
  std::vector<CommandId> parts;
  for (int i = 0; i < 1000; ++i) parts.push_back(set(commands, {0}));
  CHECK(in_sequence(commands, std::span(parts).first(1)) == parts[0]);
  CommandId at = in_sequence(commands, parts);
  CHECK(parts_of_command(commands, at).size() == 1999);
  std::size_t depth = 0;
  for (; has_parts(command_of(commands, at)); ++depth) at = command_of(commands, at).second;
  CHECK(depth == 10);
}

TEST_CASE("erasing leaves the rest as it is") {
  CoreCommands commands;
  const CommandId plain = set(commands, {1, 2}), mixed = set(commands, {1, 9, 2}), ghost = set(commands, {9});
  const auto two = [&](Kind kind, CommandId first, CommandId second) {
    return add_command(commands,
                       {.kind = kind, .condition = kind == Kind::if_ ? 5 : 0, .first = first, .second = second});
  };
  CHECK(without_9(commands, plain) == plain);
  CHECK(does_nothing(command_of(commands, without_9(commands, ghost))));
  const CoreCommand erased = command_of(commands, without_9(commands, mixed));
  REQUIRE(erased.places.size() == 2);
  CHECK((erased.places[1].variable == 2 && erased.values == std::vector<TermId>{2, 3}));
  // Of a sequence the part that does nothing is left out, of a branch it is not.
  CHECK(without_9(commands, two(Kind::seq, ghost, plain)) == plain);
  CHECK(without_9(commands, two(Kind::seq, plain, ghost)) == plain);
  CHECK(does_nothing(command_of(commands, without_9(commands, two(Kind::seq, ghost, ghost)))));
  for (Kind kind : {Kind::if_, Kind::choice}) {
    const CoreCommand branch = command_of(commands, without_9(commands, two(kind, ghost, plain)));
    CHECK((branch.kind == kind && branch.condition == (kind == Kind::if_ ? 5 : 0) && branch.second == plain));
    CHECK(does_nothing(command_of(commands, branch.first)));
  }
  const CommandId havoc = add_command(commands, {.kind = Kind::havoc, .places = {{.variable = 9}}});
  CHECK(without_9(commands, havoc) == havoc);
}
