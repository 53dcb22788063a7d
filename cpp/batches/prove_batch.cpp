// See prove_batch.hpp.

#include "batches/prove_batch.hpp"

#include <algorithm>
#include <limits>

#include "batches/declared_sorts.hpp"
#include "certificate/refutation_writer.hpp"
#include "conditions/conditions.hpp"
#include "conditions/prove_conditions.hpp"
#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"
#include "thread_modular/condition_text.hpp"

namespace plato {
namespace {

using Status = ConditionResult::Status;

bool kernel_accepts(const ProvedConditions& proved, std::size_t i) {
  const std::string certificate =
      write_certificate(proved.problem.table, proved.conditions[i].literals, *proved.results[i].refutation);
  return check_with_kernel(as_bytes(certificate)).verdict == KernelReport::Verdict::certified;
}

// "unknown its budget is used up"
std::string status_text(const ConditionResult& result) {
  std::string text(status_word(result.status));
  if (result.status == Status::not_tried) return text + " the time limit was reached";
  return result.reason.empty() ? text : text + " " + result.reason;
}

// The part of the text that is about each condition: all of it starts with a line `condition`.
std::vector<std::string> divided(std::string_view text) {
  constexpr std::string_view start = "condition\n";
  std::vector<std::string> pieces;
  for (BatchText lines(text); const auto line = lines.next();) {
    if (*line == start.substr(0, start.size() - 1))
      pieces.emplace_back();
    else
      pieces.back() += std::string(*line) + "\n";
  }
  return pieces;
}

// Which conditions have a refutation, all of them in one text, so that what they share is written once.
std::vector<std::string> refutations_of(const ProvedConditions& proved, const std::vector<bool>& is_accepted) {
  std::vector<ConditionRefutation> accepted;
  for (std::size_t i = 0; i < proved.results.size(); ++i)
    if (is_accepted[i])
      accepted.push_back({.found = &*proved.results[i].refutation, .literals = proved.conditions[i].literals.size()});
  return divided(write_condition_refutations(proved.problem.table, proved.numbers, accepted));
}

// What became of each condition.
ProvedBatch result_of_part(Batch batch, const ProvedConditions& proved) {
  std::vector<bool> is_accepted;
  for (std::size_t i = 0; i < proved.results.size(); ++i)
    is_accepted.push_back(proved.results[i].status == Status::proved && kernel_accepts(proved, i));
  const std::vector<std::string> refutations = refutations_of(proved, is_accepted);
  PartResult result{.part = batch.part, .parts = batch.parts, .program = fingerprint(batch.program), .conditions = {}};
  bool has_counterexample = false;
  std::size_t next = 0;
  for (std::size_t i = 0; i < proved.results.size(); ++i) {
    const Status status = proved.results[i].status;
    PartCondition condition{.number = batch.conditions[i].number, .refutation = {}, .status = {}};
    if (is_accepted[i])
      condition.refutation = refutations[next++];
    else
      condition.status =
          status == Status::proved ? "uncertified the kernel does not accept it" : status_text(proved.results[i]);
    has_counterexample = has_counterexample || status == Status::fails;
    result.conditions.push_back(std::move(condition));
  }
  return {.batch = std::move(batch), .result = std::move(result), .has_counterexample = has_counterexample};
}

}   // namespace

tl::expected<ProvedBatch, BatchFault> prove_batch(std::string_view text, const ProveBatchOptions& options) {
  auto batch = read_batch(text);
  if (!batch) return tl::unexpected(std::move(batch.error()));
  auto asked = ask_for_conditions(batch->program);
  if (!asked) return tl::unexpected(BatchFault{0, "the kernel gives no conditions: " + asked.error().message});
  if (asked->conditions.size() != batch->all)
    return tl::unexpected(BatchFault{0, "the program has " + std::to_string(asked->conditions.size()) +
                                            " conditions, and the batch says " + std::to_string(batch->all)});
  std::vector<Condition> wanted;
  for (const BatchCondition& condition : batch->conditions)
    wanted.push_back(std::move(asked->conditions[condition.number - 1]));
  asked->conditions = std::move(wanted);
  const Program declared = declared_program(batch->program);
  if (!are_declared(declared, *asked))
    return tl::unexpected(BatchFault{0, "the program has variables that it does not declare"});
  const ProvedConditions proved = prove_conditions(declared, *std::move(asked),
                                                   {.effort = options.effort,
                                                    .deadline = options.deadline,
                                                    .most_failures = std::numeric_limits<std::size_t>::max(),
                                                    .explains = false});
  return result_of_part(*std::move(batch), proved);
}

}   // namespace plato
