// See join_parts.hpp.

#include "batches/join_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "batches/renumbering.hpp"
#include "conditions/conditions.hpp"
#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

using Kind = NotJoined::Kind;

tl::unexpected<NotJoined> bad_part(std::string file, std::size_t line, std::string message) {
  return tl::unexpected(NotJoined{
      .kind = Kind::bad_input,
      .lines = {
          {.code = MessageCode::bad_part, .file = std::move(file), .line = line, .message = std::move(message)}}});
}

// "part-03.result" for "folder/part-03.batch"
std::string result_name(const std::string& batch) {
  constexpr std::string_view ending = ".batch";
  return (batch.ends_with(ending) ? batch.substr(0, batch.size() - ending.size()) : batch) + ".result";
}

// The batches by their parts, all of one program.
struct Division {
  std::size_t parts = 0, all = 0;
  std::string program;
  std::map<std::size_t, std::pair<std::string, Batch>> batches;   // by part: file and contents
  std::map<std::size_t, std::string> says;                        // by condition
};

tl::expected<Division, NotJoined> read_batches(const std::vector<PartFile>& files) {
  Division division;
  for (const PartFile& file : files) {
    auto batch = read_batch(file.text);
    if (!batch) return bad_part(file.name, batch.error().line, batch.error().message);
    if (division.batches.empty()) {
      division.parts = batch->parts;
      division.all = batch->all;
      division.program = batch->program;
    }
    const std::string& first = division.batches.empty() ? file.name : division.batches.begin()->second.first;
    if (batch->program != division.program)
      return bad_part(file.name, 0, "this batch is about another program than " + shown_name(first));
    if (batch->parts != division.parts || batch->all != division.all)
      return bad_part(file.name, 0, "this batch is of another division than " + shown_name(first));
    for (const BatchCondition& condition : batch->conditions) division.says.emplace(condition.number, condition.says);
    const std::size_t part = batch->part;
    batch->program.clear();   // the same as that of all others
    if (!division.batches.emplace(part, std::pair(file.name, *std::move(batch))).second)
      return bad_part(file.name, 0, fmt::format("there are two batches of part {}", part));
  }
  return division;
}

// A condition's refutation and where it comes from.
struct Found {
  const PartFile* file = nullptr;
  const PartCondition* condition = nullptr;
  std::size_t result = 0;   // the index of the file
};

class Joining {
 public:
  Joining(Division division, const std::vector<PartFile>& files) : division_(std::move(division)), files_(files) {}

  tl::expected<JoinedParts, NotJoined> run() {
    const auto asked = ask_for_conditions(division_.program);
    const std::string& any_batch = division_.batches.begin()->second.first;
    if (!asked) return bad_part(any_batch, 0, "the kernel gives no conditions: " + asked.error().message);
    if (asked->conditions.size() != division_.all)
      return bad_part(
          any_batch, 0,
          fmt::format("the program has {} conditions, and the batch says {}", asked->conditions.size(), division_.all));
    if (auto read = read_results(); !read) return tl::unexpected(std::move(read.error()));
    if (auto lacking = missing(); !lacking.lines.empty()) return tl::unexpected(std::move(lacking));
    return assemble({.last_term = asked->numbers.last_term, .last_formula = asked->numbers.last_formula});
  }

 private:
  Division division_;
  const std::vector<PartFile>& files_;
  std::vector<PartResult> results_;
  std::map<std::size_t, Found> found_;   // by condition

  // As `split_conditions` divides them.
  std::size_t part_of(std::size_t condition) const { return (condition - 1) % division_.parts + 1; }

  std::string says(std::size_t condition) const {
    const auto at = division_.says.find(condition);
    return fmt::format("condition {}{}", condition,
                       at == division_.says.end() ? "" : " (" + shown_name(at->second) + ")");
  }

  tl::expected<void, NotJoined> read_results() {
    const std::string program = fingerprint(division_.program);
    results_.reserve(files_.size());
    for (const PartFile& file : files_) {
      auto result = read_part_result(file.text);
      if (!result) return bad_part(file.name, result.error().line, result.error().message);
      if (result->program != program) return bad_part(file.name, 2, "this result is about another program");
      if (result->parts != division_.parts)
        return bad_part(
            file.name, 2,
            fmt::format("this result is part of {}, and the batches are {}", result->parts, division_.parts));
      results_.push_back(*std::move(result));
    }
    for (std::size_t i = 0; i < results_.size(); ++i)
      for (const PartCondition& condition : results_[i].conditions) {
        if (condition.number > division_.all || part_of(condition.number) != results_[i].part)
          return bad_part(files_[i].name, condition.line,
                          fmt::format("condition {} does not belong to part {}", condition.number, results_[i].part));
        if (!found_.emplace(condition.number, Found{&files_[i], &condition, i}).second)
          return bad_part(files_[i].name, condition.line,
                          fmt::format("there are two results of part {}", results_[i].part));
      }
    return {};
  }

