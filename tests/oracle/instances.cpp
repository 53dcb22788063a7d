// "Instances" of certificates/FORMAT.md; see oracle_rules.hpp.

#include <optional>
#include <string_view>

#include "oracle/rules.hpp"

namespace plato_test::oracle {
namespace {

// How an argument is read.
enum class As { integer, map };

// Walks through a body and its instance. Shared parts are walked again, each visit costs; and it goes no deeper than
// 4096.
struct Walk {
  const Tables& tables;
  Number replacement;
  Effort& effort;

  void visit(int depth) {
    require(depth > 0, "too deep");
    effort.spend(1);
  }

  // Below `quantifiers` quantifiers of the body, `a` with the variable replaced is `r`.
  void compare_terms(int depth, Number quantifiers, As as, Number a, Number r) {
    visit(depth);
    const Term &from = tables.term(a), &to = tables.term(r);
    if (a == r && from.loose <= quantifiers) return;
    if (from.head == 'b') {
      require(as == As::integer && from.parts[0] == quantifiers && r == replacement, "not the term put in");
      return;
    }
    require(from.head == to.head, "different heads");
    const auto part = [&](As reading, std::size_t i) {
      compare_terms(depth - 1, quantifiers, reading, from.parts[i], to.parts[i]);
    };
    switch (from.head) {
      case 'u':
        part(As::map, 0);
        part(As::integer, 1);
        part(As::integer, 2);
        return;
      case 'k': part(As::integer, 0); return;
      case 'I':
        compare_literals(depth - 1, quantifiers, from.parts[0], to.parts[0]);
        part(as, 1);
        part(as, 2);
        return;
      case 'w':
        compare_literals(depth - 1, quantifiers + 1, tables.formula(from.parts[0]).parts[0],
                         tables.formula(to.parts[0]).parts[0]);
        return;
      case 'n':
      case 'v':
      case 'y': reject("different terms");
      default:
        part(from.head == 's' || from.head == 'D' ? As::map : As::integer, 0);
        part(from.head == 'D' ? As::map : As::integer, 1);
    }
  }

  void compare_literals(int depth, Number quantifiers, Literal a, Literal r) {
    visit(depth);
    require((a > 0) == (r > 0), "different signs");
    const Formula &from = tables.formula(a), &to = tables.formula(r);
    if (a == r && from.loose <= quantifiers) return;
    if (const auto gate = gate_of(from)) {
      compare_gates(depth, quantifiers, *gate, gate_of(to));
      return;
    }
    require(from.head == to.head && from.head != 'a', "different formulas");
    for (std::size_t i = 0; i < from.parts.size(); ++i) {
      if (from.head == 'A')
        compare_literals(depth - 1, quantifiers + 1, from.parts[i], to.parts[i]);
      else if (from.head == '=' || from.head == '?')
        compare_literals(depth - 1, quantifiers, from.parts[i], to.parts[i]);
      else
        compare_terms(depth - 1, quantifiers, from.head == 'm' ? As::map : As::integer, from.parts[i], to.parts[i]);
    }
  }

  // `t` is an `&` without parts, and `> L M` is `| -L M`.
  struct Gate {
    char head;
    Clause parts;
  };
  static std::optional<Gate> gate_of(const Formula& f) {
    if (f.head == 't') return Gate{'&', {}};
    if (f.head == '>') return Gate{'|', {-f.parts[0], f.parts[1]}};
    if (f.head == '&' || f.head == '|') return Gate{f.head, f.parts};
    return std::nullopt;
  }
  // The parts one after another, each a little deeper than the one before.
  void compare_gates(int depth, Number quantifiers, const Gate& from, const std::optional<Gate>& to) {
    require(to && from.head == to->head && from.parts.size() == to->parts.size(), "different formulas");
    // the kernel keeps the complements of an `&`'s parts, which changes no comparison
    int below = depth - 1;
    for (std::size_t i = 0; i < from.parts.size(); ++i) {
      visit(below--);
      compare_literals(below, quantifiers, from.parts[i], to->parts[i]);
    }
    visit(below);
  }
};

}   // namespace

void check_instance(const Tables& tables, Number entry, Number term, Literal instance, Effort& effort) {
  const Formula& universal = tables.formula(entry);
  require(universal.head == 'A', "not a universal formula");
  tables.formula(instance);
  require(tables.term(term).loose == 0, "the term has a variable of an outer quantifier in it");
  Walk{tables, term, effort}.compare_literals(4096, 0, universal.parts[0], instance);
}

void check_witness(const Tables& tables, Number entry, Number term) {
  const Formula& universal = tables.formula(entry);
  require(universal.head == 'A', "not a universal formula");
  const Term& witness = tables.term(term);
  require(witness.head == 'w' && tables.formula(witness.parts[0]).parts == universal.parts, "not the witness");
}

}   // namespace plato_test::oracle
