// What a worker makes of a batch, as a file: for each condition its refutation, or why there is none.
//
//   plato result 1
//   part 3 of 16 of program FINGERPRINT
//   condition 3 proved
//   …                             the lines of its refutation, as in a certificate
//   condition 19 unknown REASON   or fails, uncertified, not-tried
//   end
//
// Terms and formulas are numbered through the whole file, after those that the kernel's conditions have.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "batches/batch_text.hpp"

namespace plato {

struct PartCondition {
  std::size_t number = 0;                  // from 1
  std::optional<std::string> refutation;   // its lines
  std::string status;                      // if there is none: a word, and perhaps a reason
  std::size_t line = 0;                    // of the file, before the refutation
};

struct PartResult {
  std::size_t part = 0, parts = 0;
  std::string program;   // its fingerprint
  std::vector<PartCondition> conditions;
};

std::string write_part_result(const PartResult& result);
tl::expected<PartResult, BatchFault> read_part_result(std::string_view text);

}   // namespace plato
