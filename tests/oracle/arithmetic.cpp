// "Arithmetic lemmas" of certificates/FORMAT.md; see oracle_rules.hpp.

#include <optional>

#include "oracle/rules.hpp"

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
  Effort& effort;
  std::vector<Fact> facts{};
  std::optional<Polynomial> goal{};

  void keep(Fact fact) {
    effort.spend(16 * weight(fact.p));
    facts.push_back(std::move(fact));
  }

  Polynomial minus(Number u, Number t) const {
    return plus(tables.term(u).normal_form, -1, tables.term(t).normal_form);
  }

  // What the literal's being false says.
  void assume(Literal literal) {
    const Formula& f = tables.formula(literal);
    require(f.head == 'l' || f.head == 'e', "not a comparison of integers");
    const Number t = f.parts[0], u = f.parts[1];
    effort.spend(weight(tables.term(t).normal_form) + weight(tables.term(u).normal_form));
    if (f.head == 'l' && literal < 0) {
      keep({minus(u, t), false});
    } else if (f.head == 'l') {
      keep({plus(minus(t, u), 1, constant(-1)), false});
    } else if (literal < 0) {
      keep({minus(u, t), true});
    } else {
      keep({});
      if (!goal) goal = minus(u, t);
    }
  }

  bool is_fact(const Int& number) const { return number >= 0 && number < facts.size(); }
  const Fact& fact(const Int& number) const {
    require(is_fact(number), "no such fact");
    return facts[static_cast<std::size_t>(number)];
  }
  // Where the kernel is not strict: a negative number counts as 0, and a fact that is not there is 0 ≥ 0.
  Fact fact_if_any(const Int& number) const {
    const Int index = number < 0 ? Int(0) : number;
    return is_fact(index) ? fact(index) : Fact{};
  }
  Fact last() const { return facts.empty() ? Fact{} : facts.back(); }

  const Polynomial& term(const Int& number) const {
    require(tables.has_term(number), "no such term");
    return tables.term(static_cast<Number>(number)).normal_form;
  }

  void combine(const std::vector<Int>& numbers) {
    Fact sum{{}, true};
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
      const Fact& part = fact(numbers[i + 1]);
      effort.spend((weight(sum.p) + weight(part.p)) * words(numbers[i]));
      require(part.is_equation || numbers[i] >= 0, "a negative multiple of an inequality");
      sum.p = plus(std::move(sum.p), numbers[i], part.p);
      sum.is_equation = sum.is_equation && part.is_equation;
    }
    require(numbers.size() % 2 == 0, "a multiplier without a fact");
    keep(std::move(sum));
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
    keep(divided.is_equation && !is_divisible ? Fact{constant(-1), false} : divided);
  }

  void multiply(const Fact& a, const Fact& b) {
    require(may_multiply(a.p, b.p), "the product is too large");
    keep({times(a.p, b.p), a.is_equation || b.is_equation});
  }

  void divide_with_remainder(const Int& quotient, const Int& remainder, const Fact& sign) {
    require(tables.has_term(quotient) && tables.has_term(remainder), "no such term");
    const auto q = static_cast<Number>(quotient), r = static_cast<Number>(remainder);
    const Term &div = tables.term(q), &mod = tables.term(r);
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
    const Polynomial atom_q = atom(q), atom_r = atom(r);
    keep({plus(plus(a, -1, times(b, atom_q)), -1, atom_r), true});
    keep({atom_r, false});
    keep({plus(bound, -1, atom_r), false});
  }

  void divide_by_zero(const Int& quotient, const Int& remainder) {
    require(tables.has_term(quotient) && tables.has_term(remainder), "no such term");
    const auto q = static_cast<Number>(quotient), r = static_cast<Number>(remainder);
    const Term &div = tables.term(q), &mod = tables.term(r);
    require(div.head == '/' && mod.head == '%' && div.parts == mod.parts, "not a quotient and its remainder");
    const Polynomial &a = tables.term(div.parts[0]).normal_form, &b = tables.term(div.parts[1]).normal_form;
    require(b.is_constant() && b.constant == 0, "not a division by 0");
    keep({plus(a, -1, atom(r)), true});
    keep({atom(q), true});
  }

  void follow(const Instruction& instruction) {
    const std::vector<Int>& n = instruction.numbers;
    const auto takes = [&](std::size_t count) { require(n.size() == count, "wrong number of numbers"); };
    switch (instruction.letter) {
      case 'c': return combine(n);
      case 'z': takes(1); return divide(n[0]);
      case 'p': takes(2); return multiply(fact(n[0]), fact(n[1]));
      case 't':
        takes(2);
        require(fact_if_any(n[0]).is_equation, "not an equation");
        return multiply(fact_if_any(n[0]), {term(n[1]), false});
      case 's': takes(1); return multiply({term(n[0]), false}, {term(n[0]), false});
      case 'q':
        if (n.size() != 3) takes(2);
        return divide_with_remainder(n[0], n[1], n.size() == 3 ? fact_if_any(n[2]) : Fact{});
      case 'o': takes(2); return divide_by_zero(n[0], n[1]);
      default: reject("no such instruction");
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
  Lemma lemma{tables, effort};
  for (const Literal literal : clause) lemma.assume(literal);
  for (const Instruction& instruction : instructions) lemma.follow(instruction);
  require(lemma.last().is_contradiction() || lemma.reaches_goal(), "neither a contradiction nor the goal");
}

}   // namespace plato_test::oracle
