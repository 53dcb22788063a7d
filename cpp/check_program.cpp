// source → core → conditions → proofs → certificate → kernel; see check_program.hpp.

#include "check_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "input_file.hpp"
#include "kernel_bridge.hpp"
#include "processor_time.hpp"
#include "program_writer.hpp"
#include "read_program.hpp"
#include "recheck.hpp"
#include "schedule_certificate.hpp"
#include "schedule_table.hpp"

namespace plato {
namespace {

Checked unreadable(const FileError& error) {
  return {.code = ExitCode::bad_input, .text = fmt::format("error: {}\n", error.message), .message = error.message};
}

// The kernel's word on the certificate: on the bytes of the file, if it was written to one.
std::variant<Rechecked, FileError> certify(const std::string& path, const CheckOptions& options, const std::string& certificate) {
  if (!options.certificate_path) return recheck_bytes(path, as_bytes(certificate));
  auto written = write_file(*options.certificate_path, certificate);
  if (auto* error = std::get_if<FileError>(&written)) return std::move(*error);
  return recheck_file(*options.certificate_path);
}

ExitCode code_of(const std::vector<ConditionResult>& results) {
  ExitCode code = ExitCode::certified;
  for (const ConditionResult& result : results) {
    if (result.status == ConditionResult::Status::fails) return ExitCode::not_proved;
    if (result.status != ConditionResult::Status::proved)
      code = worst(code, result.is_limit ? ExitCode::limit : ExitCode::not_proved);
  }
  return code;
}

// A limit for programs with huge stores only; what usually ends an exploration is its number of states.
constexpr double exploration_seconds = 20;

bool is_program_wrong(const Checked& checked) {
  return checked.explored && checked.explored->exploration.verdict != Exploration::Verdict::no_violation;
}

// States to look at before the proof goes on: a fraction of a second.
constexpr std::size_t first_states = 20'000;

// A short search: long enough for the schedules that people get wrong, short enough to wait for. What was seen as a whole is not looked at again.
void explore_shortly(Checked& checked, const CheckOptions& options, std::size_t most_states) {
  if (checked.explored && (is_program_wrong(checked) || checked.explored->exploration.is_complete)) return;
  if (options.most_states == 0) return;
  checked.explored = explore_program(
      *checked.program, {.most_states = std::min(most_states, options.most_states), .most_seconds = std::min(exploration_seconds, options.seconds)});
}

// What the search found, and the schedule's certificate in place of the one that there is not.
void tell_exploration(Checked& checked, const std::string& path, const CheckOptions& options) {
  const ExploredProgram& explored = *checked.explored;
  if (!is_program_wrong(checked)) {
    checked.text += fmt::format("{}: no schedule goes wrong within small bounds ({} states{}): perhaps the annotations are too weak\n", path,
                                explored.exploration.states, explored.exploration.is_complete ? "" : ", not all of them");
    return;
  }
  checked.code = ExitCode::not_proved;
  checked.text += fmt::format("{}: the program itself is wrong{}\n{}", path,
                              explored.is_certified ? ", and the kernel has replayed the schedule" : " (a schedule that the kernel has not certified: " + explored.claim + ")",
                              explored.table);
  if (explored.is_certified && options.certificate_path) {
    const auto written = write_file(*options.certificate_path, explored.certificate);
    if (const auto* error = std::get_if<FileError>(&written)) checked.text += fmt::format("error: {}\n", error->message);
  }
}

}   // namespace

ExploredProgram explore_program(const CoreProgram& program, const ExploreOptions& options) {
  ExploredProgram explored{.exploration = explore(program, options)};
  if (explored.exploration.verdict == Exploration::Verdict::no_violation) return explored;
  explored.table = schedule_table(program, explored.exploration);
  // A formula such as `j <= n + 5` is known for all large j only beyond a range that reaches so far.
  for (const std::int64_t margin : {1, 8, 64}) {
    const auto certificate = write_schedule_certificate(program, explored.exploration, margin);
    if (!certificate) {
      explored.claim = "no way through its choices and loops was found";
      return explored;
    }
    explored.certificate = *certificate;
    const KernelReport report = check_with_kernel(as_bytes(explored.certificate));
    explored.is_certified = report.verdict == KernelReport::Verdict::refuted;
    explored.claim = report.message;
    if (explored.is_certified || !needs_range(program, explored.exploration)) break;
  }
  return explored;
}

Checked check_program_file(const std::string& path, const CheckOptions& options) {
  const auto contents = read_file(path);
  if (const auto* error = std::get_if<FileError>(&contents)) return unreadable(*error);

  Checked checked;
  checked.source = as_text(std::get<std::vector<std::byte>>(contents));
  checked.program = read_program(checked.source, checked.diagnostics);
  if (!checked.program) {
    checked.text = render(checked.diagnostics, path, checked.source);
    checked.message = checked.diagnostics.empty() ? "" : checked.diagnostics.front().message;
    return checked;
  }
  const std::string program = write_program(*checked.program);
  const double asked = processor_seconds();
  auto conditions = ask_for_conditions(program);
  checked.conditions_seconds = processor_seconds() - asked;
  if (const auto* error = std::get_if<ConditionsError>(&conditions)) {
    checked.code = ExitCode::limit;
    checked.message = error->message;
    checked.text = fmt::format("unknown {}: the kernel gives no conditions for this program: {}\n", path, error->message);
    return checked;
  }
  // A program that goes wrong soon is found out before time is spent on conditions that cannot be proved.
  const auto is_wrong = [&] {
    if (!checked.explored) explore_shortly(checked, options, first_states);
    return is_program_wrong(checked);
  };
  checked.conditions =
      prove_conditions(*checked.program, std::get<Conditions>(std::move(conditions)), {.seconds = options.seconds, .is_hopeless = is_wrong});
  checked.code = code_of(checked.conditions->results);
  if (checked.code != ExitCode::certified) {
    explore_shortly(checked, options, options.most_states);
    checked.failures = describe_failures(*checked.program, *checked.conditions, is_program_wrong(checked));
    checked.message = checked.failures.empty() ? "" : checked.failures.front().message;
    checked.text = render_failures(checked.failures, path, checked.source);
    if (checked.explored) tell_exploration(checked, path, options);
    return checked;
  }
  checked.explored.reset();   // what a proof for all values has made pointless
  const std::string certificate = write_program_certificate(program, *checked.conditions);
  checked.certificate_bytes = certificate.size();
  const double start = processor_seconds();
  const auto kernel = certify(path, options, certificate);
  checked.kernel_seconds = processor_seconds() - start;
  if (const auto* error = std::get_if<FileError>(&kernel)) return unreadable(*error);
  const auto& answer = std::get<Rechecked>(kernel);
  checked.code = answer.code == ExitCode::certified ? ExitCode::certified : ExitCode::not_proved;
  checked.message = answer.report.message;
  checked.text = answer.code == ExitCode::certified
                     ? describe_certified(*checked.program, *checked.conditions, path)
                     : fmt::format("uncertified {}: the kernel does not accept the certificate\n{}", path, answer.text);
  return checked;
}

}   // namespace plato
