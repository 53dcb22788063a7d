// See commands.hpp.

#include "command/commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <utility>

#include "certificate/program_writer.hpp"
#include "command/exit_codes.hpp"
#include "core/claim_text.hpp"
#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "core/reduction_plan.hpp"
#include "explore/exposure.hpp"
#include "explore/schedule_table.hpp"
#include "explore/seen_threads.hpp"
#include "kernel/kernel_bridge.hpp"
#include "kernel/recheck.hpp"
#include "messages/message_code.hpp"
#include "pipeline/check_program.hpp"
#include "pipeline/compare_claim.hpp"
#include "pipeline/describe_checked.hpp"
#include "pipeline/explore_program.hpp"
#include "pipeline/infer_program.hpp"
#include "pipeline/prove.hpp"
#include "pipeline/reduction_text.hpp"
#include "report/audit.hpp"
#include "report/report_html.hpp"
#include "report/report_json.hpp"
#include "report/slowest_conditions.hpp"
#include "source/diagnostic.hpp"
#include "system/input_file.hpp"
#include "system/output_file.hpp"
#include "system/work_in_order.hpp"
#include "text/shown_name.hpp"
#include "thread_modular/proof_outline.hpp"

namespace plato {

using Json = nlohmann::ordered_json;

namespace {

ExitCode report_error(AnswerStream& answers, const FileError& error) {
  answers.print(describe_unreadable(error));
  return error.is_limit ? ExitCode::limit : ExitCode::bad_input;
}

// Looks at the names before any work is done. False, with a message, if they cannot be right.
bool are_sensible(AnswerStream& answers, const Outputs& outputs, const std::vector<std::string>& inputs, bool json) {
  const auto refuse = [](const std::string& message) {
    std::fprintf(stderr, "error: %s%s\n", message.c_str(), code_mark(MessageCode::usage).c_str());
    return false;
  };
  for (const auto& [path, option] : {std::pair(&outputs.certificate, "-o"), std::pair(&outputs.html, "--html")}) {
    if (path->empty()) continue;
    if (inputs.size() > 1)
      return refuse(std::string(option) + " names one file, but there are several inputs: give them one by one");
    if (*path == "-" && json) return refuse(std::string(option) + " - and --json both want standard output");
    if (const auto error = would_overwrite(*path, inputs)) return refuse(error->message);
    if (*path == "-") answers.move_to_standard_error();
  }
  if (!outputs.certificate.empty() && outputs.certificate == outputs.html)
    return refuse("-o and --html name the same file");
  return true;
}

// Writes what the kernel has accepted; does nothing if there is no file name or no certificate.
ExitCode write_output(AnswerStream& answers, const std::string& path, std::string_view contents, ExitCode code) {
  if (path.empty() || contents.empty()) return code;
  answers.flush();   // both may go to the same place
  const auto written = write_file(path, contents);
  return written ? code : worst(code, report_error(answers, written.error()));
}

// One certificate, with the comparison of its claim if one was asked for.
struct Compared {
  Rechecked rechecked;
  bool is_compared = false;
  ClaimComparison comparison{};   // with the claim of the file that was named
};

Compared recheck_one(const std::string& path, const RecheckCommand& options) {
  if (options.against.empty()) return {.rechecked = recheck_file(path)};
  const auto contents = read_file(path);
  if (!contents) return {.rechecked = recheck_file(path)};
  Compared result{.rechecked = recheck_bytes(*contents)};
  if (!is_accepted(result.rechecked.report.verdict)) return result;
  result.is_compared = true;
  result.comparison = compare_claim(options.against, as_text(*contents), options.wants_refutation);
  return result;
}

ExitCode exit_code(const Compared& result) {
  return result.comparison.difference ? ExitCode::not_proved : exit_code(result.rechecked.report.verdict);
}

std::string describe(const std::string& path, const Compared& result, const RecheckCommand& options) {
  if (result.comparison.difference)
    return "different " + shown_name(path) + ": " + *result.comparison.difference +
           code_mark(MessageCode::different_claim) + "\n";
  if (!result.is_compared) return describe(path, result.rechecked);
  return describe(path, result.rechecked) + "the claim is that of " + shown_name(options.against) +
         (result.comparison.lacks_idle_steps ? ", but for steps that do nothing, such as those of annotations\n"
                                             : "\n");
}

Json code_json(const std::optional<MessageCode>& code) { return code ? Json(code_text(*code)) : Json(nullptr); }

Json to_json(const std::string& path, const Compared& result) {
  const KernelReport& report = result.rechecked.report;
  Json json{
      {"file", path},
      {"verdict", result.comparison.difference ? "different" : verdict_word(result.rechecked)},
      {"code", code_json(result.comparison.difference ? MessageCode::different_claim : code_of(result.rechecked))},
      {"message", result.comparison.difference.value_or(report.message)}};
  if (report.line != 0) json.update({{"line", report.line}, {"column", report.column}});
  return json;
}

}   // namespace

ExitCode recheck(AnswerStream& answers, const RecheckCommand& options) {
  ExitCode code = ExitCode::certified;
  Json all = Json::array();
  for (const std::string& path : options.certificates) {
    const Compared result = recheck_one(path, options);
    code = worst(code, exit_code(result));
    if (options.json)
      all.push_back(to_json(path, result));
    else
      answers.print(describe(path, result, options));
  }
  if (options.json) answers.print_json(all);
  return code;
}

namespace {

Json to_json(const std::string& path, const Proved& proved) {
  constexpr const char* words[] = {"unsat", "sat", "uncertified", "unknown", "error", "error"};
  Json json{{"file", path},
            {"answer", words[static_cast<int>(proved.answer)]},
            {"certified", proved.kernel.has_value()},
            {"code", code_json(proved.code)},
            {"message", proved.message}};
  if (proved.line != 0) json.update({{"line", proved.line}, {"column", proved.column}});
  if (proved.question_line != 0) json["questionLine"] = proved.question_line;
  if (!proved.certificate.empty()) json["certificateBytes"] = proved.certificate.size();
  if (!proved.model.empty()) json["model"] = proved.model;
  if (!proved.smt_model.empty()) json["model"] = proved.smt_model;
  return json;
}

ExitCode exit_code(const Proved& proved) {
  switch (proved.answer) {
    case Proved::Answer::unsat: return ExitCode::certified;
    case Proved::Answer::sat: return ExitCode::not_proved;
    case Proved::Answer::uncertified: return proved.is_limit ? ExitCode::limit : ExitCode::not_proved;
    case Proved::Answer::unknown: return ExitCode::limit;
    case Proved::Answer::bad_input: return ExitCode::bad_input;
    case Proved::Answer::unreadable: return proved.is_limit ? ExitCode::limit : ExitCode::bad_input;
  }
  return ExitCode::bad_input;
}

}   // namespace

ExitCode prove(AnswerStream& answers, const ProveCommand& command) {
  if (!are_sensible(answers, command.outputs, {command.problem}, command.json)) return ExitCode::bad_input;
  if (is_batch_file(command.problem)) return prove_batch_file(answers, command);
  const std::vector<Proved> all = prove_file(command.problem, {.effort = command.limits.effort,
                                                               .deadline = Deadline::in(command.limits.seconds),
                                                               .megabytes = command.megabytes,
                                                               .question = command.question});
  ExitCode code = ExitCode::certified;
  Json json = Json::array();
  for (const Proved& proved : all) {
    code = worst(code, exit_code(proved));
    if (command.json)
      json.push_back(to_json(command.problem, proved));
    else
      answers.print(describe(command.problem, proved));
  }
  if (command.json) answers.print_json(all.size() == 1 ? json[0] : json);
  if (all.size() == 1) return write_output(answers, command.outputs.certificate, all[0].certificate, code);
  if (!command.outputs.certificate.empty())
    return worst(code, report_error(answers, {"-o writes one certificate, but the file asks " +
                                              std::to_string(all.size()) + " questions; choose one with --question"}));
  return code;
}

namespace {

ExitCode exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::certified: return ExitCode::certified;
    case Verdict::vacuous:
    case Verdict::not_proved: return ExitCode::not_proved;
    case Verdict::bad_input: return ExitCode::bad_input;
    case Verdict::limit: return ExitCode::limit;
    case Verdict::refuted: return ExitCode::refuted;
  }
  return ExitCode::bad_input;
}

}   // namespace

