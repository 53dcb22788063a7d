// See checked.hpp.

#include "pipeline/checked.hpp"

#include <algorithm>

namespace plato {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

// A condition that fails is not proved, whatever became of the others.
Verdict verdict_of(const std::vector<ConditionResult>& results) {
  const auto fails = [](const ConditionResult& r) { return r.status == ConditionResult::Status::fails; };
  if (std::ranges::any_of(results, fails)) return Verdict::not_proved;
  return std::ranges::any_of(results, &ConditionResult::is_limit) ? Verdict::limit : Verdict::not_proved;
}

}   // namespace

Verdict verdict_of(const Checked& checked) {
  return std::visit(Overloaded{
                        [](const Unreadable& u) { return u.error.is_limit ? Verdict::limit : Verdict::bad_input; },
                        [](const Mistaken&) { return Verdict::bad_input; },
                        [](const NoConditions&) { return Verdict::limit; },
                        [](const Certified& c) {
                          const bool is_vacuous = c.vacuity.initial_store == Vacuity::InitialStore::impossible;
                          return is_vacuous ? Verdict::vacuous : Verdict::certified;
                        },
                        [](const Uncertified& u) {
                          return u.kernel.report.verdict == KernelReport::Verdict::limit ? Verdict::limit
                                                                                         : Verdict::not_proved;
                        },
                        [](const Refuted&) { return Verdict::refuted; },
                        [&](const NotProved& n) {
                          const bool is_known_wrong = n.explored && is_wrong(*n.explored);
                          return is_known_wrong ? Verdict::not_proved : verdict_of(checked.conditions->results);
                        },
                        [](const Unprovable& u) {
                          return u.reason.code == MessageCode::time_limit ? Verdict::limit : Verdict::not_proved;
                        },
                    },
                    checked.outcome);
}

namespace {

// A limit is that of the first condition that is not settled.
MessageCode code_of_open(const Checked& checked, const NotProved& open) {
  if (verdict_of(checked) != Verdict::limit) return MessageCode::not_proved;
  if (std::ranges::any_of(checked.conditions->results, &ConditionResult::is_wall)) return MessageCode::time_limit;
  return open.failures.empty() ? MessageCode::unknown : open.failures.front().message.code;
}

}   // namespace

std::optional<MessageCode> code_of(const Checked& checked) {
  using Code = std::optional<MessageCode>;
  return std::visit(Overloaded{
                        [](const Unreadable&) -> Code { return MessageCode::unreadable_file; },
                        [](const Mistaken& m) -> Code { return m.diagnostics.front().code; },
                        [](const NoConditions&) -> Code { return MessageCode::too_large; },
                        [&](const Certified&) -> Code {
                          return verdict_of(checked) == Verdict::vacuous ? Code(MessageCode::vacuous) : std::nullopt;
                        },
                        [](const Uncertified&) -> Code { return MessageCode::uncertified; },
                        [](const Refuted& r) -> Code { return code_of(r.explored.exploration.verdict); },
                        [&](const NotProved& n) -> Code { return code_of_open(checked, n); },
                        [](const Unprovable& u) -> Code { return u.reason.code; },
                    },
                    checked.outcome);
}

std::string message_of(const Checked& checked) {
  const auto first_failure = [&](const std::vector<ConditionFailure>& failures) -> std::string {
    if (checked.conditions && std::ranges::any_of(checked.conditions->results, &ConditionResult::is_wall))
      return "the time limit was reached";
    return failures.empty() ? "" : failures.front().message.text;
  };
  return std::visit(Overloaded{
                        [](const Unreadable& u) { return u.error.message; },
                        [](const Mistaken& m) { return m.diagnostics.front().message; },
                        [](const NoConditions& n) { return n.reason; },
                        [](const Certified& c) { return c.claim; },
                        [](const Uncertified& u) { return u.kernel.report.message; },
                        [&](const Refuted& r) { return first_failure(r.failures); },
                        [&](const NotProved& n) { return first_failure(n.failures); },
                        [](const Unprovable& u) { return u.reason.text; },
                    },
                    checked.outcome);
}

std::string_view certificate_of(const Checked& checked) {
  if (const auto* certified = std::get_if<Certified>(&checked.outcome)) return certified->certificate;
  if (const auto* refuted = std::get_if<Refuted>(&checked.outcome)) return refuted->explored.certificate;
  return {};
}

std::span<const Diagnostic> diagnostics_of(const Checked& checked) {
  const auto* mistaken = std::get_if<Mistaken>(&checked.outcome);
  return mistaken == nullptr ? std::span<const Diagnostic>() : mistaken->diagnostics;
}

std::span<const ConditionFailure> failures_of(const Checked& checked) {
  if (const auto* refuted = std::get_if<Refuted>(&checked.outcome)) return refuted->failures;
  if (const auto* not_proved = std::get_if<NotProved>(&checked.outcome)) return not_proved->failures;
  return {};
}

const ExploredProgram* explored_of(const Checked& checked) {
  if (const auto* refuted = std::get_if<Refuted>(&checked.outcome)) return &refuted->explored;
  if (const auto* unprovable = std::get_if<Unprovable>(&checked.outcome))
    return unprovable->explored ? &*unprovable->explored : nullptr;
  const auto* not_proved = std::get_if<NotProved>(&checked.outcome);
  return not_proved != nullptr && not_proved->explored ? &*not_proved->explored : nullptr;
}

std::string_view method_of(const Checked& checked) {
  const auto* certified = std::get_if<Certified>(&checked.outcome);
  if (certified == nullptr) return {};
  if (certified->closed)
    return certified->closed->kind == ClosedProgram::Kind::views ? "assume-guarantee" : "all-states";
  if (certified->merged) return "reduction";
  return checked.program->outline.witness ? "procedures" : "thread-modular";
}

const Vacuity* vacuity_of(const Checked& checked) {
  const auto* certified = std::get_if<Certified>(&checked.outcome);
  return certified == nullptr ? nullptr : &certified->vacuity;
}

}   // namespace plato
