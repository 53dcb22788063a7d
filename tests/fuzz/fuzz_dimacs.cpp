// Fuzzes the reader of DIMACS files and what comes after it. A problem that was read must be the same after writing and
// reading it again; a complaint must have a place in the file; and a small problem must be answered with a model that
// satisfies it or with a certificate that the kernel accepts, whichever is right when all valuations are tried.

#include <algorithm>
#include <string_view>
#include <variant>

#include "certificate/cnf_writer.hpp"
#include "fuzz_target.hpp"
#include "kernel/kernel_bridge.hpp"
#include "kernel/mutants/mutations.hpp"
#include "sat/dimacs.hpp"
#include "sat/proof_elaboration.hpp"
#include "sat/sat_session.hpp"
#include "support/check_model.hpp"
#include "support/small_problems.hpp"
#include "system/input_file.hpp"

using plato::Cnf;

namespace plato_test {

std::string fresh_input(std::mt19937& random) {
  const std::int32_t variables = 1 + draw(random, 9);
  return "c random\n" + plato::write_dimacs(random_problem(random, variables, 1 + draw(random, 5 * variables), 3));
}

std::string mutated_input(const std::string& input, const std::string& other, std::mt19937& random) {
  return mutate(input, other, random);
}

namespace {

void check_complaint(std::string_view text, const plato::DimacsError& error) {
  const auto lines = 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (error.line < 1 || error.line > lines || error.column < 1 || error.column > text.size() + 1 ||
      error.message.empty())
    report_flaw("the complaint is not about a place in the file");
}

void check_round_trip(const Cnf& cnf) {
  const auto again = plato::read_dimacs(plato::write_dimacs(cnf));
  if (!again || *again != cnf) report_flaw("what was read is written and read again as something else");
}

void check_answer(const Cnf& cnf) {
  const plato::SatAnswer answer = plato::solve(cnf);
  if (const auto* model = std::get_if<plato::Model>(&answer.result)) {
    if (!plato::satisfies(*model, cnf) || !has_model(cnf)) report_flaw("the model does not satisfy the problem");
    return;
  }
  const auto* proof = std::get_if<plato::NoModel>(&answer.result);
  if (proof == nullptr) return;
  if (has_model(cnf)) report_flaw("the solver overlooks a model");
  const auto refutation = plato::elaborate(cnf, proof->proof);
  if (!refutation) report_flaw(refutation.error().message);
  const std::string certificate = plato::write_certificate(cnf, *refutation);
  const plato::KernelReport report = plato::check_with_kernel(plato::as_bytes(certificate));
  if (report.verdict != plato::KernelReport::Verdict::certified)
    report_flaw("the kernel refuses our own certificate: " + report.message);
}

}   // namespace
}   // namespace plato_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = plato::read_dimacs(text);
  if (!read) {
    plato_test::check_complaint(text, read.error());
    return 0;
  }
  const Cnf& cnf = *read;
  plato_test::check_round_trip(cnf);
  if (cnf.variable_count() <= 10) plato_test::check_answer(cnf);
  return 0;
}
