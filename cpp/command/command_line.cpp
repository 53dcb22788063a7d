// Commands, options and how answers are printed. The only file that includes CLI11.
#include "command/command_line.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "certificate/program_writer.hpp"
#include "command/exit_codes.hpp"
#include "core/core_text.hpp"
#include "core/read_program.hpp"
#include "explore/schedule_table.hpp"
#include "kernel/kernel_bridge.hpp"
#include "kernel/recheck.hpp"
#include "pipeline/check_program.hpp"
#include "pipeline/describe_checked.hpp"
#include "pipeline/explore_program.hpp"
#include "pipeline/prove.hpp"
#include "report/audit.hpp"
#include "report/report_html.hpp"
#include "report/report_json.hpp"
#include "source/diagnostic.hpp"
#include "system/input_file.hpp"
#include "system/output_file.hpp"
#include "text/shown_name.hpp"
#include "thread_modular/proof_outline.hpp"

namespace plato {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* footer = R"(
examples:
  plato check lock.plato -o lock.cert       verify a program thread by thread and write the certificate
  plato explore lock.plato                  search its interleavings for one that goes wrong
  plato prove lock.smt2 -o lock.cert        decide an SMT-LIB file and write a certificate of the answer
  plato recheck lock.cert                   have the kernel check the certificate again
  plato recheck lock.cert --against lock.smt2
                                            and make sure that it is about this very problem
  plato prove puzzle.cnf                    the same for a DIMACS file
  plato audit                               what was proved about the kernel, and what you trust

exit code: 0 certified, 1 not proved, 2 bad input or usage, 3 a limit was reached, 4 refuted: the program is wrong)";

// Where answers go: standard output, or standard error if the certificate goes there. Remembers whether writing failed.
class AnswerStream {
 public:
  void move_to_standard_error() { stream_ = stderr; }
  void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) error_ = errno;
  }
  // Any bytes become valid JSON: what is not UTF-8 is replaced.
  void print_json(const Json& json) { print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"); }
  void flush() {
    if (std::fflush(stream_) != 0 && error_ == 0) error_ = errno;
  }
  // An answer that could not be written does not count.
  ExitCode finish(ExitCode code) {
    flush();
    if (error_ == 0) return code;
    std::fprintf(stderr, "error: cannot write the answer: %s\n", std::strerror(error_));
    return worst(code, ExitCode::bad_input);
  }

 private:
  std::FILE* stream_ = stdout;
  int error_ = 0;
};

ExitCode report_error(AnswerStream& answers, const FileError& error) {
  answers.print(describe_unreadable(error));
  return error.is_limit ? ExitCode::limit : ExitCode::bad_input;
}

// What is to be written besides the answer.
struct Outputs {
  std::string certificate;   // empty: none is wanted; `-`: standard output
  std::string html;
};

