// Checking a program: front end, conditions from the kernel, proofs, certificate, and the kernel's word on it.
#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "pipeline/checked.hpp"
#include "pipeline/method.hpp"
#include "system/deadline.hpp"

namespace plato {

struct CheckOptions {
  double effort = 1;      // times the usual counted budgets, for each condition
  Deadline deadline{};    // for everything
  std::size_t jobs = 1;   // conditions that are looked at at a time
  std::function<void(std::size_t done, std::size_t all)> progress{};   // of a pass through the conditions
  // If the program is not proved, it is explored within these bounds; without states there is no exploration.
  ExploreOptions explore{.most_states = 300'000, .most_work = 1'000'000'000};
  std::optional<Method> method{};   // that one alone
};

// All stages in order.
Checked check_program_file(const std::string& path, const CheckOptions& options);

// ---- the stages, each a function from value to value

// A program that the front end has read.
struct Read {
  std::string source;
  CoreProgram core;
};

// Why no method proves such a program, if none does.
std::optional<Message> why_unprovable(const CoreProgram& core);
// Such a program can still be shown wrong.
Outcome explore_unprovable(const Read& read, Message reason, const ClosingAttempt& attempt,
                           const CheckOptions& options);

// How a thread comes to see what is wrong, if there is no proof by what threads see.
void tell_way(const CoreProgram& core, const ClosingAttempt& attempt, Message& message);

// The kernel's conditions for it.
struct Asked {
  std::string text;   // of the certificate up to its line `proof`
  Conditions conditions;
  double seconds = 0;   // of processor time
};
tl::expected<Asked, NoConditions> ask(const Read& read);

// The program with cuts between its steps (core/small_steps.hpp), all of whose conditions are proved.
struct SplitProgram {
  Read read;
  std::string text{};   // of its certificate up to its line `proof`
  ProvedConditions conditions{};
  std::size_t cuts = 0;
};
// Nothing if they are not. A brief attempt ends when a few conditions are not settled at once. What is split is that
// about which a condition was left open so far.
std::optional<SplitProgram> prove_in_small_steps(const Read& read, const ProvedConditions& so_far, bool is_brief,
                                                 const CheckOptions& options);

// The program with annotations that suffice for all conditions. Whatever is guessed, the kernel checks the proof.
struct InferredProgram {
  std::vector<std::string> lines;   // that were added; none can be left out
  Read read;                        // its source has them; its claim is that of the program as written
  std::string text{};               // of its certificate up to its line `proof`
  ProvedConditions conditions{};
  std::size_t cuts = 0;   // that were put between its steps
};

// How far the search came with them. The program was explored if it is wrong within a few steps, or if the answers left
// room for doubt.
struct ProvedProgram {
  ProvedConditions conditions;
  std::optional<ExploredProgram> explored;
  std::optional<SplitProgram> split{};         // proved with cuts between its steps
  std::optional<InferredProgram> inferred{};   // proved with annotations that nobody wrote
  std::optional<InsufficientAnnotations> insufficient{};
};
ProvedProgram prove(const Read& read, Conditions conditions, const CheckOptions& options);

// Whether every condition is proved.
bool is_proved(const ProvedConditions& conditions);

// Gives a proved program's certificate to the kernel; an accepted claim is then examined for ways in which it may say
// too little.
Outcome certify(const Read& read, const std::string& text, const ProvedConditions& proved, const CheckOptions& options);

// From the conditions on: asks for them, proves them, or explains why they are not proved. `grew` says why the threads
// were not run by themselves, if that was tried.
Checked check_by_conditions(Read read, std::string grew, const CheckOptions& options);
// Certified by making sequences of steps atomic, or nothing.
std::optional<Checked> check_by_reduction(const Read& read, const CheckOptions& options);

// The kernel has seen the whole program.
Outcome certified_by_closure(const Read& read, ClosedProgram closed, std::vector<ConditionFailure> unproved,
                             const CheckOptions& options);

// Explores a program that is not proved; it is refuted if the kernel replays the schedule that is found.
Outcome explain(const Read& read, const ProvedProgram& proved, const CheckOptions& options);

}   // namespace plato
