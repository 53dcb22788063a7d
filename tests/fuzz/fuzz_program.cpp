// Fuzzes the front end with the bytes of programs. A complaint must have a place in the file; what is read must be a
// program that the kernel has conditions for, can be printed, and can be run a little.

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include "certificate/program_writer.hpp"
#include "conditions/conditions.hpp"
#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "explore/explore.hpp"
#include "fuzz_target.hpp"
#include "kernel/mutants/mutations.hpp"
#include "support/certificate_text.hpp"
#include "support/random_choice.hpp"
#include "trials/programs/random_programs.hpp"

namespace plato_test {

std::string fresh_input(std::mt19937& random) { return random_program(random); }

std::string mutated_input(const std::string& input, const std::string& other, std::mt19937& random) {
  Choice choose(random);
  if (choose.chance(60)) return spoil(input, random);
  if (choose.chance(50)) return mutate(input, other, random);
  // a line of the other one, somewhere
  Lines lines = split_lines(input), others = split_lines(other);
  if (!others.empty())
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(choose.below(lines.size() + 1)), choose.of(others));
  return join_lines(lines);
}

namespace {

void check_complaints(std::string_view text, const plato::Diagnostics& diagnostics) {
  if (diagnostics.empty()) report_flaw("a program is refused without a word");
  const auto lines = 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
  for (const plato::Diagnostic& d : diagnostics)
    if (d.message.empty() || d.where.line < 1 || d.where.line > lines || d.where.column < 1 ||
        d.where.column > text.size() + 1)
      report_flaw("the complaint '" + d.message + "' is not about a place in the file");
  if (plato::render(diagnostics, "program", text).empty()) report_flaw("the complaints are not shown");
}

// Only where a procedure that may call itself has no specification is there nothing to prove.
bool has_conditions(const plato::CoreProgram& program) {
  for (plato::ProcedureId p = 1; p <= program.program.procedures.size(); ++p)
    if (procedure_of(program.program, p).is_recursive && !is_abstracted(program.outline, p)) return false;
  return true;
}

void check_program(const plato::CoreProgram& program) {
  if (plato::core_text(program).empty()) report_flaw("the program is printed as nothing");
  const auto conditions = plato::ask_for_conditions(plato::write_program(program));
  if (!conditions) {
    const std::string& why = conditions.error().message;
    const bool is_limit = why.find("deeply") != std::string::npos || why.find("more work") != std::string::npos;
    if (!is_limit && has_conditions(program)) report_flaw("the kernel does not accept a program that was read: " + why);
  }
  plato::explore(program.program, program.specification,
                 {.threads_per_family = 2, .lowest = -1, .highest = 1, .most_states = 200, .most_seconds = 1});
}

}   // namespace
}   // namespace plato_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto program = plato::read_program(text);
  if (program)
    plato_test::check_program(*program);
  else
    plato_test::check_complaints(text, program.error());
  return 0;
}
