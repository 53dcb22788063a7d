// See condition_failure.hpp.

#include "thread_modular/condition_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/core_text.hpp"
#include "source/diagnostic.hpp"
#include "thread_modular/failure_hints.hpp"
#include "thread_modular/violated_clause.hpp"

namespace plato {
namespace {

using Kind = ConditionOrigin::Kind;

// "x = 1, mx = 2"
std::string joined(const NamedValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "" : ", ") + name + " = " + value;
  return text;
}

// The versions of the store that a literal speaks of.
std::set<std::int32_t> versions_in(const FormulaTable& table, Literal literal) {
  std::set<std::int32_t> versions;
  for (const auto& [name, version] : variables_in(table, literal)) versions.insert(version);
  return versions;
}

// The part of an operation that is false on the path that the counterexample takes through the weakest precondition; if
// none is known to be false, the last one that may be, since the truth of a quantified part is not known and the path
// goes on behind it.
const PartLabel* violated_part(const ProvedConditions& proved, const Counterexample& model, Literal weakest) {
  const FormulaTable& table = proved.problem.table;
  std::vector<Literal> todo{weakest};
  std::set<Literal> seen;
  const PartLabel* candidate = nullptr;
  while (!todo.empty()) {
    const Literal literal = todo.back();
    todo.pop_back();
    const std::optional<bool> truth = model.truth(literal);
    if (truth == true || !seen.insert(literal).second) continue;
    const auto label = std::ranges::find(proved.labels, literal, &PartLabel::literal);
    if (label != proved.labels.end()) {
      if (truth == false) return &*label;
      candidate = &*label;
      continue;
    }
    const FormulaId id = formula_of(literal);
    const FormulaKind kind = table[id].kind;
    if (literal < 0 || (kind != FormulaKind::and_ && kind != FormulaKind::or_)) continue;
    const auto parts = table.operands(id);
    for (std::size_t i = parts.size(); i-- > 0;) todo.push_back(parts[i]);
  }
  return candidate;
}

std::string quoted(const StatementProvenance& statement) {
  return statement.text.empty() ? "this statement" : "'" + statement.text + "'";
}

std::string short_text(const CoreProgram& core, Literal formula) {
  constexpr std::size_t budget = 60;   // symbols
  return "'" + core_assertion_text(core, formula, budget) + "'";
}

// What it means for people that the gate of a statement is false.
std::string_view gate_failure(StatementProvenance::Origin origin) {
  using Origin = StatementProvenance::Origin;
  if (origin == Origin::assertion) return " may fail";
  if (origin == Origin::release) return " may go wrong: the thread may not hold the lock";
  return " may go wrong: its gate may be false";
}

// The stores before and after an operation that one of its parts speaks of. The kernel works backwards through a
// statement: the store before an operation has the higher number.
struct Step {
  std::int32_t before = 0, after = 0;
};
Step step_of(const FormulaTable& table, Literal part) {
  std::set<std::int32_t> versions = versions_in(table, part);
  versions.erase(0);
  return versions.empty() ? Step{} : Step{*versions.rbegin(), *versions.begin()};
}

// Tells of one condition that is not proved.
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
        name_(core.program.families.at(condition_.origin.family).name),   // the first one if it is about the program
        family_(core.provenance.families.at(condition_.origin.family)) {
    failure_.condition = number;
    failure_.where = family_.where;
    if (result_.counterexample) model_.emplace(core.program, proved, *result_.counterexample);
  }

