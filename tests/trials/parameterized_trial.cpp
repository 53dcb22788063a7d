// See parameterized_trial.hpp.

#include "parameterized_trial.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/read_program.hpp"
#include "trials/judges/asserted_guarantee.hpp"
#include "trials/programs/certificate_program.hpp"
#include "trials/programs/parameterized_programs.hpp"

namespace plato_test {

namespace {

// For many quantified conditions that are not valid, Z3 finds no model; nearly all proofs are found in a tenth of that.
constexpr double seconds_for_proofs = 0.4;

// As many threads as the largest instance may have after a change of its bounds, and more states than nearly all have.
plato::ExploreOptions small_bounds() {
  return {.threads_per_family = 4, .lowest = -1, .highest = 3, .most_states = 40000};
}

Instance run_instance(const std::string& source, int n) {
  const std::string text = with_environment(instance_of(source, n));
  auto program = plato::read_program(text);
  if (!program)
    throw std::runtime_error("an instance is no program: " + plato::render(program.error(), "instance", text));
  Instance instance{.n = n, .explored = {}};
  instance.has_environment = std::ranges::any_of(program->program.families,
                                                 [](const plato::CoreFamily& f) { return f.name == environment_name; });
  // The explorer looks at every step; the environment's, which is a thread here, need not keep the program's guarantee.
  if (instance.has_environment && program->specification.guarantee) {
    assert_guarantee(*program, *program->specification.guarantee,
                     [](const plato::CoreFamily& family) { return family.name != environment_name; });
    program->specification.guarantee.reset();
  }
  instance.explored = plato::explore_program(*program, small_bounds());
  instance.is_allowed = instance.explored.exploration.states != 0;
  if (instance.is_wrong() && instance.explored.is_refuted)
    if (auto read = read_certificate_program(instance.explored.certificate))
      instance.opinion = follow_schedule(*std::move(read));
  return instance;
}

}   // namespace

bool ParameterizedTrial::is_wrong() const { return std::ranges::any_of(instances, &Instance::is_wrong); }

bool ParameterizedTrial::is_complete() const {
  return std::ranges::any_of(instances, &Instance::is_allowed) && std::ranges::all_of(instances, [](const Instance& i) {
           return !i.is_allowed || i.explored.exploration.is_exhausted();
         });
}

ParameterizedTrial try_parameterized(const std::string& source) {
  ParameterizedTrial trial{.of_all = check_source(source, seconds_for_proofs), .instances = {}};
  if (!trial.of_all.program) return trial;
  for (const int n : {1, 2, 3}) trial.instances.push_back(run_instance(source, n));
  return trial;
}

std::optional<std::string> disagreement(const ParameterizedTrial& trial) {
  for (const Instance& instance : trial.instances) {
    const std::string here = "n = " + std::to_string(instance.n) + ": ";
    if (const auto flaw = disagreement(trial.of_all, instance.explored)) return here + *flaw;
    if (instance.is_wrong() && instance.opinion == Opinion::wrong)
      return here + "UNSOUND: the kernel certifies a schedule that is not one of the program\n" +
             instance.explored.table;
  }
  return std::nullopt;
}

}   // namespace plato_test
