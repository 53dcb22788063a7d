// Candidates that nothing contradicts, less those that are at fault when a condition fails; see infer_program.hpp.

#include "pipeline/infer_program.hpp"

#include <algorithm>
#include <set>

#include "infer/annotated_source.hpp"
#include "infer/candidates.hpp"
#include "infer/observe_clauses.hpp"
#include "pipeline/learn_invariants.hpp"
#include "pipeline/proof_attempts.hpp"
#include "source/program_parser.hpp"

namespace plato {
namespace {

// Guards that have this conclusion are never true.
constexpr const char* never = "false";

Candidate with_conclusion(Candidate candidate, const char* conclusion) {
  candidate.conclusion = conclusion;
  return candidate;
}

// For all attempts to prove the program.
constexpr std::size_t most_work = 80;
// Of larger programs nothing is inferred: an attempt takes too long.
constexpr std::size_t most_threads = 16, most_variables = 60;
constexpr std::size_t most_annotations = 60;

SyntaxTree tree_of(const std::string& source) {
  Diagnostics none;
  return parse_program(source, none);
}

class Inference {
 public:
  Inference(const std::string& source, const CheckOptions& options)
      : source_(source),
        options_(options),
        tree_(tree_of(source)),
        attempts_(source_, tree_, options, most_work, false) {}

  // Little is tried first: what people would write first, too.
  std::optional<InferredProgram> run() {
    if (tree_.threads.size() > most_threads || tree_.variables.size() > most_variables) return std::nullopt;
    std::vector<Candidate> candidates = kept(candidate_relies(tree_));
    if (auto found = prove_with(candidates)) return attempts_.without_needless(*std::move(found)).program;
    RegionCandidates regions = candidate_regions(tree_);
    labels_ = std::move(regions.labels);
    for (const std::vector<Candidate>& more : {regions.candidates, kept(candidate_invariants(tree_))}) {
      if (more.empty()) continue;
      candidates.insert(candidates.end(), more.begin(), more.end());
      if (auto found = prove_with(candidates)) return attempts_.without_needless(*std::move(found)).program;
    }
    return std::nullopt;
  }

 private:
  const std::string& source_;
  const CheckOptions& options_;
  SyntaxTree tree_;
  ProofAttempts attempts_;
  std::vector<Annotation> labels_;   // that candidates mention

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
    AnnotatedProgram reading = read_annotated(source_, tree_, annotations(asked));
    while (!reading.core) {
      const std::size_t before = asked.size();
      std::size_t i = 0;
      std::erase_if(asked, [&](const Candidate&) { return reading.mistaken.contains(reading.source.lines[i++]); });
      if (asked.size() == before) return {};
      reading = read_annotated(source_, tree_, annotations(asked));
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

  // What is at fault for a condition that is not proved is left out, until all are, or the fault is the program's. What
  // follows from another candidate is tried when that one is gone.
  std::optional<ProofAttempts::Attempt> prove_with(std::vector<Candidate> candidates) {
    while (!candidates.empty()) {
      std::vector<Candidate> tried = strongest(candidates, tree_.threads.size());
      if (tried.size() > most_annotations) tried.resize(most_annotations);
      auto attempt = attempts_.attempt(annotations(tried), ProofAttempts::Aim::reasons);
      if (!attempt) return std::nullopt;
      if (attempt->is_proved) return attempt;
      const std::set<std::size_t> at_fault = ProofAttempts::lines_at_fault(*attempt);
      const std::size_t before = candidates.size();
      for (std::size_t i = 0; i < tried.size(); ++i)
        if (at_fault.contains(attempt->lines[i]))
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
};

}   // namespace

std::optional<InferredProgram> infer_annotations(const std::string& source, const CheckOptions& options) {
  return Inference(source, options).run();
}

std::optional<InferredProgram> infer_from_counterexamples(const std::string& source, const CheckOptions& options) {
  return learn_invariants(source, tree_of(source), options);
}

}   // namespace plato
