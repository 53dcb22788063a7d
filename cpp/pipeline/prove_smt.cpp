// problem → Z3 → search → certificate, stage by stage; see prove_smt.hpp.

#include "pipeline/prove_smt.hpp"

#include <fmt/format.h>

#include "certificate/model_writer.hpp"
#include "certificate/refutation_writer.hpp"
#include "logic/formula_text.hpp"
#include "search/decide.hpp"
#include "smtlib/smt_model.hpp"
#include "text/shown_name.hpp"
#include "text/source_window.hpp"

namespace plato {
namespace {

Proved unknown(const std::string& path, std::string message) {
  return {.answer = Proved::Answer::unknown,
          .code = ExitCode::limit,
          .text = fmt::format("unknown {}: {}\n", shown_name(path), message),
          .message = std::move(message)};
}

ProverResult satisfiable(const std::string& path, const Problem& problem, const std::optional<ProblemModel>& model) {
  if (!model)
    return tl::unexpected(unknown(path, "Z3 finds a model, but not one that can be written down and confirmed"));
  return UncheckedCertificate{.claim = ClaimKind::satisfiable,
                              .bytes = write_problem(problem.table, problem.assertions, ClaimKind::satisfiable) +
                                       write_model(to_logic_model(problem, *model)),
                              .model_text = write_smt_model(problem, *model)};
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

Proved uncertified(const std::string& path, const Problem& problem, std::span<const std::size_t> assertions,
                   const NoRefutation& none) {
  std::string message =
      "Z3 finds no model, but the search found no refutation that the kernel could check: " + none.message;
  return {.answer = Proved::Answer::uncertified,
          .code = none.is_limit ? ExitCode::limit : ExitCode::not_proved,
          .text = fmt::format("uncertified {}: {}\nthe assertions that Z3 needed:\n{}", shown_name(path), message,
                              condition_text(problem, assertions)),
          .message = std::move(message)};
}

}   // namespace

tl::expected<Problem, Proved> read_smt_problem(const std::string& path, std::string_view text) {
  auto read = read_smtlib(text);
  if (!read) {
    const SmtError& error = read.error();
    return tl::unexpected(
        Proved{.answer = Proved::Answer::bad_input,
               .code = ExitCode::bad_input,
               .text = fmt::format("error {}:{}:{}: {}\n{}", shown_name(path), error.line, error.column, error.message,
                                   source_window(text, error.line, error.column)),
               .message = error.message,
               .line = error.line,
               .column = error.column});
  }
  return *std::move(read);
}

ProverResult prove_smtlib(const std::string& path, std::string_view text, const ProveOptions& options) {
  auto read = read_smt_problem(path, text);
  if (!read) return tl::unexpected(std::move(read.error()));
  Problem& problem = *read;

  const Decision decision = decide(problem, {.effort = options.effort, .deadline = options.deadline});
  if (decision.refutation)
    return UncheckedCertificate{.bytes = write_certificate(problem.table, problem.assertions, *decision.refutation)};
  switch (decision.z3.verdict) {
    case Z3Answer::Verdict::satisfiable: return satisfiable(path, problem, decision.z3.model);
    case Z3Answer::Verdict::unsatisfiable:
      return tl::unexpected(uncertified(path, problem, decision.needed, decision.none));
    case Z3Answer::Verdict::unknown: break;
  }
  if (decision.is_wall) return tl::unexpected(unknown(path, "the time limit was reached"));
  return tl::unexpected(unknown(path, fmt::format("Z3 does not know ({}), and the search found no refutation: {}",
                                                  decision.z3.reason, decision.none.message)));
}

}   // namespace plato
