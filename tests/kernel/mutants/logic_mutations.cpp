// The changes, each a function on the lines; see logic_mutations.hpp.

#include "logic_mutations.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "support/certificate_text.hpp"
#include "support/small_problems.hpp"

namespace plato_test {
namespace {

// A line of a certificate taken apart, to be put back.
struct Taken {
  std::string& line;
  Words words;
  std::vector<Role> roles;

  explicit Taken(std::string& text) : line(text), words(split_words(text)), roles(roles_of(words)) {}
  void put_back() const { line = join_words(words); }

  std::vector<std::size_t> places(Role role) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 1; i < words.size(); ++i)
      if (roles[i] == role && (role == Role::instruction || is_number(words[i]))) found.push_back(i);
    return found;
  }
};

// A random line that the condition holds of.
template <class Condition>
std::string* find_line(Lines& lines, std::mt19937& random, Condition condition) {
  std::vector<std::string*> found;
  for (std::string& line : lines)
    if (condition(line)) found.push_back(&line);
  return found.empty() ? nullptr : pick_from(found, random);
}

bool has_keyword(const std::string& line, std::string_view keywords) {
  return line.size() > 1 && line[1] == ' ' && keywords.find(line[0]) != keywords.npos;
}

// A random line that has words of this role; they are given to `change`, with their places.
template <class Change>
void change_role(Lines& lines, std::mt19937& random, Role role, Change change) {
  std::string* line = find_line(
      lines, random, [&](std::string& text) { return !text.starts_with('#') && !Taken(text).places(role).empty(); });
  if (line == nullptr) return;
  Taken taken(*line);
  change(taken.words, taken.places(role));
  taken.put_back();
}

std::size_t count_of(const Lines& lines, bool (*makes)(const std::string&)) {
  return static_cast<std::size_t>(std::ranges::count_if(lines, makes));
}

void change_multiplier(Lines& lines, std::mt19937& random) {
  change_role(lines, random, Role::multiplier, [&](Words& words, const auto& places) {
    std::string& word = words[pick_from(places, random)];
    const std::int64_t value = std::stoll(word);
    const std::int64_t others[] = {-value, value + 1, value - 1, 0, 2 * value, 1};
    word = std::to_string(pick_from(others, random));
  });
}

void change_fact(Lines& lines, std::mt19937& random) {
  change_role(lines, random, Role::fact, [&](Words& words, const auto& places) {
    if (places.size() > 1 && draw(random, 2) == 0)
      std::swap(words[pick_from(places, random)], words[pick_from(places, random)]);
    else
      words[pick_from(places, random)] = std::to_string(draw(random, 12) - 1);
  });
}

void change_term(Lines& lines, std::mt19937& random) {
  const std::size_t terms = count_of(lines, makes_term);
  change_role(lines, random, Role::term, [&](Words& words, const auto& places) {
    words[pick_from(places, random)] = std::to_string(draw(random, 30) == 0 ? 0 : 1 + pick(random, terms + 1));
  });
}

void change_entry(Lines& lines, std::mt19937& random) {
  const std::size_t entries = count_of(lines, makes_entry);
  change_role(lines, random, Role::entry, [&](Words& words, const auto& places) {
    std::string& word = words[pick_from(places, random)];
    word = (word[0] == '-' ? "-" : "") + std::to_string(1 + pick(random, entries));
  });
}

// The words from one instruction letter to the next.
std::pair<std::size_t, std::size_t> instruction_at(const Taken& taken, std::size_t which) {
  const auto letters = taken.places(Role::instruction);
  return {letters[which], which + 1 < letters.size() ? letters[which + 1] : taken.words.size()};
}