namespace {

// Overwrites itself on a terminal, and is nothing elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(const char* unit) : unit_(unit) {}
  ~ProgressLine() {
    if (is_written_) std::fprintf(stderr, "\r\033[K");
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::size_t done, std::size_t all) {
    if (!is_terminal_) return;
    std::fprintf(stderr, "\r\033[K%zu of %zu %s", done, all, unit_);
    is_written_ = true;
  }

 private:
  const char* unit_;
  bool is_terminal_ = isatty(STDERR_FILENO) != 0, is_written_ = false;
};

// One file: its conditions share the processors. Several: each has one.
Checked check_one(const std::string& path, const CheckCommand& command) {
  const bool is_alone = command.programs.size() == 1;
  ProgressLine line("conditions");
  CheckOptions options{.effort = command.limits.effort,
                       .deadline = Deadline::in(command.limits.seconds),
                       .jobs = is_alone ? command.jobs : 1,
                       .explore = command.explore,
                       .method = method_called(command.method)};
  if (is_alone) options.progress = [&](std::size_t done, std::size_t all) { line.show(done, all); };
  return check_program_file(path, options);
}

}   // namespace

ExitCode check(AnswerStream& answers, const CheckCommand& command) {
  if (!are_sensible(answers, command.outputs, command.programs, command.json)) return ExitCode::bad_input;
  ExitCode code = ExitCode::certified;
  Json all = Json::array();
  const std::size_t files = command.programs.size();
  WorkInOrder<Checked> work(files == 1 ? 1 : std::min(command.jobs, files));
  std::size_t given = 0;
  for (const std::string& path : command.programs) {
    for (; given < files && work.has_room(); ++given)
      work.give([&command, &next = command.programs[given]] { return check_one(next, command); });
    const Checked checked = work.take();
    const ExitCode of_file = exit_code(verdict_of(checked));
    if (command.json)
      all.push_back(report_json(report_of(path, checked), static_cast<int>(of_file)));
    else
      answers.print(describe(path, checked));
    code = write_output(answers, command.outputs.certificate, certificate_of(checked), worst(code, of_file));
    if (!command.outputs.html.empty())
      code = write_output(answers, command.outputs.html, report_html(report_of(path, checked)), code);
  }
  if (command.json) answers.print_json(all);
  return code;
}

