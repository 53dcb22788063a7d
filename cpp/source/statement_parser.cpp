// Parsing statements; see statement_parser.hpp.

#include "source/statement_parser.hpp"

#include <algorithm>
#include <array>

#include "source/expression_parser.hpp"
#include "source/par_parser.hpp"
#include "source/scope_parser.hpp"

namespace plato {
namespace {

using Kind = SyntaxStatement::Kind;

constexpr std::array statement_words = {"skip",    "assert", "assume", "await", "havoc",  "cut",   "acquire",
                                        "release", "if",     "while",  "for",   "choose", "atomic"};

// `return`, `break`, `continue` and `goto` are names where an assignment or a label begins with them.
bool at_jump(const TokenStream& tokens) {
  const Token& next = tokens.peek(1);
  if (tokens.at_word("break") || tokens.at_word("continue") || tokens.at_word("goto"))
    return next.is(";") || next.kind == Token::Kind::name;
  return tokens.at_word("return") && !next.is(":=") && !next.is(",") && !next.is("[") && !next.is(".") &&
         !next.is(":") && !next.is("=");
}

// `start T[i];`: the word is a name anywhere else.
bool at_start(const TokenStream& tokens) { return tokens.at_word("start") && tokens.peek(1).kind == Token::Kind::name; }

// `commit` is a name where an assignment, a call or a label begins with it.
bool at_commit(const TokenStream& tokens) {
  const Token& next = tokens.peek(1);
  return tokens.at_word("commit") &&
         (next.kind == Token::Kind::name || next.kind == Token::Kind::keyword || next.is("{"));
}

class StatementParser {
 public:
  StatementParser(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth)
      : tokens_(tokens), tree_(tree), depth_(depth) {}

  SyntaxIndex statement() {
    const std::size_t from = tokens_.position();
    try {
      if (depth_ > deepest_statement)
        tokens_.fail("statements are nested more than " + std::to_string(deepest_statement) + " deep",
                     "put some of them into procedures", MessageCode::too_deep);
      std::vector<SyntaxLabel> labels = read_labels();
      const SourceRange commit = at_commit(tokens_) ? tokens_.next().where : SourceRange{};
      if (commit.line != 0 && !at_statement(tokens_))
        tokens_.fail("expected a statement after 'commit', found " + describe(tokens_.peek()),
                     "write 'commit x := e;': this step is the next action of the procedure");
      SyntaxStatement s = read();
      s.commit = commit;
      s.labels = std::move(labels);
      tree_.statements.push_back(std::move(s));
      return static_cast<SyntaxIndex>(tree_.statements.size() - 1);
    } catch (const SyntaxFault&) {
      skip_to_statement(tokens_, from);
      return SyntaxIndex::none;
    }
  }

 private:
  TokenStream& tokens_;
  SyntaxTree& tree_;
  std::uint32_t depth_;

  ExpressionIndex expression() { return parse_expression(tokens_, tree_); }
  void semicolon(std::string_view after) { tokens_.expect(";", "after " + std::string(after)); }

  std::vector<SyntaxIndex> block(std::string_view after) {
    tokens_.expect("{", after);
    std::vector<SyntaxIndex> body;
    while (!tokens_.at("}") && !tokens_.at_end()) {
      const std::size_t before = tokens_.position();
      if (at_statement(tokens_)) {
        if (const SyntaxIndex s = parse_statement(tokens_, tree_, depth_ + 1); s != SyntaxIndex::none)
          body.push_back(s);
      } else {
        report_no_statement();
        skip_to_statement(tokens_, before);
      }
      if (tokens_.at_body_owner() || tokens_.position() == before) break;   // a '}' is missing
    }
    tokens_.expect("}", "at the end of the block");
    return body;
  }
  void report_no_statement() {
    const Token token = tokens_.peek();
    std::string help;
    if (token.is("var"))
      help = "declare local variables at the start of the thread or procedure";
    else if (help = help_for_statement(token.text); help.empty())
      help = help_for_tokens(token, token, tokens_.peek(1));
    tokens_.report(MessageCode::syntax, token.where, "expected a statement, found " + describe(token), help);
  }

  // L: M: before a statement.
  std::vector<SyntaxLabel> read_labels() {
    std::vector<SyntaxLabel> labels;
    while (tokens_.peek().kind == Token::Kind::name && tokens_.peek(1).is(":")) {
      labels.push_back(label("the name of a label"));
      tokens_.next();
    }
    if (!labels.empty() && !at_statement(tokens_))
      tokens_.fail("expected a statement after the label, found " + describe(tokens_.peek()),
                   "a label at the end of a block is written before 'skip;'");
    return labels;
  }
  SyntaxLabel label(std::string_view what) {
    const Token name = tokens_.expect_name(what);
    return {std::string(name.text), name.where};
  }

