// Sharing the conditions of a program among machines: split, prove on a batch, join.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "batches/join_parts.hpp"
#include "batches/prove_batch.hpp"
#include "batches/split_program.hpp"
#include "command/commands.hpp"
#include "core/read_program.hpp"
#include "source/message.hpp"
#include "system/input_file.hpp"
#include "system/output_file.hpp"
#include "text/shown_name.hpp"

namespace plato {
namespace {

ExitCode refuse(AnswerStream& answers, const FileError& error) {
  answers.print(describe_unreadable(error));
  return error.is_limit ? ExitCode::limit : ExitCode::bad_input;
}

// The folder is made, and there is nothing in it: results of another division would be taken for this one's.
std::optional<FileError> make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_empty(path, error)) return std::nullopt;
  if (!error) return FileError{"'" + shown_name(path) + "' is not empty: choose another folder"};
  return FileError{"cannot make the folder '" + shown_name(path) + "': " + error.message()};
}

ExitCode write_batches(AnswerStream& answers, const SplitCommand& command, const std::vector<Batch>& batches) {
  if (const auto error = make_folder(command.folder)) return refuse(answers, *error);
  for (const Batch& batch : batches) {
    const auto file = std::filesystem::path(command.folder) / (part_name(batch.part, batch.parts) + ".batch");
    if (const auto written = write_file(file.string(), write_batch(batch)); !written)
      return refuse(answers, written.error());
  }
  const std::string folder = shown_name(command.folder);
  answers.print(
      fmt::format("split {}: {} conditions in {} batch{}, {}/part-*.batch\n"
                  "  then, on each: plato prove {}/NAME.batch -o {}/NAME.result\n"
                  "  and at the end: plato join {} -o CERTIFICATE\n",
                  shown_name(command.program), batches.front().all, batches.size(), batches.size() == 1 ? "" : "es",
                  folder, folder, folder, folder));
  return ExitCode::certified;
}

}   // namespace

ExitCode split(AnswerStream& answers, const SplitCommand& command) {
  const auto contents = read_file(command.program);
  if (!contents) return refuse(answers, contents.error());
  std::string source(as_text(*contents));
  auto core = read_program(source);
  const std::string shown = shown_name(command.program);
  if (!core) {
    answers.print(render(core.error(), shown, source));
    return ExitCode::bad_input;
  }
  const Read read{.source = std::move(source), .core = *std::move(core)};
  std::optional<Message> reason = why_unprovable(read.core);
  if (!read.core.specification.races.empty())
    reason = Message{.code = MessageCode::races,
                     .where = read.core.provenance.race_free.at(0),
                     .text = "that there are no races is proved by running the program, and not by conditions",
                     .help = {"'plato check' does that; or leave out 'race-free'"}};
  if (reason) {
    answers.print(render(*reason, "not proved", shown, read.source));
    return ExitCode::not_proved;
  }
  const auto asked = ask(read);
  if (!asked) {
    answers.print(fmt::format("limit {}: {}{}\n", shown, asked.error().reason, code_mark(MessageCode::too_large)));
    return ExitCode::limit;
  }
  return write_batches(answers, command, split_conditions(command.program, read.core, *asked, command.batches));
}

bool is_batch_file(const std::string& path) {
  if (path == "-") return false;
  std::ifstream file(path, std::ios::binary);
  char first[32] = {};
  file.read(first, static_cast<std::streamsize>(batch_header.size() + 1));
  return std::string_view(first, static_cast<std::size_t>(file.gcount())) == std::string(batch_header) + "\n";
}

namespace {

nlohmann::ordered_json batch_json(const std::string& path, const ProvedBatch& proved, std::string_view answer,
                                  const std::optional<MessageCode>& code) {
  nlohmann::ordered_json json{{"file", path},
                              {"answer", answer},
                              {"code", code ? nlohmann::ordered_json(code_text(*code)) : nullptr},
                              {"part", proved.result.part},
                              {"parts", proved.result.parts},
                              {"conditions", nlohmann::ordered_json::array()}};
  for (const PartCondition& condition : proved.result.conditions)
    json["conditions"].push_back(
        {{"number", condition.number}, {"status", condition.refutation ? "proved" : condition.status}});
  return json;
}

std::string batch_text(const std::string& path, const ProvedBatch& proved, std::string_view answer,
                       const std::optional<MessageCode>& code) {
  const std::vector<PartCondition>& conditions = proved.result.conditions;
  const auto count = std::ranges::count_if(conditions, [](const PartCondition& c) { return c.refutation.has_value(); });
  std::string text =
      fmt::format("{} {}: {} of {} conditions of part {} of {} {} a refutation that the kernel checked{}\n", answer,
                  shown_name(path), count, conditions.size(), proved.result.part, proved.result.parts,
                  count == 1 ? "has" : "have", code ? code_mark(*code) : "");
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (!conditions[i].refutation)
      text += fmt::format("  condition {} ({}): {}\n", conditions[i].number,
                          shown_name(proved.batch.conditions[i].says), shown_name(conditions[i].status));
  return text;
}

}   // namespace

