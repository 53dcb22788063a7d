// See proof_attempts.hpp.

#include "pipeline/proof_attempts.hpp"

#include <algorithm>
#include <limits>

#include "core/read_program.hpp"
#include "core/small_steps.hpp"

namespace plato {
namespace {

// Each attempt counts as one, and a condition that is not settled at once as some more.
constexpr std::size_t work_of_open = 4;

struct AimLimits {
  double effort = 0;
  std::size_t most_failures = 0, most_open = 0;   // of conditions: no more are looked at then
};
AimLimits limits_of(ProofAttempts::Aim aim) {
  using Aim = ProofAttempts::Aim;
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  switch (aim) {
    case Aim::proof: return {0.02, 1, 1};
    case Aim::reasons: return {0.05, 8, 3};
    case Aim::all_reasons: return {0.05, any, any};
    case Aim::proof_at_length: return {0.2, 1, any};
    case Aim::questions: return {0.05, 4, 4};
  }
  return {};
}

}   // namespace

AnnotatedProgram read_annotated(const std::string& source, const SyntaxTree& tree,
                                const std::vector<Annotation>& annotations) {
  AnnotatedProgram read{.source = annotate(source, tree, annotations), .core = {}};
  std::set<std::size_t> unclaimed;
  for (std::size_t i = 0; i < annotations.size(); ++i)
    if (annotations[i].kind == Annotation::Kind::invariant) unclaimed.insert(read.source.lines[i]);
  auto core = read_program(read.source.text, unclaimed);
  if (core)
    read.core = *std::move(core);
  else
    for (const Diagnostic& d : core.error()) read.mistaken.insert(d.where.line);
  return read;
}

std::optional<ProofAttempts::Attempt> ProofAttempts::attempt(const std::vector<Annotation>& annotations, Aim aim) {
  AnnotatedProgram read = read_annotated(source_, tree_, annotations);
  const AimLimits limited = limits_of(aim);
  if (!read.core || ++work_ > most_work_ || options_.deadline.seconds_left() <= 0) return std::nullopt;
  Attempt made{
      .annotations = annotations,
      .lines = std::move(read.source.lines),
      .program = {.lines = {}, .read = {.source = std::move(read.source.text), .core = *std::move(read.core)}}};
  InferredProgram& program = made.program;
  for (const Annotation& annotation : annotations) program.lines.push_back(line_of(annotation));
  // What is not claimed of what people wrote is told; this they did not write.
  std::erase_if(program.read.core.provenance.lemmas, [&](const SourceRange& where) {
    return std::ranges::find(made.lines, where.line) != made.lines.end();
  });
  if (has_cuts_) {
    SplitUnits units;
    for (std::size_t f = 0; f < program.read.core.program.families.size(); ++f) units.families.insert(f);
    SmallSteps split = in_small_steps(program.read.core, units, Carried::own);
    program.read.core = std::move(split.core);
    program.cuts = split.cuts;
  }
  auto asked = ask(program.read);
  if (!asked) return std::nullopt;
  program.text = std::move(asked->text);
  ProveConditionsOptions limits{.effort = options_.effort * limited.effort,
                                .deadline = options_.deadline,
                                .most_failures = limited.most_failures,
                                .most_open = limited.most_open,
                                .explains = false,
                                .jobs = options_.jobs};
  program.conditions = prove_briefly(program.read.core.program, std::move(asked->conditions), limits);
  work_ += work_of_open * program.conditions.open.size();
  const bool looks_further = aim == Aim::all_reasons || !has_failure(program.conditions);
  if (aim != Aim::questions && !is_proved(program.conditions) && looks_further &&
      program.conditions.open.size() < limited.most_open) {
    limits.explains = aim == Aim::reasons || aim == Aim::all_reasons;
    program.conditions = prove_at_length(std::move(program.conditions), false, limits);
  }
  made.is_proved = is_proved(program.conditions);
  return made;
}

std::set<std::size_t> ProofAttempts::lines_at_fault(const Attempt& attempt) {
  std::set<std::size_t> lines;
  for (const ConditionFailure& failure :
       describe_failures(attempt.program.read.core, attempt.program.conditions, false)) {
    lines.insert(failure.message.where.line);
    for (const RelatedPlace& place : failure.message.related) lines.insert(place.where.line);
  }
  return lines;
}

// Tries to leave out half of them, a quarter, …, each.
ProofAttempts::Attempt ProofAttempts::without_needless(Attempt proved) {
  for (std::size_t share = (proved.annotations.size() + 1) / 2; share > 0; share = share == 1 ? 0 : (share + 1) / 2) {
    for (std::size_t end = proved.annotations.size(); end > 0;) {
      const std::size_t begin = end > share ? end - share : 0;
      std::vector<Annotation> fewer = proved.annotations;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin), fewer.begin() + static_cast<std::ptrdiff_t>(end));
      auto found = attempt(fewer, Aim::proof);
      if (found && found->is_proved) proved = *std::move(found);
      end = begin;
    }
  }
  return proved;
}

}   // namespace plato
