// The inside of the arithmetic solver, shared by the files that implement it.
//
// Every fact p ≥ 0 or p = 0 is p = k·L + c for a *primitive* form L (content 1, first coefficient positive, no
// constant), which has a simplex variable; the fact is a bound on it, rounded to a whole number. The reason of a bound
// is the fact in the store of derived facts, rounded there too if rounding was needed, so that bounds and facts say
// exactly the same. Forms that came up in cuts and products are temporary: they leave the tableau with the level at
// which they came.
//
//     arithmetic_solver.cpp      registering, asserting, taking back; the order in which methods are tried; models
//     arithmetic_conflicts.cpp   from bounds that contradict each other to derivations; equalities that follow
//     arithmetic_cuts.cpp        what holds for whole numbers only
//     arithmetic_products.cpp    products and squares
//     arithmetic_quotients.cpp   quotients and remainders
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "arithmetic/arithmetic_solver.hpp"
#include "arithmetic/derived_facts.hpp"
#include "arithmetic/simplex.hpp"

namespace plato {

class ArithmeticSolver::State {
 public:
  State(ArithmeticOptions options, MakeTerm make_term) : options_(options), make_term_(std::move(make_term)) {}

  ConstraintId register_constraint(const Fact& fact);
  void register_division(const Division& division);
  void assert_constraint(ConstraintId constraint, bool positive, Tag tag);
  void push();
  void backtrack(std::size_t level);
  void clear();
  std::optional<ArithmeticConflict> check_rationals();
  ArithmeticAnswer check();
  std::optional<ArithmeticEntailment> entails_equality(const Polynomial& polynomial);
  bool is_zero_now(const Polynomial& polynomial);
  ReplayVerdict replay_conflict(const ArithmeticConflict& conflict) const;
  std::optional<Fact> fact_of_tag(Tag tag) const;
  const Fact& fact_of(ConstraintId constraint, bool positive) const { return at(constraint).facts[positive]; }

  std::size_t level() const { return levels_.size(); }
  const ArithmeticTerms& terms() const { return terms_; }
  Statistics statistics() const {
    Statistics result = statistics_;
    result.pivots = simplex_.pivots();
    result.entries_added = simplex_.entries_added();
    return result;
  }

 private:
  using Variable = Simplex::Variable;
  using FactId = DerivedFacts::Id;

  // A bound in use: `multiplier` times L - l ≥ 0, or u - L ≥ 0 if `is_upper`.
  struct BoundUse {
    FactId fact;
    bool is_upper;
    Integer multiplier;
  };

  // Where a fact is in the simplex.
  struct Placement {
    bool is_constant = false;   // no variable: the fact is trivial or contradictory
    bool is_false = false;      // a contradiction by itself, after division by its content at the latest
    bool needs_rounding = false;
    Variable variable = 0;
    std::optional<Integer> lower;
    std::optional<Integer> upper;
  };

  struct Constraint {
    Fact facts[2];             // what it says if asserted negatively and positively
    Placement placements[2];   // where that is
    bool is_asserted[2] = {false, false};
    bool is_disequality_if_negative = false;
    Polynomial polynomial;
  };
  struct Assertion {
    ConstraintId constraint;
    bool positive;
    Tag tag;
  };
  // How much there was of everything when the level was opened.
  struct Level {
    std::size_t assertions = 0;
    std::size_t disequalities = 0;
    std::size_t trail = 0;
    std::size_t facts = 0;
    std::size_t temporary_forms = 0;
    std::size_t active_divisions = 0;
    std::size_t known_products = 0;
    std::size_t cuts = 0;
  };
  // A fact that linear reasoning does not see, by what it is derived from: the product of two inequalities, that of an
  // equality and an atom, a square.
  struct ProductOfFacts {
    FactId left;
    FactId right;

    friend bool operator==(const ProductOfFacts&, const ProductOfFacts&) = default;
  };
  struct ProductWithAtom {
    FactId equality;
    Atom atom;

    friend bool operator==(const ProductWithAtom&, const ProductWithAtom&) = default;
  };
  struct Square {
    Polynomial root;

    friend bool operator==(const Square&, const Square&) = default;
  };
  using NonlinearFact = std::variant<ProductOfFacts, ProductWithAtom, Square>;
  // A fact that is worth deriving, and what it would cost.
  struct ProductCandidate {
    NonlinearFact fact;
    std::size_t new_monomials;
    std::size_t size;   // summands
  };
  // The row of a basic variable, ready for cuts.
  struct CutRow {
    struct Distance {
      Variable variable;
      bool from_upper;
      bool is_fixed;
      Integer weight;   // of the distance, modulo the divisor
      Rational present;
    };
    Integer divisor;   // the basic variable's coefficient, positive
    std::vector<Distance> distances;
  };
  // A derivation before it is written: facts that are all false, or the goal of a disequality.
  struct Pending {
    std::vector<BoundUse> uses;         // bounds that contradict each other,
    std::optional<FactId> false_fact;   // or a fact that is false
    std::size_t level;
  };

  ArithmeticOptions options_;
  MakeTerm make_term_;
  Simplex simplex_;
  DerivedFacts facts_;
  ArithmeticTerms terms_;
  std::deque<Constraint> constraints_;
  std::unordered_map<Polynomial, ConstraintId> constraint_numbers_[2];   // by relation

  std::unordered_map<Monomial, Variable> monomials_;
  std::unordered_map<Polynomial, Variable> forms_;   // primitive -> its variable
  std::vector<Polynomial> primitives_;               // variable -> its primitive
  std::vector<std::uint8_t> is_permanent_;           // variable -> not a temporary form
  std::vector<Variable> monomial_variables_;
  std::vector<Monomial> products_;   // the monomials that are not atoms

