// How the kernel's answer is read: nothing is accepted unless both of Lean's signs of it say so.
#include "kernel/kernel_bridge.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "system/input_file.hpp"

using plato::KernelReport;
using plato::verdict_of;
using Verdict = plato::KernelReport::Verdict;

TEST_CASE("the number 0 accepts nothing, and unknown numbers are no verdict") {
  CHECK(verdict_of(0, 0, 100) == Verdict::rejected);
  CHECK(verdict_of(1, 0, 100) == Verdict::limit);
  CHECK(verdict_of(2, 100, 100) == Verdict::certified);
  CHECK(verdict_of(3, 100, 100) == Verdict::refuted);
  for (unsigned number = 4; number < 256; ++number) {
    CHECK(!verdict_of(number, 0, 100));
    CHECK(!verdict_of(number, 100, 100));
  }
}

TEST_CASE("a verdict needs the length of what was accepted") {
  for (const unsigned accepting : {2U, 3U})
    for (const std::size_t length : {0, 1, 99, 101}) CHECK(!verdict_of(accepting, length, 100));
  for (const unsigned other : {0U, 1U})
    for (const std::size_t length : {1, 100}) CHECK(!verdict_of(other, length, 100));
  CHECK(!verdict_of(2, 0, 0));   // an empty file is no certificate
}

TEST_CASE("the kernel's own numbers are these") {
  const auto verdict = [](const std::string& text) { return plato::check_with_kernel(plato::as_bytes(text)).verdict; };
  const std::string wrong =
      "plato certificate 2\nclaim goes wrong\nt\nassert -1\natomic 1\nfamily 1 1\nby schedule\nrun\nthread 0 "
      "1\nwrong\n";
  CHECK(verdict("") == Verdict::rejected);
  CHECK(verdict(wrong) == Verdict::refuted);
  CHECK(verdict("plato certificate 2\nclaim satisfiable\nby model\n") == Verdict::certified);
  // 2^90 visits of one formula
  std::string doubled = "plato certificate 2\nclaim goes wrong\nt\n";
  for (int i = 1; i < 90; ++i) doubled += "= " + std::to_string(i) + " " + std::to_string(i) + "\n";
  CHECK(verdict(doubled + "init 90\nassert -1\natomic 1\nfamily 1 1\nby schedule\nrun\nthread 0 1\nwrong\n") ==
        Verdict::limit);
}
