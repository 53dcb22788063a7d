// Annotations for a program that is not proved as it is written.
#pragma once

#include <optional>

#include "pipeline/check_program.hpp"

namespace plato {

struct Inference {
  std::optional<InferredProgram> proof{};   // with annotations that suffice, if they were found within a counted budget
  std::optional<InsufficientAnnotations> insufficient{};   // otherwise: what was found, if anything was
};
Inference infer_annotations(const std::string& source, const CheckOptions& options);

// The same for what is tried last: it takes longer, and finds invariants about two threads at a time.
std::optional<InferredProgram> infer_from_counterexamples(const std::string& source, const CheckOptions& options);

}   // namespace plato
