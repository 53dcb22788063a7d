// Deriving facts and writing derivations down; see derived_facts.hpp.

#include "arithmetic/derived_facts.hpp"

#include <algorithm>

namespace plato {

DerivedFacts::Id DerivedFacts::add(Fact fact, Origin origin) {
  nodes_.push_back({nullptr, std::move(fact), std::move(origin)});
  return static_cast<Id>(nodes_.size() - 1);
}

DerivedFacts::Id DerivedFacts::add_hypothesis(std::uint32_t name, const Fact& fact) {
  nodes_.push_back({&fact, {}, FromHypothesis{name}});
  return static_cast<Id>(nodes_.size() - 1);
}

DerivedFacts::Id DerivedFacts::add_combination(std::vector<Part> parts, const Integer& divisor) {
  std::ranges::sort(parts, {}, &Part::second);
  std::vector<Part> merged;
  for (Part& part : parts) {
    if (!merged.empty() && merged.back().second == part.second)
      merged.back().first += part.first;
    else
      merged.push_back(std::move(part));
  }
  std::erase_if(merged, [](const Part& part) { return part.first.is_zero(); });

  Integer common = divisor;
  for (const Part& part : merged) common = greatest_common_divisor(common, part.first);
  if (common.sign() > 0 && !common.is_one())
    for (Part& part : merged) part.first = exact_divide(part.first, common);

  Fact sum{{}, Relation::equal_to_zero};
  if (merged.size() <= 8) {
    for (const auto& [multiplier, id] : merged) sum.polynomial.add_multiple(multiplier, (*this)[id].polynomial);
  } else {   // one sort beats many merges
    Integer constant = 0;
    std::vector<Polynomial::Summand> summands;
    for (const auto& [multiplier, id] : merged) {
      const Polynomial& polynomial = (*this)[id].polynomial;
      constant += multiplier * polynomial.constant();
      for (const auto& summand : polynomial.summands())
        summands.push_back({summand.monomial, multiplier * summand.coefficient});
    }
    sum.polynomial = Polynomial::of_summands(std::move(constant), std::move(summands));
  }
  for (const auto& [multiplier, id] : merged)
    if ((*this)[id].relation == Relation::at_least_zero) sum.relation = Relation::at_least_zero;

  Integer by = divisor.is_zero() ? sum.polynomial.content() : exact_divide(divisor, common);
  if (by.is_zero()) by = 1;
  if (!by.is_one()) {
    if (sum.relation == Relation::equal_to_zero && !divides(by, sum.polynomial.constant()))
      sum = {Polynomial(-1), Relation::at_least_zero};
    else
      sum.polynomial = sum.polynomial.floor_divided(by);
  }
  return add(std::move(sum), FromCombination{std::move(merged), std::move(by)});
}

DerivedFacts::Id DerivedFacts::add_product(Id left, Id right) {
  const Fact& a = (*this)[left];
  const Fact& b = (*this)[right];
  const bool is_equality = a.relation == Relation::equal_to_zero || b.relation == Relation::equal_to_zero;
  Fact product{a.polynomial * b.polynomial, is_equality ? Relation::equal_to_zero : Relation::at_least_zero};
  return add(std::move(product), FromProduct{left, right});
}

DerivedFacts::Id DerivedFacts::add_term_product(Id fact, TermId term, const Polynomial& polynomial) {
  return add({(*this)[fact].polynomial * polynomial, Relation::equal_to_zero}, FromTermProduct{fact, term});
}

DerivedFacts::Id DerivedFacts::add_square(TermId term, const Polynomial& polynomial) {
  return add({polynomial * polynomial, Relation::at_least_zero}, FromSquare{term});
}

DerivedFacts::Id DerivedFacts::add_division(const Division& division, std::optional<Id> sign, bool is_positive) {
  const Polynomial remainder = Polynomial::of_atom(division.remainder);
  FromDivision origin{division.quotient, division.remainder, sign, 0};
  const Id first = add({division.dividend - division.divisor * Polynomial::of_atom(division.quotient) - remainder,
                        Relation::equal_to_zero},
                       origin);
  origin.which = 1;
  add({remainder, Relation::at_least_zero}, origin);
  origin.which = 2;
  Polynomial below = (is_positive ? division.divisor : -division.divisor) - remainder;
  below -= Integer(1);
  add({std::move(below), Relation::at_least_zero}, origin);
  return first;
}

void DerivedFacts::truncate(std::size_t size) {
  if (size < nodes_.size()) nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(size), nodes_.end());
}

std::optional<DerivedFacts::Id> DerivedFacts::unrounded(Id id) const {
  const auto* combination = std::get_if<FromCombination>(&nodes_[id].origin);
  if (!combination || combination->parts.size() != 1 || !combination->parts[0].first.is_one()) return std::nullopt;
  if (combination->divisor.is_one()) return std::nullopt;
  return combination->parts[0].second;
}

