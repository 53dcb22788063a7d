// The syntax tree of a text without mistakes.
#pragma once

#include <catch2/catch.hpp>

#include "source/program_parser.hpp"

namespace plato_test {

inline plato::SyntaxTree tree_of(const std::string& text) {
  plato::Diagnostics diagnostics;
  plato::SyntaxTree tree = plato::parse_program(text, diagnostics);
  REQUIRE(diagnostics.empty());
  return tree;
}

}   // namespace plato_test
