// program_measure PLATO Z3_ALONE EXAMPLES BOOGIE_PROGRAMS [BOOGIE]: what `plato check` costs, as Markdown tables.
// program_measure PLATO Z3_ALONE --growth FAMILY…: the tables of these families of programs alone.
// program_measure PLATO Z3_ALONE --boogie EXAMPLES BOOGIE_PROGRAMS BOOGIE: the comparison with Boogie alone.
//
// Processor time throughout, the mean of several runs. Z3 is the time of Z3 alone on all conditions (z3_alone.cpp), run
// in turns with `plato check`, which asks it only about some; the kernel's time is that of computing the conditions and
// checking the certificate. Boogie is a process of its own: its start is timed by an empty program and taken off.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bench/logic/child_time.hpp"
#include "families.hpp"

namespace {

using plato_bench::ChildTime;
using plato_bench::time_of_command;

constexpr unsigned most_seconds = 600;   // for the proofs of one run, or for Boogie
constexpr double enough_seconds = 2;     // of runs of one program
constexpr std::size_t most_runs = 7;
constexpr std::size_t most_output = 1U << 28U;

struct Cost {
  double whole = 0, z3 = 0, asked = 0, search = 0, conditions = 0,
         kernel = 0;   // seconds; `asked`: in Z3, within the check
  double megabytes = 0;
  std::size_t condition_count = 0, bytes = 0;
  std::size_t unsettled = 0;   // conditions that Z3 alone gave up; its time, then, is a lower bound
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// The programs that are measured.
struct Tools {
  std::string plato, z3_alone;
};

// Nothing if it is not certified.
std::optional<Cost> check_once(const Tools& tools, const std::string& program) {
  const auto alone = time_of_command({tools.z3_alone, program}, 0, most_output);
  if (!alone) return std::nullopt;
  const auto run = time_of_command({tools.plato, "check", "--json", "--time", std::to_string(most_seconds), program}, 0,
                                   most_output);
  if (!run) return std::nullopt;
  const auto report = nlohmann::json::parse(run->output).at(0);
  Cost cost{.whole = run->seconds, .megabytes = static_cast<double>(run->peak_bytes) / 1e6};
  std::istringstream(alone->output) >> cost.z3 >> cost.unsettled;
  cost.conditions = report.at("conditionsSeconds").get<double>();
  cost.kernel = report.at("kernelSeconds").get<double>();
  cost.bytes = report.at("certificateBytes").get<std::size_t>();
  for (const auto& condition : report.at("conditions")) {
    cost.asked += condition.at("z3Seconds").get<double>();
    cost.search += condition.at("searchSeconds").get<double>();
    ++cost.condition_count;
  }
  return cost;
}

std::optional<Cost> check(const Tools& tools, const std::string& program) {
  std::vector<Cost> runs;
  for (double total = 0; runs.size() < most_runs && total < enough_seconds;) {
    const auto cost = check_once(tools, program);
    if (!cost) return std::nullopt;
    runs.push_back(*cost);
    total += cost->whole + cost->z3;
  }
  Cost result = runs.front();
  for (double Cost::*part :
       {&Cost::whole, &Cost::z3, &Cost::asked, &Cost::search, &Cost::conditions, &Cost::kernel, &Cost::megabytes}) {
    result.*part = 0;
    for (const Cost& run : runs) result.*part += run.*part / static_cast<double>(runs.size());
  }
  return result;
}

void print_row(const std::string& name, const Cost& c) {
  const char *more = c.unsettled == 0 ? "" : "> ", *less = c.unsettled == 0 ? "" : "< ";
  std::printf("| %s | %zu | %.1f | %s%.1f | %.1f | %.1f | %.2f | %.2f | %s%.2f | %s%.3f | %zu | %.0f |\n", name.c_str(),
              c.condition_count, 1e3 * c.whole, more, 1e3 * c.z3, 1e3 * c.asked, 1e3 * c.search, 1e3 * c.conditions,
              1e3 * c.kernel, less, c.whole / c.z3, less, (c.conditions + c.kernel) / c.z3, c.bytes, c.megabytes);
  std::fflush(stdout);
}

void print_head(const char* first) {
  std::printf(
      "| %s | conditions | whole ms | Z3 alone ms | asked ms | search ms | conditions ms | kernel ms | whole/Z3 | "
      "kernel/Z3 | bytes | MB |\n|---|%s\n",
      first, "---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

void measure_examples(const Tools& tools, const std::string& folder) {
  std::printf("## Examples\n\n");
  print_head("example");
  std::vector<double> whole_ratios, kernel_ratios;
  double slowest = 0;
  std::string uncertified;
  for (const auto& file : files_in(folder, ".plato")) {
    const std::string name = file.stem().string();
    if (name.ends_with("-wrong")) continue;
    const auto cost = check(tools, file.string());
    if (!cost) {
      uncertified += " " + name;
      continue;
    }
    print_row(name, *cost);
    whole_ratios.push_back(cost->whole / cost->z3);
    kernel_ratios.push_back((cost->conditions + cost->kernel) / cost->z3);
    slowest = std::max(slowest, cost->whole);
  }
  if (whole_ratios.empty()) return;
  std::printf(
      "\nwhole/Z3: median %.2f, largest %.2f. kernel/Z3: median %.3f, largest %.3f. Slowest example: %.0f ms. Not "
      "certified:%s.\n\n",
      median(whole_ratios), *std::ranges::max_element(whole_ratios), median(kernel_ratios),
      *std::ranges::max_element(kernel_ratios), 1e3 * slowest, uncertified.empty() ? " none" : uncertified.c_str());
}

// Programs that are wrong: from the start to the schedule that the kernel has replayed. Z3 looks for counterexamples to
// conditions, the search for refutations that do not exist.
void measure_wrong_examples(const Tools& tools, const std::string& folder) {
  std::printf(
      "## Examples that are wrong\n\n| example | whole ms | Z3 ms | search ms | states explored | steps "
      "|\n|---|---:|---:|---:|---:|---:|\n");
  double slowest = 0;
  for (const auto& file : files_in(folder, ".plato")) {
    const std::string name = file.stem().string();
    if (!name.ends_with("-wrong")) continue;
    // its exit code is 4, as it should be
    const auto run = time_of_command(
        {"sh", "-c", "\"$0\" check --json \"$1\"; test $? = 4", tools.plato, file.string()}, 0, most_output);
    const auto report = run ? nlohmann::json::parse(run->output).at(0) : nlohmann::json{};
    if (!run || !report.contains("schedule") || report.at("schedule").is_null()) {
      std::printf("| %s | no schedule |\n", name.c_str());
      continue;
    }
    double z3 = 0, search = 0;
    for (const auto& condition : report.at("conditions")) {
      z3 += condition.at("z3Seconds").get<double>();
      search += condition.at("searchSeconds").get<double>();
    }
    std::printf("| %s | %.1f | %.1f | %.1f | %zu | %zu |\n", name.c_str(), 1e3 * run->seconds, 1e3 * z3, 1e3 * search,
                report.at("exploration").at("states").get<std::size_t>(), report.at("schedule").at("steps").size());
    slowest = std::max(slowest, run->seconds);
  }
  std::printf("\nSlowest: %.0f ms.\n\n", 1e3 * slowest);
}

// From one size to the next, b with cost ~ size^b, of the two largest sizes.
void print_exponents(const std::vector<std::pair<double, Cost>>& rows) {
  if (rows.size() < 2) return;
  const auto& [size, last] = rows.back();
  const auto& [before, previous] = rows[rows.size() - 2];
  std::printf("\nGrowth exponents from %.0f to %.0f:", before, size);
  const auto print = [&, size = size, before = before](const char* name, double a, double b) {
    std::printf(" %s %.2f;", name, std::log(b / a) / std::log(size / before));
  };
  print("whole", previous.whole, last.whole);
  print("Z3 alone", previous.z3, last.z3);
  print("search", previous.search, last.search);
  print("conditions", previous.conditions, last.conditions);
  print("kernel", previous.kernel, last.kernel);
  print("bytes", static_cast<double>(previous.bytes), static_cast<double>(last.bytes));
  print("memory", previous.megabytes, last.megabytes);
  std::printf("\n");
}

// Of all families, or of those that are named.
void measure_growth(const Tools& tools, const std::vector<std::string>& names, const std::filesystem::path& folder) {
  std::printf("## Growth\n\n");
  for (const auto& family : plato_bench::program_families()) {
    if (!names.empty() && std::ranges::find(names, family.name) == names.end()) continue;
    std::printf("### %s: %s\n\n", family.name.c_str(), family.about.c_str());
    print_head("k");
    std::vector<std::pair<double, Cost>> rows;
    for (std::size_t size : family.sizes) {
      const auto file = folder / (family.name + "-" + std::to_string(size) + ".plato");
      std::ofstream(file) << family.program(size);
      const auto cost = check(tools, file.string());
      if (!cost) {
        std::printf("| %zu | not certified |\n", size);   // a budget is used up, or the time
        break;
      }
      print_row(size == 0 ? "any" : std::to_string(size), *cost);
      rows.emplace_back(static_cast<double>(size), *cost);
    }
    print_exponents(rows);
    std::printf("\n");
  }
}

// The least of several runs: its start is most of it, and a difference of means would be mostly noise.
std::optional<double> boogie_seconds(const std::string& boogie, const std::string& file) {
  std::vector<double> times;
  for (int i = 0; i < 9; ++i) {
    const auto run = time_of_command({boogie, "/nologo", file}, most_seconds, most_output);
    if (!run || run->output.find(" 0 errors") == std::string::npos) return std::nullopt;
    times.push_back(run->seconds);
  }
  return *std::ranges::min_element(times);
}

void measure_boogie(const Tools& tools, const std::string& boogie, const std::string& examples,
                    const std::string& programs, const std::filesystem::path& folder) {
  std::printf("## Boogie\n\n");
  const auto empty = folder / "empty.bpl";
  std::ofstream(empty) << "procedure nothing() { }\n";
  const auto start = boogie_seconds(boogie, empty.string());
  if (!start) {
    std::printf("%s does not verify an empty program.\n", boogie.c_str());
    return;
  }
  std::printf(
      "An empty program takes %.0f ms.\n\n| example | plato ms | Boogie ms | without its start ms | plato/Boogie | "
      "plato/(Boogie without its start) |\n"
      "|---|---:|---:|---:|---:|---:|\n",
      1e3 * *start);
  for (const auto& file : files_in(programs, ".bpl")) {
    const std::string name = file.stem().string();
    const auto cost = check(tools, (std::filesystem::path(examples) / (name + ".plato")).string());
    const auto seconds = boogie_seconds(boogie, file.string());
    if (!cost || !seconds) {
      std::printf("| %s | not verified by %s |\n", name.c_str(), cost ? "Boogie" : "plato");
      continue;
    }
    const double rest = std::max(*seconds - *start, 1e-3);
    std::printf("| %s | %.1f | %.0f | %.0f | %.3f | %.2f |\n", name.c_str(), 1e3 * cost->whole, 1e3 * *seconds,
                1e3 * rest, cost->whole / *seconds, cost->whole / rest);
  }
}

}   // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    std::fprintf(stderr,
                 "usage: program_measure PLATO Z3_ALONE EXAMPLES BOOGIE_PROGRAMS [BOOGIE]\n       program_measure "
                 "PLATO Z3_ALONE --growth FAMILY...\n       program_measure PLATO Z3_ALONE --boogie EXAMPLES "
                 "BOOGIE_PROGRAMS BOOGIE\n");
    return 2;
  }
  char pattern[] = "/tmp/plato-bench-XXXXXX";
  if (mkdtemp(pattern) == nullptr) return 2;
  const std::filesystem::path folder = pattern;
  const Tools tools{arguments[1], arguments[2]};
  if (std::string(arguments[3]) == "--growth") {
    measure_growth(tools, {arguments + 4, arguments + count}, folder);
  } else if (std::string(arguments[3]) == "--boogie" && count == 7) {
    measure_boogie(tools, arguments[6], arguments[4], arguments[5], folder);
  } else {
    measure_examples(tools, arguments[3]);
    measure_wrong_examples(tools, arguments[3]);
    measure_growth(tools, {}, folder);
    if (count > 5) measure_boogie(tools, arguments[5], arguments[3], arguments[4], folder);
  }
  std::filesystem::remove_all(folder);
  return 0;
}
