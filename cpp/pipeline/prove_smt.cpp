// problem → Z3 → search → certificate, stage by stage; see prove_smt.hpp.

#include "pipeline/prove_smt.hpp"

#include <fmt/format.h>

#include "certificate/model_writer.hpp"
#include "certificate/refutation_writer.hpp"
#include "logic/formula_text.hpp"
#include "search/decide.hpp"
#include "smtlib/smt_model.hpp"

namespace plato {
namespace {

ProverResult satisfiable(const Problem& problem, const std::optional<ProblemModel>& model) {
  if (!model) return tl::unexpected(unknown("Z3 finds a model, but not one that can be written down and confirmed"));
  return UncheckedCertificate{.claim = ClaimKind::satisfiable,
                              .bytes = write_problem(problem.table, problem.assertions, ClaimKind::satisfiable) +
                                       write_model(to_logic_model(problem, *model)),
                              .smt_model = write_smt_model(problem, *model)};
}

// The assertions that matter, as text.
std::string condition_text(const Problem& problem, std::span<const std::size_t> assertions) {
  VariableNames names;
  names.logic = [&](std::int32_t number) {
    for (const ProblemSymbol& symbol : problem.symbols)
      if (symbol.number == number && !(symbol.result == Sort::boolean && symbol.arguments.empty())) return symbol.name;
    return std::string();
  };
  names.atom = [&](std::int32_t number) {
    for (const ProblemSymbol& symbol : problem.symbols)
      if (symbol.number == number && symbol.result == Sort::boolean && symbol.arguments.empty()) return symbol.name;
    return std::string();
  };
  constexpr std::size_t shown = 40;
  std::string text;
  for (std::size_t i = 0; i < assertions.size() && i < shown; ++i)
    text += "  " + formula_text(problem.table, problem.assertions[assertions[i]], names, 200) + "\n";
  if (assertions.size() > shown) text += fmt::format("  … and {} more\n", assertions.size() - shown);
  return text;
}

Proved uncertified(const Problem& problem, std::span<const std::size_t> assertions, const NoRefutation& none) {
  return {
      .answer = Proved::Answer::uncertified,
      .code = MessageCode::uncertified,
      .is_limit = none.is_limit,
      .message = "Z3 finds no model, but the search found no refutation that the kernel could check: " + none.message,
      .needed = condition_text(problem, assertions)};
}

}   // namespace

tl::expected<SmtScript, Proved> read_smt_questions(std::string_view text) {
  auto read = read_smtlib(text);
  if (!read)
    return tl::unexpected(
        bad_input({MessageCode::bad_smtlib, read.error().line, read.error().column, read.error().message}, text));
  return *std::move(read);
}

ProverResult prove_problem(Problem problem, const ProveOptions& options) {
  const Decision decision = decide(problem, {.effort = options.effort, .deadline = options.deadline});
  if (decision.refutation)
    return UncheckedCertificate{.bytes = write_certificate(problem.table, problem.assertions, *decision.refutation)};
  switch (decision.z3.verdict) {
    case Z3Answer::Verdict::satisfiable: return satisfiable(problem, decision.z3.model);
    case Z3Answer::Verdict::unsatisfiable: return tl::unexpected(uncertified(problem, decision.needed, decision.none));
    case Z3Answer::Verdict::unknown: break;
  }
  if (decision.is_wall) return tl::unexpected(unknown("the time limit was reached", MessageCode::time_limit));
  return tl::unexpected(unknown(fmt::format("Z3 does not know ({}), and the search found no refutation: {}",
                                            decision.z3.reason, decision.none.message)));
}

}   // namespace plato
