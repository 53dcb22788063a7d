// The kernel's answers in words.
#include "kernel/recheck.hpp"

#include "system/input_file.hpp"
#include "text/shown_name.hpp"
#include "text/source_window.hpp"

namespace plato {
namespace {

ExitCode exit_code(KernelReport::Verdict verdict) {
  switch (verdict) {
    case KernelReport::Verdict::certified: return ExitCode::certified;
    case KernelReport::Verdict::rejected: return ExitCode::bad_input;
    case KernelReport::Verdict::limit: return ExitCode::limit;
    case KernelReport::Verdict::refuted: return ExitCode::refuted;
  }
  return ExitCode::bad_input;
}

}   // namespace

Rechecked recheck_bytes(const std::string& path, std::span<const std::byte> certificate) {
  KernelReport report = check_with_kernel(certificate);
  std::string text(verdict_word(report.verdict));
  text += " " + shown_name(path);
  if (report.line != 0) text += ":" + std::to_string(report.line) + ":" + std::to_string(report.column);
  text += ": " + report.message + "\n";
  text += source_window(as_text(certificate), report.line, report.column);
  return {.code = exit_code(report.verdict), .text = std::move(text), .report = std::move(report)};
}

Rechecked recheck_file(const std::string& path) {
  const auto contents = read_file(path);
  if (!contents) {
    const FileError& error = contents.error();
    const auto verdict = error.is_limit ? KernelReport::Verdict::limit : KernelReport::Verdict::rejected;
    return {.code = exit_code(verdict),
            .text = (error.is_limit ? "limit " : "unreadable ") + shown_name(path) + ": " + error.message + "\n",
            .report = {.verdict = verdict, .line = 0, .column = 0, .message = error.message}};
  }
  return recheck_bytes(path, *contents);
}

}   // namespace plato
