// A file with procedures and no threads is about the most general client of them.

#include "source/general_client.hpp"

#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "source/program_parser.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

SyntaxTree with_client(const std::string& text) {
  Diagnostics diagnostics;
  SyntaxTree tree = parse_program(text, diagnostics);
  REQUIRE(diagnostics.empty());
  add_general_client(tree);
  return tree;
}

const std::string lock =
    "var m: int = 0\nprocedure take(n: int)\n  requires n > 0 && (forall n :: n == n)\n{ await m == 0; m := n; }\n"
    "procedure give() { m := 0; }\n";

}   // namespace

TEST_CASE("without threads, any number of threads call the procedures for ever") {
  const SyntaxTree tree = with_client(lock);
  REQUIRE(tree.threads.size() == 1);
  const ThreadDeclaration& client = tree.threads[0];
  CHECK(client.name == "client");
  CHECK(client.is_family);
  CHECK(client.members == 0);
  REQUIRE(client.locals.size() == 1);
  CHECK(client.locals[0].name == "take_n");
  REQUIRE(client.body.size() == 1);
  const SyntaxStatement& loop = tree[client.body[0]];
  CHECK(loop.kind == SyntaxStatement::Kind::while_);
  CHECK(tree[loop.body.at(0)].branches.size() == 2);
  CHECK(read_program(lock).has_value());
}

TEST_CASE("arguments are any for which what is required holds; what a quantifier binds keeps its name") {
  const SyntaxTree tree = with_client(lock);
  const auto& first = tree[tree[tree.threads[0].body[0]].body[0]].branches[0];
  REQUIRE(first.size() == 2);
  const SyntaxStatement& assumed = tree[tree[first[0]].body.at(1)];
  CHECK(assumed.kind == SyntaxStatement::Kind::assume);
  const Expression& both = tree[assumed.condition];
  CHECK(tree[tree[both.parts[0]].parts[0]].name == "take_n");
  CHECK(tree[tree[tree[both.parts[1]].parts[0]].parts[0]].name == "n");
}

TEST_CASE("names that are taken are avoided, and a thread or no procedure at all leaves the file as it is") {
  CHECK(with_client("var client, p_n: int procedure p(n: int) { skip; }").threads.at(0).name == "client_");
  CHECK(with_client("var client, p_n: int procedure p(n: int) { skip; }").threads.at(0).locals.at(0).name == "p_n_");
  CHECK(with_client("procedure p() { skip; } thread T { skip; }").threads.size() == 1);
  CHECK(with_client("var x: int").threads.empty());
  CHECK(errors_of("var x: int").size() == 1);
}
