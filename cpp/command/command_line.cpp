// The commands and their options, as they are written. The only file that includes CLI11.
#include "command/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "command/commands.hpp"
#include "messages/message_code.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

constexpr const char* footer = R"(
examples:
  plato check lock.plato -o lock.cert       verify a program thread by thread and write the certificate
  plato explore lock.plato                  search its interleavings for one that goes wrong
  plato prove lock.smt2 -o lock.cert        decide an SMT-LIB file and write a certificate of the answer
  plato recheck lock.cert                   have the kernel check the certificate again
  plato recheck lock.cert --against lock.smt2
                                            and make sure that it is about this very problem
  plato prove puzzle.cnf                    the same for a DIMACS file
  plato split lock.plato -o parts           divide the proof among machines (docs/several-machines.md)
  plato explain P501                        what the message with this code means, with an example
  plato audit                               what was proved about the kernel, and what you trust

exit code: 0 certified, 1 not proved, 2 bad input or usage, 3 a limit was reached, 4 refuted: the program is wrong)";

// What the arguments ask for, once they are parsed.
using Command = std::function<ExitCode(AnswerStream&)>;

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
  std::fprintf(stderr, "error: --lowest and --highest must leave between 1 and %d values to try%s\n",
               static_cast<int>(most_values), code_mark(MessageCode::usage).c_str());
  return false;
}

void add_recheck(CLI::App& app, RecheckCommand& options, Command& chosen) {
  CLI::App* command = app.add_subcommand("recheck", "Check certificates with the kernel alone");
  command->add_option("CERTIFICATE", options.certificates, "certificates; '-' is standard input")->required();
  command->add_option("--against", options.against,
                      "the program or problem they must be about (.plato, SMT-LIB or DIMACS); a program may "
                      "lack its annotations, and they must claim what 'check' claims");
  command->add_flag("--refutation", options.wants_refutation,
                    "with --against: they must claim that the program is wrong");
  command->add_flag("--json", options.json, "answer as JSON");
  command->callback([&] { chosen = [&](AnswerStream& answers) { return recheck(answers, options); }; });
}

void add_prove(CLI::App& app, ProveCommand& options, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("prove", "Decide a problem; answer 'unsat' or 'sat' only with an accepted certificate");
  command
      ->add_option("PROBLEM", options.problem,
                   "an SMT-LIB 2.6 or DIMACS CNF file, or a batch of 'split'; '-' is standard input")
      ->required();
  command->add_option("-o,--output", options.outputs.certificate,
                      "write the certificate, or the result of a batch, to this file; '-' is standard output");
  command->add_option("--question", options.question, "of a file with several check-sat: answer the one of this number")
      ->check(CLI::PositiveNumber);
  add_limits(*command, options.limits);
  command->add_option("--memory", options.megabytes, "limit for memory in megabytes")->check(CLI::PositiveNumber);
  command->add_flag("--json", options.json, "answer as JSON");
  command->callback([&] { chosen = [&](AnswerStream& answers) { return prove(answers, options); }; });
}

void add_check(CLI::App& app, CheckCommand& options, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("check", "Verify programs thread by thread; 'certified' only with an accepted certificate");
  command->add_option("PROGRAM", options.programs, ".plato files; '-' is standard input")->required();
  command->add_option("-o,--output", options.outputs.certificate,
                      "write the certificate to this file; '-' is standard output");
  add_limits(*command, options.limits);
  command->add_flag("--json", options.json, "answer as JSON (docs/report.md)");
  command->add_option("--html", options.outputs.html, "write a report to this file, as a page that needs nothing else");
  add_bounds(*command, options.explore);
  std::vector<std::string> names;
  for (const MethodText& method : methods) names.emplace_back(method.name);
  command
      ->add_option("--method", options.method, "use this method alone; otherwise those that fit, one after the other")
      ->check(CLI::IsMember(names));
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  command->add_option("-j,--jobs", options.jobs, "files or conditions to look at at a time; the answer is the same")
      ->check(CLI::Range(1, 256))
      ->default_str("one for each processor");
  command->callback([&] {
    chosen = [&](AnswerStream& answers) {
      return are_sensible(options.explore) ? check(answers, options) : ExitCode::bad_input;
    };
  });
}

void add_split(CLI::App& app, SplitCommand& options, Command& chosen) {
  CLI::App* command = app.add_subcommand("split", "Divide the conditions of a program into batches, for 'prove'");
  command->add_option("PROGRAM", options.program, "a .plato file")->required();
  command->add_option("-o,--output", options.folder, "the folder for the batches; it is made, or empty")->required();
  command->add_option("--batches", options.batches, "so many, or one for each condition if there are fewer")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command->callback([&] { chosen = [&](AnswerStream& answers) { return split(answers, options); }; });
}

