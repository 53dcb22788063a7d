// Drills: for every example, the prover lies in every way of lies.hpp. A lie about the proof is rejected. Another
// outline is accepted only if everything that it entails is proved, and never for a program that goes wrong. Another
// program may be certified; then `--against` sees that it is another one. PLATO_LONG_TESTS=1 in the environment tries
// all lies, outlines and programs, and not only some of each kind.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "certificate/program_writer.hpp"
#include "core/read_program.hpp"
#include "kernel/kernel_bridge.hpp"
#include "lies.hpp"
#include "pipeline/check_program.hpp"
#include "pipeline/compare_claim.hpp"
#include "support/how_much.hpp"
#include "system/input_file.hpp"
#include "thread_modular/condition_kinds.hpp"

using namespace plato_test;
using plato::CoreProgram;
using plato::KernelReport;

namespace {

struct Example {
  std::string path;
  CoreProgram program;
  bool is_wrong = false;
};

std::vector<Example> all_examples() {
  std::vector<Example> examples;
  for (const auto& entry : std::filesystem::directory_iterator(PLATO_EXAMPLES)) {
    if (entry.path().extension() != ".plato") continue;
    const auto contents = plato::read_file(entry.path().string());
    auto program = plato::read_program(plato::as_text(contents.value()));
    REQUIRE(program.has_value());
    examples.push_back({entry.path().string(), *std::move(program), entry.path().stem().string().ends_with("-wrong")});
  }
  std::ranges::sort(examples, {}, &Example::path);
  REQUIRE(examples.size() >= 26);
  return examples;
}

const Example& twin_of(const Example& wrong, const std::vector<Example>& examples) {
  std::string path = wrong.path;
  path.erase(path.rfind("-wrong"), 6);
  return *std::ranges::find(examples, path, &Example::path);
}

// The best that can be said for an example, found once.
const Argument& honest_argument(const Example& example) {
  static std::map<std::string, Argument> known;
  const auto found = known.find(example.path);
  if (found != known.end()) return found->second;
  return known.emplace(example.path, argue(example.program, example.is_wrong ? seconds_of_a_liar : 60)).first->second;
}

// Of each kind the first one and from the third on one in so many, among which one is true: to argue for a pretence may
// take the search all of its time, and the kernel reads a whole certificate for each lie. The long run has all.
class SomeOfEachKind {
 public:
  explicit SomeOfEachKind(int one_in) : share_(is_long_run() ? 1 : one_in) {}
  bool has(const std::string& kind) {
    const int number = seen_[kind]++;
    return number == 0 || number % share_ == 2 % share_;
  }
  int share() const { return share_; }

 private:
  int share_;
  std::map<std::string, int> seen_;
};

KernelReport ask_kernel(const std::string& certificate) {
  return plato::check_with_kernel(plato::as_bytes(certificate));
}
bool is_certified(const KernelReport& report) { return report.verdict == KernelReport::Verdict::certified; }

// How often the kernel gave which reason, without its numbers.
class Reasons {
 public:
  void add(const KernelReport& report) {
    std::string kind;
    for (const char c : report.message)
      if (c < '0' || c > '9') kind += c;
    ++counts_[kind];
  }
  std::string table() const {
    std::string text;
    for (const auto& [kind, count] : counts_) text += std::to_string(count) + " " + kind + "\n";
    return text;
  }
  int count(const std::string& part) const {
    int sum = 0;
    for (const auto& [kind, count] : counts_)
      if (kind.find(part) != std::string::npos) sum += count;
    return sum;
  }

 private:
  std::map<std::string, int> counts_;
};

std::size_t line_of_proof(const std::string& program) {
  return static_cast<std::size_t>(std::ranges::count(program, '\n'));
}

// The first one states all that the second does, and more.
bool says_more(const plato::Specification& pretended, const plato::Specification& stated) {
  bool is_more = false;
  for (const auto part : {&plato::Specification::rely, &plato::Specification::guarantee,
                          &plato::Specification::invariant, &plato::Specification::post}) {
    if (stated.*part && pretended.*part != stated.*part) return false;
    is_more = is_more || (!(stated.*part) && pretended.*part);
  }
  return is_more;
}

}   // namespace

