// logic_measure [--seconds N] [--phases yes] [--cvc5 PROGRAM] FAMILY-K.smt2…: what a certificate costs against what Z3
// needs for the answer alone, as Markdown tables.
//
// All times are processor time, and short runs are repeated and their median taken, so that other work on the machine
// counts less; the ratios are the figures to watch. Z3 is timed as a solver only (no translation, no start of a
// process), with the core that the search uses. cvc5 is a process of its own: the start is timed by an empty problem
// and taken off.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "certificate/refutation_writer.hpp"
#include "child_time.hpp"
#include "kernel/kernel_bridge.hpp"
#include "search/certifying_search.hpp"
#include "search/z3_session.hpp"
#include "smtlib/smtlib_reader.hpp"
#include "system/input_file.hpp"

namespace {

double most_seconds = 10;                // for a stage of one problem
bool is_verbose = false;                 // what the search spent its time on, to standard error
constexpr double enough_seconds = 0.4;   // of repetitions
constexpr std::size_t most_runs = 7;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

double largest(const std::vector<double>& values) { return values.empty() ? 0 : *std::ranges::max_element(values); }

// The median time of several runs, fewer if they are long.
double median_of_runs(const std::function<double()>& run) {
  std::vector<double> times;
  double total = 0;
  while (times.size() < most_runs && total < enough_seconds) {
    times.push_back(run());
    total += times.back();
  }
  return median(std::move(times));
}

struct Row {
  std::string family;
  double size = 0;
  double z3 = 0, search = 0, writing = 0, kernel = 0;   // seconds
  double bytes = 0, claim_bytes = 0, rounds = 0, lemmas = 0;
  std::optional<double> cvc5{}, cvc5_with_proof{};
  std::string failure{};   // empty if certified

  bool is_answered_by_z3 = true;

  bool is_certified() const { return failure.empty(); }
  bool is_comparable() const { return is_certified() && is_answered_by_z3; }
};

void print_phases(const Row& row, const plato::SearchStatistics& s) {
  std::fprintf(stderr,
               "%s %.0f: rounds %zu, conflicts %zu, splits %zu, rounds with map lemmas %zu, instances %zu; "
               "Boolean %.1f, arithmetic %.1f, other theories %.1f, proof %.1f ms\n",
               row.family.c_str(), row.size, s.rounds, s.conflicts, s.splits, s.map_rounds, s.instances,
               1e3 * s.boolean_seconds, 1e3 * s.arithmetic_seconds, 1e3 * s.theory_seconds, 1e3 * s.proof_seconds);
}

void fill(Row& row, const std::string& path) {
  const auto contents = plato::read_file(path);
  if (!contents) return void(row.failure = contents.error().message);
  auto read = plato::read_smtlib(plato::as_text(contents.value()));
  if (!read) return void(row.failure = read.error().message);
  const auto problem = plato::problem_of(*std::move(read), 0);

  plato::Z3Answer z3;
  row.z3 = median_of_runs([&] {
    z3 = plato::ask_z3(problem, {.seconds = most_seconds});
    return z3.seconds;
  });
  std::vector<std::size_t> assertions = z3.core;
  if (z3.verdict != plato::Z3Answer::Verdict::unsatisfiable) {
    row.is_answered_by_z3 = false;
    for (std::size_t i = 0; i < problem.assertions.size(); ++i) assertions.push_back(i);
  }

  plato::Problem worked;
  plato::SearchResult searched;
  row.search = median_of_runs([&] {
    worked = problem;
    const double start = processor_seconds();
    searched = plato::search_refutation(worked, assertions, {.seconds = most_seconds});
    return processor_seconds() - start;
  });
  row.rounds = static_cast<double>(searched.statistics.rounds);
  if (is_verbose) print_phases(row, searched.statistics);
  if (!searched.outcome) return void(row.failure = searched.outcome.error().message);
  const auto& found = *searched.outcome;
  row.lemmas = static_cast<double>(found.origins.size());

  std::string certificate;
  row.writing = median_of_runs([&] {
    const double start = processor_seconds();
    certificate = plato::write_certificate(worked.table, worked.assertions, found);
    return processor_seconds() - start;
  });
  row.bytes = static_cast<double>(certificate.size());
  row.claim_bytes = static_cast<double>(plato::write_problem(worked.table, worked.assertions).size());

  plato::KernelReport report;
  row.kernel = median_of_runs([&] {
    const double start = processor_seconds();
    report = plato::check_with_kernel(plato::as_bytes(certificate));
    return processor_seconds() - start;
  });
  if (report.verdict != plato::KernelReport::Verdict::certified)
    row.failure = "the kernel, line " + std::to_string(report.line) + ": " + report.message;
}

// ---- cvc5

struct Cvc5 {
  std::string program;
  double start_seconds = 0;   // of a process that has nothing to do

