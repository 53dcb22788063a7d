// The loop of the search; see certifying_search.hpp.

#include "search/certifying_search.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "search/arithmetic_session.hpp"
#include "search/bound_atoms.hpp"
#include "search/candidate.hpp"
#include "search/case_walk.hpp"
#include "search/clausification.hpp"
#include "search/conflict_decomposition.hpp"
#include "search/congruence_lemmas.hpp"
#include "search/difference_conflicts.hpp"
#include "search/division_lemmas.hpp"
#include "search/equality_atoms.hpp"
#include "search/equality_conflicts.hpp"
#include "search/lemma_refutation.hpp"
#include "search/map_lemmas.hpp"
#include "search/proposals.hpp"
#include "search/quantifier_instances.hpp"
#include "search/relevance.hpp"
#include "search/term_lemmas.hpp"
#include "system/deadline.hpp"

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
      : problem_(problem), numbers_(assertions.begin(), assertions.end()), options_(options) {
    for (std::size_t number : numbers_) assertions_.push_back(problem.assertions[number]);
    define_literals(pool_, problem_.table, assertions_);
    walk_.emplace(context_, assertions_, options_.effort);
    proposals_.emplace(assertions_, pool_);
  }

  SearchResult run();

 private:
  // What a stage says about the round: it has found lemmas and the next round begins; there is no model; the search
  // has to stop; or nothing, and the next stage has its turn.
  enum class Answer : std::uint8_t { nothing, again, refuted, stop };

  // What the stages of a round pass to each other.
  struct Round {
    std::vector<Literal> open_case;   // of the walk along the failure chain: this is looked at first
    std::vector<Literal> literals;    // of the proposal: those that are needed
    EqualityForest forest;            // of the literals
    GroundTerms terms;
    ArithmeticAnswer numbers;
    std::optional<Candidate> candidate;
  };
  struct Stage {
    const char* name;
    double SearchStatistics::*seconds;   // whose time it takes
    Answer (Search::*run)(Round&);
  };
  static const Stage stages_[];

  Problem& problem_;
  std::vector<std::size_t> numbers_;   // of the assertions
  std::vector<Literal> assertions_;
  SearchOptions options_;
  Deadline deadline_ = Deadline::in(options_.seconds);
  SearchStatistics statistics_;
  NoRefutation stopped_;   // why, if the search had to stop

  // What all stages share.
  NormalForms normal_forms_{problem_.table};
  LemmaPool pool_;
  std::vector<Literal> preferences_;
  LemmaContext context_{problem_.table, normal_forms_, pool_, preferences_};
  BoundAtoms bounds_;
  std::vector<Literal> splits_;   // literals that have to be decided, whatever needs them

  // What single stages remember from round to round.
  std::optional<CaseWalk> walk_;
  std::optional<Proposals> proposals_;
  Relevance relevance_{problem_.table, pool_};
  std::vector<bool> is_done_;   // term -> its lemmas are there
  DifferenceConflicts differences_;
  ArithmeticSession certain_arithmetic_{context_, bounds_};
  std::optional<ArithmeticSession> near_arithmetic_;   // of a few cases in a row, so that its tableau stays small
  std::size_t near_cases_ = 0;
  std::size_t rounds_of_case_ = 0;
  ArithmeticSession arithmetic_{context_, bounds_};
  std::optional<AssertionOccurrences> occurrences_;   // when there is a conflict that needs it
  QuantifierMemory quantifiers_;

  Answer stop(std::string reason, bool is_limit) {
    stopped_ = {std::move(reason), is_limit, false};
    return Answer::stop;
  }
  Answer stop_at_wall() {
    stopped_ = {"the time limit was reached", true, true};
    return Answer::stop;
  }
  Answer next_round();

  Answer propagate(Round& round);
  Answer keep_within_limits(Round& round);
  Answer propose(Round& round);
  Answer compare_equalities(Round& round);
  Answer describe_terms(Round& round);
  Answer compare_differences(Round& round);
  Answer solve_arithmetic(Round& round);
  Answer add_arithmetic(Round& round);
  Answer look_at_divisors(Round& round);
  Answer compare_maps(Round& round);
  Answer instantiate(Round& round);

  bool add_up_what_is_certain();
  bool add_in_pieces(const ArithmeticConflict& conflict);
  bool add_whole(const ArithmeticConflict& conflict);
  bool add_conflict(const ArithmeticConflict& conflict);
  bool add_lemma(const ArithmeticLemma& lemma);
  bool split_disequalities(Literal violated, std::span<const Literal> literals);
  Answer add_split(const ArithmeticSplit& split, std::span<const Literal> literals);
};

