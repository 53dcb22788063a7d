// The types in the print of a claim: a `bool` is printed as one where the language reads all its uses as what they are,
// and whatever types a certificate carries, the print is read as the program of the claim.

#include "certificate/program_writer.hpp"
#include "kernel/kernel_bridge.hpp"
#include "support/carried_types.hpp"
#include "support/example_programs.hpp"
#include "support/program_text.hpp"
#include "system/input_file.hpp"

using namespace plato;
using plato_test::with_owners;
using plato_test::with_types;

namespace {

std::string source_of(const std::string& certificate) {
  const auto source = source_from_kernel(as_bytes(certificate));
  if (!source) FAIL(source.error().message);
  return *source;
}
std::string print_of(const std::string& text) { return source_of(write_program(program_of(text))); }

// The print of the certificate is read as what it is about: programs are compared without types.
void check_reading(const std::string& certificate) {
  const std::string print = source_of(certificate);
  INFO(print);
  const std::string again = write_program(program_of(print));
  CHECK(compare_in_kernel(as_bytes(certificate), as_bytes(again)).value() == Comparison::same);
}

bool has_line(const std::string& text, const std::string& line) { return text.find(line + "\n") != std::string::npos; }

const char* const many_uses = R"(
  const q: bool
  const cm: bool[]
  var b, c: bool = true
  var d: bool
  var m: bool[] = map(false)
  var n: bool[]
  var x: int = 3
  init d ==> x == 3
  program { rely unchanged(b, m[x + 1]) && (c' ==> c) && unchanged(n); ensures true }
  thread T[i] for i > 0 {
    var l: bool = false
    b := c;
    b := !c;
    b := c && d;
    d := !(!c);
    c := x != 3;
    m[x] := n[x];
    m := n[x := b];
    m := cm;
    n := map(b || c);
    l := q;
    havoc b, m[3], l;
    while (!m[x]) { l := true; }
    atomic modifies b, c: b' == c && unchanged(c);
    x := if b then 1 else 0;
    m[b] := q && cm[x];
    assert l || m == n || exists j :: m[j];
  })";

}   // namespace

TEST_CASE("a bool is printed as one") {
  const std::string print = print_of(many_uses);
  INFO(print);
  for (const char* line : {"const q: bool",
                           "const cm: bool[]",
                           "var b: bool = true",
                           "var c: bool = true",
                           "var d: bool",
                           "var m: bool[] = map(false)",
                           "var n: bool[]",
                           "var x: int = 3",
                           "var T_l: bool[] = map(false)",
                           "init d ==> x == 3",
                           "  b := c;",
                           "  b := !c;",
                           "  b := c && d;",
                           "  d := !!c;",
                           "  c := x != 3;",
                           "  m[x] := n[x];",
                           "  m := n[x := b];",
                           "  m := cm;",
                           "  n := map(b || c);",
                           "  T_l[tid] := !!q;",
                           "  havoc b, m[3], T_l[tid];",
                           "  while (!m[x]) {",
                           "    T_l[tid] := true;",
                           "  atomic modifies b, c: (b' <==> c) && unchanged(c);",
                           "  x := (if b then 1 else 0);",
                           "  m[(if b then 1 else 0)] := q && cm[x];"}) {
    INFO(line);
    CHECK(has_line(print, line));
  }
  CHECK(print.find("(unchanged(b) && unchanged(m[x + 1])) && (c' ==> c) && unchanged(n)") != std::string::npos);
  CHECK(print_of(print) == print);
  check_reading(write_program(program_of(many_uses)));
}

TEST_CASE("what has no words as a bool is printed as an integer, and so is what it is assigned to") {
  // The answer of `cas` is a choice between stored values.
  const std::string print =
      print_of("var b, c, d, e: bool\nvar ok: bool\nthread T { ok := cas(b, true, c); d := b; e := ok; }");
  INFO(print);
  for (const char* line : {"var b: int", "var c: int", "var d: int", "var e: bool", "var ok: bool"})
    CHECK(has_line(print, line));
  CHECK(print_of(print) == print);
}

TEST_CASE("a carried type is used only if it is one, and nothing rests on it") {
  const std::string head = "plato certificate 2\nclaim safe\n", tail = "by thread-modular\n";
  const auto print = [&](const std::string& lines) { return source_of(head + lines + tail); };
  CHECK(print("int 0 x:bool\nmap 1 y:bool\n") == "var x: bool\nvar y: bool[]\n");
  CHECK(print("int 0 x:int\nint 1 y:\nint 2 :bool\nint 3 z:bool:bool\nint 4 bool\n") ==
        "var _v0: int\nvar _v1: int\nvar _v2: bool\nvar _v3: bool\nvar _v4: int\n");
  CHECK(print("const 1 n:bool\nint 0 n:bool\n") == "const _c1: bool\nvar n: bool\n");
  const std::string terms = "v 0 0\nn 2\nn 0\n";
  CHECK(print("int 0 x:bool\n" + terms + "e 1 2\ninit 1\n") == "var x: int = 2\n");
  CHECK(print("int 0 x:bool\n" + terms + "e 1 2\ninit -1\n") == "var x: int\ninit x != 2\n");
  CHECK(print("int 0 x:bool\n" + terms + "e 1 3\ninit 1\n") == "var x: bool = false\n");
  CHECK(print("int 0 x:bool\n" + terms + "e 1 3\ninit -1\n") == "var x: bool\ninit x\n");
  CHECK(print("int 0 x:bool\n" + terms + "e 3 1\ninit -1\n") == "var x: int\ninit 0 != x\n");
  CHECK(print("int 0 x:bool\n" + terms + "l 1 3\ninit 1\n") == "var x: int\ninit x <= 0\n");
  // A formula of one part is not its part: the value that is stored for x could be any.
  const std::string both = "int 0 x:bool\nint 1 y:bool\nv 0 0\nn 0\nn 1\ne 1 2\n& -1\nI 2 3 2\nI -1 3 2\nplace 1\n";
  const std::string end = "atomic 1\nt\nfamily 3 1\n";
  const std::string start = "var x: bool\nvar y: bool\n\nthread _t0[tid] for true {\n  ";
  CHECK(print(both + "assign 1 4\n" + end) == start + "y := !!(x);\n}\n");
  CHECK(print(both + "assign 1 5\n" + end) == start + "y := !!x;\n}\n");
  CHECK(print(both + "assign 1 1\n" + end) == start + "y := x;\n}\n");
}

TEST_CASE("a local variable of a family is printed as one") {
  const std::string text = R"(
    var x: int = 0
    thread up[i] for i > 0 {
      var n: int = 5
      var ok, seen: bool = false
      while (!ok) { ok := cas(x, n, tid); n := n + 1; }
      havoc seen;
      atomic modifies seen, n: seen' == ok && unchanged(ok) && n' > n;
    }
    thread down[i] for i < 0 {
      var n: int
      n := n - 1;
    })";
  const std::string print = print_of(text), expected = R"(assume true
var x: int = 0

thread up[tid] for 0 < tid {
  var n: int = 5
  var ok: bool = false
  var seen: bool = false
  while (!ok) {
    x, ok := (if x == n then tid else x), x == n;
    n := n + 1;
  }
  havoc seen;
  atomic modifies seen, n: (seen' <==> ok) && unchanged(ok) && n < n';
}

thread down[tid] for tid < 0 {
  var n: int
  n := n - 1;
}
)";
  CHECK(print == expected);
  CHECK(print_of(print) == print);
  check_reading(write_program(program_of(text)));
}

