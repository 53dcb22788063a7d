// See batch.hpp.

#include "batches/batch.hpp"

#include <fmt/format.h>

namespace plato {
namespace {

tl::unexpected<BatchFault> no_batch(const BatchText& text, std::string expected) {
  return tl::unexpected(BatchFault{text.line(), "this is no batch of 'plato split': expected " + std::move(expected)});
}

// One line `condition N of ALL TEXT`.
bool read_condition(std::string_view line, Batch& batch) {
  BatchWords words(line);
  if (!words.accept("condition")) return false;
  const auto number = words.number();
  if (!number || !words.accept("of")) return false;
  const auto all = words.number();
  if (!all || *number == 0 || *number > *all) return false;
  if (batch.conditions.empty()) batch.all = *all;
  if (*all != batch.all || (!batch.conditions.empty() && *number <= batch.conditions.back().number)) return false;
  batch.conditions.push_back({*number, std::string(words.rest())});
  return true;
}

}   // namespace

std::string write_batch(const Batch& batch) {
  std::string text = fmt::format("{}\npart {} of {}\n", batch_header, batch.part, batch.parts);
  for (const BatchCondition& condition : batch.conditions)
    text += fmt::format("condition {} of {} {}\n", condition.number, batch.all, condition.says);
  return text + "program\n" + batch.program;
}

tl::expected<Batch, BatchFault> read_batch(std::string_view bytes) {
  BatchText text(bytes);
  if (text.next() != batch_header) return no_batch(text, fmt::format("the line '{}'", batch_header));
  Batch batch;
  BatchWords words(text.next().value_or(""));
  const bool is_part = words.accept("part");
  const auto part = words.number();
  const bool is_of = words.accept("of");
  const auto parts = words.number();
  if (!is_part || !is_of || !part || !parts || *part == 0 || *part > *parts || !words.at_end())
    return no_batch(text, "'part K of N'");
  batch.part = *part;
  batch.parts = *parts;
  for (auto line = text.next(); line != "program"; line = text.next())
    if (!line || !read_condition(*line, batch))
      return no_batch(text, "'condition K of N …', ascending, or the line 'program'");
  if (batch.conditions.empty()) return no_batch(text, "a condition before the program");
  if (batch.parts > batch.all) return no_batch(text, "no more parts than conditions");
  batch.program = std::string(text.rest());
  return batch;
}

std::string part_name(std::size_t part, std::size_t parts) {
  return fmt::format("part-{:0{}}", part, std::to_string(parts).size());
}

}   // namespace plato