  std::vector<Assertion> assertions_;
  std::vector<std::size_t> disequalities_;   // indices of assertions
  std::vector<Level> levels_;
  std::vector<Variable> temporary_forms_;
  std::vector<std::size_t> active_divisions_;
  std::vector<std::uint8_t> is_division_active_;
  std::vector<NonlinearFact> known_products_;   // those that were derived
  std::size_t cuts_ = 0;                        // at present
  std::optional<Pending> pending_;
  std::unordered_map<Polynomial, std::optional<TermId>> made_terms_;
  std::size_t nonlinear_splits_ = 0;
  std::size_t quotient_lemmas_ = 0;
  Statistics statistics_;

  Constraint& at(ConstraintId constraint) { return constraints_[static_cast<std::size_t>(constraint)]; }
  const Constraint& at(ConstraintId constraint) const { return constraints_[static_cast<std::size_t>(constraint)]; }

  // ---- facts as bounds
  void restore(const Level& level);
  Variable variable_of_monomial(const Monomial& monomial);
  Variable variable_of_form(const Polynomial& primitive, bool permanent);
  void remember_variable(Variable variable, Polynomial primitive, bool permanent);
  Placement place(const Fact& fact, bool permanent);
  bool assert_fact(FactId fact);
  bool assert_bounds(FactId fact, const Placement& placement);

  // ---- conflicts
  std::vector<DerivedFacts::Part> exact_parts(std::span<const BoundUse> uses, Integer* factor_used = nullptr) const;
  std::vector<BoundUse> uses_of_simplex_conflict() const;
  ArithmeticConflict conflict_of(std::vector<BoundUse> uses);
  ArithmeticConflict conflict_of_false(FactId fact);
  ArithmeticConflict write_conflict(std::span<const FactId> roots, std::optional<Tag> goal, bool is_linear);
  void minimize(ArithmeticConflict& conflict);

  // ---- whole numbers
  std::vector<Variable> fractional_variables() const;
  std::vector<Variable> connected_equations(std::span<const Variable> fractional) const;
  ArithmeticConflict conflict_of_multipliers(std::span<const Variable> equations,
                                             std::span<const std::pair<std::size_t, Integer>> multipliers);
  std::optional<ArithmeticConflict> refute_equalities(std::span<const Variable> fractional);
  bool add_cuts(std::span<const Variable> fractional);
  std::optional<CutRow> distances_from_bounds(Variable basic) const;
  std::optional<Integer> best_multiple(Variable basic, const CutRow& row) const;
  std::optional<FactId> cut_from(const CutRow& row, const Integer& multiple);
  std::optional<FactId> derive_cut(Variable basic);
  ArithmeticAnswer split_on(std::span<const Variable> fractional);

  // ---- quotients, products, disequalities
  bool activate_divisions();
  std::vector<ArithmeticLemma> compare_quotients();
  std::optional<ArithmeticLemma> compare_multiples(const Division& first, const Division* second) const;
  std::optional<FactId> derive_bound(const Polynomial& polynomial);
  std::optional<TermId> term_of(const Polynomial& polynomial);
  Rational value_of(const Monomial& monomial) const;
  Rational product_of_values(const Monomial& monomial) const;
  Rational linear_value(const Polynomial& polynomial) const;
  bool satisfies_everything(const std::unordered_map<Atom, Integer>& values) const;
  std::optional<ArithmeticModel> find_model() const;
  bool is_wrong(const Monomial& monomial) const;
  std::vector<FactId> facts_about(std::span<const Atom> atoms) const;
  std::vector<NonlinearFact> possible_products(std::span<const FactId> factors, std::span<const Atom> atoms) const;
  std::vector<NonlinearFact> possible_squares(std::span<const Monomial> wrong) const;
  Fact statement_of(const NonlinearFact& fact) const;
  std::optional<ProductCandidate> candidate_of(NonlinearFact fact, std::size_t largest_degree) const;
  std::optional<FactId> derive(const NonlinearFact& fact);
  bool take_best(std::vector<ProductCandidate> candidates);
  bool add_products();
  std::optional<ArithmeticConflict> refute_disequalities();
  std::vector<Variable> movable_for(Variable variable) const;
  std::optional<std::size_t> move_apart(Variable variable, std::size_t violated, std::size_t& attempts);
  bool separate_disequalities();
  bool is_violated(std::size_t disequality) const;
  std::size_t violated_disequalities() const;
  std::optional<ArithmeticAnswer> split_for_disequality();
  std::optional<ArithmeticAnswer> split_for_divisor();
  static std::pair<Polynomial, Integer> where_factor_changes_sign(const Polynomial& factor);
  std::pair<const Simplex::Bound*, const Simplex::Bound*> bounds_of(const Polynomial& form) const;
  bool is_side_known(const Polynomial& form, const Integer& value) const;
  std::optional<ArithmeticSplit> split_between_bounds(Polynomial form) const;
  std::optional<ArithmeticAnswer> split_for_factors();
  std::optional<ArithmeticAnswer> split_for_products();

  struct Entailed {
    std::vector<FactId> roots;
    bool is_linear;
  };
  std::optional<Entailed> derive_equality(const Polynomial& polynomial);
  std::optional<std::vector<BoundUse>> uses_for_bound(Variable variable, const Integer& value, bool is_upper);
  bool is_plain(std::span<const BoundUse> uses) const;
};

}   // namespace plato
