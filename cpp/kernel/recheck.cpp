// The kernel's answers in words.
#include "kernel/recheck.hpp"

#include "system/input_file.hpp"
#include "text/shown_name.hpp"
#include "text/source_window.hpp"

namespace plato {

Rechecked recheck_bytes(std::span<const std::byte> certificate) {
  KernelReport report = check_with_kernel(certificate);
  std::string window = source_window(as_text(certificate), report.line, report.column);
  return {.report = std::move(report), .window = std::move(window)};
}

Rechecked recheck_file(const std::string& path) {
  const auto contents = read_file(path);
  if (contents) return recheck_bytes(*contents);
  const auto verdict = contents.error().is_limit ? KernelReport::Verdict::limit : KernelReport::Verdict::rejected;
  return {.report = {.verdict = verdict, .line = 0, .column = 0, .message = contents.error().message},
          .window = {},
          .is_readable = false};
}

std::string_view verdict_word(const Rechecked& rechecked) {
  const bool is_limit = rechecked.report.verdict == KernelReport::Verdict::limit;
  return rechecked.is_readable || is_limit ? verdict_word(rechecked.report.verdict) : "unreadable";
}

std::string describe(const std::string& path, const Rechecked& rechecked) {
  const KernelReport& report = rechecked.report;
  std::string text = std::string(verdict_word(rechecked)) + " " + shown_name(path);
  if (report.line != 0) text += ":" + std::to_string(report.line) + ":" + std::to_string(report.column);
  return text + ": " + report.message + "\n" + rechecked.window;
}

}   // namespace plato
