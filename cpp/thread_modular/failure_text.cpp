// Failures as text; see condition_failure.hpp.

#include <algorithm>
#include <iterator>

#include "thread_modular/condition_failure.hpp"

namespace plato {
namespace {

// "x = 1, mx = 2"
std::string joined(const NamedValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "" : ", ") + name + " = " + value;
  return text;
}

}   // namespace

std::vector<std::string> notes_of(const CounterexampleText& counterexample) {
  std::vector<std::string> notes;
  if (!counterexample.thread.empty())
    notes.push_back("in thread " + counterexample.thread +
                    (counterexample.other.empty() ? "" : ", against thread " + counterexample.other));
  if (!counterexample.parameters.empty()) notes.push_back("with " + joined(counterexample.parameters));
  for (const CounterexampleText::Store& store : counterexample.stores)
    notes.push_back((store.when.empty() ? "where " : store.when + ": ") + joined(store.values));
  return notes;
}

std::string render_failures(std::span<const ConditionFailure> failures, std::string_view file,
                            std::string_view source) {
  std::string text;
  for (const ConditionFailure& failure : failures) {
    Message message = failure.message;
    if (failure.counterexample) std::ranges::move(notes_of(*failure.counterexample), std::back_inserter(message.notes));
    text += render(message, "not proved", file, source);
  }
  return text;
}

}   // namespace plato
