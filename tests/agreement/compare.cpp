// Compares what a compiled report says on our runtime with what Lean's own evaluation of it said, line by line.
//
//     agreement_<group> <file with Lean's answer>
//
// The report function and its module's initialiser are given by the build. Also checks that nothing leaks and nothing
// panics.

#include <lean_runtime.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

extern "C" {
lean_object* AGREEMENT_INITIALISE(uint8_t builtin);
lean_object* AGREEMENT_REPORT(lean_object* seed);
}

namespace {

constexpr std::size_t seed = 1;   // the same that Lean was given

std::string our_answer() {
  const lean_runtime::Call call;
  lean_object* report = AGREEMENT_REPORT(lean_box(seed));
  std::string answer(lean_string_cstr(report), lean_string_size(report) - 1);
  lean_dec(report);
  if (const auto panic = lean_runtime::take_panic()) answer += "panic: " + *panic + "\n";
  if (const std::size_t lost = lean_runtime::live_objects()) answer += "leak: " + std::to_string(lost) + " objects\n";
  return answer;
}

// Shows where two lines begin to differ, with the text before that place.
void show_difference(std::size_t number, const std::string& ours, const std::string& expected) {
  const auto parting = std::mismatch(ours.begin(), ours.end(), expected.begin(), expected.end()).first;
  const auto column = static_cast<std::size_t>(parting - ours.begin());
  const std::size_t from = column < 100 ? 0 : column - 100;
  std::cerr << "line " << number << ", from column " << from + 1 << "\n  Lean: " << expected.substr(from, 200)
            << "\n  ours: " << ours.substr(from, 200) << "\n";
}

std::size_t count_differences(std::istream& ours, std::istream& expected) {
  std::size_t differences = 0;
  std::string our_line, expected_line;
  for (std::size_t number = 1;; ++number) {
    const bool have_ours = static_cast<bool>(std::getline(ours, our_line));
    const bool have_expected = static_cast<bool>(std::getline(expected, expected_line));
    if (!have_ours && !have_expected) return differences;
    if (!have_ours) our_line = "(no line)";
    if (!have_expected) expected_line = "(no line)";
    if (our_line == expected_line) continue;
    if (++differences <= 10) show_difference(number, our_line, expected_line);
  }
}

}   // namespace

int main(int argc, char** argv) {
  std::ifstream expected(argc == 2 ? argv[1] : "");
  if (!expected) {
    std::cerr << "usage: agreement_<group> <file with Lean's answer>\n";
    return 2;
  }
  lean_runtime::initialise(AGREEMENT_INITIALISE);
  const std::string answer = our_answer();
  std::istringstream ours(answer);
  const std::size_t differences = count_differences(ours, expected);
  std::cout << std::count(answer.begin(), answer.end(), '\n') << " lines, " << differences << " differences\n";
  return answer.empty() || differences != 0 ? 1 : 0;
}
