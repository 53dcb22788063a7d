// See foreign_words.hpp.

#include "source/foreign_words.hpp"

#include <span>

namespace plato {
namespace {

struct Foreign {
  std::string_view word, help;
};

std::string find(std::span<const Foreign> list, std::string_view word) {
  for (const Foreign& f : list)
    if (f.word == word) return std::string(f.help);
  return {};
}

constexpr std::string_view else_if = "write 'else if (c) { … }'", braces = "blocks are written '{ … }'",
                           branches = "write 'if (c) { … } else if (d) { … } else { … }'",
                           local = "declare local variables at the start of the thread: 'var x: int = 0'",
                           output = "programs have no output; 'assert e;' says what holds here",
                           waiting = "write 'await e;', which waits until e holds";

constexpr Foreign statements[] = {{"elif", else_if},
                                  {"elseif", else_if},
                                  {"elsif", else_if},
                                  {"do", "write 'while (c) { … }'; what is done before the first test goes before it"},
                                  {"repeat", "write 'while (c) { … }'"},
                                  {"until", "write 'while (!c) { … }'"},
                                  {"loop", "write 'while (true) { … }'"},
                                  {"foreach", "write 'for i in a..b { … }'"},
                                  {"switch", branches},
                                  {"case", branches},
                                  {"match", branches},
                                  {"lock", "write 'acquire(m);'"},
                                  {"unlock", "write 'release(m);'"},
                                  {"print", output},
                                  {"printf", output},
                                  {"println", output},
                                  {"let", local},
                                  {"val", local},
                                  {"int", local},
                                  {"bool", local},
                                  {"begin", braces},
                                  {"end", braces},
                                  {"endif", braces},
                                  {"fi", braces},
                                  {"od", braces},
                                  {"done", braces},
                                  {"wait", waiting},
                                  {"when", waiting},
                                  {"nop", "write 'skip;'"},
                                  {"pass", "write 'skip;'"},
                                  {"either", "write 'choose { … } or { … }'"}};

constexpr std::string_view nothing =
    "there is no null: take an integer that stands for nothing, such as 0 or -1, or a bool beside the variable";
constexpr Foreign values[] = {{"null", nothing},
                              {"NULL", nothing},
                              {"nil", nothing},
                              {"None", nothing},
                              {"True", "it is written 'true'"},
                              {"TRUE", "it is written 'true'"},
                              {"False", "it is written 'false'"},
                              {"FALSE", "it is written 'false'"},
                              {"self", "the identifier of the thread is 'tid'"},
                              {"pid", "the identifier of the thread is 'tid'"},
                              {"old", "the value of x before a step is x, and after it x'"}};

constexpr Foreign words[] = {{"and", "'and' is written '&&'"},
                             {"or", "'or' is written '||'"},
                             {"not", "'not' is written '!'"},
                             {"xor", "of two bools it is written '!='"},
                             {"then", "a statement is written 'if (c) { … }', without 'then'"},
                             {"do", "a loop is written 'while (c) { … }', without 'do'"},
                             {"begin", braces}};

// Two signs that are one elsewhere.
struct ForeignSigns {
  std::string_view first, second, help;
};
constexpr ForeignSigns signs[] = {{"+", "+", "write 'x += 1;'"},
                                  {"-", "-", "write 'x -= 1;'"},
                                  {"&&", "=", "write 'x := x && e;'"},
                                  {"||", "=", "write 'x := x || e;'"},
                                  {"/", "=", "write 'x := x div e;'"},
                                  {"%", "=", "write 'x := x mod e;'"},
                                  {"<", "-", "assignments are written 'x := e'"},
                                  {"!", "=", "'not equal' is written '!=', without a space"},
                                  {"!=", "=", "'not equal' is written '!='"},
                                  {"==", "=", "equality is written '=='"},
                                  {"=", "<", "'at most' is written '<='"},
                                  {"=", ">", "'implies' is written '==>'"},
                                  {"<", ">", "'not equal' is written '!='"}};

}   // namespace

std::string help_for_statement(std::string_view word) { return find(statements, word); }
std::string help_for_value(std::string_view name) { return find(values, name); }

std::string help_for_tokens(const Token& before, const Token& here, const Token& next) {
  for (const ForeignSigns& s : signs)
    if ((here.is(s.first) && next.is(s.second)) || (before.is(s.first) && here.is(s.second)))
      return std::string(s.help);
  if (here.is("=")) return "equality is written '==', an assignment 'x := e'";
  return here.kind == Token::Kind::name || here.kind == Token::Kind::keyword ? find(words, here.text) : "";
}

}   // namespace plato
