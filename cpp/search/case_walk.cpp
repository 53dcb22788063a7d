// See case_walk.hpp.

#include "search/case_walk.hpp"

#include <algorithm>

#include "search/common_facts.hpp"

namespace plato {
namespace {

constexpr std::size_t most_suppositions = 40;   // at a time: the walk is recursive
constexpr std::size_t few_related = 60;         // what a case is tried with at first, without a chain

}   // namespace

CaseWalk::CaseWalk(LemmaContext& context, std::span<const Literal> assertions, std::uint64_t effort)
    : context_(context),
      chain_(context.table),
      propagation_(context, assertions),
      effort_(effort),
      at_(chain_.start(assertions)) {
  if (at_ == 0) find_steps(assertions);
}

bool CaseWalk::run() {
  open_case_.clear();
  certain_.clear();
  if (at_ != 0)
    is_refuted_ = follow(at_, 0) == Outcome::refuted;
  else if (goal_ != 0 && !is_stuck_)
    is_refuted_ = follow_steps() == Outcome::refuted;
  else
    is_refuted_ = !propagation_.run();
  return is_refuted_;
}

void CaseWalk::close_case() {
  for (Literal& literal : open_case_) literal = -literal;
  propagation_.be_told(open_case_);
  open_case_.clear();
}

CaseWalk::Outcome CaseWalk::leave_open(Literal at) {
  if (!open_case_.empty()) return Outcome::open;
  open_case_.assign(propagation_.supposed().begin(), propagation_.supposed().end());
  const bool is_first_time = goal_ != 0 && open_case_ != last_open_;
  certain_ = is_first_time ? propagation_.some_related(at, few_related) : propagation_.related(at);
  return Outcome::open;
}

// Down from a true literal to the end of its chain, or to `end`.
CaseWalk::Outcome CaseWalk::follow(Literal& at, Literal end) {
  for (;;) {
    if (!propagation_.run()) return Outcome::refuted;
    if (at == end && end != 0) return Outcome::reached;
    switch (chain_.shape(at)) {
      case FailureChain::Shape::leaf: return leave_open(at);
      case FailureChain::Shape::conjunction: at = chain_.deepest(at); break;
      case FailureChain::Shape::opening: {
        const FormulaId all = formula_of(at);
        const TermId witness = context_.table.witness(all);
        at = -instantiate(context_.table, context_.table.operands(all)[0], witness);
        break;
      }
      case FailureChain::Shape::choice:
        if (const Outcome outcome = choose(at, at); outcome != Outcome::reached) return outcome;
        break;
    }
  }
}

// The part of a true choice that holds, when the others are refuted, or the join of those that are left.
CaseWalk::Outcome CaseWalk::choose(Literal choice, Literal& next) {
  std::vector<Literal> open = chain_.parts(choice);
  std::erase_if(open, [&](Literal part) { return propagation_.is_false(part); });
  if (open.empty()) return Outcome::refuted;
  const auto is_true = [&](Literal part) { return propagation_.is_true(part); };
  if (const auto found = std::ranges::find_if(open, is_true); found != open.end()) {
    next = *found;
    return Outcome::reached;
  }
  const bool is_too_much = propagation_.work() > effort_ || propagation_.supposed().size() >= most_suppositions;
  if (is_too_much) return leave_open(choice);
  FailureChain::Fork fork = chain_.fork(open);
  for (Literal part : open) {
    if (std::ranges::find(fork.ways, part) != fork.ways.end()) continue;
    if (refute(part) == Outcome::open) return Outcome::open;
    if (!propagation_.run()) return Outcome::refuted;
    if (const auto found = std::ranges::find_if(open, is_true); found != open.end()) {
      next = *found;
      return Outcome::reached;
    }
  }
  if (fork.ways.size() > 1) {
    if (!propagation_.is_true(fork.join) && take_fork(fork) == Outcome::open) return Outcome::open;
    if (!propagation_.run()) return Outcome::refuted;
    if (propagation_.is_true(fork.join)) {
      next = fork.join;
      return Outcome::reached;
    }
  }
  const auto left = std::ranges::find_if(fork.ways, is_true);
  if (left == fork.ways.end()) return leave_open(choice);
  next = *left;
  return Outcome::reached;
}

CaseWalk::Outcome CaseWalk::refute(Literal literal) {
  if (propagation_.is_false(literal)) return Outcome::refuted;
  propagation_.suppose(literal);
  Literal at = literal;
  const Outcome outcome = follow(at, 0);
  propagation_.take_back();
  if (outcome == Outcome::refuted) propagation_.learn(-literal);
  return outcome;
}

CaseWalk::Outcome CaseWalk::take_fork(const FailureChain::Fork& fork) {
  return take_ways(fork.ways, fork.join, [&](Literal way) {
    Literal at = way;
    return follow(at, fork.join);
  });
}

// Follows each way to the join, if there is one, and learns what they have in common.
CaseWalk::Outcome CaseWalk::take_ways(std::span<const Literal> ways, Literal join, const FollowWay& follow_way) {
  std::vector<Literal> open;
  std::vector<WayFacts> found;
  const std::size_t nodes = join == 0 ? 0 : propagation_.forest().nodes();
  for (Literal way : ways) {
    if (!propagation_.run()) return Outcome::refuted;
    if (propagation_.is_false(way)) continue;
    if (propagation_.is_true(way)) return Outcome::reached;   // the only one
    propagation_.suppose(way);
    const Outcome outcome = follow_way(way);
    if (outcome == Outcome::reached) {
      open.push_back(way);
      found.push_back(facts_of_way(context_, propagation_));
    }
    propagation_.take_back();
    if (outcome == Outcome::refuted) propagation_.learn(-way);
    if (outcome == Outcome::open) return Outcome::open;
  }
  if (open.size() < 2) return Outcome::reached;
  CommonFacts common = common_facts(found, propagation_, nodes);
  if (join != 0) common.literals.push_back(join);
  // Once more, to show on each way what is to be learned.
  std::vector<Literal> agreed;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!propagation_.run()) return Outcome::refuted;
    if (propagation_.is_true(open[i]) || propagation_.is_false(open[i])) return Outcome::reached;
    propagation_.suppose(open[i]);
    propagation_.run();
    std::vector<Literal> shown = show_facts(context_, propagation_, facts_of_way(context_, propagation_), common);
    propagation_.run();
    std::erase_if(shown, [&](Literal literal) {
      return !propagation_.is_true(literal) || (i > 0 && std::ranges::find(agreed, literal) == agreed.end());
    });
    for (Literal literal : shown) propagation_.learn(literal);
    agreed = std::move(shown);
    propagation_.take_back();
  }
  for (Literal literal : agreed) propagation_.learn(literal);
  return Outcome::reached;
}

