// Clauses that exclude what was not seen, and how they are written.

#include "infer/state_rows.hpp"

#include <catch2/catch.hpp>

#include "unit/infer/parsed.hpp"

using namespace plato;

namespace {

const std::string text =
    "var busy: bool = false\n"
    "thread T[i] for i > 0 {\n"
    "  while (true) {\n"
    "    atomic { await !busy; busy := true; }\n"
    "    skip_a: busy := busy;\n"
    "    busy := false;\n"
    "  }\n"
    "}\n";

struct Learner {
  SyntaxTree tree;
  ThreadLabels labels;
  Vocabulary vocabulary;
};
Learner learner() {
  Learner made{.tree = plato_test::tree_of(text), .labels = {}, .vocabulary = {}};
  made.labels = label_everything(made.tree);
  const std::vector<Vocabulary> all = vocabularies(made.tree, made.labels);
  REQUIRE(all.size() == 1);
  made.vocabulary = all.front();
  return made;
}

std::size_t number_of(const Vocabulary& vocabulary, const std::string& formula) {
  for (std::size_t i = 0; i < vocabulary.atoms.size(); ++i)
    if (vocabulary.atoms[i].formula == formula) return i;
  FAIL(formula);
  return 0;
}

StateRow row(const Vocabulary& vocabulary, const std::vector<std::string>& formulas) {
  StateRow made;
  for (const std::string& formula : formulas) made[number_of(vocabulary, formula)] = true;
  return made;
}

}   // namespace

TEST_CASE("all steps of a thread have labels, its own where there are some") {
  const Learner l = learner();
  REQUIRE(l.labels.threads.size() == 1);
  std::vector<std::string> names;
  for (const LabelledPlace& place : l.labels.threads[0].places) names.push_back(place.label);
  CHECK(names == std::vector<std::string>{"L1", "skip_a", "L2"});
  CHECK(l.labels.threads[0].last.empty());   // it does not end
  CHECK(l.labels.added.size() == 2);
  CHECK(places_text("T[k]", l.labels.threads[0], {1, 2}) == "within(T[k], skip_a .. L2)");
  CHECK(places_text("T[k]", l.labels.threads[0], {0, 2}) == "at(T[k], L1) || at(T[k], L2)");
}

TEST_CASE("a row that was not seen is excluded with what is like it, and nothing that was seen") {
  const Learner l = learner();
  const std::vector<StateRow> seen{row(l.vocabulary, {"at(T[k], L1)", "at(T[j], L1)"}),
                                   row(l.vocabulary, {"at(T[k], skip_a)", "at(T[j], L1)", "busy"}),
                                   row(l.vocabulary, {"at(T[k], L2)", "at(T[j], L1)", "busy"}),
                                   row(l.vocabulary, {"at(T[k], L1)", "at(T[j], skip_a)", "busy"}),
                                   row(l.vocabulary, {"at(T[k], L1)", "at(T[j], L2)", "busy"})};
  for (const StateRow& r : seen) CHECK_FALSE(excluded(l.vocabulary, r, seen, 3));

  // one thread alone
  const StateRow free_inside = row(l.vocabulary, {"at(T[k], skip_a)", "at(T[j], L1)"});
  const auto alone = excluded(l.vocabulary, free_inside, seen, 1);
  REQUIRE(alone);
  CHECK(excludes(l.vocabulary, *alone, free_inside));
  for (const StateRow& r : seen) CHECK_FALSE(excludes(l.vocabulary, *alone, r));
  CHECK(invariant_text(l.vocabulary, *alone, l.labels, {"0 < tid"}, l.tree) ==
        "forall k :: 0 < k && within(T[k], skip_a .. L2) ==> busy");

  // two
  const StateRow both = row(l.vocabulary, {"at(T[k], skip_a)", "at(T[j], L2)", "busy"});
  const auto pair = excluded(l.vocabulary, both, seen, 3);
  REQUIRE(pair);
  CHECK(invariant_text(l.vocabulary, *pair, l.labels, {"0 < tid"}, l.tree) ==
        "forall k, j :: 0 < k && 0 < j && k != j && within(T[k], skip_a .. L2) && within(T[j], skip_a .. L2) ==> "
        "false");
}
