// What a worker does: proves the conditions of a batch and nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "batches/batch.hpp"
#include "batches/part_result.hpp"
#include "system/deadline.hpp"

namespace plato {

struct ProveBatchOptions {
  double effort = 1;   // times the usual counted budgets, for each condition
  Deadline deadline{};
};

struct ProvedBatch {
  Batch batch;
  PartResult result;
  bool has_counterexample = false;   // to one of the conditions
};

// A condition is `proved` if the kernel accepted its refutation: as that of a problem, whose assertions are the
// condition's. Nothing is claimed of the program before all parts are joined.
tl::expected<ProvedBatch, BatchFault> prove_batch(std::string_view text, const ProveBatchOptions& options);

}   // namespace plato
