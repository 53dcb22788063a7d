// What the commands of plato do, apart from how they are written on the command line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "command/answer_stream.hpp"
#include "explore/schedule.hpp"
#include "pipeline/check_program.hpp"

namespace plato {

// What is to be written besides the answer.
struct Outputs {
  std::string certificate;   // empty: none is wanted; `-`: standard output
  std::string html;
};

// What limits a search for proofs.
struct Limits {
  double seconds = 600;
  double effort = 1;
};

struct RecheckCommand {
  std::vector<std::string> certificates;
  std::string against;
  bool wants_refutation = false;
  bool json = false;
};

struct ProveCommand {
  std::string problem;
  Outputs outputs;
  Limits limits;
  std::size_t megabytes = 0;
  std::size_t question = 0;   // of several, from 1; 0: all
  bool json = false;
};

struct CheckCommand {
  std::vector<std::string> programs;
  Outputs outputs;
  Limits limits;
  ExploreOptions explore = CheckOptions{}.explore;
  std::string method;   // empty: as fits
  std::size_t jobs = 1;
  bool json = false;
};

struct InferCommand {
  std::string program;
  std::string output;   // empty: standard output
  Limits limits;
};

struct ExploreCommand {
  std::string program;
  Outputs outputs;
  double seconds = 60;
  ExploreOptions options;
};

struct ShowCommand {
  std::string stage;
  std::string program;
  bool is_slow = false;   // conditions: prove them, and show which were the hardest
};

struct SplitCommand {
  std::string program;
  std::string folder;
  std::size_t batches = 16;
};

struct JoinCommand {
  std::string folder;
  std::string output;   // empty: none is wanted; `-`: standard output
};

// Each prints its answer, writes what it is asked to write, and gives the exit code.
ExitCode recheck(AnswerStream& answers, const RecheckCommand& options);
ExitCode prove(AnswerStream& answers, const ProveCommand& command);
ExitCode split(AnswerStream& answers, const SplitCommand& command);
ExitCode join(AnswerStream& answers, const JoinCommand& command);
// Whether the file is a batch of `split`, which `prove` is given.
bool is_batch_file(const std::string& path);
ExitCode prove_batch_file(AnswerStream& answers, const ProveCommand& command);
ExitCode check(AnswerStream& answers, const CheckCommand& command);
ExitCode infer(AnswerStream& answers, const InferCommand& command);
ExitCode explore_file(AnswerStream& answers, const ExploreCommand& command);
ExitCode show(AnswerStream& answers, const ShowCommand& command);
ExitCode audit(AnswerStream& answers, bool json);
// Without a code, the list of all.
ExitCode explain(AnswerStream& answers, const std::string& code);

}   // namespace plato
