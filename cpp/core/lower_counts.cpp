// See lower_counts.hpp.

#include "core/lower_counts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "core/lower_control_points.hpp"
#include "logic/formula_builder.hpp"
#include "logic/replace_term.hpp"

namespace plato {
namespace {

class CountSteps {
 public:
  CountSteps(const CheckedProgram& program, const CountDeclaration& count, const SymbolNumbers& numbers,
             ExpressionLowering& global, CoreProgram& core, Diagnostics& diagnostics)
      : count_(count), points_(numbers.points), core_(core), table_(core.program.table), diagnostics_(diagnostics) {
    own_ = global.self();
    number_ = ghost(program, numbers, count.name, count.text);
    if (count.is_sum) {
      held_ = ghost(program, numbers, count.held, "");
    } else {
      at_ = ghost(program, numbers, count.at, "");
      place_ = ghost(program, numbers, count.place, "");
    }
    const Literal about = global.formula(count.about);
    // It says something of all integers, unless it says nothing.
    if (about > 0 && table_[formula_of(about)].kind == FormulaKind::all) body_ = table_.operands(formula_of(about))[0];
    find_reads();
  }

  void run() {
    const std::size_t statements = core_.program.statements.size();
    for (StatementId s = 1; s <= statements; ++s) {
      const CoreStatement& statement = statement_of(core_.program, s);
      if (statement.kind == CoreStatement::Kind::scope)
        for (std::size_t v : statement.variables)
          if (reads_.contains(v)) refuse(s, "'" + name(v) + "' gets its former value back here");
      if (statement.kind == CoreStatement::Kind::atomic) step(s);
    }
  }

 private:
  const CountDeclaration& count_;
  const ControlPoints* points_;
  CoreProgram& core_;
  FormulaTable& table_;
  Diagnostics& diagnostics_;
  std::int32_t number_ = 0, at_ = 0, place_ = 0, held_ = 0;
  std::int32_t control_ = 0;   // where threads are, if what is counted is about that alone
  Literal body_ = 0;           // about the bound variable
  TermId own_ = 0;             // the thread's own identifier
  // The variables that are read, and how: at the index that is counted, as the first of how many, or otherwise.
  enum class Read : std::uint8_t { at_index, at_pair, otherwise };
  std::map<std::size_t, Read> reads_;

  std::int32_t ghost(const CheckedProgram& program, const SymbolNumbers& numbers, const std::string& wanted,
                     const std::string& shown) {
    const auto found = std::ranges::find_if(
        program.symbols, [&](const Symbol& s) { return s.kind == Symbol::Kind::variable && s.name == wanted; });
    const std::int32_t number = numbers.variables.at(static_cast<SymbolIndex>(found - program.symbols.begin()));
    core_.program.variables[static_cast<std::size_t>(number)].shown = shown;
    return number;
  }
  std::string name(std::size_t variable) const { return core_.program.variables[variable].name; }

  bool is_index(TermId term) const { return table_[term].kind == TermKind::bound && table_[term].operand[0] == 0; }

  void read(std::size_t variable, Read how) {
    const auto known = reads_.try_emplace(variable, how).first;
    if (known->second != how) known->second = Read::otherwise;
  }
  void read_whole(TermId term) {
    if (table_[term].kind == TermKind::var) read(static_cast<std::size_t>(table_[term].operand[0]), Read::otherwise);
  }

  void find_reads() {
    if (body_ == 0) return;
    bool has_quantifier = false;
    const Node root{true, index_of(formula_of(body_))};
    for (const Node node : parts_of(table_, std::span(&root, 1))) {
      if (node.is_formula) {
        const FormulaId id{node.index};
        const FormulaKind kind = table_[id].kind;
        has_quantifier = has_quantifier || kind == FormulaKind::all;
        if (has_terms(kind)) {
          read_whole(table_.left(id));
          read_whole(table_.right(id));
        }
        continue;
      }
      const Term& t = table_[TermId{node.index}];
      const bool is_element = t.kind == TermKind::select && table_[t.term(0)].kind == TermKind::var;
      if (is_element) {
        const Term& index = table_[t.term(1)];
        read(static_cast<std::size_t>(table_[t.term(0)].operand[0]),
             is_index(t.term(1))                                       ? Read::at_index
             : index.kind == TermKind::pair && is_index(index.term(0)) ? Read::at_pair
                                                                       : Read::otherwise);
      }
      for (std::size_t i = is_element ? 1 : term_operand_begin(t.kind); i < term_operand_end(t.kind); ++i)
        read_whole(t.term(i));
    }
    // Under a quantifier the bound variable has another number, so nothing is known of how things are read there.
    if (has_quantifier)
      for (auto& [variable, how] : reads_) how = Read::otherwise;
    if (count_.is_sum) reads_.erase(static_cast<std::size_t>(held_));
  }

