// See part_result.hpp.

#include "batches/part_result.hpp"

#include <fmt/format.h>

namespace plato {
namespace {

constexpr std::string_view header = "plato result 1";

tl::unexpected<BatchFault> no_result(const BatchText& text, std::string expected) {
  return tl::unexpected(
      BatchFault{text.line(), "this is no result of 'plato prove' on a batch: expected " + std::move(expected)});
}

}   // namespace

std::string write_part_result(const PartResult& result) {
  std::string text =
      fmt::format("{}\npart {} of {} of program {}\n", header, result.part, result.parts, result.program);
  for (const PartCondition& condition : result.conditions)
    text += condition.refutation ? fmt::format("condition {} proved\n{}", condition.number, *condition.refutation)
                                 : fmt::format("condition {} {}\n", condition.number, condition.status);
  return text + "end\n";
}

tl::expected<PartResult, BatchFault> read_part_result(std::string_view bytes) {
  BatchText text(bytes);
  if (text.next() != header) return no_result(text, fmt::format("the line '{}'", header));
  PartResult result;
  BatchWords words(text.next().value_or(""));
  const bool is_part = words.accept("part");
  const auto part = words.number();
  const bool is_of = words.accept("of");
  const auto parts = words.number();
  if (!is_part || !is_of || !part || !parts || !words.accept("of") || !words.accept("program"))
    return no_result(text, "'part K of N of program …'");
  result.part = *part;
  result.parts = *parts;
  result.program = std::string(words.word());
  for (auto line = text.next(); line != "end"; line = text.next()) {
    if (!line) return no_result(text, "the line 'end': the file was cut off");
    BatchWords of_line(*line);
    if (of_line.accept("condition")) {
      const auto number = of_line.number();
      if (!number || *number == 0 || (!result.conditions.empty() && *number <= result.conditions.back().number))
        return no_result(text, "the number of a condition, ascending");
      PartCondition condition{.number = *number, .refutation = {}, .status = {}, .line = text.line()};
      if (of_line.rest() == "proved")
        condition.refutation.emplace();
      else
        condition.status = std::string(of_line.rest());
      result.conditions.push_back(std::move(condition));
    } else {
      if (result.conditions.empty() || !result.conditions.back().refutation)
        return no_result(text, "'condition K …' or the line 'end'");
      *result.conditions.back().refutation += std::string(*line) + "\n";
    }
  }
  if (!text.at_end()) return no_result(text, "nothing after the line 'end'");
  return result;
}

}   // namespace plato
