// See renumbering.hpp. What the numbers of a line are is said in certificates/FORMAT.md.

#include "batches/renumbering.hpp"

#include <optional>

namespace plato {

// Reads one line and writes it anew; it knows what each number of it is.
class Renumbering::LineReader {
 public:
  LineReader(const Renumbering& numbers, std::string_view line) : numbers_(numbers), words_(line) {
    const std::string_view word = words_.word();
    letter_ = word.size() == 1 ? word[0] : '\0';
    text_ = std::string(word);
  }

  enum class Kind : std::uint8_t { term, formula, step, none };

  Kind read() {
    static constexpr std::string_view raw_terms = "nvyb", two_terms = "+-*/%PBsD";
    if (letter_ == '\0') return Kind::none;
    if (raw_terms.find(letter_) != std::string_view::npos) return kept() ? Kind::term : Kind::none;
    if (two_terms.find(letter_) != std::string_view::npos) return term() && term() && ends() ? Kind::term : Kind::none;
    switch (letter_) {
      case 'u': return term() && term() && term() && ends() ? Kind::term : Kind::none;
      case 'k': return term() && ends() ? Kind::term : Kind::none;
      case 'I': return literal() && term() && term() && ends() ? Kind::term : Kind::none;
      case 'w': return literal() && ends() ? Kind::term : Kind::none;
      case 't':
      case 'a': return kept() ? Kind::formula : Kind::none;
      case 'l':
      case 'e':
      case 'm': return term() && term() && ends() ? Kind::formula : Kind::none;
      case '&':
      case '|':
      case '>':
      case '=':
      case '?':
      case 'A': return literals() && ends() ? Kind::formula : Kind::none;
      default: return step() ? Kind::step : Kind::none;
    }
  }

  std::string& text() { return text_; }

 private:
  const Renumbering& numbers_;
  BatchWords words_;
  char letter_ = '\0';
  std::string text_;

  bool ends() const { return words_.at_end(); }

  bool step() {
    switch (letter_) {
      case 'd': return literal() && kept();
      case 'c': return literals() && ends();
      case 'q':
      case 'j': return keep() && literals() && ends();
      case 'i':
      case 'o': return literal() && term() && literal() && ends();
      case 'r': return literals() && keep() && kept();   // clauses are counted in each refutation
      case 'x': return kept();
      case 'f': return literals() && keep() && instructions();
      default: return false;
    }
  }

  void put(std::int64_t number) { text_ += " " + std::to_string(number); }

  // A word as it is.
  bool keep() {
    if (words_.at_end()) return false;
    text_ += " " + std::string(words_.word());
    return true;
  }
  bool kept() {
    while (!words_.at_end()) keep();
    return true;
  }

  std::optional<std::int64_t> in_certificate(std::uint32_t number, std::uint32_t kernels,
                                             const std::vector<std::uint32_t>& made) const {
    if (number <= kernels) return number;
    if (number - kernels > made.size()) return std::nullopt;
    return made[number - kernels - 1];
  }
  bool term() {
    const auto number = words_.number();
    const auto mapped = number ? in_certificate(*number, numbers_.kernels_terms_, numbers_.terms_) : std::nullopt;
    if (mapped) put(*mapped);
    return mapped.has_value();
  }
  bool literal() {
    const std::string_view rest = words_.rest();
    const bool is_negated = rest.starts_with('-');
    if (is_negated) words_ = BatchWords(rest.substr(1));
    const auto number = words_.number();
    const auto mapped =
        number && *number != 0 ? in_certificate(*number, numbers_.kernels_formulas_, numbers_.formulas_) : std::nullopt;
    if (mapped) put(is_negated ? -*mapped : *mapped);
    return mapped.has_value();
  }
  // Up to the end or a colon.
  bool literals() {
    while (!words_.at_end() && !words_.rest().starts_with(':'))
      if (!literal()) return false;
    return true;
  }

  // Of an `f` line: some of their numbers are terms.
  bool instructions() {
    while (!words_.at_end()) {
      const std::string_view instruction = words_.rest().substr(0, words_.rest().find(' '));
      keep();
      if (instruction == "t" && !(keep() && term())) return false;
      if (instruction == "s" && !term()) return false;
      if ((instruction == "q" || instruction == "o") && !(term() && term())) return false;
    }
    return true;
  }
};

tl::expected<std::string, BatchFault> Renumbering::renumbered(std::string_view refutation, JoinedNumbers& joined) {
  std::string result;
  BatchText text(refutation);
  const auto enter = [&](std::string& line, std::unordered_map<std::string, std::uint32_t>& there, std::uint32_t& last,
                         std::vector<std::uint32_t>& made) {
    const auto [at, is_new] = there.try_emplace(line, last + 1);
    made.push_back(at->second);
    if (!is_new) return;
    ++last;
    result += line + "\n";
  };
  while (const auto line = text.next()) {
    LineReader reader(*this, *line);
    switch (reader.read()) {
      case LineReader::Kind::term: enter(reader.text(), joined.terms, joined.last_term, terms_); break;
      case LineReader::Kind::formula: enter(reader.text(), joined.formulas, joined.last_formula, formulas_); break;
      case LineReader::Kind::step: result += reader.text() + "\n"; break;
      case LineReader::Kind::none:
        return tl::unexpected(
            BatchFault{text.line(), "this is no line of a refutation, or it names what is not there"});
    }
  }
  return result;
}

}   // namespace plato
