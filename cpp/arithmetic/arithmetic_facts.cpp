// Replaying and writing derivations of arithmetic lemmas; see arithmetic_facts.hpp.

#include "arithmetic/arithmetic_facts.hpp"

#include <algorithm>

namespace plato {

Polynomial ArithmeticTerms::polynomial_of(TermId term) const {
  const auto found = polynomials.find(term);
  return found != polynomials.end() ? found->second : Polynomial::of_atom(term);
}

const Division* ArithmeticTerms::find_division(TermId quotient, TermId remainder) const {
  const auto found = std::ranges::find_if(divisions, [&](const Division& division) {
    return division.quotient == quotient && division.remainder == remainder;
  });
  return found != divisions.end() ? &*found : nullptr;
}

namespace {

// The facts of a derivation so far. Each `apply` adds an instruction's facts, or says why it must not.
class Replay {
 public:
  Replay(std::span<const Fact> hypotheses, const ArithmeticTerms& terms)
      : facts_(hypotheses.begin(), hypotheses.end()), terms_(terms) {}

  using Complaint = std::optional<std::string>;

  Complaint apply(const Combine& combine) {
    Fact result{{}, Relation::equal_to_zero};
    for (const Combine::Part& part : combine.parts) {
      if (part.fact >= facts_.size()) return no_such_fact(part.fact);
      const Fact& fact = facts_[part.fact];
      if (fact.relation == Relation::at_least_zero) {
        if (part.multiplier.sign() < 0) return "negative multiplier of an inequality";
        result.relation = Relation::at_least_zero;
      }
      result.polynomial.add_multiple(part.multiplier, fact.polynomial);
    }
    facts_.push_back(std::move(result));
    return std::nullopt;
  }

  Complaint apply(const DivideLast& divide) {
    if (divide.divisor.sign() <= 0) return "the divisor is not positive";
    if (facts_.empty()) return "there is no fact to divide";
    const Fact& last = facts_.back();
    for (const Polynomial::Summand& summand : last.polynomial.summands())
      if (!divides(divide.divisor, summand.coefficient)) return "a coefficient is not divisible";
    if (last.relation == Relation::equal_to_zero && !divides(divide.divisor, last.polynomial.constant()))
      facts_.push_back({Polynomial(-1), Relation::at_least_zero});
    else
      facts_.push_back({last.polynomial.floor_divided(divide.divisor), last.relation});
    return std::nullopt;
  }

  Complaint apply(const MultiplyFacts& multiply) {
    if (multiply.left >= facts_.size()) return no_such_fact(multiply.left);
    if (multiply.right >= facts_.size()) return no_such_fact(multiply.right);
    const Fact& left = facts_[multiply.left];
    const Fact& right = facts_[multiply.right];
    const bool is_equality = left.relation == Relation::equal_to_zero || right.relation == Relation::equal_to_zero;
    facts_.push_back(
        {left.polynomial * right.polynomial, is_equality ? Relation::equal_to_zero : Relation::at_least_zero});
    return std::nullopt;
  }

  Complaint apply(const MultiplyByTerm& multiply) {
    if (multiply.fact >= facts_.size()) return no_such_fact(multiply.fact);
    const Fact& fact = facts_[multiply.fact];
    if (fact.relation != Relation::equal_to_zero) return "an inequality cannot be multiplied by a term";
    facts_.push_back({fact.polynomial * terms_.polynomial_of(multiply.term), Relation::equal_to_zero});
    return std::nullopt;
  }

  Complaint apply(const SquareTerm& square) {
    const Polynomial root = terms_.polynomial_of(square.term);
    facts_.push_back({root * root, Relation::at_least_zero});
    return std::nullopt;
  }

  Complaint apply(const DivisionFacts& instruction) {
    const Division* division = terms_.find_division(instruction.quotient, instruction.remainder);
    if (!division) return "the terms are not the quotient and the remainder of the same terms";
    bool is_positive = true;
    if (instruction.divisor_sign) {
      if (*instruction.divisor_sign >= facts_.size()) return no_such_fact(*instruction.divisor_sign);
      const Fact& sign = facts_[*instruction.divisor_sign];
      if (sign.relation != Relation::at_least_zero) return "the divisor's sign is not an inequality";
      Polynomial positive = division->divisor;
      positive -= Integer(1);
      Polynomial negative = -division->divisor;
      negative -= Integer(1);
      if (sign.polynomial == negative)
        is_positive = false;
      else if (sign.polynomial != positive)
        return "the fact is not about the divisor's sign";
    } else {
      if (!division->divisor.is_constant() || division->divisor.is_zero())
        return "the divisor is not a number other than 0";
      is_positive = division->divisor.constant().sign() > 0;
    }
    const Polynomial remainder = Polynomial::of_atom(division->remainder);
    facts_.push_back({division->dividend - division->divisor * Polynomial::of_atom(division->quotient) - remainder,
                      Relation::equal_to_zero});
    facts_.push_back({remainder, Relation::at_least_zero});
    Polynomial below = (is_positive ? division->divisor : -division->divisor) - remainder;
    below -= Integer(1);
    facts_.push_back({std::move(below), Relation::at_least_zero});
    return std::nullopt;
  }