  void report(StatementId s, std::string message, std::string help) {
    diagnostics_.push_back({MessageCode::count, core_.provenance.statements[s - 1].where, std::move(message),
                            std::move(help), count_.where, count_.is_sum ? "this sum" : "this count"});
  }
  void refuse(StatementId s, const std::string& why) {
    report(s,
           "'" + core_.provenance.statements[s - 1].text + "' may change what '" + count_.text +
               "' is about at more than one index: " + why,
           "let what is " + std::string(count_.is_sum ? "added up" : "counted") +
               " at i be about elements at i, and change one of them at a time");
  }

  void step(StatementId s) {
    const CommandId command = proof_command(core_.program, core_.outline, s);
    std::set<std::size_t> written;
    for (CommandId part : parts_of_command(core_.program.commands, command))
      for (const CorePlace& place : command_of(core_.program, part).places) written.insert(place.variable);
    std::vector<TermId> indices;
    for (CommandId part : parts_of_command(core_.program.commands, command))
      for (const CorePlace& place : command_of(core_.program, part).places) {
        const auto read = reads_.find(place.variable);
        if (read == reads_.end()) continue;
        const std::optional<TermId> index = index_of_change(s, place, read->second, written);
        if (!index) return;
        if (std::ranges::find(indices, *index) == indices.end()) indices.push_back(*index);
      }
    if (indices.empty() || keeps(s)) return;
    for (TermId index : indices) add_ghosts(core_, s, count_.is_sum ? add_up(index) : move(s, index));
  }

  // At which index the change of a place changes what is counted.
  std::optional<TermId> index_of_change(StatementId s, const CorePlace& place, Read how,
                                        const std::set<std::size_t>& written) {
    if (how == Read::otherwise) {
      refuse(s, "'" + name(place.variable) + "' is not read at the index alone");
      return std::nullopt;
    }
    if (!place.index) {
      refuse(s, "all of '" + name(place.variable) + "' changes");
      return std::nullopt;
    }
    TermId index = *place.index;
    if (how == Read::at_pair) {
      if (table_[index].kind != TermKind::pair) {
        refuse(s, "which row of '" + name(place.variable) + "' changes is not known");
        return std::nullopt;
      }
      index = table_[index].term(0);
    }
    const Node root{false, static_cast<std::uint32_t>(index)};
    for (const Node node : parts_of(table_, std::span(&root, 1))) {
      if (node.is_formula || table_[TermId{node.index}].kind != TermKind::var) continue;
      const auto variable = static_cast<std::size_t>(table_[TermId{node.index}].operand[0]);
      if (!written.contains(variable)) continue;
      refuse(s, "the index depends on '" + name(variable) + "', which changes in the same step");
      return std::nullopt;
    }
    return index;
  }

  TermId var(std::int32_t variable) { return table_.var(variable, 0); }
  TermId element(std::int32_t map, TermId index) { return table_.binary(TermKind::select, var(map), index); }
  static CorePlace place_of(std::int32_t variable, std::optional<TermId> index = {}) {
    return {.variable = static_cast<std::size_t>(variable), .index = index};
  }