// Looks at the names before any work is done. False, with a message, if they cannot be right.
bool are_sensible(AnswerStream& answers, const Outputs& outputs, const std::vector<std::string>& inputs, bool json) {
  const auto refuse = [](const std::string& message) {
    std::fprintf(stderr, "error: %s\n", message.c_str());
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

struct RecheckOptions {
  std::vector<std::string> certificates;
  std::string against;
  bool wants_refutation = false;
  bool json = false;
};

// One certificate, with the comparison of its claim if one was asked for.
struct Compared {
  Rechecked rechecked;
  bool is_compared = false;
  std::optional<std::string> difference{};   // how the claim differs from that of the file that is compared with
};

Compared recheck_one(const std::string& path, const RecheckOptions& options) {
  if (options.against.empty()) return {.rechecked = recheck_file(path)};
  const auto contents = read_file(path);
  if (!contents) return {.rechecked = recheck_file(path)};
  Compared result{.rechecked = recheck_bytes(*contents)};
  if (!is_accepted(result.rechecked.report.verdict)) return result;
  result.is_compared = true;
  result.difference = difference_from(options.against, as_text(*contents), options.wants_refutation);
  return result;
}

ExitCode exit_code(const Compared& result) {
  return result.difference ? ExitCode::not_proved : exit_code(result.rechecked.report.verdict);
}

std::string describe(const std::string& path, const Compared& result, const RecheckOptions& options) {
  if (result.difference) return "different " + shown_name(path) + ": " + *result.difference + "\n";
  return describe(path, result.rechecked) +
         (result.is_compared ? "the claim is that of " + shown_name(options.against) + "\n" : "");
}

Json to_json(const std::string& path, const Compared& result) {
  const KernelReport& report = result.rechecked.report;
  Json json{{"file", path},
            {"verdict", result.difference ? "different" : verdict_word(result.rechecked)},
            {"message", result.difference.value_or(report.message)}};
  if (report.line != 0) json.update({{"line", report.line}, {"column", report.column}});
  return json;
}

ExitCode recheck(AnswerStream& answers, const RecheckOptions& options) {
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

// What limits a search for proofs.
struct Limits {
  double seconds = 600;
  double effort = 1;
};

struct ProveCommand {
  std::string problem;
  Outputs outputs;
  Limits limits;
  std::size_t megabytes = 0;
  bool json = false;
};

Json to_json(const std::string& path, const Proved& proved) {
  constexpr const char* words[] = {"unsat", "sat", "uncertified", "unknown", "error", "error"};
  Json json{{"file", path},
            {"answer", words[static_cast<int>(proved.answer)]},
            {"certified", proved.kernel.has_value()},
            {"message", proved.message}};
  if (proved.line != 0) json.update({{"line", proved.line}, {"column", proved.column}});
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

ExitCode prove(AnswerStream& answers, const ProveCommand& command) {
  if (!are_sensible(answers, command.outputs, {command.problem}, command.json)) return ExitCode::bad_input;
  const Proved proved = prove_file(command.problem, {.effort = command.limits.effort,
                                                     .deadline = Deadline::in(command.limits.seconds),
                                                     .megabytes = command.megabytes});
  if (command.json)
    answers.print_json(to_json(command.problem, proved));
  else
    answers.print(describe(command.problem, proved));
  return write_output(answers, command.outputs.certificate, proved.certificate, exit_code(proved));
}

struct CheckCommand {
  std::vector<std::string> programs;
  Outputs outputs;
  Limits limits;
  ExploreOptions explore = CheckOptions{}.explore;
  bool json = false;
};

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

ExitCode check(AnswerStream& answers, const CheckCommand& command) {
  if (!are_sensible(answers, command.outputs, command.programs, command.json)) return ExitCode::bad_input;
  ExitCode code = ExitCode::certified;
  Json all = Json::array();
  for (const std::string& path : command.programs) {
    const Checked checked = check_program_file(path, {.effort = command.limits.effort,
                                                      .deadline = Deadline::in(command.limits.seconds),
                                                      .explore = command.explore});
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

struct ExploreCommand {
  std::string program;
  Outputs outputs;
  double seconds = 60;
  ExploreOptions options;
};

std::string list(const char* title, const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text.empty() ? "" : std::string("  ") + title + ": " + text + "\n";
}

// Nothing was found wrong. That is no proof, and the answer says how far it reaches.
std::string describe_exploration(const CoreProgram& core, const std::string& shown, const Exploration& found) {
  std::string text = found.is_complete() ? "explored " + shown + ": nothing goes wrong"
                                         : "incomplete " + shown + ": nothing that was tried goes wrong";
  text += " (" + std::to_string(found.states) + " states)\n" + list("tried", found.tried) +
          list("not tried", found.left_out);
  if (!found.stopped.empty()) text += "  stopped: " + found.stopped + "\n";
  if (found.deadlock)
    text += "deadlock: threads may wait for each other for ever, which no claim excludes\n" +
            deadlock_table(core.program, core.provenance, *found.deadlock);
  return text;
}

ExitCode explore_file(AnswerStream& answers, const ExploreCommand& command) {
  if (!are_sensible(answers, command.outputs, {command.program}, false)) return ExitCode::bad_input;
  ExitCode code = ExitCode::limit;
  const auto program = read_core_program(answers, command.program, code);
  if (!program) return code;
  const std::string shown = shown_name(command.program);
  ExploreOptions options = command.options;
  options.most_seconds = command.seconds;
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  if (is_terminal) options.progress = [](std::size_t states) { std::fprintf(stderr, "\r%zu states", states); };
  const ExploredProgram explored = explore_program(*program, options);
  if (is_terminal) std::fprintf(stderr, "\r\033[K");
  const Exploration& found = explored.exploration;
  if (found.verdict == Exploration::Verdict::no_violation) {
    answers.print(describe_exploration(*program, shown, found));
    return ExitCode::limit;
  }
  const std::string what = shown + ": the program " + std::string(violation_text(found.verdict));
  if (!explored.is_refuted) {
    answers.print("uncertified " + what + " (" + explored.claim + ")\n" + explored.table);
    return ExitCode::limit;
  }
  answers.print("refuted " + what + "; the kernel has replayed this schedule\n" + explored.table);
  return write_output(answers, command.outputs.certificate, explored.certificate, ExitCode::refuted);
}

struct ShowCommand {
  std::string stage;
  std::string program;
};

// A program after a stage: as core Plato, as the kernel's conditions, or as the proof outline that they make.
ExitCode show(AnswerStream& answers, const ShowCommand& command) {
  ExitCode code = ExitCode::certified;
  const auto program = read_core_program(answers, command.program, code);
  if (!program) return code;
  if (command.stage == "core") {
    answers.print(core_text(*program));
    return ExitCode::certified;
  }
  if (command.stage == "conditions") {
    const auto conditions = conditions_from_kernel(as_bytes(write_program(*program)));
    answers.print(conditions ? *conditions : conditions.error().message);
    return ExitCode::certified;
  }
  const auto conditions = ask_for_conditions(write_program(*program));
  if (!conditions) {
    answers.print("limit " + shown_name(command.program) +
                  ": the kernel gives no conditions for this program: " + conditions.error().message + "\n");
    return ExitCode::limit;
  }
  answers.print(proof_outline(*program, conditions->conditions));
  return ExitCode::certified;
}

ExitCode audit(AnswerStream& answers, bool json) {
  answers.print(json ? std::string(audit_record()) : describe_audit());
  return ExitCode::certified;
}

// ---- options that several commands have

// Positive and finite: CLI11's own check lets "nan" through.
std::string is_positive_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && std::isfinite(value) && value > 0
             ? ""
             : "expected a positive number, found '" + shown_name(text) + "'";
}

void add_limits(CLI::App& command, Limits& limits) {
  command.add_option("--time", limits.seconds, "wall limit in seconds, a last resort: the counted budgets decide")
      ->check(is_positive_number)
      ->capture_default_str();
  command.add_option("--effort", limits.effort, "how much to try: a factor of the usual counted budgets")
      ->check(is_positive_number)
      ->capture_default_str();
}

void add_bounds(CLI::App& command, ExploreOptions& options) {
  constexpr std::int64_t largest = 1'000'000;
  command
      .add_option("--threads", options.threads_per_family,
                  "threads of each family to run; otherwise all of a family with bounds, 2 of one without")
      ->check(CLI::Range(1, 1000));
  command.add_option("--lowest", options.lowest, "smallest value to try for what is not determined")
      ->check(CLI::Range(-largest, largest))
      ->capture_default_str();
  command.add_option("--highest", options.highest, "largest value to try")
      ->check(CLI::Range(-largest, largest))
      ->capture_default_str();
  command.add_option("--states", options.most_states, "limit for the states of an exploration")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}))
      ->capture_default_str();
}

bool are_sensible(const ExploreOptions& options) {
  constexpr std::int64_t most_values = 1000;
  if (options.lowest <= options.highest && options.highest - options.lowest < most_values) return true;
  std::fprintf(stderr, "error: --lowest and --highest must leave between 1 and %d values to try\n",
               static_cast<int>(most_values));
  return false;
}

}   // namespace

ExitCode run_command_line(int count, char** arguments) {
  CLI::App app{"Plato: concurrency proofs that nobody has to take on trust", "plato"};
  app.set_version_flag("--version", std::string("plato " PLATO_VERSION));
  app.footer(footer);
  app.require_subcommand(1);
  ExitCode code = ExitCode::certified;

  AnswerStream answers;
  RecheckOptions recheck_options;
  CLI::App* recheck_command = app.add_subcommand("recheck", "Check certificates with the kernel alone");
  recheck_command->add_option("CERTIFICATE", recheck_options.certificates, "certificates; '-' is standard input")
      ->required();
  recheck_command->add_option("--against", recheck_options.against,
                              "the program or problem they must be about (.plato, SMT-LIB or DIMACS); of a program "
                              "they must claim what 'check' claims");
  recheck_command->add_flag("--refutation", recheck_options.wants_refutation,
                            "with --against: they must claim that the program is wrong");
  recheck_command->add_flag("--json", recheck_options.json, "answer as JSON");
  recheck_command->callback([&] { code = recheck(answers, recheck_options); });

  ProveCommand prove_options;
  CLI::App* prove_command =
      app.add_subcommand("prove", "Decide a problem; answer 'unsat' or 'sat' only with an accepted certificate");
  prove_command
      ->add_option("PROBLEM", prove_options.problem, "an SMT-LIB 2.6 or DIMACS CNF file; '-' is standard input")
      ->required();
  prove_command->add_option("-o,--output", prove_options.outputs.certificate,
                            "write the certificate to this file; '-' is standard output");
  add_limits(*prove_command, prove_options.limits);
  prove_command->add_option("--memory", prove_options.megabytes, "limit for memory in megabytes")
      ->check(CLI::PositiveNumber);
  prove_command->add_flag("--json", prove_options.json, "answer as JSON");
  prove_command->callback([&] { code = prove(answers, prove_options); });

  CheckCommand check_options;
  CLI::App* check_command =
      app.add_subcommand("check", "Verify programs thread by thread; 'certified' only with an accepted certificate");
  check_command->add_option("PROGRAM", check_options.programs, ".plato files; '-' is standard input")->required();
  check_command->add_option("-o,--output", check_options.outputs.certificate,
                            "write the certificate to this file; '-' is standard output");
  add_limits(*check_command, check_options.limits);
  check_command->add_flag("--json", check_options.json, "answer as JSON (docs/report.md)");
  check_command->add_option("--html", check_options.outputs.html,
                            "write a report to this file, as a page that needs nothing else");
  add_bounds(*check_command, check_options.explore);
  check_command->callback(
      [&] { code = are_sensible(check_options.explore) ? check(answers, check_options) : ExitCode::bad_input; });

  ExploreCommand explore_options;
  CLI::App* explore_command = app.add_subcommand("explore", "Search the interleavings of a program on bounded values");
  explore_command->add_option("PROGRAM", explore_options.program, "a .plato file")->required();
  explore_command->add_option("-o,--output", explore_options.outputs.certificate,
                              "write the certified schedule to this file; '-' is standard output");
  add_bounds(*explore_command, explore_options.options);
  explore_command->add_option("--time", explore_options.seconds, "wall limit in seconds")
      ->check(is_positive_number)
      ->capture_default_str();
  explore_command->callback([&] {
    code = are_sensible(explore_options.options) ? explore_file(answers, explore_options) : ExitCode::bad_input;
  });

  ShowCommand show_options;
  CLI::App* show_command =
      app.add_subcommand("show", "A program after a stage: core, the kernel's conditions, or its derivation");
  show_command->add_option("STAGE", show_options.stage, "core, conditions or derivation")
      ->required()
      ->check(CLI::IsMember({"core", "conditions", "derivation"}));
  show_command->add_option("PROGRAM", show_options.program, "a .plato file")->required();
  show_command->callback([&] { code = show(answers, show_options); });

  bool audit_json = false;
  CLI::App* audit_command =
      app.add_subcommand("audit", "What is proved of the kernel, with which axioms, and what is trusted");
  audit_command->add_flag("--json", audit_json, "answer as JSON");
  audit_command->callback([&] { code = audit(answers, audit_json); });

  if (count <= 1) {
    answers.print(app.help());
    return answers.finish(ExitCode::bad_input);
  }
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    std::ostringstream text, problem;
    const bool is_help = app.exit(error, text, problem) == 0;
    answers.print(text.str());
    std::fputs(problem.str().c_str(), stderr);
    return answers.finish(is_help ? ExitCode::certified : ExitCode::bad_input);
  } catch (const std::bad_alloc&) {
    answers.print("limit: there is not enough memory\n");
    code = ExitCode::limit;
  } catch (const std::length_error&) {
    answers.print("limit: there is not enough memory\n");
    code = ExitCode::limit;
  }
  return answers.finish(code);
}

}   // namespace plato