  Complaint apply(const ZeroDivisionFacts& instruction) {
    const Division* division = terms_.find_division(instruction.quotient, instruction.remainder);
    if (!division) return "the terms are not the quotient and the remainder of the same terms";
    if (!division->divisor.is_zero()) return "the divisor is not 0";
    facts_.push_back({division->dividend - Polynomial::of_atom(division->remainder), Relation::equal_to_zero});
    facts_.push_back({Polynomial::of_atom(division->quotient), Relation::equal_to_zero});
    return std::nullopt;
  }

  bool is_contradictory() const {
    if (facts_.empty() || !facts_.back().polynomial.is_constant()) return false;
    const int sign = facts_.back().polynomial.constant().sign();
    return facts_.back().relation == Relation::equal_to_zero ? sign != 0 : sign < 0;
  }

  bool reaches(const Polynomial& goal) const {
    if (facts_.empty()) return false;
    const Polynomial opposite = -goal;
    const auto is = [](const Fact& fact, const Polynomial& polynomial) { return fact.polynomial == polynomial; };
    const Fact& last = facts_.back();
    if (last.relation == Relation::equal_to_zero) return is(last, goal) || is(last, opposite);
    if (facts_.size() < 2) return false;
    const Fact& before = facts_[facts_.size() - 2];
    return before.relation == Relation::at_least_zero &&
           ((is(last, goal) && is(before, opposite)) || (is(last, opposite) && is(before, goal)));
  }

 private:
  std::vector<Fact> facts_;
  const ArithmeticTerms& terms_;

  static Complaint no_such_fact(FactNumber fact) { return "there is no fact " + std::to_string(fact) + " yet"; }
};

}   // namespace

ReplayVerdict replay(std::span<const Fact> hypotheses, std::span<const ArithmeticInstruction> instructions,
                     const ArithmeticTerms& terms, const std::optional<Polynomial>& goal) {
  if (goal && (hypotheses.empty() || hypotheses.back() != Fact{}))
    return ReplayFailure{0, "the last hypothesis is not the goal's slot"};
  Replay state(hypotheses, terms);
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    auto complaint = std::visit([&](const auto& instruction) { return state.apply(instruction); }, instructions[i]);
    if (complaint) return ReplayFailure{i, std::move(*complaint)};
  }
  if (state.is_contradictory() || (goal && state.reaches(*goal))) return ReplayAccepted{};
  return ReplayFailure{instructions.size(), goal ? "the derivation ends neither with the goal nor with a contradiction"
                                                 : "the derivation does not end with a contradiction"};
}

namespace {

struct InstructionWriter {
  std::string& text;
  const std::function<std::uint64_t(TermId)>& number_of_term;

  void letter(char letter) {
    if (!text.empty()) text += ' ';
    text += letter;
  }
  void number(std::uint64_t number) { text += ' ' + std::to_string(number); }
  void number(const Integer& number) { text += ' ' + to_string(number); }

  void operator()(const Combine& combine) {
    letter('c');
    for (const Combine::Part& part : combine.parts) {
      number(part.multiplier);
      number(std::uint64_t{part.fact});
    }
  }
  void operator()(const DivideLast& divide) {
    letter('z');
    number(divide.divisor);
  }
  void operator()(const MultiplyFacts& multiply) {
    letter('p');
    number(std::uint64_t{multiply.left});
    number(std::uint64_t{multiply.right});
  }
  void operator()(const MultiplyByTerm& multiply) {
    letter('t');
    number(std::uint64_t{multiply.fact});
    number(number_of_term(multiply.term));
  }
  void operator()(const SquareTerm& square) {
    letter('s');
    number(number_of_term(square.term));
  }
  void operator()(const DivisionFacts& division) {
    letter('q');
    number(number_of_term(division.quotient));
    number(number_of_term(division.remainder));
    if (division.divisor_sign) number(std::uint64_t{*division.divisor_sign});
  }
  void operator()(const ZeroDivisionFacts& division) {
    letter('o');
    number(number_of_term(division.quotient));
    number(number_of_term(division.remainder));
  }
};

}   // namespace

std::string write_instructions(std::span<const ArithmeticInstruction> instructions,
                               const std::function<std::uint64_t(TermId)>& number_of_term) {
  std::string text;
  InstructionWriter writer{text, number_of_term};
  for (const ArithmeticInstruction& instruction : instructions) std::visit(writer, instruction);
  return text;
}

}   // namespace plato
