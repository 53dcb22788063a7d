// The tables of "Lines", and normal forms as in "Arithmetic lemmas", of certificates/FORMAT.md; see oracle_tables.hpp.

#include "oracle/tables.hpp"

#include <algorithm>

namespace plato_test::oracle {

Polynomial constant(const Int& value) { return {.constant = value, .monomials = {}, .degree = 0}; }

Polynomial atom(Number term) { return {.constant = 0, .monomials = {{{term}, 1}}, .degree = 1}; }

Polynomial plus(Polynomial p, const Int& scale, const Polynomial& q) {
  if (scale == 0) return p;
  p.constant += scale * q.constant;
  for (const auto& [factors, coefficient] : q.monomials) {
    const auto found = p.monomials.try_emplace(factors, 0).first;
    found->second += scale * coefficient;
    if (found->second == 0) p.monomials.erase(found);
  }
  p.degree = std::max(p.degree, q.degree);
  return p;
}

Polynomial times(const Polynomial& p, const Polynomial& q) {
  Polynomial product = plus({}, q.constant, p);
  for (const auto& [factors, coefficient] : q.monomials) {
    Polynomial row;
    row.degree = p.degree + q.degree;
    for (const auto& [others, other] : p.monomials) {
      std::vector<Number> merged = others;
      merged.insert(merged.end(), factors.begin(), factors.end());
      std::ranges::sort(merged);
      row.monomials[merged] = other * coefficient;
    }
    if (p.constant != 0) row.monomials[factors] = p.constant * coefficient;
    product = plus(std::move(product), 1, row);
  }
  return product;
}

std::uint64_t words(const Int& number) { return number == 0 ? 1 : msb(abs(number)) / 64 + 1; }

std::uint64_t weight(const Polynomial& p) {
  std::uint64_t sum = words(p.constant);
  for (const auto& [factors, coefficient] : p.monomials) sum += words(coefficient);
  return sum;
}

bool may_multiply(const Polynomial& p, const Polynomial& q) {
  return p.degree + q.degree <= 16 && weight(p) * weight(q) <= 1024;
}

const Term& Tables::term(Number number) const {
  require(number >= 0 && static_cast<std::size_t>(number) < terms_.size(), "no such term");
  return terms_[static_cast<std::size_t>(number)];
}

const Formula& Tables::formula(Number entry) const {
  entry = std::abs(entry);
  require(entry >= 1 && static_cast<std::size_t>(entry) < formulas_.size(), "no such entry");
  return formulas_[static_cast<std::size_t>(entry)];
}

void Tables::check_literals(const std::vector<Literal>& literals) const {
  for (const Literal literal : literals) formula(literal);
}

// A sum or product that is too large, or for which there is no room, is an atom, and so is every other term.
Polynomial Tables::normal_form(const Line& line) const {
  const Polynomial itself = atom(static_cast<Number>(terms_.size()));
  if (line.keyword == 'n') return constant(line.numeral);
  if (line.keyword != '+' && line.keyword != '-' && line.keyword != '*') return itself;
  const Polynomial& a = term(line.numbers[0]).normal_form;
  const Polynomial& b = term(line.numbers[1]).normal_form;
  if (room_ == 0) return itself;
  if (line.keyword == '*') return may_multiply(a, b) && weight(a) * weight(b) <= room_ ? times(a, b) : itself;
  const std::uint64_t sum = weight(a) + weight(b);
  return sum <= 4096 && sum <= room_ ? plus(a, line.keyword == '+' ? 1 : -1, b) : itself;
}

// What is weighed to make it: the two sides of a sum or product, whatever comes of it, and their product if that is
// expanded.
std::uint64_t Tables::normal_form_cost(const Line& line, const Polynomial& made) const {
  if (line.keyword != '+' && line.keyword != '-' && line.keyword != '*') return weight(made);
  if (room_ == 0) return 0;
  const Polynomial& a = term(line.numbers[0]).normal_form;
  const Polynomial& b = term(line.numbers[1]).normal_form;
  const std::uint64_t product = weight(a) * weight(b);
  const bool is_expanded = line.keyword == '*' && may_multiply(a, b) && product <= room_;
  return weight(a) + weight(b) + (is_expanded ? product : 0);
}

void Tables::add_term(const Line& line) {
  Term made{.head = line.keyword, .parts = line.numbers, .normal_form = {}, .loose = 0};
  const auto include = [&](Number loose) { made.loose = std::max(made.loose, loose); };
  switch (line.keyword) {
    case 'n':
    case 'v':
    case 'y': break;
    case 'b': made.loose = line.numbers[0] + 1; break;
    case 'I':
      include(formula(line.numbers[0]).loose);
      include(term(line.numbers[1]).loose);
      include(term(line.numbers[2]).loose);
      break;
    case 'w':
      require(formula(line.numbers[0]).head == 'A', "a witness of what is not universal");
      made.loose = formula(line.numbers[0]).loose;
      break;
    default:
      for (const Number part : line.numbers) include(term(part).loose);
  }
  made.normal_form = normal_form(line);
  room_ -= std::min(room_, normal_form_cost(line, made.normal_form));
  terms_.push_back(std::move(made));
}

void Tables::add_formula(const Line& line) {
  Formula made{.head = line.keyword, .parts = line.numbers, .loose = 0};
  const bool is_of_terms = std::string_view("lem").find(line.keyword) != std::string_view::npos;
  if (line.keyword != 'a')
    for (const Number part : line.numbers)
      made.loose = std::max(made.loose, is_of_terms ? term(part).loose : formula(part).loose);
  if (line.keyword == 'A') made.loose = std::max<Number>(made.loose - 1, 0);
  formulas_.push_back(std::move(made));
}

}   // namespace plato_test::oracle
