// The loop of the search; see certifying_search.hpp.

#include "search/certifying_search.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "arithmetic/arithmetic_solver.hpp"
#include "sat/sat_session.hpp"
#include "search/bound_atoms.hpp"
#include "search/candidate.hpp"
#include "search/clausification.hpp"
#include "search/conflict_decomposition.hpp"
#include "search/congruence_lemmas.hpp"
#include "search/difference_conflicts.hpp"
#include "search/division_lemmas.hpp"
#include "search/equality_atoms.hpp"
#include "search/equality_conflicts.hpp"
#include "search/equality_propagation.hpp"
#include "search/failure_chain.hpp"
#include "search/map_lemmas.hpp"
#include "search/quantifier_instances.hpp"
#include "search/relevance.hpp"
#include "search/term_lemmas.hpp"

namespace plato {
namespace {

using Clock = std::chrono::steady_clock;

// Adds the time until its end to a counter.
struct Timer {
  double& seconds;
  Clock::time_point start = Clock::now();
  explicit Timer(double& counter) : seconds(counter) {}
  ~Timer() { seconds += std::chrono::duration<double>(Clock::now() - start).count(); }
};

constexpr std::size_t map_lemmas_each_round = 2000;
constexpr std::size_t few_literals = 3;   // of a conflict that there is no need to improve

class Search {
 public:
  Search(Problem& problem, std::span<const std::size_t> assertions, const SearchOptions& options)
      : problem_(problem),
        numbers_(assertions.begin(), assertions.end()),
        options_(options),
        normal_forms_(problem.table),
        arithmetic_({}, [this](const Polynomial& p) -> std::optional<TermId> { return make_term(problem_.table, p); }),
        context_{problem.table, normal_forms_, pool_, preferences_} {
    for (std::size_t number : numbers_) assertions_.push_back(problem.assertions[number]);
  }

  SearchResult run();

 private:
  Problem& problem_;
  std::vector<std::size_t> numbers_;
  std::vector<Literal> assertions_;
  SearchOptions options_;
  Clock::time_point start_ = Clock::now();

  NormalForms normal_forms_;
  LemmaPool pool_;
  std::vector<Literal> preferences_;
  DifferenceConflicts differences_;
  ArithmeticSolver arithmetic_;
  LemmaContext context_;
  Relevance relevance_{problem_.table, pool_};
  std::optional<EqualityPropagation> propagation_;
  std::optional<SatSession> boolean_;   // when propagation is not enough
  std::size_t lemmas_sent_ = 0;
  std::size_t units_sent_ = 0;   // of what propagation has learned
  std::size_t preferences_sent_ = 0;
  std::size_t lemmas_found_ = 0;

  std::vector<ConstraintId> constraint_of_;   // formula -> its arithmetic constraint + 1, or 0
  std::vector<Literal> asserted_;             // one level of the arithmetic solver each
  std::vector<Literal> splits_;               // literals that have to be decided, whatever needs them
  std::vector<bool> is_done_;                 // term -> its lemmas are there
  std::vector<bool> is_division_registered_;
  BoundAtoms bounds_;
  std::optional<AssertionOccurrences> occurrences_;   // when there is a conflict that needs it
  QuantifierMemory quantifiers_;
  SearchStatistics statistics_;
  std::uint64_t entries_added_ = 0;   // by arithmetic, as far as they are counted

  enum class Step { again, unsatisfiable, stop };
  std::string stop_reason_;
  bool is_limit_ = false;
  bool is_wall_ = false;

  double seconds_left() const {
    return options_.seconds - std::chrono::duration<double>(Clock::now() - start_).count();
  }
  Step stop_at_wall() {
    is_wall_ = true;
    return stop("the time limit was reached", true);
  }
  void count_effort() {
    statistics_.effort += problem_.table.formula_count() + problem_.table.term_count() + pool_.size();
    const std::uint64_t added = arithmetic_.statistics().entries_added;
    statistics_.effort += added - entries_added_;
    entries_added_ = added;
  }
  Step stop(std::string reason, bool is_limit) {
    stop_reason_ = std::move(reason);
    is_limit_ = is_limit;
    return Step::stop;
  }

