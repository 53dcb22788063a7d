// The way into the kernel: bytes of a certificate go in, the kernel's answer comes out.
//
// The kernel is Lean code (lean/Plato/Report.lean, `report`), compiled to C and run by lean_runtime. There it is proved
// that `certified` and `refuted` mean that the claim holds. This file decides nothing; it only passes data.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace plato {

// The kernel's answer.
struct KernelReport {
  // In the order of Lean's `Verdict`. It is deliberate that 0 accepts nothing: memory that was never written to is 0.
  enum class Verdict {
    rejected,    // it is malformed or a step is wrong: `message` says why, `line` and `column` where
    limit,       // the kernel's effort or memory for a file of this size is used up
    certified,   // the certificate is accepted: the claim in `message` holds
    refuted,     // likewise, and the claim is that a program is wrong
  };
  Verdict verdict = Verdict::rejected;
  std::size_t line = 0;     // from 1; 0 if the answer has no position
  std::size_t column = 0;   // in bytes, from 1
  std::string message;
};

// The verdict as the word users see first.
std::string_view verdict_word(KernelReport::Verdict verdict);

// The verdict that Lean's number means. Lean also returns the length of the certificate that it accepts, 0 if it
// accepts none. The result is nothing if the number is unknown or the two do not agree; then the answer is worthless.
std::optional<KernelReport::Verdict> verdict_of(unsigned number, std::size_t accepted_bytes,
                                                std::size_t certificate_bytes);

// The kernel accepted the certificate: its claim holds, whatever it says of a program.
constexpr bool is_accepted(KernelReport::Verdict verdict) {
  return verdict == KernelReport::Verdict::certified || verdict == KernelReport::Verdict::refuted;
}

// Runs the kernel. May be called from several threads at once. Memory is limited to a multiple of the certificate's
// size (certificates/FORMAT.md), beyond which the answer is `limit`.
KernelReport check_with_kernel(std::span<const std::byte> certificate);

// Why the kernel gives no text; the place is in the certificate.
struct NoText {
  std::string message;
  std::size_t line = 0, column = 0;
};
// The verification conditions of a program as text (lean/Plato/Conditions.lean). `program` is a certificate of
// a program, at least up to its line `proof`.
tl::expected<std::string, NoText> conditions_from_kernel(std::span<const std::byte> program);
// The program that a certificate is about, as Plato source (lean/Plato/Source/Program.lean).
tl::expected<std::string, NoText> source_from_kernel(std::span<const std::byte> certificate);

// How the program of a certificate compares with another one (lean/Plato/Source/Compare.lean).
enum class Comparison {
  same,
  thinly_same,   // but for steps that do nothing
  different,
};
// `other` is a certificate of a program, at least up to its line `by METHOD`. The certificate may claim more of the
// program than the other one.
tl::expected<Comparison, NoText> compare_in_kernel(std::span<const std::byte> certificate,
                                                   std::span<const std::byte> other);

}   // namespace plato
