// Writing terms and formulas of a table as the lines of a certificate, each once, parts before wholes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/formula_table.hpp"

namespace plato {

// The numbers that terms and formulas of a table have in a certificate; 0 if they are not written.
struct CertificateNumbers {
  std::vector<std::uint32_t> terms, formulas;   // by their numbers in the table
  std::uint32_t last_term = 0, last_formula = 0;
};

class TableWriter {
 public:
  explicit TableWriter(const FormulaTable& table, CertificateNumbers numbers = {});

  void text(std::string_view words) { text_ += words; }
  // A number after a space.
  void number(std::int64_t value);
  void end_line() { text_ += '\n'; }

  // The literal as the certificate numbers it, after its formula was written.
  std::int64_t numbered(Literal literal) const;
  std::int64_t numbered_term(TermId term) const { return numbers_.terms[term]; }
  std::int64_t numbered_formula(FormulaId formula) const { return numbers_.formulas[index_of(formula)]; }
  void literals(std::span<const Literal> list);

  // Everything the literal or term is made of, then itself, unless it is there already.
  void write_parts(Literal literal) { write_parts(Node{true, index_of(formula_of(literal))}); }
  void write_term_parts(TermId term) { write_parts(Node{false, term}); }

  std::string take() { return std::move(text_); }
  CertificateNumbers take_numbers() { return std::move(numbers_); }

 private:
  const FormulaTable& table_;
  CertificateNumbers numbers_;
  std::string text_;

  bool is_written(Node node) const {
    return (node.is_formula ? numbers_.formulas[node.index] : numbers_.terms[node.index]) != 0;
  }
  void write_parts(Node root);
  void write_term(TermId id);
  void write_formula(FormulaId id);
};

}   // namespace plato
