// See condition_kinds.hpp.

#include "thread_modular/condition_kinds.hpp"

#include <algorithm>
#include <stdexcept>

namespace plato {
namespace {

using Kind = ConditionKind;
using About = ConditionRow::About;

constexpr std::string_view stabilise = "add to the rely what keeps it true, or weaken it";

constexpr std::array<ConditionRow, condition_kinds> rows{{
    {.kind = Kind::rely_reflexive,
     .word = "rely-reflexive",
     .role = "reflexive",
     .says = "the rely of {unit} is reflexive",
     .fails = "the rely of {unit} is not reflexive: it forbids that nothing happens",
     .help = "a rely must hold when a store is followed by itself",
     .blamed = {Stated::unit_relies, 1, 1}},
    {.kind = Kind::rely_transitive,
     .word = "rely-transitive",
     .role = "transitive",
     .says = "the rely of {unit} is transitive",
     .fails = "the rely of {unit} is not transitive: two steps of the others may do what one may not",
     .help = "let it allow what any number of steps of the others may do: x' >= x, say, where one of them adds 1",
     .blamed = {Stated::unit_relies, 1, 3}},
    {.kind = Kind::guarantee_reflexive,
     .word = "guarantee-reflexive",
     .role = "reflexive",
     .says = "the guarantee of {unit} is reflexive",
     .fails = "the guarantee of {unit} is not reflexive: it forbids that nothing happens",
     .help = "a guarantee must hold when a store is followed by itself: x' >= x, say, where the thread adds 1",
     .blamed = {Stated::unit_guarantees, 1, 1}},
    {.kind = Kind::guarantee_implies,
     .word = "guarantee-implies",
     .about = About::two_threads,
     .role = "implies the others' rely",
     .says = "the guarantee of {unit} implies the rely of thread '{other}'",
     .fails = "what {unit} guarantees does not imply what thread '{other}' relies on",
     .blamed = {Stated::unit_guarantees},
     .related = {Stated::other_relies, 1, 2},
     .relation = "thread '{other}' relies on this"},
    {.kind = Kind::thread,
     .word = "thread",
     .role = "from the start",
     .says = "{unit} does not go wrong from any initial store, {end}",
     .fails = "{unit} is not proved"},
    {.kind = Kind::after,
     .word = "after",
     .about = About::statement,
     .role = "what follows",
     .says = "{unit} does not go wrong after the {the} {label}",
     .fails = "{unit} is not proved after this {the}"},
    {.kind = Kind::body,
     .word = "body",
     .about = About::statement,
     .role = "body",
     .says = "the body of the loop {label} does not go wrong and preserves its invariant",
     .fails = "the loop's body may not preserve its invariant"},
    {.kind = Kind::stable,
     .word = "stable",
     .about = About::statement,
     .role = "stable",
     .says = "no other thread makes {asserted} {label} false",
     .fails = "{what} is not stable: another thread may make it false",
     .help = stabilise},
    {.kind = Kind::step,
     .word = "step",
     .about = About::statement,
     .role = "step",
     .says = "where {label} holds, {step} does not go wrong, keeps the guarantee, and leads to the next assertion",
     .fails = "{unit} is not proved at this step"},
    {.kind = Kind::invariant_initially,
     .word = "invariant-initially",
     .about = About::program,
     .role = "initially",
     .says = "the invariant holds in every initial store",
     .fails = "the invariant does not hold initially",
     .help = "give the variables initial values that satisfy it, restrict them by 'init', or weaken the invariant",
     .shown_at = Stated::program_invariants,
     .blamed = {Stated::program_invariants, 1, 1}},
    {.kind = Kind::invariant_preserved,
     .word = "invariant-preserved",
     .role = "keeps I",
     .says = "the guarantee of {unit} preserves the invariant",
     .fails = "the guarantee of {unit} does not preserve the invariant",
     .blamed = {Stated::unit_guarantees},
     .related = {Stated::program_invariants, 2, 2},
     .relation = "this invariant"},
    {.kind = Kind::environment_implies,
     .word = "environment-implies",
     .role = "holds of the environment",
     .says = "what the program relies on, {unit} may rely on",
     .fails = "what the program relies on does not imply what {unit} relies on",
     .blamed = {Stated::program_relies},
     .related = {Stated::unit_relies, 1, 2},
     .relation = "{unit} relies on this"},
    {.kind = Kind::environment_preserves,
     .word = "environment-preserves",
     .about = About::program,
     .role = "kept by the environment",
     .says = "what the program relies on preserves the invariant",
     .fails = "what the program relies on does not preserve the invariant",
     .shown_at = Stated::program_relies,
     .blamed = {Stated::program_relies},
     .related = {Stated::program_invariants, 2, 2},
     .relation = "this invariant"},
    {.kind = Kind::guarantee_kept,
     .word = "guarantee-kept",
     .role = "implies the program's",
     .says = "what {unit} guarantees, the program may guarantee",
     .fails = "what {unit} guarantees does not imply what the program guarantees",
     .blamed = {Stated::program_guarantees, 1, 2}},
    {.kind = Kind::post_stable,
     .word = "post-stable",
     .role = "stable",
     .says = "no other thread makes what {unit} ensures false",
     .fails = "what {unit} ensures is not stable: another thread may make it false after it has ended",
     .help = stabilise,
     .shown_at = Stated::unit_ensures,
     .blamed = {Stated::unit_ensures, 2, 2}},
    {.kind = Kind::postconditions,
     .word = "postconditions",
     .about = About::program,
     .role = "follows from the threads' posts",
     .says = "when all threads have ended, what they ensure implies what the program ensures",
     .fails = "when all threads have ended, what they ensure does not imply what the program ensures",
     .shown_at = Stated::program_ensures,
     .blamed = {Stated::program_ensures, 1, 1}},
    {.kind = Kind::idle_reflexive,
     .word = "idle-reflexive",
     .role = "reflexive",
     .says = "an idle step of {unit} may change nothing",
     .fails = "{unit} has no idle step that changes nothing: what every thread keeps forbids that nothing happens",
     .help = "what threads rely on must hold when a store is followed by itself"},
    {.kind = Kind::through_reflexive,
     .word = "through-reflexive",
     .role = "reflexive",
     .says = "what may happen between the actions of a procedure that {unit} calls is reflexive",
     .fails = "what may happen between the actions of a procedure that {unit} calls is not reflexive",
     .help = "a rely must hold when a store is followed by itself",
     .blamed = {Stated::unit_relies, 1, 1}},
    {.kind = Kind::through_transitive,
     .word = "through-transitive",
     .role = "transitive",
     .says = "what may happen between the actions of a procedure that {unit} calls is transitive",
     .fails = "what may happen between the actions of a procedure that {unit} calls is not transitive",
     .help = "let the rely allow what any number of steps may do: x' >= x, say, where one of them adds 1",
     .blamed = {Stated::unit_relies, 1, 3}},
    {.kind = Kind::rely_through,
     .word = "rely-through",
     .role = "holds during calls",
     .says = "what {unit} relies on holds of what others do while a procedure that it calls runs",
     .fails = "what {unit} relies on does not hold of what others do while a procedure that it calls runs",
     .blamed = {Stated::unit_relies, 1, 2}},
    {.kind = Kind::rely_calls,
     .word = "rely-calls",
     .about = About::call,
     .role = "implies the callee's",
     .says = "what {unit} relies on implies what procedure '{callee}', which it calls, relies on",
     .fails = "what {unit} relies on does not imply what procedure '{callee}', which it calls, relies on",
     .help = "let the caller rely on it, too, or weaken the rely of the procedure",
     .blamed = {Stated::unit_relies},
     .related = {Stated::callee_relies, 1, 2},
     .relation = "procedure '{callee}' relies on this"},
    {.kind = Kind::idle_through,
     .word = "idle-through",
     .about = About::call,
     .role = "steps of the callee",
     .says = "idle steps of procedure '{callee}' do nothing that {unit}, which calls it, relies on others not to do",
     .fails = "idle steps of procedure '{callee}' may do what {unit}, which calls it, relies on others not to do",
     .help = "let its 'modifies' name less: what it changes in an 'action' is known to its callers",
     .related = {Stated::unit_relies, 1, 2},
     .relation = "{unit} relies on this"},
    {.kind = Kind::idle_kept,
     .word = "idle-kept",
     .about = About::call,
     .role = "kept by the callee",
     .says = "idle steps of procedure '{callee}' are steps that {unit}, which calls it, may take",
     .fails = "idle steps of procedure '{callee}' may be steps that {unit}, which calls it, must not take",
     .help = "name what they change in 'modifies' of the caller, if that has a specification",
     .related = {Stated::unit_guarantees, 1, 2},
     .relation = "{unit} guarantees this"},
    {.kind = Kind::procedure,
     .word = "procedure",
     .role = "from the entry",
     .says = "where what it requires holds, {unit} does not go wrong and keeps to its specification, {end}",
     .fails = "{unit} is not proved"},
}};

// The row of a kind is where its number says.
constexpr bool are_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<std::size_t>(rows[i].kind) != i) return false;
  return true;
}
static_assert(are_in_order());

}   // namespace

const ConditionRow& row_of(ConditionKind kind) { return rows[static_cast<std::size_t>(kind)]; }

const ConditionRow& row_of(const ConditionOrigin& origin) {
  const auto found = std::ranges::find(rows, origin.rule, &ConditionRow::word);
  if (found == rows.end()) throw std::logic_error("the kernel has a condition of an unknown kind: " + origin.rule);
  return *found;
}

std::optional<StatementId> statement_of(const ConditionOrigin& origin) {
  return row_of(origin).about == About::statement ? std::optional(origin.second) : std::nullopt;
}

std::optional<ProcedureId> callee_of(const ConditionOrigin& origin) {
  return row_of(origin).about == About::call ? std::optional(origin.second) : std::nullopt;
}

std::optional<std::size_t> other_family_of(const ConditionOrigin& origin) {
  return row_of(origin).about == About::two_threads ? std::optional<std::size_t>(origin.second) : std::nullopt;
}

}   // namespace plato
