// See declared_sorts.hpp.

#include "batches/declared_sorts.hpp"

#include "batches/batch_text.hpp"

namespace plato {
namespace {

// `int 3 NAME`: the item, if it is the next one.
template <class Item>
void declare(std::vector<Item>& items, std::size_t first, BatchWords words, bool is_map) {
  if (words.number() != items.size() + first) return;
  std::string name(words.word());
  if (const std::size_t type = name.find(':'); type != std::string::npos) name.resize(type);
  items.push_back({.name = std::move(name), .type = is_map ? VariableType::map : VariableType::integer});
}

}   // namespace

Program declared_program(std::string_view certificate) {
  Program program;
  // Ghosts are declared after the program, so variables come in any order.
  std::vector<std::pair<std::string_view, bool>> variables;
  for (BatchText text(certificate); const auto line = text.next();) {
    BatchWords words(*line);
    const std::string_view word = words.word();
    if (word == "int" || word == "map") variables.emplace_back(words.rest(), word == "map");
    if (word == "const" || word == "constmap") declare(program.parameters, 1, words, word == "constmap");
  }
  program.variables.resize(variables.size());
  for (const auto& [rest, is_map] : variables) {
    const auto number = BatchWords(rest).number();
    if (number && *number < program.variables.size())
      program.variables[*number].type = is_map ? VariableType::map : VariableType::integer;
  }
  return program;
}

bool are_declared(const Program& program, const Conditions& conditions) {
  const FormulaTable& table = conditions.table;
  constexpr std::size_t threads = 2;   // that a condition is about; the parameters come after them
  for (TermId id = 1; id <= table.term_count(); ++id) {
    const Term& term = table[id];
    const auto number = static_cast<std::size_t>(static_cast<std::uint32_t>(term.operand[0]));
    if (term.kind == TermKind::var && number >= program.variables.size()) return false;
    if (term.kind == TermKind::logic && number >= program.parameters.size() + threads) return false;
  }
  return true;
}

}   // namespace plato
