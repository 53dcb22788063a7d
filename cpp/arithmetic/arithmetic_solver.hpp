// Integer arithmetic that explains itself: are these constraints contradictory, and by which derivation?
//
// The solver is incremental. Constraints are registered once, asserted with a tag (the caller's literal) and taken back
// by levels. A contradiction is answered with the tags it needs and a derivation in the language of the certificate's
// `f` line (arithmetic_facts.hpp), which the caller prints as it is. Everything the solver derives is a *fact* that
// remembers where it comes from; a conflict is a false fact, written out backward.
//
// Methods: the general simplex (simplex.hpp) over monomials gives Farkas combinations; equalities are solved over the
// integers by elimination in Hermite normal form (Schrijver, "Theory of Linear and Integer Programming", ch. 4 and 5);
// Chvátal–Gomory cuts are read off the tableau, and where they do not help the caller is asked to split. Products,
// squares and the defining facts of div and mod are added when a model of the linear part disagrees with them;
// quotients by the same term are compared with each other by lemmas. Deterministic: the answers depend on the sequence
// of calls alone.
//
// How a search loop uses it:
//
//     ArithmeticSolver solver(options, callback_that_makes_terms);
//     ConstraintId c = solver.register_constraint({p, Relation::at_least_zero});   // for the formula T ≤ U: p = U - T
//     solver.assert_constraint(c, true, literal);    // T ≤ U: p ≥ 0;     false: its negation, -p - 1 ≥ 0
//     …
//     std::visit(overloaded{[](const ArithmeticConflict&) {…}, …}, solver.check());
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

#include "arithmetic/arithmetic_facts.hpp"
#include "numbers/polynomial.hpp"

namespace plato {

// The caller's name for an asserted constraint, usually its literal. No two constraints that are asserted at the same
// time have the same tag.
using Tag = std::int32_t;

// The number of a registered constraint, from 0.
enum class ConstraintId : std::uint32_t {};

// Limits that keep every call finite. None of them affects whether an answer is right.
struct ArithmeticOptions {
  std::size_t pivots = 200000;            // simplex steps in one call
  std::size_t equality_bits = 2048;       // elimination of equalities stops when numbers grow beyond,
  std::size_t equality_summands = 4000;   // and when the equations are longer than this altogether
  std::size_t cut_rounds = 12;            // rounds of cuts in one call of `check` before a split is asked for
  std::size_t cuts_per_round = 8;
  std::size_t cuts = 200;                 // cuts in force at a time
  std::size_t largest_cut_bits = 96;      // cuts with larger coefficients are not kept
  std::size_t largest_value_bits = 512;   // no split on values beyond: the search has lost its way
  std::size_t splits = 20000;             // splits in the life of the solver
  std::size_t product_rounds = 6;         // rounds of products, squares, … in one call
  std::size_t products_per_round = 24;
  std::size_t product_pool = 40;        // facts that are multiplied with each other
  std::size_t largest_factor = 8;       // summands of a fact that is multiplied
  std::size_t largest_product = 64;     // summands of a product that is still considered
  std::size_t nonlinear_splits = 200;   // splits because a product has the wrong value, in the life of the solver
  Integer quotient_steps = 8;           // quotients by the same term are compared by lemmas with numbers up to this
  std::size_t quotient_lemmas = 500;    // such lemmas in the life of the solver
  std::size_t quotient_lemmas_each_time = 8;
  std::size_t separation_attempts = 400;   // moves to satisfy disequalities in one call, before a split is asked for
  std::size_t minimized_conflict = 24;     // conflicts with more tags are not minimized beyond what simplex gives
};

// The tagged constraints are contradictory.
//
// Hypothesis i of the derivation is the constraint asserted with `tags[i]`. If `goal` is set, it is the tag of a
// disequality (an equality constraint asserted negatively): its slot is fact number `tags.size()`, the derived facts
// follow after it, and the derivation ends with the equality. So the lemma's clause is the negations of `tags`, then of
// `goal`.
struct ArithmeticConflict {
  std::vector<Tag> tags;   // each once, ascending in the order of assertion
  std::optional<Tag> goal;
  std::vector<ArithmeticInstruction> instructions;
};

// All asserted constraints hold under these values, products, quotients and remainders included. Atoms that occur in no
// constraint are absent.
struct ArithmeticModel {
  std::unordered_map<Atom, Integer> values;
};

// Neither: the caller should decide p ≤ value ∨ p ≥ value + 1. The polynomial has no constant and its content is 1;
// most often it is an atom, sometimes a product of atoms, and a linear form if a disequality or a divisor is the cause.
struct ArithmeticSplit {
  Polynomial polynomial;
  Integer value;
  // The preferred side: true for p ≤ value.
  bool try_lower_first = true;
  // If set, the split is there because this disequality p ≠ q is violated by the values at hand; deciding it by
  // p ≤ q - 1 ∨ p ≥ q + 1 is as good.
  std::optional<Tag> disequality;
};

// Facts that contradict each other, whatever is asserted, by a derivation in which they are the hypotheses.
struct ArithmeticLemma {
  std::vector<Fact> hypotheses;   // p ≥ 0 each
  std::vector<ArithmeticInstruction> instructions;
};

// Not a contradiction, but lemmas that the values at hand violate: the caller should decide which of its hypotheses is
// false in each, p ≥ 0 or -p - 1 ≥ 0.
struct ArithmeticLemmas {
  std::vector<ArithmeticLemma> lemmas;
};

// A limit was reached, or the nonlinear constraints are beyond what the solver knows.
struct ArithmeticUnknown {
  const char* reason;
};

using ArithmeticAnswer =
    std::variant<ArithmeticConflict, ArithmeticModel, ArithmeticSplit, ArithmeticLemmas, ArithmeticUnknown>;

// The asserted constraints imply that a polynomial is 0. Hypothesis i is the constraint with `tags[i]`, fact number
// `tags.size()` is the goal's slot.
struct ArithmeticEntailment {
  std::vector<Tag> tags;
  std::vector<ArithmeticInstruction> instructions;
};

class ArithmeticSolver {
 public:
  // A term whose normal form is the polynomial, for the instructions `s` and `t`; none if the caller does not want one.
  // Terms that are atoms are known without asking.
  using MakeTerm = std::function<std::optional<TermId>(const Polynomial&)>;

