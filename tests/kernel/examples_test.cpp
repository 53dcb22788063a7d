// The certificates of certificates/: the golden ones are certified, the rejected ones are not, and the oracle agrees.
// With which words each is rejected stands in tests/golden/rejected.golden.

#include <catch2/catch.hpp>
#include <string>

#include "generated_certificates.hpp"
#include "judge.hpp"

using namespace plato_test;
using plato::KernelReport;

TEST_CASE("the golden certificates are certified") {
  const auto texts = read_folder(PLATO_CERTIFICATES "/golden");
  CHECK(texts.size() >= 5);
  for (const std::string& text : texts) {
    const Judgement judgement = judge(text);
    INFO(text.substr(0, 300));
    CHECK(judgement.flaw.value_or("") == "");
    CHECK(judgement.kernel.verdict == KernelReport::Verdict::certified);
  }
}

TEST_CASE("the certificates that were tampered with are rejected") {
  const auto texts = read_folder(PLATO_CERTIFICATES "/rejected");
  CHECK(texts.size() >= 20);
  for (const std::string& text : texts) {
    const Judgement judgement = judge(text);
    INFO(text.substr(0, 300));
    CHECK(judgement.flaw.value_or("") == "");
    CHECK(judgement.kernel.verdict == KernelReport::Verdict::rejected);
  }
}
