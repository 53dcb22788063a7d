// Every example is read; the right ones do not go wrong within bounds, their wrong twins do.

#include <filesystem>
#include <fstream>
#include <sstream>

#include "explore/explore.hpp"
#include "support/program_text.hpp"

using namespace plato;

TEST_CASE("examples and their wrong twins") {
  std::size_t pairs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PLATO_EXAMPLES)) {
    if (entry.path().extension() != ".plato") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    INFO(entry.path().filename());
    const CoreProgram program = program_of(text.str());
    const bool is_wrong_twin = entry.path().stem().string().ends_with("-wrong");
    const Exploration e = explore(program, {.threads_per_family = is_wrong_twin ? 2U : 3U});
    CHECK((e.verdict != Exploration::Verdict::no_violation) == is_wrong_twin);
    if (is_wrong_twin) continue;
    CHECK(e.is_exhausted());
    ++pairs;
    CHECK(std::filesystem::exists(entry.path().parent_path() / (entry.path().stem().string() + "-wrong.plato")));
  }
  CHECK(pairs >= 21);
}