void add_join(CLI::App& app, JoinCommand& options, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "join", "Put the results of all batches together; 'certified' only if the kernel accepts the whole");
  command->add_option("FOLDER", options.folder, "with the batches and their results")->required();
  command->add_option("-o,--output", options.output, "write the certificate to this file; '-' is standard output");
  command->callback([&] { chosen = [&](AnswerStream& answers) { return join(answers, options); }; });
}

void add_infer(CLI::App& app, InferCommand& options, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("infer", "Print a program with the annotations that its proof needs, in lines of their own");
  command->add_option("PROGRAM", options.program, "a .plato file")->required();
  command->add_option("-o,--output", options.output, "write the program to this file instead");
  add_limits(*command, options.limits);
  command->callback([&] { chosen = [&](AnswerStream& answers) { return infer(answers, options); }; });
}

void add_explore(CLI::App& app, ExploreCommand& options, Command& chosen) {
  CLI::App* command = app.add_subcommand("explore", "Search the interleavings of a program on bounded values");
  command->add_option("PROGRAM", options.program, "a .plato file")->required();
  command->add_option("-o,--output", options.outputs.certificate,
                      "write the certified schedule to this file; '-' is standard output");
  add_bounds(*command, options.options);
  command->add_option("--time", options.seconds, "wall limit in seconds")
      ->check(is_positive_number)
      ->capture_default_str();
  command->callback([&] {
    chosen = [&](AnswerStream& answers) {
      return are_sensible(options.options) ? explore_file(answers, options) : ExitCode::bad_input;
    };
  });
}

void add_show(CLI::App& app, ShowCommand& options, Command& chosen) {
  CLI::App* command = app.add_subcommand(
      "show",
      "A program after a stage: core, the kernel's conditions, its derivation, what its threads guarantee, or what "
      "reduction makes of it");
  command->add_option("STAGE", options.stage, "core, conditions, derivation, guarantee, atomicity or steps")
      ->required()
      ->check(CLI::IsMember({"core", "conditions", "derivation", "guarantee", "atomicity", "steps"}));
  command->add_option("PROGRAM", options.program, "a .plato file")->required();
  command->add_flag("--slow", options.is_slow, "conditions: prove them, and show which took longest");
  command->callback([&] { chosen = [&](AnswerStream& answers) { return show(answers, options); }; });
}

void add_audit(CLI::App& app, bool& json, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("audit", "What is proved of the kernel, with which axioms, and what is trusted");
  command->add_flag("--json", json, "answer as JSON");
  command->callback([&] { chosen = [&](AnswerStream& answers) { return audit(answers, json); }; });
}

void add_explain(CLI::App& app, std::string& code, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("explain", "What a message means, by the code at its end, with an example and what helps");
  command->add_option("CODE", code, "as in '[P501]'; without it, all codes are listed");
  command->callback([&] { chosen = [&](AnswerStream& answers) { return explain(answers, code); }; });
}

// The first line of what is wrong with the arguments, with its code.
std::string marked_usage(std::string text) {
  if (!text.empty()) text.insert(std::min(text.find('\n'), text.size()), code_mark(MessageCode::usage));
  return text;
}

std::string out_of_memory() { return "limit: there is not enough memory" + code_mark(MessageCode::memory) + "\n"; }

}   // namespace

ExitCode run_command_line(int count, char** arguments) {
  CLI::App app{"Plato: concurrency proofs that nobody has to take on trust", "plato"};
  app.set_version_flag("--version", std::string("plato " PLATO_VERSION));
  app.footer(footer);
  app.require_subcommand(1);
  RecheckCommand recheck_options;
  ProveCommand prove_options;
  CheckCommand check_options;
  SplitCommand split_options;
  JoinCommand join_options;
  InferCommand infer_options;
  ExploreCommand explore_options;
  ShowCommand show_options;
  bool audit_json = false;
  std::string explain_code;
  Command chosen;
  add_recheck(app, recheck_options, chosen);
  add_prove(app, prove_options, chosen);
  add_check(app, check_options, chosen);
  add_split(app, split_options, chosen);
  add_join(app, join_options, chosen);
  add_infer(app, infer_options, chosen);
  add_explore(app, explore_options, chosen);
  add_show(app, show_options, chosen);
  add_audit(app, audit_json, chosen);
  add_explain(app, explain_code, chosen);

  AnswerStream answers;
  if (count <= 1) {
    answers.print(app.help());
    return answers.finish(ExitCode::bad_input);
  }
  try {
    app.parse(count, arguments);
    return answers.finish(chosen(answers));
  } catch (const CLI::ParseError& error) {
    std::ostringstream text, problem;
    const bool is_help = app.exit(error, text, problem) == 0;
    answers.print(text.str());
    std::fputs(marked_usage(problem.str()).c_str(), stderr);
    return answers.finish(is_help ? ExitCode::certified : ExitCode::bad_input);
  } catch (const std::bad_alloc&) {
    answers.print(out_of_memory());
  } catch (const std::length_error&) {
    answers.print(out_of_memory());
  }
  return answers.finish(ExitCode::limit);
}

}   // namespace plato
