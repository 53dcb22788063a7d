// See violated_clause.hpp.

#include "thread_modular/violated_clause.hpp"

#include <algorithm>
#include <optional>

namespace plato {
namespace {

// The false clause among those that may be false: it was found false, or it is the only one left.
template <class Candidate>
class Elimination {
 public:
  void add(const std::optional<bool>& truth, const Candidate& candidate) {
    if (truth == true) return;
    if (truth == false && !is_found_) {
      is_found_ = true;
      best_ = candidate;
    }
    if (is_found_) return;
    best_ = candidate;
    ++unknown_;
  }
  std::optional<Candidate> result() const { return is_found_ || unknown_ == 1 ? best_ : std::nullopt; }

 private:
  std::optional<Candidate> best_;
  bool is_found_ = false;
  std::size_t unknown_ = 0;
};

// The threads of a family that a step of thread `self` may affect. The clauses of an individually declared thread name
// its own identifier.
std::vector<Integer> others(const Program& program, Counterexample& counterexample, std::size_t family,
                            const std::optional<Integer>& self) {
  if (is_given_thread(program, program.families[family]))
    return self ? std::vector<Integer>{} : std::vector<Integer>{0};
  std::vector<Integer> threads;
  for (const Integer& thread : counterexample.integers())
    if (thread != self &&
        counterexample.truth({.formula = program.families[family].members, .thread = thread}) != false)
      threads.push_back(thread);
  return threads;
}

}   // namespace

const CoreClause* violated_clause(Counterexample& counterexample, std::span<const CoreClause> clauses,
                                  const Integer& thread, std::int32_t before, std::int32_t after) {
  Elimination<const CoreClause*> elimination;
  for (const CoreClause& clause : clauses)
    elimination.add(
        counterexample.truth({.formula = clause.formula, .thread = thread, .before = before, .after = after}), &clause);
  return elimination.result().value_or(nullptr);
}

namespace {

BrokenPromise find_broken(const CoreProgram& core, Counterexample& counterexample, std::optional<std::size_t> family,
                          StatementId par, std::int32_t before, std::int32_t after) {
  using Kind = BrokenPromise::Kind;
  const std::vector<FamilyProvenance>& stated = core.provenance.families;
  const Integer self = counterexample.thread(0);
  Elimination<BrokenPromise> elimination;
  const auto look_at = [&](Kind kind, const std::vector<CoreClause>& clauses, std::size_t whose,
                           const Integer& thread) {
    for (const CoreClause& clause : clauses) {
      // An invariant is a predicate, of the store after the step.
      const std::int32_t first = kind == Kind::invariant ? after : before;
      elimination.add(
          counterexample.truth({.formula = clause.formula, .thread = thread, .before = first, .after = after}),
          {.kind = kind, .clause = &clause, .family = whose, .thread = thread});
    }
  };
  if (family) look_at(Kind::guarantee, stated[*family].guarantees, *family, self);
  const auto is_of = [&](std::size_t other) {
    if (family) return other == *family;
    return counterexample.truth({.formula = core.program.families[other].members, .thread = self}) == true;
  };
  if (!family || stated[*family].guarantees.empty())   // then it keeps what the others rely on
    for (std::size_t other = 0; other < stated.size(); ++other)
      for (const Integer& thread :
           others(core.program, counterexample, other, is_of(other) ? std::optional(self) : std::nullopt))
        if (par == 0 || thread != counterexample.about(self, 0))   // what its own thread says is not for its branches
          look_at(Kind::rely, stated[other].relies, other, thread);
  if (par != 0)
    for (const Integer& other : counterexample.integers())
      if (other.sign() < 0 && other != self && counterexample.about(other, 0) == counterexample.about(self, 0))
        look_at(Kind::branch, core.provenance.statements.at(par - 1).relies, 0, other);
  const std::optional<Literal>& invariant = core.provenance.whole_invariant;
  if (!invariant ||
      counterexample.truth({.formula = *invariant, .thread = 0, .before = before, .after = before}) != false)
    look_at(Kind::invariant, core.provenance.invariants, 0, 0);
  look_at(Kind::program_guarantee, core.provenance.guarantees, 0, 0);
  return elimination.result().value_or(BrokenPromise{});
}

}   // namespace

BrokenPromise broken_promise(const CoreProgram& core, Counterexample& counterexample, std::optional<std::size_t> family,
                             std::int32_t before, std::int32_t after) {
  return find_broken(core, counterexample, family, 0, before, after);
}

BrokenPromise broken_promise_of_branch(const CoreProgram& core, Counterexample& counterexample, StatementId par,
                                       std::int32_t before, std::int32_t after) {
  return find_broken(core, counterexample, std::nullopt, par, before, after);
}

}   // namespace plato
