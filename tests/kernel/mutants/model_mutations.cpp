// The changes, each a function on the model's lines; see model_mutations.hpp.

#include "model_mutations.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "support/certificate_text.hpp"
#include "support/small_problems.hpp"

namespace plato_test {
namespace {

std::string some_integer(std::mt19937& random) {
  switch (draw(random, 8)) {
    case 0: return std::string(1 + pick(random, 60), '9');
    case 1: return "-1" + std::string(pick(random, 30), '0');
    default: return std::to_string(draw(random, 12) - 4);
  }
}

// A number of the line, a name or a value, becomes another.
void change_number(Lines& model, std::mt19937& random) {
  std::string& line = pick_from(model, random);
  Words words = split_words(line);
  if (words.size() < 2) return;
  words[1 + pick(random, words.size() - 1)] = some_integer(random);
  line = join_words(words);
}

void change_last_number(Lines& model, std::mt19937& random) {
  std::string& line = pick_from(model, random);
  Words words = split_words(line);
  if (words.size() < 2) return;
  words.back() = some_integer(random);
  line = join_words(words);
}

void drop_last_number(Lines& model, std::mt19937& random) {
  std::string& line = pick_from(model, random);
  Words words = split_words(line);
  if (words.size() > 1) words.pop_back();
  line = join_words(words);
}

// One more exception of a map, or half of one.
void append_numbers(Lines& model, std::mt19937& random) {
  std::string& line = pick_from(model, random);
  for (int i = 1 + draw(random, 3); i > 0; --i) line += " " + some_integer(random);
}

// An integer becomes a map that is the same everywhere, a map an integer.
void change_kind(Lines& model, std::mt19937& random) {
  constexpr std::string_view kinds = "aaYyVv", others = "yvyYvV";
  std::string& line = pick_from(model, random);
  const std::size_t kind = line.empty() ? kinds.npos : kinds.find(line[0]);
  if (kind != kinds.npos) line[0] = others[kind];
}

void swap_lines(Lines& model, std::mt19937& random) { std::swap(pick_from(model, random), pick_from(model, random)); }

void drop_line(Lines& model, std::mt19937& random) {
  model.erase(model.begin() + static_cast<std::ptrdiff_t>(pick(random, model.size())));
}

void repeat_line(Lines& model, std::mt19937& random) {
  const std::size_t at = pick(random, model.size());
  const std::string line = model[at];
  model.insert(model.begin() + static_cast<std::ptrdiff_t>(at), line);
}

void insert_line(Lines& model, std::mt19937& random) {
  constexpr std::string_view keywords[] = {"a ", "y ", "Y ", "v ", "V ", "# ", "n ", "! ", "model "};
  std::string line{pick_from(keywords, random)};
  for (int i = 1 + draw(random, 4); i > 0; --i) line += std::to_string(draw(random, 6)) + (i > 1 ? " " : "");
  model.insert(model.begin() + static_cast<std::ptrdiff_t>(pick(random, model.size() + 1)), line);
}

using Mutation = void (*)(Lines&, std::mt19937&);
constexpr Mutation mutations[] = {change_number,  change_last_number, change_last_number, drop_last_number,
                                  append_numbers, change_kind,        swap_lines,         drop_line,
                                  repeat_line,    insert_line};

}   // namespace

bool has_model_lines(const std::string& certificate) { return certificate.find("\nby model\n") != std::string::npos; }

void mutate_model(std::string& certificate, std::mt19937& random) {
  Lines lines = split_lines(certificate);
  const auto start = std::ranges::find(lines, "by model");
  if (start == lines.end()) return;
  if (draw(random, 12) == 0 && start != lines.begin() && start + 1 != lines.end()) {
    std::swap(*start, draw(random, 2) == 0 ? *(start - 1) : *(start + 1));
  } else if (draw(random, 24) == 0) {   // something that cannot be evaluated
    lines.insert(start, draw(random, 2) == 0 ? "A 1" : "D 0 0");
  } else {
    Lines model(start + 1, lines.end());
    lines.erase(start + 1, lines.end());
    if (model.empty()) model.push_back("a 1");
    mutations[pick(random, std::size(mutations))](model, random);
    lines.insert(lines.end(), model.begin(), model.end());
  }
  certificate = join_lines(lines);
}

}   // namespace plato_test
