// See family_members.hpp. Recursion is as deep as the formula, which the front end bounds.

#include "explore/family_members.hpp"

#include <algorithm>

namespace plato {
namespace {

// factor · tid + rest
struct Affine {
  std::int64_t factor = 0, rest = 0;
};

class RangeFinder {
 public:
  RangeFinder(const Program& program, ConcreteEvaluation& evaluation, const ConcreteModel& model)
      : table_(program.table), evaluation_(evaluation), model_(model) {}

  MemberRange range(Literal literal) {
    const FormulaId id = formula_of(literal);
    const auto parts = table_.operands(id);
    switch (table_[id].kind) {
      case FormulaKind::true_: return literal > 0 ? MemberRange{} : nothing();
      case FormulaKind::le:
        return literal > 0 ? at_most(table_.left(id), table_.right(id), 0)
                           : at_most(table_.right(id), table_.left(id), 1);
      case FormulaKind::eq:
        if (literal < 0) return {};
        return both(at_most(table_.left(id), table_.right(id), 0), at_most(table_.right(id), table_.left(id), 0));
      case FormulaKind::and_:
      case FormulaKind::or_: {
        const bool is_conjunction = (table_[id].kind == FormulaKind::and_) == (literal > 0);
        MemberRange all = is_conjunction ? MemberRange{} : nothing();
        for (Literal part : parts) {
          const MemberRange one = range(literal > 0 ? part : -part);
          all = is_conjunction ? both(all, one) : either(all, one);
        }
        return all;
      }
      case FormulaKind::implies:
        return literal > 0 ? either(range(-parts[0]), range(parts[1])) : both(range(parts[0]), range(-parts[1]));
      default: return {};
    }
  }

 private:
  const FormulaTable& table_;
  ConcreteEvaluation& evaluation_;
  const ConcreteModel& model_;

  static MemberRange nothing() { return {.least = 1, .greatest = 0}; }
  static bool is_nothing(const MemberRange& r) { return r.least && r.greatest && *r.least > *r.greatest; }
  static MemberRange both(const MemberRange& a, const MemberRange& b) {
    MemberRange r = a;
    if (b.least && (!r.least || *b.least > *r.least)) r.least = b.least;
    if (b.greatest && (!r.greatest || *b.greatest < *r.greatest)) r.greatest = b.greatest;
    return r;
  }
  static MemberRange either(const MemberRange& a, const MemberRange& b) {
    if (is_nothing(a)) return b;
    if (is_nothing(b)) return a;
    MemberRange r;
    if (a.least && b.least) r.least = std::min(*a.least, *b.least);
    if (a.greatest && b.greatest) r.greatest = std::max(*a.greatest, *b.greatest);
    return r;
  }

  // a + gap ≤ b
  MemberRange at_most(TermId a, TermId b, std::int64_t gap) {
    const auto left = affine(a), right = affine(b);
    if (!left || !right) return {};
    Affine difference;   // ≤ 0
    std::int64_t rest = 0;
    if (__builtin_sub_overflow(left->factor, right->factor, &difference.factor) ||
        __builtin_sub_overflow(left->rest, right->rest, &rest) || __builtin_add_overflow(rest, gap, &difference.rest) ||
        difference.rest == INT64_MIN || difference.factor == INT64_MIN)
      return {};
    if (difference.factor == 0) return difference.rest <= 0 ? MemberRange{} : nothing();
    // factor · tid ≤ -rest
    const std::int64_t factor = difference.factor, bound = -difference.rest;
    const std::int64_t quotient = bound / factor, remainder = bound % factor;
    const bool is_exact = remainder == 0, is_negative = (bound < 0) != (factor < 0);
    if (factor > 0) return {.least = {}, .greatest = is_exact || !is_negative ? quotient : quotient - 1};
    return {.least = is_exact || is_negative ? quotient : quotient + 1, .greatest = {}};
  }

  std::optional<Affine> affine(TermId term) {
    const Term& t = table_[term];
    if (t.kind == TermKind::logic && t.operand[0] == 0) return Affine{1, 0};
    if (!mentions_identifier(term)) return Affine{0, evaluation_.number(term, model_)};
    if (t.kind != TermKind::add && t.kind != TermKind::sub && t.kind != TermKind::mul) return std::nullopt;
    const auto a = affine(t.term(0)), b = affine(t.term(1));
    if (!a || !b) return std::nullopt;
    Affine result;
    const auto combine = [&](auto operation) {
      return !operation(a->factor, b->factor, &result.factor) && !operation(a->rest, b->rest, &result.rest);
    };
    const auto scale = [&](const Affine& x, std::int64_t by) {
      return !__builtin_mul_overflow(x.factor, by, &result.factor) && !__builtin_mul_overflow(x.rest, by, &result.rest);
    };
    bool fits = false;
    if (t.kind == TermKind::add)
      fits = combine([](auto x, auto y, auto* z) { return __builtin_add_overflow(x, y, z); });
    else if (t.kind == TermKind::sub)
      fits = combine([](auto x, auto y, auto* z) { return __builtin_sub_overflow(x, y, z); });
    else if (a->factor == 0)
      fits = scale(*b, a->rest);
    else if (b->factor == 0)
      fits = scale(*a, b->rest);
    return fits ? std::optional(result) : std::nullopt;
  }

  bool mentions_identifier(TermId term) const {
    const Node root{false, term};
    return std::ranges::any_of(parts_of(table_, std::span(&root, 1)), [&](const Node& node) {
      if (node.is_formula) return false;
      const Term& t = table_[TermId{node.index}];
      return (t.kind == TermKind::logic && t.operand[0] == 0) || t.kind == TermKind::bound;
    });
  }
};

// How far a search for members goes, where the formula allows more.
constexpr std::int64_t window = 4096;

// Small identifiers come first.
std::vector<std::int64_t> candidates(const MemberRange& r) {
  std::vector<std::int64_t> all;
  if (r.least && r.greatest) {
    for (std::int64_t i = *r.least; i <= *r.greatest && all.size() < window; ++i) all.push_back(i);
  } else if (r.least) {
    for (std::int64_t i = 0; i < window && *r.least <= INT64_MAX - i; ++i) all.push_back(*r.least + i);
  } else if (r.greatest) {
    for (std::int64_t i = 0; i < window && *r.greatest >= INT64_MIN + i; ++i) all.push_back(*r.greatest - i);
  } else {
    for (std::int64_t i = 0; i < window; ++i) all.push_back(i);
    for (std::int64_t i = 1; i < window; ++i) all.push_back(-i);
  }
  return all;
}

}   // namespace

MemberRange member_range(const Program& program, Literal members, ConcreteEvaluation& evaluation,
                         const ConcreteModel& model) {
  return RangeFinder(program, evaluation, model).range(members);
}

FamilyMembers find_members(const Program& program, Literal members, std::size_t most, std::size_t few,
                           ConcreteEvaluation& evaluation, const ConcreteModel& model) {
  const MemberRange range = member_range(program, members, evaluation, model);
  FamilyMembers found;
  found.is_endless = !range.least || !range.greatest;
  const std::vector<std::int64_t> tried = candidates(range);
  found.are_all = !found.is_endless && (tried.empty() || tried.back() == *range.greatest);
  for (std::int64_t identifier : tried) {
    ConcreteModel here = model;
    here.tid = identifier;
    if (!evaluation.holds(members, here)) continue;
    if (found.identifiers.size() == (found.is_endless ? few : most)) {
      found.are_all = false;
      break;
    }
    found.identifiers.push_back(identifier);
  }
  return found;
}

}   // namespace plato