void change_instructions(Lines& lines, std::mt19937& random) {
  std::string* line = find_line(lines, random, [](std::string& text) {
    return has_keyword(text, "f") && !Taken(text).places(Role::instruction).empty();
  });
  if (line == nullptr) return;
  Taken taken(*line);
  const std::size_t count = taken.places(Role::instruction).size();
  const auto [from, to] = instruction_at(taken, pick(random, count));
  Words& words = taken.words;
  const auto at = [&](std::size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
  const Words piece(at(from), at(to));
  switch (draw(random, 5)) {
    case 0: words[from] = std::string(1, "czptsqx"[draw(random, 7)]); break;
    case 1: words.erase(at(from), at(to)); break;
    case 2: words.insert(at(from), piece.begin(), piece.end()); break;
    case 3: {   // the instruction at the end, where it counts
      words.erase(at(from), at(to));
      words.insert(words.end(), piece.begin(), piece.end());
      break;
    }
    default: {
      const std::string additions[] = {"s 1",   "s 2",    "z 2",       "z 3",   "p 0 0", "p 0 1",
                                       "c 1 0", "c -1 0", "c 1 0 1 1", "t 0 1", "q 1 2"};
      for (const std::string& word : split_words(pick_from(additions, random))) words.push_back(word);
    }
  }
  taken.put_back();
}

// `q`, `j`: another axiom or case.
void change_axiom(Lines& lines, std::mt19937& random) {
  std::string* line = find_line(lines, random, [](std::string& text) { return has_keyword(text, "qj"); });
  if (line == nullptr) return;
  Taken taken(*line);
  if (taken.words.size() > 1) taken.words[1] = std::to_string(draw(random, taken.words[0] == "q" ? 8 : 3));
  taken.put_back();
}

// Two instances change their terms or what they instantiate to; or an instance becomes a generalization.
void change_instances(Lines& lines, std::mt19937& random) {
  const auto is_instance = [](std::string& text) { return has_keyword(text, "io") && split_words(text).size() == 4; };
  std::string* one = find_line(lines, random, is_instance);
  std::string* other = find_line(lines, random, is_instance);
  if (one == nullptr) return;
  Taken first(*one), second(*other);
  const int choice = draw(random, 4);
  if (choice == 3)
    first.words[0] = first.words[0] == "i" ? "o" : "i";
  else if (one != other)
    std::swap(first.words[static_cast<std::size_t>(choice) + 1], second.words[static_cast<std::size_t>(choice) + 1]);
  first.put_back();
  if (one != other) second.put_back();
}

// Another operator or shape with as many arguments.
void change_head(Lines& lines, std::mt19937& random) {
  constexpr std::string_view families[] = {"+-*/%PBsD", "lem", "&|", ">=", "io", "yb", "ul"};
  std::string* line = find_line(lines, random, [&](std::string& text) {
    return std::ranges::any_of(families, [&](std::string_view family) { return has_keyword(text, family); });
  });
  if (line == nullptr) return;
  for (const std::string_view family : families)
    if (has_keyword(*line, family)) {
      (*line)[0] = family[pick(random, family.size())];
      break;
    }
}

void change_numeral(Lines& lines, std::mt19937& random) {
  std::string* line =
      find_line(lines, random, [](std::string& text) { return has_keyword(text, "n") && is_number(text.substr(2)); });
  if (line == nullptr) return;
  const std::int64_t value = std::stoll(line->substr(2));
  const std::int64_t others[] = {value + 1, value - 1, -value, 0, value * 2};
  *line = "n " + std::to_string(pick_from(others, random));
}

// The two sides of a comparison, or the arguments of an operator, change places: often still right.
void swap_sides(Lines& lines, std::mt19937& random) {
  std::string* line = find_line(lines, random, [](std::string& text) { return has_keyword(text, "+-*/%PBsDlem"); });
  if (line == nullptr) return;
  Taken taken(*line);
  if (taken.words.size() == 3) std::swap(taken.words[1], taken.words[2]);
  taken.put_back();
}

// A literal of a step left out, doubled, or moved.
void change_step_literals(Lines& lines, std::mt19937& random) {
  std::string* line = find_line(lines, random, [](std::string& text) {
    return has_keyword(text, "fcqj") && !Taken(text).places(Role::entry).empty();
  });
  if (line == nullptr) return;
  Taken taken(*line);
  const auto places = taken.places(Role::entry);
  const auto at = taken.words.begin() + static_cast<std::ptrdiff_t>(pick_from(places, random));
  const std::string word = *at;
  switch (draw(random, 4)) {
    case 0: taken.words.erase(at); break;
    case 1: taken.words.insert(at, word); break;
    case 2: *at = word[0] == '-' ? word.substr(1) : "-" + word; break;
    default: std::swap(*at, taken.words[pick_from(places, random)]);
  }
  taken.put_back();
}

using Mutation = void (*)(Lines&, std::mt19937&);
constexpr Mutation mutations[] = {
    change_multiplier, change_multiplier,    change_fact,          change_fact,         change_term,
    change_term,       change_entry,         change_instructions,  change_instructions, change_axiom,
    change_instances,  change_head,          change_head,          change_numeral,      change_numeral,
    swap_sides,        change_step_literals, change_step_literals,
};

}   // namespace

bool speaks_of_terms(const std::string& certificate) {
  for (const std::string_view piece : {"\nl ", "\ne ", "\nm "})
    if (certificate.find(piece) != std::string::npos) return true;
  return false;
}

void mutate_logic(std::string& certificate, const std::string& other, std::mt19937& random) {
  Lines lines = split_lines(certificate);
  if (lines.empty()) return;
  const std::size_t chosen = pick(random, std::size(mutations) + 2);
  if (chosen < std::size(mutations)) {
    mutations[chosen](lines, random);
  } else {
    const Lines others = split_lines(other);
    if (!others.empty())
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(pick(random, lines.size() + 1)),
                   others[pick(random, others.size())]);
  }
  certificate = join_lines(lines);
}

}   // namespace plato_test
