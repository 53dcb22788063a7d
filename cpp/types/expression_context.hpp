// What an expression may mention at its place, and what it does mention.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "types/program_symbols.hpp"

namespace plato {

// Where an expression occurs, and so what it may mention.
struct ExpressionContext {
  std::string what;               // for messages: "an invariant"
  bool allows_primes = false;     // it is about two stores
  bool allows_tid = false;        // it is about one thread
  bool allows_variables = true;   // otherwise constants alone
  bool allows_ghosts = false;     // it does not influence what the program does
  bool allows_old = false;        // it is about a call of a procedure, and may say old(e)
  bool allows_pending = false;    // it is about a place inside of the procedure's statements
  // Which of a procedure's variables it may name.
  enum class Own : std::uint8_t { all, parameters_and_results, parameters };
  Own own = Own::all;
  std::int32_t thread = -1;   // whose local variables it sees: a thread's or a procedure's
};

// What an expression mentions, directly or through definitions.
struct ExpressionUses {
  bool tid = false;
  bool ghost = false;
  std::uint32_t highest_call = 0;   // the height of the highest definition

  ExpressionUses& operator|=(const ExpressionUses& other) {
    tid |= other.tid;
    ghost |= other.ghost;
    highest_call = std::max(highest_call, other.highest_call);
    return *this;
  }
};

struct CheckedExpression {
  ValueType type = ValueType::mistake;
  ExpressionUses uses{};
};

}   // namespace plato
