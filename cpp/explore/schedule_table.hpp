// The schedule of an exploration as a table that people can read.
#pragma once

#include <string>
#include <string_view>

#include "core/provenance.hpp"
#include "explore/schedule.hpp"

namespace plato {

// "T1" for an individually declared thread, "worker[3]" for one of a family.
std::string thread_name(const Program& program, const ScheduleThread& thread);

// What changed from one store to the next: "x = 3", and of maps the elements that did.
std::vector<std::string> store_changes(const Program& program, const std::vector<ModelValue>& before,
                                       const std::vector<ModelValue>& after);

// "goes wrong", "breaks the invariant", "breaks its guarantee", "ends where what it ensures is false"
std::string_view violation_text(Exploration::Verdict verdict);

// What is wrong, with the formula that is false as it was written and the values of its variables: "the last store
// breaks the invariant: x <= 1 is false, where x = 2". Empty if nothing is.
std::string outcome_text(const Program& program, const Provenance& provenance, const Exploration& exploration);

// The formula that is false, as it was written if it was.
std::string violated_text(const Program& program, const Provenance& provenance, Literal violated, std::size_t budget);

// The shared variables that a step reads, with their values: "x = 3".
std::vector<std::string> step_reads(const Program& program, const Schedule& schedule, std::size_t step);

// Initial values, then one line for each step: number, thread, line of the source, statement (indented for each call
// that it is inside of), what it read, what changed; at the end what is wrong. Steps of one thread in a row that
// concern nobody else are one line. Empty if nothing is wrong.
std::string schedule_table(const Program& program, const Provenance& provenance, const Exploration& exploration);

// The same for an execution after which nothing can be done.
std::string deadlock_table(const Program& program, const Provenance& provenance, const Schedule& schedule);

}   // namespace plato
