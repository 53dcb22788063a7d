// Certificates of programs that ask for much work with few bytes: long schedules, many threads, shared statements, long
// numbers. Whatever the kernel does is paid for before it is done, so that each of them is answered in time
// proportional to its length.

#include <catch2/catch.hpp>
#include <functional>
#include <string>

#include "support/child_process.hpp"
#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Of processor time, for less than a megabyte. Most took a minute and more before their work was paid for.
constexpr unsigned most_seconds = 20;
constexpr double enough_seconds = 6;

// The verdict of plato-kernel in a process of its own, which must be in time.
Text verdict(const Text& certificate) {
  MemoryFile file;
  file.append(certificate);
  const Measured measured = run_kernel_on(file, most_seconds);
  INFO(certificate.size() << " bytes: " << measured.seconds << " s, exit code " << measured.exit_code << ", "
                          << measured.output.substr(0, 300));
  CHECK(certificate.size() < 1'000'000);
  CHECK(measured.exit_code >= 0);
  CHECK(measured.seconds < enough_seconds);
  Text answer = measured.output.substr(0, measured.output.find('\n'));
  if (const std::size_t at = answer.find(file.path()); at != Text::npos) answer.erase(at, file.path().size());
  return answer;
}

Text repeated(int count, const std::function<Text(int)>& line) {
  Text text;
  for (int i = 0; i < count; ++i) text += line(i);
  return text;
}
Text number(int value) { return std::to_string(value); }

const Text top = "plato certificate 2\nclaim ";
// Bytes that say nothing, for more effort.
Text remarks(std::size_t bytes) { return "# " + Text(bytes, 'x') + "\n"; }
// Statement 1 and 2^times copies of it: statement times + 1, given that statement 1 is there.
Text doubled(int times) {
  return repeated(times, [](int i) { return "seq " + number(i + 1) + " " + number(i + 1) + "\n"; });
}

// A thread that steps as often as it likes, and then goes wrong.
const Text stepping =
    top +
    "goes wrong\nt\nassign\natomic 1\nloop 1\nassert -1\natomic 2\nseq 2 3\nfamily 1 4\nby schedule\nrun\nthread 0 1\n";

}   // namespace

