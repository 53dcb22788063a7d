// See condition_failure.hpp.

#include "thread_modular/condition_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/core_text.hpp"
#include "source/message.hpp"
#include "thread_modular/condition_text.hpp"
#include "thread_modular/failure_hints.hpp"
#include "thread_modular/procedure_failure.hpp"
#include "thread_modular/proof_unit.hpp"
#include "thread_modular/repeated_failure.hpp"
#include "thread_modular/shown_store.hpp"
#include "thread_modular/suspicion.hpp"
#include "thread_modular/violated_clause.hpp"
#include "thread_modular/violated_part.hpp"

namespace plato {
namespace {

using Kind = ConditionKind;

std::string quoted(const StatementProvenance& statement) {
  return statement.text.empty() ? "this statement" : "'" + statement.text + "'";
}

std::string short_text(const CoreProgram& core, Literal formula) {
  constexpr std::size_t budget = 60;   // symbols
  return "'" + core_assertion_text(core, formula, budget) + "'";
}

// What a false gate of a statement means for people.
struct GateFailure {
  MessageCode code;
  std::string_view text;
};
GateFailure gate_failure(StatementProvenance::Origin origin) {
  using Origin = StatementProvenance::Origin;
  if (origin == Origin::assertion) return {MessageCode::assertion, " may fail"};
  if (origin == Origin::release) return {MessageCode::release, " may go wrong: the thread may not hold the lock"};
  if (origin == Origin::test)
    return {MessageCode::index_or_range, " may go wrong: an index may be outside of its array"};
  if (origin == Origin::typed)
    return {MessageCode::index_or_range,
            " may go wrong: an index may be outside of its array, or a value outside of its range"};
  return {MessageCode::gate, " may go wrong: its gate may be false"};
}

// Two stores of a counterexample; 0 if they are not known.
struct Step {
  std::int32_t before = 0, after = 0;
};

// Describes one condition that is not proved.
class FailureDescription {
 public:
  FailureDescription(const CoreProgram& core, const ProvedConditions& proved, std::size_t number, bool is_program_wrong)
      : core_(core),
        program_(core.program),
        stated_(core.provenance),
        proved_(proved),
        is_program_wrong_(is_program_wrong),
        condition_(proved.conditions[number]),
        result_(proved.results[number]),
        kind_(kind_of(condition_.origin)),
        statement_(statement_of(condition_.origin).value_or(0)),
        unit_(core, condition_.origin.family) {   // the first one if it is about the program
    failure_.condition = number;
    failure_.message.where = unit_.where();
    const auto& found = result_.counterexample ? result_.counterexample : result_.candidate;
    if (found) model_.emplace(core.program, proved, *found);
  }

  ConditionFailure run() {
    describe_origin();
    if (is_about_statements()) {
      if (model_) describe_violation(violated_part(proved_, condition_, *model_));
      if (part_ == nullptr) tell_of_suspects(core_, unit_, result_.suspects, failure_.message);
      if (!is_program_wrong_) tell_of_loop_without_invariant();
    }
    tell_of_procedure();
    switch (result_.status) {
      case ConditionResult::Status::fails:
        if (model_)
          add_stores();
        else
          failure_.message.notes.push_back("Z3 has a counterexample, but it cannot be shown as values of the program");
        break;
      case ConditionResult::Status::uncertified:
        failure_.message.code = MessageCode::uncertified;
        failure_.message.text =
            "uncertified: Z3 finds no counterexample, and no refutation for the kernel was found (" + result_.reason +
            "): " + failure_.message.text;
        break;
      case ConditionResult::Status::unknown:
        failure_.message.code = result_.is_wall ? MessageCode::time_limit : MessageCode::unknown;
        failure_.message.text = "unknown (" + result_.reason + "): " + failure_.message.text;
        if (!model_) break;
        add_stores();
        failure_.message.notes.push_back("this store ignores what 'forall' and 'exists' say, so it may be spurious");
        break;
      default: break;
    }
    return std::move(failure_);
  }

