// Random problems, refuted by the SAT solver; see generated_certificates.hpp.

#include "generated_certificates.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "certificate/cnf_writer.hpp"
#include "certificate/model_writer.hpp"
#include "sat/proof_elaboration.hpp"
#include "sat/sat_session.hpp"
#include "support/small_problems.hpp"
#include "system/input_file.hpp"

namespace plato_test {
namespace {

using plato::Cnf;
using plato::Literal;
using plato::Refutation;

std::optional<Refutation> refute(const Cnf& cnf) {
  const plato::SatAnswer answer = plato::solve(cnf);
  const auto* proof = std::get_if<plato::NoModel>(&answer.result);
  if (proof == nullptr) return std::nullopt;
  auto refutation = plato::elaborate(cnf, proof->proof);
  if (!refutation) throw std::runtime_error(refutation.error().message);
  return *std::move(refutation);
}

std::string numbers(const auto& values) {
  std::string text;
  for (const auto value : values) text += " " + std::to_string(value);
  return text;
}

// A formula table in the making: the definition clauses of each entry, as the format's page lists them.
struct RandomTable {
  struct Definition {
    Literal entry;
    int number;
    std::vector<Literal> clause;
  };
  std::mt19937& random;
  Literal entries = 0;
  std::vector<Definition> definitions;

  // Adds a formula over different ones of the first `below` entries; gives its line.
  std::string add_formula(Literal below) {
    constexpr std::pair<char, int> shapes[] = {{'&', 2}, {'|', 2}, {'&', 3}, {'|', 3}, {'>', 2}, {'=', 2},
                                               {'?', 3}, {'t', 0}, {'&', 1}, {'|', 1}, {'&', 0}, {'|', 0}};
    // the last ones, which say little, rarely
    const auto [keyword, arity] = shapes[draw(random, draw(random, 12) == 0 ? 12 : 7)];
    const std::vector<Literal> l = different_literals(arity, below);
    const Literal e = ++entries;
    const auto define = [&](std::vector<std::vector<Literal>> clauses) {
      for (std::size_t k = 0; k < clauses.size(); ++k) definitions.push_back({e, static_cast<int>(k), clauses[k]});
    };
    switch (keyword) {
      case 't': define({{e}}); break;
      case '>': define({{-e, -l[0], l[1]}, {e, l[0]}, {e, -l[1]}}); break;
      case '=': define({{-e, -l[0], l[1]}, {-e, l[0], -l[1]}, {e, l[0], l[1]}, {e, -l[0], -l[1]}}); break;
      case '?': define({{-e, -l[0], l[1]}, {-e, l[0], l[2]}, {e, -l[0], -l[1]}, {e, l[0], -l[2]}}); break;
      default: {
        const Literal sign = keyword == '&' ? 1 : -1;
        std::vector<std::vector<Literal>> clauses{{sign * e}};
        for (const Literal child : l) {
          clauses[0].push_back(-sign * child);
          clauses.push_back({-sign * e, sign * child});
        }
        define(std::move(clauses));
      }
    }
    return keyword + numbers(l) + "\n";
  }

