// See few_members.hpp.

#include "explore/few_members.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "explore/activation_controls.hpp"
#include "explore/concrete_evaluation.hpp"
#include "explore/family_members.hpp"
#include "explore/own_variables.hpp"

namespace plato {
namespace {

// Finds what holds identifiers: the thread's own, and whatever is compared with one or gets one. Then looks whether
// these are used in no other way.
class IdentifierSearch {
 public:
  IdentifierSearch(const Program& program, const Specification& specification)
      : program_(program),
        table_(program.table),
        own_(own_variables(program, specification)),
        representative_(program.variables.size() + 1) {
    std::iota(representative_.begin(), representative_.end(), std::size_t{0});
    for (const CoreStatement& s : program.statements)
      if (s.kind == CoreStatement::Kind::atomic)
        for (CommandId part : parts_of_command(program.commands, s.command))
          commands_.push_back(&command_of(program, part));
    for (const CoreCommand* c : commands_)
      for (Node read : reads_of(*c)) claims_.push_back(read);
    for (const std::optional<Literal>& claim : {specification.invariant, specification.guarantee, specification.post})
      if (claim) claims_.push_back({true, index_of(formula_of(*claim))});
  }

  bool run() {
    std::vector<Node> all = claims_;
    all.push_back({true, index_of(formula_of(program_.init))});
    for (Node node : parts_of(table_, all))
      if (node.is_formula && has_terms(table_[static_cast<FormulaId>(node.index)].kind)) {
        const auto id = static_cast<FormulaId>(node.index);
        if (table_[id].kind != FormulaKind::le) link({table_.left(id), table_.right(id)});
      }
    for (const CoreCommand* c : commands_)
      for (std::size_t i = 0; i < c->values.size(); ++i)
        link({c->values[i]}, holder_of(c->places[i].variable, c->places[i].index));
    return are_only_compared();
  }

  std::vector<std::size_t> identifiers() {
    std::vector<std::size_t> found;
    for (std::size_t v = 0; v < program_.variables.size(); ++v)
      if (is_identifier(v)) found.push_back(v);
    return found;
  }
  std::vector<std::int64_t> constants() {
    std::set<std::int64_t> found;
    for (const auto& [holder, number] : numbers_)
      if (is_identifier(holder) && number != 0) found.insert(number);
    return {found.begin(), found.end()};
  }
  std::size_t members_needed() {
    std::size_t needed = 2;
    for (std::size_t v : identifiers()) needed += is_own(v) ? 2 : 1;
    return needed;
  }

 private:
  const Program& program_;
  const FormulaTable& table_;
  std::vector<std::size_t> own_;
  std::vector<std::size_t> representative_;                     // of variables, and then of the thread's identifier
  std::vector<std::pair<std::size_t, std::int64_t>> numbers_;   // with which holders are compared
  std::vector<const CoreCommand*> commands_;
  std::vector<Node> claims_;   // what commands and the specification read

  std::size_t self() const { return program_.variables.size(); }
  std::size_t find(std::size_t holder) {
    while (representative_[holder] != holder)
      holder = representative_[holder] = representative_[representative_[holder]];
    return holder;
  }
  bool is_identifier(std::size_t holder) { return find(holder) == find(self()); }
  bool is_own(std::size_t variable) const { return std::ranges::binary_search(own_, variable); }
  bool is_thread(TermId term) const { return table_[term].kind == TermKind::logic && table_[term].operand[0] == 0; }

  // A variable as a whole, or the thread's own entry.
  std::optional<std::size_t> holder_of(std::size_t variable, std::optional<TermId> index) const {
    const bool is_entry = index && is_thread(*index);
    if (is_own(variable) ? is_entry : !index) return variable;
    return std::nullopt;
  }
  std::optional<std::size_t> holder_of(TermId term) const {
    const Term& t = table_[term];
    if (is_thread(term)) return self();
    if (t.kind == TermKind::var && !is_own(static_cast<std::size_t>(t.operand[0])))
      return static_cast<std::size_t>(t.operand[0]);
    if (t.kind == TermKind::select && table_[t.term(0)].kind == TermKind::var)
      return holder_of(static_cast<std::size_t>(table_[t.term(0)].operand[0]), t.term(1));
    return std::nullopt;
  }

