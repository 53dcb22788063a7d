// Messages about places of a source file.

#include "source/message.hpp"

#include <catch2/catch.hpp>

using namespace plato;

TEST_CASE("a message has its place, then what is related, notes and help") {
  const Message message{.code = MessageCode::syntax,
                        .where = {1, 5, 1},
                        .text = "x is not y",
                        .related = {{{2, 1, 1}, "this is y"}},
                        .notes = {"where x = 1"},
                        .help = {"make it so"}};
  CHECK(render(message, "error", "file", "let x\ny\n") ==
        "file:1:5: error: x is not y [P101]\n 1 | let x\n   |     ^\n"
        "file:2:1: note: this is y\n 2 | y\n   | ^\n"
        "  note: where x = 1\n"
        "  help: make it so\n");
  CHECK(render({.code = MessageCode::too_deep, .where = {}, .text = "nothing"}, "error", "file", "") ==
        "file: error: nothing [P103]\n");
}
