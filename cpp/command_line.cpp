// Commands, options and how answers are printed. The only file that includes CLI11.
#include "command_line.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "audit.hpp"
#include "check_program.hpp"
#include "core_text.hpp"
#include "diagnostic.hpp"
#include "input_file.hpp"
#include "kernel_bridge.hpp"
#include "program_writer.hpp"
#include "proof_outline.hpp"
#include "prove.hpp"
#include "read_program.hpp"
#include "recheck.hpp"
#include "report_html.hpp"
#include "report_json.hpp"
#include "schedule_table.hpp"

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
                                            and make sure that it speaks of this very problem
  plato prove puzzle.cnf                    the same for a DIMACS file
  plato audit                               what was proved about the kernel, and what you trust

exit code: 0 certified, 1 not proved, 2 bad input or usage, 3 a limit was reached)";

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// Any bytes become valid JSON: what is not UTF-8 is replaced.
void print_json(const Json& json) {
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

struct RecheckOptions {
  std::vector<std::string> certificates;
  std::string against;
  bool json = false;
};

// One certificate, with the comparison of its claim if one is asked for.
Rechecked recheck_one(const std::string& path, const std::string& against) {
  if (against.empty()) return recheck_file(path);
  const auto contents = read_file(path);
  if (std::holds_alternative<FileError>(contents)) return recheck_file(path);
  const auto& bytes = std::get<std::vector<std::byte>>(contents);
  Rechecked result = recheck_bytes(path, bytes);
  if (!is_accepted(result.report.verdict)) return result;
  if (const auto difference = difference_from(against, as_text(bytes))) {
    result.code = ExitCode::not_proved;
    result.text = "different " + path + ": " + *difference + "\n";
    result.report.message = *difference;
  } else {
    result.text += "the claim is that of " + against + "\n";
  }
  return result;
}

Json to_json(const std::string& path, const Rechecked& result) {
  Json json{
      {"file", path}, {"verdict", result.text.substr(0, result.text.find(' '))}, {"message", result.report.message}};
  if (result.report.line != 0) json.update({{"line", result.report.line}, {"column", result.report.column}});
  return json;
}

ExitCode recheck(const RecheckOptions& options) {
  ExitCode code = ExitCode::certified;
  Json all = Json::array();
  for (const std::string& path : options.certificates) {
    const Rechecked result = recheck_one(path, options.against);
    code = worst(code, result.code);
    if (options.json)
      all.push_back(to_json(path, result));
    else
      print(result.text);
  }
  if (options.json) print_json(all);
  return code;
}

struct ProveCommand {
  std::string problem;
  std::string certificate;
  double seconds = 0;
  std::size_t megabytes = 0;
  bool json = false;
};

ExitCode prove(const ProveCommand& command) {
  ProveOptions options;
  if (!command.certificate.empty()) options.certificate_path = command.certificate;
  if (command.seconds > 0) options.seconds = command.seconds;
  options.megabytes = command.megabytes;
  const Proved proved = prove_file(command.problem, options);
  if (!command.json) {
    print(proved.text);
    return proved.code;
  }
  constexpr const char* words[] = {"unsat", "sat", "uncertified", "unknown", "error"};
  Json json{{"file", command.problem},
            {"answer", words[static_cast<int>(proved.answer)]},
            {"certified", proved.is_certified},
            {"message", proved.message}};
  if (proved.line != 0) json.update({{"line", proved.line}, {"column", proved.column}});
  if (proved.certificate_bytes != 0) json["certificateBytes"] = proved.certificate_bytes;
  if (!proved.model.empty()) json["model"] = proved.model;
  if (!proved.smt_model.empty()) json["model"] = proved.smt_model;
  print_json(json);
  return proved.code;
}

struct CheckCommand {
  std::vector<std::string> programs;
  std::string certificate;
  std::string html;
  double seconds = 0;
  bool json = false;
};

ExitCode check(const CheckCommand& command) {
  CheckOptions options;
  if (!command.certificate.empty()) options.certificate_path = command.certificate;
  if (command.seconds > 0) options.seconds = command.seconds;
  if (!command.html.empty() && command.programs.size() > 1) {
    std::fputs("--html is for one program at a time\n", stderr);
    return ExitCode::bad_input;
  }
  ExitCode code = ExitCode::certified;
  Json all = Json::array();
  for (const std::string& path : command.programs) {
    const Checked checked = check_program_file(path, options);
    code = worst(code, checked.code);
    if (command.json)
      all.push_back(report_json(path, checked));
    else
      print(checked.text);
    if (command.html.empty()) continue;
    const auto written = write_file(command.html, report_html(path, checked));
    if (const auto* error = std::get_if<FileError>(&written)) {
      std::fprintf(stderr, "error: %s\n", error->message.c_str());
      code = worst(code, ExitCode::bad_input);
    }
  }
  if (command.json) print_json(all);
  return code;
}

struct ExploreCommand {
  std::string program;
  std::string certificate;
  ExploreOptions options;
};

ExitCode explore_file(const ExploreCommand& command) {
  const auto contents = read_file(command.program);
  if (const auto* error = std::get_if<FileError>(&contents)) {
    print("error: " + error->message + "\n");
    return ExitCode::bad_input;
  }
  const std::string_view source = as_text(std::get<std::vector<std::byte>>(contents));
  Diagnostics diagnostics;
  const auto program = read_program(source, diagnostics);
  if (!program) {
    print(render(diagnostics, command.program, source));
    return ExitCode::bad_input;
  }
  ExploreOptions options = command.options;
  const bool is_terminal = isatty(STDERR_FILENO) != 0;
  if (is_terminal) options.progress = [](std::size_t states) { std::fprintf(stderr, "\r%zu states", states); };
  const ExploredProgram explored = explore_program(*program, options);
  if (is_terminal) std::fprintf(stderr, "\r\033[K");
  const Exploration& found = explored.exploration;
  if (found.verdict == Exploration::Verdict::no_violation) {
    print("explored " + command.program + ": nothing goes wrong within the bounds (" + std::to_string(found.states) + " states" +
          (found.is_complete ? "" : ", incomplete: " + found.incomplete_reason) + ")\n");
    return found.is_complete ? ExitCode::certified : ExitCode::limit;
  }
  print((explored.is_certified ? "certified " : "uncertified ") + command.program + ": " +
        "the program " + std::string(violation_text(found.verdict)) +
        (explored.is_certified ? "; the kernel has replayed this schedule\n" : " (" + explored.claim + ")\n") + explored.table);
  if (!command.certificate.empty() && explored.is_certified) {
    const auto written = write_file(command.certificate, explored.certificate);
    if (const auto* error = std::get_if<FileError>(&written)) {
      print("error: " + error->message + "\n");
      return ExitCode::bad_input;
    }
  }
  return ExitCode::not_proved;
}

struct ShowCommand {
  std::string stage;
  std::string program;
};

// A program after a stage: as core Plato, as the kernel's conditions, or as the proof outline that they make.
ExitCode show(const ShowCommand& command) {
  const auto contents = read_file(command.program);
  if (const auto* error = std::get_if<FileError>(&contents)) {
    print("error: " + error->message + "\n");
    return ExitCode::bad_input;
  }
  const std::string_view source = as_text(std::get<std::vector<std::byte>>(contents));
  Diagnostics diagnostics;
  const auto program = read_program(source, diagnostics);
  if (!program) {
    print(render(diagnostics, command.program, source));
    return ExitCode::bad_input;
  }
  if (command.stage != "derivation") {
    print(command.stage == "core" ? core_text(*program) : conditions_from_kernel(as_bytes(write_program(*program))).text);
    return ExitCode::certified;
  }
  const auto conditions = ask_for_conditions(write_program(*program));
  if (const auto* error = std::get_if<ConditionsError>(&conditions)) {
    print("unknown " + command.program + ": the kernel gives no conditions for this program: " + error->message + "\n");
    return ExitCode::limit;
  }
  print(proof_outline(*program, std::get<Conditions>(conditions).conditions));
  return ExitCode::certified;
}

ExitCode audit(bool json) {
  print(json ? std::string(audit_record()) : describe_audit());
  return ExitCode::certified;
}

}   // namespace