  explicit Cvc5(std::string path) : program(std::move(path)) {
    const std::string nothing = (std::filesystem::temp_directory_path() / "logic_measure_nothing.smt2").string();
    std::ofstream(nothing) << "(set-logic ALL)\n(assert false)\n(check-sat)\n";
    start_seconds = median_of_runs([&] {
      const auto time = plato_bench::time_of_command({program, nothing}, 5);
      return time ? time->seconds : 0;
    });
    std::filesystem::remove(nothing);
  }

  std::optional<double> seconds(const std::string& path, bool with_proof) const {
    std::vector<std::string> command{program, path};
    if (with_proof) command.insert(command.begin() + 1, {"--produce-proofs", "--check-proofs"});
    bool is_answered = true;
    const double time = median_of_runs([&] {
      const auto run = plato_bench::time_of_command(command, static_cast<unsigned>(most_seconds));
      is_answered &= run && run->output.starts_with("unsat");
      return run ? run->seconds : most_seconds;
    });
    if (!is_answered) return std::nullopt;
    return std::max(1e-4, time - start_seconds);
  }
};

// ---- tables

void print_head() {
  std::puts(
      "| family | k | Z3 ms | search ms | writing ms | kernel ms | certificate bytes | of these the claim | rounds | "
      "lemmas | (search + writing) / Z3 | "
      "kernel / Z3 | cvc5 ms | … with proof, checked, ms | |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
}

std::string milliseconds(const std::optional<double>& seconds) {
  if (!seconds) return "–";
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", *seconds * 1e3);
  return text;
}

void print(const Row& row) {
  std::printf("| %s | %.0f | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f | %.0f | %.2f | %.3f | %s | %s | %s |\n",
              row.family.c_str(), row.size, row.z3 * 1e3, row.search * 1e3, row.writing * 1e3, row.kernel * 1e3,
              row.bytes, row.claim_bytes, row.rounds, row.lemmas, (row.search + row.writing) / row.z3,
              row.kernel / row.z3, milliseconds(row.cvc5).c_str(), milliseconds(row.cvc5_with_proof).c_str(),
              row.is_certified() && !row.is_answered_by_z3 ? "Z3 gives up" : row.failure.c_str());
  std::fflush(stdout);
}

// The slope of log y over log k, by least squares: y grows like k to this power.
std::optional<double> exponent(const std::vector<std::pair<double, double>>& points) {
  if (points.size() < 2) return std::nullopt;
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(points.size());
  for (const auto& [size, value] : points) {
    const double a = std::log(size), b = std::log(std::max(value, 1e-9));
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

void print_growth(const std::vector<Row>& rows) {
  std::puts(
      "\n| family | Z3 grows as k^ | search | certificate | kernel | (search + writing) / Z3 | kernel / Z3 | certified "
      "|\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|");
  std::map<std::string, std::vector<const Row*>> families;
  std::vector<std::string> order;
  for (const Row& row : rows) {
    if (!families.contains(row.family)) order.push_back(row.family);
    families[row.family].push_back(&row);
  }
  for (const std::string& family : order) {
    double z3 = 0, ours = 0, kernel = 0;
    std::size_t certified = 0;
    // Growth is a matter of the larger sizes: below 30 the constant part decides.
    const auto growth = [&](double Row::*field) {
      std::vector<std::pair<double, double>> points;
      for (const Row* row : families[family])
        if ((field == &Row::z3 ? row->is_comparable() : row->is_certified()) && row->size >= 30)
          points.emplace_back(row->size, row->*field);
      const auto slope = exponent(points);
      char text[16];
      std::snprintf(text, sizeof text, "%.2f", slope.value_or(0));
      return slope ? std::string(text) : std::string("–");
    };
    for (const Row* row : families[family]) {
      certified += row->is_certified();
      if (!row->is_comparable()) continue;
      z3 += row->z3;
      ours += row->search + row->writing;
      kernel += row->kernel;
    }
    std::printf("| %s | %s | %s | %s | %s | %.2f | %.3f | %zu of %zu |\n", family.c_str(), growth(&Row::z3).c_str(),
                growth(&Row::search).c_str(), growth(&Row::bytes).c_str(), growth(&Row::kernel).c_str(), ours / z3,
                kernel / z3, certified, families[family].size());
  }
}

void print_totals(const std::vector<Row>& rows) {
  double z3 = 0, ours = 0, kernel = 0;
  double cvc5 = 0, cvc5_with_proof = 0;
  std::size_t certified = 0, comparable = 0, proofs = 0;
  std::vector<double> bytes, proof_bytes, ratios, kernel_ratios;
  for (const Row& row : rows) {
    if (row.cvc5 && row.cvc5_with_proof) {
      ++proofs;
      cvc5 += *row.cvc5;
      cvc5_with_proof += *row.cvc5_with_proof;
    }
    if (!row.is_certified()) continue;
    ++certified;
    bytes.push_back(row.bytes);
    proof_bytes.push_back(row.bytes - row.claim_bytes);
    if (!row.is_comparable()) continue;
    ++comparable;
    ratios.push_back((row.search + row.writing) / row.z3);
    kernel_ratios.push_back(row.kernel / row.z3);
    z3 += row.z3;
    ours += row.search + row.writing;
    kernel += row.kernel;
  }
  std::printf(
      "\n%zu of %zu certified; over the %zu that Z3 answers too: Z3 %.2f s, search + writing %.2f s, kernel %.2f s\n"
      "(search + writing) / Z3 = %.3f, kernel / Z3 = %.4f; medians of the rows' ratios %.2f and %.3f, largest %.2f and "
      "%.3f\n"
      "median certificate %.0f bytes, without the claim %.0f\n",
      certified, rows.size(), comparable, z3, ours, kernel, ours / z3, kernel / z3, median(ratios),
      median(kernel_ratios), largest(ratios), largest(kernel_ratios), median(bytes), median(proof_bytes));
  if (proofs > 0)
    std::printf("cvc5 proves and checks %zu of %zu: %.2f s, without a proof %.2f s, ratio %.2f\n", proofs, rows.size(),
                cvc5_with_proof, cvc5, cvc5_with_proof / cvc5);
}

// "family-30.smt2" is the problem of size 30 of the family.
Row named_row(const std::string& path) {
  const std::string name = std::filesystem::path(path).stem().string();
  const auto dash = name.rfind('-');
  Row row{.family = name.substr(0, dash)};
  if (dash != std::string::npos) row.size = std::atof(name.c_str() + dash + 1);
  return row;
}

}   // namespace

int main(int argc, char** argv) {
  int first = 1;
  std::optional<Cvc5> cvc5;
  for (; first + 1 < argc && std::string(argv[first]).starts_with("--"); first += 2) {
    if (std::string(argv[first]) == "--cvc5") cvc5.emplace(argv[first + 1]);
    if (std::string(argv[first]) == "--seconds") most_seconds = std::atof(argv[first + 1]);
    if (std::string(argv[first]) == "--phases") is_verbose = std::string(argv[first + 1]) == "yes";
  }
  if (argc <= first) {
    std::fprintf(stderr, "usage: logic_measure [--seconds N] [--phases yes] [--cvc5 PROGRAM] FAMILY-K.smt2…\n");
    return 2;
  }
  print_head();
  std::vector<Row> rows;
  std::set<std::string> gave_up[2];   // families, without and with a proof
  for (int i = first; i < argc; ++i) {
    Row row = named_row(argv[i]);
    fill(row, argv[i]);
    // Where cvc5 has given up on a smaller problem of the family, it is not asked again.
    if (cvc5 && !gave_up[0].contains(row.family)) row.cvc5 = cvc5->seconds(argv[i], false);
    if (row.cvc5 && !gave_up[1].contains(row.family)) row.cvc5_with_proof = cvc5->seconds(argv[i], true);
    if (!row.cvc5) gave_up[0].insert(row.family);
    if (!row.cvc5_with_proof) gave_up[1].insert(row.family);
    print(row);
    rows.push_back(std::move(row));
  }
  print_growth(rows);
  print_totals(rows);
  return std::ranges::all_of(rows, &Row::is_certified) ? 0 : 1;
}
