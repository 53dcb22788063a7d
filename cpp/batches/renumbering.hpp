// Refutations of several files in one certificate. Each file numbers the terms and formulas that it makes in its own
// way; in the certificate each of them is there once, wherever it comes from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "batches/batch_text.hpp"

namespace plato {

// The terms and formulas of the certificate so far. What the kernel's conditions have is known by its number alone.
struct JoinedNumbers {
  std::uint32_t last_term = 0, last_formula = 0;
  std::unordered_map<std::string, std::uint32_t> terms{}, formulas{};   // line -> number, of those that were made since
};

// The numbers of one file, in the certificate.
class Renumbering {
 public:
  // Both count from what the kernel's conditions have.
  explicit Renumbering(const JoinedNumbers& kernels)
      : kernels_terms_(kernels.last_term), kernels_formulas_(kernels.last_formula) {}

  // The lines of a refutation with the numbers of the certificate; lines for what is there already are left out. The
  // line of a fault is that in the text. Whether the refutation is right is for the kernel to say.
  tl::expected<std::string, BatchFault> renumbered(std::string_view refutation, JoinedNumbers& joined);

 private:
  std::uint32_t kernels_terms_, kernels_formulas_;
  std::vector<std::uint32_t> terms_, formulas_;   // of those that the file makes

  class LineReader;
};

}   // namespace plato
