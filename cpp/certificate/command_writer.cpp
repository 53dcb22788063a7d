// See command_writer.hpp.

#include "certificate/command_writer.hpp"

namespace plato {
namespace {

using Kind = CoreCommand::Kind;

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::assign: return "assign";
    case Kind::havoc: return "havoc";
    case Kind::assume: return "when";
    case Kind::assert_: return "assert";
    case Kind::if_: return "if";
    case Kind::choice: return "either";
    case Kind::seq: return "then";
    case Kind::operation: return "operation";
  }
  return {};
}

}   // namespace

std::uint32_t CommandWriter::write(CommandId command) {
  for (CommandId part : parts_of_command(commands_, command)) {
    if (numbers_.contains(part)) continue;
    write_one(command_of(commands_, part));
    numbers_.emplace(part, static_cast<std::uint32_t>(numbers_.size() + 1));
  }
  return numbers_.at(command);
}

void CommandWriter::write_place(const CorePlace& place) {
  if (place.index) out_.write_term_parts(*place.index);
  if (!places_.emplace(place, static_cast<std::uint32_t>(places_.size() + 1)).second) return;
  out_.text("place");
  out_.number(static_cast<std::int64_t>(place.variable));
  if (place.index) out_.number(out_.numbered_term(*place.index));
  out_.end_line();
}

void CommandWriter::write_one(const CoreCommand& command) {
  const Literal formulas[] = {command.condition, command.action, command.post};
  for (Literal formula : formulas)
    if (formula != 0) out_.write_parts(formula);
  for (TermId value : command.values) out_.write_term_parts(value);
  for (const CorePlace& place : command.places) write_place(place);
  out_.text(word_of(command.kind));
  for (Literal formula : formulas)
    if (formula != 0) out_.number(out_.numbered(formula));
  for (std::size_t i = 0; i < command.places.size(); ++i) {
    out_.number(places_.at(command.places[i]));
    if (!command.values.empty()) out_.number(out_.numbered_term(command.values[i]));
  }
  for (CommandId part : {command.first, command.second})
    if (part != 0) out_.number(numbers_.at(part));
  out_.end_line();
}

}   // namespace plato
