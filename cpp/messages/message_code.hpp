// The codes of messages, in one table. A code names a kind of message that a person would look up; its page is
// docs/messages/CODE.md, and `plato explain CODE` prints it.
//
// A code never changes its meaning. What is no longer said loses its code, which is not given again.
#pragma once

#include <cstdint>
#include <string>

namespace plato {

// tests/project/messages.test.js compares the table with the pages and with the sources.
enum class MessageCode : std::uint16_t {
  // the text of a program
  syntax = 101,
  unreadable_text,
  too_deep,

  // names and types
  unknown_name = 201,
  name_in_use,
  wrong_type,
  wrong_count,
  wrong_kind_of_name,
  not_assignable,
  assigned_twice,
  one_store,
  no_meaning_here,
  not_known_outside,
  whole_map,
  unsuitable_type,

  // statements and threads
  jump = 301,
  atomic_block,
  place_of_cas,
  no_lock,
  missing_result,
  start_or_new,
  branches,
  identifiers,
  no_threads,

  // annotations
  ghost_read = 401,
  ghost_changed,
  outline,
  control_point,
  count,
  commit,
  modifies,
  misplaced_clause,
  race_free,

  // what is not proved: a step, a place, or where something ends
  not_proved = 500,
  assertion,
  index_or_range,
  release,
  gate,
  breaks_rely,
  breaks_guarantee,
  breaks_invariant,
  loop_not_preserved,
  loop_not_established,
  cut,
  ensures,
  callee_requires,
  procedure_step,
  missing_actions,
  branch_requires,

  // … what threads and the program state
  rely_reflexive = 521,
  rely_transitive,
  guarantee_reflexive,
  guarantee_implies,
  stable,
  post_stable,
  invariant_initially,
  environment_implies,
  environment_preserves,
  postconditions,

  // … what procedures and branches state
  rely_calls = 541,
  idle_steps,
  branch_siblings = 551,

  // … for other reasons
  recursion = 561,
  races,
  method,

  // what runs of a program show
  goes_wrong = 601,
  refuted_invariant,
  refuted_guarantee,
  refuted_ensures,
  refuted_race,
  uncertified_schedule,
  nothing_found,
  not_finite,
  deadlock,

  // what a claim may fail to say
  vacuous = 611,
  no_initial_store_found,
  no_member,
  endless,
  unreached,

  // what was not settled
  unknown = 701,
  uncertified,
  time_limit,
  too_large,
  memory,
  kernel_limit,

  // files and the command line
  unreadable_file = 801,
  usage,
  rejected = 811,
  different_claim,
  bad_smtlib = 821,
  bad_dimacs,
  bad_part = 831,
  missing_part,
};

// "P101"
std::string code_text(MessageCode code);

// " [P101]", as it stands at the end of a message's first line.
std::string code_mark(MessageCode code);

}   // namespace plato
