// See case_walk.hpp.

#include "search/case_walk.hpp"

#include <algorithm>

#include "search/common_facts.hpp"

namespace plato {
namespace {

constexpr std::size_t most_suppositions = 40;   // at a time: the walk is recursive

}   // namespace

CaseWalk::CaseWalk(LemmaContext& context, std::span<const Literal> assertions, std::uint64_t effort)
    : context_(context),
      chain_(context.table),
      propagation_(context, assertions),
      effort_(effort),
      at_(chain_.start(assertions)) {}

bool CaseWalk::run() {
  open_case_.clear();
  certain_.clear();
  if (at_ != 0)
    is_refuted_ = follow(at_, 0) == Outcome::refuted;
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
  certain_ = propagation_.related(at);
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
    if (!propagation_.is_true(fork.join) && take_ways(fork) == Outcome::open) return Outcome::open;
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

// Follows each way to the join, and learns what they have in common.
CaseWalk::Outcome CaseWalk::take_ways(const FailureChain::Fork& fork) {
  std::vector<Literal> open;
  std::vector<WayFacts> found;
  const std::size_t nodes = propagation_.forest().nodes();
  for (Literal way : fork.ways) {
    if (!propagation_.run()) return Outcome::refuted;
    if (propagation_.is_false(way)) continue;
    if (propagation_.is_true(way)) return Outcome::reached;   // the only one
    propagation_.suppose(way);
    Literal at = way;
    const Outcome outcome = follow(at, fork.join);
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
  common.literals.push_back(fork.join);
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

}   // namespace plato