// ---- steps without a chain

namespace {

constexpr std::size_t fewest_steps = 3, many_ways = 3;
constexpr std::size_t most_looked_at = 200;   // parts of one assertion
constexpr std::size_t most_attempts = 2;      // at one open case

// Says whether the literal says of a variable what it is, whichever of its ways is taken; how many ways there are is
// added up.
class StepShape {
 public:
  explicit StepShape(LemmaContext& context, const FailureChain& chain) : context_(context), chain_(chain) {}

  bool is_step(Literal literal) { return sets(literal) && ways_ > 1 && looked_at_ <= most_looked_at; }
  std::size_t ways() const { return ways_; }

 private:
  LemmaContext& context_;
  const FailureChain& chain_;
  std::size_t ways_ = 1, looked_at_ = 0;

  // Recursion ends with what may be looked at.
  bool sets(Literal literal) {
    if (++looked_at_ > most_looked_at) return false;
    const auto sets_too = [&](Literal part) { return sets(part); };
    switch (chain_.shape(literal)) {
      case FailureChain::Shape::choice: {
        const std::vector<Literal> parts = chain_.parts(literal);
        ways_ += parts.size() - 1;
        return std::ranges::all_of(parts, sets_too);
      }
      case FailureChain::Shape::conjunction: return std::ranges::any_of(chain_.parts(literal), sets_too);
      default: break;
    }
    const FormulaId formula = formula_of(literal);
    if (literal < 0 || context_.table[formula].kind != FormulaKind::eq) return false;
    ways_ += count_choices(context_.table.left(formula)) + count_choices(context_.table.right(formula));
    return true;
  }
  std::size_t count_choices(TermId term) {
    const Term& t = context_.table[term];
    if (t.kind != TermKind::ite || ++looked_at_ > most_looked_at) return 0;
    return 1 + count_choices(t.term(1)) + count_choices(t.term(2));
  }
};

}   // namespace

