// Reading programs in tests.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "explore/explore.hpp"

namespace plato {

inline CoreProgram program_of(const std::string& text) {
  auto program = read_program(text);
  if (!program) FAIL(render(program.error(), "program", text));
  return std::move(*program);
}

inline Exploration explore(const CoreProgram& core, const ExploreOptions& options) {
  return explore(core.program, core.specification, options);
}

// The text of a formula of the program, which must be there.
inline std::string text_of(const CoreProgram& core, const std::optional<Literal>& formula) {
  REQUIRE(formula.has_value());
  return core_formula_text(core.program, *formula);
}

// "line:column: message (help)" for each diagnostic.
inline std::vector<std::string> errors_of(const std::string& text) {
  const auto program = read_program(text);
  std::vector<std::string> errors;
  if (program) return errors;
  REQUIRE(!program.error().empty());
  for (const Diagnostic& d : program.error())
    errors.push_back(std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + ": " + d.message +
                     (d.help.empty() ? "" : " (" + d.help + ")"));
  return errors;
}

using Errors = std::vector<std::string>;

}   // namespace plato