  explicit ArithmeticSolver(ArithmeticOptions options = {}, MakeTerm make_term = {});
  ~ArithmeticSolver();
  ArithmeticSolver(ArithmeticSolver&&) noexcept;
  ArithmeticSolver& operator=(ArithmeticSolver&&) noexcept;

  // ---- what there is; never taken back

  // The same fact gives the same number.
  ConstraintId register_constraint(const Fact& fact);

  // Quotient and remainder must be atoms. The same pair may be registered again.
  void register_division(const Division& division);

  // ---- what is assumed

  // Asserts p ≥ 0 or p = 0; if not `positive` its negation, -p - 1 ≥ 0 or p ≠ 0. A constraint that is already asserted
  // is ignored and keeps its first tag. Contradictions are found by the next check, not here.
  void assert_constraint(ConstraintId constraint, bool positive, Tag tag);

  std::size_t level() const;
  void push();                         // opens a level
  void backtrack(std::size_t level);   // takes back what was asserted at higher levels; the tableau stays
  void clear();                        // takes back everything

  // ---- questions

  // Are the constraints contradictory over the rationals, taking products for plain numbers? Cheap and incremental, for
  // use at every decision; none means "not by this".
  std::optional<ArithmeticConflict> check_rationals();

  // The full question. Includes `check_rationals`.
  ArithmeticAnswer check();

  // Do the constraints imply p = 0? Meant for use after `check_rationals` has found no conflict or `check` has given a
  // model: then a polynomial that is not 0 under the present values is refused at once, and all others cost two simplex
  // runs. Rational reasoning and facts that `check` has derived only.
  std::optional<ArithmeticEntailment> entails_equality(const Polynomial& polynomial);

  // The present value of a polynomial is 0: a necessary condition for its being entailed, cheap.
  bool is_zero_now(const Polynomial& polynomial);

  // ---- for tests, self-checks and reports

  // The constraint as the fact it asserts (the trivial fact for a disequality).
  Fact asserted_fact(ConstraintId constraint, bool positive) const;
  // The fact asserted with this tag at present; none if there is none.
  std::optional<Fact> fact_of_tag(Tag tag) const;
  // Terms that derivations mention: those made by the callback, and the divisions.
  const ArithmeticTerms& terms() const;

  // Replays a conflict among the constraints that are asserted at present. A failure is a bug in here.
  ReplayVerdict replay_conflict(const ArithmeticConflict& conflict) const;

  struct Statistics {
    std::size_t pivots = 0;
    std::size_t entries_added = 0;   // of rows to rows, in all pivots
    std::size_t checks = 0;
    std::size_t conflicts = 0;
    std::size_t cuts = 0;
    std::size_t splits = 0;
    std::size_t products = 0;
  };
  Statistics statistics() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}   // namespace plato