  // sum := sum - held[i] + e(i); held[i] := e(i)
  CommandId add_up(TermId index) {
    const Literal equation = instantiate(table_, body_, index);
    const FormulaId id = formula_of(equation);
    const TermId held = element(held_, index);
    const TermId value = table_.left(id) == held ? table_.right(id) : table_.left(id);
    const TermId sum = table_.binary(TermKind::add, table_.binary(TermKind::sub, var(number_), held), value);
    return add_command(core_.program.commands,
                       {.places = {place_of(number_), place_of(held_, index)}, .values = {sum, value}});
  }

  // ---- what is known of where the thread is

  // The body of the formula for a thread that is there.
  std::optional<Literal> body_at(std::int64_t place) {
    const TermId control = table_.binary(TermKind::select, table_.var(control_, 0), table_.bound(0));
    return replace_term(table_, body_, control, table_.num(place));
  }

  // What is counted before the step and after it, if that depends on where the one thread is that counts, and on
  // nothing that changes.
  struct Known {
    Literal before = 0, after = 0;
  };
  // What the step of a thread's own statements does to where it is, if what is counted is about that alone.
  const ControlMove* move_of(StatementId s) {
    if (points_ == nullptr || count_.is_sum || body_ == 0 || reads_.size() != 1) return nullptr;
    const CoreVariable& variable = core_.program.variables[reads_.begin()->first];
    if (variable.places.empty() || core_.provenance.statements[s - 1].procedure != 0) return nullptr;
    control_ = static_cast<std::int32_t>(reads_.begin()->first);
    for (const ControlUnit& unit : points_->units)
      if (variable.owner == unit.thread && unit.par == 0)
        if (const auto moves = unit.moves.find(s); moves != unit.moves.end() && moves->second.size() == 1)
          return &moves->second[0];
    return nullptr;
  }
  std::optional<Known> known(StatementId s) {
    const ControlMove* const move = move_of(s);
    if (move == nullptr) return std::nullopt;
    std::set<std::optional<Literal>> before;
    for (std::int64_t place : move->from) before.insert(body_at(place));
    const std::optional<Literal> after = body_at(move->to);
    if (before.size() != 1 || !*before.begin() || !after) return std::nullopt;
    return Known{**before.begin(), *after};
  }
  bool keeps(StatementId s) {
    const std::optional<Known> both_sides = known(s);
    return both_sides && both_sides->before == both_sides->after;
  }

  // A thread counts itself as one of its family.
  Literal without_membership(Literal literal, TermId index) const {
    if (index != own_) return literal;
    for (const CoreFamily& family : core_.program.families)
      if (literal == family.members) return table_.truth();
    return literal;
  }

  // If the index stands behind the border though it is counted, it changes places with the first one there; if it
  // stands before it though it is not counted, with the last one there; otherwise with itself.
  CommandId move(StatementId s, TermId index) {
    const TermId stands = element(place_, index), number = var(number_), one = table_.num(1);
    Literal is_counted = instantiate(table_, body_, index);
    Literal is_before = both(table_, at_most(table_, table_.num(0), stands), -at_most(table_, number, stands));
    if (const std::optional<Known> sides = known(s)) {
      is_counted = without_membership(instantiate(table_, sides->after, index), index);
      is_before = without_membership(instantiate(table_, sides->before, index), index);
    }
    const Literal enters = both(table_, is_counted, -is_before), leaves = both(table_, -is_counted, is_before);
    const TermId more = table_.binary(TermKind::add, number, one), less = table_.binary(TermKind::sub, number, one);
    const TermId place = conditional_term(table_, enters, number, conditional_term(table_, leaves, less, stands));
    const TermId changed = conditional_term(table_, enters, more, conditional_term(table_, leaves, less, number));
    const TermId other = element(at_, place);
    return add_command(core_.program.commands,
                       {.places = {place_of(place_, other), place_of(place_, index), place_of(at_, stands),
                                   place_of(at_, place), place_of(number_)},
                        .values = {stands, place, other, index, changed}});
  }
};

}   // namespace

void add_counts(const CheckedProgram& program, const SymbolNumbers& numbers, ExpressionLowering& global,
                CoreProgram& core, Diagnostics& diagnostics) {
  for (const CountDeclaration& count : program.tree.counts)
    CountSteps(program, count, numbers, global, core, diagnostics).run();
}

}   // namespace plato
