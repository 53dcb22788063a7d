// sat_measure FILE…: the kernel's time on propositional certificates against the solver's on the same DIMACS problems,
// as a Markdown table.
//
// All times are processor time, so that other work on the machine counts less; the ratio of the two is the figure to
// watch, since it is the same on a fast and on a slow machine. The solver is timed as people use it, without a proof;
// the run that writes one is reported too, because elaboration is to be compared with it.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

#include "certificate/cnf_writer.hpp"
#include "kernel/kernel_bridge.hpp"
#include "sat/dimacs.hpp"
#include "sat/proof_elaboration.hpp"
#include "sat/sat_session.hpp"
#include "system/input_file.hpp"

namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Measurement {
  std::string instance;
  double variables = 0, clauses = 0;
  double solver_seconds = 0, tracing_solver_seconds = 0, elaboration_seconds = 0, writing_seconds = 0,
         kernel_seconds = 0;
  double megabytes = 0, steps = 0, hints = 0;
  double visits = 0;   // literals that the kernel looks at: for each hint the length of its clause

  void operator+=(const Measurement& other) {
    variables += other.variables;
    clauses += other.clauses;
    solver_seconds += other.solver_seconds;
    tracing_solver_seconds += other.tracing_solver_seconds;
    elaboration_seconds += other.elaboration_seconds;
    writing_seconds += other.writing_seconds;
    kernel_seconds += other.kernel_seconds;
    megabytes += other.megabytes;
    steps += other.steps;
    hints += other.hints;
    visits += other.visits;
  }
};

double visits_of(const plato::Cnf& cnf, const plato::Refutation& refutation) {
  double visits = 0;
  for (const plato::ClauseNumber hint : refutation.hints.items) {
    const bool is_problem_clause = hint < cnf.clauses.size();
    visits += static_cast<double>(is_problem_clause ? cnf.clauses[hint].size()
                                                    : refutation.steps[hint - cnf.clauses.size()].size());
  }
  return visits;
}

// Takes one problem through all stages. Nothing, after a message, if a stage fails: then there is nothing to compare.
std::optional<Measurement> measure(const std::string& path) {
  const auto complain = [&](const std::string& message) {
    std::fprintf(stderr, "error: %s: %s\n", path.c_str(), message.c_str());
    return std::nullopt;
  };
  const auto contents = plato::read_file(path);
  if (!contents) return complain(contents.error().message);
  const auto problem = plato::read_dimacs(plato::as_text(contents.value()));
  if (!problem) return complain(problem.error().message);
  const auto& cnf = *problem;

  Measurement result;
  result.instance = std::filesystem::path(path).stem().string();
  result.variables = cnf.variable_count();
  result.clauses = static_cast<double>(cnf.clauses.size());
  result.solver_seconds = plato::solve(cnf, {.want_proof = false}).seconds;
  plato::SatAnswer answer = plato::solve(cnf);
  result.tracing_solver_seconds = answer.seconds;
  const auto* unsatisfiable = std::get_if<plato::NoModel>(&answer.result);
  if (unsatisfiable == nullptr) return complain("this problem is satisfiable, there is nothing to certify");

  double start = processor_seconds();
  const auto elaborated = plato::elaborate(cnf, unsatisfiable->proof);
  result.elaboration_seconds = processor_seconds() - start;
  if (!elaborated) return complain(elaborated.error().message);
  const auto& refutation = *elaborated;
  result.steps = static_cast<double>(refutation.steps.size());
  result.hints = static_cast<double>(refutation.hints.items.size());
  result.visits = visits_of(cnf, refutation);

  start = processor_seconds();
  const std::string certificate = plato::write_certificate(cnf, refutation);
  result.writing_seconds = processor_seconds() - start;
  result.megabytes = static_cast<double>(certificate.size()) / 1e6;

  start = processor_seconds();
  const plato::KernelReport report = plato::check_with_kernel(plato::as_bytes(certificate));
  result.kernel_seconds = processor_seconds() - start;
  if (report.verdict != plato::KernelReport::Verdict::certified)
    return complain("the kernel does not certify line " + std::to_string(report.line) + ": " + report.message);
  return result;
}

void print_row(const Measurement& m) {
  std::printf(
      "| %s | %.0f | %.0f | %.2f | %.2f | %.2f | %.2f | %.1f | %.0f | %.0f | %.1f | %.2f | %.1f | %.0f | %.3f |\n",
      m.instance.c_str(), m.variables, m.clauses, m.solver_seconds, m.tracing_solver_seconds, m.elaboration_seconds,
      m.writing_seconds, m.megabytes, m.steps, m.hints, m.visits / (m.megabytes * 1e6), m.kernel_seconds,
      m.megabytes / m.kernel_seconds, m.steps / m.kernel_seconds, m.kernel_seconds / m.solver_seconds);
  std::fflush(stdout);
}

}   // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: sat_measure FILE.cnf…\n");
    return 2;
  }
  std::puts(
      "| instance | variables | clauses | CaDiCaL s | … with proof s | elaboration s | writing s | certificate MB | "
      "steps "
      "| hints | visits per byte | kernel s | kernel MB/s | steps/s | kernel / CaDiCaL |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
  Measurement total{.instance = "together"};
  bool all_certified = true;
  for (int i = 1; i < argc; ++i) {
    if (const auto measurement = measure(argv[i])) {
      print_row(*measurement);
      total += *measurement;
    } else {
      all_certified = false;
    }
  }
  print_row(total);
  return all_certified ? 0 : 1;
}
