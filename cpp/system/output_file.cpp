// See output_file.hpp.

#include "system/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "text/shown_name.hpp"

namespace plato {
namespace {

FileError cannot_write(const std::string& path, int code) {
  return {"cannot write " + (path == "-" ? "to standard output" : "'" + shown_name(path) + "'") + ": " +
          std::strerror(code)};
}

// The error number, or 0.
int write_all(int file, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t count = ::write(file, contents.data(), contents.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    contents.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

// For what cannot be replaced: a terminal, a pipe, a device.
int write_in_place(const std::string& path, std::string_view contents) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const int error = write_all(file, contents);
  return ::close(file) != 0 && error == 0 ? errno : error;
}

// Where a link leads to, so that the link itself stays.
std::string behind_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  return real ? std::string(real.get()) : path;
}

mode_t permissions_of_new_file() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

int replace(const std::string& path, mode_t permissions, std::string_view contents) {
  std::string temporary = path + ".XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return errno;
  int error = write_all(file, contents);
  if (error == 0 && ::fchmod(file, permissions) != 0) error = errno;
  if (error == 0 && ::fsync(file) != 0) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

int write_to_path(const std::string& path, std::string_view contents) {
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0)
    return errno == ENOENT ? replace(path, permissions_of_new_file(), contents) : errno;
  if (S_ISDIR(there.st_mode)) return EISDIR;
  if (!S_ISREG(there.st_mode)) return write_in_place(path, contents);
  if (::access(path.c_str(), W_OK) != 0)
    return errno;   // replacing needs only the folder's permission; a file that is write-protected stays
  return replace(behind_links(path), there.st_mode & 07777, contents);
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && S_ISREG(first.st_mode) &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}   // namespace

tl::expected<void, FileError> write_file(const std::string& path, std::string_view contents) {
  const int error = path == "-" ? write_all(STDOUT_FILENO, contents) : write_to_path(path, contents);
  if (error != 0) return tl::unexpected(cannot_write(path, error));
  return {};
}

std::optional<FileError> would_overwrite(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (output != "-" && input != "-" && is_same_file(output, input))
      return FileError{"'" + shown_name(output) +
                       "' is the file that is read, and would be overwritten: choose another name for the output"};
  return std::nullopt;
}

}   // namespace plato