ExitCode prove_batch_file(AnswerStream& answers, const ProveCommand& command) {
  const auto contents = read_file(command.problem);
  if (!contents) return refuse(answers, contents.error());
  const auto proved = prove_batch(as_text(*contents),
                                  {.effort = command.limits.effort, .deadline = Deadline::in(command.limits.seconds)});
  if (!proved) {
    const BatchFault& fault = proved.error();
    answers.print(message_at({.line = static_cast<std::uint32_t>(fault.line), .column = 1, .length = 1}, "error",
                             fault.message + code_mark(MessageCode::bad_part), shown_name(command.problem),
                             as_text(*contents)));
    return ExitCode::bad_input;
  }
  const auto is_proved = [](const PartCondition& c) { return c.refutation.has_value(); };
  ExitCode exit = ExitCode::certified;
  std::optional<MessageCode> code;
  if (!std::ranges::all_of(proved->result.conditions, is_proved)) {
    exit = proved->has_counterexample ? ExitCode::not_proved : ExitCode::limit;
    code = proved->has_counterexample ? MessageCode::not_proved : MessageCode::unknown;
  }
  const bool is_open = exit == ExitCode::limit;
  if (command.json)
    answers.print_json(batch_json(command.problem, *proved, !code ? "proved" : is_open ? "limit" : "not-proved", code));
  else
    answers.print(batch_text(command.problem, *proved, !code ? "proved" : is_open ? "limit" : "not proved", code));
  if (command.outputs.certificate.empty()) return exit;
  answers.flush();
  const auto written = write_file(command.outputs.certificate, write_part_result(proved->result));
  return written ? exit : worst(exit, refuse(answers, written.error()));
}

namespace {

// The files of the folder with that ending, by name.
tl::expected<std::vector<PartFile>, FileError> files_ending(const std::string& folder, std::string_view ending) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().string().ends_with(ending)) names.push_back(at->path().string());
  if (error)
    return tl::unexpected(FileError{"cannot read the folder '" + shown_name(folder) + "': " + error.message()});
  std::ranges::sort(names);
  std::vector<PartFile> files;
  for (const std::string& name : names) {
    const auto contents = read_file(name);
    if (!contents) return tl::unexpected(contents.error());
    files.push_back({.name = name, .text = std::string(as_text(*contents))});
  }
  return files;
}

std::string describe(const std::string& folder, const NotJoined& none) {
  constexpr std::size_t most = 50;
  using Kind = NotJoined::Kind;
  std::string text;
  if (none.kind != Kind::bad_input)
    text = fmt::format("{} {}: {}{}\n", none.kind == Kind::limit ? "limit" : "not proved", shown_name(folder),
                       none.kind == Kind::missing ? "parts are missing" : "not all conditions are proved",
                       code_mark(none.lines.front().code));
  for (std::size_t i = 0; i < none.lines.size() && i < most; ++i) {
    const NotJoined::Line& line = none.lines[i];
    text += shown_name(line.file) + (line.line == 0 ? "" : fmt::format(":{}:1", line.line)) +
            (none.kind == Kind::bad_input ? ": error: " : ": not proved: ") + line.message + code_mark(line.code) +
            "\n";
    if (!line.help.empty()) text += "  help: " + line.help + "\n";
  }
  if (none.lines.size() > most) text += fmt::format("and {} more\n", none.lines.size() - most);
  return text;
}

ExitCode exit_code(NotJoined::Kind kind) {
  switch (kind) {
    case NotJoined::Kind::bad_input: return ExitCode::bad_input;
    case NotJoined::Kind::missing:
    case NotJoined::Kind::not_proved: return ExitCode::not_proved;
    case NotJoined::Kind::limit: return ExitCode::limit;
  }
  return ExitCode::bad_input;
}

}   // namespace

ExitCode join(AnswerStream& answers, const JoinCommand& command) {
  if (command.output == "-") answers.move_to_standard_error();
  const auto batches = files_ending(command.folder, ".batch"), results = files_ending(command.folder, ".result");
  if (!batches) return refuse(answers, batches.error());
  if (!results) return refuse(answers, results.error());
  if (batches->empty())
    return refuse(answers, {"there is no batch in '" + shown_name(command.folder) + "': 'plato split' makes them"});
  std::vector<std::string> inputs;
  for (const auto* files : {&*batches, &*results})
    for (const PartFile& file : *files) inputs.push_back(file.name);
  if (!command.output.empty())
    if (const auto error = would_overwrite(command.output, inputs)) return refuse(answers, *error);
  const auto joined = join_parts(*batches, *results);
  if (!joined) {
    answers.print(describe(command.folder, joined.error()));
    return exit_code(joined.error().kind);
  }
  answers.print(
      fmt::format("certified {}: {}\n  {} conditions of {} parts, each with a refutation that the kernel checked\n",
                  shown_name(command.folder), joined->claim, joined->conditions, joined->parts));
  if (command.output.empty()) return ExitCode::certified;
  answers.flush();
  const auto written = write_file(command.output, joined->certificate);
  return written ? ExitCode::certified : refuse(answers, written.error());
}

}   // namespace plato