namespace {

// The program that was read; if there is none, the reason is printed.
std::optional<CoreProgram> read_core_program(AnswerStream& answers, const std::string& path, ExitCode& code) {
  const auto contents = read_file(path);
  if (!contents) {
    code = report_error(answers, contents.error());
    return std::nullopt;
  }
  auto program = read_program(as_text(*contents));
  if (program) return *std::move(program);
  answers.print(render(program.error(), shown_name(path), as_text(*contents)));
  code = ExitCode::bad_input;
  return std::nullopt;
}

}   // namespace

namespace {

// The program with what was found, and after it, as a comment, what is still open.
ExitCode print_insufficient(AnswerStream& answers, const InferCommand& command, const InsufficientAnnotations& found,
                            ExitCode code) {
  std::string text = found.source;
  const std::string name = shown_name(command.output.empty() ? command.program : command.output);
  std::string open =
      "the annotations that were found do not suffice:\n" + render_failures(found.failures, name, found.source);
  if (!found.helpful.empty()) open += "with '" + found.helpful + "' nothing else would be open\n";
  std::istringstream lines(open);
  for (std::string line; std::getline(lines, line);) text += "// " + line + "\n";
  if (!command.output.empty()) return write_output(answers, command.output, text, code);
  answers.print(text);
  return code;
}

}   // namespace

// The program with annotations that suffice for its proof, or with what was found; else what a check says of it.
ExitCode infer(AnswerStream& answers, const InferCommand& command) {
  ExitCode code = ExitCode::certified;
  if (!read_core_program(answers, command.program, code)) return code;
  const CheckOptions options{.effort = command.limits.effort, .deadline = Deadline::in(command.limits.seconds)};
  const auto contents = read_file(command.program);
  std::optional<InferredProgram> found;
  std::optional<InsufficientAnnotations> insufficient;
  if (contents) {
    const std::string source(as_text(*contents));
    Inference inference = infer_annotations(source, options);
    found = std::move(inference.proof);
    insufficient = std::move(inference.insufficient);
    if (!found) found = infer_from_counterexamples(source, options);
  }
  if (found && command.output.empty()) {
    answers.print(found->read.source);
    return ExitCode::certified;
  }
  if (found) return write_output(answers, command.output, found->read.source, ExitCode::certified);
  const Checked checked = check_program_file(command.program, options);
  const Verdict verdict = verdict_of(checked);
  if (verdict == Verdict::certified) answers.print("no further annotations were found, and none are needed:\n");
  const auto* not_proved = std::get_if<NotProved>(&checked.outcome);
  if (insufficient && not_proved != nullptr && not_proved->inferred)
    return print_insufficient(answers, command, *insufficient, exit_code(verdict));
  answers.print(describe(command.program, checked));
  return exit_code(verdict);
}

namespace {

std::string list(const char* title, const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text.empty() ? "" : std::string("  ") + title + ": " + text + "\n";
}

// Nothing was found wrong. Unless the kernel has seen all, too, that is no proof, and the answer says how far it
// reaches.
std::string describe_exploration(const CoreProgram& core, const std::string& shown, const ExploredProgram& explored) {
  const Exploration& found = explored.exploration;
  const bool is_apart = explored.closed && explored.closed->kind == ClosedProgram::Kind::views;
  const std::string too =
      is_apart ? "; the kernel has run each thread by itself" : "; the kernel has visited every state, too";
  std::string text = explored.closed ? "certified " + shown + ": " + claim_text(core.program, core.specification) + too
                     : found.is_complete() ? "explored " + shown + ": nothing goes wrong"
                                           : "incomplete " + shown + ": nothing that was tried goes wrong";
  text += " (" + std::to_string(found.states) + " states)" +
          (explored.closed ? "" : code_mark(MessageCode::nothing_found)) + "\n" + list("tried", found.tried) +
          (explored.closed ? "" : list("not tried", found.left_out));
  if (found.seems_complete() && !explored.closed && !explored.claim.empty())
    text += "  not certified: " + explored.claim + "\n";
  if (!found.stopped.empty()) text += "  stopped: " + found.stopped + "\n";
  if (found.deadlock)
    text += "deadlock: threads may wait for each other for ever, which no claim excludes" +
            code_mark(MessageCode::deadlock) + "\n" + deadlock_table(core.program, core.provenance, *found.deadlock);
  return text;
}

}   // namespace

