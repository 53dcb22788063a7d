// Terms and formulas, each stored once.
//
// The constructors are those of the kernel's logic (lean/Plato/Meaning/Formula.lean), with its names in its order;
// where C++ has taken the word, an underscore follows. Terms and formulas live in two tables and are named by their
// numbers, from 1. Negation has no entry: a literal is the number of a formula or, negative, its negation, as in
// certificates and in DIMACS files. `and_` and `or_` take any number of literals, as in certificates.
//
// Structurally equal terms and formulas have equal numbers, so equality is a comparison of numbers and work on a shared
// subformula is done once. Every entry is newer than its parts. Nothing here recurses: formulas may be as deep as
// memory allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/index_table.hpp"
#include "logic/literal.hpp"
#include "numbers/integer.hpp"
#include "numbers/term_id.hpp"

namespace plato {

enum class TermKind : std::uint8_t {
  num,
  var,
  logic,
  bound,
  add,
  sub,
  mul,
  div,
  mod,
  pair,
  branch,   // what is asked about a branch: 0 for its parent, 1 for its number
  select,
  store,
  const_,
  ite,
  witness,
  difference
};

enum class FormulaKind : std::uint8_t { true_, atom, le, eq, map_eq, and_, or_, implies, iff, ite, all };

// Numbers of formulas, from 1; 0 is none.
enum class FormulaId : std::uint32_t { none = 0 };

constexpr std::uint32_t index_of(FormulaId formula) { return static_cast<std::uint32_t>(formula); }
constexpr FormulaId formula_of(Literal literal) { return static_cast<FormulaId>(literal < 0 ? -literal : literal); }
constexpr Literal literal_of(FormulaId formula) { return static_cast<Literal>(formula); }

struct Term {
  TermKind kind = TermKind::num;
  std::uint32_t loose = 0;    // 1 + the largest bound variable that no `all` inside binds; 0 if there is none
  std::uint32_t height = 0;   // of the tree
  // num: where its value is stored; var: name, version; logic, bound: index; ite: literal, term, term; witness:
  // formula; otherwise terms.
  std::int32_t operand[3] = {0, 0, 0};

  TermId term(std::size_t i) const { return static_cast<TermId>(operand[i]); }
  friend bool operator==(const Term&, const Term&) = default;
};

struct Formula {
  FormulaKind kind = FormulaKind::true_;
  std::uint32_t loose = 0;
  std::uint32_t height = 0;
  std::uint32_t first = 0;   // of its operands: atom: name; le, eq, map_eq: terms; otherwise literals
  std::uint32_t count = 0;
};

// Where an operand of a term is a term, a literal, or neither.
constexpr std::size_t term_operand_begin(TermKind kind) { return kind == TermKind::ite ? 1 : 0; }
constexpr std::size_t term_operand_end(TermKind kind) {
  switch (kind) {
    case TermKind::num:
    case TermKind::var:
    case TermKind::logic:
    case TermKind::bound:
    case TermKind::witness: return 0;
    case TermKind::const_: return 1;
    case TermKind::store:
    case TermKind::ite: return 3;
    default: return 2;
  }
}
constexpr bool has_terms(FormulaKind kind) {
  return kind == FormulaKind::le || kind == FormulaKind::eq || kind == FormulaKind::map_eq;
}
constexpr bool has_literals(FormulaKind kind) { return kind >= FormulaKind::and_; }

// A term or a formula. Entries are numbered through over both tables in the order they were made.
struct Node {
  bool is_formula = false;
  std::uint32_t index = 0;
  friend bool operator==(const Node&, const Node&) = default;
};

class FormulaTable {
 public:
  FormulaTable();

  // ---- terms
  TermId num(const Integer& value);
  TermId var(std::int32_t name, std::int32_t version) { return term(TermKind::var, name, version); }
  TermId logic(std::int32_t index) { return term(TermKind::logic, index); }
  TermId bound(std::int32_t index) { return term(TermKind::bound, index); }
  TermId binary(TermKind kind, TermId a, TermId b);   // add … select, difference
  TermId store(TermId map, TermId index, TermId value);
  TermId constant(TermId value);
  TermId ite(Literal condition, TermId a, TermId b);
  TermId witness(FormulaId all);

  // ---- formulas
  Literal truth() { return literal_of(formula(FormulaKind::true_, {})); }
  Literal atom(std::int32_t name) { return literal_of(formula(FormulaKind::atom, std::span(&name, 1))); }
  Literal relation(FormulaKind kind, TermId a, TermId b);                    // le, eq, map_eq
  Literal connective(FormulaKind kind, std::span<const Literal> literals);   // and_ … ite
  Literal all(Literal body) { return literal_of(formula(FormulaKind::all, std::span(&body, 1))); }

