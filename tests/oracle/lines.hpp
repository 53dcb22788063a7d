// What one line of a certificate says, and how the oracle refuses one.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/certificate_oracle.hpp"

namespace plato_test::oracle {

using Int = boost::multiprecision::cpp_int;
using Number = std::int64_t;
using Literal = std::int64_t;   // an entry's number or its negative
using Clause = std::vector<Literal>;

// Thrown by the oracle's parts and caught in consult_oracle.
struct Refusal {
  OracleReport::Verdict verdict;
  std::string reason;
};

[[noreturn]] void reject(const std::string& reason);
void require(bool condition, const std::string& reason);

// One instruction of an arithmetic lemma.
struct Instruction {
  char letter;
  std::vector<Int> numbers;
};

struct Line {
  char keyword = '#';                      // '#' for a remark, 'p' for `by refutation`, 'M' for `by model`
  std::vector<Number> numbers;             // all of them, or those before the colon
  std::vector<Number> hints;               // `r`: those after the colon
  std::vector<Instruction> instructions;   // `f`
  Int numeral;                             // `n`
};

// Refuses what does not have the shape of a line.
Line read_line(std::string_view text);

// The integers after the first character, to the end of the line.
std::vector<Int> read_integers(std::string_view text);

}   // namespace plato_test::oracle