TEST_CASE("a lie in the proof is rejected where it is told", "[lies]") {
  Reasons reasons;
  SomeOfEachKind chosen(5);   // conditions of each rule
  std::set<std::string> skipped_rules;
  int lies = 0, true_after_all = 0;
  for (const Example& example : all_examples()) {
    if (example.is_wrong) continue;
    const Argument& argument = honest_argument(example);
    INFO(example.path);
    REQUIRE(argument.is_complete());
    const std::string honest = certificate_of(argument);
    REQUIRE(is_certified(ask_kernel(honest)));
    CHECK(plato::compare_claim(example.path, honest).difference.value_or("") == "");
    std::vector<std::size_t> about;
    for (std::size_t i = 0; i < argument.proved.conditions.size(); ++i)
      if (chosen.has(argument.proved.conditions[i].origin.rule)) about.push_back(i);
    for (const Lie& lie : lies_in_the_proof(argument, about)) {
      INFO(lie.name);
      REQUIRE(lie.certificate.starts_with(argument.text));
      if (lie.certificate == honest) continue;
      const KernelReport report = ask_kernel(lie.certificate);
      // a step may not have been needed, and a refutation may be one of the next condition, too: another proof of the
      // same
      if (is_certified(report) &&
          (lie.name.starts_with("leave out a step") || lie.name.starts_with("use the refutation"))) {
        ++true_after_all;
        continue;
      }
      CHECK(report.verdict == KernelReport::Verdict::rejected);
      CHECK(report.line > line_of_proof(argument.text));
      reasons.add(report);
      if (!lie.rule.empty()) skipped_rules.insert(lie.rule);
      ++lies;
    }
  }
  // The seven of reduction are skipped in reduction_test.cpp and reduction_blocks_test.cpp.
  CHECK(skipped_rules.size() == plato::condition_kinds - 7);
  INFO(lies << " lies\n" << reasons.table());
  CHECK(lies > 4000 / chosen.share());
  CHECK(true_after_all < lies / 50);
  for (const char* reason : {"expected the line 'condition'", "is not unit here", "end without a falsified clause"}) {
    INFO(reason);
    CHECK(reasons.count(reason) > 0);
  }
}

TEST_CASE("another outline is accepted only with proofs of all that it entails", "[lies]") {
  Reasons reasons;
  SomeOfEachKind chosen(3);
  int rejected = 0, accepted = 0;
  for (const Example& example : all_examples())
    for (const Pretence& pretence : other_outlines(example.program)) {
      if (!chosen.has(pretence.kind)) continue;
      INFO(example.path << ": " << pretence.kind << pretence.where);
      const Argument argument = argue(pretence.program, seconds_of_a_liar);
      const KernelReport report = ask_kernel(certificate_of(argument));
      CHECK(is_certified(report) == argument.is_complete());
      CHECK((!is_certified(report) || !example.is_wrong));
      if (!argument.refusal.empty()) CHECK(report.message == argument.refusal);
      if (!is_certified(report)) reasons.add(report);
      ++(is_certified(report) ? accepted : rejected);
    }
  INFO(rejected << " rejected, " << accepted << " accepted\n" << reasons.table());
  CHECK(rejected > 150 / chosen.share());
  CHECK(accepted > 0);
  CHECK(reasons.count("in an explicit outline every operation needs an assertion") > 0);
}

