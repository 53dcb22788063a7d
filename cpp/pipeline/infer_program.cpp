// Candidates that nothing contradicts, less those that are at fault when a condition fails; see infer_program.hpp.

#include "pipeline/infer_program.hpp"

#include <algorithm>
#include <set>

#include "core/read_program.hpp"
#include "infer/annotated_source.hpp"
#include "infer/candidates.hpp"
#include "infer/observe_clauses.hpp"
#include "source/program_parser.hpp"

namespace plato {
namespace {

// Guards that have this conclusion are never true.
constexpr const char* never = "false";

Candidate with_conclusion(Candidate candidate, const char* conclusion) {
  candidate.conclusion = conclusion;
  return candidate;
}

// For all attempts to prove the program: one each, and some for each condition that is not settled at once.
constexpr std::size_t most_work = 80, work_of_open = 4;
// Of larger programs nothing is inferred: an attempt takes too long.
constexpr std::size_t most_threads = 16, most_variables = 60;
constexpr std::size_t most_annotations = 60;
constexpr std::size_t few_open = 2;   // conditions that are not settled at once

class Inference {
 public:
  Inference(const std::string& source, const CheckOptions& options) : source_(source), options_(options) {
    Diagnostics none;
    tree_ = parse_program(source, none);
  }

  // Little is tried first: what people would write first, too.
  std::optional<InferredProgram> run() {
    if (tree_.threads.size() > most_threads || tree_.variables.size() > most_variables) return std::nullopt;
    std::vector<Candidate> candidates = kept(candidate_relies(tree_));
    if (auto found = prove_with(candidates)) return without_needless(*std::move(found));
    RegionCandidates regions = candidate_regions(tree_);
    labels_ = std::move(regions.labels);
    for (const std::vector<Candidate>& more : {regions.candidates, kept(candidate_invariants(tree_))}) {
      if (more.empty()) continue;
      candidates.insert(candidates.end(), more.begin(), more.end());
      if (auto found = prove_with(candidates)) return without_needless(*std::move(found));
    }
    return std::nullopt;
  }

 private:
  const std::string& source_;
  const CheckOptions& options_;
  SyntaxTree tree_;
  std::vector<Annotation> labels_;   // that candidates mention
  std::size_t work_ = 0;

  struct Reading {
    AnnotatedSource source;
    std::optional<CoreProgram> core;    // if the text is a program
    std::set<std::size_t> mistaken{};   // lines
  };
  Reading read_with(const std::vector<Annotation>& annotations) const {
    Reading reading{.source = annotate(source_, tree_, annotations), .core = {}};
    std::set<std::size_t> unclaimed;
    for (std::size_t i = 0; i < annotations.size(); ++i)
      if (annotations[i].kind == Annotation::Kind::invariant) unclaimed.insert(reading.source.lines[i]);
    auto core = read_program(reading.source.text, unclaimed);
    if (core)
      reading.core = *std::move(core);
    else
      for (const Diagnostic& d : core.error()) reading.mistaken.insert(d.where.line);
    return reading;
  }

  // Labels come last.
  std::vector<Annotation> annotations(const std::vector<Candidate>& candidates) const {
    std::vector<Annotation> made;
    for (const Candidate& c : candidates) made.push_back(annotation_of(c));
    if (std::ranges::any_of(candidates, &Candidate::is_about_places))
      made.insert(made.end(), labels_.begin(), labels_.end());
    return made;
  }

  // Those that can be written here, that no execution contradicts, and whose guards are true in some.
  std::vector<Candidate> kept(std::vector<Candidate> candidates) const {
    std::vector<Candidate> asked = candidates;
    for (const Candidate& c : candidates)
      if (!c.guards.empty()) asked.push_back(with_conclusion(c, never));
    Reading reading = read_with(annotations(asked));
    while (!reading.core) {
      const std::size_t before = asked.size();
      std::size_t i = 0;
      std::erase_if(asked, [&](const Candidate&) { return reading.mistaken.contains(reading.source.lines[i++]); });
      if (asked.size() == before) return {};
      reading = read_with(annotations(asked));
    }
    std::set<std::size_t> about_guards;
    for (std::size_t i = 0; i < asked.size(); ++i)
      if (asked[i].conclusion == never) about_guards.insert(reading.source.lines[i]);
    const std::set<std::size_t> broken = broken_clauses(*reading.core, about_guards);
    std::set<Candidate> true_so_far;
    for (std::size_t i = 0; i < asked.size(); ++i)
      if (!broken.contains(reading.source.lines[i])) true_so_far.insert(asked[i]);
    std::erase_if(candidates, [&](const Candidate& c) {
      return !true_so_far.contains(c) || (!c.guards.empty() && true_so_far.contains(with_conclusion(c, never)));
    });
    return candidates;
  }

