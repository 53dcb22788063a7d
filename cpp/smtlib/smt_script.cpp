// Questions of SMT-LIB files; see smt_script.hpp.

#include "smtlib/smt_script.hpp"

#include <algorithm>

namespace plato {
namespace {

template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<std::size_t>& numbers) {
  std::vector<T> result;
  for (std::size_t number : numbers) result.push_back(all[number]);
  return result;
}

}   // namespace

std::vector<std::size_t> ScopedNumbers::at(State state) const {
  std::vector<std::size_t> numbers;
  for (; state != 0; state = links_[state - 1].first) numbers.push_back(links_[state - 1].second);
  std::ranges::reverse(numbers);
  return numbers;
}

void SmtScript::restore(const SmtState& state) {
  assertions.restore(state.assertions);
  symbols.restore(state.symbols);
  sorts.restore(state.sorts);
}

Problem problem_of(SmtScript script, std::size_t question) {
  const auto& [line, state, assumed] = script.questions[question];
  Problem problem = std::move(script.problem);
  problem.assertions = chosen(problem.assertions, script.assertions.at(state.assertions));
  problem.assertions.insert(problem.assertions.end(), assumed.begin(), assumed.end());
  problem.symbols = chosen(problem.symbols, script.symbols.at(state.symbols));
  problem.declared_sorts = chosen(problem.declared_sorts, script.sorts.at(state.sorts));
  return problem;
}

}   // namespace plato
