// The changes, each a function on the text or its lines; see mutations.hpp.

#include "mutations.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "logic_mutations.hpp"
#include "model_mutations.hpp"
#include "support/certificate_text.hpp"
#include "support/small_problems.hpp"

namespace plato_test {
namespace {

// ---- bytes

void replace_byte(std::string& text, std::mt19937& random) {
  if (text.empty()) return;
  constexpr std::string_view digits = "0123456789", keywords = "at&|>=?!drxp#nvyb+*/%PBsukIwDlemAfcqjioztYV",
                             spaces = " \n\t\r", signs = "-:+ ";
  char& byte = pick_from(text, random);
  const auto other_of = [&](std::string_view set) { return set[pick(random, set.size())]; };
  // mostly for one of its own class, so that the line can still be read
  if (pick(random, 4) == 0)
    byte = static_cast<char>(random() & 255);
  else if (digits.find(byte) != digits.npos)
    byte = other_of(digits);
  else if (keywords.find(byte) != keywords.npos)
    byte = other_of(keywords);
  else if (spaces.find(byte) != spaces.npos)
    byte = other_of(spaces);
  else
    byte = other_of(signs);
}

void insert_byte(std::string& text, std::mt19937& random) {
  constexpr std::string_view likely = "0123456789- \n:#!|&rxdclefqijo+*sn";
  text.insert(pick(random, text.size() + 1), 1, likely[pick(random, likely.size())]);
}

void remove_byte(std::string& text, std::mt19937& random) {
  if (!text.empty()) text.erase(pick(random, text.size()), 1);
}

void swap_bytes(std::string& text, std::mt19937& random) {
  if (text.size() < 2) return;
  const std::size_t at = pick(random, text.size() - 1);
  std::swap(text[at], text[at + 1]);
}

void truncate(std::string& text, std::mt19937& random) { text.resize(pick(random, text.size() + 1)); }

void repeat_chunk(std::string& text, std::mt19937& random) {
  const std::size_t from = pick(random, text.size()), count = 1 + pick(random, 40);
  text.insert(pick(random, text.size() + 1), text.substr(from, count));
}

// ---- numbers of one line

// Applies a change to the words of a random line that has numbers, all but its keyword.
template <class Change>
void change_words(std::string& text, std::mt19937& random, Change change) {
  Lines lines = split_lines(text);
  if (lines.empty()) return;
  for (int attempt = 0; attempt < 20; ++attempt) {
    std::string& line = pick_from(lines, random);
    Words words = split_words(line);
    if (words.size() < 2 || line.starts_with('#') || !is_number(words.back())) continue;
    change(words, 1 + pick(random, words.size() - 1));
    line = join_words(words);
    break;
  }
  text = join_lines(lines);
}

void nudge_number(std::string& text, std::mt19937& random) {
  change_words(text, random, [&](Words& words, std::size_t at) {
    if (!is_number(words[at])) return;
    const std::int64_t change = 1 + draw(random, 3);
    words[at] = std::to_string(std::stoll(words[at]) + (draw(random, 2) == 0 ? change : -change));
  });
}

void flip_sign(std::string& text, std::mt19937& random) {
  change_words(text, random, [&](Words& words, std::size_t at) {
    if (is_number(words[at])) words[at] = words[at][0] == '-' ? words[at].substr(1) : "-" + words[at];
  });
}

void replace_number(std::string& text, std::mt19937& random) {
  const Words all = split_words(text);
  change_words(text, random, [&](Words& words, std::size_t at) { words[at] = pick_from(all, random); });
}

void drop_number(std::string& text, std::mt19937& random) {
  change_words(text, random,
               [](Words& words, std::size_t at) { words.erase(words.begin() + static_cast<std::ptrdiff_t>(at)); });
}

void repeat_number(std::string& text, std::mt19937& random) {
  change_words(text, random, [](Words& words, std::size_t at) {
    const std::string word = words[at];
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), word);
  });
}

void swap_numbers(std::string& text, std::mt19937& random) {
  change_words(text, random,
               [&](Words& words, std::size_t at) { std::swap(words[at], words[1 + pick(random, words.size() - 1)]); });
}

