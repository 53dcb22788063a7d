// The certificates of certificates/: the golden ones are certified, the rejected ones are not, and the oracle agrees.
// tests/golden/rejected.golden has the words with which each is rejected.

#include <catch2/catch.hpp>
#include <string>
#include <variant>
#include <vector>

#include "generated_certificates.hpp"
#include "judge.hpp"
#include "support/certificate_text.hpp"
#include "support/kernel_answer.hpp"
#include "system/input_file.hpp"

using namespace plato_test;
using plato::KernelReport;

namespace {

std::string text_of(const std::string& path) {
  const auto contents = plato::read_file(path);
  return std::string(plato::as_text(contents.value()));
}

// The certificate that a section of the format's page explains: the first column of its table.
std::string certificate_in(const std::string& page, const std::string& from, const std::string& to) {
  const std::size_t start = page.find("\n" + from);
  std::string text;
  for (const std::string& row : split_lines(page.substr(start, page.find("\n" + to) - start))) {
    const std::string bar = "| <code>&#124;";
    if (row.starts_with("| `"))
      text += row.substr(3, row.find('`', 3) - 3) + "\n";
    else if (row.starts_with(bar))
      text += "|" + row.substr(bar.size(), row.find("</code>") - bar.size()) + "\n";
  }
  return text;
}

std::string without_remarks(const std::string& certificate) {
  std::string text;
  for (const std::string& line : split_lines(certificate))
    if (!line.starts_with('#')) text += line + "\n";
  return text;
}

}   // namespace

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

TEST_CASE("the worked examples of the format's page are golden certificates") {
  const std::string page = text_of(PLATO_CERTIFICATES "/FORMAT.md");
  CHECK(certificate_in(page, "## A worked example", "## A second one") ==
        text_of(PLATO_CERTIFICATES "/golden/three-clauses.cert"));
  CHECK(std::string(header) + certificate_in(page, "## A second one", "## A third one") ==
        without_remarks(text_of(PLATO_CERTIFICATES "/golden/write-keeps-positive.cert")));
  CHECK(certificate_in(page, "## A third one", "## Lines") ==
        text_of(PLATO_CERTIFICATES "/golden/write-lowers-a-value.cert"));
}