ExitCode explore_file(AnswerStream& answers, const ExploreCommand& command) {
  if (!are_sensible(answers, command.outputs, {command.program}, false)) return ExitCode::bad_input;
  ExitCode code = ExitCode::limit;
  const auto program = read_core_program(answers, command.program, code);
  if (!program) return code;
  const std::string shown = shown_name(command.program);
  ExploreOptions options = command.options;
  options.most_seconds = command.seconds;
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  if (is_terminal)
    options.progress = [](const ExplorationProgress& now) {
      std::fprintf(stderr, "\r%zu states, %zu transitions, %zu MB", now.states, now.transitions, now.bytes >> 20);
    };
  const ExploredProgram explored = explore_program(*program, options);
  if (is_terminal) std::fprintf(stderr, "\r\033[K");
  const Exploration& found = explored.exploration;
  if (found.verdict == Exploration::Verdict::no_violation) {
    answers.print(describe_exploration(*program, shown, explored));
    if (!explored.closed) return ExitCode::limit;
    return write_output(answers, command.outputs.certificate, explored.closed->certificate, ExitCode::certified);
  }
  const std::string what = shown + ": the program " + std::string(violation_text(found.verdict));
  if (!explored.is_refuted) {
    answers.print("uncertified " + what + " (" + explored.claim + ")" + code_mark(MessageCode::uncertified_schedule) +
                  "\n" + explored.table);
    return ExitCode::limit;
  }
  answers.print("refuted " + what + "; the kernel has replayed this schedule" + code_mark(code_of(found.verdict)) +
                "\n" + explored.table);
  return write_output(answers, command.outputs.certificate, explored.certificate, ExitCode::refuted);
}

// A program after a stage: as core Plato, as the kernel's conditions, as the proof outline that they make, or as what
// each thread does and sees by itself.
ExitCode show(AnswerStream& answers, const ShowCommand& command) {
  ExitCode code = ExitCode::certified;
  const auto program = read_core_program(answers, command.program, code);
  if (!program) return code;
  if (command.stage == "core") {
    answers.print(core_text(*program));
    return ExitCode::certified;
  }
  if (command.stage == "conditions" && !command.is_slow) {
    const auto conditions = conditions_from_kernel(as_bytes(write_program(*program)));
    answers.print(conditions ? *conditions : conditions.error().message);
    return ExitCode::certified;
  }
  if (command.stage == "guarantee") {
    const auto views = find_kept_views(program->program, program->specification);
    if (!views) {
      answers.print("limit " + shown_name(command.program) + ": the threads cannot be run apart: " +
                    views.error().reason + code_mark(MessageCode::too_large) + "\n");
      return ExitCode::limit;
    }
    answers.print(guarantee_text(*program, seen_threads(*program, *views)));
    return ExitCode::certified;
  }
  if (command.stage == "atomicity" || command.stage == "steps") {
    const auto known = find_most_movers(*program, {});
    if (!known) {
      answers.print("limit " + shown_name(command.program) + ": reduction is not for this program: " +
                    std::string(why_irreducible(*program).value_or("its movers are not found in time")) +
                    code_mark(MessageCode::too_large) + "\n");
      return ExitCode::limit;
    }
    answers.print(command.stage == "steps" ? reduction_steps_text(*program, *known) : atomicity_text(*known));
    return ExitCode::certified;
  }
  const auto conditions = ask_for_conditions(write_program(*program));
  if (!conditions) {
    answers.print("limit " + shown_name(command.program) + ": the kernel gives no conditions for this program: " +
                  conditions.error().message + code_mark(MessageCode::too_large) + "\n");
    return ExitCode::limit;
  }
  if (command.stage == "conditions") {
    answers.print(slowest_conditions(*program, prove_conditions(program->program, *conditions, {.explains = false})));
    return ExitCode::certified;
  }
  answers.print(proof_outline(*program, conditions->conditions));
  return ExitCode::certified;
}

ExitCode audit(AnswerStream& answers, bool json) {
  answers.print(json ? std::string(audit_record()) : describe_audit());
  return ExitCode::certified;
}

}   // namespace plato