  // Parts without a result, and conditions without a refutation.
  NotJoined missing() const {
    NotJoined lacking{.kind = Kind::not_proved, .lines = {}};
    std::map<std::size_t, std::size_t> unseen;   // by part: conditions of which no result says anything
    for (std::size_t c = 1; c <= division_.all; ++c)
      if (!found_.contains(c)) ++unseen[part_of(c)];
    for (const auto& [part, count] : unseen) {
      const auto batch = division_.batches.find(part);
      const std::string file =
          batch == division_.batches.end() ? part_name(part, division_.parts) + ".batch" : batch->second.first;
      lacking.kind = Kind::missing;
      lacking.lines.push_back(
          {.code = MessageCode::missing_part,
           .file = result_name(file),
           .message = fmt::format("part {} of {} is missing: {} of its conditions have no result", part,
                                  division_.parts, count),
           .help = fmt::format("run 'plato prove {} -o {}'", shown_name(file), shown_name(result_name(file)))});
    }
    for (const auto& [number, found] : found_) {
      if (found.condition->refutation) continue;
      const bool is_open = !found.condition->status.starts_with("fails");
      if (lacking.kind == Kind::not_proved && is_open) lacking.kind = Kind::limit;
      lacking.lines.push_back(
          {.code = is_open ? MessageCode::unknown : MessageCode::not_proved,
           .file = found.file->name,
           .line = found.condition->line,
           .message = fmt::format("{} is not proved: {}", says(number), shown_name(found.condition->status))});
    }
    const auto fails = [](const NotJoined::Line& line) { return line.code == MessageCode::not_proved; };
    if (lacking.kind == Kind::limit && std::ranges::any_of(lacking.lines, fails)) lacking.kind = Kind::not_proved;
    return lacking;
  }

  // `joined` is what the kernel's conditions have.
  tl::expected<JoinedParts, NotJoined> assemble(JoinedNumbers joined) const {
    std::vector<Renumbering> files(files_.size(), Renumbering(joined));
    std::string certificate = division_.program;
    std::vector<std::size_t> ends;   // of conditions in the certificate
    for (const auto& [number, found] : found_) {
      auto lines = files[found.result].renumbered(*found.condition->refutation, joined);
      if (!lines)
        return bad_part(found.file->name, found.condition->line + lines.error().line,
                        fmt::format("in the refutation of {}: {}", says(number), lines.error().message));
      certificate += "condition\n" + *lines;
      ends.push_back(certificate.size());
    }
    return ask_kernel(std::move(certificate), ends);
  }

  tl::expected<JoinedParts, NotJoined> ask_kernel(std::string certificate, const std::vector<std::size_t>& ends) const {
    KernelReport report = check_with_kernel(as_bytes(certificate));
    if (report.verdict == KernelReport::Verdict::certified)
      return JoinedParts{.certificate = std::move(certificate),
                         .claim = std::move(report.message),
                         .conditions = division_.all,
                         .parts = division_.parts};
    const std::size_t condition = condition_at(certificate, report.line, ends);
    const auto found = found_.find(condition);
    NotJoined rejected{.kind = report.verdict == KernelReport::Verdict::limit ? Kind::limit : Kind::bad_input,
                       .lines = {}};
    rejected.lines.push_back(
        {.code = MessageCode::bad_part,
         .file = found == found_.end() ? division_.batches.begin()->second.first : found->second.file->name,
         .line = found == found_.end() ? 0 : found->second.condition->line,
         .message = found == found_.end() ? "the kernel does not accept the certificate: " + report.message
                                          : fmt::format("the kernel does not accept the refutation of {}: {}",
                                                        says(condition), report.message)});
    return tl::unexpected(std::move(rejected));
  }

  // The condition that a line of the certificate belongs to; 0 if it is none's.
  static std::size_t condition_at(std::string_view certificate, std::size_t line,
                                  const std::vector<std::size_t>& ends) {
    std::size_t offset = 0;
    for (std::size_t i = 1; i < line && offset != std::string_view::npos; ++i) {
      offset = certificate.find('\n', offset);
      if (offset != std::string_view::npos) ++offset;
    }
    if (line == 0 || ends.empty() || offset == std::string_view::npos) return 0;
    const auto at = std::ranges::upper_bound(ends, offset);
    const std::size_t index = std::min<std::size_t>(static_cast<std::size_t>(at - ends.begin()), ends.size() - 1);
    const bool is_in_proof = offset >= certificate.rfind("\nproof\n", ends.front());
    return is_in_proof ? index + 1 : 0;
  }
};

}   // namespace

tl::expected<JoinedParts, NotJoined> join_parts(const std::vector<PartFile>& batches,
                                                const std::vector<PartFile>& results) {
  auto division = read_batches(batches);
  if (!division) return tl::unexpected(std::move(division.error()));
  return Joining(*std::move(division), results).run();
}

}   // namespace plato