  // Values of one kind.
  void link(std::vector<TermId> terms, std::optional<std::size_t> holder = {}) {
    std::vector<std::int64_t> numbers;
    while (!terms.empty()) {
      const TermId term = terms.back();
      terms.pop_back();
      const Term& t = table_[term];
      if (t.kind == TermKind::ite) {
        terms.push_back(t.term(1));
        terms.push_back(t.term(2));
      } else if (t.kind == TermKind::const_) {
        terms.push_back(t.term(0));
      } else if (t.kind == TermKind::num) {
        if (table_.value(term).is_small()) numbers.push_back(table_.value(term).small());
      } else {
        // Of a local variable the initial condition speaks as a whole.
        std::optional<std::size_t> one = holder_of(term);
        if (!one && t.kind == TermKind::var) one = static_cast<std::size_t>(t.operand[0]);
        if (one && holder) representative_[find(*one)] = find(*holder);
        if (one) holder = one;
      }
    }
    if (holder)
      for (std::int64_t number : numbers) numbers_.emplace_back(*holder, number);
  }

  bool denotes_identifier(TermId term) {
    const auto holder = holder_of(term);
    return holder && is_identifier(*holder);
  }
  // A value that is an identifier, or of which that depends on what it is compared with.
  bool may_be_identifier(TermId term) {
    const Term& t = table_[term];
    if (t.kind == TermKind::ite) return may_be_identifier(t.term(1)) && may_be_identifier(t.term(2));
    return t.kind == TermKind::num || denotes_identifier(term);
  }
  bool is_only_compared(FormulaId id) {
    if (!has_terms(table_[id].kind)) return true;
    const TermId a = table_.left(id), b = table_.right(id);
    if (!denotes_identifier(a) && !denotes_identifier(b)) return true;
    return table_[id].kind == FormulaKind::eq && may_be_identifier(a) && may_be_identifier(b);
  }
  bool is_only_compared(TermId id) {
    const Term& t = table_[id];
    if (holder_of(id) || t.kind == TermKind::ite) return true;
    for (std::size_t i = term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i)
      if (denotes_identifier(t.term(i))) return false;
    return true;
  }
  bool is_only_compared(const CoreCommand& c) {
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      const auto holder = holder_of(c.places[i].variable, c.places[i].index);
      const bool for_identifier = holder && is_identifier(*holder);
      if (c.values.empty() ? for_identifier : for_identifier && !may_be_identifier(c.values[i])) return false;
      if (!for_identifier && !c.values.empty() && denotes_identifier(c.values[i])) return false;
      if (!holder && c.places[i].index && denotes_identifier(*c.places[i].index)) return false;
    }
    return true;
  }
  bool are_only_compared() {
    for (Node node : parts_of(table_, claims_))
      if (node.is_formula ? !is_only_compared(static_cast<FormulaId>(node.index))
                          : !is_only_compared(static_cast<TermId>(node.index)))
        return false;
    return std::ranges::all_of(commands_, [&](const CoreCommand* c) { return is_only_compared(*c); });
  }
};

// The family with more members than are needed, the one without bounds first.
std::optional<std::size_t> large_family(const Program& program, std::size_t needed) {
  MapPool maps;
  ConcreteEvaluation evaluation(program, maps);
  std::optional<std::size_t> found;
  std::size_t most = needed, endless = 0;
  for (std::size_t f = 0; f < program.families.size(); ++f) {
    if (is_given_thread(program, program.families[f])) continue;
    constexpr std::size_t counted = 1000;
    const FamilyMembers members = find_members(program, program.families[f].members, counted, needed, evaluation, {});
    if (members.is_endless) ++endless;
    if (members.is_endless ? endless == 1 : endless == 0 && members.identifiers.size() > most) {
      found = f;
      most = members.identifiers.size();
    }
  }
  return endless > 1 ? std::nullopt : found;
}

}   // namespace

std::optional<FewMembers> few_members(const Program& program, const Specification& specification) {
  if (has_activations(program) || !program.parameters.empty()) return std::nullopt;
  IdentifierSearch search(program, specification);
  if (!search.run()) return std::nullopt;
  const std::size_t needed = search.members_needed();
  try {
    const auto family = large_family(program, needed);
    if (!family) return std::nullopt;
    return FewMembers{*family, needed, search.identifiers(), search.constants()};
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

}   // namespace plato