bool DerivedFacts::ends_with_division(Id id) const {
  const auto* combination = std::get_if<FromCombination>(&nodes_[id].origin);
  return combination && !combination->divisor.is_one();
}

std::vector<bool> DerivedFacts::needed_for(std::span<const Id> roots) const {
  const Id last = *std::ranges::max_element(roots);
  std::vector<bool> is_needed(last + 1, false);
  for (Id root : roots) is_needed[root] = true;
  for (Id id = last + 1; id-- > 0;) {
    if (!is_needed[id]) continue;
    const Origin& origin = nodes_[id].origin;
    if (const auto* combination = std::get_if<FromCombination>(&origin)) {
      for (const auto& [multiplier, part] : combination->parts) is_needed[part] = true;
    } else if (const auto* product = std::get_if<FromProduct>(&origin)) {
      is_needed[product->left] = is_needed[product->right] = true;
    } else if (const auto* multiple = std::get_if<FromTermProduct>(&origin)) {
      is_needed[multiple->fact] = true;
    } else if (const auto* division = std::get_if<FromDivision>(&origin)) {
      is_needed[id - division->which] = true;   // its first fact represents all three
      if (division->sign) is_needed[*division->sign] = true;
    }
  }
  return is_needed;
}

DerivedFacts::Written DerivedFacts::write(std::span<const Id> roots, bool has_goal) const {
  if (roots.empty()) return {};
  const std::vector<bool> is_needed = needed_for(roots);
  Written written;
  for (Id id = 0; id < is_needed.size(); ++id)
    if (is_needed[id])
      if (const auto* hypothesis = std::get_if<FromHypothesis>(&nodes_[id].origin))
        written.hypotheses.push_back(hypothesis->name);
  std::ranges::sort(written.hypotheses);
  Numbering numbering{.count = static_cast<FactNumber>(written.hypotheses.size() + (has_goal ? 1 : 0)),
                      .of = std::vector<FactNumber>(is_needed.size(), 0)};
  for (Id id = 0; id < is_needed.size(); ++id)
    if (is_needed[id]) write_fact(id, written, numbering);
  return written;
}

void DerivedFacts::write_fact(Id id, Written& written, Numbering& numbering) const {
  const Origin& origin = nodes_[id].origin;
  auto& [count, number] = numbering;
  if (const auto* hypothesis = std::get_if<FromHypothesis>(&origin)) {
    const auto place = std::ranges::lower_bound(written.hypotheses, hypothesis->name);
    number[id] = static_cast<FactNumber>(place - written.hypotheses.begin());
  } else if (const auto* combination = std::get_if<FromCombination>(&origin)) {
    write_combination(*combination, written, numbering);
    number[id] = count - 1;
  } else if (const auto* product = std::get_if<FromProduct>(&origin)) {
    written.instructions.emplace_back(MultiplyFacts{number[product->left], number[product->right]});
    number[id] = count++;
  } else if (const auto* multiple = std::get_if<FromTermProduct>(&origin)) {
    written.instructions.emplace_back(MultiplyByTerm{number[multiple->fact], multiple->term});
    number[id] = count++;
  } else if (const auto* square = std::get_if<FromSquare>(&origin)) {
    written.instructions.emplace_back(SquareTerm{square->term});
    number[id] = count++;
  } else if (const auto& division = std::get<FromDivision>(origin); division.which == 0) {
    DivisionFacts instruction{division.quotient, division.remainder, std::nullopt};
    if (division.sign) instruction.divisor_sign = number[*division.sign];
    written.instructions.emplace_back(instruction);
    number[id] = count;
    count += 3;
  } else {
    number[id] = number[id - division.which] + division.which;
  }
}

// A combination and a division. The combination is left out if it would only repeat the last fact, the division if it
// is by 1.
void DerivedFacts::write_combination(const FromCombination& combination, Written& written, Numbering& numbering) const {
  const auto& parts = combination.parts;
  const bool is_divided = !combination.divisor.is_one();
  const bool is_last_fact =
      parts.size() == 1 && parts[0].first.is_one() && numbering.of[parts[0].second] + 1 == numbering.count;
  if (!is_divided || !is_last_fact) {
    Combine combine;
    for (const auto& [multiplier, part] : parts) combine.parts.push_back({multiplier, numbering.of[part]});
    written.instructions.emplace_back(std::move(combine));
    ++numbering.count;
  }
  if (!is_divided) return;
  written.instructions.emplace_back(DivideLast{combination.divisor});
  ++numbering.count;
}

}   // namespace plato