ExitCode run_command_line(int count, char** arguments) {
  CLI::App app{"Plato: concurrency proofs that nobody has to take on trust", "plato"};
  app.set_version_flag("--version", std::string("plato " PLATO_VERSION));
  app.footer(footer);
  app.require_subcommand(1);
  ExitCode code = ExitCode::certified;

  RecheckOptions recheck_options;
  CLI::App* recheck_command = app.add_subcommand("recheck", "Check certificates with the kernel alone");
  recheck_command->add_option("CERTIFICATE", recheck_options.certificates, "certificates; '-' is standard input")
      ->required();
  recheck_command->add_option("--against", recheck_options.against, "the program or problem they must speak of (.plato, SMT-LIB or DIMACS)");
  recheck_command->add_flag("--json", recheck_options.json, "answer as JSON");
  recheck_command->callback([&] { code = recheck(recheck_options); });

  ProveCommand prove_options;
  CLI::App* prove_command =
      app.add_subcommand("prove", "Decide a problem; answer 'unsat' or 'sat' only with an accepted certificate");
  prove_command->add_option("PROBLEM", prove_options.problem, "an SMT-LIB 2.6 or DIMACS CNF file; '-' is standard input")->required();
  prove_command->add_option("-o,--output", prove_options.certificate, "write the certificate to this file");
  prove_command->add_option("--time", prove_options.seconds, "limit for the search in seconds")
      ->check(CLI::PositiveNumber);
  prove_command->add_option("--memory", prove_options.megabytes, "limit for memory in megabytes")->check(CLI::PositiveNumber);
  prove_command->add_flag("--json", prove_options.json, "answer as JSON");
  prove_command->callback([&] { code = prove(prove_options); });

  CheckCommand check_options;
  CLI::App* check_command = app.add_subcommand("check", "Verify programs thread by thread; 'certified' only with an accepted certificate");
  check_command->add_option("PROGRAM", check_options.programs, ".plato files; '-' is standard input")->required();
  check_command->add_option("-o,--output", check_options.certificate, "write the certificate to this file");
  check_command->add_option("--time", check_options.seconds, "limit for the proofs in seconds")->check(CLI::PositiveNumber);
  check_command->add_flag("--json", check_options.json, "answer as JSON (docs/report.md)");
  check_command->add_option("--html", check_options.html, "write a report to this file, as a page that needs nothing else");
  check_command->callback([&] { code = check(check_options); });

  ExploreCommand explore_options;
  CLI::App* explore_command = app.add_subcommand("explore", "Search the interleavings of a program on bounded values");
  explore_command->add_option("PROGRAM", explore_options.program, "a .plato file")->required();
  explore_command->add_option("-o,--output", explore_options.certificate, "write the certified schedule to this file");
  explore_command->add_option("--threads", explore_options.options.threads_per_family, "threads of each family")->check(CLI::PositiveNumber);
  explore_command->add_option("--lowest", explore_options.options.lowest, "smallest value for what is not determined");
  explore_command->add_option("--highest", explore_options.options.highest, "largest value for what is not determined");
  explore_command->add_option("--states", explore_options.options.most_states, "limit for states")->check(CLI::PositiveNumber);
  explore_command->add_option("--time", explore_options.options.most_seconds, "limit in seconds")->check(CLI::PositiveNumber);
  explore_command->callback([&] { code = explore_file(explore_options); });

  ShowCommand show_options;
  CLI::App* show_command = app.add_subcommand("show", "A program after a stage: core, the kernel's conditions, or its derivation");
  show_command->add_option("STAGE", show_options.stage, "core, conditions or derivation")
      ->required()
      ->check(CLI::IsMember({"core", "conditions", "derivation"}));
  show_command->add_option("PROGRAM", show_options.program, "a .plato file")->required();
  show_command->callback([&] { code = show(show_options); });

  bool audit_json = false;
  CLI::App* audit_command =
      app.add_subcommand("audit", "What is proved of the kernel, with which axioms, and what is trusted");
  audit_command->add_flag("--json", audit_json, "answer as JSON");
  audit_command->callback([&] { code = audit(audit_json); });

  if (count <= 1) {
    print(app.help());
    return ExitCode::bad_input;
  }
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ExitCode::certified : ExitCode::bad_input;
  }
  return code;
}

}   // namespace plato
