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
#include "thread_modular/condition_failure.hpp"

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
// For all attempts to tell what is missing.
constexpr std::size_t work_to_tell = 24;

constexpr std::string_view asserted = "assert";

// Where the assertions begin, the last one first.
std::vector<std::size_t> assertions_of(const std::string& source, const SyntaxTree& tree) {
  std::vector<std::size_t> line_starts{0}, found;
  for (std::size_t i = 0; i < source.size(); ++i)
    if (source[i] == '\n') line_starts.push_back(i + 1);
  for (const SyntaxStatement& s : tree.statements)
    if (s.kind == SyntaxStatement::Kind::assert_)
      found.push_back(source.find(asserted, line_starts[s.where.line - 1] + s.where.column - 1));
  std::ranges::sort(found, std::greater());
  return found;
}

// The two words are as long, so that nothing else moves.
std::string with_assertions_assumed(std::string source, const SyntaxTree& tree) {
  for (const std::size_t at : assertions_of(source, tree)) source.replace(at, asserted.size(), "assume");
  return source;
}

std::string before_assertions(std::string source, const SyntaxTree& tree, const std::string& statement) {
  for (const std::size_t at : assertions_of(source, tree)) source.insert(at, statement);
  return source;
}

SyntaxTree tree_of(const std::string& source) {
  Diagnostics none;
  return parse_program(source, none);
}

// With a clause more this many times, to see whether it would help.
constexpr std::size_t most_helpful = 8;

class ClauseSearch {
 public:
  ClauseSearch(const std::string& source, const CheckOptions& options)
      : source_(source),
        options_(options),
        tree_(tree_of(source)),
        attempts_(source_, tree_, options, most_work, false) {}

  // Little is tried first: what people would write first, too.
  Inference run() {
    if (tree_.threads.size() > most_threads || tree_.variables.size() > most_variables) return {};
    std::vector<Candidate> candidates = kept(candidate_relies(tree_));
    if (auto found = prove_with(candidates, attempts_)) return {attempts_.without_needless(*std::move(found)).program};
    RegionCandidates regions = candidate_regions(tree_);
    labels_ = std::move(regions.labels);
    for (const std::vector<Candidate>& more : {regions.candidates, kept(candidate_invariants(tree_))}) {
      if (more.empty()) continue;
      candidates.insert(candidates.end(), more.begin(), more.end());
      if (auto found = prove_with(candidates, attempts_))
        return {attempts_.without_needless(*std::move(found)).program};
    }
    return {.insufficient = insufficient(candidates)};
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
  std::optional<ProofAttempts::Attempt> prove_with(std::vector<Candidate> candidates, ProofAttempts& attempts) const {
    while (!candidates.empty()) {
      std::vector<Candidate> tried = strongest(candidates, tree_.threads.size());
      if (tried.size() > most_annotations) tried.resize(most_annotations);
      auto attempt = attempts.attempt(annotations(tried), ProofAttempts::Aim::reasons);
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

  // What every step keeps as long as the assertions hold, and what is still open with it.
  std::optional<InsufficientAnnotations> insufficient(const std::vector<Candidate>& candidates) {
    const std::string assumed = with_assertions_assumed(source_, tree_);
    ProofAttempts while_they_hold(assumed, tree_, options_, work_to_tell, false);
    const auto kept = prove_with(candidates, while_they_hold);
    if (!kept) return std::nullopt;
    ProofAttempts attempts(source_, tree_, options_, work_to_tell, false);
    const auto attempt = attempts.attempt(kept->annotations, ProofAttempts::Aim::all_reasons);
    if (!attempt || attempt->is_proved) return std::nullopt;
    const InferredProgram& found = attempt->program;
    return InsufficientAnnotations{.lines = found.lines,
                                   .source = found.read.source,
                                   .failures = describe_failures(found.read.core, found.conditions, false),
                                   .helpful = helpful(candidates, *kept)};
  }

  // A clause that no execution contradicts, with which nothing would be open but itself: an invariant that is assumed
  // where something is asserted, or a rely.
  std::string helpful(const std::vector<Candidate>& candidates, const ProofAttempts::Attempt& kept) const {
    std::size_t tried = 0;
    for (const Candidate& c : strongest(candidates, tree_.threads.size())) {
      const Annotation annotation = annotation_of(c);
      const std::string line = line_of(annotation);
      if (std::ranges::find(kept.program.lines, line) != kept.program.lines.end()) continue;
      if (++tried > most_helpful) break;
      if (annotation.kind == Annotation::Kind::invariant ? helps_assertions(annotation, kept)
                                                         : is_all_that_fails(annotation, kept))
        return line;
    }
    return "";
  }
  bool helps_assertions(const Annotation& invariant, const ProofAttempts::Attempt& kept) const {
    const std::string assuming = before_assertions(source_, tree_, "assume " + invariant.formula + "; ");
    ProofAttempts attempts(assuming, tree_, options_, work_to_tell, false);
    const auto attempt = attempts.attempt(kept.annotations, ProofAttempts::Aim::proof);
    return attempt && attempt->is_proved;
  }
  bool is_all_that_fails(const Annotation& rely, const ProofAttempts::Attempt& kept) const {
    std::vector<Annotation> more{rely};
    more.insert(more.end(), kept.annotations.begin(), kept.annotations.end());
    ProofAttempts attempts(source_, tree_, options_, work_to_tell, false);
    const auto attempt = attempts.attempt(more, ProofAttempts::Aim::all_reasons);
    if (!attempt) return false;
    const std::size_t line = attempt->lines[0];
    const std::vector<ConditionFailure> failures =
        describe_failures(attempt->program.read.core, attempt->program.conditions, false);
    return std::ranges::all_of(failures, [&](const ConditionFailure& failure) {
      const auto is_there = [&](const RelatedPlace& place) { return place.where.line == line; };
      return failure.message.where.line == line || std::ranges::any_of(failure.message.related, is_there);
    });
  }

  // The same, or the same of one of all threads.
  static bool is_said_by(Candidate candidate, const Candidate& said) {
    if (!said.thread) candidate.thread.reset();
    return candidate == said;
  }
};

}   // namespace

Inference infer_annotations(const std::string& source, const CheckOptions& options) {
  return ClauseSearch(source, options).run();
}

std::optional<InferredProgram> infer_from_counterexamples(const std::string& source, const CheckOptions& options) {
  return learn_invariants(source, tree_of(source), options);
}

}   // namespace plato
