// See stated_conclusion.hpp.

#include "conditions/stated_conclusion.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace plato {

// Puts one refutation together: a single step, which propagates through assertions and definition clauses.
class StatedConclusions::Attempt {
 public:
  Attempt(StatedConclusions& known, std::span<const Literal> condition) : known_(known), condition_(condition) {}

  std::optional<FoundRefutation> refutation() {
    const std::size_t last = condition_.size() - 1;
    if (!prove(-condition_[last], most_depth)) return std::nullopt;
    cite({.is_assertion = true, .index = last});
    found_.refutation.problem_clauses = found_.origins.size();
    found_.refutation.steps.push_list({});
    std::vector<ClauseNumber> hints;
    for (ClauseNumber clause = 0; clause < found_.origins.size(); ++clause) hints.push_back(clause);
    found_.refutation.hints.push_list(hints);
    found_.refutation.last_use.assign(found_.origins.size() + 1, 0);
    found_.refutation.last_use.back() = Refutation::never;
    return std::move(found_);
  }

 private:
  // A conclusion that is put together from more than that is left to the search.
  static constexpr std::size_t most_depth = 16, most_clauses = 256;

  StatedConclusions& known_;
  std::span<const Literal> condition_;
  FoundRefutation found_{};
  std::unordered_set<Literal> shown_{};

  const FormulaTable& table() const { return known_.table_; }

  void cite(FoundRefutation::Origin origin) { found_.origins.push_back(origin); }
  void cite(FormulaId formula, std::int32_t number, std::span<const Literal> clause) {
    cite({.is_assertion = false, .index = found_.pool.size()});
    found_.pool.clauses.push_list(clause);
    found_.pool.reasons.push_back(
        {.rule = LemmaRule::definition, .is_demanding = false, .number = number, .formula = formula});
  }

  // After the clauses that are cited so far the literal is true.
  bool prove(Literal literal, std::size_t depth) {
    if (shown_.contains(literal)) return true;
    if (found_.origins.size() > most_clauses) return false;
    if (follows(literal) || (depth > 0 && is_composed(literal, depth - 1))) {
      shown_.insert(literal);
      return true;
    }
    return false;
  }

  // From one of the hypotheses.
  bool follows(Literal literal) {
    const std::span<const Literal> hypotheses = condition_.first(condition_.size() - 1);
    if (const auto at = std::ranges::find(hypotheses, literal); at != hypotheses.end()) {
      cite({.is_assertion = true, .index = static_cast<std::size_t>(at - hypotheses.begin())});
      return true;
    }
    for (Literal hypothesis : hypotheses) {
      const auto& sources = known_.parts_of(hypothesis).sources;
      std::vector<std::pair<Literal, Source>> way;   // from the literal up to the hypothesis
      for (auto at = sources.find(literal); at != sources.end(); at = sources.find(at->second.whole))
        way.emplace_back(at->first, at->second);
      if (way.empty()) continue;
      std::ranges::reverse(way);
      if (shown_.insert(hypothesis).second) follows(hypothesis);
      for (const auto& [part, source] : way)
        if (shown_.insert(part).second) cite(formula_of(source.whole), source.number, {{-source.whole, part}});
      return true;
    }
    return false;
  }

  // It is made of literals that follow.
  bool is_composed(Literal literal, std::size_t depth) {
    const FormulaId formula = formula_of(literal);
    const FormulaKind kind = table()[formula].kind;
    const std::span<const std::int32_t> operands = table().operands(formula);
    const std::vector<Literal> parts(operands.begin(), operands.end());
    if (kind == FormulaKind::implies && literal > 0) return proves_one(formula, {{-parts[0], parts[1]}}, depth);
    if (kind != FormulaKind::and_ && kind != FormulaKind::or_) return false;
    const Literal sign = kind == FormulaKind::and_ ? 1 : -1;
    if (literal != sign * literal_of(formula)) {
      std::vector<Literal> signed_parts;
      for (Literal part : parts) signed_parts.push_back(-sign * part);
      return proves_one(formula, signed_parts, depth);
    }
    std::vector<Literal> clause{literal};
    for (Literal part : parts) {
      if (!prove(sign * part, depth)) return false;
      clause.push_back(-sign * part);
    }
    cite(formula, 0, clause);
    return true;
  }

  // One of its alternatives follows, which is clause i + 1 of its definition.
  bool proves_one(FormulaId formula, std::span<const Literal> alternatives, std::size_t depth) {
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
      const std::size_t cited = found_.origins.size(), lemmas = found_.pool.size();
      if (!prove(alternatives[i], depth)) {
        if (found_.origins.size() != cited || found_.pool.size() != lemmas) return false;
        continue;
      }
      const bool is_negated = table()[formula].kind == FormulaKind::and_;
      cite(formula, static_cast<std::int32_t>(i) + 1,
           {{is_negated ? -literal_of(formula) : literal_of(formula), -alternatives[i]}});
      return true;
    }
    return false;
  }
};

const StatedConclusions::Parts& StatedConclusions::parts_of(Literal hypothesis) {
  const auto [at, is_new] = parts_.try_emplace(hypothesis);
  Parts& parts = at->second;
  parts.is_used = true;
  if (!is_new) return parts;
  std::vector<Literal> pending{hypothesis};
  const auto imply = [&](Literal whole, std::size_t number, Literal part) {
    if (part != hypothesis &&
        parts.sources.try_emplace(part, Source{.whole = whole, .number = static_cast<std::int32_t>(number)}).second)
      pending.push_back(part);
  };
  while (!pending.empty()) {
    const Literal whole = pending.back();
    pending.pop_back();
    const FormulaId formula = formula_of(whole);
    const FormulaKind kind = table_[formula].kind;
    const std::span<const std::int32_t> operands = table_.operands(formula);
    if ((kind == FormulaKind::and_ && whole > 0) || (kind == FormulaKind::or_ && whole < 0)) {
      for (std::size_t i = 0; i < operands.size(); ++i) imply(whole, i + 1, whole > 0 ? operands[i] : -operands[i]);
    } else if (kind == FormulaKind::implies && whole < 0) {
      imply(whole, 1, operands[0]);
      imply(whole, 2, -operands[1]);
    }
  }
  return parts;
}

std::optional<FoundRefutation> StatedConclusions::refute(std::span<const Literal> condition) {
  if (condition.empty()) return std::nullopt;
  for (auto& [hypothesis, parts] : parts_) parts.is_used = false;
  std::optional<FoundRefutation> found = Attempt(*this, condition).refutation();
  // The conditions of a thread come one after the other: what this one does not share, the next one will not.
  std::erase_if(parts_, [](const auto& entry) { return !entry.second.is_used; });
  return found;
}

}   // namespace plato
