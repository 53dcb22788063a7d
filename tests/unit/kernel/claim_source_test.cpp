// The program of a claim, printed by the kernel from the certificate alone: reading the print gives the same claim
// again.

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "kernel/kernel_bridge.hpp"
#include "support/example_programs.hpp"
#include "support/program_text.hpp"
#include "system/input_file.hpp"

using namespace plato;

namespace {

std::string source_of(const std::string& certificate) {
  const auto source = source_from_kernel(as_bytes(certificate));
  if (!source) FAIL(source.error().message);
  return *source;
}

// The print of the program, and the print of what reading that gives; and what is read is the program.
void check_round_trip(const std::string& text) {
  const std::string certificate = write_program(program_of(text)), first = source_of(certificate);
  INFO(first);
  const std::string again = write_program(program_of(first));
  CHECK(source_of(again) == first);
  CHECK(compare_in_kernel(as_bytes(certificate), as_bytes(again)).value() == Comparison::same);
}

}   // namespace

TEST_CASE("the print of every example is read as the same program") {
  plato_test::for_each_example([](const std::filesystem::path& path, const std::string& text) {
    INFO(path.filename());
    check_round_trip(text);
  });
}

TEST_CASE("statements and expressions are printed as they are written") {
  const std::string printed = source_of(write_program(program_of(R"(
    const n: int
    assume n > 0
    var x, y: int = 0
    var a: int[]
    thread T {
      while (x < n) { x := x + 1; }
      if (a[x] == -1 || y != 2 && x <= 3) { a[x], y := y - (x - 1), a[y] * (2 + x); } else { havoc x, a[y]; }
      choose { skip; } or { atomic { assume x == 1; if (y == 0) { y := 1; } } }
      atomic requires x == 0 modifies x: x' > x ensures x' == 5;
    })")));
  const std::string expected = R"(const n: int
assume 0 < n
var x: int = 0
var y: int = 0
var a: int[]

thread T[tid] for tid == 1 {
  while (x < n) {
    x := x + 1;
  }
  if (a[x] == (-1) || y != 2 && x <= 3) {
    a[x], y := y - (x - 1), a[y] * (2 + x);
  } else {
    havoc x, a[y];
  }
  choose {
    skip;
  } or {
    atomic {
      assume x == 1;
      if (y == 0) {
        y := 1;
      }
    }
  }
  atomic requires x == 0 modifies x: x < x' ensures x' == 5;
}
)";
  CHECK(printed == expected);
}

TEST_CASE("a carried name is used only if it is a name, no keyword and the only one") {
  const std::string head = "plato certificate 2\nclaim safe\n", tail = "by thread-modular\n";
  const auto variables = [&](const std::string& lines) { return source_of(head + lines + tail); };
  CHECK(variables("int 0 x\nmap 1 y_2\n") == "var x: int\nvar y_2: int[]\n");
  CHECK(variables("int 0 while\nint 1 x-y\nint 2 _v0\nint 3 a.b\nint 4\n") ==
        "var _v0: int\nvar _v1: int\nvar _v2: int\nvar _v3: int\nvar _v4: int\n");
  CHECK(variables("const 1 n\nint 0 n\nint 1 n\n") == "const _c1: int\nvar n: int\nvar _v1: int\n");
}

TEST_CASE("what would be read as something else is not printed") {
  const std::string head = "plato certificate 2\nclaim safe\n", tail = "atomic 1\nt\nfamily 2 1\nby thread-modular\n";
  const auto is_printed = [&](const std::string& lines) {
    return source_from_kernel(as_bytes(head + lines + tail)).has_value();
  };
  const std::string variables = "v 0 0\nv 1 0\n";
  CHECK(is_printed("int 0\nint 1\n" + variables + "e 1 2\nassert 1\n"));
  CHECK(is_printed("map 0\nmap 1\n" + variables + "m 1 2\nassert 1\n"));
  CHECK_FALSE(is_printed("int 0\nint 1\n" + variables + "m 1 2\nassert 1\n"));   // maps are equal, and 0 everywhere
  CHECK_FALSE(is_printed("map 0\nint 1\n" + variables + "e 1 2\nassert 1\n"));
  CHECK_FALSE(is_printed("int 0\n" + variables + "e 1 2\nassert 1\n"));                 // not declared
  CHECK_FALSE(is_printed("int 0\nint 1\nmap 1\n" + variables + "e 1 2\nassert 1\n"));   // declared twice
  CHECK_FALSE(is_printed("map 0\nn 1\nplace 0\nassign 1 1\nt\n"));
}

TEST_CASE("of the specification only what is claimed is printed") {
  const std::string lines = "int 0 x\nv 0 0\nn 0\ne 1 2\ninvariant 1\nby thread-modular\n";
  CHECK(source_of("plato certificate 2\nclaim safe\n" + lines) == "var x: int\n");
  CHECK(source_of("plato certificate 2\nclaim invariant\n" + lines) == "var x: int\ninvariant x == 0\n");
  CHECK_FALSE(source_from_kernel(as_bytes("plato certificate 2\nclaim unsatisfiable\n")).has_value());
}

TEST_CASE("a print is not longer than its certificate allows") {
  std::string lines = "int 0 " + std::string(300, 'x') + "\nv 0 0\nn " + std::string(3000, '9') + "\ne 1 2\n";
  for (int i = 1; i < 60; ++i) lines += "& " + std::to_string(i) + " -" + std::to_string(i) + "\n";
  const std::string head = "plato certificate 2\nclaim safe\n", tail = "by thread-modular\n";
  const auto short_one = source_from_kernel(as_bytes(head + lines + "init 1\n" + tail));
  REQUIRE(short_one.has_value());
  CHECK(short_one->starts_with("var _v0: int = 999"));   // a name that is too long is not used
  CHECK_FALSE(source_from_kernel(as_bytes(head + lines + "init 60\n" + tail)).has_value());
}

TEST_CASE("connectives are printed as what they are, also those of one part") {
  const auto init = [](const std::string& lines, const std::string& last) {
    return source_of("plato certificate 2\nclaim safe\nint 0 x\nint 1 y\nv 0 0\nv 1 0\ne 1 2\nl 1 2\n" + lines +
                     "init " + last + "\nby thread-modular\n");
  };
  const std::string declared = "var x: int\nvar y: int\ninit ";
  CHECK(init("| 1\n", "3") == declared + "x == y\n");
  CHECK(init("& -1\n", "3") == declared + "x != y\n");
  CHECK(init("| 1 2\n& 3\n", "4") == declared + "(x == y || x <= y)\n");
  CHECK(init("& 1 2\n| 3\n", "-4") == declared + "!(x == y && x <= y)\n");
  CHECK(init("> 1 2\n| 3\n", "4") == declared + "(x == y ==> x <= y)\n");
  CHECK(init("> 1 -2\n", "3") == declared + "x == y ==> y < x\n");
  CHECK(init("| -1 2\n", "3") == declared + "x != y || x <= y\n");
}

TEST_CASE("procedures are printed with blocks and exits, and under no word that is a keyword somewhere") {
  const auto print = [](const std::string& name) {
    return source_of("plato certificate 2\nclaim safe\nint 0 x\nt\nexit 0\nskip\nseq 2 1\nblock 3\nprocedure 4\ncall " +
                     std::string("1\nfamily 1 5\nproc 1 ") + name + "\nby thread-modular\n");
  };
  const auto expected = [](const std::string& name) {
    return "var x: int\n\nprocedure " + name +
           "() {\n  _b0: {\n    skip;\n    goto _b0;\n  }\n}\n\nthread _t0[tid] for true {\n  " + name + "();\n}\n";
  };
  CHECK(print("work") == expected("work"));
  for (const char* word : {"return", "break", "continue", "goto", "procedure", "returns", "enum", "while"})
    CHECK(print(word) == expected("_p1"));
}

TEST_CASE("programs are compared up to steps that do nothing, except where one may break the guarantee") {
  const auto text = [](const std::string& claim, const std::string& statements) {
    return "plato certificate 2\nclaim " + claim + "\nint 0 x\nv 0 0\nn 1\n+ 1 2\nplace 0\nt\nassign 1 3\nassign\n" +
           statements + "guarantee 1\nby schedule\n";
  };
  const auto compared = [&](const std::string& claim, const std::string& ours, const std::string& theirs) {
    const std::string a = text(claim, ours), b = text(claim, theirs);
    return compare_in_kernel(as_bytes(a), as_bytes(b)).value();
  };
  const std::string plain = "atomic 1\nfamily 1 1\n", idle = "atomic 2\natomic 1\nseq 1 2\nfamily 1 3\n",
                    twice = "atomic 1\natomic 1\nseq 1 2\nfamily 1 3\n", nothing = "skip\nfamily 1 1\n",
                    idle_alone = "atomic 2\nfamily 1 1\n";
  for (const char* claim : {"triple", "goes wrong", "breaks post"}) {
    INFO(claim);
    CHECK(compared(claim, plain, plain) == Comparison::same);
    CHECK(compared(claim, idle, plain) == Comparison::thinly_same);
    CHECK(compared(claim, plain, idle) == Comparison::thinly_same);
    CHECK(compared(claim, twice, plain) == Comparison::different);
    // Infinitely many threads that take a step never all end.
    CHECK(compared(claim, idle_alone, nothing) == Comparison::different);
  }
  CHECK(compared("breaks guarantee", plain, plain) == Comparison::same);
  CHECK(compared("breaks guarantee", idle, plain) == Comparison::different);
}
