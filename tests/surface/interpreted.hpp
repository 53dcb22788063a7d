// What the interpreter says of a text, for its own tests.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "core/read_program.hpp"
#include "source/program_parser.hpp"
#include "surface_run.hpp"

namespace plato_test::surface {

// The text must be a program for the front end, too: the tests are about programs.
inline Run interpreted(const std::string& text, const RunOptions& options = {}) {
  if (const auto program = plato::read_program(text); !program) FAIL(plato::render(program.error(), "program", text));
  plato::Diagnostics diagnostics;
  return run_program(plato::parse_program(text, diagnostics), options);
}

inline std::string verdict_of(const Run& run) {
  switch (run.verdict) {
    case Run::Verdict::nothing_wrong: return "nothing wrong";
    case Run::Verdict::goes_wrong: return "goes wrong";
    case Run::Verdict::breaks_invariant: return "breaks invariant";
    case Run::Verdict::breaks_guarantee: return "breaks guarantee";
    case Run::Verdict::breaks_ensures: return "breaks ensures";
  }
  return "";
}

inline std::string verdict_of(const std::string& text) { return verdict_of(interpreted(text)); }

}   // namespace plato_test::surface