 private:
  const CoreProgram& core_;
  const Program& program_;
  const Provenance& stated_;
  const ProvedConditions& proved_;
  const bool is_program_wrong_;
  const Condition& condition_;
  const ConditionResult& result_;
  const ConditionKind kind_;
  const StatementId statement_;   // that it is about; 0 if it is not about one
  const ProofUnit unit_;
  ConditionFailure failure_;
  std::optional<Counterexample> model_;
  const PartLabel* part_ = nullptr;
  Step step_;                // where that part is false
  std::int32_t entry_ = 0;   // the store at the procedure's entry, if what is false is about it, too
  bool is_clear_ = false;    // whatever is known there
  std::string hurt_;         // the identifier of the other thread that the failure is about, if it is one of a family

  const ConditionOrigin& origin() const { return condition_.origin; }
  const StatementProvenance& statement() const { return stated_.statements.at(statement_ - 1); }
  CoreStatement::Kind kind_of_statement(StatementId s) const { return statement_of(program_, s).kind; }
  bool is_about_statements() const {
    return kind_ == Kind::thread || kind_ == Kind::procedure || kind_ == Kind::branch || kind_ == Kind::body ||
           kind_ == Kind::after || kind_ == Kind::step;
  }

  void tell(MessageCode code, std::string text) {
    failure_.message.code = code;
    failure_.message.text = std::move(text);
  }

  // If there is a counterexample, the clause at fault is found.
  const CoreClause* violated(std::span<const CoreClause> clauses, std::int32_t before, std::int32_t after,
                             std::int32_t thread = 0) {
    return model_ ? violated_clause(*model_, clauses, model_->thread(thread), before, after) : nullptr;
  }
  // The failure is at the clause that is violated; if it is not known which one, at the first.
  void blame(std::span<const CoreClause> clauses, std::int32_t before, std::int32_t after) {
    const CoreClause* clause = before == 0 ? nullptr : violated(clauses, before, after);
    if (clause != nullptr)
      failure_.message.where = clause->where;
    else if (!clauses.empty())
      failure_.message.where = clauses.front().where;
  }
  void relate(const CoreClause* clause, const std::string& message) {
    if (clause != nullptr) failure_.message.related.push_back({clause->where, message});
  }

  // The message as far as the table of kinds gives it.
  void describe_origin() {
    const ConditionRow& row = row_of(origin());
    const bool is_of_branches = !row.branches_fail.empty() && unit_.is_branches();
    failure_.message.code = row.code;
    failure_.message.text = filled_in(is_of_branches ? row.branches_fail : row.fails, core_, origin());
    if (!row.help.empty()) add_help(std::string(row.help));
    if (statement_ != 0) failure_.message.where = statement().where;
    if (row.blamed.clauses != Stated::nothing)
      blame(clauses_of(core_, origin(), row.blamed.clauses), row.blamed.before, row.blamed.after);
    // Of two threads, the other one is the thread number 1 of the condition.
    if (row.related.clauses != Stated::nothing)
      relate(violated(clauses_of(core_, origin(), row.related.clauses), row.related.before, row.related.after,
                      row.related.clauses == Stated::other_relies ? 1 : 0),
             filled_in(row.relation, core_, origin()));
    if (row.kind == Kind::stable) move_to_assertion();
    if (row.kind == Kind::postconditions) add_posts();
    if (row.kind == Kind::guarantee_kept)
      failure_.message.notes.push_back(fmt::format("the thread guarantees {} (line {})",
                                                   short_text(core_, core_.outline.families[origin().family].guarantee),
                                                   unit_.where().line));
  }

  // An assertion that is not stable is shown where it is written.
  void move_to_assertion() {
    if (kind_of_statement(statement_) == CoreStatement::Kind::atomic)
      failure_.message.where = statement().assertion_place;
    if (kind_of_statement(statement_) != CoreStatement::Kind::loop) return;
    const std::set<std::int32_t> versions = versions_in(proved_.problem.table, condition_.literals.back());
    if (!versions.empty()) blame(statement().invariants, *versions.begin(), *versions.begin());
  }

  // What each thread says that it ensures, or that it says nothing.
  void add_posts() {
    for (std::size_t f = 0; f < program_.families.size(); ++f) {
      const std::string& name = program_.families[f].name;
      const std::vector<CoreClause>& ensures = stated_.families[f].ensures;
      if (ensures.empty()) failure_.message.notes.push_back(fmt::format("thread '{}' ensures nothing", name));
      for (const CoreClause& clause : ensures) relate(&clause, fmt::format("thread '{}' ensures this", name));
    }
  }

