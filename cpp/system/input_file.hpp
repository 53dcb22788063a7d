// Reading whole files, any bytes, with a message when that fails.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace plato {

// Why a file could not be read or written; one sentence that names the file.
struct FileError {
  std::string message;
  bool is_limit = false;   // it is longer than what is read
};

// The answer for people: "error: …" or "limit: …", ended by a line feed.
std::string describe_unreadable(const FileError& error);

// What is longer is not read: something like /dev/zero has no end.
constexpr std::size_t most_input_bytes = std::size_t{1} << 30;

// All bytes of a file; `-` is standard input.
tl::expected<std::vector<std::byte>, FileError> read_file(const std::string& path);

inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline std::span<const std::byte> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}   // namespace plato
