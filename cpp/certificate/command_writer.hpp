// Writing commands and their places as the lines of a certificate, each once, parts before wholes.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "certificate/table_writer.hpp"
#include "core/command.hpp"

namespace plato {

class CommandWriter {
 public:
  // Refers to both for as long as it lives.
  CommandWriter(TableWriter& out, const CoreCommands& commands) : out_(out), commands_(commands) {}

  // Writes what is not there already, and says the command's number.
  std::uint32_t write(CommandId command);

 private:
  TableWriter& out_;
  const CoreCommands& commands_;
  std::unordered_map<CommandId, std::uint32_t> numbers_;
  std::map<CorePlace, std::uint32_t> places_;

  void write_place(const CorePlace& place);
  void write_one(const CoreCommand& command);
};

}   // namespace plato
