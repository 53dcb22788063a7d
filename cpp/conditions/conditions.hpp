// The verification conditions of a program, as the kernel computes them: C++ asks for them and never computes them
// itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "certificate/table_writer.hpp"
#include "kernel/kernel_bridge.hpp"
#include "logic/formula_table.hpp"

namespace plato {

// Where a condition comes from, as the kernel says it. Only the method that makes the conditions knows what the rule
// and the numbers mean.
struct ConditionOrigin {
  std::string rule;   // "rely-reflexive"
  std::uint32_t family = 0;
  std::uint32_t second = 0;   // another family or a statement, if the rule is about one
};

// A part of an operation or a call, an assertion, or what holds where a thread or procedure ends.
struct ShownPart {
  enum class Part : std::uint8_t {
    gate,
    post,
    guarantee,
    assertion,
    ensures,
    requires_,     // of the procedure that is called there
    abstraction,   // the step is one of the abstraction of the procedure that it is in
    actions,       // where a procedure ends, all its actions are done
    fork,          // what each branch requires where it starts
  };
  std::uint32_t statement = 0;   // 0 for `ensures` and `actions`, which are a thread's or procedure's
  Part part = Part::gate;

  friend bool operator==(const ShownPart&, const ShownPart&) = default;
};

// Literals that must not all be true.
struct Condition {
  ConditionOrigin origin;
  std::vector<Literal> literals;
  std::vector<ShownPart> shows{};   // what it shows to be right
  std::size_t obligation = 0;       // of which it is part, from 1 on; each numbers the versions of the store by itself
};

// Which part of the program a literal of a condition is.
struct PartLabel {
  using Part = ShownPart::Part;
  Literal literal = 0;
  std::uint32_t statement = 0;
  Part part = Part::gate;
};

// Where the command of a statement is run in an obligation.
struct RunLabel {
  std::uint32_t statement = 0;
  std::int32_t before = 0;   // the version of the store in which it starts
  std::int32_t inputs = 0;   // the first version for what it leaves open, in the order of the command's text
  std::size_t obligation = 0;
};

struct Conditions {
  FormulaTable table;
  CertificateNumbers numbers;   // the kernel's numbers of the table's terms and formulas
  std::vector<PartLabel> labels;
  std::vector<RunLabel> runs;
  std::vector<Condition> conditions;
};

// Asks the kernel for the conditions of a program, which is given as `write_program` writes it.
tl::expected<Conditions, NoText> ask_for_conditions(std::string_view program);

}   // namespace plato
