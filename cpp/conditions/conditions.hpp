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

// Where a condition comes from (lean/Plato/Goal/Origin.lean).
struct ConditionOrigin {
  enum class Kind : std::uint8_t {
    rely_reflexive,
    rely_transitive,
    guarantee_reflexive,
    guarantee_implies,
    thread,
    after,
    body,
    stable,
    step,
    environment_implies,
    environment_preserves,
    guarantee_kept,
    post_stable,
    postconditions,
    invariant_initially,
    invariant_preserved
  };
  Kind kind = Kind::thread;
  std::uint32_t family = 0;
  std::uint32_t other = 0;       // guarantee_implies: the other family
  std::uint32_t statement = 0;   // after, body, stable, step: the loop, assertion or operation
};

// Whether it is about the whole program, so that its family means nothing.
constexpr bool is_about_program(ConditionOrigin::Kind kind) {
  using Kind = ConditionOrigin::Kind;
  return kind == Kind::invariant_initially || kind == Kind::environment_preserves || kind == Kind::postconditions;
}

// The kernel's word for it: "rely-reflexive".
std::string_view origin_word(ConditionOrigin::Kind kind);

// Literals that must not all be true.
struct Condition {
  ConditionOrigin origin;
  std::vector<Literal> literals;
};

// Which part of an operation a literal of a condition is, or that it is what the thread ensures.
struct PartLabel {
  enum class Part : std::uint8_t { gate, post, guarantee, assertion, ensures };
  Literal literal = 0;
  std::uint32_t statement = 0;   // 0 for `ensures`, which is a thread's
  Part part = Part::gate;
};

struct Conditions {
  FormulaTable table;
  CertificateNumbers numbers;   // the kernel's numbers of the table's terms and formulas
  std::vector<PartLabel> labels;
  std::vector<Condition> conditions;
};

// Asks the kernel for the conditions of a program, which is given as `write_program` writes it.
tl::expected<Conditions, ConditionsError> ask_for_conditions(std::string_view program);

}   // namespace plato