  Literal le(TermId a, TermId b) { return relation(FormulaKind::le, a, b); }
  Literal eq(TermId a, TermId b) { return relation(FormulaKind::eq, a, b); }
  Literal map_eq(TermId a, TermId b) { return relation(FormulaKind::map_eq, a, b); }

  // ---- reading
  const Term& operator[](TermId id) const { return terms_[id]; }
  const Formula& operator[](FormulaId id) const { return formulas_[index_of(id)]; }
  const Integer& value(TermId num) const { return numerals_[static_cast<std::size_t>(terms_[num].operand[0])]; }
  std::span<const std::int32_t> operands(FormulaId id) const {
    const Formula& f = formulas_[index_of(id)];
    return {pool_.data() + f.first, f.count};
  }
  TermId left(FormulaId relation) const { return static_cast<TermId>(operands(relation)[0]); }
  TermId right(FormulaId relation) const { return static_cast<TermId>(operands(relation)[1]); }

  std::size_t term_count() const { return terms_.size() - 1; }
  std::size_t formula_count() const { return formulas_.size() - 1; }
  std::uint32_t order(Node node) const {
    return node.is_formula ? formula_order_[node.index] : term_order_[node.index];
  }
  Node made(std::uint32_t place) const { return made_[place]; }
  std::size_t node_count() const { return made_.size(); }

  // The parts of a node, in order.
  template <class Visit>
  void for_each_part(Node node, Visit visit) const;

  // An existing relation, if it was made before.
  std::optional<FormulaId> find_relation(FormulaKind kind, TermId a, TermId b) const;

 private:
  std::vector<Term> terms_;
  std::vector<Formula> formulas_;
  std::vector<std::int32_t> pool_;
  std::vector<Integer> numerals_;
  std::vector<std::uint32_t> term_order_, formula_order_;
  std::vector<Node> made_;
  IndexTable term_index_, formula_index_;
  std::unordered_map<std::string, TermId> numeral_ids_;

  TermId term(TermKind kind, std::int32_t a, std::int32_t b = 0, std::int32_t c = 0);
  FormulaId formula(FormulaKind kind, std::span<const std::int32_t> operands);
  std::size_t formula_slot(FormulaKind kind, std::span<const std::int32_t> operands) const;
};

template <class Visit>
void FormulaTable::for_each_part(Node node, Visit visit) const {
  if (node.is_formula) {
    const Formula& f = formulas_[node.index];
    for (std::uint32_t i = 0; i < f.count; ++i) {
      const std::int32_t part = pool_[f.first + i];
      if (has_terms(f.kind))
        visit(Node{false, static_cast<std::uint32_t>(part)});
      else if (has_literals(f.kind))
        visit(Node{true, index_of(formula_of(part))});
    }
    return;
  }
  const Term& t = terms_[node.index];
  if (t.kind == TermKind::ite || t.kind == TermKind::witness) visit(Node{true, index_of(formula_of(t.operand[0]))});
  for (std::size_t i = term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i)
    visit(Node{false, static_cast<std::uint32_t>(t.operand[i])});
}

// All parts of the roots, the roots included, parts before wholes (in the order they were made).
std::vector<Node> parts_of(const FormulaTable& table, std::span<const Node> roots);

// The program's variables in a literal: name and version.
std::set<std::pair<std::int32_t, std::int32_t>> variables_in(const FormulaTable& table, Literal literal);

// The body of an `all` with its variable replaced by a term without loose bound variables.
Literal instantiate(FormulaTable& table, Literal body, TermId by);

// Simultaneous replacement: logic variables and atoms by terms and literals, loose bound variables moved up by `lift`.
// The replacements' own loose bound variables are lifted under `all`.
struct Replacement {
  std::unordered_map<std::int32_t, TermId> logic;    // logic variable -> term
  std::unordered_map<std::int32_t, Literal> atoms;   // atom -> literal
  std::vector<TermId> bound;                         // loose bound variable i -> term, for the first ones
  std::int32_t lift = 0;                             // added to the other loose bound variables, less bound.size()
};
// A term for one logic variable.
inline Replacement replacing(std::int32_t variable, TermId by) {
  return {.logic = {{variable, by}}, .atoms = {}, .bound = {}, .lift = 0};
}
TermId replace_in_term(FormulaTable& table, TermId term, const Replacement& by);
Literal replace_in_literal(FormulaTable& table, Literal literal, const Replacement& by);

}   // namespace plato