TEST_CASE("a schedule of 150,000 events is followed, and other threads are found after it", "[large]") {
  const Text steps = repeated(75'000, [](int) { return Text("again\nstep\n"); });
  CHECK(verdict(stepping + steps + "leave\nwrong\n").starts_with("refuted :"));
  CHECK(verdict(stepping + steps + "thread 0 2\nleave\nwrong\n").starts_with("refuted :"));
  CHECK(verdict(stepping + steps + "thread 0 2\nthread 0 1\nleave\nwrong\n").starts_with("refuted :"));
}

TEST_CASE("many threads that move again and again end at the limit", "[large]") {
  const auto all = [](const Text& event) {
    return repeated(15'000, [&](int i) { return "thread 0 " + number(i) + "\n" + event; });
  };
  CHECK(verdict(stepping + all("again\n") + all("step\n")).starts_with("limit :"));
}

TEST_CASE("that all members of a family have ended is paid for", "[large]") {
  const Text last = "14000";
  const auto ended = [&](const Text& events) {
    return top + "breaks post\nt\ny 0\nn 0\nn " + last +
           "\nl 2 1\nl 1 3\n& 2 3\nassign\natomic 1\nensures -1\nfamily 4 1\nby schedule\nrange 0 " + last + "\nrun\n" +
           events;
  };
  const auto threads = [](int count) {
    return repeated(count, [](int i) { return "thread 0 " + number(i) + "\nstep\n"; });
  };
  CHECK(verdict(ended(threads(14'001))).starts_with("limit :"));
  // a few of them are looked for among all that there may be
  CHECK(verdict(ended(threads(400))).starts_with("limit :"));
}

TEST_CASE("a loop body of shared statements is paid for each time", "[large]") {
  const Text again = repeated(50'000, [](int) { return Text("again\n"); });
  CHECK(verdict(top + "goes wrong\nt\n" + remarks(140'000) + "skip\n" + doubled(16) +
                "loop 17\nfamily 1 18\nby schedule\nrun\nthread 0 1\n" + again)
            .starts_with("limit :"));
}

TEST_CASE("a store of many variables is paid for when it changes", "[large]") {
  const Text values = repeated(25'000, [](int i) { return "v " + number(i) + " 0\n"; });
  const Text steps = repeated(12'000, [](int) { return Text("again\nstep\n"); });
  const Text selections = repeated(12'000, [](int) { return Text("thread 0 1\n"); });
  const Text program = top + "goes wrong\nt\nn 1\nplace 0\nassign 1 1\natomic 1\nloop 1\nfamily 1 2\nby schedule\n" +
                       values + "run\nthread 0 1\n";
  verdict(program + steps);
  verdict(program + selections);
}

TEST_CASE("statements that many families share are paid for", "[large]") {
  const Text families = repeated(12'000, [](int) { return Text("family 1 17\n"); });
  CHECK(verdict(top + "safe\nt\n" + remarks(140'000) + "skip\n" + doubled(16) + families + "by thread-modular\n" +
                repeated(12'000, [](int i) { return "contract " + number(i) + " 1 1\n"; }) + "proof\n")
            .starts_with("limit :"));
}

TEST_CASE("ghosts are looked for at a price", "[large]") {
  const Text ghosts = repeated(20'000, [](int i) { return "ghost " + number(100'000 + i) + "\n"; });
  const Text formula =
      "v 1 0\nn 0\ne 1 2\n" + repeated(59, [](int i) { return "& " + number(i + 1) + " " + number(i + 1) + "\n"; });
  CHECK(verdict(top + "triple\n" + formula + "invariant 60\nby thread-modular\n" + ghosts + "proof\n")
            .starts_with("limit :"));
}

TEST_CASE("normal forms that come to nothing are paid for", "[large]") {
  // a sum of 2,000 variables, less itself
  Text sum = "y 1\n";
  int last = 1;
  for (int i = 2; i <= 2'000; ++i, last += 2)
    sum += "y " + number(i) + "\n+ " + number(last) + " " + number(last + 1) + "\n";
  const Text differences = repeated(60'000, [&](int) { return "- " + number(last) + " " + number(last) + "\n"; });
  CHECK(verdict(top + "unsatisfiable\n" + sum + differences + "t\n! 1\n! -1\nby refutation\nr : 1 2\n")
            .starts_with("certified :"));
}

TEST_CASE("products with terms that are 0 are paid for in conditions", "[large]") {
  Text sum = "v 0 1\n";
  int last = 1;
  for (int i = 1; i < 500; ++i, last += 2)
    sum += "v " + number(i) + " 1\n+ " + number(last) + " " + number(last + 1) + "\n";
  Text lines, entries = "&";
  int term = last;
  for (int i = 1; i <= 2'000; ++i, term += 3) {
    lines += "n " + number(i + 1) + "\n- " + number(term + 1) + " " + number(term + 1) + "\n* " + number(last) + " " +
             number(term + 2) + "\ne " + number(term + 3) + " 1\n";
    entries += " " + number(i);
  }
  const Text statements =
      "assert 2002\natomic 1\n" + repeated(200, [](int i) { return "seq " + number(i + 1) + " 1\n"; });
  verdict(top + "safe\n" + sum + lines + entries + "\nt\n" + statements +
          "family 2002 201\nby thread-modular\ncontract 0 2001 2002\nproof\n");
}

TEST_CASE("long numbers are paid for by their length", "[large]") {
  // trying the integers of a range whose end has 4,000 digits
  CHECK(verdict(top + "goes wrong\nb 0\nl 1 1\n" + remarks(900'000) +
                "t\nA 2\nassert 3\natomic 1\nfamily 2 1\nby schedule\nrange 0 " + Text(3'990, '9') +
                "\nrun\nthread 0 1\nwrong\n")
            .starts_with("limit :"));
  // looking into a map whose indices are as long
  const Text long_number(3'990, '9');
  Text exceptions;
  for (int i = 1'000; i < 1'100; ++i) exceptions += " " + long_number + number(i) + " 0";
  CHECK(
      verdict(top +
              "goes wrong\nv 0 0\nb 0\nn 0\ns 1 2\ne 4 3\nA 1\nt\nassert 2\natomic 1\nfamily 3 1\nby schedule\nrange " +
              long_number + "0 " + long_number + "9999\nV 0 0" + exceptions + "\nrun\nthread 0 1\nwrong\n")
          .starts_with("limit :"));
}

TEST_CASE("there is one budget for the whole file", "[large]") {
  // A formula of 2^k visits as the invariant: looked through once for ghosts and copied three times into
  // conditions.
  const auto after = [](int doublings, std::size_t bytes) {
    const Text formula = "v 1 0\nn 0\ne 1 2\n" +
                         repeated(doublings, [](int i) { return "& " + number(i + 1) + " " + number(i + 1) + "\n"; }) +
                         "t\n";
    const Text entry = number(doublings + 1), truth = number(doublings + 2);
    return verdict(top + "invariant\n" + formula + remarks(bytes) + "invariant " + entry + "\nassert " + truth +
                   "\natomic 1\nfamily " + truth + " 1\nby thread-modular\nghost 0\ncontract 0 " + truth + " " + truth +
                   "\nproof\n");
  };
  CHECK(after(8, 100'000).find("expected the line 'condition'") != Text::npos);
  CHECK(after(25, 100'000).starts_with("limit :"));
  // somewhere in between, the parts are affordable and the whole is not
  std::size_t least = 0, most = 100'000;
  REQUIRE_FALSE(after(17, most).starts_with("limit :"));
  while (most - least > 200) {
    const std::size_t middle = (least + most) / 2;
    (after(17, middle).starts_with("limit :") ? least : most) = middle;
  }
  // 2^18 nodes of which each half is a variable, a numeral and an equation; a visit for each in the search, three for
  // an entry in a copy
  const double visits = 256.0 * static_cast<double>(most);
  CHECK(visits > 4.0 * (1 << 18));
}

namespace {

// A procedure that does nothing, with so many actions; statement 1 is its body, statement 2 calls it, and `statements`
// are more. Variable 0 is the witness, entry 1 is true. What the outline says besides is in `lines`.
Text with_actions(int actions, const Text& statements, const Text& lines) {
  const Text counts = repeated(actions + 1, [](int i) { return "n " + number(i) + "\n"; }) +
                      repeated(actions + 1, [](int i) { return "e 1 " + number(i + 2) + "\n"; });
  return top + "safe\nint 0\nv 0 0\nt\nassign\natomic 1\nprocedure 1\ncall 1\n" + statements + "by procedures\n" +
         counts + "witness 0" + repeated(actions + 1, [](int i) { return " " + number(i + 2); }) +
         "\nabstraction 1 1 1 1 1" + repeated(actions, [](int) { return Text(" 1"); }) + "\n" + lines +
         "contract 0 1 1\nthrough 0 1 1\nproof\n";
}
const Text asks_for_proofs = "the line 'condition' before the refutation";

}   // namespace

TEST_CASE("calls of a procedure with many actions are paid for", "[large]") {
  CHECK(verdict(with_actions(3, "family 1 2\n", "")).find(asks_for_proofs) != Text::npos);
  CHECK(verdict(with_actions(252, "family 1 2\n", "")).find(asks_for_proofs) != Text::npos);
  const Text twice = repeated(12, [](int i) { return "seq " + number(i + 2) + " " + number(i + 2) + "\n"; });
  CHECK(verdict(with_actions(252, twice + "family 1 14\n", "")).starts_with("limit"));
  // in the body of one that has as many
  const Text both = "abstraction 2 1 1 1 1" + repeated(252, [](int) { return Text(" 1"); }) + "\ncalls 2 1 1\n";
  CHECK(verdict(with_actions(252, twice + "procedure 14\nfamily 1 2\n", both)).starts_with("limit"));
}

TEST_CASE("a call at the bottom of deep statements leaves the stack alone", "[large]") {
  for (const Text word : {"loop", "block"}) {
    const Text deep = repeated(4090, [&](int i) { return word + " " + number(i + 2) + "\n"; });
    const Text answer = verdict(with_actions(252, deep + "family 1 4092\n", remarks(200'000)));
    INFO(answer);
    CHECK(answer.find("stack") == Text::npos);
  }
}

// The variables that a procedure does not write are looked for again for each of its actions.
TEST_CASE("what a procedure writes is compared at a price", "[large]") {
  const Text writes = "writes 1" + repeated(4096, [](int i) { return " " + number(i + 1); }) + "\n";
  const Text uses = "uses 0" + repeated(6000, [](int) { return Text(" 8192"); }) + "\n";
  CHECK(verdict(with_actions(252, "family 1 2\n", writes + uses)).find("more work than its size allows") != Text::npos);
}

TEST_CASE("many variables leave the stack alone", "[large]") {
  const Text uses = "uses 0" + repeated(480'000, [](int) { return Text(" 2"); }) + "\n";
  const Text answer = verdict(with_actions(1, "family 1 2\n", "writes 1\n" + uses));
  INFO(answer);
  CHECK(answer.find("stack") == Text::npos);
}
