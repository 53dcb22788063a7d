// "Definition clauses", "Congruence", "Map axioms" and "Cases" of certificates/FORMAT.md; see oracle_rules.hpp.

#include "oracle/rules.hpp"

#include <string_view>
#include <utility>

namespace plato_test::oracle {

Clause definition(const Tables& tables, Number entry, Number number) {
  const Formula& f = tables.formula(entry);
  const Literal e = entry;
  const auto p = [&](std::size_t i) { return f.parts[i]; };
  const auto k = static_cast<std::size_t>(number);
  std::vector<Clause> all;
  switch (f.head) {
    case 't': all = {{e}}; break;
    case '&':
    case '|': {
      const Literal sign = f.head == '&' ? 1 : -1;
      require(k <= f.parts.size(), "no such definition clause");
      if (k > 0) return {-sign * e, sign * p(k - 1)};
      Clause clause{sign * e};
      for (const Literal part : f.parts) clause.push_back(-sign * part);
      return clause;
    }
    case '>': all = {{-e, -p(0), p(1)}, {e, p(0)}, {e, -p(1)}}; break;
    case '=': all = {{-e, -p(0), p(1)}, {-e, p(0), -p(1)}, {e, p(0), p(1)}, {e, -p(0), -p(1)}}; break;
    case '?': all = {{-e, -p(0), p(1)}, {-e, p(0), p(2)}, {e, -p(0), -p(1)}, {e, p(0), -p(2)}}; break;
    default: break;
  }
  require(k < all.size(), "no such definition clause");
  return all[k];
}

namespace {

// The literal, with this sign, is an equality of this kind between the two terms, in either order.
bool is_between(const Tables& tables, Literal literal, bool is_positive, char kind, Number a, Number b) {
  const Formula& f = tables.formula(literal);
  if ((literal > 0) != is_positive || f.head != kind) return false;
  return (f.parts[0] == a && f.parts[1] == b) || (f.parts[0] == b && f.parts[1] == a);
}

using Pair = std::pair<Number, Number>;

// The two sides of the equality, in both orders; the literal must be positive and of the kind, or of any for '*'.
std::vector<Pair> sides(const Tables& tables, Literal literal, char kind) {
  const Formula& f = tables.formula(literal);
  require(literal > 0 && (f.head == 'e' || f.head == 'm') && (kind == '*' || f.head == kind),
          "not the equality wanted");
  return {{f.parts[0], f.parts[1]}, {f.parts[1], f.parts[0]}};
}

}   // namespace

void check_congruence(const Tables& tables, const Clause& clause) {
  require(!clause.empty(), "no conclusion");
  const auto [t, u] = sides(tables, clause.back(), '*')[0];
  const Term &first = tables.term(t), &second = tables.term(u);
  require(first.head == second.head, "different heads");
  const std::string_view heads = tables.formula(clause.back()).head == 'e' ? "+-*/%PsD" : "uk";
  require(heads.find(first.head) != heads.npos, "no congruence for this head and this equality");
  std::size_t premise = 0;
  for (std::size_t i = 0; i < first.parts.size(); ++i) {
    if (first.parts[i] == second.parts[i]) continue;
    const bool is_map = first.head == 'D' || ((first.head == 's' || first.head == 'u') && i == 0);
    require(premise + 1 < clause.size(), "a premise is missing");
    require(is_between(tables, clause[premise++], false, is_map ? 'm' : 'e', first.parts[i], second.parts[i]),
            "not the premise wanted");
  }
  require(premise + 1 == clause.size(), "too many premises");
}

namespace {

// 0: read is `s W J`, W is `u M I V`, value is V; the premise says that I and J differ, unless they are one term.
bool reads_what_was_written(const Tables& tables, const Clause& clause, Number read, Number value) {
  const Term& s = tables.term(read);
  if (s.head != 's') return false;
  const Term& w = tables.term(s.parts[0]);
  if (w.head != 'u' || w.parts[2] != value) return false;
  if (clause.size() == 1) return w.parts[1] == s.parts[1];
  return clause.size() == 2 && is_between(tables, clause[0], false, 'e', w.parts[1], s.parts[1]);
}

// 1: read is `s W J`, W is `u M I V`, other is `s M J`; the premise says that I and J are equal.
bool reads_what_was_there(const Tables& tables, const Clause& clause, Number read, Number other) {
  const Term &s = tables.term(read), &r = tables.term(other);
  if (s.head != 's' || r.head != 's' || clause.size() != 2) return false;
  const Term& w = tables.term(s.parts[0]);
  return w.head == 'u' && w.parts[0] == r.parts[0] && s.parts[1] == r.parts[1] &&
         is_between(tables, clause[0], true, 'e', w.parts[1], s.parts[1]);
}

// 2: read is `s W J`, W is `k V`, value is V.
bool reads_constant(const Tables& tables, const Clause& clause, Number read, Number value) {
  const Term& s = tables.term(read);
  return s.head == 's' && tables.term(s.parts[0]).head == 'k' && tables.term(s.parts[0]).parts[0] == value &&
         clause.size() == 1;
}

// 3: the reads of A and of B at `D A B` or `D B A` are equal, and so A and B are.
bool is_extensionality(const Tables& tables, const Clause& clause) {
  if (clause.size() != 2 || clause[1] > 0 || tables.formula(clause[1]).head != 'e') return false;
  const std::vector<Number>& equal = tables.formula(clause[1]).parts;
  const Term &x = tables.term(equal[0]), &y = tables.term(equal[1]);
  if (x.head != 's' || y.head != 's' || x.parts[1] != y.parts[1]) return false;
  const Term& d = tables.term(x.parts[1]);
  const Number a = x.parts[0], b = y.parts[0];
  return d.head == 'D' && (d.parts == std::vector{a, b} || d.parts == std::vector{b, a}) &&
         is_between(tables, clause[0], true, 'm', a, b);
}

// 6: M3 is `m A C`; M1 is between A and some B, M2 between B and C.
bool is_transitivity(const Tables& tables, const Clause& clause) {
  if (clause.size() != 3 || clause[0] > 0) return false;
  const auto [a, c] = sides(tables, clause[2], 'm')[0];
  for (const auto& [x, b] : sides(tables, -clause[0], 'm'))
    if (x == a && is_between(tables, clause[1], false, 'm', b, c)) return true;
  return false;
}

// 7 and 8: `P A B` and `P C D` are equal, and so A and C are, or B and D.
bool is_same_part(const Tables& tables, const Clause& clause, std::size_t part) {
  if (clause.size() != 2 || clause[0] > 0 || tables.formula(clause[0]).head != 'e') return false;
  const std::vector<Number>& equal = tables.formula(clause[0]).parts;
  const Term &p = tables.term(equal[0]), &q = tables.term(equal[1]);
  return p.head == 'P' && q.head == 'P' && is_between(tables, clause[1], true, 'e', p.parts[part], q.parts[part]);
}

}   // namespace

void check_map_axiom(const Tables& tables, Number number, const Clause& clause) {
  require(!clause.empty(), "no literals");
  bool is_instance = false;
  switch (number) {
    case 0:
    case 1:
    case 2:
      for (const auto& [x, y] : sides(tables, clause.back(), 'e'))
        is_instance = is_instance || (number == 0   ? reads_what_was_written(tables, clause, x, y)
                                      : number == 1 ? reads_what_was_there(tables, clause, x, y)
                                                    : reads_constant(tables, clause, x, y));
      break;
    case 3: is_instance = is_extensionality(tables, clause); break;
    case 4: {
      const auto [a, b] = sides(tables, clause[0], 'm')[0];
      is_instance = clause.size() == 1 && a == b;
      break;
    }
    case 5: {
      const auto [a, b] = sides(tables, clause.back(), 'm')[0];
      is_instance = clause.size() == 2 && is_between(tables, clause[0], false, 'm', a, b);
      break;
    }
    case 6: is_instance = is_transitivity(tables, clause); break;
    case 7: is_instance = is_same_part(tables, clause, 0); break;
    case 8: is_instance = is_same_part(tables, clause, 1); break;
    default: break;
  }
  require(is_instance, "not this map axiom");
}

void check_cases(const Tables& tables, Number number, const Clause& clause) {
  require(clause.size() == 2 && number <= 1, "not the shape of a case");
  for (const auto& [x, y] : sides(tables, clause[1], '*')) {
    const Term& t = tables.term(x);
    if (t.head != 'I') continue;
    const Literal condition = number == 0 ? -t.parts[0] : t.parts[0];
    if (clause[0] == condition && y == t.parts[number == 0 ? 1 : 2]) return;
  }
  reject("not a case of an if-then-else");
}

}   // namespace plato_test::oracle
