// Fuzzes the kernel with certificates: its verdict must be the oracle's, and no wrong claim is certified. Claims about
// programs, which the oracle does not know, have another second opinion.

#include <string_view>
#include <vector>

#include "fuzz_target.hpp"
#include "kernel/mutants/generated_certificates.hpp"
#include "kernel/mutants/judge.hpp"
#include "kernel/mutants/mutations.hpp"
#include "kernel/mutants/searched_certificates.hpp"
#include "trials/judges/judge_program.hpp"
#include "trials/programs/program_mutations.hpp"

namespace plato_test {
namespace {

bool is_about_program(std::string_view certificate) {
  constexpr std::string_view version = "plato certificate 2\nclaim ";
  return certificate.starts_with(version) && !certificate.substr(version.size()).starts_with("unsat") &&
         !certificate.substr(version.size()).starts_with("sat");
}

}   // namespace

std::string fresh_input(std::mt19937& random) {
  static const std::vector<std::string> searched = searched_certificates(3, 4000);
  static const std::vector<std::string> modelled = modelled_certificates(3, 4000);
  if (random() % 2 == 0) return searched[random() % searched.size()];
  if (random() % 3 == 0) return modelled[random() % modelled.size()];
  if (random() % 6 == 0) return random_cnf_model(random);
  return random() % 4 == 0 ? random_cnf_certificate(random) : random_formula_certificate(random);
}

std::string mutated_input(const std::string& input, const std::string& other, std::mt19937& random) {
  return is_about_program(input) ? mutate_program_certificate(input, other, random) : mutate(input, other, random);
}

}   // namespace plato_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plato_test;
  const std::string certificate(reinterpret_cast<const char*>(data), size);
  const auto flaw = is_about_program(certificate) ? judge_program(certificate, "").flaw : judge(certificate).flaw;
  if (flaw) report_flaw(*flaw);
  return 0;
}
