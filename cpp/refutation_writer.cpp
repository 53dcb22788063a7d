// Certificates about terms and formulas; see refutation_writer.hpp.

#include "refutation_writer.hpp"

#include <algorithm>
#include <charconv>

namespace plato {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

class Writer {
 public:
  Writer(const FormulaTable& table, std::span<const Literal> assertions, ClaimKind claim)
      : table_(table), term_number_(table.term_count() + 1), formula_number_(table.formula_count() + 1) {
    text_ = certificate_header(claim);
    for (Literal assertion : assertions) {
      write_parts(assertion);
      text_ += '!';
      number(numbered(assertion));
      end_line();
    }
    text_ += problem_end(claim);
    last_clause_ = static_cast<std::int64_t>(assertions.size());
  }

  void write_refutation(const FoundRefutation& found);

  std::string take() { return std::move(text_); }

 private:
  const FormulaTable& table_;
  std::string text_;
  std::vector<std::uint32_t> term_number_, formula_number_;   // in the certificate; 0 if not written
  std::uint32_t last_term_ = 0, last_formula_ = 0;
  std::int64_t last_clause_ = 0;
  std::vector<std::int64_t> unused_;   // clauses to be deleted

  // ---- words

  void number(std::int64_t value) {
    char digits[24];
    digits[0] = ' ';
    text_.append(digits, std::to_chars(digits + 1, digits + sizeof digits, value).ptr);
  }
  void end_line() { text_ += '\n'; }
  std::int64_t numbered(Literal literal) const {
    const std::int64_t formula = formula_number_[index_of(formula_of(literal))];
    return literal < 0 ? -formula : formula;
  }
  void literals(std::span<const Literal> list) {
    for (Literal literal : list) number(numbered(literal));
  }

  // ---- terms and formulas

  bool is_written(Node node) const {
    return (node.is_formula ? formula_number_[node.index] : term_number_[node.index]) != 0;
  }

  // Everything the node is made of, then the node, unless it is there already.
  void write_parts(Node root) {
    if (is_written(root)) return;
    std::vector<std::pair<Node, bool>> stack{{root, false}};
    std::vector<Node> parts;
    while (!stack.empty()) {
      const auto [node, parts_done] = stack.back();
      stack.pop_back();
      if (is_written(node)) continue;
      if (parts_done) {
        if (node.is_formula) write_formula(static_cast<FormulaId>(node.index));
        else write_term(node.index);
        continue;
      }
      stack.emplace_back(node, true);
      parts.clear();
      table_.for_each_part(node, [&](Node part) { parts.push_back(part); });
      for (std::size_t i = parts.size(); i-- > 0;)
        if (!is_written(parts[i])) stack.emplace_back(parts[i], false);
    }
  }
  void write_parts(Literal literal) { write_parts(Node{true, index_of(formula_of(literal))}); }
  void write_term_parts(TermId term) { write_parts(Node{false, term}); }

  void write_term(TermId id) {
    const Term& t = table_[id];
    constexpr char letters[] = "nvyb+-*/%PsukIwD";
    text_ += letters[static_cast<std::size_t>(t.kind)];
    switch (t.kind) {
      case TermKind::num: text_ += ' ' + to_string(table_.value(id)); break;
      case TermKind::var:
        number(t.operand[0]);
        number(t.operand[1]);
        break;
      case TermKind::logic: case TermKind::bound: number(t.operand[0]); break;
      case TermKind::witness: number(numbered(t.operand[0])); break;
      default:
        if (t.kind == TermKind::ite) number(numbered(t.operand[0]));
        for (std::size_t i = term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i) number(term_number_[t.term(i)]);
    }
    end_line();
    term_number_[id] = ++last_term_;
  }

  void write_formula(FormulaId id) {
    const FormulaKind kind = table_[id].kind;
    constexpr char letters[] = "talem&|>=?A";
    text_ += letters[static_cast<std::size_t>(kind)];
    for (std::int32_t part : table_.operands(id)) {
      if (kind == FormulaKind::atom) number(part);
      else if (has_terms(kind)) number(term_number_[static_cast<std::size_t>(part)]);
      else number(numbered(part));
    }
    end_line();
    formula_number_[index_of(id)] = ++last_formula_;
  }

  // ---- lemmas

  void write_instruction_terms(const Derivation& derivation) {
    for (const ArithmeticInstruction& instruction : derivation)
      std::visit(Overloaded{[&](const MultiplyByTerm& i) { write_term_parts(i.term); },
                            [&](const SquareTerm& i) { write_term_parts(i.term); },
                            [&](const DivisionFacts& i) {
                              write_term_parts(i.quotient);
                              write_term_parts(i.remainder);
                            },
                            [](const auto&) {}},
                 instruction);
  }

  void write_lemma(const LemmaPool& pool, std::size_t index) {
    const LemmaReason& reason = pool.reasons[index];
    const std::span<const Literal> clause = pool.clauses[index];
    if (reason.formula != FormulaId::none) write_parts(literal_of(reason.formula));
    if (reason.term != 0) write_term_parts(reason.term);
    for (Literal literal : clause) write_parts(literal);
    constexpr char letters[] = "dfcqjio";
    const auto begin = [&] { text_ += letters[static_cast<std::size_t>(reason.rule)]; };
    switch (reason.rule) {
      case LemmaRule::definition:
        begin();
        number(formula_number_[index_of(reason.formula)]);
        number(reason.number);
        break;
      case LemmaRule::arithmetic: {
        const Derivation& derivation = pool.derivations[static_cast<std::size_t>(reason.number)];
        write_instruction_terms(derivation);
        begin();
        literals(clause);
        text_ += " : " + write_instructions(derivation, [&](TermId term) { return std::uint64_t{term_number_[term]}; });
        break;
      }
      case LemmaRule::congruence:
        begin();
        literals(clause);
        break;
      case LemmaRule::map_axiom: case LemmaRule::if_then_else:
        begin();
        number(reason.number);
        literals(clause);
        break;
      case LemmaRule::instantiation: case LemmaRule::opening:
        begin();
        number(formula_number_[index_of(reason.formula)]);
        number(term_number_[reason.term]);
        number(reason.rule == LemmaRule::opening ? -numbered(clause[1]) : numbered(clause[1]));
        break;
    }
    end_line();
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
    text_ += 'r';
    literals(distinct);
    text_ += " :";
    number(last_clause_);
    end_line();
    ++last_clause_;
  }

  void delete_if_many() {
    constexpr std::size_t enough = 32;
    if (unused_.size() < enough) return;
    text_ += 'x';
    for (std::int64_t clause : unused_) number(clause);
    end_line();
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

void Writer::write_refutation(const FoundRefutation& found) {
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
    text_ += 'r';
    for (Literal literal : refutation.steps[step]) number(numbered(literal));
    text_ += " :";
    for (ClauseNumber hint : refutation.hints[step]) number(certificate_number[hint]);
    end_line();
    certificate_number[refutation.number_of_step(step)] = ++last_clause_;
    for (ClauseNumber clause : last_cited[step])
      if (clause >= refutation.problem_clauses || !found.origins[clause].is_assertion)
        unused_.push_back(certificate_number[clause]);
  }
}

}   // namespace

std::string write_problem(const FormulaTable& table, std::span<const Literal> assertions, ClaimKind claim) {
  return Writer(table, assertions, claim).take();
}

std::string write_certificate(const FormulaTable& table, std::span<const Literal> assertions, const FoundRefutation& found) {
  Writer writer(table, assertions, ClaimKind::unsatisfiable);
  writer.write_refutation(found);
  return writer.take();
}

}   // namespace plato
