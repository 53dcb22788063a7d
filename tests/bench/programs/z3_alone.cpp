// z3_alone PROGRAM: the processor time, in seconds, that Z3 takes for all conditions of a program, without any search
// of ours; and the number of conditions that it does not settle.
//
// The same questions as `plato check` would ask, put in the same way: one context, and for each condition a table of
// its own. The time is that of setting Z3 up, of translating and of solving.

#include <cstdio>

#include "certificate/program_writer.hpp"
#include "conditions/condition_problem.hpp"
#include "conditions/conditions.hpp"
#include "conditions/prove_conditions.hpp"
#include "core/read_program.hpp"
#include "search/z3_session.hpp"
#include "source/diagnostic.hpp"
#include "system/input_file.hpp"
#include "system/processor_time.hpp"

// For one condition; what takes longer is not settled.
constexpr double most_seconds = 10;

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: z3_alone PROGRAM\n");
    return 2;
  }
  const auto contents = plato::read_file(arguments[1]);
  if (!contents) return 2;
  const auto program = plato::read_program(plato::as_text(contents.value()));
  if (!program) return 2;
  auto asked = plato::ask_for_conditions(plato::write_program(*program));
  if (!asked) return 2;
  plato::Conditions& conditions = *asked;
  const plato::Problem all = plato::problem_of_conditions(program->program, std::move(conditions.table));
  double seconds = 0;
  int unsettled = 0;
  for (const plato::Condition& condition : conditions.conditions) {
    const plato::Problem problem = plato::problem_of(all, condition.literals);
    const double start = plato::processor_seconds();
    const plato::Z3Answer answer = plato::ask_z3(problem, {.seconds = most_seconds});
    seconds += plato::processor_seconds() - start;
    if (answer.verdict == plato::Z3Answer::Verdict::satisfiable) return 1;
    if (answer.verdict != plato::Z3Answer::Verdict::unsatisfiable) ++unsettled;
  }
  std::printf("%.9f %d\n", seconds, unsettled);
  return 0;
}
