// Grammar, precedence, recovery, limits.

#include "source/program_parser.hpp"

#include <random>

#include "core/core_text.hpp"
#include "support/how_much.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

// The invariant as it is understood.
std::string understood(const std::string& formula) {
  const CoreProgram program =
      program_of("var x, y, z: int var a, b, c: bool var m: int[] var f: bool[] var s: set const N: int invariant " +
                 formula + " thread T { skip; }");
  return text_of(program, program.specification.invariant);
}

}   // namespace

TEST_CASE("operators bind as in Dafny") {
  CHECK(understood("a && b || c ==> a <==> b") == "a && b || c ==> a <==> b");
  CHECK(understood("a && (b || c) ==> (a <==> b)") == "a && (b || c) ==> (a <==> b)");
  CHECK(understood("a ==> b ==> c") == "a ==> (b ==> c)");
  CHECK(understood("x + y * z - 1 == 0") == "x + y * z - 1 == 0");
  CHECK(understood("x - (y - z) == 0") == "x - (y - z) == 0");
  CHECK(understood("0 <= x < N") == "0 <= x && x < N");
  CHECK(understood("!a && b") == "!a && b");
  CHECK(understood("-x < -1") == "0 - x < -1");
  CHECK(understood("x in s && y !in s") == "x in s && y !in s");
  CHECK(understood("m[x + 1] == m[x := 3][y]") == "m[x + 1] == m[x := 3][y]");
  CHECK(understood("x div 2 == x mod 2 && x / 2 == x % 2") == "x div 2 == x mod 2");
  CHECK(understood("(if a then x else y) > 0") == "0 < (if a then x else y)");
  CHECK(understood("forall i, j :: i < j ==> m[i] < m[j]") == "forall i :: forall j :: i < j ==> m[i] < m[j]");
  CHECK(understood("exists i :: f[i]") == "exists i :: f[i]");
  CHECK(understood("s == {} || s == {1, x}") ==
        "(forall i :: i !in s) || (forall i :: i in s <==> map(0)[1 := 1][x := 1][i] != 0)");
}

TEST_CASE("several mistakes are reported, each once") {
  CHECK(errors_of("var x int\nvar y: int\nthread T {\n  x = 1;\n  y := ;\n  y := 2\n}\n") ==
        Errors{"1:7: expected ':' and a type after the name, found the keyword 'int' (write 'var x: int')",
               "4:5: expected ':=' in an assignment, found '=' (assignments are written 'x := e')",
               "5:8: expected an expression, found ';'", "6:9: expected ';' after the assignment, found '}'"});
  CHECK(errors_of("thread T { if (true) { skip; }\nthread U { skip; }") ==
        Errors{"2:1: expected '}' at the end of the thread, found the keyword 'thread'"});
  CHECK(errors_of("var x: int thread T {\n while (x < 3) invariant x > { x := x + 1; }\n x = 3;\n}\nvar y: lok") ==
        Errors{"2:34: expected '}' or ',' in the list, found ':='",
               "3:4: expected ':=' in an assignment, found '=' (assignments are written 'x := e')",
               "5:8: expected a type, found 'lok' (did you mean 'lock'?)"});
  CHECK(errors_of("x := 1;\nvar x: int\nthread T { }") ==
        Errors{"1:1: expected a declaration, found 'x' (statements belong into a thread: thread T { … })"});
  CHECK(errors_of("var x: int thread T { x := 1; var y: int\n x := 2; }") ==
        Errors{"1:31: expected a statement, found the keyword 'var' (local variables, requires, rely, guarantee and "
               "ensures come before "
               "the thread's statements)"});
  CHECK(errors_of("invariant 1 < 2 > 0 thread T { }") ==
        Errors{"1:17: these comparisons cannot be chained (put parentheses, or write them apart with '&&')"});
  CHECK(errors_of("").size() == 1);
}

TEST_CASE("what is nested too deeply is refused, what is long is not") {
  constexpr int many = plato_test::is_sanitized ? 20'000 : 100'000;
  const std::string open(many, '('), close(many, ')');
  CHECK(errors_of("invariant " + open + "true" + close + " thread T { }") ==
        Errors{"1:411: this expression is nested more than 400 deep (split it with named predicates)"});
  CHECK(errors_of("invariant " + std::string(many, '!') + "true thread T { }").size() == 1);
  std::string sum = "1", conjunction = "true", blocks, implies = "true";
  for (int i = 0; i < many; ++i) {
    sum += " + 1";
    conjunction += " && true";
    implies += " ==> true";
    blocks += "if (true) {";
  }
  CHECK(errors_of("invariant " + sum + " > 0 thread T { }").size() == 1);
  CHECK(errors_of("invariant " + implies + " thread T { }").size() == 1);
  CHECK(errors_of("invariant " + conjunction + " thread T { }").empty());
  const Errors nested = errors_of("thread T { " + blocks);
  REQUIRE(!nested.empty());
  CHECK(nested[0].find("statements are nested more than 200 deep") != std::string::npos);
  std::string statements;
  for (int i = 0; i < 20000; ++i) statements += "skip; ";
  CHECK(errors_of("thread T { " + statements + "}").empty());
}

TEST_CASE("mutated programs are read or refused, never more") {
  const std::string source =
      "const N: int assume N > 0 var x, y: int = 0 var p: {a: int, b: bool} var s: set var m: lock invariant x >= 0 && "
      "(forall i :: i in s ==> i > 0) "
      "rely m == tid ==> m' == tid thread T[i] for 1 <= i <= N { var t: int rely x' == x guarantee true while (x < 3) "
      "invariant t > 0 { "
      "if (*) { x, y := y, x; } else if (p.b) { p.a := 1; } choose { acquire(m); } or { release(m); } atomic { assume "
      "x > 0; havoc t; } "
      "atomic requires x > 0 modifies x, t: x' == t' + 1 ensures x' > x; if cas(x, 0, tid) { cut x > 0; } } }";
  REQUIRE(errors_of(source).empty());
  std::mt19937 random(11);
  for (int round = 0; round < 4000; ++round) {
    std::string text = source;
    for (std::size_t i = 1 + random() % 4; i > 0; --i) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text.erase(at, 1 + random() % 8); break;
        case 1: text.insert(at, text.substr(random() % text.size(), 1 + random() % 12)); break;
        default: text[at] = static_cast<char>(random() % 128); break;
      }
    }
    errors_of(text);
  }
}