// A round. Where a stage finds something, the next round begins, so that cheap stages come first.
const Search::Stage Search::stages_[] = {
    {"propagation", &SearchStatistics::theory_seconds, &Search::propagate},
    {"limits", &SearchStatistics::boolean_seconds, &Search::keep_within_limits},
    {"proposal", &SearchStatistics::boolean_seconds, &Search::propose},
    {"equalities", &SearchStatistics::theory_seconds, &Search::compare_equalities},
    {"terms", &SearchStatistics::theory_seconds, &Search::describe_terms},
    {"differences", &SearchStatistics::arithmetic_seconds, &Search::compare_differences},
    {"arithmetic", &SearchStatistics::arithmetic_seconds, &Search::solve_arithmetic},
    {"arithmetic's lemmas", &SearchStatistics::theory_seconds, &Search::add_arithmetic},
    {"divisors", &SearchStatistics::theory_seconds, &Search::look_at_divisors},
    {"congruence and maps", &SearchStatistics::theory_seconds, &Search::compare_maps},
    {"instances", &SearchStatistics::theory_seconds, &Search::instantiate},
};

Search::Answer Search::next_round() {
  ++statistics_.rounds;
  statistics_.effort += problem_.table.formula_count() + problem_.table.term_count() + pool_.size();
  statistics_.effort += arithmetic_.effort_since_last_time();
  Round round;
  for (const Stage& stage : stages_) {
    const Timer timer(statistics_.*stage.seconds);
    if (const Answer answer = (this->*stage.run)(round); answer != Answer::nothing) return answer;
  }
  return stop("the search ends with a candidate model that it cannot refute", false);
}

// ---- what the clauses say by themselves

Search::Answer Search::propagate(Round&) {
  // The walk goes through an open case from its beginning. It settles most cases soon; where it does not, it waits
  // until there are a few more lemmas. The Boolean solver has all of them in any case.
  constexpr std::size_t soon = 32, every = 8;
  rounds_of_case_ = walk_->open_case().empty() ? 0 : rounds_of_case_ + 1;
  if (!options_.walks_each_round && rounds_of_case_ > soon && rounds_of_case_ % every != 0) return Answer::nothing;
  for (;;) {
    const std::uint64_t before = walk_->work();
    const bool is_refuted = walk_->run();
    statistics_.effort += walk_->work() - before;
    if (is_refuted) return Answer::refuted;
    const bool is_over = statistics_.effort > options_.effort || deadline_.has_passed();
    if (is_over || !add_up_what_is_certain()) return Answer::nothing;
  }
}

// Before the Boolean solver chooses ways that may have nothing to do with the open case: a conflict would name them.
// What is nearest to the case is often enough. Says whether there is a conflict.
bool Search::add_up_what_is_certain() {
  constexpr std::size_t near = 100, cases_in_a_row = 16;
  const std::span<const Literal> certain = walk_->certain();
  if (near_cases_++ % cases_in_a_row == 0) near_arithmetic_.emplace(context_, bounds_);
  for (const std::size_t count : {std::min(near, certain.size()), certain.size()}) {
    ArithmeticSession& session = count <= near ? *near_arithmetic_ : certain_arithmetic_;
    const ArithmeticAnswer answer = session.check(certain.first(count));
    statistics_.effort += count + session.effort_since_last_time();
    const auto* conflict = std::get_if<ArithmeticConflict>(&answer);
    if (conflict && add_whole(*conflict)) return true;
    if (count == certain.size()) return false;
  }
  return false;
}

Search::Answer Search::keep_within_limits(Round&) {
  proposals_->send(walk_->learned(), preferences_);
  if (proposals_->lemmas() > options_.lemmas) return stop("the limit on lemmas was reached", true);
  if (statistics_.rounds > options_.rounds) return stop("the limit on rounds was reached", true);
  if (statistics_.effort > options_.effort) return stop("the limit on effort was reached", true);
  return deadline_.has_passed() ? stop_at_wall() : Answer::nothing;
}