  // The stores before an operation and after it, or up to where it goes wrong.
  Step run(StatementId operation) {
    const auto found = std::ranges::find_if(proved_.runs, [&](const RunLabel& run) {
      return run.statement == operation && run.obligation == condition_.obligation;
    });
    if (found == proved_.runs.end()) return {};
    // A call is run by its abstraction, of which no command says what it does.
    if (statement_of(program_, operation).kind != CoreStatement::Kind::atomic) return {};
    const CommandId command = unit_.is_procedure() ? witness_command(program_, core_.outline, operation)
                                                   : proof_command(program_, core_.outline, operation);
    const auto after = model_->run(command, found->before, found->inputs);
    const bool is_changed = after && model_->store(*after) != model_->store(found->before);
    return {found->before, is_changed ? *after : found->before};
  }
  // Where an assertion is false: a store that others' steps led to, or one that an operation did.
  Step reach(const ViolatedPart& violated) {
    const std::set<std::int32_t> versions = versions_in(proved_.problem.table, violated.label->literal);
    // What a procedure ensures may also be about its entry; it ends in the last store.
    if (violated.label->part == PartLabel::Part::ensures && unit_.is_procedure() && !versions.empty())
      return {*versions.rbegin(), *versions.rbegin()};
    const StatementId last =
        versions.empty() ? violated.last : operation_in(proved_, condition_, violated.label->literal);
    if (last == 0) return versions.empty() ? Step{} : Step{*versions.begin(), *versions.begin()};
    const Step step = run(last);
    return {step.after, step.after};
  }

  // The part of an operation, or the assertion, that the counterexample violates.
  void describe_violation(const ViolatedPart& violated) {
    part_ = violated.label;
    if (part_ == nullptr) return;
    using Part = PartLabel::Part;
    const bool is_of_step = part_->part == Part::gate || part_->part == Part::post || part_->part == Part::guarantee ||
                            part_->part == Part::abstraction;
    const Step step = step_ = is_of_step ? run(part_->statement) : reach(violated);
    if (part_->part == Part::ensures) return describe_end(step);
    if (part_->part == Part::actions)
      return tell_of_missing_actions(core_, *model_, unit_.procedure(), step.after, failure_.message);
    const StatementProvenance& statement = stated_.statements.at(part_->statement - 1);
    failure_.message.where = statement.where;
    switch (part_->part) {
      case Part::gate:
        tell(gate_failure(statement.origin).code, quoted(statement) + std::string(gate_failure(statement.origin).text));
        hint_use(step);
        break;
      case Part::post:
        tell(MessageCode::gate, fmt::format("{} may go wrong", quoted(statement)));
        hint_use(step);
        break;
      case Part::guarantee: describe_promise(statement, step); break;
      case Part::assertion: describe_assertion(statement, step); break;
      case Part::requires_:
        tell_of_requirement(core_, *model_, statement_of(program_, part_->statement).procedure, quoted(statement),
                            step.after, failure_.message);
        hint_use(step);
        break;
      case Part::abstraction: {
        if (step.before == 0) step_ = stores_in_part();   // of a callee
        is_clear_ = tell_of_step(core_, *model_, unit_.procedure(), quoted(statement), step_.before, step_.after,
                                 assigned_in(core_, part_->statement), failure_.message);
        break;
      }
      case Part::fork: describe_fork(statement, step); break;
      case Part::ensures:
      case Part::actions: break;
    }
  }
  void describe_fork(const StatementProvenance& statement, Step step) {
    tell(MessageCode::branch_requires,
         fmt::format("what a branch of {} requires may not hold where it starts", quoted(statement)));
    for (const CoreClause& clause : statement.requires_) relate(&clause, "each branch requires this");
    add_help("show it before the branches start, by an assertion or an invariant, or require less");
    hint_use(step);
  }
  // The first and the last store that the part mentions.
  Step stores_in_part() const {
    const std::set<std::int32_t> versions = versions_in(proved_.problem.table, part_->literal);
    return versions.empty() ? Step{} : Step{*versions.begin(), *versions.rbegin()};
  }
  // What is said about a call is also about the store at its entry, which is the first one.
  std::int32_t entry(std::int32_t otherwise) const {
    if (!unit_.is_procedure()) return otherwise;
    std::set<std::int32_t> versions;
    for (Literal literal : condition_.literals) versions.merge(versions_in(proved_.problem.table, literal));
    return versions.empty() ? otherwise : *versions.begin();
  }

