// Whole files, with stdio: errors come with the system's own words.
#include "system/input_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "messages/message_code.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

tl::unexpected<FileError> system_error(const char* action, const std::string& path, int code) {
  return tl::unexpected(
      FileError{std::string("cannot ") + action + " '" + shown_name(path) + "': " + std::strerror(code)});
}

}   // namespace

std::string describe_unreadable(const FileError& error) {
  return (error.is_limit ? "limit: " : "error: ") + error.message + code_mark(MessageCode::unreadable_file) + "\n";
}

tl::expected<std::vector<std::byte>, FileError> read_file(const std::string& path) {
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return system_error("open", path, errno);
  std::vector<std::byte> contents;
  // Ask for the size to avoid growing; pipes and the like have none and grow.
  if (std::fseek(file.get(), 0, SEEK_END) == 0) {
    const long size = std::ftell(file.get());
    if (size > 0 && static_cast<std::size_t>(size) <= most_input_bytes)
      contents.reserve(static_cast<std::size_t>(size));
    std::rewind(file.get());
  }
  std::vector<std::byte> chunk(1 << 16);
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    if (contents.size() + count > most_input_bytes)
      return tl::unexpected(FileError{
          "'" + shown_name(path) + "' is longer than " + std::to_string(most_input_bytes >> 20) + " MB", true});
    contents.insert(contents.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (std::ferror(file.get())) return system_error("read", path, errno);
  return contents;
}

}   // namespace plato
