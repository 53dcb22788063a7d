// Re-checking certificates with the kernel alone: what `plato recheck` and `plato-kernel` share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernel/kernel_bridge.hpp"
#include "messages/message_code.hpp"

namespace plato {

// What became of one certificate.
struct Rechecked {
  KernelReport report;    // the kernel's answer; of a file that cannot be read, `rejected` or `limit` with the reason
  std::string window{};   // the line of the certificate that the answer is about; lines end with a line feed
  bool is_readable = true;   // the certificate's file could be read
  std::string program{};     // the program that an accepted certificate is about as Plato source, if it was asked for
};

// What is wanted besides the answer.
enum class AlsoShow { nothing, program };

// Has the kernel check the certificate in the file.
Rechecked recheck_file(const std::string& path, AlsoShow also = AlsoShow::nothing);

// The same for a certificate with these bytes.
Rechecked recheck_bytes(std::span<const std::byte> certificate);

// "certified", "refuted", "rejected", "limit", "unreadable"
std::string_view verdict_word(const Rechecked& rechecked);

// The code of an answer that accepts nothing.
std::optional<MessageCode> code_of(const Rechecked& rechecked);

// The answer for people: the verdict's word first, then the file; lines end with a line feed. Before a program it is a
// comment, so that the whole is Plato source.
std::string describe(const std::string& path, const Rechecked& rechecked);

}   // namespace plato