  // old(x) is x in version 1 of what is stated.
  void find_entry(std::span<const CoreClause> clauses, Step step) {
    if (step.after == 0 || !unit_.is_procedure()) return;
    const bool is_about_entry = std::ranges::any_of(
        clauses, [&](const CoreClause& clause) { return versions_in(program_.table, clause.formula).contains(1); });
    if (is_about_entry) entry_ = entry(step.after);
  }

  void describe_end(Step end) {
    tell(MessageCode::ensures, fmt::format("{} may end where what it ensures is false", unit_.title()));
    blame(unit_.ensures(), end.after, entry(end.after));
    find_entry(unit_.ensures(), end);
    hint_use(end);
  }

  void describe_promise(const StatementProvenance& statement, Step step) {
    const std::optional<std::size_t> family = unit_.is_family() ? std::optional(unit_.family()) : std::nullopt;
    const BrokenPromise broken =
        unit_.is_branches() ? broken_promise_of_branch(core_, *model_, unit_.statement(), step.before, step.after)
                            : broken_promise(core_, *model_, family, step.before, step.after);
    if (broken.clause == nullptr && unit_.is_branches()) {
      tell(MessageCode::branch_siblings,
           fmt::format("{} may break what another branch or another thread relies on, or the invariant",
                       quoted(statement)));
      for (const CoreClause& clause : unit_.relies()) relate(&clause, "the other branches rely on this");
      return;
    }
    if (broken.clause == nullptr) {
      tell(MessageCode::breaks_guarantee,
           fmt::format("{} may break what the thread guarantees: another thread's rely{} or the invariant",
                       quoted(statement), core_.specification.guarantee ? ", the program's guarantee" : ""));
      return;
    }
    const CoreFamily& whose = program_.families[broken.family];
    const bool is_of_own = broken.family == origin().family;
    switch (broken.kind) {
      case BrokenPromise::Kind::guarantee:
        tell(MessageCode::breaks_guarantee,
             fmt::format("{} may break what {} guarantees", quoted(statement), unit_.title()));
        relate(broken.clause, "this guarantee");
        break;
      case BrokenPromise::Kind::rely:
        tell(MessageCode::breaks_rely, fmt::format("{} may break what {}thread '{}' relies on", quoted(statement),
                                                   is_of_own ? "another " : "", whose.name));
        relate(broken.clause, fmt::format("thread '{}' relies on this", whose.name));
        if (!is_given_thread(program_, whose)) hurt_ = to_string(broken.thread);
        break;
      case BrokenPromise::Kind::branch:
        tell(MessageCode::branch_siblings,
             fmt::format("{} may break what another branch relies on", quoted(statement)));
        relate(broken.clause, "the other branches rely on this");
        hurt_ = to_string(broken.thread);
        break;
      case BrokenPromise::Kind::invariant:
        tell(MessageCode::breaks_invariant, fmt::format("{} may break the invariant", quoted(statement)));
        relate(broken.clause, "this invariant");
        break;
      case BrokenPromise::Kind::program_guarantee:
        tell(MessageCode::breaks_guarantee, fmt::format("{} may break what the program guarantees", quoted(statement)));
        relate(broken.clause, "this guarantee");
        break;
    }
    if (is_so()) add_help(hint_unprotected_change(program_, *model_, *broken.clause, step.before, step.after));
  }

  void describe_assertion(const StatementProvenance& statement, Step step) {
    if (kind_of_statement(part_->statement) == CoreStatement::Kind::loop) {
      const bool is_after_body = kind_ == Kind::body && statement_ == part_->statement;
      const CoreClause* own = violated(statement.invariants, step.after, entry(step.after));
      find_entry(statement.invariants, step);
      const CoreClause* of_program = own == nullptr ? violated(stated_.invariants, step.after, step.after) : nullptr;
      if (is_after_body)
        tell(MessageCode::loop_not_preserved, "the loop's body may not preserve its invariant");
      else
        tell(MessageCode::loop_not_established, "the loop's invariant may not hold when the loop is reached");
      if (own != nullptr) failure_.message.where = own->where;
      relate(of_program, "this invariant");
    } else {
      const bool is_before_step = kind_of_statement(part_->statement) == CoreStatement::Kind::atomic;
      if (is_before_step) failure_.message.where = statement.assertion_place;
      tell(MessageCode::cut, fmt::format("{} may not hold when it is reached",
                                         is_before_step ? "'" + statement.assertion_text + "'" : quoted(statement)));
    }
    hint_use(step);
  }