TEST_CASE("a local variable that others see is printed as a map") {
  const auto is_map = [](const std::string& text) {
    const std::string print = print_of(text);
    INFO(print);
    CHECK(print_of(print) == print);
    check_reading(write_program(program_of(text)));
    return print.find("var T_n: int[]") != std::string::npos;
  };
  const std::string family = "thread T[i] for i > 0 { var n: int = 0 n := n + 1; ";
  CHECK_FALSE(is_map("var x: int\n" + family + "}"));
  CHECK(is_map("var x: int\n" + family + "x := T.n[x]; }"));                      // of another thread
  CHECK(is_map("var x: int\ninvariant T.n[3] >= 0\n" + family + "}"));            // in a claim
  CHECK(is_map("var x: int\ninit T.n[3] == 0\n" + family + "}"));                 // in another initial condition
  CHECK(is_map("var x: int\nprogram { rely x' == x }\n" + family + "}"));         // the environment leaves it alone
  CHECK(is_map("var x: int\n" + family + "}\nthread U = -1 { x := T.n[2]; }"));   // in another family
  CHECK(is_map("var x: int\n" + family + "}\nprocedure p() { var k: int = 0 k := k + 1; }"));   // not the last one
  CHECK(is_map("var x: int\nthread T[i] for i > 0 { var n: int = tid n := n + 1; }"));
  CHECK(is_map("var x: int\nthread T[i] for i > 0 { var n: int = 0 par { n := 1; } and { x := 1; } }"));
}

