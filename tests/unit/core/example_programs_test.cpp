// Every example is read; the right ones do not go wrong within bounds, their wrong twins do.

#include "support/example_programs.hpp"
#include "explore/explore.hpp"
#include "support/program_text.hpp"

using namespace plato;

TEST_CASE("examples and their wrong twins") {
  std::size_t pairs = 0;
  plato_test::for_each_example([&](const std::filesystem::path& path, const std::string& text) {
    INFO(path.filename());
    const CoreProgram program = program_of(text);
    const bool is_wrong_twin = path.stem().string().ends_with("-wrong");
    // Its main thread makes ever more threads.
    const bool is_endless = path.stem() == "apprentice";
    ExploreOptions options{.threads_per_family = is_wrong_twin ? 2U : 3U};
    if (is_endless) options.most_states = 20'000;
    const Exploration e = explore(program, options);
    CHECK((e.verdict != Exploration::Verdict::no_violation) == is_wrong_twin);
    if (is_wrong_twin) return;
    CHECK(e.is_exhausted() == !is_endless);
    ++pairs;
    CHECK(std::filesystem::exists(path.parent_path() / (path.stem().string() + "-wrong.plato")));
  });
  CHECK(pairs >= 21);
}
