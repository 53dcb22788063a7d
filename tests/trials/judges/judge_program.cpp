// See judge_program.hpp.

#include "judge_program.hpp"

#include "certificate/schedule_writer.hpp"
#include "closure_oracle.hpp"
#include "pipeline/check_program.hpp"
#include "schedule_oracle.hpp"
#include "system/input_file.hpp"
#include "trials/programs/certificate_program.hpp"

namespace plato_test {

using plato::Exploration;
using plato::KernelReport;

namespace {

std::string program_part(const std::string& certificate) { return certificate.substr(0, certificate.find("\nby ")); }

bool has_quantifiers(const plato::Program& program) {
  for (std::size_t i = 1; i <= program.table.formula_count(); ++i)
    if (program.table[static_cast<plato::FormulaId>(i)].kind == plato::FormulaKind::all) return true;
  return false;
}

// A certified program is run within small bounds. Where quantifiers are tried on a few integers alone, a schedule
// counts if the kernel replays it: then the kernel contradicts itself.
void explore_it(const plato::CoreProgram& core, ProgramJudgement& judgement) {
  const plato::ExploredProgram explored = plato::explore_program(core, {.threads_per_family = 2,
                                                                        .lowest = -1,
                                                                        .highest = 2,
                                                                        .most_states = 3000,
                                                                        .most_seconds = 2,
                                                                        .uses_symmetry = false});
  judgement.second_opinion = "explored";
  if (explored.exploration.verdict == Exploration::Verdict::no_violation) return;
  if (explored.is_refuted || !has_quantifiers(core.program))
    judgement.flaw = "UNSOUND: the kernel certifies a program that goes wrong";
}

}   // namespace

ProgramJudgement judge_program(const std::string& certificate, const std::string& original) {
  ProgramJudgement judgement{
      .kernel = plato::check_with_kernel(plato::as_bytes(certificate)), .second_opinion = {}, .flaw = {}};
  if (!plato::is_accepted(judgement.kernel.verdict)) return judgement;
  auto read = read_certificate_program(certificate);
  if (!read) return judgement;
  const bool is_refutation = read->claim == "goes wrong" || read->claim == "breaks invariant" ||
                             read->claim == "breaks guarantee" || read->claim == "breaks post" ||
                             read->claim == "has race";
  if (is_refutation != (judgement.kernel.verdict == KernelReport::Verdict::refuted))
    judgement.flaw = "the verdict is not that of the claim";
  const bool is_closure = certificate.find("\nby closure\n") != std::string::npos;
  if (is_closure) {
    const Opinion opinion = look_through_closure(*read);
    if (opinion == Opinion::wrong) judgement.flaw = "UNSOUND: the kernel accepts a closure that is not one";
    if (opinion == Opinion::right) judgement.second_opinion = "looked through";
    if (opinion != Opinion::no_opinion) return judgement;
  }
  if (is_refutation) {
    const Opinion opinion = follow_schedule(*std::move(read));
    if (opinion == Opinion::wrong)
      judgement.flaw = "UNSOUND: the kernel certifies a schedule that is not one of the program";
    if (opinion == Opinion::right) judgement.second_opinion = "followed";
  } else if (program_part(certificate) == program_part(original)) {
    judgement.second_opinion = "known";
  } else {
    if (read->claim == "triple") {
      read->core.specification.post = read->ensures;
      read->core.specification.guarantee = read->guarantee;
    }
    explore_it(read->core, judgement);
  }
  return judgement;
}

}   // namespace plato_test