TEST_CASE("a certificate of another program is seen to be one", "[lies]") {
  Reasons reasons;
  SomeOfEachKind chosen(17);
  int rejected = 0, accepted = 0;
  for (const Example& example : all_examples()) {
    const Argument& honest = honest_argument(example);
    const std::string honest_proof = certificate_of(honest).substr(honest.text.size());
    for (const Pretence& pretence : other_programs(example.program)) {
      if (!chosen.has(pretence.kind)) continue;
      INFO(example.path << ": " << pretence.kind << pretence.where);
      const Argument argument = argue(pretence.program, seconds_of_a_liar);
      const std::string certificate = certificate_of(argument);
      if (argument.text == plato::write_program(example.program)) continue;   // it was so already
      const KernelReport report = ask_kernel(certificate);
      // the proof's own formulas, with ghosts, are still those of the honest program
      if (argument.is_complete() && !is_certified(report))
        CHECK(report.message.find("not the program's formula with values for ghost variables") != std::string::npos);
      else
        CHECK(is_certified(report) == argument.is_complete());
      // it is another program, unless it only says more of the same one
      CHECK(plato::compare_claim(example.path, certificate).difference.has_value() !=
            says_more(pretence.program.specification, example.program.specification));
      // and with the honest program put in front of it, it is no proof
      const std::string pasted = plato::write_program(example.program) + certificate.substr(argument.text.size());
      if (const KernelReport again = ask_kernel(pasted); example.is_wrong || !is_certified(again)) {
        CHECK(again.verdict == KernelReport::Verdict::rejected);
        reasons.add(again);
      }
      // nor is the honest proof one of the other program, unless that can be proved
      if (const KernelReport again = ask_kernel(argument.text + honest_proof); !argument.is_complete())
        CHECK(again.verdict == KernelReport::Verdict::rejected);
      ++(is_certified(report) ? accepted : rejected);
    }
  }
  INFO(rejected << " rejected, " << accepted << " accepted\n" << reasons.table());
  CHECK(rejected > 60 / chosen.share());
  CHECK(accepted > 100 / chosen.share());
}

TEST_CASE("what decides what the program does is no ghost, and what does not is one", "[lies]") {
  int lies = 0;
  for (const Example& example : all_examples()) {
    if (example.is_wrong || !plato::is_triple(example.program)) continue;
    const Argument& argument = honest_argument(example);
    REQUIRE(argument.is_complete());
    for (const Lie& lie : lies_about_ghosts(argument)) {
      INFO(example.path << ": " << lie.name);
      const KernelReport report = ask_kernel(lie.certificate);
      CHECK(report.verdict == KernelReport::Verdict::rejected);
      INFO(report.message);
      CHECK(report.message.find(lie.reason) != std::string::npos);
      ++lies;
    }
  }
  CHECK(lies > 25);
}

TEST_CASE("a lie about how a program ends is rejected for its reason", "[lies]") {
  int schedules = 0;
  for (const Example& example : all_examples()) {
    if (!example.is_wrong || !example.program.specification.post) continue;
    INFO(example.path);
    const plato::ExploredProgram explored = plato::explore_program(example.program, {});
    if (explored.exploration.verdict != plato::Exploration::Verdict::breaks_post) continue;
    REQUIRE(explored.is_refuted);
    ++schedules;
    for (const Lie& lie : lies_about_the_end(example.program, explored.certificate)) {
      INFO(lie.name << "\n" << lie.certificate);
      const KernelReport report = ask_kernel(lie.certificate);
      CHECK(report.verdict == KernelReport::Verdict::rejected);
      INFO(report.message);
      CHECK(report.message.find(lie.reason) != std::string::npos);
    }
  }
  CHECK(schedules >= 7);   // the maximum breaks its guarantee before it ends
}

TEST_CASE("no best effort makes a wrong program certified", "[lies]") {
  const std::vector<Example> examples = all_examples();
  std::vector<std::string> right_proofs;
  for (const Example& example : examples) {
    if (example.is_wrong) continue;
    const Argument& argument = honest_argument(example);
    right_proofs.push_back(certificate_of(argument).substr(argument.text.size()));
  }
  for (const Example& example : examples) {
    if (!example.is_wrong) continue;
    INFO(example.path);
    const Argument& argument = honest_argument(example);
    CHECK_FALSE(argument.is_complete());
    CHECK(ask_kernel(certificate_of(argument)).verdict == KernelReport::Verdict::rejected);
    // every proof of its right twin, and of every other example, is a proof of something else
    for (const std::string& stolen : right_proofs)
      CHECK(ask_kernel(argument.text + stolen).verdict == KernelReport::Verdict::rejected);
    // nor does the wrong one's schedule make its twin wrong
    const plato::ExploredProgram explored = plato::explore_program(example.program, {});
    REQUIRE(explored.is_refuted);
    const plato::ProgramClaim claim = plato::program_claim(explored.certificate);
    const std::string own = plato::write_program(example.program, claim);
    const std::string twin = plato::write_program(twin_of(example, examples).program, claim);
    CHECK(ask_kernel(twin + explored.certificate.substr(own.size())).verdict == KernelReport::Verdict::rejected);
  }
}