// What is no step comes after the steps; the last of it is what fails. It is worth following them where the steps have
// many ways, or where much may fail: otherwise one path tells enough about all others.
void CaseWalk::find_steps(std::span<const Literal> assertions) {
  bool is_wide = false;
  for (Literal assertion : assertions) {
    StepShape shape(context_, chain_);
    if (shape.is_step(assertion)) {
      steps_.push_back(assertion);
      is_wide = is_wide || shape.ways() >= many_ways;
    } else {
      goal_ = assertion;
    }
  }
  if (goal_ != 0 && chain_.shape(goal_) == FailureChain::Shape::choice)
    is_wide = is_wide || chain_.parts(goal_).size() >= many_ways;
  if (steps_.size() < fewest_steps || !is_wide) goal_ = 0;
}

CaseWalk::Outcome CaseWalk::follow_steps() {
  for (; followed_ < steps_.size(); ++followed_) {
    if (!propagation_.run()) return Outcome::refuted;
    if (propagation_.work() > effort_) return Outcome::open;
    if (follow_step(steps_[followed_]) == Outcome::refuted) return Outcome::refuted;
  }
  Literal at = goal_;
  const Outcome outcome = follow(at, 0);
  if (outcome == Outcome::open) note_open_case();
  return outcome;
}

// The search is not told to look at this case first: it has the choice of all of them.
void CaseWalk::note_open_case() {
  times_open_ = open_case_ == last_open_ ? times_open_ + 1 : 1;
  is_stuck_ = times_open_ > most_attempts;
  last_open_ = std::move(open_case_);
  open_case_.clear();
}

// A true literal: what its ways have in common is learned.
CaseWalk::Outcome CaseWalk::follow_step(Literal step) {
  if (!propagation_.run()) return Outcome::refuted;
  if (propagation_.supposed().size() >= most_suppositions) return Outcome::reached;
  const auto follow_way = [&](Literal way) { return follow_step(way); };
  switch (chain_.shape(step)) {
    case FailureChain::Shape::choice: {
      std::vector<Literal> ways = chain_.parts(step);
      std::erase_if(ways, [&](Literal way) { return propagation_.is_false(way); });
      const auto taken = std::ranges::find_if(ways, [&](Literal way) { return propagation_.is_true(way); });
      return taken != ways.end() ? follow_step(*taken) : take_ways(ways, 0, follow_way);
    }
    case FailureChain::Shape::conjunction:
      for (Literal part : chain_.parts(step))
        if (follow_step(part) == Outcome::refuted) return Outcome::refuted;
      return Outcome::reached;
    default: break;
  }
  const FormulaId formula = formula_of(step);
  if (step < 0 || context_.table[formula].kind != FormulaKind::eq) return Outcome::reached;
  for (TermId side : {context_.table.left(formula), context_.table.right(formula)})
    if (follow_choice(side) == Outcome::refuted) return Outcome::refuted;
  return Outcome::reached;
}

// The value of a term that is a choice.
CaseWalk::Outcome CaseWalk::follow_choice(TermId choice) {
  if (!propagation_.run()) return Outcome::refuted;
  const Term t = context_.table[choice];
  if (t.kind != TermKind::ite || propagation_.supposed().size() >= most_suppositions) return Outcome::reached;
  const Literal condition = t.operand[0];
  if (propagation_.is_true(condition)) return follow_choice(t.term(1));
  if (propagation_.is_false(condition)) return follow_choice(t.term(2));
  const Literal ways[] = {condition, -condition};
  return take_ways(ways, 0, [&](Literal way) { return follow_choice(t.term(way == condition ? 1 : 2)); });
}

}   // namespace plato
