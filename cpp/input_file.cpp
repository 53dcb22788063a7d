// Whole files in and out, with stdio: errors come with the system's own words.
#include "input_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace plato {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

FileError system_error(const char* action, const std::string& path, int code) {
  return {std::string("cannot ") + action + " '" + path + "': " + std::strerror(code)};
}

}   // namespace

std::variant<std::vector<std::byte>, FileError> read_file(const std::string& path) {
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return system_error("open", path, errno);
  std::vector<std::byte> contents;
  // Ask for the size to avoid growing; pipes and the like have none and grow.
  if (std::fseek(file.get(), 0, SEEK_END) == 0) {
    const long size = std::ftell(file.get());
    if (size > 0 && size < (1L << 40)) contents.reserve(static_cast<std::size_t>(size));
    std::rewind(file.get());
  }
  std::vector<std::byte> chunk(1 << 16);
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get()))
    contents.insert(contents.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(count));
  if (std::ferror(file.get())) return system_error("read", path, errno);
  return contents;
}

std::variant<std::monostate, FileError> write_file(const std::string& path, std::string_view contents) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return system_error("create", path, errno);
  const bool written = std::fwrite(contents.data(), 1, contents.size(), file) == contents.size();
  const int write_error = errno;
  if (std::fclose(file) != 0 || !written) return system_error("write", path, written ? errno : write_error);
  return std::monostate{};
}

}   // namespace plato