// ---- whole lines

template <class Change>
void change_lines(std::string& text, Change change) {
  Lines lines = split_lines(text);
  if (!lines.empty()) change(lines);
  text = join_lines(lines);
}

void drop_line(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(pick(random, lines.size())));
  });
}

void repeat_line(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    const std::string line = pick_from(lines, random);
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(pick(random, lines.size() + 1)), line);
  });
}

void swap_lines(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) { std::swap(pick_from(lines, random), pick_from(lines, random)); });
}

void swap_neighbours(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    const std::size_t at = pick(random, lines.size());
    if (at > 0) std::swap(lines[at - 1], lines[at]);
  });
}

void change_keyword(std::string& text, std::mt19937& random) {
  constexpr std::string_view keywords = "at&|>=?!drx#nvyb+-*/%PBsukIwDlemAfcqjio";
  change_lines(text, [&](Lines& lines) {
    std::string& line = pick_from(lines, random);
    if (!line.empty()) line[0] = keywords[pick(random, keywords.size())];
  });
}

void insert_line(std::string& text, std::mt19937& random) {
  const std::string number = std::to_string(1 + draw(random, 30)), other = std::to_string(1 + draw(random, 30));
  const std::string lines[] = {"t",
                               "a 1",
                               "&",
                               "|",
                               "# remark",
                               "by refutation",
                               "by model",
                               "y 1 " + number,
                               "Y 2 " + number + " " + other + " 7",
                               "v 1 0 " + number,
                               "! 1",
                               "! -" + number,
                               "x",
                               "x " + number,
                               "x " + number + " " + other,
                               "d " + number + " 0",
                               "d " + number + " 1",
                               "r : " + number + " " + other,
                               "r " + number + " : " + other,
                               "r 1 -1 : " + number};
  change_lines(text, [&](Lines& all) {
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(pick(random, all.size() + 1)), pick_from(lines, random));
  });
}

// ---- numberings, throughout the file: what a dishonest writer would do

// What the numbers of entries, clauses and terms become; each keeps its sign.
struct Renaming {
  using Function = std::function<std::int64_t(std::int64_t)>;
  Function entry, clause, term;
};

void rename_all(Lines& lines, const Renaming& renaming) {
  for (std::string& line : lines) {
    Words words = split_words(line);
    if (words.empty() || line[0] == '#') continue;
    const std::vector<Role> roles = roles_of(words);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto& rename = roles[i] == Role::entry    ? renaming.entry
                           : roles[i] == Role::clause ? renaming.clause
                           : roles[i] == Role::term   ? renaming.term
                                                      : nullptr;
      if (!rename || !is_number(words[i])) continue;
      const std::int64_t number = std::stoll(words[i]);
      const std::int64_t renamed = rename(std::llabs(number));
      words[i] = std::to_string(number < 0 ? -renamed : renamed);
    }
    line = join_words(words);
  }
}

// One of the three numberings: the lines that make something, and a renaming of it alone.
struct Numbering {
  bool (*makes)(const std::string&);
  Renaming (*only)(Renaming::Function);
};
constexpr Numbering numberings[] = {
    {makes_entry,
     [](Renaming::Function f) {
       return Renaming{std::move(f), nullptr, nullptr};
     }},
    {makes_clause,
     [](Renaming::Function f) {
       return Renaming{nullptr, std::move(f), nullptr};
     }},
    {makes_term,
     [](Renaming::Function f) {
       return Renaming{nullptr, nullptr, std::move(f)};
     }},
};

// The indices of the lines that make something.
std::vector<std::size_t> places(const Lines& lines, bool (*makes)(const std::string&)) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (makes(lines[i])) found.push_back(i);
  return found;
}

void swap_two(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    const Numbering& numbering = pick_from(numberings, random);
    const auto count = places(lines, numbering.makes).size();
    const auto a = static_cast<std::int64_t>(1 + pick(random, count)),
               b = static_cast<std::int64_t>(1 + pick(random, count));
    rename_all(lines, numbering.only([&](std::int64_t n) { return n == a ? b : n == b ? a : n; }));
  });
}