 private:
  std::vector<Literal> different_literals(int count, Literal below) {
    std::vector<Literal> literals;
    while (static_cast<int>(literals.size()) < count) {
      const Literal entry = 1 + draw(random, below);
      if (std::ranges::any_of(literals, [&](Literal other) { return std::abs(other) == entry; })) continue;
      literals.push_back(draw(random, 2) == 0 ? entry : -entry);
    }
    return literals;
  }
};

// What the solver sees: the assertions and all definition clauses, with entries as variables.
Cnf clauses_of(const RandomTable& table, const std::vector<Literal>& asserted) {
  plato::FlatLists<Literal> clauses;
  for (const Literal literal : asserted) clauses.push_list(std::vector<Literal>{literal});
  for (const auto& definition : table.definitions) clauses.push_list(definition.clause);
  return plato::make_cnf(table.entries, std::move(clauses));
}

// The steps of the refutation as lines; the clauses it cites are the assertions and the definitions.
std::string write_steps(const RandomTable& table, std::size_t assertions, const Cnf& cnf,
                        const Refutation& refutation) {
  std::string text;
  std::vector<std::size_t> certificate_number(refutation.last_use.size());
  std::size_t last = 0;
  for (; last < assertions; ++last) certificate_number[last] = last + 1;
  for (std::size_t i = 0; i < table.definitions.size(); ++i) {
    if (refutation.last_use[assertions + i] == Refutation::never) continue;
    text += "d" + numbers(std::vector<int>{table.definitions[i].entry, table.definitions[i].number}) + "\n";
    certificate_number[assertions + i] = ++last;
  }
  for (std::size_t step = 0; step < refutation.steps.size(); ++step) {
    text += "r";
    for (const Literal literal : refutation.steps[step]) {
      const std::int32_t name = cnf.variable_names[static_cast<std::size_t>(std::abs(literal)) - 1];
      text += " " + std::to_string(literal > 0 ? name : -name);
    }
    text += " :";
    for (const auto hint : refutation.hints[step]) text += " " + std::to_string(certificate_number[hint]);
    text += "\n";
    certificate_number[refutation.number_of_step(step)] = ++last;
    if (step + 1 == refutation.steps.size()) break;
    std::string deletions;
    for (std::size_t clause = 0; clause < refutation.last_use.size(); ++clause)
      if (refutation.last_use[clause] == step) deletions += " " + std::to_string(certificate_number[clause]);
    if (!deletions.empty() && draw(table.random, 2) == 0) text += "x" + deletions + "\n";
  }
  return text;
}

// A few atoms, a few formulas over them, and assertions over both until there is no model. Nothing if the refutation is
// shorter than `steps`.
std::optional<std::string> try_formula_certificate(std::mt19937& random, std::size_t steps) {
  RandomTable table{.random = random, .definitions = {}};
  std::string text = "plato certificate 2\nclaim unsatisfiable\n";
  const int atoms = 3 + draw(random, 5);
  for (; table.entries < atoms; ++table.entries) text += "a " + std::to_string(table.entries + 1) + "\n";
  for (int i = draw(random, 6); i > 0; --i) text += table.add_formula(table.entries);
  const Literal below = table.entries;
  std::vector<Literal> asserted;
  do {
    text += table.add_formula(below);
    asserted.push_back(draw(random, 3) != 0 ? table.entries : -table.entries);
    text += "! " + std::to_string(asserted.back()) + "\n";
  } while (!refute(clauses_of(table, asserted)));
  text += "by refutation\n";
  for (int i = draw(random, 3); i > 0; --i) text += table.add_formula(table.entries);
  const Cnf cnf = clauses_of(table, asserted);
  const auto refutation = refute(cnf);
  if (!refutation || refutation->steps.size() < steps) return std::nullopt;
  return text + write_steps(table, asserted.size(), cnf, *refutation);
}

}   // namespace

std::string random_cnf_certificate(std::mt19937& random) {
  for (;;) {
    const std::int32_t variables = 2 + draw(random, 8);
    const Cnf cnf = draw(random, 4) == 0 ? random_problem(random, variables, 6 * variables, 3)
                                         : random_3sat(random, variables + 3, 6 * (variables + 3));
    if (const auto refutation = refute(cnf)) return plato::write_certificate(cnf, *refutation);
  }
}

std::string random_cnf_model(std::mt19937& random) {
  for (;;) {
    const std::int32_t variables = 2 + draw(random, 8);
    const Cnf cnf = random_problem(random, variables, 3 * variables, 3);
    const plato::SatAnswer answer = plato::solve(cnf);
    const auto* model = std::get_if<plato::Model>(&answer.result);
    if (model == nullptr) continue;
    plato::LogicModel atoms;
    for (std::size_t v = 0; v < cnf.variable_names.size(); ++v) atoms.atoms[cnf.variable_names[v]] = model->values[v];
    return plato::write_problem(cnf, plato::ClaimKind::satisfiable) + plato::write_model(atoms);
  }
}

std::string random_formula_certificate(std::mt19937& random) {
  const auto steps = static_cast<std::size_t>(1 + draw(random, 4));
  for (;;)
    if (const auto certificate = try_formula_certificate(random, steps)) return *certificate;
}

std::vector<std::string> read_folder(const std::string& path) {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(path))
    if (file.is_regular_file()) paths.push_back(file.path());
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const std::string& file : paths) {
    const auto contents = plato::read_file(file);
    texts.emplace_back(plato::as_text(contents.value()));
  }
  return texts;
}

}   // namespace plato_test
