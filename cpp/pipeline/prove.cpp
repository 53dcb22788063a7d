// problem → solver → refutation → certificate → kernel, stage by stage.
#include "pipeline/prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "certificate/cnf_writer.hpp"
#include "certificate/model_writer.hpp"
#include "certificate/refutation_writer.hpp"
#include "kernel/recheck.hpp"
#include "pipeline/prove_smt.hpp"
#include "sat/dimacs.hpp"
#include "sat/proof_elaboration.hpp"
#include "sat/sat_session.hpp"
#include "system/input_file.hpp"
#include "system/memory_limit.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

// SMT-LIB by the file's name, or, if the name does not say, by its first character that is not blank or in a comment.
bool is_smtlib(const std::string& path, std::string_view text) {
  if (path.ends_with(".smt2")) return true;
  if (path.ends_with(".cnf") || path.ends_with(".dimacs")) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ';') {
      at = text.find('\n', at);
      if (at == std::string_view::npos) return true;
    } else if (std::string_view(" \t\r\n").find(text[at]) == std::string_view::npos) {
      return text[at] == '(';
    }
  }
  return false;
}

// A problem, or the answer that says why there is none.
tl::expected<Cnf, Proved> read_dimacs_problem(std::string_view text) {
  auto read = read_dimacs(text);
  if (!read) return tl::unexpected(bad_input({read.error().line, read.error().column, read.error().message}, text));
  return *std::move(read);
}

UncheckedCertificate satisfiable(const Cnf& cnf, const Model& model) {
  UncheckedCertificate found{.claim = ClaimKind::satisfiable, .bytes = write_problem(cnf, ClaimKind::satisfiable)};
  LogicModel atoms;
  for (std::size_t v = 0; v < cnf.variable_names.size(); ++v) {
    atoms.atoms[cnf.variable_names[v]] = model.values[v];
    found.model.push_back(model.values[v] ? cnf.variable_names[v] : -long{cnf.variable_names[v]});
  }
  found.bytes += write_model(atoms);
  return found;
}

ProverResult prove_dimacs(std::string_view text, const ProveOptions& options) {
  const auto problem = read_dimacs_problem(text);
  if (!problem) return tl::unexpected(problem.error());
  const Cnf& cnf = *problem;

  const SatAnswer answer = solve(cnf, {.seconds = options.deadline.seconds_left()});
  if (const auto* limit = std::get_if<SatLimit>(&answer.result)) return tl::unexpected(unknown(limit->message));
  if (const auto* model = std::get_if<Model>(&answer.result)) return satisfiable(cnf, *model);

  const auto elaborated = elaborate(cnf, std::get<NoModel>(answer.result).proof);
  if (!elaborated)
    return tl::unexpected(unknown(
        fmt::format("uncertified: the solver's proof could not be elaborated ({})", elaborated.error().message)));
  return UncheckedCertificate{.bytes = write_certificate(cnf, *elaborated)};
}

// Gives the certificate to the kernel, whose verdict is the answer.
Proved certify(const std::string& path, UncheckedCertificate certificate) {
  Rechecked kernel = recheck_bytes(as_bytes(certificate.bytes));
  const bool is_sat = certificate.claim == ClaimKind::satisfiable;
  if (kernel.report.verdict != KernelReport::Verdict::certified)
    return unknown(
        is_sat ? fmt::format("a model was found, but the kernel does not confirm it: {}", kernel.report.message)
               : fmt::format("uncertified: the kernel does not accept the certificate\n{}", describe(path, kernel)));
  std::string claim = kernel.report.message;
  return {.answer = is_sat ? Proved::Answer::sat : Proved::Answer::unsat,
          .message = std::move(claim),
          .kernel = std::move(kernel),
          .certificate = std::move(certificate.bytes),
          .model = std::move(certificate.model),
          .smt_model = std::move(certificate.smt_model)};
}

Proved prove_within_limits(const std::string& path, const ProveOptions& options) {
  const auto contents = read_file(path);
  if (!contents) return unreadable(contents.error());
  const std::string_view text = as_text(*contents);
  auto certificate = is_smtlib(path, text) ? prove_smtlib(text, options) : prove_dimacs(text, options);
  return certificate ? certify(path, *std::move(certificate)) : std::move(certificate.error());
}

}   // namespace

Proved prove_file(const std::string& path, const ProveOptions& options) {
  try {
    if (options.megabytes != 0) limit_memory(options.megabytes);
    return prove_within_limits(path, options);
  } catch (const std::bad_alloc&) {
    return unknown("the limit on memory was reached");
  }
}

std::optional<std::string> difference_from_problem(const std::string& path, std::string_view text,
                                                   std::string_view certificate) {
  std::string expected;
  if (is_smtlib(path, text)) {
    const auto problem = read_smt_problem(text);
    if (!problem) return problem.error().message;
    expected = write_problem(problem->table, problem->assertions, claim_kind(certificate));
  } else {
    const auto problem = read_dimacs_problem(text);
    if (!problem) return problem.error().message;
    expected = write_problem(*problem, claim_kind(certificate));
  }
  if (certificate.starts_with(expected)) return std::nullopt;
  const auto [here, there] = std::mismatch(expected.begin(), expected.end(), certificate.begin(), certificate.end());
  const auto line = 1 + std::count(expected.begin(), here, '\n');
  return fmt::format("the certificate's problem is not that of '{}': they differ in line {} of the certificate",
                     shown_name(path), line);
}

}   // namespace plato