// The entry's negation takes its place everywhere.
void negate_everywhere(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    const auto chosen = static_cast<std::int64_t>(1 + pick(random, places(lines, makes_entry).size()));
    rename_all(lines, numberings[0].only([&](std::int64_t n) { return n == chosen ? -n : n; }));
  });
}

// Drops a line that makes something and closes the gap in the numbering; what named it now names another.
void drop_and_renumber(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    const Numbering& numbering = pick_from(numberings, random);
    const auto found = places(lines, numbering.makes);
    if (found.empty()) return;
    const std::size_t chosen = pick(random, found.size());
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(found[chosen]));
    const auto number_of_it = static_cast<std::int64_t>(chosen) + 1;
    rename_all(lines, numbering.only([&](std::int64_t n) { return n > number_of_it ? n - 1 : n; }));
  });
}

// Inserts a new entry or term and makes room for it in the numbering: still right, if nothing else is changed.
void insert_and_renumber(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    const bool is_term = draw(random, 2) == 0;
    const Numbering& numbering = numberings[is_term ? 2 : 0];
    const auto found = places(lines, numbering.makes);
    if (found.empty()) return;
    const std::size_t chosen = pick(random, found.size());
    const auto number_of_it = static_cast<std::int64_t>(chosen) + 1;
    rename_all(lines, numbering.only([&](std::int64_t n) { return n >= number_of_it ? n + 1 : n; }));
    const bool is_first = draw(random, 2) == 0;
    const char* made = is_term ? (is_first ? "n 1" : "y 1") : (is_first ? "t" : "a 1");
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(found[chosen]), made);
  });
}

// The two assertions' or steps' lines change places, and all that names them follows: still right, for assertions.
void reorder_and_renumber(std::string& text, std::mt19937& random) {
  change_lines(text, [&](Lines& lines) {
    const auto found = places(lines, makes_clause);
    if (found.size() < 2) return;
    const std::size_t first = pick(random, found.size()), second = pick(random, found.size());
    std::swap(lines[found[first]], lines[found[second]]);
    const auto a = static_cast<std::int64_t>(first) + 1, b = static_cast<std::int64_t>(second) + 1;
    rename_all(lines, numberings[1].only([&](std::int64_t n) { return n == a ? b : n == b ? a : n; }));
  });
}

using Mutation = void (*)(std::string&, std::mt19937&);
constexpr Mutation mutations[] = {
    replace_byte,      replace_byte,        insert_byte,          remove_byte, swap_bytes,        truncate,
    repeat_chunk,      nudge_number,        nudge_number,         flip_sign,   flip_sign,         replace_number,
    drop_number,       repeat_number,       swap_numbers,         drop_line,   repeat_line,       swap_lines,
    swap_neighbours,   change_keyword,      insert_line,          swap_two,    negate_everywhere, drop_and_renumber,
    drop_and_renumber, insert_and_renumber, reorder_and_renumber,
};

}   // namespace

std::string mutate(std::string certificate, const std::string& other, std::mt19937& random) {
  // The first two lines are left alone most of the time: without them nothing else is read.
  const std::size_t second = certificate.find('\n') + 1, third = certificate.find('\n', second) + 1;
  const std::string spared = draw(random, 32) == 0 ? "" : certificate.substr(0, third);
  certificate.erase(0, spared.size());
  const int changes = draw(random, 4) != 0 ? 1 : 2 + draw(random, 3);
  for (int i = 0; i < changes; ++i) {
    const std::size_t chosen = pick(random, std::size(mutations) + 1);
    if (has_model_lines(certificate) && draw(random, 2) == 0) {
      mutate_model(certificate, random);
    } else if (speaks_of_terms(certificate) && draw(random, 2) == 0) {
      mutate_logic(certificate, other, random);
    } else if (chosen < std::size(mutations)) {
      mutations[chosen](certificate, random);
    } else {
      // a line of the other certificate in place of one of this
      Lines lines = split_lines(certificate);
      const Lines others = split_lines(other);
      if (!lines.empty() && !others.empty()) pick_from(lines, random) = others[pick(random, others.size())];
      certificate = join_lines(lines);
    }
  }
  return spared + certificate;
}

}   // namespace plato_test