Search::Answer Search::propose(Round& round) {
  round.open_case.assign(walk_->open_case().begin(), walk_->open_case().end());
  switch (proposals_->solve(deadline_.seconds_left(), round.open_case)) {
    case SatSession::Status::unsatisfiable:
      if (round.open_case.empty()) return Answer::refuted;
      proposals_->exclude(round.open_case);
      walk_->close_case();
      return Answer::again;
    case SatSession::Status::limit:
      if (deadline_.has_passed()) return stop_at_wall();
      return stop("the limit on conflicts of the Boolean solver was reached", true);
    case SatSession::Status::satisfiable: break;
  }
  const auto is_true = [&](Literal l) { return proposals_->is_true(l); };
  round.literals = relevance_.needed(assertions_, round.open_case, is_true);
  for (Literal split : splits_) round.literals.push_back(is_true(split) ? split : -split);
  return Answer::nothing;
}

// ---- equalities, and what terms mean

Search::Answer Search::compare_equalities(Round& round) {
  const auto is_fixed = [&](Literal l) { return proposals_->is_fixed(l); };
  const std::size_t before = pool_.size();
  round.forest = forest_of(context_, round.literals, is_fixed);
  for (const ArithmeticConflict& conflict : conflicts_by_equalities(context_, round.literals, round.forest)) {
    // A conflict that names many choices and cannot be cut says little; the simplex may find one that says more.
    const auto choices = std::ranges::count_if(conflict.tags, [&](Tag tag) { return !is_fixed(tag); });
    if (static_cast<std::size_t>(choices) <= few_literals)
      add_conflict(conflict);
    else
      add_in_pieces(conflict);
  }
  return pool_.size() > before ? Answer::again : Answer::nothing;
}

Search::Answer Search::describe_terms(Round& round) {
  round.terms = ground_terms(problem_.table, round.literals);
  const bool has_term_lemmas = add_term_lemmas(context_, round.terms, round.literals, is_done_) ||
                               add_zero_division_lemmas(context_, round.terms);
  if (add_closure_lemmas(context_, round.literals, round.terms, std::move(round.forest)) || has_term_lemmas)
    return Answer::again;
  arithmetic_.register_divisions(round.terms);
  return Answer::nothing;
}

// ---- arithmetic

Search::Answer Search::compare_differences(Round& round) {
  const auto conflict = differences_.find(problem_.table, normal_forms_, round.literals);
  return conflict && add_conflict(*conflict) ? Answer::again : Answer::nothing;
}

Search::Answer Search::solve_arithmetic(Round& round) {
  round.numbers = arithmetic_.check(round.literals);
  return Answer::nothing;
}

Search::Answer Search::add_arithmetic(Round& round) {
  if (const auto* conflict = std::get_if<ArithmeticConflict>(&round.numbers)) {
    // The same lemma may already be there, from relating bounds, without the Boolean solver knowing.
    if (add_conflict(*conflict) || !proposals_->is_up_to_date()) return Answer::again;
    return stop("arithmetic repeats itself", false);
  }
  if (const auto* split = std::get_if<ArithmeticSplit>(&round.numbers)) return add_split(*split, round.literals);
  if (const auto* found = std::get_if<ArithmeticLemmas>(&round.numbers)) {
    bool is_new = false;
    for (const ArithmeticLemma& lemma : found->lemmas) is_new |= add_lemma(lemma);
    return is_new ? Answer::again : stop("arithmetic repeats itself", false);
  }
  return Answer::nothing;
}

// Where arithmetic finds no model, the reason may be that it does not know that a divisor is 0.
Search::Answer Search::look_at_divisors(Round& round) {
  const auto* unknown = std::get_if<ArithmeticUnknown>(&round.numbers);
  if (!unknown) return Answer::nothing;
  const auto is_zero_now = [&](const Polynomial& p) { return arithmetic_.is_zero_now(p); };
  if (add_vanishing_divisor_lemmas(context_, round.terms, is_zero_now)) return Answer::again;
  return stop(std::string("arithmetic gave up: ") + unknown->reason, false);
}

// As a chain of lemmas, if it is long and can be cut; says whether one is new.
bool Search::add_in_pieces(const ArithmeticConflict& conflict) {
  if (conflict.tags.size() <= few_literals) return false;
  if (!occurrences_) occurrences_.emplace(problem_.table, normal_forms_, assertions_);
  const auto is_fixed = [&](Literal l) { return proposals_->is_fixed(l); };
  if (!add_decomposed_conflict(context_, bounds_, *occurrences_, conflict, is_fixed)) return false;
  // Prefer what this path has not chosen: that is of more interest than the same path with a small change.
  for (Tag tag : conflict.tags)
    if (!is_fixed(tag)) preferences_.push_back(-tag);
  return true;
}

