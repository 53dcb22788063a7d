// The kernel's answers as text, and its messages.

#include "kernel_answer.hpp"

#include "kernel/kernel_bridge.hpp"
#include "system/input_file.hpp"

namespace plato_test {

using plato::KernelReport;

namespace {

std::string describe(const KernelReport& report) {
  std::string text(plato::verdict_word(report.verdict));
  if (plato::is_accepted(report.verdict)) return text;
  return text + " " + std::to_string(report.line) + ":" + std::to_string(report.column) + ": " + report.message;
}

}   // namespace

std::string answer(std::string_view certificate) {
  return describe(plato::check_with_kernel(plato::as_bytes(certificate)));
}

std::string claim(std::string_view certificate) {
  const KernelReport report = plato::check_with_kernel(plato::as_bytes(certificate));
  return plato::is_accepted(report.verdict) ? report.message : describe(report);
}

std::string rejected(std::size_t line, std::size_t column, const std::string& message) {
  return "rejected " + std::to_string(line) + ":" + std::to_string(column) + ": " + message;
}

std::string limit(std::size_t line) { return "limit " + std::to_string(line) + ":1: " + reason::effort(); }

namespace reason {

std::string expected(std::string_view what) { return "expected " + std::string(what); }
std::string number_too_large() {
  return "this number is too large: entries, clauses and atoms are numbered below 10^15";
}
std::string leading_zero() { return "a number has no leading zeros, and 0 has no sign"; }
std::string unknown_version(std::string_view version) {
  const bool is_older = version == "0" || version == "1";
  return "version " + std::string(version) + ": this kernel knows version 2" +
         (is_older ? "; make the certificate again" : "");
}
std::string no_such_entry(std::size_t entry) {
  return "there is no entry " + std::to_string(entry) +
         " so far: entries are numbered from 1 in the order of their lines";
}
std::string no_such_term(std::size_t term) {
  return "there is no term " + std::to_string(term) + " so far: terms are numbered from 1 in the order of their lines";
}
std::string no_such_clause(std::size_t clause) {
  return "there is no clause " + std::to_string(clause) + " so far: clauses are numbered from 1, the assertions first";
}
std::string deleted_clause(std::size_t clause) {
  return "clause " + std::to_string(clause) + " was deleted by an earlier line";
}
std::string wrong_arity(std::size_t wanted, std::size_t found) {
  return "this shape takes " + std::to_string(wanted) + " numbers, found " + std::to_string(found);
}
std::string no_such_definition(std::size_t entry, std::size_t number) {
  return "entry " + std::to_string(entry) + " has no definition clause " + std::to_string(number);
}
std::string hint_not_unit(std::size_t clause) {
  return "hint " + std::to_string(clause) + " is not unit here: two or more of its literals are not false";
}
std::string no_conflict() { return "the hints end without a falsified clause, so the clause is not shown to follow"; }
std::string not_universal(std::size_t entry) {
  return "entry " + std::to_string(entry) + " is not a universal formula";
}
std::string not_arithmetic() {
  return "this is not an instance of arithmetic: every literal must be a comparison or equality of integers";
}
std::string not_congruence() {
  return "this is not an instance of congruence: wanted are the negated equalities of the arguments that differ, in "
         "order, and last the equality of two terms with the same head";
}
std::string not_a_case() {
  return "this is not an instance of cases: wanted are the condition (negated in case 0) and the equality of an "
         "if-then-else term with the branch of that case";
}
std::string not_a_map_axiom() {
  return "this is not an instance of the map axiom of that number: see the format for the literals of each axiom and "
         "their order";
}
std::string not_its_body() {
  return "this is not an instance of the universal formula: the literal is not its body at that term";
}
std::string loose_variable() {
  return "this is not an instance of the universal formula: the term has a variable of an outer quantifier in it";
}
std::string not_the_witness() {
  return "this is not an instance of generalization: the term is not the witness of the universal formula";
}
std::string bad_instruction(std::size_t number, std::string_view why) {
  return "instruction " + std::to_string(number) + " of the arithmetic lemma: " + std::string(why);
}
std::string other_method(std::string_view wanted) {
  return "expected the line '" + std::string(wanted) + "', by which this claim is shown";
}
std::string no_contradiction() { return "the last fact is neither a contradiction nor the equality to be shown"; }
std::string not_computable() {
  return "witnesses, differences and quantifiers cannot be evaluated, but for what the range of a schedule settles";
}
std::string false_in_model() { return "this assertion is false in the model that the certificate gives"; }
std::string not_ascending() {
  return "the lines of a model must be in ascending order: atoms, logic variables and program variables, each once";
}
std::string effort() { return "the certificate asks for more work than its size allows (256 visits for each byte)"; }
std::string no_empty_clause() { return "the certificate ends without deriving the empty clause"; }
std::string after_the_end() { return "nothing may follow the step that derives the empty clause"; }

}   // namespace reason

}   // namespace plato_test