  struct Proof {
    std::vector<Annotation> annotations;
    InferredProgram program;
  };

  // What is at fault for a condition that is not proved is left out, until all are, or the fault is the program's. What
  // follows from another candidate is tried when that one is gone.
  std::optional<Proof> prove_with(std::vector<Candidate> candidates) {
    while (!candidates.empty()) {
      std::vector<Candidate> tried = strongest(candidates, tree_.threads.size());
      if (tried.size() > most_annotations) tried.resize(most_annotations);
      std::set<std::size_t> at_fault;
      Reading reading = read_with(annotations(tried));
      const std::vector<std::size_t> lines = reading.source.lines;
      if (auto proved = attempt(std::move(reading), annotations(tried), &at_fault)) return proved;
      const std::size_t before = candidates.size();
      for (std::size_t i = 0; i < tried.size(); ++i)
        if (at_fault.contains(lines[i]))
          std::erase_if(candidates, [&](const Candidate& c) { return is_said_by(c, tried[i]); });
      if (candidates.size() == before) return std::nullopt;
    }
    return std::nullopt;
  }

  // The same, or the same of one of all threads.
  static bool is_said_by(Candidate candidate, const Candidate& said) {
    if (!said.thread) candidate.thread.reset();
    return candidate == said;
  }

  // Without lines for what is at fault nothing is explained, and less is tried.
  std::optional<Proof> attempt(Reading reading, const std::vector<Annotation>& annotations,
                               std::set<std::size_t>* at_fault) {
    const double effort = options_.effort * (at_fault != nullptr ? 0.05 : 0.02);
    if (!reading.core || ++work_ > most_work || options_.deadline.seconds_left() <= 0) return std::nullopt;
    InferredProgram made{.lines = {},
                         .read = {.source = std::move(reading.source.text), .core = *std::move(reading.core)}};
    for (const Annotation& annotation : annotations) made.lines.push_back(line_of(annotation));
    // What is not claimed of what people wrote is told; this they did not write.
    std::erase_if(made.read.core.provenance.lemmas, [&](const SourceRange& where) {
      return std::ranges::find(reading.source.lines, where.line) != reading.source.lines.end();
    });
    auto asked = ask(made.read);
    if (!asked) return std::nullopt;
    made.text = std::move(asked->text);
    ProveConditionsOptions limits{.effort = effort,
                                  .deadline = options_.deadline,
                                  .most_failures = at_fault != nullptr ? 8U : 1U,
                                  .most_open = at_fault != nullptr ? few_open + 1 : 1,
                                  .explains = false,
                                  .jobs = options_.jobs};
    made.conditions = prove_briefly(made.read.core.program, std::move(asked->conditions), limits);
    work_ += work_of_open * made.conditions.open.size();
    if (at_fault != nullptr && !is_proved(made.conditions) && !has_failure(made.conditions) &&
        made.conditions.open.size() <= few_open) {
      limits.explains = true;
      made.conditions = prove_at_length(std::move(made.conditions), false, limits);
    }
    if (is_proved(made.conditions)) return Proof{annotations, std::move(made)};
    if (at_fault == nullptr) return std::nullopt;
    for (const ConditionFailure& failure : describe_failures(made.read.core, made.conditions, false)) {
      at_fault->insert(failure.message.where.line);
      for (const RelatedPlace& place : failure.message.related) at_fault->insert(place.where.line);
    }
    return std::nullopt;
  }

  // Tries to leave out half of them, a quarter, …, each.
  InferredProgram without_needless(Proof found) {
    for (std::size_t share = (found.annotations.size() + 1) / 2; share > 0; share = share == 1 ? 0 : (share + 1) / 2) {
      for (std::size_t end = found.annotations.size(); end > 0;) {
        const std::size_t begin = end > share ? end - share : 0;
        std::vector<Annotation> fewer = found.annotations;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                    fewer.begin() + static_cast<std::ptrdiff_t>(end));
        if (auto proved = attempt(read_with(fewer), fewer, nullptr)) found = *std::move(proved);
        end = begin;
      }
    }
    return std::move(found.program);
  }
};

}   // namespace

std::optional<InferredProgram> infer_annotations(const std::string& source, const CheckOptions& options) {
  return Inference(source, options).run();
}

}   // namespace plato
