// A second checker of certificates, written from certificates/FORMAT.md for the tests alone.
//
// It says what the kernel should say, in the plainest way: every rule of the page is a few lines here, nothing is fast.
// Tests check written certificates against it, and compare it with the kernel on certificates that were tampered with.
// Its parts: oracle_lines, oracle_tables, oracle_rules, oracle_instances, oracle_arithmetic, oracle_models.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plato_test {

struct OracleReport {
  enum class Verdict { certified, rejected, limit };
  Verdict verdict = Verdict::certified;
  std::size_t line = 0;   // of the rejection, counted from 1; 0 if there is none
  std::string reason;
};

OracleReport consult_oracle(std::string_view certificate);

// Why the certificate is not accepted, with the line; nothing if it is.
std::optional<std::string> objection_to(std::string_view certificate);

}   // namespace plato_test
