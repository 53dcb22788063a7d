// Certificates about terms and formulas; see refutation_writer.hpp.

#include "certificate/refutation_writer.hpp"

#include <algorithm>
#include <charconv>

namespace plato {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

// Writes refutations one after the other; terms and formulas that one has written stay for the next.
class RefutationWriter {
 public:
  RefutationWriter(TableWriter& out) : out_(out) {}

  // The assertions are clauses 1 to `assertions`.
  void write(const FoundRefutation& found, std::size_t assertions);

 private:
  TableWriter& out_;
  std::int64_t last_clause_ = 0;
  std::vector<std::int64_t> unused_;   // clauses to be deleted

  // ---- lemmas

  void write_instruction_terms(const Derivation& derivation) {
    for (const ArithmeticInstruction& instruction : derivation)
      std::visit(Overloaded{[&](const MultiplyByTerm& i) { out_.write_term_parts(i.term); },
                            [&](const SquareTerm& i) { out_.write_term_parts(i.term); },
                            [&](const DivisionFacts& i) {
                              out_.write_term_parts(i.quotient);
                              out_.write_term_parts(i.remainder);
                            },
                            [&](const ZeroDivisionFacts& i) {
                              out_.write_term_parts(i.quotient);
                              out_.write_term_parts(i.remainder);
                            },
                            [](const auto&) {}},
                 instruction);
  }

  void write_lemma(const LemmaPool& pool, std::size_t index) {
    const LemmaReason& reason = pool.reasons[index];
    const std::span<const Literal> clause = pool.clauses[index];
    if (reason.formula != FormulaId::none) out_.write_parts(literal_of(reason.formula));
    if (reason.term != 0) out_.write_term_parts(reason.term);
    for (Literal literal : clause) out_.write_parts(literal);
    constexpr char letters[] = "dfcqjio";
    const auto begin = [&] { out_.text(std::string_view(letters + static_cast<std::size_t>(reason.rule), 1)); };
    switch (reason.rule) {
      case LemmaRule::definition:
        begin();
        out_.number(out_.numbered_formula(reason.formula));
        out_.number(reason.number);
        break;
      case LemmaRule::arithmetic: {
        const Derivation& derivation = pool.derivations[static_cast<std::size_t>(reason.number)];
        write_instruction_terms(derivation);
        begin();
        out_.literals(clause);
        out_.text(" : " + write_instructions(derivation, [&](TermId term) {
                    return static_cast<std::uint64_t>(out_.numbered_term(term));
                  }));
        break;
      }
      case LemmaRule::congruence:
        begin();
        out_.literals(clause);
        break;
      case LemmaRule::map_axiom:
      case LemmaRule::if_then_else:
        begin();
        out_.number(reason.number);
        out_.literals(clause);
        break;
      case LemmaRule::instantiation:
      case LemmaRule::opening:
        begin();
        out_.number(out_.numbered_formula(reason.formula));
        out_.number(out_.numbered_term(reason.term));
        out_.number(reason.rule == LemmaRule::opening ? -out_.numbered(clause[1]) : out_.numbered(clause[1]));
        break;
    }
    out_.end_line();
    ++last_clause_;
    drop_repetitions(clause);
  }

  // Propagation would take a repeated literal for two open ones, so a clause with one is derived again without.
  void drop_repetitions(std::span<const Literal> clause) {
    std::vector<Literal> distinct(clause.begin(), clause.end());
    std::ranges::sort(distinct);
    const auto repeated = std::ranges::unique(distinct);
    if (repeated.empty()) return;
    distinct.erase(repeated.begin(), repeated.end());
    out_.text("r");
    out_.literals(distinct);
    out_.text(" :");
    out_.number(last_clause_);
    out_.end_line();
    ++last_clause_;
  }

  void delete_if_many() {
    constexpr std::size_t enough = 32;
    if (unused_.size() < enough) return;
    out_.text("x");
    for (std::int64_t clause : unused_) out_.number(clause);
    out_.end_line();
    unused_.clear();
  }
};

// Which clauses are cited last by which step.
FlatLists<ClauseNumber> free_after(const Refutation& refutation) {
  FlatLists<ClauseNumber> result;
  std::vector<std::vector<ClauseNumber>> by_step(refutation.steps.size());
  for (ClauseNumber clause = 0; clause < refutation.last_use.size(); ++clause)
    if (refutation.last_use[clause] != Refutation::never) by_step[refutation.last_use[clause]].push_back(clause);
  for (const auto& clauses : by_step) result.push_list(clauses);
  return result;
}

void RefutationWriter::write(const FoundRefutation& found, std::size_t assertions) {
  last_clause_ = static_cast<std::int64_t>(assertions);
  unused_.clear();
  const Refutation& refutation = found.refutation;
  const FlatLists<ClauseNumber> last_cited = free_after(refutation);
  std::vector<std::int64_t> certificate_number(refutation.problem_clauses + refutation.steps.size());
  for (std::size_t step = 0; step < refutation.steps.size(); ++step) {
    delete_if_many();
    for (ClauseNumber hint : refutation.hints[step]) {
      if (certificate_number[hint] != 0) continue;
      const FoundRefutation::Origin& origin = found.origins[hint];
      if (origin.is_assertion) {
        certificate_number[hint] = static_cast<std::int64_t>(origin.index) + 1;
      } else {
        write_lemma(found.pool, origin.index);
        certificate_number[hint] = last_clause_;
      }
    }
    // A clause may have a literal that none of its hints has: the solver's own clauses are sometimes weaker than they
    // need to be.
    for (Literal literal : refutation.steps[step]) out_.write_parts(literal);
    out_.text("r");
    for (Literal literal : refutation.steps[step]) out_.number(out_.numbered(literal));
    out_.text(" :");
    for (ClauseNumber hint : refutation.hints[step]) out_.number(certificate_number[hint]);
    out_.end_line();
    certificate_number[refutation.number_of_step(step)] = ++last_clause_;
    for (ClauseNumber clause : last_cited[step])
      if (clause >= refutation.problem_clauses || !found.origins[clause].is_assertion)
        unused_.push_back(certificate_number[clause]);
  }
}

}   // namespace

namespace {

// The claim: header, assertions with what they are made of, and the line after them.
void write_claim(TableWriter& out, std::span<const Literal> assertions, ClaimKind claim) {
  out.text(certificate_header(claim));
  for (Literal assertion : assertions) {
    out.write_parts(assertion);
    out.text("!");
    out.number(out.numbered(assertion));
    out.end_line();
  }
  out.text(problem_end(claim));
}

}   // namespace

std::string write_problem(const FormulaTable& table, std::span<const Literal> assertions, ClaimKind claim) {
  TableWriter out(table);
  write_claim(out, assertions, claim);
  return out.take();
}

std::string write_certificate(const FormulaTable& table, std::span<const Literal> assertions,
                              const FoundRefutation& found) {
  TableWriter out(table);
  write_claim(out, assertions, ClaimKind::unsatisfiable);
  RefutationWriter(out).write(found, assertions.size());
  return out.take();
}

std::string write_condition_refutations(const FormulaTable& table, CertificateNumbers numbers,
                                        std::span<const ConditionRefutation> conditions) {
  TableWriter out(table, std::move(numbers));
  RefutationWriter writer(out);
  for (const ConditionRefutation& condition : conditions) {
    out.text("condition\n");
    writer.write(*condition.found, condition.literals);
  }
  return out.take();
}

}   // namespace plato
