// See accesses.hpp.

#include "explore/accesses.hpp"

#include <algorithm>
#include <set>

namespace plato {
namespace {

// The terms that are right below a term or a formula.
std::vector<TermId> terms_below(const FormulaTable& table, Node node) {
  std::vector<TermId> terms;
  if (node.is_formula) {
    const auto id = static_cast<FormulaId>(node.index);
    if (has_terms(table[id].kind)) terms = {table.left(id), table.right(id)};
    return terms;
  }
  const Term& t = table[TermId{node.index}];
  for (std::size_t i = term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i) terms.push_back(t.term(i));
  return terms;
}

}   // namespace

bool clash(const Access& a, const Access& b) {
  return a.variable == b.variable && (a.writes || b.writes) && (!a.index || !b.index || *a.index == *b.index);
}

WatchedAccesses::WatchedAccesses(const Program& program, const std::vector<std::size_t>& variables) {
  const std::set<std::size_t> watched(variables.begin(), variables.end());
  if (watched.empty()) return;
  const FormulaTable& table = program.table;
  for (std::size_t i = 0; i < program.commands.size(); ++i) {
    const CoreCommand& command = program.commands[i];
    std::vector<Place> places;
    const auto read = [&](TermId term, std::optional<TermId> index) {
      const Term& t = table[term];
      if (t.kind != TermKind::var || !watched.contains(static_cast<std::size_t>(t.operand[0]))) return;
      if (index && table[*index].loose != 0) {
        if (table[*index].kind != TermKind::bound) return;
        index.reset();
      }
      places.push_back({static_cast<std::size_t>(t.operand[0]), index, false});
    };
    const std::vector<Node> roots = reads_of(command);
    for (const Node root : roots)
      if (!root.is_formula) read(TermId{root.index}, {});
    for (const Node node : parts_of(table, roots)) {
      const bool is_element = !node.is_formula && table[TermId{node.index}].kind == TermKind::select;
      const std::vector<TermId> below = terms_below(table, node);
      for (std::size_t k = 0; k < below.size(); ++k)
        read(below[k], is_element && k == 0 ? std::optional(below[1]) : std::nullopt);
    }
    for (const CorePlace& place : command.places)
      if (watched.contains(place.variable)) places.push_back({place.variable, place.index, true});
    if (!places.empty()) places_.emplace(static_cast<CommandId>(i + 1), std::move(places));
  }
}

void WatchedAccesses::add(CommandId command, const ConcreteModel& model, ConcreteEvaluation& evaluation,
                          std::vector<Access>& out) const {
  const auto found = places_.find(command);
  if (found == places_.end()) return;
  for (const Place& place : found->second) {
    Access access{.variable = place.variable, .writes = place.writes};
    if (place.index) access.index = evaluation.number(*place.index, model);
    out.push_back(access);
  }
}

}   // namespace plato