  SyntaxStatement read() {
    const Token first = tokens_.peek();
    const std::size_t from = tokens_.position();
    SyntaxStatement s{.where = first.where};
    if (at_par(tokens_)) return parse_par(tokens_, tree_, depth_);
    if (at_scope(tokens_)) return parse_scope(tokens_, tree_, depth_);
    if (at_jump(tokens_)) {
      tokens_.next();
      jump(s, first);
    } else if (at_start(tokens_)) {
      tokens_.next();
      start(s);
    } else if (first.kind == Token::Kind::name) {
      assignment(s);
    } else if (first.is("{")) {
      s.kind = Kind::group;
      s.body = block("before the statements");
      s.text = "{ … }";
      return s;
    } else {
      tokens_.next();
      if (first.is("if")) return conditional(std::move(s), from);
      if (first.is("while")) return loop(std::move(s), from);
      if (first.is("for")) return counting_loop(std::move(s), from);
      if (first.is("choose")) return choose(std::move(s), from);
      if (first.is("atomic") && tokens_.at("{")) {
        s.kind = Kind::block;
        s.body = block("after 'atomic'");
        s.text = tokens_.text_from(from);
        s.where.length = 6;
        return s;
      }
      simple(s, first);
    }
    s.text = tokens_.text_from(from);
    s.where.length = length_on_line(first);
    if (s.kind == Kind::assign && tokens_.at("ghost")) {
      ghosts(s);
      tokens_.accept(";");
      return s;
    }
    semicolon(what(s.kind));
    return s;
  }
  std::uint32_t length_on_line(const Token& first) const {
    const SourceRange& last = tokens_.last().where;
    return last.line == first.where.line ? last.column + last.length - first.where.column : first.where.length;
  }
  static std::string_view what(Kind kind) {
    switch (kind) {
      case Kind::assign: return "the assignment";
      case Kind::assert_: return "the assertion";
      case Kind::assume:
      case Kind::await:
      case Kind::cut: return "the condition";
      case Kind::raw: return "the atomic operation";
      case Kind::call: return "the call";
      default: return "the statement";
    }
  }

  void assignment(SyntaxStatement& s) {
    s.kind = Kind::assign;
    const Token first = tokens_.peek();
    const std::string help = help_for_statement(first.text);
    if (!help.empty() && !at_place()) tokens_.fail("expected a statement, found " + describe(first), help);
    do s.places.push_back(parse_place(tokens_, tree_));
    while (tokens_.accept(","));
    if (s.places.size() == 1 && tree_[s.places[0]].kind == Expression::Kind::call && !tokens_.at(":=")) {
      s.kind = Kind::call;   // p(e);
      s.values = std::move(s.places);
      s.places.clear();
      if (help.empty() || tokens_.at(";")) return;
      tokens_.report(MessageCode::syntax, first.where, "expected a statement, found " + describe(first),
                     help);   // elif (c) { … }
      throw SyntaxFault{};
    }
    using Operator = Expression::Kind;
    for (const auto& [sign, kind] : {std::pair{"+=", Operator::add}, {"-=", Operator::sub}, {"*=", Operator::mul}})
      if (tokens_.at(sign)) s.operation = kind;
    if (s.operation)
      tokens_.next();
    else
      tokens_.expect(":=", "in an assignment",
                     tokens_.at("=") || tokens_.at("==") ? "assignments are written 'x := e'" : "");
    do s.values.push_back(expression());
    while (tokens_.accept(","));
  }

  // Whether the name is used as a variable or a procedure.
  bool at_place() const {
    constexpr std::string_view signs[] = {":=", "+=", "-=", "*=", ",", "[", ".", "("};
    return std::ranges::any_of(signs, [&](std::string_view sign) { return tokens_.peek(1).is(sign); });
  }

  void jump(SyntaxStatement& s, const Token& word) {
    if (word.text == "return") {
      s.kind = Kind::return_;
      if (tokens_.at(";")) return;
      do s.values.push_back(expression());
      while (tokens_.accept(","));
      return;
    }
    s.kind = word.text == "break" ? Kind::break_ : word.text == "continue" ? Kind::continue_ : Kind::goto_;
    if (s.kind == Kind::goto_ || tokens_.peek().kind == Token::Kind::name)
      s.target = label("the label of a statement around this one");
  }

  // start T[i](e, …) after the word.
  void start(SyntaxStatement& s) {
    s.kind = Kind::start;
    s.target = label("the name of a thread");
    if (tokens_.accept("[")) {
      s.condition = expression();
      tokens_.expect("]", "after the identifier of the thread");
    }
    if (!tokens_.accept("(") || tokens_.accept(")")) return;
    do s.values.push_back(expression());
    while (tokens_.accept(","));
    tokens_.expect(")", "or ',' after the argument");
  }

  void simple(SyntaxStatement& s, const Token& word) {
    if (word.is("skip")) {
      s.kind = Kind::skip;
    } else if (word.is("assert") || word.is("assume") || word.is("await") || word.is("cut")) {
      s.kind = word.is("assert")   ? Kind::assert_
               : word.is("assume") ? Kind::assume
               : word.is("await")  ? Kind::await
                                   : Kind::cut;
      s.condition = expression();
    } else if (word.is("havoc")) {
      s.kind = Kind::havoc;
      do s.places.push_back(parse_place(tokens_, tree_));
      while (tokens_.accept(","));
    } else if (word.is("acquire") || word.is("release")) {
      s.kind = word.is("acquire") ? Kind::acquire : Kind::release;
      tokens_.expect("(", "after '" + std::string(word.text) + "'");
      s.places.push_back(parse_place(tokens_, tree_));
      tokens_.expect(")", "after the lock");
    } else {
      raw(s);
    }
  }

