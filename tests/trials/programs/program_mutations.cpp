// Changes to the lines that describe a program and to schedules; everything else is in mutations.cpp.

#include "program_mutations.hpp"

#include <algorithm>
#include <array>

#include "kernel/mutants/mutations.hpp"
#include "support/certificate_text.hpp"
#include "support/random_choice.hpp"

namespace plato_test {
namespace {

bool is_of_program(const std::string& line) {
  constexpr std::array<std::string_view, 43> words{
      "atomic ",  "choice ",    "seq ",         "loop ",    "init ",        "assume ",    "invariant ", "family ",
      "rely ",    "guarantee ", "ensures ",     "ghost ",   "lemma ",       "initially ", "contract ",  "explicit ",
      "at ",      "update ",    "environment ", "int ",     "map ",         "place ",     "assign ",    "havoc ",
      "when ",    "assert ",    "if ",          "either ",  "then ",        "operation ", "block ",     "exit ",
      "call ",    "scope ",     "procedure ",   "witness ", "abstraction ", "calls ",     "through ",   "commit ",
      "restore ", "writes ",    "uses "};
  return std::ranges::any_of(words, [&](std::string_view word) { return line.starts_with(word); });
}
bool is_event(const std::string& line) {
  constexpr std::array<std::string_view, 23> words{
      "thread ", "left",  "right",       "again",     "leave",       "step",   "wrong",  "ended",
      "range ",  "first", "second",      "states ",   "bool ",       "open ",  "local ", "store",
      "views ",  "few ",  "identifier ", "constant ", "activation ", "begin ", "end "};
  return std::ranges::any_of(words, [&](std::string_view word) { return line.starts_with(word); });
}
bool is_value(const std::string& line) {
  return line.starts_with("v ") || line.starts_with("V ") || line.starts_with("y ");
}

std::vector<std::size_t> places(const Lines& lines, bool (*is_wanted)(const std::string&)) {
  std::vector<std::size_t> found;
  for (std::size_t i = 2; i < lines.size(); ++i)
    if (is_wanted(lines[i])) found.push_back(i);
  return found;
}

// Another literal, statement or thread in a line.
void change_number(std::string& line, Choice& choose) {
  Words words = split_words(line);
  if (words.size() < 2) return;
  std::string& word = words[1 + choose.below(words.size() - 1)];
  if (!is_number(word)) return;
  const std::int64_t number = std::stoll(word);
  word = std::to_string(choose.chance(25) ? -number : number + choose.between(-2, 2));
  line = join_words(words);
}

void change_program(Lines& lines, Choice& choose) {
  const auto found = places(lines, is_of_program);
  if (found.empty()) return;
  const std::size_t at = choose.of(found);
  if (choose.chance(80))
    change_number(lines[at], choose);
  else if (choose.chance(50))
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
  else
    std::swap(lines[at], lines[choose.of(found)]);
}

void change_schedule(Lines& lines, Choice& choose) {
  const auto events = places(lines, is_event), values = places(lines, is_value);
  if (events.empty() || values.empty()) return;
  const std::size_t at = choose.of(events);
  switch (choose.below(6)) {
    case 0:
      lines[at] = choose.of({"left",         "right",        "again",       "leave",          "step",      "wrong",
                             "ended",        "thread 0 1",   "thread 0 2",  "thread 1 2",     "range 0 2", "first",
                             "second",       "states 9",     "bool 1",      "open 0 0 1",     "local 2",   "race 0 1 0",
                             "race 1 1 1",   "store",        "step 0 0 1",  "step 1 1 0",     "views 9 9", "few 0",
                             "identifier 0", "identifier 1", "constant -1", "activation 0 5", "begin 0 0", "end 1 0"});
      break;
    case 1: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 2: std::swap(lines[at], lines[choose.of(events)]); break;
    case 3: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[choose.of(events)]); break;
    case 4: change_number(lines[at], choose); break;
    default: change_number(lines[choose.of(values)], choose);
  }
}

void change_claim(Lines& lines, Choice& choose) {
  if (lines.size() > 1)
    lines[1] = "claim " + choose.of({"safe", "invariant", "triple", "race-free", "goes wrong", "breaks invariant",
                                     "breaks guarantee", "breaks post", "has race"});
}

}   // namespace

std::string mutate_program_certificate(const std::string& certificate, const std::string& other, std::mt19937& random) {
  Choice choose(random);
  if (choose.chance(30)) return mutate(certificate, other, random);
  Lines lines = split_lines(certificate);
  for (int changes = choose.chance(70) ? 1 : choose.between(2, 3); changes > 0; --changes) {
    const bool has_schedule = std::ranges::find(lines, "run") != lines.end();
    if (choose.chance(4))
      change_claim(lines, choose);
    else if (has_schedule && choose.chance(65))
      change_schedule(lines, choose);
    else
      change_program(lines, choose);
  }
  return join_lines(lines);
}

}   // namespace plato_test