  ConditionFailure run() {
    describe_origin();
    if (is_about_statements()) {
      if (model_) part_ = violated_part(proved_, *model_, -condition_.literals.back());
      if (part_ != nullptr) describe_part();
      if (!is_program_wrong_) tell_of_loop_without_invariant();
    }
    switch (result_.status) {
      case ConditionResult::Status::fails:
        if (model_)
          add_stores();
        else
          failure_.notes.push_back("Z3 has a counterexample, but not one that can be told in values of the program");
        break;
      case ConditionResult::Status::uncertified:
        failure_.message = "uncertified: Z3 finds no counterexample, and no refutation for the kernel was found (" +
                           result_.reason + "): " + failure_.message;
        break;
      case ConditionResult::Status::unknown:
        failure_.message = "unknown (" + result_.reason + "): " + failure_.message;
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
  const std::string& name_;          // of its thread
  const FamilyProvenance& family_;   // that thread's annotations
  ConditionFailure failure_;
  std::optional<Counterexample> model_;
  const PartLabel* part_ = nullptr;
  std::string hurt_;   // the identifier of the other thread that the failure is about, if it is one of a family

  const ConditionOrigin& origin() const { return condition_.origin; }
  const StatementProvenance& statement() const { return stated_.statements.at(origin().statement - 1); }
  CoreStatement::Kind kind_of(StatementId s) const { return statement_of(program_, s).kind; }
  bool is_about_statements() const {
    return origin().kind == Kind::thread || origin().kind == Kind::body || origin().kind == Kind::after ||
           origin().kind == Kind::step;
  }

  // The clause that is to blame is found where there is a counterexample.
  const CoreClause* violated(const std::vector<CoreClause>& clauses, std::int32_t before, std::int32_t after,
                             std::int32_t thread = 0) {
    return model_ ? violated_clause(*model_, clauses, model_->thread(thread), before, after) : nullptr;
  }
  // The failure is at the clause that is violated; if it is not known which one, at the first.
  void blame(const std::vector<CoreClause>& clauses, std::int32_t before, std::int32_t after) {
    const CoreClause* clause = violated(clauses, before, after);
    if (clause != nullptr)
      failure_.where = clause->where;
    else if (!clauses.empty())
      failure_.where = clauses.front().where;
  }
  void relate(const CoreClause* clause, const std::string& message) {
    if (clause != nullptr) failure_.related.push_back({clause->where, message});
  }
  void move_to(const std::vector<CoreClause>& clauses) {
    if (!clauses.empty()) failure_.where = clauses.front().where;
  }

  // The message as far as the condition itself tells; versions of the stores are those of
  // lean/Plato/ThreadModular/Obligations.lean.
  void describe_origin() {
    const std::string& name = name_;
    switch (origin().kind) {
      case Kind::rely_reflexive:
        failure_.message =
            fmt::format("the rely of thread '{}' is not reflexive: it forbids that nothing happens", name);
        failure_.help.push_back("a rely must hold when a store is followed by itself");
        blame(family_.relies, 1, 1);
        break;
      case Kind::rely_transitive:
        failure_.message = fmt::format(
            "the rely of thread '{}' is not transitive: two steps of the others may do what one may not", name);
        failure_.help.push_back(
            "let it allow what any number of steps of the others may do: x' >= x, say, where one of them adds 1");
        blame(family_.relies, 1, 3);
        break;
      case Kind::guarantee_reflexive:
        failure_.message =
            fmt::format("the guarantee of thread '{}' is not reflexive: it forbids that nothing happens", name);
        failure_.help.push_back(
            "a guarantee must hold when a store is followed by itself: x' >= x, say, where the thread adds 1");
        blame(family_.guarantees, 1, 1);
        break;
      case Kind::guarantee_implies: {
        const std::string& other = program_.families.at(origin().other).name;
        failure_.message =
            fmt::format("what thread '{}' guarantees does not imply what thread '{}' relies on", name, other);
        move_to(family_.guarantees);
        relate(violated(stated_.families.at(origin().other).relies, 1, 2, 1),
               fmt::format("thread '{}' relies on this", other));
        break;
      }
      case Kind::invariant_initially:
        failure_.message = "the invariant does not hold initially";
        failure_.help.push_back(
            "give the variables initial values that satisfy it, restrict them by 'init', or weaken the invariant");
        blame(stated_.invariants, 1, 1);
        break;
      case Kind::invariant_preserved:
        failure_.message = fmt::format("the guarantee of thread '{}' does not preserve the invariant", name);
        move_to(family_.guarantees);
        relate(violated(stated_.invariants, 2, 2), "this invariant");
        break;
      case Kind::stable: describe_unstable(); break;
      case Kind::post_stable:
        failure_.message = fmt::format(
            "what thread '{}' ensures is not stable: another thread may make it false after it has ended", name);
        failure_.help.push_back("add to the rely what keeps it true, or weaken it");
        blame(family_.ensures, 2, 2);
        break;
      case Kind::postconditions:
        failure_.message = "when all threads have ended, what they ensure does not imply what the program ensures";
        blame(stated_.ensures, 1, 1);
        add_posts();
        break;
      case Kind::environment_implies:
        failure_.message = fmt::format("what the program relies on does not imply what thread '{}' relies on", name);
        move_to(stated_.relies);
        relate(violated(family_.relies, 1, 2), fmt::format("thread '{}' relies on this", name));
        break;
      case Kind::environment_preserves:
        failure_.message = "what the program relies on does not preserve the invariant";
        move_to(stated_.relies);
        relate(violated(stated_.invariants, 2, 2), "this invariant");
        break;
      case Kind::guarantee_kept:
        failure_.message = fmt::format("what thread '{}' guarantees does not imply what the program guarantees", name);
        blame(stated_.guarantees, 1, 2);
        failure_.notes.push_back(fmt::format("the thread guarantees {} (line {})",
                                             short_text(core_, core_.outline.families[origin().family].guarantee),
                                             family_.where.line));
        break;
      case Kind::body:
        failure_.message = "the loop's body may not preserve its invariant";
        failure_.where = statement().where;
        break;
      case Kind::thread:
      case Kind::after:
      case Kind::step:
        failure_.message = fmt::format("thread '{}' is not proved{}", name, starting_point());
        if (origin().statement != 0) failure_.where = statement().where;
        break;
    }
  }

  std::string_view starting_point() const {
    if (origin().kind == Kind::thread) return "";
    if (origin().kind == Kind::step) return " at this step";
    return kind_of(origin().statement) == CoreStatement::Kind::loop ? " after this loop" : " after this assertion";
  }

  void describe_unstable() {
    const bool is_before_step = kind_of(origin().statement) == CoreStatement::Kind::atomic,
               is_loop = kind_of(origin().statement) == CoreStatement::Kind::loop;
    failure_.where = is_before_step ? statement().assertion_place : statement().where;
    if (is_loop) {
      const Step step = step_of(proved_.problem.table, condition_.literals.back());
      blame(statement().invariants, step.after, step.after);
    }
    failure_.message = fmt::format("{} is not stable: another thread may make it false",
                                   is_before_step ? "'" + statement().assertion_text + "'"
                                   : is_loop      ? "this loop's invariant"
                                                  : quoted(statement()));
    failure_.help.push_back("add to the rely what keeps it true, or weaken it");
  }

  // What each thread says that it ensures, or that it says nothing.
  void add_posts() {
    for (std::size_t f = 0; f < program_.families.size(); ++f) {
      const std::string& name = program_.families[f].name;
      const std::vector<CoreClause>& ensures = stated_.families[f].ensures;
      if (ensures.empty()) failure_.notes.push_back(fmt::format("thread '{}' ensures nothing", name));
      for (const CoreClause& clause : ensures) relate(&clause, fmt::format("thread '{}' ensures this", name));
    }
  }

  // The part of an operation, or the assertion, that the counterexample violates.
  void describe_part() {
    const Step step = step_of(proved_.problem.table, part_->literal);
    if (part_->part == PartLabel::Part::ensures) return describe_end(step);
    const StatementProvenance& statement = stated_.statements.at(part_->statement - 1);
    failure_.where = statement.where;
    switch (part_->part) {
      case PartLabel::Part::gate:
        failure_.message = quoted(statement) + std::string(gate_failure(statement.origin));
        hint_use(step);
        break;
      case PartLabel::Part::post:
        failure_.message = fmt::format("{} may go wrong", quoted(statement));
        hint_use(step);
        break;
      case PartLabel::Part::guarantee: describe_promise(statement, step); break;
      case PartLabel::Part::assertion: describe_assertion(statement, step); break;
      case PartLabel::Part::ensures: break;
    }
  }

  void describe_end(Step end) {
    failure_.message = fmt::format("thread '{}' may end where what it ensures is false", name_);
    blame(family_.ensures, end.after, end.after);
    hint_use(end);
  }

  void describe_promise(const StatementProvenance& statement, Step step) {
    const BrokenPromise broken = broken_promise(core_, *model_, origin().family, step.before, step.after);
    if (broken.clause == nullptr) {
      failure_.message =
          fmt::format("{} may break what the thread guarantees: another thread's rely{} or the invariant",
                      quoted(statement), core_.specification.guarantee ? ", the program's guarantee" : "");
      return;
    }
    const CoreFamily& whose = program_.families[broken.family];
    const bool is_of_own = broken.family == origin().family;
    switch (broken.kind) {
      case BrokenPromise::Kind::guarantee:
        failure_.message = fmt::format("{} may break what thread '{}' guarantees", quoted(statement), name_);
        relate(broken.clause, "this guarantee");
        break;
      case BrokenPromise::Kind::rely:
        failure_.message = fmt::format("{} may break what {}thread '{}' relies on", quoted(statement),
                                       is_of_own ? "another " : "", whose.name);
        relate(broken.clause, fmt::format("thread '{}' relies on this", whose.name));
        if (!is_given_thread(program_, whose)) hurt_ = to_string(broken.thread);
        break;
      case BrokenPromise::Kind::invariant:
        failure_.message = fmt::format("{} may break the invariant", quoted(statement));
        relate(broken.clause, "this invariant");
        break;
      case BrokenPromise::Kind::program_guarantee:
        failure_.message = fmt::format("{} may break what the program guarantees", quoted(statement));
        relate(broken.clause, "this guarantee");
        break;
    }
    add_help(hint_unprotected_change(program_, *model_, *broken.clause, step.before, step.after));
  }

  void describe_assertion(const StatementProvenance& statement, Step step) {
    if (kind_of(part_->statement) == CoreStatement::Kind::loop) {
      const bool is_after_body = origin().kind == Kind::body && origin().statement == part_->statement;
      const CoreClause* own = violated(statement.invariants, step.after, step.after);
      const CoreClause* of_program = own == nullptr ? violated(stated_.invariants, step.after, step.after) : nullptr;
      failure_.message = is_after_body ? "the loop's body may not preserve its invariant"
                                       : "the loop's invariant may not hold when the loop is reached";
      if (own != nullptr) failure_.where = own->where;
      relate(of_program, "this invariant");
    } else {
      const bool is_before_step = kind_of(part_->statement) == CoreStatement::Kind::atomic;
      if (is_before_step) failure_.where = statement.assertion_place;
      failure_.message = fmt::format("{} may not hold when it is reached",
                                     is_before_step ? "'" + statement.assertion_text + "'" : quoted(statement));
    }
    hint_use(step);
  }

  // A loop that says nothing forgets everything: what fails behind it or inside it often holds, and is not known there.
  void tell_of_loop_without_invariant() {
    if (origin().kind != Kind::after && origin().kind != Kind::body) return;
    const StatementProvenance& loop = statement();
    if (kind_of(origin().statement) != CoreStatement::Kind::loop || !loop.invariants.empty()) return;
    const bool is_inside = origin().kind == Kind::body;
    failure_.related.push_back(
        {loop.where, fmt::format("this loop has no invariant: {} it, {} is known", is_inside ? "inside" : "after",
                                 stated_.whole_invariant ? "only the program's invariant" : "nothing")});
    add_help("state what every round of the loop keeps true: 'while (…) invariant … {'");
  }

  void hint_use(Step step) {
    add_help(hint_unprotected_use(core_, *model_, proved_.problem.table, part_->literal, origin().family, step.before));
  }
  void add_help(std::string text) {
    if (!text.empty()) failure_.help.push_back(std::move(text));
  }

  void add_stores() {
    std::set<std::int32_t> versions;
    if (part_ != nullptr) {
      versions = versions_in(proved_.problem.table, part_->literal);
    } else {
      for (Literal literal : condition_.literals) versions.merge(versions_in(proved_.problem.table, literal));
    }
    versions.erase(0);
    // Which of all the stores on the way matter is not known then: the first one is where it starts.
    if (part_ == nullptr && versions.size() > 3) versions = {*versions.begin()};
    const bool is_global = is_about_program(origin().kind);
    CounterexampleText found{.thread = is_global ? "" : to_string(model_->thread(0)),
                             .other = hurt_,
                             .parameters = model_->parameters(),
                             .stores = {}};
    if (origin().kind == Kind::guarantee_implies) found.other = to_string(model_->thread(1));
    if (!is_global)
      failure_.notes.push_back("in thread " + found.thread +
                               (found.other.empty() ? "" : ", against thread " + found.other));
    if (!program_.parameters.empty()) failure_.notes.push_back("with " + joined(found.parameters));
    std::size_t index = 0;
    const char* names[] = {"before", "after", "later"};
    std::vector<std::int32_t> in_order(versions.begin(), versions.end());
    if (part_ != nullptr) std::ranges::reverse(in_order);   // see `step_of`
    for (std::int32_t version : in_order) {
      const std::string when = versions.size() == 1 ? "" : names[std::min<std::size_t>(index++, 2)];
      NamedValues store = model_->store(version);
      if (store.empty()) continue;
      failure_.notes.push_back((when.empty() ? "where " : when + ": ") + joined(store));
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
    if (status != ConditionResult::Status::proved && status != ConditionResult::Status::not_tried)
      failures.push_back(FailureDescription(core, proved, i, is_program_wrong).run());
  }
  return failures;
}

std::string render_failures(const std::vector<ConditionFailure>& failures, std::string_view file,
                            std::string_view source) {
  std::string text;
  for (const ConditionFailure& failure : failures) {
    text += message_at(failure.where, "not proved", failure.message, file, source);
    for (const RelatedPlace& related : failure.related)
      text += message_at(related.where, "note", related.message, file, source);
    for (const std::string& note : failure.notes) text += "  note: " + note + "\n";
    for (const std::string& help : failure.help) text += "  help: " + help + "\n";
  }
  return text;
}

std::string claim_text(const CoreProgram& core) {
  std::vector<std::string> parts = {"no interleaving goes wrong"};
  if (!is_trivial(core.program, core.specification.invariant))
    parts.push_back("the invariant holds in every reachable store");
  if (!is_trivial(core.program, core.specification.guarantee)) parts.push_back("every step keeps the guarantee");
  if (!is_trivial(core.program, core.specification.post))
    parts.push_back("when all threads have ended, what the program ensures holds");
  std::string text = core.specification.rely ? "in every environment that the program relies on, " : "";
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? ", and " : ", ") + parts[i];
  return text;
}

std::string describe_certified(const CoreProgram& core, const ProvedConditions& proved, std::string_view path) {
  std::string text = fmt::format("certified {}: {}", path, claim_text(core));
  text += fmt::format("\n  {} condition{}, each with a refutation that the kernel checked\n", proved.conditions.size(),
                      proved.conditions.size() == 1 ? "" : "s");
  for (const CoreFamily& family : core.program.families)
    text += fmt::format("  thread {}: every identifier with {}\n", family.name,
                        core_formula_text(core.program, family.members));
  return text;
}

}   // namespace plato
