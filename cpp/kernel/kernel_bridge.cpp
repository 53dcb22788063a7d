// Carries certificates into the compiled Lean kernel and its answers out. The only file that sees Lean's objects.
#include "kernel/kernel_bridge.hpp"

#include <lean_runtime.hpp>

#include <cstdlib>
#include <cstring>
#include <iostream>

extern "C" {
// Emitted by Lean from lean/Plato/Report.lean, lean/Plato/Conditions.lean and lean/Plato/Source/Program.lean.
lean_object* initialize_Plato_Report(uint8_t builtin);
lean_object* initialize_Plato_Conditions(uint8_t builtin);
lean_object* initialize_Plato_Source_Compare(uint8_t builtin);
lean_object* plato_kernel_report(lean_object* bytes);
lean_object* plato_kernel_conditions(lean_object* bytes);
lean_object* plato_kernel_source(lean_object* bytes);
lean_object* plato_kernel_compare(lean_object* certificate, lean_object* other);
}

namespace plato {
namespace {

// How Lean lays out `Report`: its object fields, in order, then the verdict as one byte.
enum ReportField : unsigned { report_line, report_column, report_message, report_accepted, report_object_fields };

// How Lean lays out `TextReport`: likewise, and then whether the text is what was asked for.
enum TextField : unsigned { text_line, text_column, text_text, text_object_fields };

std::size_t to_size(lean_object* natural) {
  // Positions in a file that fits in memory are always small numbers.
  return lean_is_scalar(natural) ? lean_unbox(natural) : 0;
}

lean_object* make_byte_array(std::span<const std::byte> bytes) {
  lean_object* array = lean_alloc_sarray(1, bytes.size(), bytes.size());
  if (!bytes.empty()) std::memcpy(lean_sarray_cptr(array), bytes.data(), bytes.size());
  return array;
}

// The kernel cannot panic: lean/ has no `panic!`, no `get!` and no partial function. If it does, the build is broken
// and no answer of this process is worth anything.
[[noreturn]] void broken(std::string_view what) {
  std::cerr << "plato: internal error: the kernel failed (" << what << "); no verdict is given\n";
  std::abort();
}

KernelReport read_report(lean_object* report, std::size_t certificate_bytes) {
  lean_object* message = lean_ctor_get(report, report_message);
  const unsigned number = lean_ctor_get_uint8(report, sizeof(void*) * report_object_fields);
  const auto verdict = verdict_of(number, to_size(lean_ctor_get(report, report_accepted)), certificate_bytes);
  if (!verdict) broken("its verdict and the length of what it accepts do not agree");
  return {
      .verdict = *verdict,
      .line = to_size(lean_ctor_get(report, report_line)),
      .column = to_size(lean_ctor_get(report, report_column)),
      .message = std::string(lean_string_cstr(message), lean_string_size(message) - 1),
  };
}

// Worst case of the format: a line of one-digit children costs 40 bytes for each two. The rest is room for growth.
std::size_t memory_limit(std::size_t certificate_bytes) {
  constexpr std::size_t bytes_per_byte = 64;
  constexpr std::size_t base = std::size_t{64} << 20;
  return base + bytes_per_byte * certificate_bytes;
}

}   // namespace

std::string_view verdict_word(KernelReport::Verdict verdict) {
  switch (verdict) {
    case KernelReport::Verdict::rejected: return "rejected";
    case KernelReport::Verdict::limit: return "limit";
    case KernelReport::Verdict::certified: return "certified";
    case KernelReport::Verdict::refuted: return "refuted";
  }
  broken("unknown verdict");
}

std::optional<KernelReport::Verdict> verdict_of(unsigned number, std::size_t accepted_bytes,
                                                std::size_t certificate_bytes) {
  if (number > static_cast<unsigned>(KernelReport::Verdict::refuted)) return std::nullopt;
  const auto verdict = static_cast<KernelReport::Verdict>(number);
  // An empty file is no certificate, so 0 bytes are never accepted.
  const bool agrees =
      is_accepted(verdict) ? accepted_bytes == certificate_bytes && accepted_bytes != 0 : accepted_bytes == 0;
  return agrees ? std::optional(verdict) : std::nullopt;
}

namespace {

void initialise_kernel() {
  [[maybe_unused]] static const bool initialised = [] {
    lean_runtime::initialise(initialize_Plato_Report);
    lean_runtime::initialise(initialize_Plato_Conditions);
    lean_runtime::initialise(initialize_Plato_Source_Compare);
    return true;
  }();
}

std::string to_string(lean_object* text) { return {lean_string_cstr(text), lean_string_size(text) - 1}; }

}   // namespace

KernelReport check_with_kernel(std::span<const std::byte> certificate) {
  initialise_kernel();
  lean_runtime::set_memory_limit(memory_limit(certificate.size()));
  try {
    const lean_runtime::Call call;
    lean_object* report = plato_kernel_report(make_byte_array(certificate));
    KernelReport result = read_report(report, certificate.size());
    lean_dec(report);
    if (auto panic = lean_runtime::take_panic()) broken(*panic);
    return result;
  } catch (const lean_runtime::Failure& failure) {
    if (failure.kind() == lean_runtime::Failure::Kind::unreachable) broken(failure.what());
    return {.verdict = KernelReport::Verdict::limit, .line = 0, .column = 0, .message = failure.what()};
  }
}

namespace {

// The answer to a question about certificates of so many bytes.
template <typename Ask>
tl::expected<std::string, NoText> text_from_kernel(std::size_t bytes, Ask ask) {
  initialise_kernel();
  // The text is several times as long as the certificate.
  lean_runtime::set_memory_limit(16 * memory_limit(bytes));
  try {
    const lean_runtime::Call call;
    lean_object* report = ask();
    const bool has_text = lean_ctor_get_uint8(report, sizeof(void*) * text_object_fields) != 0;
    NoText answer{.message = to_string(lean_ctor_get(report, text_text)),
                  .line = to_size(lean_ctor_get(report, text_line)),
                  .column = to_size(lean_ctor_get(report, text_column))};
    lean_dec(report);
    if (auto panic = lean_runtime::take_panic()) broken(*panic);
    if (!has_text) return tl::unexpected(std::move(answer));
    return std::move(answer.message);
  } catch (const lean_runtime::Failure& failure) {
    if (failure.kind() == lean_runtime::Failure::Kind::unreachable) broken(failure.what());
    return tl::unexpected(NoText{.message = failure.what()});
  }
}

}   // namespace

tl::expected<std::string, NoText> conditions_from_kernel(std::span<const std::byte> program) {
  return text_from_kernel(program.size(), [&] { return plato_kernel_conditions(make_byte_array(program)); });
}

tl::expected<std::string, NoText> source_from_kernel(std::span<const std::byte> certificate) {
  return text_from_kernel(certificate.size(), [&] { return plato_kernel_source(make_byte_array(certificate)); });
}

tl::expected<Comparison, NoText> compare_in_kernel(std::span<const std::byte> certificate,
                                                   std::span<const std::byte> other) {
  const auto word = text_from_kernel(certificate.size() + other.size(), [&] {
    return plato_kernel_compare(make_byte_array(certificate), make_byte_array(other));
  });
  if (!word) return tl::unexpected(word.error());
  if (*word == "same") return Comparison::same;
  return *word == "thinly same" ? Comparison::thinly_same : Comparison::different;
}

}   // namespace plato
