// Proofs of a program with annotations that nobody wrote, each on a small budget; together they may take so many.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "infer/annotated_source.hpp"
#include "pipeline/check_program.hpp"

namespace plato {

// The program with annotations in lines of their own.
struct AnnotatedProgram {
  AnnotatedSource source;
  std::optional<CoreProgram> core;    // if the text is a program
  std::set<std::size_t> mistaken{};   // lines
};
AnnotatedProgram read_annotated(const std::string& source, const SyntaxTree& tree,
                                const std::vector<Annotation>& annotations);

class ProofAttempts {
 public:
  // Refers to all of these for as long as it lives. `has_cuts`: with a cut between any two steps of threads.
  ProofAttempts(const std::string& source, const SyntaxTree& tree, const CheckOptions& options, std::size_t most_work,
                bool has_cuts)
      : source_(source), tree_(tree), options_(options), most_work_(most_work), has_cuts_(has_cuts) {}

  struct Attempt {
    std::vector<Annotation> annotations;
    std::vector<std::size_t> lines;   // of the annotations
    InferredProgram program;
    bool is_proved = false;
  };
  // How far an attempt goes: whether it is only of interest that all is proved; whether what is not proved is looked
  // into, if it is little; or however much it is; the same as the first, and much is spent on it; or whether it is left
  // open, for somebody else to look at.
  enum class Aim : std::uint8_t { proof, reasons, all_reasons, proof_at_length, questions };
  // None if the text is no program, or nothing is left to be spent.
  std::optional<Attempt> attempt(const std::vector<Annotation>& annotations, Aim aim);

  // The lines that messages about what is not proved name.
  static std::set<std::size_t> lines_at_fault(const Attempt& attempt);

  // What is proved without annotations that are not needed.
  Attempt without_needless(Attempt proved);

 private:
  const std::string& source_;
  const SyntaxTree& tree_;
  const CheckOptions& options_;
  const std::size_t most_work_;
  const bool has_cuts_;
  std::size_t work_ = 0;
};

}   // namespace plato
