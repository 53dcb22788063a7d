// Files are written completely or not at all, and never over an input.
#include "system/output_file.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;
using plato::would_overwrite;
using plato::write_file;

namespace {

struct ScratchDirectory {
  fs::path path = fs::temp_directory_path() / ("plato-output-file-test-" + std::to_string(std::rand()));
  ScratchDirectory() { fs::create_directories(path); }
  ~ScratchDirectory() { fs::remove_all(path); }
};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

}   // namespace

TEST_CASE("a file is replaced as a whole, and nothing else is left in its folder") {
  const ScratchDirectory scratch;
  const fs::path file = scratch.path / "certificate";
  for (const std::string& text :
       {std::string("first"), std::string(300000, 'x'), std::string("a\0b", 3), std::string()}) {
    REQUIRE(write_file(file, text).has_value());
    CHECK(contents(file) == text);
    CHECK(files_in(scratch.path) == 1);
  }
}

TEST_CASE("permissions stay, and a link stays a link") {
  const ScratchDirectory scratch;
  const fs::path file = scratch.path / "file", link = scratch.path / "link";
  REQUIRE(write_file(file, "old").has_value());
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(file, link);
  REQUIRE(write_file(link, "new").has_value());
  CHECK(fs::is_symlink(link));
  CHECK(contents(file) == "new");
  CHECK((fs::status(file).permissions() & fs::perms::all) == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("what is not a regular file is written to, not replaced") {
  CHECK(write_file("/dev/null", "text").has_value());
  CHECK(fs::is_character_file("/dev/null"));
  const auto full = write_file("/dev/full", "text");
  REQUIRE(!full);
  CHECK(full.error().message == "cannot write '/dev/full': No space left on device");
}

TEST_CASE("a folder, or a file in none, is an error that names it") {
  const ScratchDirectory scratch;
  REQUIRE_FALSE(write_file(scratch.path, "text").has_value());
  const auto missing = write_file(scratch.path / "no" / "file", "text");
  REQUIRE(!missing);
  CHECK(missing.error().message.find("no/file': No such file or directory") != std::string::npos);
  CHECK(files_in(scratch.path) == 0);
}

TEST_CASE("an input is recognised under any of its names") {
  const ScratchDirectory scratch;
  const fs::path file = scratch.path / "program", hard = scratch.path / "hard", soft = scratch.path / "soft";
  REQUIRE(write_file(file, "text").has_value());
  fs::create_hard_link(file, hard);
  fs::create_symlink(file, soft);
  for (const fs::path& name : {file, hard, soft, scratch.path / "." / "program"})
    CHECK(would_overwrite(name, {"-", file}));
  CHECK_FALSE(would_overwrite(scratch.path / "other", {file}));
  CHECK_FALSE(would_overwrite("-", {file}));
  CHECK_FALSE(would_overwrite("/dev/null", {"/dev/null"}));
}
