// Models of SMT-LIB problems; see smt_model.hpp.

#include "smtlib/smt_model.hpp"

#include <algorithm>

#include "smtlib/smtlib_operators.hpp"

namespace plato {
namespace {

std::string write_integer(const Integer& value) {
  return value.sign() < 0 ? "(- " + to_string(-value) + ")" : to_string(value);
}

// A value of this sort; Booleans are numbers inside functions.
std::string write_number(const Integer& value, Sort sort) {
  if (sort == Sort::boolean) return value.is_zero() ? "false" : "true";
  return write_integer(value);
}

std::string write_name(const std::string& name) {
  const bool is_simple = !name.empty() && !('0' <= name[0] && name[0] <= '9') && std::ranges::all_of(name, [](char c) {
    return ('0' <= c && c <= '9') || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
           std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
  });
  return is_simple ? name : "|" + name + "|";
}

std::string write_array(const FunctionValue& array, Sort sort) {
  const Sort element = sort == Sort::map ? Sort::integer : Sort::boolean;
  std::string text = "((as const " + sort_name(sort) + ") " + write_number(array.otherwise, element) + ")";
  for (const auto& [arguments, value] : array.entries)
    text = "(store " + text + " " + write_integer(arguments[0]) + " " + write_number(value, element) + ")";
  return text;
}

std::string write_function(const ProblemSymbol& symbol, const FunctionValue& function) {
  std::string text, close;
  for (const auto& [arguments, value] : function.entries) {
    text += "(ite (and";
    for (std::size_t i = 0; i < arguments.size(); ++i)
      text += " (= x" + std::to_string(i + 1) + " " + write_number(arguments[i], symbol.arguments[i]) + ")";
    text += ") " + write_number(value, symbol.result) + " ";
    close += ")";
  }
  return text + write_number(function.otherwise, symbol.result) + close;
}

}   // namespace

std::string write_smt_model(const Problem& problem, const ProblemModel& model) {
  std::string text = "(\n";
  for (const std::string& sort : problem.declared_sorts) text += "  (define-sort " + write_name(sort) + " () Int)\n";
  for (std::size_t i = 0; i < problem.symbols.size(); ++i) {
    const ProblemSymbol& symbol = problem.symbols[i];
    text += "  (define-fun " + write_name(symbol.name) + " (";
    for (std::size_t a = 0; a < symbol.arguments.size(); ++a)
      text +=
          std::string(a == 0 ? "" : " ") + "(x" + std::to_string(a + 1) + " " + sort_name(symbol.arguments[a]) + ")";
    text += ") " + sort_name(symbol.result) + " ";
    if (const auto* truth = std::get_if<bool>(&model.symbols[i]))
      text += *truth ? "true" : "false";
    else if (const auto* integer = std::get_if<Integer>(&model.symbols[i]))
      text += write_integer(*integer);
    else if (symbol.arguments.empty())
      text += write_array(std::get<FunctionValue>(model.symbols[i]), symbol.result);
    else
      text += write_function(symbol, std::get<FunctionValue>(model.symbols[i]));
    text += ")\n";
  }
  return text + ")\n";
}

}   // namespace plato