  // atomic requires gate modifies x, y : action ensures post
  void raw(SyntaxStatement& s) {
    s.kind = Kind::raw;
    if (tokens_.accept("requires")) s.gate = expression();
    if (tokens_.accept("modifies")) {
      do s.places.push_back(parse_place(tokens_, tree_));
      while (tokens_.accept(","));
    }
    tokens_.expect(":", "before the action",
                   "write 'atomic { … }' or 'atomic requires gate modifies x, y: action with x\\' ensures post;'");
    s.condition = expression();
    if (tokens_.accept("ensures")) s.post = expression();
  }

  SyntaxStatement conditional(SyntaxStatement s, std::size_t from) {
    s.kind = Kind::if_;
    s.condition = parse_condition(tokens_, tree_);
    s.text = tokens_.text_from(from);
    ghosts(s);
    s.body = block("after the condition");
    if (!tokens_.accept("else")) return s;
    s.has_else = true;
    if (tokens_.at("if")) {
      if (const SyntaxIndex other = parse_statement(tokens_, tree_, depth_ + 1); other != SyntaxIndex::none)
        s.other = {other};
    } else {
      s.other = block("after 'else'");
    }
    return s;
  }

  SyntaxStatement loop(SyntaxStatement s, std::size_t from) {
    s.kind = Kind::while_;
    s.condition = parse_condition(tokens_, tree_);
    s.text = tokens_.text_from(from);
    ghosts(s);
    invariants(s);
    s.body = block("after the condition of the loop and its invariants");
    return s;
  }
  void invariants(SyntaxStatement& s) {
    while (tokens_.accept("invariant")) {
      s.invariants.push_back(expression());
      tokens_.accept(";");
    }
  }
  // ghost { g := e; }
  void ghosts(SyntaxStatement& s) {
    if (tokens_.accept("ghost")) s.ghosts = block("after 'ghost'");
  }

  // for i in a..b or for i in a..<b
  SyntaxStatement counting_loop(SyntaxStatement s, std::size_t from) {
    s.kind = Kind::for_;
    const char* form = "write 'for i in a..b { … }', or 'for i in a..<b { … }' without b";
    const bool in_parentheses = tokens_.accept("(");
    const Token name = tokens_.peek();
    s.places.push_back(parse_place(tokens_, tree_));
    if (tree_[s.places[0]].kind != Expression::Kind::name || !tree_[s.places[0]].field.empty()) {
      tokens_.report(MessageCode::syntax, name.where, "expected the name of a local variable after 'for'", form);
      throw SyntaxFault{};
    }
    tokens_.expect("in", "after the variable of the loop", form);
    s.values.push_back(expression());
    tokens_.expect("..", "after the first value", form);
    s.is_open = tokens_.accept("<");
    s.values.push_back(expression());
    if (in_parentheses) tokens_.expect(")", "after the last value");
    s.text = tokens_.text_from(from);
    invariants(s);
    s.body = block("after the range of the loop and its invariants");
    return s;
  }

  SyntaxStatement choose(SyntaxStatement s, std::size_t from) {
    s.kind = Kind::choose;
    s.text = tokens_.text_from(from);
    do s.branches.push_back(block("after 'choose' or 'or'"));
    while (tokens_.accept("or"));
    return s;
  }
};

}   // namespace

bool at_statement(const TokenStream& tokens) {
  const Token& token = tokens.peek();
  if (token.kind == Token::Kind::name) return !tokens.at_procedure() && !tokens.at_module();
  if (token.is("{")) return true;
  return token.kind == Token::Kind::keyword && std::ranges::find(statement_words, token.text) != statement_words.end();
}

SyntaxIndex parse_statement(TokenStream& tokens, SyntaxTree& tree, std::uint32_t depth) {
  return StatementParser(tokens, tree, depth).statement();
}

// Quadratic only in the number of mistakes.
void skip_to_statement(TokenStream& tokens, std::size_t from) {
  std::size_t open = tokens.open_braces(from);
  bool is_first = tokens.position() == from;   // always get further
  for (; !tokens.at_end(); is_first = false) {
    if ((open == 0 && tokens.at("}")) || tokens.at_body_owner()) return;
    if (open == 0 && !is_first && tokens.peek().kind == Token::Kind::keyword && !tokens.at("if") &&
        (at_statement(tokens) || tokens.at("var")))
      return;
    if (tokens.at("{")) ++open;
    const bool closes = tokens.at("}"), ends = tokens.at(";");
    tokens.next();
    if (closes) --open;
    if (open == 0 && (ends || closes)) return;
  }
}

}   // namespace plato