TEST_CASE("a carried name makes no local variable of what is none") {
  const auto print = [](const std::string& variables, const std::string& index) {
    return source_of("plato certificate 2\nclaim safe\n" + variables + "y 0\nn 1\nplace 0 " + index +
                     "\nassign 1 2\natomic 1\nt\nfamily 1 1\ncalled 0 T\nby thread-modular\n");
  };
  const std::string head = "\nthread T[tid] for true {\n";
  CHECK(print("map 0 T_n\n", "1") == head + "  var n: int\n  n := 1;\n}\n");
  CHECK(print("map 0 T_n:bool\n", "1") == head + "  var n: bool\n  n := true;\n}\n");
  CHECK(print("map 0 T_n\n", "2") == "var T_n: int[]\n" + head + "  T_n[1] := 1;\n}\n");
  CHECK(print("map 0 T_n\nint 1 x\n", "1") == "var T_n: int[]\nvar x: int\n" + head + "  T_n[tid] := 1;\n}\n");
  CHECK(print("int 1 n\nmap 0 T_n\n", "1") == "var n: int\nvar T_n: int[]\n" + head + "  T_n[tid] := 1;\n}\n");
  for (const char* name : {"U_n", "Tn", "T_", "T", "T_while", "T__n", "T_9"}) {
    INFO(name);
    CHECK(print("map 0 " + std::string(name) + "\n", "1").find("[tid] := 1;") != std::string::npos);
  }
  CHECK_FALSE(source_from_kernel(as_bytes("plato certificate 2\nclaim safe\nmap 0 T_n\nmap 0 T_n\ny 0\nn 1\nplace 0 1\n"
                                          "assign 1 2\natomic 1\nt\nfamily 1 1\ncalled 0 T\nby thread-modular\n"))
                  .has_value());
}

TEST_CASE("a chain of variables is printed in integers, however long it is") {
  for (std::size_t length : {2, 5, 20, 900}) {
    std::string lines = "plato certificate 2\nclaim safe\n", terms, places, changes, ints;
    for (std::size_t i = 0; i < length; ++i) {
      const std::string number = std::to_string(i);
      lines += "int " + number + " x" + number + ":bool\n";
      terms += "v " + number + " 0\n";
      places += "place " + number + "\n";
      changes += " " + std::to_string(i + 1) + " " + std::to_string(i + 2);   // x0 := x1, x1 := x2, …, 7
      ints += "var x" + number + ": int\n";
    }
    const std::string print = source_of(lines + terms + "n 7\n" + places + "assign" + changes +
                                        "\natomic 1\nt\nfamily 1 1\nby thread-modular\n");
    CHECK(print.starts_with(ints));
  }
}

TEST_CASE("first values are printed with the variables if the language puts them in that order") {
  const auto print = [](const std::string& init) {
    return source_of(
        "plato certificate 2\nclaim safe\nint 0 x\nint 1 y\nv 0 0\nv 1 0\nn 7\ne 1 3\ne 2 3\nl 1 2\nl 2 1\n" + init +
        "\nby thread-modular\n");
  };
  CHECK(print("& 1 2\ninit 5") == "var x: int = 7\nvar y: int = 7\n");
  CHECK(print("& 2 1\ninit 5") == "var x: int\nvar y: int = 7\ninit x == 7\n");
  CHECK(print("& 1 2 3\ninit 5") == "var x: int = 7\nvar y: int = 7\ninit x <= y\n");
  CHECK(print("& 1 3 4\ninit 5") == "var x: int\nvar y: int\ninit x == 7 && x <= y && y <= x\n");
  CHECK(print("& 3 4\n& 1 5\ninit 6") == "var x: int = 7\nvar y: int\ninit x <= y && y <= x\n");
  CHECK(print("& 1 1\ninit 5") == "var x: int = 7\nvar y: int\ninit x == 7\n");
  CHECK(print("init -1") == "var x: int\nvar y: int\ninit x != 7\n");
}

TEST_CASE("whatever types and names a certificate carries, its print is read as the program of the claim") {
  std::size_t types = 0, locals = 0;
  const auto with_all_kinds = [&](const std::string& certificate) {
    check_reading(certificate);
    types += source_of(certificate).find(": bool") != std::string::npos ? 1 : 0;
    locals += source_of(certificate).find("\n  var ") != std::string::npos ? 1 : 0;
    check_reading(with_types(certificate, [](std::size_t) { return false; }));
    check_reading(with_types(certificate, [](std::size_t) { return true; }));
    check_reading(with_types(certificate, [](std::size_t i) { return i % 2 == 0; }));
    for (std::size_t first = 0; first < 3; ++first)
      check_reading(with_owners(certificate, [&](std::size_t i) { return first + (i + 1) / 2; }));
  };
  plato_test::for_each_example([&](const std::filesystem::path& path, const std::string& text) {
    INFO(path.filename());
    with_all_kinds(write_program(program_of(text)));
  });
  CHECK(types > 20);
  CHECK(locals > 10);
  const std::string certificate = write_program(program_of(many_uses));
  with_all_kinds(certificate);
  for (std::size_t which = 0; which < 9; ++which) {
    check_reading(with_types(certificate, [&](std::size_t i) { return i == which; }));
    check_reading(with_types(certificate, [&](std::size_t i) { return i != which; }));
  }
}
