// See observe_clauses.hpp.

#include "infer/observe_clauses.hpp"

#include <algorithm>

#include "infer/few_threads.hpp"

namespace plato {
namespace {

class ClauseObserver {
 public:
  ClauseObserver(const CoreProgram& core, const std::set<std::size_t>& lines_about_states)
      : core_(core), lines_about_states_(lines_about_states) {}

  // Two threads of a family show what one does to another, a third what both do to each other. Few values leave room
  // for long executions; the searches that look for unreached statements go deep.
  std::set<std::size_t> run() {
    constexpr std::uint64_t most_work = 20'000'000;
    constexpr FewThreads searches[] = {{2, 3, 4}, {3, 1, 2}, {2, -1, 1}};
    observe_few_threads(
        core_.program, searches, most_work, [] {},
        [&](ConcreteEvaluation& evaluation, const ObservedStep& step) { observe(evaluation, step); });
    return std::move(broken_);
  }

 private:
  const CoreProgram& core_;
  const std::set<std::size_t>& lines_about_states_;
  std::set<std::size_t> broken_;   // lines

  void observe(ConcreteEvaluation& evaluation, const ObservedStep& step) {
    ConcreteModel after = step.model;
    after.before = after.after;
    for (const CoreClause& clause : core_.provenance.invariants) ask(evaluation, clause, after);
    for (std::size_t t = 0; t < step.threads.size(); ++t) {
      ConcreteModel during = step.model;
      during.tid = after.tid = step.threads[t].identifier;
      for (const CoreClause& clause : core_.provenance.families[step.threads[t].family].relies) {
        if (lines_about_states_.contains(clause.where.line))
          ask(evaluation, clause, after);
        else if (step.actor && t != *step.actor)
          ask(evaluation, clause, during);
      }
    }
  }

  // A value that is too large says nothing.
  void ask(ConcreteEvaluation& evaluation, const CoreClause& clause, const ConcreteModel& model) {
    if (broken_.contains(clause.where.line)) return;
    try {
      if (!evaluation.holds(clause.formula, model)) broken_.insert(clause.where.line);
    } catch (const TooLarge&) {
    }
  }
};

}   // namespace

std::set<std::size_t> broken_clauses(const CoreProgram& core, const std::set<std::size_t>& lines_about_states) {
  return ClauseObserver(core, lines_about_states).run();
}

}   // namespace plato
