// finite_measure PLATO FOLDER [FAMILY…]: `plato check` on finite programs, beside SPIN on the same, as Markdown tables.
//
// Processor time and peak memory of each process. SPIN counts as the run of its verifier, pan: generating and compiling
// it is left out. The models and what SPIN makes of them are written to the folder, where SPIN is run.

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/logic/child_time.hpp"
#include "models.hpp"

namespace {

using plato_bench::ChildTime;
using plato_bench::ModelFamily;
using plato_bench::time_of_command;

constexpr std::size_t most_output = 1U << 26U;
constexpr unsigned most_seconds = 300;

void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

// What stands before a word of the output: "123 views", "123 states, stored"; 0 if the word is not there.
double number_before(const std::string& output, const std::string& word) {
  const std::size_t at = output.find(" " + word);
  if (at == std::string::npos) return 0;
  std::size_t begin = at;
  while (begin > 0 && (std::isdigit(output[begin - 1]) != 0 || output[begin - 1] == '.' || output[begin - 1] == 'e' ||
                       output[begin - 1] == '+'))
    --begin;
  return begin == at ? 0 : std::stod(output.substr(begin, at - begin));
}

struct Spin {
  double states = 0, seconds = 0, megabytes = 0;
};
std::optional<Spin> run_spin(const std::filesystem::path& folder, const std::string& model) {
  write(folder / "model.pml", model);
  const std::string in = "cd '" + folder.string() + "' && ";
  if (!time_of_command({"sh", "-c", in + "spin -a model.pml"}, 0)) return std::nullopt;
  if (!time_of_command({"sh", "-c", in + "cc -O2 -w -DSAFETY -DMEMLIM=4096 -o pan pan.c"}, 0)) return std::nullopt;
  const auto run = time_of_command({(folder / "pan").string(), "-m1000000"}, most_seconds, most_output);
  if (!run || run->output.find("errors: 0") == std::string::npos ||
      run->output.find("Search not completed") != std::string::npos ||
      run->output.find("max search depth too small") != std::string::npos)
    return std::nullopt;
  return Spin{.states = number_before(run->output, "states, stored"),
              .seconds = run->seconds,
              .megabytes = static_cast<double>(run->peak_bytes) / 1e6};
}

struct Plato {
  std::string method;
  double seen = 0, seconds = 0, megabytes = 0, kernel = 0;
  std::size_t bytes = 0;
};
std::optional<Plato> run_plato(const std::string& plato, const std::filesystem::path& folder,
                               const std::string& program) {
  const std::string path = (folder / "program.plato").string();
  write(path, program);
  const auto run = time_of_command({plato, "check", "--json", path}, 0, most_output);
  const auto told = time_of_command({plato, "check", path}, 0, most_output);
  if (!run || !told) return std::nullopt;
  const auto report = nlohmann::json::parse(run->output).at(0);
  if (report.at("verdict") != "certified") return std::nullopt;
  const std::string method = report.at("method");
  return Plato{.method = method,
               .seen = number_before(told->output, method == "all-states" ? "states" : "views"),
               .seconds = run->seconds,
               .megabytes = static_cast<double>(run->peak_bytes) / 1e6,
               .kernel = report.at("kernelSeconds"),
               .bytes = report.at("certificateBytes")};
}

void table(const std::string& plato, const std::filesystem::path& folder, const ModelFamily& family) {
  std::printf("### %s\n\n%s\n\n", family.name.c_str(), family.about.c_str());
  std::printf(
      "| %s | SPIN: states | s | MB | Plato: method | seen | s | MB | kernel s | certificate bytes |\n"
      "|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|\n",
      family.size_is.c_str());
  for (const std::size_t size : family.sizes) {
    std::printf("| %zu |", size);
    const auto spin = size <= family.most_for_spin ? run_spin(folder, family.promela(size)) : std::nullopt;
    if (spin)
      std::printf(" %.0f | %.2f | %.0f |", spin->states, spin->seconds, spin->megabytes);
    else
      std::printf(" – | – | – |");
    if (const auto ours = run_plato(plato, folder, family.plato(size)))
      std::printf(" %s | %.0f | %.2f | %.0f | %.3f | %zu |\n", ours->method.c_str(), ours->seen, ours->seconds,
                  ours->megabytes, ours->kernel, ours->bytes);
    else
      std::printf(" – | – | – | – | – | – |\n");
    std::fflush(stdout);
  }
  std::printf("\n");
}

}   // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: finite_measure PLATO FOLDER [FAMILY…]\n");
    return 2;
  }
  const std::vector<std::string> wanted(argv + 3, argv + argc);
  const std::filesystem::path folder = std::filesystem::absolute(argv[2]);
  for (const ModelFamily& family : plato_bench::model_families())
    if (wanted.empty() || std::ranges::find(wanted, family.name) != wanted.end()) table(argv[1], folder, family);
  return 0;
}
