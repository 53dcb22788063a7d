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

// Initial values, then one line for each step: number, thread, line of the source, statement (indented for each call
// that it is inside of), what changed; at the end what is wrong. Empty if nothing is.
std::string schedule_table(const Program& program, const Provenance& provenance, const Exploration& exploration);

// The same for an execution after which nothing can be done.
std::string deadlock_table(const Program& program, const Provenance& provenance, const Schedule& schedule);

}   // namespace plato
