// What checking a program answers, as a value. Its text, the JSON and the page are made of it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conditions/prove_conditions.hpp"
#include "core/core_program.hpp"
#include "kernel/recheck.hpp"
#include "messages/message_code.hpp"
#include "pipeline/explore_program.hpp"
#include "pipeline/vacuity.hpp"
#include "pipeline/verdict.hpp"
#include "source/diagnostic.hpp"
#include "system/input_file.hpp"
#include "thread_modular/condition_failure.hpp"

namespace plato {

// ---- how a check may end

// The file cannot be read.
struct Unreadable {
  FileError error;
};

// The text is not a program.
struct Mistaken {
  Diagnostics diagnostics;
};

// The kernel gives no conditions for the program.
struct NoConditions {
  std::string reason;
};

// So many statements became one step each, and so many steps were in them.
struct Merged {
  std::size_t statements = 0, steps = 0;
};

// The kernel accepted a certificate of the claim.
struct Certified {
  std::string certificate;
  std::string claim;                          // as the kernel says it
  double kernel_seconds = 0;                  // of processor time
  Vacuity vacuity;                            // what the claim may fail to say
  std::optional<ClosedProgram> closed{};      // what the kernel has seen, instead of checking conditions
  std::vector<ConditionFailure> unproved{};   // then: what the annotations do not suffice for
  std::vector<std::string> inferred{};        // lines of annotations that were added for the proof
  std::string written{};                      // then: the source without them, which warnings are about
  std::size_t cuts = 0;                       // that were put between steps for the proof, or carry more along
  std::optional<Merged> merged{};             // by reduction: what became atomic
};

// The kernel did not accept the certificate: a mistake of ours, or its limit.
struct Uncertified {
  Rechecked kernel;
};

// The kernel replayed a schedule that shows the program wrong.
struct Refuted {
  std::vector<ConditionFailure> failures;   // the conditions that are not proved
  ExploredProgram explored;
};

// Annotations that were inferred, are proved, and leave something open.
struct InsufficientAnnotations {
  std::vector<std::string> lines;
  std::string source;                       // with these lines
  std::vector<ConditionFailure> failures;   // about that source
  std::string helpful{};                    // a line that would close what is open, but is not proved itself
};

// No proof was found, and no schedule that the kernel could replay.
struct NotProved {
  std::vector<ConditionFailure> failures;
  std::optional<ExploredProgram> explored;
  std::optional<InsufficientAnnotations> inferred{};
  std::string grew{};   // if nothing is annotated and there is too much to see: "'x' takes 1000 values"
};

// No method proves such a program, and no schedule that the kernel could replay shows it wrong.
struct Unprovable {
  Message reason;
  std::optional<ExploredProgram> explored;
  std::string heading = "there is no way to prove such a program";
};

using Outcome =
    std::variant<Unreadable, Mistaken, NoConditions, Certified, Uncertified, Refuted, NotProved, Unprovable>;

// ---- the whole check: what its stages gave, as far as it came

struct Checked {
  std::string source{};                           // the text of the program
  std::optional<CoreProgram> program{};           // if nothing is wrong with it
  double conditions_seconds = 0;                  // of processor time, for the kernel to compute the conditions
  std::optional<ProvedConditions> conditions{};   // if the kernel gave them
  Outcome outcome{};
};

// `certified` and `refuted` only if the kernel accepted the certificate in the answer.
Verdict verdict_of(const Checked& checked);

// The code of the answer's first line; none if it is certified.
std::optional<MessageCode> code_of(const Checked& checked);

// The claim, or in one line why there is none; may be empty.
std::string message_of(const Checked& checked);

// The certificate that the kernel accepted: of the claim, or if the program is refuted, of that; else empty.
std::string_view certificate_of(const Checked& checked);

// How the claim was certified: `thread-modular`, `procedures`, `reduction`, `assume-guarantee` or
// `all-states`; empty if it was not.
std::string_view method_of(const Checked& checked);

// Parts of the outcome; none if it has no such part.
std::span<const Diagnostic> diagnostics_of(const Checked& checked);
std::span<const ConditionFailure> failures_of(const Checked& checked);
const ExploredProgram* explored_of(const Checked& checked);
const Vacuity* vacuity_of(const Checked& checked);

}   // namespace plato
