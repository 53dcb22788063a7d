// Files of up to 100 MB: the kernel must answer in time and memory proportional to them. Each is checked by
// plato-kernel in a process of its own, which is measured; the figures only mean something in an optimised build.

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "support/child_process.hpp"
#include "support/how_much.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;

namespace {

constexpr std::size_t hundred_megabytes = 100'000'000;

// Of processor time. Such a file takes a second or two; with quadratic effort it would take days.
constexpr unsigned most_seconds = 60;

struct Bound {
  std::size_t bytes_per_byte;   // of memory for each byte of the file, the two copies of the file itself included
  std::size_t base = 20 << 20;
};

void check_within(const Measured& measured, const MemoryFile& file, const std::string& verdict, const Bound& bound) {
  INFO(file.size() << " bytes: " << measured.seconds << " s, " << measured.peak_bytes << " bytes of memory, exit code "
                   << measured.exit_code << ", " << measured.output.substr(0, 300));
  const std::size_t word = verdict.find(' ') + 1;
  CHECK(measured.output.starts_with(verdict.substr(0, word) + file.path() + verdict.substr(word)));
  CHECK(measured.exit_code == (verdict.starts_with("limit") ? 3 : 2));
  CHECK(measured.seconds < most_seconds / 2);
  CHECK(measured.peak_bytes < bound.base + bound.bytes_per_byte * file.size());
}

// Checks a file of the beginning, copies of the piece up to the size, and the end. The kernel's answer must start like
// `verdict`, with the file's name before the first colon.
void check_file(std::string_view beginning, std::string_view piece, std::string_view end, const std::string& verdict,
                const Bound& bound, std::size_t size = hundred_megabytes) {
  MemoryFile file;
  file.append(beginning);
  file.repeat(piece, size);
  file.append(end);
  INFO("'" << piece << "' again and again");
  check_within(run_kernel_on(file, most_seconds), file, verdict, bound);
}

const std::string top(header);
const std::string no_version = "rejected :1:1: expected the line 'plato certificate 2'";

}   // namespace

TEST_CASE("100 MB of garbage are refused at their first line", "[large]") {
  for (const std::string piece : {"7", " ", "\n", "# remark\n", "| 1 1\n"}) check_file("", piece, "", no_version, {3});
  std::mt19937_64 random(1);
  MemoryFile file;
  for (std::size_t block = 0; block < 100; ++block) {
    std::string bytes(1'000'000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    file.append(bytes);
  }
  check_within(run_kernel_on(file, most_seconds), file, no_version, {3});
}

TEST_CASE("100 MB of garbage after the first two lines are refused where they go wrong", "[large]") {
  check_file(top, "7", "\n", "rejected :3:1: expected a line that starts with", {3});
  check_file(top, "\n", "", "rejected :3:1: expected a line that starts with", {3});
  check_file(top + "a ", "7", "\n", "rejected :3:18: this number is too large", {3});
  check_file(top + "a ", "0", "", "rejected :3:4: a number has no leading zeros", {3});
  check_file(top + "|", " ", "", "rejected :3:100000002: expected the end of the line", {3});
  check_file(top + "| ", "-", "\n", "rejected :3:4: expected a digit after the minus sign", {3});
  check_file(top, "# remark\n", "", "rejected :11111114:1: expected another line", {3});
  check_file(top + "#", "x", "", "rejected :3:100000002: expected", {3});
}

TEST_CASE("a very long line is refused, within memory", "[large]") {
  const std::size_t size = is_long_run() ? hundred_megabytes : hundred_megabytes / 5;
  check_file(top + "a 1\n|", " 1", "\n", "rejected :5:1: expected another line", {26}, size);
  check_file(top + "a 1\n|", " 2", "\n", "rejected :4:1: there is no entry 2", {16}, size);
  check_file(top + "a 1\n! 1\nby refutation\nx", " 1", "\n", "rejected :7:1: the certificate ends", {16}, size);
  check_file(top + "a 1\n! 1\nby refutation\nr :", " 1", "\n", "rejected :6:1: the hints end", {16}, size);
  check_file(top + "a 1\n! 1\nby refutation\nr", " 1", " : 1\n", "rejected :7:1: the certificate ends", {16}, size);
}

TEST_CASE("many short lines are refused, within memory", "[large]") {
  const std::size_t size = is_long_run() ? 12'000'000 : 3'000'000;
  // The line after so many lines of so many bytes, behind `before` others.
  const auto at = [&](std::size_t before, std::size_t bytes, const std::string& what) {
    return "rejected :" + std::to_string(before + size / bytes + 1) + ":1: " + what;
  };
  check_file(top, "a 1\n", "", at(2, 4, "expected another line"), {30}, size);
  check_file(top + "a 1\n", "! 1\n", "", at(3, 4, "expected another line"), {20}, size);
  check_file(top + "a 1\n", "> 1 1\n", "", at(3, 6, "expected another line"), {40}, size);
  check_file(top + "a 1\n", "? 1 1 1\n", "", at(3, 8, "expected another line"), {30}, size);
  check_file(top + "a 1\n& 1\nby refutation\n", "d 2 1\n", "", at(5, 6, "the certificate ends"), {20}, size);
  check_file(top + "a 1\n! 1\nby refutation\n", "x 1\n", "", at(5, 4, "the certificate ends"), {3}, size);
  check_file(top + "a 1\n! 1\nby refutation\n", "r 1 : 1\n", "", at(5, 8, "the certificate ends"), {20}, size);
  // the shortest lines that make something: the most expensive bytes of the format
  check_file(top, "t\n", "", at(2, 2, "expected another line"), {64}, size);
  check_file(top, "|\n", "", at(2, 2, "expected another line"), {64}, size);
  check_file(top, "&\n", "", at(2, 2, "expected another line"), {64}, size);
}

TEST_CASE("a million nested entries", "[large]") {
  for (const std::string shape : {"& -E\n", "& E 1\n", "| E -E\n"}) {
    MemoryFile file;
    file.append(top + "a 1\n");
    std::string block;
    for (int entry = 1; entry <= 1'000'000; ++entry) {
      for (const char c : shape) block += c == 'E' ? std::to_string(entry) : std::string(1, c);
      if (entry % 10'000 == 0) {
        file.append(block);
        block.clear();
      }
    }
    file.append("! 1000001\n! -1000001\nby refutation\nr : 1\n");
    check_within(run_kernel_on(file, most_seconds), file, "rejected :1000007:1: the hints end", {40});
  }
}

TEST_CASE("a long clause and very many hints to it end at the limit", "[large]") {
  MemoryFile file;
  file.append(top + "a 1\n|");
  file.repeat(" 1", 2'000'000);
  file.append("\n! -1\nby refutation\nd 2 0\nr : 1");
  file.repeat(" 2", 2'000'000);
  file.append("\n");
  check_within(run_kernel_on(file, most_seconds), file, "limit :8:1: the certificate asks for more work", {26});
}
