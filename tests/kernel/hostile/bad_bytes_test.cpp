// Bytes that are not a certificate, or a certificate that was damaged: the kernel's answer names a line, and agrees
// with the oracle's. large_files_test.cpp has the largest files that the kernel must handle, and how long it may take.

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "kernel/mutants/generated_certificates.hpp"
#include "kernel/mutants/judge.hpp"
#include "support/kernel_answer.hpp"
#include "system/input_file.hpp"

using namespace plato_test;
using plato::KernelReport;

namespace {

const std::string example = std::string(three_clauses) + "d 3 0\nr : 1 2 3 4\n";

std::string repeated(const std::string& text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

// Golden certificates of a size for which every byte can be tried.
std::vector<std::string> short_certificates() {
  std::vector<std::string> texts;
  for (const std::string& text : read_folder(PLATO_CERTIFICATES "/golden"))
    if (text.size() < 2500) texts.push_back(text);
  return texts;
}

// Of the bytes of a certificate, those that are tried: with sanitizers every third.
constexpr std::size_t stride = is_sanitized ? 3 : 1;

}   // namespace

TEST_CASE("a certificate that is cut off at any byte is rejected") {
  const auto texts = short_certificates();
  CHECK(texts.size() >= 3);
  for (const std::string& text : texts)
    for (std::size_t length = 0; length < text.size(); ++length) {
      const Judgement judgement = judge(text.substr(0, length));
      INFO(text.substr(0, length));
      if (judgement.flaw) FAIL(*judgement.flaw);
      // a part of a model may be a model
      if (text.substr(0, length).find("\nby model\n") != std::string::npos && text[length - 1] == '\n') continue;
      REQUIRE(judgement.kernel.verdict == KernelReport::Verdict::rejected);
      REQUIRE(judgement.kernel.line > 0);
      REQUIRE(judgement.kernel.column > 0);
    }
}

TEST_CASE("a certificate with any byte replaced is judged as by the oracle") {
  const std::string all("\0\n\r\t 019-:#a!prxdt&|>=?\x7f\x80\xff", 27);
  const std::string bytes = is_sanitized ? all.substr(0, 1) + "\n -1" : all;
  std::size_t tried = 0;
  for (const std::string& text : short_certificates())
    for (std::size_t at = 0; at < text.size(); at += stride)
      for (const char byte : bytes) {
        std::string changed = text;
        changed[at] = byte;
        const Judgement judgement = judge(changed);
        INFO(changed);
        if (judgement.flaw) FAIL("byte " << at << ": " << *judgement.flaw);
        ++tried;
      }
  CHECK(tried > 2000 / stride * bytes.size());
}

TEST_CASE("a certificate with any byte removed or doubled is judged as by the oracle") {
  for (const std::string& text : short_certificates())
    for (std::size_t at = 0; at < text.size(); at += stride) {
      std::string shorter = text, longer = text;
      shorter.erase(at, 1);
      longer.insert(at, 1, text[at]);
      for (const std::string& changed : {shorter, longer}) {
        const Judgement judgement = judge(changed);
        INFO(changed);
        if (judgement.flaw) FAIL("byte " << at << ": " << *judgement.flaw);
      }
    }
}

TEST_CASE("files that are no certificates are rejected in their first line") {
  const std::string wrong = rejected(1, 1, reason::expected(wanted::version));
  CHECK(answer("") == wrong);
  CHECK(answer("\n") == wrong);
  CHECK(answer(std::string(1, '\0')) == wrong);
  CHECK(answer(std::string(1000, '\0')) == wrong);
  CHECK(answer("\xef\xbb\xbf" + example) == wrong);   // a byte order mark
  CHECK(answer("p cnf 1 2\n1 0\n-1 0\n") == wrong);
  CHECK(answer("\x7f"
               "ELF") == wrong);
  std::string wide;   // UTF-16
  for (const char c : example) wide += {c, '\0'};
  CHECK(answer(wide) == wrong);
}

TEST_CASE("lines end with a line feed alone") {
  const auto replaced = [](const std::string& text, const std::string& end) {
    std::string result;
    for (const char c : text) result += c == '\n' ? end : std::string(1, c);
    return result;
  };
  CHECK(answer(replaced(example, "\r\n")) == rejected(1, 20, reason::expected(wanted::after_version)));
  CHECK(answer(replaced(example, "\r")) == rejected(1, 20, reason::expected(wanted::after_version)));
  const std::string body = example.substr(header.size());
  CHECK(answer(std::string(header) + replaced(body, "\r\n")) == rejected(3, 4, reason::expected(wanted::number)));
  CHECK(answer(std::string(header) + replaced(body, "\n\n")) == rejected(4, 1, reason::expected(wanted::keyword)));
  CHECK(answer(std::string(header) + "#\r\n" + body) == "certified");   // a remark may contain anything else
}

TEST_CASE("a zero byte is a byte like any other") {
  const std::string zero(1, '\0');
  CHECK(answer(std::string(header) + "# " + zero + "\na 1\n! 1\n! -1\nby refutation\nr : 1 2\n") == "certified");
  CHECK(answer(std::string(three_clauses) + zero + "\n") == rejected(10, 1, reason::expected(wanted::keyword)));
  CHECK(answer(std::string(three_clauses) + "d 3" + zero + "0\n") == rejected(10, 1, reason::wrong_arity(2, 1)));
  CHECK(answer(std::string(three_clauses) + "x 1" + zero + "\n") == rejected(10, 4, reason::expected(wanted::number)));
  CHECK(answer(example + zero) == rejected(12, 1, reason::after_the_end()));
}

TEST_CASE("numbers of any length are read or refused, never cut") {
  const std::string large = reason::number_too_large();
  for (const std::size_t digits : {std::size_t{16}, std::size_t{20}, std::size_t{1000}, std::size_t{1'000'000}}) {
    for (const std::string digit : {"1", "9"}) {
      const std::string number = repeated(digit, digits);
      CHECK(answer(std::string(header) + "a " + number + "\n") == rejected(3, 18, large));
      CHECK(answer(std::string(three_clauses) + "& -" + number + "\n") == rejected(10, 19, large));
      CHECK(answer(std::string(three_clauses) + "r : " + number + "\n") == rejected(10, 20, large));
      CHECK(answer(std::string(three_clauses) + "r " + number + " : 1\n") == rejected(10, 18, large));
      CHECK(answer(std::string(three_clauses) + "x " + number + "\n") == rejected(10, 18, large));
      CHECK(answer(std::string(three_clauses) + "d " + number + " 0\n") == rejected(10, 18, large));
      CHECK(answer(std::string(three_clauses) + "d 3 " + number + "\n") == rejected(10, 20, large));
    }
    const std::string zeros = repeated("0", digits);
    CHECK(answer(std::string(three_clauses) + "d " + zeros + "3 0\n") == rejected(10, 4, reason::leading_zero()));
    CHECK(answer(std::string(three_clauses) + "| " + zeros + "\n") == rejected(10, 4, reason::leading_zero()));
  }
  // numbers that are small modulo a power of two
  for (const std::string wrapped :
       {"4294967300", "18446744073709551620", "36893488147419103236", "340282366920938463463374607431768211460"})
    CHECK(answer(std::string(three_clauses) + "d 3 0\nr : 1 2 3 " + wrapped + "\n").starts_with("rejected 11:"));
}

TEST_CASE("formulas of any depth are read, checked and released") {
  constexpr int depth = is_sanitized ? 30'000 : 200'000;
  // each entry is the negation of the one before, or a conjunction, disjunction, … with it
  for (const std::string shape : {"& -E", "| E E", "> E E", "= E 1", "? E E -E"}) {
    std::string text = std::string(header) + "a 1\n";
    std::string last;
    for (int entry = 1; entry <= depth; ++entry) {
      last = std::to_string(entry);
      for (const char c : shape) text += c == 'E' ? last : std::string(1, c);
      text += "\n";
    }
    const std::string top = std::to_string(depth + 1);
    text += "! " + top + "\n! -" + top + "\nby refutation\n";
    INFO(shape);
    CHECK(answer(text + "r : 1 2\n") == "certified");
    CHECK(answer(text + "r : 1\n") == rejected(depth + 7, 1, reason::no_conflict()));
    CHECK(claim(text + "r : 1 2\n").size() < 2000);
  }
}

TEST_CASE("formulas of any width are read, checked and released") {
  constexpr std::size_t width = is_sanitized ? 100'000 : 1'000'000;
  for (const char keyword : {'&', '|'}) {
    const std::string negative = keyword == '&' ? "" : "-", positive = keyword == '&' ? "-" : "";
    const std::string text = std::string(header) + "a 1\n" + keyword + repeated(" 1", width) + "\n! " + negative +
                             "2\n! " + positive + "1\nby refutation\n";
    CHECK(answer(text + "d 2 " + std::to_string(width) + "\nr : 1 2 3\n") == "certified");
    CHECK(answer(text + "d 2 " + std::to_string(width + 1) + "\n") ==
          rejected(8, 1, reason::no_such_definition(2, width + 1)));
    CHECK(answer(text + "d 2 0\nr : 3\n") == rejected(9, 1, reason::hint_not_unit(3)));
  }
}

TEST_CASE("a long clause and many hints to it end at the kernel's limit") {
  // Clause 2 is {-2, 1, …, 1}; with 1 false it leaves -2, again and again. Each of these hints visits 50000 literals
  // for the price of two bytes: with as many hints that would be 2.5 billion visits.
  const auto attack = [](std::size_t hints) {
    return std::string(header) + "a 1\n|" + repeated(" 1", 50'000) + "\n! -1\nby refutation\nd 2 0\nr : 1" +
           repeated(" 2", hints) + "\n";
  };
  CHECK(answer(attack(50'000)) == "limit 8:1: " + reason::effort());
  CHECK(answer(attack(400)) == rejected(8, 1, reason::no_conflict()));   // so many are allowed for a file of that size
}

TEST_CASE("the limit on visits counts every step of the file") {
  // Many steps, each within what one may do.
  std::string text = std::string(header) + "a 1\n|" + repeated(" 1", 50'000) + "\n! -1\n! 2\nby refutation\nd 2 0\n";
  for (int step = 0; step < 3000; ++step) text += "r -2 : 1 3\n";
  CHECK(answer(text).starts_with("limit "));
  CHECK(judge(text).flaw.value_or("") == "");
}

TEST_CASE("certificates can be checked on several threads at once") {
  const auto good = short_certificates();
  const auto bad = read_folder(PLATO_CERTIFICATES "/rejected");
  std::vector<std::thread> threads;
  std::vector<int> mistakes(4, 0);
  for (std::size_t thread = 0; thread < mistakes.size(); ++thread)
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 30; ++round) {
        for (const auto& text : good)
          if (plato::check_with_kernel(plato::as_bytes(text)).verdict != KernelReport::Verdict::certified)
            ++mistakes[thread];
        for (const auto& text : bad)
          if (plato::check_with_kernel(plato::as_bytes(text)).verdict == KernelReport::Verdict::certified)
            ++mistakes[thread];
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(mistakes == std::vector<int>(4, 0));
}
