// Large files about terms: deep, wide, with long numerals, with products that would explode, with bodies whose shared
// parts would be walked again and again. The kernel must answer in time and memory proportional to the file.

#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "support/child_process.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;

namespace {

constexpr unsigned most_seconds = 10;

// A file that is written in blocks: line(i) for i from 1 to count, between the beginning and the end.
struct Writer {
  MemoryFile file{};
  std::string block{};

  Writer() { add(std::string(header)); }
  void add(const std::string& text) {
    block += text;
    if (block.size() > 100'000) flush();
  }
  void repeat(int count, const std::function<std::string(int)>& line) {
    for (int i = 1; i <= count; ++i) add(line(i));
  }
  void flush() {
    file.append(block);
    block.clear();
  }

  // The kernel's answer starts like this, with the file's name before the first colon, in time and memory. An empty
  // verdict means any.
  void check(const std::string& verdict, std::size_t bytes_per_byte) {
    flush();
    const Measured measured = run_kernel_on(file, most_seconds);
    INFO(file.size() << " bytes: " << measured.seconds << " s, " << measured.peak_bytes
                     << " bytes of memory, exit code " << measured.exit_code << ", " << measured.output.substr(0, 300));
    const std::size_t word = verdict.find(' ') + 1;
    if (!verdict.empty())
      CHECK(measured.output.starts_with(verdict.substr(0, word) + file.path() + verdict.substr(word)));
    CHECK(measured.seconds < most_seconds / 2);
    CHECK(measured.peak_bytes < (std::size_t{40} << 20) + bytes_per_byte * file.size());
  }
};

std::string number(int value) { return std::to_string(value); }

constexpr int depth = 100'000;

// The problem's last lines, and a refutation that needs none of the lines before them.
const std::string finish = "a 1\n! E\n! -E\nby refutation\nr : 1 2\n";
std::string finish_with(int entry) {
  std::string text = finish;
  for (std::size_t at; (at = text.find('E')) != std::string::npos;) text.replace(at, 1, number(entry));
  return text;
}

}   // namespace

TEST_CASE("terms nested 100000 deep", "[large]") {
  // every operator over the term before; the normal form of a sum is short here, that of a product an atom
  for (const std::string shape :
       {"+ T 1\n", "- 1 T\n", "* T 1\n", "/ T 1\n", "% T 1\n", "P T T\n", "s T 1\n", "s 1 T\n", "u T 1 1\n",
        "u 1 1 T\n", "k T\n", "I 1 T 1\n", "I -1 1 T\n", "D T 1\n", "* T T\n"}) {
    Writer writer;
    writer.add("y 1\na 1\n");
    writer.repeat(depth, [&](int i) {
      std::string line;
      for (const char c : shape) line += c == 'T' ? number(i) : std::string(1, c);
      return line;
    });
    INFO(shape);
    writer.add("l 1 100001\n" + finish_with(2));
    writer.check("certified :", 160);
  }
}

TEST_CASE("formulas over terms nested 100000 deep, through conditions and quantifiers", "[large]") {
  SECTION("if-then-else terms in conditions of if-then-else terms") {
    Writer writer;
    writer.add("y 1\ny 2\n");
    writer.repeat(depth, [](int i) { return "l 1 " + number(i + 1) + "\nI " + number(i) + " 1 2\n"; });
    writer.add(finish_with(depth + 1));
    writer.check("certified :", 100);
  }
  SECTION("quantifiers") {
    Writer writer;
    writer.add("b 0\nl 1 1\n");
    writer.repeat(depth, [](int i) { return "A " + number(i) + "\n"; });
    writer.add(finish_with(depth + 1));
    writer.check("certified :", 100);
  }
  SECTION("quantifiers whose variables reach out 100000 quantifiers") {
    Writer writer;
    writer.add("b 99999\nl 1 1\n");
    writer.repeat(depth, [](int i) { return "A -" + number(i) + "\n"; });
    writer.add(finish_with(depth + 1));
    writer.check("certified :", 100);
  }
  SECTION("witnesses of formulas of witnesses") {
    Writer writer;
    writer.add("b 0\nl 1 1\na 1\n! 2\n! -2\nby refutation\n");
    writer.repeat(depth, [](int i) {
      return "A " + number(i == 1 ? 1 : 2 * i) + "\nw " + number(2 * i + 1) + "\nl 1 " + number(i + 1) + "\n";
    });
    writer.add("r : 1 2\n");
    writer.check("certified :", 100);
  }
}

TEST_CASE("an instance of a body that is too deep is refused", "[large]") {
  // The walk recurses, at most 4096 deep: with one step less it is an instance.
  for (const int levels : {4090, 4100, depth}) {
    Writer writer;
    writer.add("b 0\ny 1\nl 1 1\nl 2 2\n");   // entries 1 and 2
    writer.repeat(levels, [](int i) { return "= " + number(2 * i - 1) + " 1\n= " + number(2 * i) + " 2\n"; });
    const int body = 2 * levels + 1;
    writer.add("A " + number(body) + "\n! " + number(body + 2) + "\n! -" + number(body + 1) + "\nby refutation\ni " +
               number(body + 2) + " 2 " + number(body + 1) + "\nr : 1 2 3\n");
    INFO(levels);
    writer.check(
        levels == 4090 ? "certified :" : "rejected :" + number(2 * levels + 11) + ":1: this is not an instance", 100);
  }
  SECTION("terms, too") {
    for (const int levels : {4090, 4100, depth}) {
      Writer writer;
      writer.add("b 0\ny 1\ny 2\n");
      writer.repeat(levels, [](int i) {   // 4 is 3[1], 5 is 3[2], and so on
        return "s 3 " + number(i == 1 ? 1 : 2 * i) + "\ns 3 " + number(i == 1 ? 2 : 2 * i + 1) + "\n";
      });
      const std::string last = number(2 * levels + 2), instance = number(2 * levels + 3);
      writer.add("l 2 " + last + "\nA 1\nl 2 " + instance + "\n! 2\n! -3\nby refutation\ni 2 2 3\nr : 1 2 3\n");
      INFO(levels);
      writer.check(
          levels == 4090 ? "certified :" : "rejected :" + number(2 * levels + 12) + ":1: this is not an instance", 100);
    }
  }
  SECTION("a conjunction of too many parts") {
    for (const int parts : {4090, 4100, depth}) {
      Writer writer;
      writer.add("b 0\ny 1\nl 1 1\nl 2 2\n&");
      writer.repeat(parts, [](int) { return std::string(" 1"); });
      writer.add("\nA 3\n&");
      writer.repeat(parts, [](int) { return std::string(" 2"); });
      writer.add("\n! 4\n! -5\nby refutation\ni 4 2 5\nr : 1 2 3\n");
      INFO(parts);
      writer.check(parts == 4090 ? "certified :" : "rejected :13:1: this is not an instance", 100);
    }
  }
}

TEST_CASE("a body whose shared parts would be walked exponentially often ends at the limit of effort", "[large]") {
  // Entry i is `= (i-1) (i-1)`: with 60 of them, 2^60 paths lead to the variable.
  Writer writer;
  writer.add("b 0\ny 1\nl 1 1\nl 2 2\n");
  constexpr int levels = 60;
  writer.repeat(levels, [](int i) {
    return "= " + number(2 * i - 1) + " " + number(2 * i - 1) + "\n= " + number(2 * i) + " " + number(2 * i) + "\n";
  });
  writer.add("A 121\n! 123\n! -122\nby refutation\n");
  writer.repeat(10'000, [](int) { return std::string("# to be allowed more effort\n"); });
  writer.add("i 123 2 122\nr : 1 2 3\n");
  writer.check("limit :10131:1: the certificate asks for more work", 20);
}

TEST_CASE("many instances of a large body end at the limit of effort", "[large]") {
  // A body of 4000 parts for the price of ten bytes, 100000 times.
  Writer writer;
  writer.add("b 0\ny 1\nl 1 1\nl 2 2\n&");
  writer.repeat(4000, [](int) { return std::string(" 1"); });
  writer.add("\nA 3\n&");
  writer.repeat(4000, [](int) { return std::string(" 2"); });
  writer.add("\n! 4\n! -5\nby refutation\n");
  writer.repeat(depth, [](int) { return std::string("i 4 2 5\n"); });
  writer.check("limit :", 40);
}

// Known: it takes six seconds, for the reason given at "a megabyte of pairs".
TEST_CASE("a certificate of a million clauses", "[large][!mayfail]") {
  Writer writer;
  writer.add("y 1\ny 2\nl 1 2\nl 2 1\n! -1\n! -2\nby refutation\n");
  writer.repeat(1'000'000, [](int) { return std::string("f 1 2 : c 1 0 1 1\n"); });
  writer.add("r : 1 2 3\n");
  writer.check("certified :", 20);
}

TEST_CASE("an arithmetic lemma of 100000 literals and instructions", "[large]") {
  SECTION("instructions") {
    Writer writer;
    writer.add("y 1\ny 2\nl 1 2\nl 2 1\n! -1\n! -2\nby refutation\nf 1 2 :");
    writer.repeat(depth, [](int) { return std::string(" c 1 0"); });
    writer.add(" c 1 0 1 1\nr : 1 2 3\n");
    writer.check("certified :", 100);
  }
  SECTION("pairs of one instruction") {
    Writer writer;
    writer.add("y 1\ny 2\nl 1 2\nl 2 1\n! -1\n! -2\nby refutation\nf 1 2 : c");
    writer.repeat(depth, [](int) { return std::string(" 1 0 1 1"); });
    writer.add("\nr : 1 2 3\n");
    writer.check("certified :", 100);
  }
  SECTION("literals") {
    Writer writer;
    writer.add("y 1\ny 2\nl 1 2\nl 2 1\n! -1\n! -2\nby refutation\nf");
    writer.repeat(depth, [](int) { return std::string(" 1 2"); });
    writer.add(" : c 1 0 1 1\nr : 1 2 3\n");
    writer.check("certified :", 100);
  }
}

// x1 + x2 + … : every partial sum keeps its normal form, with as many monomials as summands, while there is room for it
// (16 words for each byte of the file). The sum is term 2 * summands - 1.
void add_sum(Writer& writer, int summands) {
  writer.repeat(summands, [](int i) { return "y " + number(i) + "\n"; });
  writer.add("+ 1 2\n");
  writer.repeat(summands - 2, [&](int i) { return "+ " + number(summands + i) + " " + number(i + 2) + "\n"; });
}

TEST_CASE("long sums are checked, but beyond some length they are atoms", "[large]") {
  SECTION("of any length") {
    for (const int summands : {2000, 20'000}) {
      Writer writer;
      add_sum(writer, summands);
      writer.add("l 1 2\n" + finish_with(2));
      INFO(summands);
      writer.check("certified :", 128);
    }
  }
  SECTION("the order of 400 summands does not matter, that of 2000 does") {
    for (const int summands : {400, 2000}) {
      Writer writer;
      add_sum(writer, summands);
      writer.add("+ " + number(summands) + " " + number(summands - 1) + "\n");
      writer.repeat(summands - 2,
                    [&](int i) { return "+ " + number(2 * summands - 1 + i) + " " + number(summands - 1 - i) + "\n"; });
      writer.add("e " + number(2 * summands - 1) + " " + number(3 * summands - 2) +
                 "\n! -1\nby refutation\nf 1 :\nr : 1 2\n");
      INFO(summands);
      writer.check(summands == 400 ? "certified :" : "rejected :6004:1: the last fact is neither", 64);
    }
  }
}

TEST_CASE("the work of an arithmetic lemma is charged by the length of its facts", "[large]") {
  // A comparison of a sum of 1000 summands, which a literal or a pair of numbers goes through for a few bytes.
  const auto check = [](const std::string& lemma, const std::string& verdict) {
    Writer writer;
    add_sum(writer, 1000);
    writer.add("l 1 1999\nl 1999 1\n! -1\n! -2\nby refutation\nf 1 2" + lemma + "\nr : 1 2 3\n");
    INFO(lemma.substr(0, 40));
    writer.check(verdict, 64);
  };
  const auto repeated = [](const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  const std::string too_much = "limit :2007:1: the certificate asks for more work";
  check(" : c 1 0 1 1", "certified :");
  check(repeated(" 1 2", 5000) + " : c 1 0 1 1", too_much);
  check(" :" + repeated(" c 1 0", 5000) + " c 1 0 1 1", too_much);
  check(" : c" + repeated(" 1 0 1 1", 5000), too_much);
}

// Known: weighing polynomials takes most of the time, because Polynomial.words reads a numeral of its own from text at
// each call; what is charged once for each word takes some 35 seconds for each megabyte of the file.
TEST_CASE("a megabyte of pairs of one instruction ends in time", "[large][!mayfail]") {
  Writer writer;
  add_sum(writer, 2000);
  writer.add("l 1 3999\nl 3999 1\n! -1\n! -2\nby refutation\nf 1 2 : c");
  writer.repeat(depth, [](int) { return std::string(" 1 0 1 1"); });
  writer.add("\nr : 1 2 3\n");
  writer.check("limit :4007:1: the certificate asks for more work", 64);
}

TEST_CASE("products that would explode become atoms", "[large]") {
  // (x1 + … + x31) squared has 496 monomials, its square would have some 50000
  Writer writer;
  writer.repeat(31, [](int i) { return "y " + number(i) + "\n"; });
  writer.add("+ 1 2\n");
  writer.repeat(29, [](int i) { return "+ " + number(31 + i) + " " + number(i + 2) + "\n"; });
  writer.repeat(2000, [](int) { return std::string("* 61 61\n"); });   // each 496 monomials for 8 bytes
  writer.add("* 62 62\nl 1 2\n" + finish_with(2));
  writer.check("certified :", 2000);
}

TEST_CASE("coefficients that double 100000 times are terms of their own when no room is left", "[large]") {
  for (const std::string first : {"y 1\n", "n 1\n"}) {
    Writer writer;
    writer.add(first);
    writer.repeat(depth, [](int i) { return "+ " + number(i) + " " + number(i) + "\n"; });
    writer.add("l 1 1\n" + finish_with(2));
    writer.check("certified :", 100);
  }
}

TEST_CASE("numerals of 4000 digits are multiplied while they are short, and are atoms then", "[large]") {
  Writer writer;
  writer.add("n " + std::string(4000, '9') + "\ny 1\n");
  writer.repeat(20'000, [](int i) { return "* " + number(i + 1) + " 1\n"; });
  writer.add("l 1 1\n" + finish_with(2));
  writer.check("certified :", 100);
}

TEST_CASE("numerals that are squared again and again end at once", "[large]") {
  SECTION("as facts") {
    for (const int squares : {11, 12, 25, 1000}) {
      Writer writer;
      writer.add("n 3\nn 0\nl 2 1\n! 1\nby refutation\nf -1 :");
      writer.repeat(squares, [](int i) { return " p " + number(i - 1) + " " + number(i - 1); });
      writer.add("\nr : 1 2\n");
      INFO(squares);
      // the eleventh square has 51 words, too many for a twelfth
      writer.check(squares == 11 ? "rejected :8:1: the last fact is neither"
                                 : "rejected :8:1: instruction 12 of the arithmetic lemma: the product is too large",
                   64);
    }
  }
  SECTION("as terms") {
    Writer writer;
    writer.add("n 3\n");
    writer.repeat(10'000, [](int i) { return "* " + number(i) + " " + number(i) + "\n"; });
    writer.add("l 1 1\n! 1\n! -1\nby refutation\nf 1 : s 10001 c 1 0\nr : 1 2\n");
    writer.check("certified :", 64);
  }
}
