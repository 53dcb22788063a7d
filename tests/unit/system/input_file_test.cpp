// Reading and writing whole files, and the messages when that fails.
#include "system/output_file.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>

using plato::read_file;
using plato::write_file;

namespace {

struct ScratchDirectory {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("plato-input-file-test-" + std::to_string(std::rand()));
  ScratchDirectory() { std::filesystem::create_directories(path); }
  ~ScratchDirectory() { std::filesystem::remove_all(path); }
};

}   // namespace

TEST_CASE("what is written is read back, whatever the bytes") {
  const ScratchDirectory scratch;
  const std::string path = scratch.path / "file";
  for (const std::string& contents : {std::string(), std::string("a\0b\xff\n", 5), std::string(200000, 'x')}) {
    REQUIRE(write_file(path, contents).has_value());
    const auto read = read_file(path);
    REQUIRE(read.has_value());
    CHECK(plato::as_text(*read) == contents);
  }
}

TEST_CASE("a file that cannot be read or written is named with the system's reason") {
  const ScratchDirectory scratch;
  const auto missing = read_file(scratch.path / "missing");
  REQUIRE(!missing);
  CHECK(missing.error().message.find("missing': No such file") != std::string::npos);

  const auto directory = read_file(scratch.path);
  REQUIRE(!directory);
  CHECK(directory.error().message.find("Is a directory") != std::string::npos);

  const auto unwritable = write_file(scratch.path / "no" / "such" / "file", "text");
  REQUIRE(!unwritable);
  CHECK(unwritable.error().message.find("cannot write") != std::string::npos);
}
