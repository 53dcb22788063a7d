// See compare_claim.hpp.

#include "pipeline/compare_claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "core/read_program.hpp"
#include "kernel/kernel_bridge.hpp"
#include "pipeline/prove.hpp"
#include "system/input_file.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

ClaimComparison different(std::string how) { return {.difference = std::move(how)}; }

// The first line in which two texts differ, as each of them has it.
std::string first_difference(std::string_view ours, std::string_view theirs) {
  const auto line_at = [](std::string_view text, std::size_t place) {
    const std::size_t end = std::min(text.find('\n', place), text.size());
    const std::size_t before = place == 0 ? std::string_view::npos : text.rfind('\n', place - 1);
    std::string_view line = text.substr(before == std::string_view::npos ? 0 : before + 1, end - (before + 1));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line.empty() ? std::string("nothing") : "'" + std::string(line) + "'";
  };
  const auto [here, there] = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  const auto place = static_cast<std::size_t>(here - ours.begin());
  return fmt::format("where the certificate has {}, the program has {}", line_at(ours, place), line_at(theirs, place));
}

ClaimComparison compare_programs(const std::string& path, std::string_view text, std::string_view certificate,
                                 bool wants_refutation) {
  const auto program = read_program(text);
  if (!program) return different(program.error().front().message);
  const ProgramClaim claim = program_claim(certificate);
  if (claim == ProgramClaim::verified && wants_refutation)
    return different("the certificate does not claim that a program is wrong");
  if (claim != ProgramClaim::verified && !wants_refutation)
    return different(
        "the certificate claims that a program is wrong, not what 'check' claims; to compare it as such, add "
        "--refutation");
  const std::string expected = write_program(*program, claim);
  if (certificate.starts_with(expected)) return {};
  const auto compared = compare_in_kernel(as_bytes(certificate), as_bytes(expected));
  if (!compared) return different("the programs cannot be compared: " + compared.error().message);
  if (*compared != Comparison::different) return {.lacks_idle_steps = *compared == Comparison::thinly_same};
  const auto ours = source_from_kernel(as_bytes(certificate)), theirs = source_from_kernel(as_bytes(expected));
  return different(fmt::format("the certificate's program is not that of '{}'{}", shown_name(path),
                               ours && theirs ? ": " + first_difference(*ours, *theirs) : ""));
}

}   // namespace

ClaimComparison compare_claim(const std::string& path, std::string_view certificate, bool wants_refutation) {
  const auto contents = read_file(path);
  if (!contents) return different(contents.error().message);
  const std::string_view text = as_text(*contents);
  if (path.ends_with(".plato")) return compare_programs(path, text, certificate, wants_refutation);
  return {.difference = difference_from_problem(path, text, certificate)};
}

}   // namespace plato
