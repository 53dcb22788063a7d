// Three answers about the same bytes.

#include "judge.hpp"

#include "certificate/claim_kind.hpp"
#include "claim_evaluator.hpp"
#include "oracle/certificate_oracle.hpp"
#include "system/input_file.hpp"

namespace plato_test {
namespace {

using plato::KernelReport;

KernelReport::Verdict kernel_verdict(OracleReport::Verdict verdict) {
  switch (verdict) {
    case OracleReport::Verdict::certified: return KernelReport::Verdict::certified;
    case OracleReport::Verdict::rejected: return KernelReport::Verdict::rejected;
    case OracleReport::Verdict::limit: return KernelReport::Verdict::limit;
  }
  return KernelReport::Verdict::rejected;
}

std::string describe(KernelReport::Verdict verdict, std::size_t line, const std::string& message) {
  return std::string(plato::verdict_word(verdict)) + " in line " + std::to_string(line) + " (" + message + ")";
}

std::optional<std::string> find_flaw(std::string_view certificate, const KernelReport& kernel) {
  if (kernel.verdict == KernelReport::Verdict::certified) {
    const bool is_of_model = plato::claim_kind(certificate) == plato::ClaimKind::satisfiable;
    switch (evaluate_problem(certificate)) {
      case Truth::too_many_atoms:
      case Truth::no_model_found: break;
      case Truth::unsatisfiable:
        if (is_of_model) return "UNSOUND: the kernel certifies a model of a problem that has none";
        break;
      case Truth::satisfiable:
        if (!is_of_model) return "UNSOUND: the kernel certifies that there is no model, and there is one";
        break;
      case Truth::unreadable: return "the kernel certifies a problem that cannot be read";
    }
  }
  const OracleReport oracle = consult_oracle(certificate);
  const KernelReport::Verdict expected = kernel_verdict(oracle.verdict);
  const bool has_no_line = kernel.verdict == KernelReport::Verdict::limit && kernel.line == 0;   // out of memory
  if (expected != kernel.verdict || (oracle.line != kernel.line && !has_no_line))
    return "the kernel says " + describe(kernel.verdict, kernel.line, kernel.message) + ", the oracle " +
           describe(expected, oracle.line, oracle.reason);
  return std::nullopt;
}

}   // namespace

Judgement judge(std::string_view certificate) {
  KernelReport kernel = plato::check_with_kernel(plato::as_bytes(certificate));
  std::optional<std::string> flaw = find_flaw(certificate, kernel);
  return {std::move(kernel), std::move(flaw)};
}

}   // namespace plato_test
