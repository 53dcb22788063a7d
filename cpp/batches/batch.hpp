// A batch: some conditions of a program, as a file that a worker can prove anywhere.
//
//   plato batch 1
//   part 3 of 16
//   condition 3 of 40 TEXT        for each of them, ascending; the text is for people
//   program
//   …                             the program's certificate up to its line `proof`
//
// The kernel computes the conditions from these bytes, so a batch is all that a worker needs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "batches/batch_text.hpp"

namespace plato {

inline constexpr std::string_view batch_header = "plato batch 1";

struct BatchCondition {
  std::size_t number = 0;   // from 1
  std::string says;
};

struct Batch {
  std::size_t part = 0, parts = 0;   // from 1
  std::size_t all = 0;               // conditions of the program
  std::vector<BatchCondition> conditions;
  std::string program;
};

std::string write_batch(const Batch& batch);
tl::expected<Batch, BatchFault> read_batch(std::string_view text);

// "part-03": the names of files have as many digits as the last one needs.
std::string part_name(std::size_t part, std::size_t parts);

}   // namespace plato
