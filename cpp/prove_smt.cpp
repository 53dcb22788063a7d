// problem → Z3 → search → certificate, stage by stage; see prove_smt.hpp.

#include "prove_smt.hpp"

#include <fmt/format.h>

#include <chrono>
#include <numeric>

#include "certifying_search.hpp"
#include "refutation_writer.hpp"
#include "smt_model.hpp"
#include "source_window.hpp"
#include "z3_session.hpp"

namespace plato {
namespace {

Proved unknown(const std::string& path, std::string message) {
  return {.answer = Proved::Answer::unknown,
          .code = ExitCode::limit,
          .text = fmt::format("unknown {}: {}\n", path, message),
          .message = std::move(message)};
}

Proved satisfiable(const std::string& path, const SmtProblem& problem, const std::optional<SmtModel>& model) {
  if (!model) return unknown(path, "Z3 finds a model, but not one that can be written down and confirmed");
  switch (confirm(problem, *model)) {
    case Confirmation::wrong: return unknown(path, "Z3's model is wrong; please report this problem");
    case Confirmation::quantified:
      return unknown(path, "Z3 finds a model, but quantified formulas cannot be confirmed by evaluation");
    case Confirmation::confirmed: break;
  }
  Proved proved{.answer = Proved::Answer::sat,
                .code = ExitCode::not_proved,
                .message = "there is a model, confirmed by evaluation; a model has no certificate"};
  proved.text = fmt::format("sat {}: {}\n{}", path, proved.message, write_smt_model(problem, *model));
  return proved;
}

std::string_view who_knows(Z3Answer::Verdict verdict) {
  return verdict == Z3Answer::Verdict::unsatisfiable ? "Z3 finds no model, but uncertified" : "uncertified, and Z3 does not know";
}

}   // namespace

std::variant<SmtProblem, Proved> read_smt_problem(const std::string& path, std::string_view text) {
  auto read = read_smtlib(text);
  if (auto* error = std::get_if<SmtError>(&read)) {
    return Proved{.answer = Proved::Answer::bad_input,
                  .code = ExitCode::bad_input,
                  .text = fmt::format("error {}:{}:{}: {}\n{}", path, error->line, error->column, error->message,
                                      source_window(text, error->line, error->column)),
                  .message = error->message,
                  .line = error->line,
                  .column = error->column};
  }
  return std::get<SmtProblem>(std::move(read));
}

SmtProof prove_smtlib(const std::string& path, std::string_view text, const ProveOptions& options) {
  auto read = read_smt_problem(path, text);
  if (auto* bad = std::get_if<Proved>(&read)) return std::move(*bad);
  auto& problem = std::get<SmtProblem>(read);

  const auto start = std::chrono::steady_clock::now();
  const Z3Answer z3 = ask_z3(problem, options.seconds);
  if (z3.verdict == Z3Answer::Verdict::satisfiable) return satisfiable(path, problem, z3.model);

  std::vector<std::size_t> assertions = z3.core;
  if (z3.verdict != Z3Answer::Verdict::unsatisfiable) {
    assertions.resize(problem.assertions.size());
    std::iota(assertions.begin(), assertions.end(), std::size_t{0});
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  const SearchResult searched = search_refutation(problem, assertions, {.seconds = options.seconds - spent.count()});
  if (const auto* none = std::get_if<NoRefutation>(&searched.outcome))
    return unknown(path, fmt::format("{}: {}", who_knows(z3.verdict), none->message));
  return write_certificate(problem.table, problem.assertions, std::get<FoundRefutation>(searched.outcome));
}

}   // namespace plato
