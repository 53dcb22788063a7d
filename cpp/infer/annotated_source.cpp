// See annotated_source.hpp.

#include "infer/annotated_source.hpp"

#include <algorithm>
#include <map>

#include "source/program_lexer.hpp"

namespace plato {
namespace {

class Places {
 public:
  Places(std::string_view text, const SyntaxTree& tree) : text_(text), tree_(tree) {
    Diagnostics none;
    tokens_ = read_tokens(text, none);
  }

  // After the '{' of the thread's block. A family's formula may have braces of its own.
  std::size_t beginning_of(const ThreadDeclaration& thread) const {
    std::size_t after = offset_of(thread.where);
    if (thread.members != 0) after = std::max(after, tree_[thread.members].end);
    for (const Token& token : tokens_)
      if (token.offset >= after && token.is("{")) return token.offset + 1;
    return text_.size();
  }

  // The end of the line in which the last global variable is declared, or where the next declaration begins in it.
  std::size_t after_variables() const {
    std::size_t after = 0;
    for (const VariableDeclaration& v : tree_.variables) {
      after = std::max(after, offset_of(v.where));
      if (v.initial != 0) after = std::max(after, tree_[v.initial].end);
    }
    const std::size_t end = std::min(text_.find('\n', after), text_.size());
    for (const Token& token : tokens_)
      if (token.offset > after && token.offset < end && token.kind == Token::Kind::keyword && begins_declaration(token))
        return token.offset;
    return end;
  }

  std::size_t before(const SyntaxStatement& statement) const { return offset_of(statement.where); }

  std::string indentation_at(std::size_t offset) const {
    const std::size_t newline = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
    const std::size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    const std::size_t first = std::min(text_.find_first_not_of(" \t", line), text_.size());
    return std::string(text_.substr(line, first - line));
  }

  // Whether only blanks come before it in a line that goes on.
  bool is_at_beginning(std::size_t offset) const {
    const std::size_t before = offset == 0 ? std::string_view::npos : text_.find_last_not_of(" \t", offset - 1);
    return is_inside_line(offset) && (before == std::string_view::npos || text_[before] == '\n');
  }

  // Whether something of the program follows in the same line.
  bool is_inside_line(std::size_t offset) const {
    const std::size_t next = text_.find_first_not_of(" \t\r", offset);
    return next != std::string_view::npos && text_[next] != '\n';
  }

 private:
  std::string_view text_;
  const SyntaxTree& tree_;

  static bool begins_declaration(const Token& token) {
    constexpr std::string_view words[] = {"thread",  "procedure", "rely",      "guarantee", "invariant",
                                          "init",    "assume",    "predicate", "action",    "module",
                                          "program", "enum",      "private"};
    return std::ranges::find(words, token.text) != std::end(words);
  }
  std::vector<Token> tokens_;

  std::size_t offset_of(const SourceRange& where) const {
    for (const Token& token : tokens_)
      if (token.where.line == where.line && token.where.column == where.column) return token.offset;
    return 0;
  }
};

}   // namespace

std::string line_of(const Annotation& annotation) {
  if (annotation.kind == Annotation::Kind::label) return annotation.formula + ":";
  return (annotation.kind == Annotation::Kind::rely ? "rely " : "invariant ") + annotation.formula;
}

AnnotatedSource annotate(std::string_view text, const SyntaxTree& tree, const std::vector<Annotation>& annotations) {
  const Places places(text, tree);
  std::map<std::size_t, std::vector<std::size_t>> added;   // offset -> annotations
  std::map<std::size_t, std::string> indentations;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    const auto thread = annotations[i].thread;
    const bool is_label = annotations[i].kind == Annotation::Kind::label;
    const std::size_t offset = is_label ? places.before(tree[annotations[i].statement])
                               : thread ? places.beginning_of(tree.threads[*thread])
                                        : places.after_variables();
    indentations[offset] = places.indentation_at(offset) + (thread ? "    " : "");
    added[offset].push_back(i);
  }
  AnnotatedSource result{.text = {}, .lines = std::vector<std::size_t>(annotations.size())};
  std::size_t line = 1, from = 0;
  for (const auto& [offset, which] : added) {
    const std::string_view kept = text.substr(from, offset - from);
    result.text += kept;
    line += static_cast<std::size_t>(std::ranges::count(kept, '\n'));
    const bool is_at_beginning = places.is_at_beginning(offset);
    for (const std::size_t i : which) {
      if (is_at_beginning) {   // the line stays, with its indentation
        result.text += line_of(annotations[i]) + "\n" + indentations[offset];
        result.lines[i] = line++;
        continue;
      }
      result.text += "\n" + indentations[offset] + line_of(annotations[i]);
      result.lines[i] = ++line;
    }
    if (!is_at_beginning && places.is_inside_line(offset)) {
      result.text += "\n" + indentations[offset];
      ++line;
    }
    from = offset;
  }
  result.text += text.substr(from);
  return result;
}

}   // namespace plato
