// plato-kernel: re-checks certificates with the kernel and its runtime, and links nothing else.
#include <cstdio>
#include <new>
#include <string_view>

#include "command/exit_codes.hpp"
#include "kernel/recheck.hpp"
#include "system/stack_watch.hpp"

namespace {

constexpr std::string_view usage =
    "usage: plato-kernel [--program] CERTIFICATE...\n"
    "\n"
    "Checks each certificate (certificates/FORMAT.md) with the kernel that is proved sound in Lean. Prints one verdict "
    "for\n"
    "each: certified, refuted (the claim holds, and is that a program is wrong), rejected, limit or unreadable, with "
    "the\n"
    "claim or the reason. '-' is standard input.\n"
    "\n"
    "--program: also prints the program that each accepted certificate is about, as Plato source made from the "
    "certificate\n"
    "alone; the verdict is a comment there.\n"
    "\n"
    "exit code: 0 all are certified, 2 bad input, 3 a limit was reached, 4 a program is refuted; of several the "
    "worst:\n"
    "bad input, then a limit, then refuted\n";

void print(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

}   // namespace

int main(int count, char** arguments) {
  plato::watch_stack();
  plato::ExitCode code = plato::ExitCode::certified;
  if (count == 2 && (std::string_view(arguments[1]) == "--help" || std::string_view(arguments[1]) == "-h")) {
    print(stdout, usage);
    return static_cast<int>(code);
  }
  const bool with_program = count >= 2 && std::string_view(arguments[1]) == "--program";
  const int first = with_program ? 2 : 1;
  if (count <= first) {
    print(stderr, usage);
    return static_cast<int>(plato::ExitCode::bad_input);
  }
  try {
    const auto also = with_program ? plato::AlsoShow::program : plato::AlsoShow::nothing;
    for (int i = first; i < count; ++i) {
      const plato::Rechecked result = plato::recheck_file(arguments[i], also);
      print(stdout, plato::describe(arguments[i], result));
      code = plato::worst(code, plato::exit_code(result.report.verdict));
    }
  } catch (const std::bad_alloc&) {
    print(stdout, "limit: there is not enough memory" + plato::code_mark(plato::MessageCode::memory) + "\n");
    code = plato::worst(code, plato::ExitCode::limit);
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    print(stderr, "plato-kernel: cannot write the answer\n");
    code = plato::worst(code, plato::ExitCode::bad_input);
  }
  return static_cast<int>(code);
}