// Says whether the lemma is new.
bool Search::add_conflict(const ArithmeticConflict& conflict) { return add_in_pieces(conflict) || add_whole(conflict); }

bool Search::add_whole(const ArithmeticConflict& conflict) {
  ++statistics_.conflicts;
  std::vector<Literal> clause;
  for (Tag tag : conflict.tags) clause.push_back(-tag);
  if (conflict.goal) clause.push_back(-*conflict.goal);
  return add_arithmetic_lemma(pool_, problem_.table, clause, conflict.instructions, false);
}

// Says whether the lemma, or a literal that has to be decided for it, is new. A known lemma can only be violated if its
// literals are not needed at the moment, as when it mentions the witness of an `all` that need not be false.
bool Search::add_lemma(const ArithmeticLemma& lemma) {
  std::vector<Literal> clause;
  for (const Fact& hypothesis : lemma.hypotheses)
    clause.push_back(-bound_atom(context_, bounds_, hypothesis.polynomial));
  if (add_arithmetic_lemma(pool_, problem_.table, clause, lemma.instructions, true)) return true;
  const std::size_t before = splits_.size();
  for (Literal literal : clause)
    if (std::ranges::find(splits_, -literal) == splits_.end()) splits_.push_back(-literal);
  return splits_.size() > before;
}

// All disequalities that fail at the moment, at once: they rarely come alone. Says whether a lemma is new.
bool Search::split_disequalities(Literal violated, std::span<const Literal> literals) {
  bool is_new = split_disequality(context_, formula_of(violated));
  for (Literal literal : literals) {
    const FormulaId formula = formula_of(literal);
    if (literal > 0 || problem_.table[formula].kind != FormulaKind::eq) continue;
    const TermId a = problem_.table.left(formula), b = problem_.table.right(formula);
    if (arithmetic_.is_zero_now(normal_forms_.of(a) - normal_forms_.of(b)))
      is_new |= split_disequality(context_, formula);
  }
  return is_new;
}

Search::Answer Search::add_split(const ArithmeticSplit& split, std::span<const Literal> literals) {
  ++statistics_.splits;
  if (split.disequality && split_disequalities(*split.disequality, literals)) return Answer::again;
  FormulaTable& table = problem_.table;
  const Literal upper = table.le(make_term(table, split.polynomial), table.num(split.value));
  if (std::ranges::find(splits_, upper) != splits_.end()) return stop("arithmetic repeats a split", false);
  splits_.push_back(upper);
  preferences_.push_back(split.try_lower_first ? upper : -upper);
  return Answer::again;
}

// ---- arithmetic is content; the other theories look at its values

Search::Answer Search::compare_maps(Round& round) {
  round.candidate.emplace(normal_forms_, std::get<ArithmeticModel>(round.numbers), round.literals, round.terms);
  bool is_new = add_congruence_lemmas(context_, *round.candidate);
  if (add_pair_lemmas(context_, *round.candidate)) is_new = true;
  if (add_map_lemmas(context_, *round.candidate, map_lemmas_each_round)) is_new = true;
  if (!is_new) return Answer::nothing;
  ++statistics_.map_rounds;
  return Answer::again;
}

Search::Answer Search::instantiate(Round& round) {
  const std::size_t instances = add_instances(context_, *round.candidate, problem_.triggers, quantifiers_);
  statistics_.instances += instances;
  if (statistics_.instances > options_.instances) return stop("the limit on instances was reached", true);
  return instances > 0 ? Answer::again : Answer::nothing;
}

SearchResult Search::run() {
  Answer answer = Answer::again;
  while (answer == Answer::again) answer = next_round();
  if (answer != Answer::refuted) return {tl::unexpected(std::move(stopped_)), statistics_};
  SearchResult result;
  {
    const Timer timer(statistics_.proof_seconds);
    const FlatLists<Literal>* learned = walk_->is_refutation() ? &walk_->learned() : nullptr;
    result.outcome = refute_lemmas(problem_, numbers_, std::move(pool_), learned, deadline_);
  }
  result.statistics = statistics_;
  return result;
}

}   // namespace

SearchResult search_refutation(Problem& problem, std::span<const std::size_t> assertions,
                               const SearchOptions& options) {
  return Search(problem, assertions, options).run();
}

}   // namespace plato
