// Commands: what an atomic step of a thread does (lean/Plato/Meaning/Command.lean).
//
// Terms and formulas of a command are read in the store in which it starts (version 0). Only the action and the
// post-assertion of a raw operation also speak of the store in which it ends (version 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "logic/formula_table.hpp"
#include "logic/literal.hpp"
#include "numbers/term_id.hpp"

namespace plato {

// Commands are numbered from 1; parts come before wholes.
using CommandId = std::uint32_t;

// What can be assigned to: a variable, or the element of a map variable at an index.
struct CorePlace {
  std::size_t variable = 0;
  std::optional<TermId> index{};

  friend auto operator<=>(const CorePlace&, const CorePlace&) = default;
};

struct CoreCommand {
  enum class Kind : std::uint8_t {
    assign,     // all values are worked out, then the places get them, one after the other; without places: nothing
    havoc,      // the places get any values
    assume,     // blocks where the condition is false
    assert_,    // goes wrong at once where the condition is false
    if_,        // condition ? first : second
    choice,     // either of two
    seq,        // one after the other
    operation   // condition ? action ↓ post: only the places change, as the action says
  };
  Kind kind = Kind::assign;
  std::vector<CorePlace> places{};   // assign, havoc, operation
  std::vector<TermId> values{};      // assign: one for each place
  Literal condition = 0;             // assume, assert, if; of an operation its gate
  Literal action = 0, post = 0;      // operation
  CommandId first = 0, second = 0;   // if, choice, seq
};

using CoreCommands = std::vector<CoreCommand>;   // command c is commands[c - 1]

inline const CoreCommand& command_of(const CoreCommands& commands, CommandId c) { return commands.at(c - 1); }
inline bool does_nothing(const CoreCommand& command) {
  return command.kind == CoreCommand::Kind::assign && command.places.empty();
}
inline bool has_parts(const CoreCommand& command) { return command.first != 0; }

CommandId add_command(CoreCommands& commands, CoreCommand command);

// C1; C2; … as a balanced tree, so that it is not nested deeply however long it is.
CommandId in_sequence(CoreCommands& commands, std::span<const CommandId> parts);

// The command without its assignments to these variables. Parts in which there are none are shared; a part of a
// sequence of which nothing is left is left out.
CommandId erase_assignments(CoreCommands& commands, CommandId command,
                            const std::function<bool(std::size_t variable)>& is_erased);

// The formulas and terms that a command reads by itself, without those of its parts.
std::vector<Node> reads_of(const CoreCommand& command);

// All parts of a command, itself included, each once, parts before wholes.
std::vector<CommandId> parts_of_command(const CoreCommands& commands, CommandId command);

}   // namespace plato