  // A loop without an invariant forgets everything: a property that fails after it or inside it often holds, but is not
  // known there.
  void tell_of_loop_without_invariant() {
    if (is_clear_ || !is_so() || (kind_ != Kind::after && kind_ != Kind::body)) return;
    const StatementProvenance& loop = statement();
    if (kind_of_statement(statement_) != CoreStatement::Kind::loop || !loop.invariants.empty()) return;
    const bool is_inside = kind_ == Kind::body;
    failure_.message.related.push_back(
        {loop.where, fmt::format("this loop has no invariant: {} it, {} is known", is_inside ? "inside" : "after",
                                 stated_.whole_invariant ? "only the program's invariant" : "nothing")});
    add_help("state what every round of the loop keeps true: 'while (…) invariant … {'");
  }

  // Its statements are proved for each thread or procedure that runs them as its own.
  void tell_of_procedure() {
    const StatementId about = part_ != nullptr && part_->statement != 0 ? part_->statement : statement_;
    const ProcedureId procedure = about == 0 ? 0 : stated_.statements.at(about - 1).procedure;
    if (procedure != 0 && !(unit_.is_procedure() && unit_.procedure() == procedure))
      failure_.message.notes.push_back(
          fmt::format("in procedure '{}', run by {}", procedure_of(program_, procedure).name, unit_.title()));
  }

  // A hint is about a store that there may be, and not about a candidate for one.
  bool is_so() const { return result_.status == ConditionResult::Status::fails; }
  void hint_use(Step step) {
    if (is_so())
      add_help(
          hint_unprotected_use(core_, *model_, proved_.problem.table, part_->literal, unit_.relies(), step.before));
  }
  void add_help(std::string text) {
    if (!text.empty()) failure_.message.help.push_back(std::move(text));
  }

  void add_stores() {
    std::set<std::int32_t> versions = {step_.before, step_.after};
    if (part_ == nullptr)
      for (Literal literal : condition_.literals) versions.merge(versions_in(proved_.problem.table, literal));
    versions.erase(0);
    // It is not known then which of the stores on the path matter; the first one is where the path starts.
    if (part_ == nullptr && versions.size() > 3) versions = {*versions.begin()};
    const bool is_global = is_about_program(origin());
    CounterexampleText found{.thread = is_global ? "" : to_string(model_->thread(0)),
                             .other = hurt_,
                             .parameters = model_->parameters(),
                             .stores = {}};
    if (kind_ == Kind::guarantee_implies) found.other = to_string(model_->thread(1));
    if (entry_ != 0 && entry_ != step_.before && entry_ != step_.after)
      if (NamedValues store = shown_store(core_, unit_, *model_, entry_); !store.empty())
        found.stores.push_back({"at the entry", std::move(store)});
    std::size_t index = 0;
    const char* names[] = {"before", "after", "later"};
    for (std::int32_t version : versions) {
      const std::string when = versions.size() == 1 ? "" : names[std::min<std::size_t>(index++, 2)];
      NamedValues store = shown_store(core_, unit_, *model_, version);
      if (store.empty()) continue;
      found.stores.push_back({when, std::move(store)});
    }
    failure_.counterexample = std::move(found);
  }
};

}   // namespace

std::vector<ConditionFailure> describe_failures(const CoreProgram& core, const ProvedConditions& proved,
                                                bool is_program_wrong) {
  std::vector<ConditionFailure> failures;
  for (std::size_t i = 0; i < proved.results.size(); ++i) {
    const auto status = proved.results[i].status;
    if (status == ConditionResult::Status::proved || status == ConditionResult::Status::not_tried) continue;
    ConditionFailure failure = FailureDescription(core, proved, i, is_program_wrong).run();
    if (!is_repeated(failures, failure, core, proved)) failures.push_back(std::move(failure));
  }
  return failures;
}

}   // namespace plato