  void send_lemmas();
  Step next_round();
  void assert_literals(std::span<const Literal> literals);
  void register_divisions(const GroundTerms& terms);
  bool add_equality_conflicts(std::span<const Literal> literals);
  bool add_in_pieces(const ArithmeticConflict& conflict);
  bool add_conflict(const ArithmeticConflict& conflict);
  Step add_lemmas(const ArithmeticLemmas& lemmas);
  Step add_split(const ArithmeticSplit& split, std::span<const Literal> literals);
  Step complete(const ArithmeticModel& model, std::span<const Literal> literals, const GroundTerms& terms);
  std::variant<FoundRefutation, NoRefutation> prove();
};

void Search::send_lemmas() {
  if (!boolean_) {
    boolean_.emplace();
    for (Literal assertion : assertions_) boolean_->add_clause(std::span(&assertion, 1));
  }
  for (; lemmas_sent_ < pool_.size(); ++lemmas_sent_) {
    boolean_->add_clause(pool_.clauses[lemmas_sent_]);
    if (pool_.reasons[lemmas_sent_].rule != LemmaRule::definition) ++lemmas_found_;
  }
  for (; units_sent_ < propagation_->learned().size(); ++units_sent_)
    boolean_->add_clause(propagation_->learned().subspan(units_sent_, 1));
  for (; preferences_sent_ < preferences_.size(); ++preferences_sent_)
    boolean_->prefer(preferences_[preferences_sent_]);
}

// Keeps what was asserted last time as far as it agrees, and asserts the rest.
void Search::assert_literals(std::span<const Literal> literals) {
  const FormulaTable& table = problem_.table;
  std::vector<std::int8_t> wanted(table.formula_count() + 1);
  std::vector<Literal> arithmetic;
  for (Literal literal : literals) {
    const FormulaKind kind = table[formula_of(literal)].kind;
    if (kind != FormulaKind::le && kind != FormulaKind::eq) continue;
    arithmetic.push_back(literal);
    wanted[index_of(formula_of(literal))] = literal > 0 ? 1 : -1;
  }
  const auto is_wanted = [&](Literal literal) {
    return wanted[index_of(formula_of(literal))] == (literal > 0 ? 1 : -1);
  };
  std::size_t kept = 0;
  while (kept < asserted_.size() && is_wanted(asserted_[kept])) ++kept;
  std::vector<Literal> next(asserted_.begin() + static_cast<std::ptrdiff_t>(kept), asserted_.end());
  std::erase_if(next, [&](Literal literal) { return !is_wanted(literal); });
  arithmetic_.backtrack(kept);
  asserted_.resize(kept);
  for (Literal literal : asserted_) wanted[index_of(formula_of(literal))] = 0;
  const auto assert_one = [&](Literal literal) {
    const FormulaId formula = formula_of(literal);
    if (wanted[index_of(formula)] == 0) return;
    wanted[index_of(formula)] = 0;
    if (constraint_of_.size() <= index_of(formula)) constraint_of_.resize(table.formula_count() + 1);
    ConstraintId& constraint = constraint_of_[index_of(formula)];
    if (constraint == 0) {
      const bool is_equality = table[formula].kind == FormulaKind::eq;
      if (!is_equality) add_bound_atom(context_, bounds_, formula);
      constraint = 1 + arithmetic_.register_constraint(
                           {normal_forms_.of(table.right(formula)) - normal_forms_.of(table.left(formula)),
                            is_equality ? Relation::equal_to_zero : Relation::at_least_zero});
    }
    arithmetic_.push();
    arithmetic_.assert_constraint(constraint - 1, literal > 0, literal);
    asserted_.push_back(literal);
  };
  for (Literal literal : next) assert_one(literal);
  for (Literal literal : arithmetic) assert_one(literal);
}

void Search::register_divisions(const GroundTerms& terms) {
  FormulaTable& table = problem_.table;
  for (TermId term : terms.divisions) {
    is_division_registered_.resize(table.term_count() + 1);
    if (is_division_registered_[term]) continue;
    is_division_registered_[term] = true;
    const TermId a = table[term].term(0), b = table[term].term(1);
    arithmetic_.register_division({.quotient = table.binary(TermKind::div, a, b),
                                   .remainder = table.binary(TermKind::mod, a, b),
                                   .dividend = normal_forms_.of(a),
                                   .divisor = normal_forms_.of(b)});
  }
}

Search::Step Search::next_round() {
  ++statistics_.rounds;
  count_effort();
  {
    const Timer timer(statistics_.theory_seconds);
    if (propagation_->run()) return Step::unsatisfiable;
  }
  send_lemmas();
  if (lemmas_found_ > options_.lemmas) return stop("the limit on lemmas was reached", true);
  if (statistics_.rounds > options_.rounds) return stop("the limit on rounds was reached", true);
  if (statistics_.effort > options_.effort) return stop("the limit on effort was reached", true);
  if (seconds_left() <= 0) return stop_at_wall();
  std::vector<Literal> literals;
  const Literal exit = propagation_->next_exit();   // if there is one, what fails there is looked at first
  {
    const Timer timer(statistics_.boolean_seconds);
    switch (boolean_->solve(seconds_left(), exit)) {
      case SatSession::Status::unsatisfiable:
        if (exit == 0) return Step::unsatisfiable;
        boolean_->add_clause(std::initializer_list<Literal>{-exit});
        propagation_->exclude_next_exit();
        return Step::again;
      case SatSession::Status::limit:
        if (seconds_left() <= 0) return stop_at_wall();
        return stop("the limit on conflicts of the Boolean solver was reached", true);
      case SatSession::Status::satisfiable: break;
    }
  }
  GroundTerms terms;
  {
    const Timer timer(statistics_.theory_seconds);
    literals = relevance_.needed(assertions_, exit, [&](Literal l) { return boolean_->is_true(l); });
    for (Literal split : splits_) literals.push_back(boolean_->is_true(split) ? split : -split);
    if (add_equality_conflicts(literals)) return Step::again;   // the cheapest first
    terms = ground_terms(problem_.table, literals);
    const bool has_term_lemmas =
        add_term_lemmas(context_, terms, literals, is_done_) || add_zero_division_lemmas(context_, terms);
    if (add_closure_lemmas(context_, literals, terms, [&](Literal l) { return boolean_->is_fixed(l); }) ||
        has_term_lemmas)
      return Step::again;
    register_divisions(terms);
  }
  std::optional<ArithmeticAnswer> answer;
  {
    const Timer timer(statistics_.arithmetic_seconds);
    if (const auto conflict = differences_.find(problem_.table, normal_forms_, literals);
        conflict && add_conflict(*conflict))
      return Step::again;
    assert_literals(literals);
    answer = arithmetic_.check();
  }
  if (const auto* conflict = std::get_if<ArithmeticConflict>(&*answer)) {
    // The same lemma may already be there, from relating bounds, without the Boolean solver knowing.
    if (!add_conflict(*conflict) && lemmas_sent_ == pool_.size()) return stop("arithmetic repeats itself", false);
    return Step::again;
  }
  if (const auto* split = std::get_if<ArithmeticSplit>(&*answer)) return add_split(*split, literals);
  if (const auto* lemmas = std::get_if<ArithmeticLemmas>(&*answer)) return add_lemmas(*lemmas);
  const auto is_zero_now = [&](const Polynomial& p) { return arithmetic_.is_zero_now(p); };
  if (!std::holds_alternative<ArithmeticModel>(*answer) && add_vanishing_divisor_lemmas(context_, terms, is_zero_now))
    return Step::again;
  if (const auto* unknown = std::get_if<ArithmeticUnknown>(&*answer))
    return stop(std::string("arithmetic gave up: ") + unknown->reason, false);
  const Timer timer(statistics_.theory_seconds);
  return complete(std::get<ArithmeticModel>(*answer), literals, terms);
}

// As a chain of lemmas, if it is long and can be cut; says whether one is new.
bool Search::add_in_pieces(const ArithmeticConflict& conflict) {
  if (conflict.tags.size() <= few_literals) return false;
  if (!occurrences_) occurrences_.emplace(problem_.table, normal_forms_, assertions_);
  const auto is_fixed = [&](Literal l) { return boolean_->is_fixed(l); };
  if (!add_decomposed_conflict(context_, bounds_, *occurrences_, conflict, is_fixed)) return false;
  // What the path has not chosen is of more interest than the same path with a small change.
  for (Tag tag : conflict.tags)
    if (!is_fixed(tag)) preferences_.push_back(-tag);
  return true;
}

// Says whether the lemma is new.
bool Search::add_conflict(const ArithmeticConflict& conflict) {
  ++statistics_.conflicts;
  if (add_in_pieces(conflict)) return true;
  std::vector<Literal> clause;
  for (Tag tag : conflict.tags) clause.push_back(-tag);
  if (conflict.goal) clause.push_back(-*conflict.goal);
  return add_arithmetic_lemma(pool_, problem_.table, clause, conflict.instructions, false);
}

bool Search::add_equality_conflicts(std::span<const Literal> literals) {
  const auto is_fixed = [&](Literal l) { return boolean_->is_fixed(l); };
  const std::size_t before = pool_.size();
  for (const ArithmeticConflict& conflict : conflicts_by_equalities(context_, literals, is_fixed)) {
    // One that names many choices and cannot be cut says little; the simplex may find one that says more.
    const auto choices = std::ranges::count_if(conflict.tags, [&](Tag tag) { return !is_fixed(tag); });
    if (static_cast<std::size_t>(choices) <= few_literals)
      add_conflict(conflict);
    else
      add_in_pieces(conflict);
  }
  return pool_.size() > before;
}

// A lemma that is there already is violated only if nothing needs its literals at the moment: it speaks of the witness
// of something that need not be false; then they have to be decided nevertheless.
Search::Step Search::add_lemmas(const ArithmeticLemmas& lemmas) {
  bool is_new = false;
  for (const ArithmeticLemma& lemma : lemmas.lemmas) {
    std::vector<Literal> clause;
    for (const Fact& hypothesis : lemma.hypotheses)
      clause.push_back(-bound_atom(context_, bounds_, hypothesis.polynomial));
    if (add_arithmetic_lemma(pool_, problem_.table, clause, lemma.instructions, true)) {
      is_new = true;
      continue;
    }
    for (Literal literal : clause) {
      if (std::ranges::find(splits_, -literal) != splits_.end()) continue;
      splits_.push_back(-literal);
      is_new = true;
    }
  }
  return is_new ? Step::again : stop("arithmetic repeats itself", false);
}

Search::Step Search::add_split(const ArithmeticSplit& split, std::span<const Literal> literals) {
  ++statistics_.splits;
  if (split.disequality) {
    // All disequalities that fail at the moment, at once: they rarely come alone.
    bool is_new = split_disequality(context_, formula_of(*split.disequality));
    for (Literal literal : literals) {
      const FormulaId formula = formula_of(literal);
      if (literal > 0 || problem_.table[formula].kind != FormulaKind::eq) continue;
      const TermId a = problem_.table.left(formula), b = problem_.table.right(formula);
      if (arithmetic_.is_zero_now(normal_forms_.of(a) - normal_forms_.of(b)))
        is_new |= split_disequality(context_, formula);
    }
    if (is_new) return Step::again;
  }
  FormulaTable& table = problem_.table;
  const Literal upper = table.le(make_term(table, split.polynomial), table.num(split.value));
  if (std::ranges::find(splits_, upper) != splits_.end()) return stop("arithmetic repeats a split", false);
  splits_.push_back(upper);
  preferences_.push_back(split.try_lower_first ? upper : -upper);
  return Step::again;
}

// Arithmetic is content; the other theories look at its values.
Search::Step Search::complete(const ArithmeticModel& model, std::span<const Literal> literals,
                              const GroundTerms& terms) {
  Candidate candidate{normal_forms_, model, literals, terms};
  bool is_new = add_congruence_lemmas(context_, candidate);
  if (add_map_lemmas(context_, candidate, map_lemmas_each_round)) is_new = true;
  if (is_new) {
    ++statistics_.map_rounds;
    return Step::again;
  }
  const std::size_t instances = add_instances(context_, candidate, problem_.triggers, quantifiers_);
  statistics_.instances += instances;
  if (statistics_.instances > options_.instances) return stop("the limit on instances was reached", true);
  if (instances > 0) return Step::again;
  return stop("the search ends with a candidate model that it cannot refute", false);
}

// A proof that adds the literals as clauses, one after the other (the format is read by proof_elaboration.cpp).
std::vector<std::uint8_t> units_as_proof(const Cnf& cnf, std::span<const Literal> literals) {
  std::vector<std::uint8_t> proof;
  for (Literal literal : literals) {
    const auto place = std::ranges::lower_bound(cnf.variable_names, std::abs(literal));
    auto code = 2 * static_cast<std::uint32_t>(place - cnf.variable_names.begin() + 1) + (literal < 0 ? 1 : 0);
    proof.push_back('a');
    for (; code > 127; code >>= 7) proof.push_back(static_cast<std::uint8_t>(code | 128));
    proof.push_back(static_cast<std::uint8_t>(code));
    proof.push_back(0);
  }
  return proof;
}

// Refutes all clauses at once, now with a proof.
std::variant<FoundRefutation, NoRefutation> Search::prove() {
  const Timer timer(statistics_.proof_seconds);
  const bool is_propagated = propagation_->is_refutation();   // then no solver is needed
  FoundRefutation found;
  for (std::size_t i = 0; i < assertions_.size(); ++i) found.origins.push_back({true, numbers_[i]});
  for (std::size_t i = 0; i < pool_.size(); ++i) found.origins.push_back({false, i});
  const auto clause_of = [&](const FoundRefutation::Origin& origin) {
    return origin.is_assertion ? std::span<const Literal>(&problem_.assertions[origin.index], 1)
                               : pool_.clauses[origin.index];
  };
  // What a proof does not need is left out, and the rest refuted again, as long as that makes a difference.
  for (int attempt = 0;; ++attempt) {
    FlatLists<Literal> clauses;
    for (const auto& origin : found.origins) clauses.push_list(clause_of(origin));
    const Cnf cnf = make_cnf(largest_dimacs_variable, std::move(clauses));
    SatAnswer answer{.result = NoModel{units_as_proof(cnf, propagation_->learned())}};
    if (!is_propagated) answer = solve(cnf, {.seconds = std::max(1.0, seconds_left())});
    if (const auto* limit = std::get_if<SatLimit>(&answer.result))
      return NoRefutation{limit->message, true, seconds_left() <= 0};
    if (!std::holds_alternative<NoModel>(answer.result))
      return NoRefutation{"the clauses have a model after all", false};
    auto elaborated = elaborate(cnf, std::get<NoModel>(answer.result).proof);
    if (auto* failure = std::get_if<ElaborationFailure>(&elaborated)) return NoRefutation{failure->message, false};
    found.refutation = std::get<Refutation>(std::move(elaborated));
    std::vector<FoundRefutation::Origin> used;
    for (std::size_t i = 0; i < found.origins.size(); ++i)
      if (found.refutation.last_use[i] != Refutation::never) used.push_back(found.origins[i]);
    constexpr int attempts = 4;
    if (!is_propagated && attempt + 1 < attempts && used.size() < found.origins.size() && !used.empty() &&
        (attempt == 0 || used.size() * 20 < found.origins.size() * 19)) {
      found.origins = std::move(used);
      continue;
    }
    for (Literal& literal : found.refutation.steps.items) {
      const auto name = cnf.variable_names[static_cast<std::size_t>(std::abs(literal)) - 1];
      literal = literal > 0 ? name : -name;
    }
    break;
  }
  found.pool = std::move(pool_);
  return found;
}

SearchResult Search::run() {
  define_literals(pool_, problem_.table, assertions_);
  propagation_.emplace(context_, assertions_, exits_of_chain(problem_.table, assertions_));
  Step step = Step::again;
  while (step == Step::again) step = next_round();
  SearchResult result;
  if (step == Step::unsatisfiable)
    result.outcome = prove();
  else
    result.outcome = NoRefutation{stop_reason_, is_limit_, is_wall_};
  result.statistics = statistics_;
  return result;
}

}   // namespace

SearchResult search_refutation(Problem& problem, std::span<const std::size_t> assertions,
                               const SearchOptions& options) {
  return Search(problem, assertions, options).run();
}

}   // namespace plato
