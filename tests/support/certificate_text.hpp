// Certificates as lists of lines and words, and what each word of a line names.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace plato_test {

using Lines = std::vector<std::string>;
using Words = std::vector<std::string>;

Lines split_lines(const std::string& text);
std::string join_lines(const Lines& lines);
Words split_words(const std::string& line);
std::string join_words(const Words& words);

// Up to 17 digits, with or without a minus sign.
bool is_number(const std::string& word);

inline std::size_t pick(std::mt19937& random, std::size_t bound) { return bound == 0 ? 0 : random() % bound; }

template <class List>
auto& pick_from(List& list, std::mt19937& random) {
  return list[pick(random, std::size(list))];
}

// What a word of a line is.
enum class Role {
  other,   // keywords, names, numbers of axioms and of definition clauses, divisors, numerals
  entry,   // an entry's number or its negative
  term,
  clause,
  fact,   // of an arithmetic lemma
  multiplier,
  instruction,   // its letter
};

// The role of each word of the line.
std::vector<Role> roles_of(const Words& words);

// Lines that make a term, an entry or a clause.
bool makes_term(const std::string& line);
bool makes_entry(const std::string& line);
bool makes_clause(const std::string& line);

}   // namespace plato_test
