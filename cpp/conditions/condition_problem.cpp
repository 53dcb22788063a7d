// See condition_problem.hpp.

#include "conditions/condition_problem.hpp"

#include "logic/table_copy.hpp"

namespace plato {
namespace {

ArithmeticInstruction copied(TableCopy& copy, ArithmeticInstruction instruction) {
  if (auto* multiple = std::get_if<MultiplyByTerm>(&instruction)) {
    multiple->term = copy.term(multiple->term);
  } else if (auto* square = std::get_if<SquareTerm>(&instruction)) {
    square->term = copy.term(square->term);
  } else if (auto* division = std::get_if<DivisionFacts>(&instruction)) {
    division->quotient = copy.term(division->quotient);
    division->remainder = copy.term(division->remainder);
  } else if (auto* by_zero = std::get_if<ZeroDivisionFacts>(&instruction)) {
    by_zero->quotient = copy.term(by_zero->quotient);
    by_zero->remainder = copy.term(by_zero->remainder);
  }
  return instruction;
}

// Adds a lemma of another pool, and says under which number.
std::size_t copy_lemma(TableCopy& copy, LemmaPool& to, const LemmaPool& from, std::size_t lemma) {
  LemmaReason reason = from.reasons[lemma];
  if (reason.formula != FormulaId::none) reason.formula = formula_of(copy.literal(literal_of(reason.formula)));
  if (reason.term != 0) reason.term = copy.term(reason.term);
  if (reason.rule == LemmaRule::arithmetic) {
    Derivation derivation;
    for (const ArithmeticInstruction& instruction : from.derivations[static_cast<std::size_t>(reason.number)])
      derivation.push_back(copied(copy, instruction));
    reason.number = static_cast<std::int32_t>(to.derivations.size());
    to.derivations.push_back(std::move(derivation));
  }
  for (Literal literal : from.clauses[lemma]) to.clauses.items.push_back(copy.literal(literal));
  to.clauses.close_list();
  to.reasons.push_back(reason);
  return to.size() - 1;
}

}   // namespace

Problem problem_of(const Problem& all, std::span<const Literal> assertions) {
  Problem problem{.table = {},
                  .assertions = {},
                  .symbols = all.symbols,
                  .encoding = all.encoding,
                  .triggers = {},
                  .variable_sorts = all.variable_sorts};
  TableCopy copy(all.table, problem.table);
  for (Literal assertion : assertions) problem.assertions.push_back(copy.literal(assertion));
  return problem;
}

FoundRefutation refutation_in(Problem& all, const Problem& of, const FoundRefutation& found) {
  TableCopy copy(of.table, all.table);
  FoundRefutation result{.pool = {}, .origins = found.origins, .refutation = found.refutation};
  for (std::size_t clause = 0; clause < result.origins.size(); ++clause) {
    FoundRefutation::Origin& origin = result.origins[clause];
    if (!origin.is_assertion && found.refutation.last_use[clause] != Refutation::never)
      origin.index = copy_lemma(copy, result.pool, found.pool, origin.index);
  }
  for (Literal& literal : result.refutation.steps.items) literal = copy.literal(literal);
  return result;
}

bool is_linear(const FormulaTable& table) {
  for (TermId t = 1; t <= table.term_count(); ++t) {
    const Term& term = table[t];
    const bool is_product = term.kind == TermKind::mul || term.kind == TermKind::div || term.kind == TermKind::mod;
    if (is_product && table[term.term(0)].kind != TermKind::num && table[term.term(1)].kind != TermKind::num)
      return false;
  }
  return true;
}

}   // namespace plato
