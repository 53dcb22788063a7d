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
  if (!read)
    return tl::unexpected(
        bad_input({MessageCode::bad_dimacs, read.error().line, read.error().column, read.error().message}, text));
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
  if (const auto* limit = std::get_if<SatLimit>(&answer.result))
    return tl::unexpected(unknown(limit->message, MessageCode::time_limit));
  if (const auto* model = std::get_if<Model>(&answer.result)) return satisfiable(cnf, *model);

  const auto elaborated = elaborate(cnf, std::get<NoModel>(answer.result).proof);
  if (!elaborated)
    return tl::unexpected(
        unknown(fmt::format("uncertified: the solver's proof could not be elaborated ({})", elaborated.error().message),
                MessageCode::uncertified));
  return UncheckedCertificate{.bytes = write_certificate(cnf, *elaborated)};
}

// Gives the certificate to the kernel, whose verdict is the answer.
Proved certify(const std::string& path, UncheckedCertificate certificate) {
  Rechecked kernel = recheck_bytes(as_bytes(certificate.bytes));
  const bool is_sat = certificate.claim == ClaimKind::satisfiable;
  if (kernel.report.verdict != KernelReport::Verdict::certified)
    return unknown(
        is_sat ? fmt::format("a model was found, but the kernel does not confirm it: {}", kernel.report.message)
               : fmt::format("uncertified: the kernel does not accept the certificate\n{}", describe(path, kernel)),
        MessageCode::uncertified);
  std::string claim = kernel.report.message;
  return {.answer = is_sat ? Proved::Answer::sat : Proved::Answer::unsat,
          .message = std::move(claim),
          .kernel = std::move(kernel),
          .certificate = std::move(certificate.bytes),
          .model = std::move(certificate.model),
          .smt_model = std::move(certificate.smt_model)};
}

std::string without_question(std::size_t questions) {
  return fmt::format("there is no such question: the file has {} check-sat commands", questions);
}

std::vector<Proved> prove_smtlib(const std::string& path, std::string_view text, const ProveOptions& options) {
  auto script = read_smt_questions(text);
  if (!script) return {std::move(script.error())};
  const std::size_t count = script->questions.size();
  if (options.question > count) return {unreadable({.message = without_question(count)})};
  const std::size_t first = options.question == 0 ? 0 : options.question - 1;
  const std::size_t end = options.question == 0 ? count : options.question;
  std::vector<Proved> answers;
  for (std::size_t i = first; i < end; ++i) {
    const std::size_t line = script->questions[i].line;
    auto result = prove_problem(i + 1 == end ? problem_of(*std::move(script), i) : problem_of(*script, i), options);
    answers.push_back(result ? certify(path, *std::move(result)) : std::move(result.error()));
    if (count > 1) answers.back().question_line = line;
  }
  return answers;
}

std::vector<Proved> prove_within_limits(const std::string& path, const ProveOptions& options) {
  const auto contents = read_file(path);
  if (!contents) return {unreadable(contents.error())};
  const std::string_view text = as_text(*contents);
  if (is_smtlib(path, text)) return prove_smtlib(path, text, options);
  if (options.question > 1) return {unreadable({.message = without_question(1)})};
  auto certificate = prove_dimacs(text, options);
  return {certificate ? certify(path, *std::move(certificate)) : std::move(certificate.error())};
}

// What a certificate of one of the file's questions begins with, or the answer that says why there is none.
tl::expected<std::vector<std::string>, Proved> expected_problems(const std::string& path, std::string_view text,
                                                                 ClaimKind claim) {
  if (!is_smtlib(path, text)) {
    const auto problem = read_dimacs_problem(text);
    if (!problem) return tl::unexpected(problem.error());
    return std::vector{write_problem(*problem, claim)};
  }
  const auto script = read_smt_questions(text);
  if (!script) return tl::unexpected(script.error());
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < script->questions.size(); ++i) {
    const Problem problem = problem_of(*script, i);
    expected.push_back(write_problem(problem.table, problem.assertions, claim));
  }
  return expected;
}

}   // namespace

std::vector<Proved> prove_file(const std::string& path, const ProveOptions& options) {
  try {
    if (options.megabytes != 0) limit_memory(options.megabytes);
    return prove_within_limits(path, options);
  } catch (const std::bad_alloc&) {
    return {unknown("the limit on memory was reached", MessageCode::memory)};
  }
}

std::optional<std::string> difference_from_problem(const std::string& path, std::string_view text,
                                                   std::string_view certificate) {
  const auto problems = expected_problems(path, text, claim_kind(certificate));
  if (!problems) return problems.error().message;
  const auto is_of = [&](const std::string& expected) { return certificate.starts_with(expected); };
  if (std::ranges::any_of(*problems, is_of)) return std::nullopt;
  if (problems->size() > 1)
    return fmt::format("the certificate's problem is none of the {} that '{}' asks about", problems->size(),
                       shown_name(path));
  const std::string& expected = problems->front();
  const auto [here, there] = std::mismatch(expected.begin(), expected.end(), certificate.begin(), certificate.end());
  const auto line = 1 + std::count(expected.begin(), here, '\n');
  return fmt::format("the certificate's problem is not that of '{}': they differ in line {} of the certificate",
                     shown_name(path), line);
}

}   // namespace plato
