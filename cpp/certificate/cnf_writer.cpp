// Writing certificates; see certificate.hpp.

#include "certificate/cnf_writer.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

namespace plato {
namespace {

// Appends to a text that grows geometrically, as std::string does.
struct Writer {
  std::string text;

  void number(std::int64_t value) {
    char digits[24];
    digits[0] = ' ';
    text.append(digits, std::to_chars(digits + 1, digits + sizeof digits, value).ptr);
  }
  template <class Range>
  void numbers(const Range& values) {
    for (const auto value : values) number(value);
  }
  void end_line() { text += '\n'; }
};

void write_problem(Writer& out, const Cnf& cnf, ClaimKind claim) {
  out.text += certificate_header(claim);
  for (const std::int32_t name : cnf.variable_names) {
    out.text += 'a';
    out.number(name);
    out.end_line();
  }
  std::int64_t entry = cnf.variable_count();
  for (std::size_t clause = 0; clause < cnf.clauses.size(); ++clause) {
    const std::span<const Literal> literals = cnf.clauses[clause];
    std::int64_t asserted = literals.empty() ? 0 : literals.front();
    if (literals.size() != 1) {
      out.text += '|';
      out.numbers(literals);
      out.end_line();
      asserted = ++entry;
    }
    out.text += '!';
    out.number(asserted);
    out.end_line();
  }
  out.text += problem_end(claim);
}

// The literals of a clause without repetition, in ascending order.
std::vector<Literal> distinct(std::span<const Literal> literals) {
  std::vector<Literal> result(literals.begin(), literals.end());
  std::ranges::sort(result);
  const auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

// Clauses that will not be cited again. They are deleted a handful at a time: a line for each would cost more bytes
// than it frees memory.
struct Deletions {
  static constexpr std::size_t enough = 32;
  std::vector<std::int64_t> pending;

  void write_if_enough(Writer& out) {
    if (pending.size() < enough) return;
    out.text += 'x';
    out.numbers(pending);
    out.end_line();
    pending.clear();
  }
};

}   // namespace

std::string write_problem(const Cnf& cnf, ClaimKind claim) {
  Writer out;
  write_problem(out, cnf, claim);
  return std::move(out.text);
}

std::string write_certificate(const Cnf& cnf, const Refutation& refutation) {
  Writer out;
  write_problem(out, cnf, ClaimKind::unsatisfiable);

  const std::size_t problem_clauses = cnf.clauses.size();
  std::vector<std::int64_t> certificate_number(problem_clauses + refutation.steps.size());
  auto last_number = static_cast<std::int64_t>(problem_clauses);   // the assertions are clauses 1, 2, …

  // A clause is asserted as one formula, so what the certificate has at first is the unit clause of that formula. Here
  // the clause itself is derived, once, from it and the formula's definition. This also drops repeated literals, which
  // propagation would take for two open ones. The definition's clause is not deleted, because the kernel shares it with
  // the table.
  std::int64_t entry = cnf.variable_count();
  for (std::size_t clause = 0; clause < problem_clauses; ++clause) {
    const auto assertion = static_cast<std::int64_t>(clause) + 1;
    const std::span<const Literal> literals = cnf.clauses[clause];
    certificate_number[clause] = assertion;
    if (literals.size() == 1) continue;
    ++entry;
    if (refutation.last_use[clause] == Refutation::never) continue;
    out.text += 'd';
    out.number(entry);
    out.number(0);
    out.end_line();
    const std::int64_t definition = ++last_number;
    out.text += 'r';
    out.numbers(distinct(literals));
    out.text += " :";
    out.number(assertion);
    out.number(definition);
    out.end_line();
    certificate_number[clause] = ++last_number;
    if (literals.empty()) return std::move(out.text);   // that was the empty clause: nothing may follow
  }

  // Which clauses are free after which step, by counting: first how many up to each step, then each at its place.
  const std::size_t step_count = refutation.steps.size();
  FlatLists<ClauseNumber> free_after;
  free_after.ends.resize(step_count);
  const auto is_deletable = [&](ClauseNumber clause) {
    return refutation.last_use[clause] != Refutation::never &&
           (clause >= problem_clauses || cnf.clauses[clause].size() != 1);
  };
  for (ClauseNumber clause = 0; clause < refutation.last_use.size(); ++clause)
    if (is_deletable(clause)) ++free_after.ends[refutation.last_use[clause]];
  std::size_t total = 0;
  for (std::size_t& end : free_after.ends) end = total += end;
  free_after.items.resize(total);
  std::vector<std::size_t> place(step_count);
  for (std::size_t step = 1; step < step_count; ++step) place[step] = free_after.ends[step - 1];
  for (ClauseNumber clause = 0; clause < refutation.last_use.size(); ++clause)
    if (is_deletable(clause)) free_after.items[place[refutation.last_use[clause]]++] = clause;

  Deletions deletions;
  for (std::size_t step = 0; step < step_count; ++step) {
    deletions.write_if_enough(out);
    out.text += 'r';
    out.numbers(refutation.steps[step]);
    out.text += " :";
    for (const ClauseNumber hint : refutation.hints[step]) out.number(certificate_number[hint]);
    out.end_line();
    certificate_number[refutation.number_of_step(step)] = ++last_number;
    for (const ClauseNumber clause : free_after[step]) deletions.pending.push_back(certificate_number[clause]);
  }
  return std::move(out.text);
}

}   // namespace plato
