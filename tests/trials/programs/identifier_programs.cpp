// See identifier_programs.hpp.

#include "identifier_programs.hpp"

#include "support/random_choice.hpp"

namespace plato_test {

namespace {

// Shared are a lock m, an identifier w, and data x and b; a thread has an identifier k and data u, or only one of them.
class IdentifierWriter {
 public:
  explicit IdentifierWriter(std::mt19937& random) : choose_(random) {}

  std::string program() {
    none_ = choose_.of({"0", "0", "-1"});
    has_who_ = choose_.chance(60);
    has_own_ = choose_.chance(35);
    std::string text =
        "var m: lock = 0\nvar x: 0..2 = 0\nvar b: bool" + choose_.of({" = false", " = false", " = true", ""}) + "\n";
    if (has_who_) text += "var w: int = " + none_ + "\n";
    if (choose_.chance(15)) text += "invariant " + shared_condition() + " || " + shared_condition() + "\n";
    const bool has_end = choose_.chance(10);
    if (!has_end && choose_.chance(10)) text += "program { guarantee x' >= x || b }\n";
    if (choose_.chance(15)) text += "race-free x\n";
    if (has_end) text += "program { ensures " + shared_condition() + choose_.of({" || m == 0", " || m != 0"}) + " }\n";
    text += "thread T[i] for " + std::string(has_end ? "1 <= i <= 6" : "i > 0") + " {\n  var u: int = 0\n";
    if (has_own_) text += "  var k: int = " + none_ + "\n";
    text += body(choose_.between(2, 5)) + "}\n";
    if (choose_.chance(15)) text += "thread U = -7 {\n  " + data_step() + "\n  " + data_step() + "\n}\n";
    return text;
  }

 private:
  Choice choose_;
  std::string none_;
  bool has_who_ = false, has_own_ = false;

  std::string identifier() {
    if (has_own_ && choose_.chance(30)) return "k";
    if (has_who_ && choose_.chance(50)) return "w";
    return choose_.of({"m", "tid"});
  }
  std::string shared_condition() { return choose_.of({"x == 0", "x != 1", "x < 2", "b", "!b"}); }
  std::string condition() {
    if (choose_.chance(35)) return shared_condition();
    if (choose_.chance(10)) return choose_.of({"u == 0", "u == x"});
    if (choose_.chance(3)) return "m < tid";   // that is more
    const std::string other = choose_.chance(40) ? (choose_.chance(50) ? "0" : none_) : identifier();
    return identifier() + choose_.of({" == ", " != "}) + other;
  }
  std::string data_step() {
    return choose_.of({"x := 0;", "x := 1;", "x := if x == 2 then 0 else x + 1;", "b := !b;", "b := true;", "havoc b;",
                       "acquire(m); x := 1; release(m);", "skip;"});
  }
  std::string step() {
    if (choose_.chance(40)) return data_step();
    if (choose_.chance(15)) return choose_.of({"u := x;", "x := u;"});
    if (choose_.chance(2)) return "x := if tid > 1 then 1 else 2;";   // that is more
    const std::string from = choose_.chance(20) ? none_ : identifier();
    if (has_own_ && choose_.chance(50)) return "k := " + from + ";";
    if (has_who_) return "w := " + from + ";";
    return "m := " + choose_.of({"0", "tid"}) + ";";
  }
  std::string body(int length) {
    std::string text;
    for (; length > 0; --length) switch (choose_.below(10)) {
        case 9: text += "  b := cas(m, 0, tid);\n"; break;
        case 0: text += "  if (" + condition() + ") { " + step() + " } else { " + step() + " }\n"; break;
        case 1: text += "  await " + condition() + ";\n"; break;
        case 2:
        case 3: text += "  assert " + condition() + " || " + condition() + ";\n"; break;
        case 4:
          text += "  acquire(m);\n  " + step() + "\n  assert m == tid && (" + condition() + " || " + condition() +
                  ");\n  release(m);\n";
          break;
        case 5: text += "  choose { " + step() + " } or { " + step() + " " + step() + " }\n"; break;
        case 6: text += "  atomic { await " + condition() + "; " + step() + " " + step() + " }\n"; break;
        default: text += "  " + step() + "\n";
      }
    return text;
  }
};

}   // namespace

std::string identifier_program(std::mt19937& random) { return IdentifierWriter(random).program(); }

}   // namespace plato_test
