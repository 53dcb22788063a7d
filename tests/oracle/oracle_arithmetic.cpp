// "Arithmetic lemmas" of certificates/FORMAT.md; see oracle_rules.hpp.

#include <optional>

#include "oracle_rules.hpp"

namespace plato_test::oracle {
namespace {

// The polynomial is 0 (an equation) or at least 0.
struct Fact {
  Polynomial p;
  bool is_equation = false;

  bool is_contradiction() const { return p.is_constant() && (is_equation ? p.constant != 0 : p.constant < 0); }
};

struct Lemma {
  const Tables& tables;
  std::vector<Fact> facts;
  std::optional<Polynomial> goal;

  Polynomial minus(Number u, Number t) const {
    return plus(tables.term(u).normal_form, -1, tables.term(t).normal_form);
  }

  // What the literal's being false says.
  void assume(Literal literal) {
    const Formula& f = tables.formula(literal);
    require(f.head == 'l' || f.head == 'e', "not a comparison of integers");
    const Number t = f.parts[0], u = f.parts[1];
    if (f.head == 'l' && literal < 0) {
      facts.push_back({minus(u, t), false});
    } else if (f.head == 'l') {
      facts.push_back({plus(minus(t, u), 1, constant(-1)), false});
    } else if (literal < 0) {
      facts.push_back({minus(u, t), true});
    } else {
      facts.push_back({});
      if (!goal) goal = minus(u, t);
    }
  }

  // A fact that is not there is 0 ≥ 0; a negative number counts as 0.
  Fact fact(const Int& number) const {
    const Int index = number < 0 ? Int(0) : number;
    return index < facts.size() ? facts[static_cast<std::size_t>(index)] : Fact{};
  }
  Fact last() const { return facts.empty() ? Fact{} : facts.back(); }

  // A term that is not there is an atom; a negative number counts as 0.
  Polynomial term(const Int& number) const {
    if (number < 0) return {};
    if (tables.has_term(number)) return tables.term(static_cast<Number>(number)).normal_form;
    const Int name = number % Int(std::uint64_t{1} << 62);   // some name that no term of the table has
    return atom(static_cast<Number>(name));
  }

  void combine(const std::vector<Int>& numbers) {
    Fact sum{{}, true};
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
      const Fact part = fact(numbers[i + 1]);
      require(part.is_equation || numbers[i] >= 0, "a negative multiple of an inequality");
      sum.p = plus(std::move(sum.p), numbers[i], part.p);
      sum.is_equation = sum.is_equation && part.is_equation;
    }
    facts.push_back(std::move(sum));
  }

  void divide(const Int& divisor) {
    require(divisor > 0, "the divisor is not positive");
    Fact divided = last();
    for (auto& [factors, coefficient] : divided.p.monomials) {
      require(coefficient % divisor == 0, "a coefficient is not divisible");
      coefficient /= divisor;
    }
    const bool is_divisible = divided.p.constant % divisor == 0;
    const bool rounds_down = !is_divisible && divided.p.constant < 0;
    divided.p.constant = divided.p.constant / divisor - (rounds_down ? 1 : 0);
    facts.push_back(divided.is_equation && !is_divisible ? Fact{constant(-1), false} : divided);
  }

  void multiply(const Fact& a, const Fact& b) {
    require(may_multiply(a.p, b.p), "the product is too large");
    facts.push_back({times(a.p, b.p), a.is_equation || b.is_equation});
  }

  void divide_with_remainder(const Int& quotient, const Int& remainder, const Fact& sign) {
    const Int q = quotient < 0 ? Int(0) : quotient, r = remainder < 0 ? Int(0) : remainder;
    require(tables.has_term(q) && tables.has_term(r), "no such term");
    const Term &div = tables.term(static_cast<Number>(q)), &mod = tables.term(static_cast<Number>(r));
    require(div.head == '/' && mod.head == '%' && div.parts == mod.parts, "not a quotient and its remainder");
    const Polynomial &a = tables.term(div.parts[0]).normal_form, &b = tables.term(div.parts[1]).normal_form;
    const Polynomial above = plus(b, 1, constant(-1)), below = plus(constant(-1), -1, b);   // b - 1, -b - 1
    Polynomial bound;
    if (b.is_constant()) {
      require(b.constant != 0, "division by 0");
      bound = b.constant > 0 ? above : below;
    } else {
      require(!sign.is_equation && (sign.p.equals(above) || sign.p.equals(below)), "the divisor's sign is not known");
      bound = sign.p.equals(above) ? above : below;
    }
    const Polynomial atom_q = atom(static_cast<Number>(q)), atom_r = atom(static_cast<Number>(r));
    facts.push_back({plus(plus(a, -1, times(b, atom_q)), -1, atom_r), true});
    facts.push_back({atom_r, false});
    facts.push_back({plus(bound, -1, atom_r), false});
  }

  // A number that is missing counts as 0.
  void follow(const Instruction& instruction) {
    const auto number = [&](std::size_t i) { return i < instruction.numbers.size() ? instruction.numbers[i] : Int(0); };
    switch (instruction.letter) {
      case 'c':
        return combine(instruction.numbers);
      case 'z':
        return divide(number(0));
      case 'p':
        return multiply(fact(number(0)), fact(number(1)));
      case 't':
        require(fact(number(0)).is_equation, "not an equation");
        return multiply(fact(number(0)), {term(number(1)), false});
      case 's':
        return multiply({term(number(0)), false}, {term(number(0)), false});
      case 'q':
        return divide_with_remainder(number(0), number(1), fact(number(2)));
      default:
        reject("no such instruction");
    }
  }

  bool reaches_goal() const {
    if (!goal) return false;
    const Polynomial& up = *goal;
    const Polynomial down = plus({}, -1, up);
    const Fact& one = facts.back();
    const Fact& other = facts.size() > 1 ? facts[facts.size() - 2] : one;
    if (one.is_equation && (one.p.equals(up) || one.p.equals(down))) return true;
    return (one.p.equals(up) && other.p.equals(down)) || (one.p.equals(down) && other.p.equals(up));
  }
};

}   // namespace

void check_arithmetic(const Tables& tables, const Clause& clause, const std::vector<Instruction>& instructions,
                      Effort& effort) {
  Lemma lemma{tables, {}, std::nullopt};
  for (const Literal literal : clause) lemma.assume(literal);
  for (const Instruction& instruction : instructions) {
    lemma.follow(instruction);
    effort.spend((lemma.last().p.monomials.size() + 1) * (instruction.numbers.size() + 1));
  }
  require(lemma.last().is_contradiction() || lemma.reaches_goal(), "neither a contradiction nor the goal");
}

}   // namespace plato_test::oracle
