// The kernel's answers in words.
#include "kernel/recheck.hpp"

#include <algorithm>

#include "system/input_file.hpp"
#include "text/shown_name.hpp"
#include "text/source_window.hpp"

namespace plato {

Rechecked recheck_bytes(std::span<const std::byte> certificate) {
  KernelReport report = check_with_kernel(certificate);
  std::string window = source_window(as_text(certificate), report.line, report.column);
  return {.report = std::move(report), .window = std::move(window), .program = {}};
}

namespace {

std::string program_of(std::span<const std::byte> certificate) {
  const auto source = source_from_kernel(certificate);
  return source ? *source : "// the program is not printed: " + source.error().message + "\n";
}

std::string as_comment(const std::string& text) {
  std::string comment;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    comment += "// " + text.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return comment;
}

}   // namespace

Rechecked recheck_file(const std::string& path, AlsoShow also) {
  const auto contents = read_file(path);
  if (contents) {
    Rechecked result = recheck_bytes(*contents);
    if (also == AlsoShow::program && is_accepted(result.report.verdict)) result.program = program_of(*contents);
    return result;
  }
  const auto verdict = contents.error().is_limit ? KernelReport::Verdict::limit : KernelReport::Verdict::rejected;
  return {.report = {.verdict = verdict, .line = 0, .column = 0, .message = contents.error().message},
          .window = {},
          .is_readable = false,
          .program = {}};
}

std::string_view verdict_word(const Rechecked& rechecked) {
  const bool is_limit = rechecked.report.verdict == KernelReport::Verdict::limit;
  return rechecked.is_readable || is_limit ? verdict_word(rechecked.report.verdict) : "unreadable";
}

std::optional<MessageCode> code_of(const Rechecked& rechecked) {
  if (is_accepted(rechecked.report.verdict)) return std::nullopt;
  if (!rechecked.is_readable) return MessageCode::unreadable_file;
  return rechecked.report.verdict == KernelReport::Verdict::limit ? MessageCode::kernel_limit : MessageCode::rejected;
}

std::string describe(const std::string& path, const Rechecked& rechecked) {
  const KernelReport& report = rechecked.report;
  std::string text = std::string(verdict_word(rechecked)) + " " + shown_name(path);
  if (report.line != 0) text += ":" + std::to_string(report.line) + ":" + std::to_string(report.column);
  const auto code = code_of(rechecked);
  text += ": " + report.message + (code ? code_mark(*code) : "") + "\n" + rechecked.window;
  return rechecked.program.empty() ? text : as_comment(text) + "\n" + rechecked.program;
}

}   // namespace plato
