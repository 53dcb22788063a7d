// Fuzzes the kernel with certificates: its verdict must be the oracle's, and no wrong claim is certified.

#include <string_view>
#include <vector>

#include "fuzz_target.hpp"
#include "generated_certificates.hpp"
#include "judge.hpp"
#include "searched_certificates.hpp"

namespace plato_test {

std::string fresh_input(std::mt19937& random) {
  static const std::vector<std::string> searched = searched_certificates(3, 4000);
  static const std::vector<std::string> modelled = modelled_certificates(3, 4000);
  if (random() % 2 == 0) return searched[random() % searched.size()];
  if (random() % 3 == 0) return modelled[random() % modelled.size()];
  if (random() % 6 == 0) return random_cnf_model(random);
  return random() % 4 == 0 ? random_cnf_certificate(random) : random_formula_certificate(random);
}

}   // namespace plato_test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto judgement = plato_test::judge({reinterpret_cast<const char*>(data), size});
  if (judgement.flaw) plato_test::report_flaw(*judgement.flaw);
  return 0;
}
