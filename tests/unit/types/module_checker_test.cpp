// Modules: their variables, and who names those that are private.

#include "types/module_checker.hpp"

#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "support/program_text.hpp"

using namespace plato;

namespace {

const std::string lock =
    "module Lock {\n  private var m: int = 0\n  private var at: {who: int, free: bool}\n  private ghost var g: int = "
    "0\n"
    "  var count: int = 0\n  predicate Mine() = m == tid\n  invariant m >= 0 || m < 0\n"
    "  rely m == tid ==> m' == m\n"
    "  procedure take() action modifies m ensures m == 0 && m' == tid {\n"
    "    var ok: bool = false\n    while (!ok) { ok := cas(m, 0, tid); }\n  }\n}\n";

Errors with_lock(const std::string& rest) { return errors_of(lock + rest); }
std::string core_of(const std::string& text) {
  auto program = read_program(text);
  if (!program) FAIL(render(program.error(), "program", text));
  return core_text(*program);
}

}   // namespace

TEST_CASE("what a module declares is the program's") {
  CHECK(with_lock("thread T { take(); assert Mine(); count := 1; }").empty());
  CHECK(errors_of("module M { thread T { x := 1; } private var x: int }").empty());
  CHECK(errors_of("module M { } thread T { }").empty());
  // The words are names anywhere else.
  CHECK(errors_of("var module, private: int thread T { module := private; private := 1; module: skip; }").empty());
  CHECK(errors_of("procedure module() { skip; } thread T { module(); }").empty());
}

TEST_CASE("a module changes nothing but who may name its variables") {
  std::string flat = lock + "thread T { take(); }\n";
  const std::string grouped = core_of(flat);
  const auto leave_out = [&](const std::string& text, const std::string& blanks) {
    for (std::size_t at = flat.find(text); at != std::string::npos; at = flat.find(text))
      flat.replace(at, text.size(), blanks);
  };
  leave_out("module Lock {", "");
  leave_out("private ", "");
  leave_out("  }\n}\n", "  }\n\n");
  CHECK(core_of(flat) == grouped);
}

TEST_CASE("a private variable is named in its module alone") {
  const std::string help =
      " is private to the module 'Lock' (use a procedure or a predicate of the module, or declare the "
      "variable without 'private')";
  CHECK(with_lock("thread T { m := 1; }") == Errors{"14:12: 'm'" + help});
  CHECK(with_lock("thread T { assert m == 0; }") == Errors{"14:19: 'm'" + help});
  CHECK(with_lock("thread T { requires m == 0\n }") == Errors{"14:21: 'm'" + help});
  CHECK(with_lock("invariant m == 0 thread T { }") == Errors{"14:11: 'm'" + help});
  CHECK(with_lock("rely unchanged(at) thread T { }") == Errors{"14:16: 'at'" + help});
  CHECK(with_lock("thread T { at.who := 1; }") == Errors{"14:12: 'at.who'" + help});
  CHECK(with_lock("thread T { atomic { g := 1; } }") == Errors{"14:21: 'g'" + help});
  CHECK(with_lock("procedure p() modifies m { skip; } thread T { }") == Errors{"14:24: 'm'" + help});
  CHECK(with_lock("procedure p() modifies at { skip; } thread T { }") == Errors{"14:24: 'at'" + help});
  CHECK(with_lock("procedure p() modifies at.who { skip; } thread T { }").size() == 1);
  CHECK(with_lock("predicate Free() = m == 0 thread T { }") == Errors{"14:20: 'm'" + help});
  // Also in another module.
  CHECK(with_lock("module Other { thread T { m := 1; } }").size() == 1);
  // A bound variable of that name is another one.
  CHECK(with_lock("invariant forall m :: m == m thread T { }").empty());
}

TEST_CASE("modules that are not right") {
  CHECK(errors_of("module M { } module M { } thread T { }") ==
        Errors{"1:21: two modules have the name 'M' (choose another name)"});
  CHECK(errors_of("module M { module N { var x: int } } thread T { }") ==
        Errors{"1:12: a module cannot be inside of another one (end the module around it first: '}')"});
  CHECK(
      errors_of("private var x: int thread T { }") ==
      Errors{"1:1: a variable outside of modules cannot be private (put it into one: 'module M { private var x: int … "
             "}')"});
  CHECK(errors_of("module M { var x: int thread T { }").size() == 1);
  CHECK(errors_of("module M { x := 1; var y: int } thread T { y := 1; }").size() == 1);
  CHECK(errors_of("module M { var x: int; } } thread T { }").size() == 1);
  CHECK(errors_of("module M thread T { }").size() == 1);
  CHECK(errors_of("thread T { skip; module M { var x: int }").size() == 1);   // a '}' is missing before it
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "module M { ";
  CHECK(errors_of(deep + "thread T { }").size() <= 3);
}
