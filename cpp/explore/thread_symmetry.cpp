// Deciding and using symmetry; see thread_symmetry.hpp.

#include "explore/thread_symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace plato {
namespace {

// What a term is: an identifier, another number, a map that is indexed by identifiers, another map. What could be
// either way (0 and other numerals, quantified variables, constant maps) is `either`.
enum class Sort : std::uint8_t { identifier, number, identifier_map, number_map, either_number, either_map };

class Analysis {
 public:
  Analysis(const Program& program, const Specification& specification, const std::vector<std::int64_t>& exchanged)
      : program_(program), specification_(specification), table_(program.table), exchanged_(exchanged) {}

  bool run() {
    if (has_branches(program_.statements)) return false;   // their identifiers are computed from the threads'
    // A scope reads and writes at the thread's identifier; only of local variables is it known that these are that.
    for (const CoreStatement& s : program_.statements)
      for (std::size_t v : s.variables)
        if (!program_.variables[v].is_local) return false;
    std::vector<Node> roots;
    const auto add = [&](const std::optional<Literal>& l) {
      if (l) roots.push_back({true, index_of(formula_of(*l))});
    };
    add(program_.init);
    add(specification_.invariant);
    add(specification_.guarantee);
    add(specification_.post);
    for (const CoreStatement& s : program_.statements)
      if (s.kind == CoreStatement::Kind::atomic)
        for (CommandId part : parts_of_command(program_.commands, s.command))
          command(command_of(program_, part), roots);
    for (Node node : parts_of(table_, roots)) {
      if (node.is_formula)
        relation(static_cast<FormulaId>(node.index));
      else
        term(node.index);
      if (!is_alike_) return false;
    }
    return !(bound_is_identifier_ && bound_is_number_);
  }

 private:
  const Program& program_;
  const Specification& specification_;
  const FormulaTable& table_;
  const std::vector<std::int64_t>& exchanged_;
  bool is_alike_ = true, bound_is_identifier_ = false, bound_is_number_ = false;

  static Sort sort_of(const CoreVariable& v) {
    if (v.is_local || v.type == VariableType::thread_set) return Sort::identifier_map;
    if (is_map(v)) return Sort::number_map;
    return v.type == VariableType::lock ? Sort::identifier : Sort::number;
  }
  Sort sort_of(TermId id) const {
    const Term& t = table_[id];
    switch (t.kind) {
      case TermKind::num:
      case TermKind::bound: return Sort::either_number;
      case TermKind::logic:
        if (t.operand[0] == 0) return Sort::identifier;
        return is_map_type(program_.parameters[static_cast<std::size_t>(t.operand[0]) - 1].type) ? Sort::number_map
                                                                                                 : Sort::number;
      case TermKind::var: return sort_of(program_.variables[static_cast<std::size_t>(t.operand[0])]);
      case TermKind::const_: return Sort::either_map;
      case TermKind::store: return sort_of(t.term(0));
      case TermKind::ite: {
        const Sort a = sort_of(t.term(1));
        return a == Sort::either_number || a == Sort::either_map ? sort_of(t.term(2)) : a;
      }
      default: return Sort::number;
    }
  }
  // The term occurs where an identifier is expected, or where a number is.
  void use_as(TermId id, bool as_identifier) {
    const Term& t = table_[id];
    const Sort sort = sort_of(id);
    if (t.kind == TermKind::ite) {
      use_as(t.term(1), as_identifier);
      use_as(t.term(2), as_identifier);
    } else if (t.kind == TermKind::bound) {
      (as_identifier ? bound_is_identifier_ : bound_is_number_) = true;
    } else if (t.kind == TermKind::num) {
      const Integer& value = table_.value(id);
      if (as_identifier && std::ranges::any_of(exchanged_, [&](std::int64_t e) { return value == Integer(e); }))
        is_alike_ = false;
    } else if ((sort == Sort::identifier) != as_identifier) {
      is_alike_ = false;
    }
  }
  void index(TermId map, TermId at) {
    const Sort sort = sort_of(map);
    if (sort == Sort::either_map)
      is_alike_ = false;   // nothing says what its indices are
    else
      use_as(at, sort == Sort::identifier_map);
  }
  void term(TermId id) {
    const Term& t = table_[id];
    switch (t.kind) {
      case TermKind::add:
      case TermKind::sub:
      case TermKind::mul:
      case TermKind::div:
      case TermKind::mod:
      case TermKind::pair:
      case TermKind::branch: use_as(t.term(0), false); return use_as(t.term(1), false);
      case TermKind::select: return index(t.term(0), t.term(1));
      case TermKind::store:
        // A set written out has its elements on a map that is 0 everywhere.
        if (sort_of(t.term(0)) == Sort::either_map)
          use_as(t.term(1), true);
        else
          index(t.term(0), t.term(1));
        return use_as(t.term(2), false);
      case TermKind::const_: return use_as(t.term(0), false);
      case TermKind::var: {
        const CoreVariable& v = program_.variables[static_cast<std::size_t>(t.operand[0])];
        if (v.is_local && v.type == VariableType::lock) is_alike_ = false;
        return;
      }
      default: return;
    }
  }
  // Adds its terms and formulas to the roots, and looks at what it writes.
  void command(const CoreCommand& c, std::vector<Node>& roots) {
    for (Literal l : {c.condition, c.action, c.post})
      if (l != 0) roots.push_back({true, index_of(formula_of(l))});
    for (TermId value : c.values) roots.push_back({false, value});
    for (std::size_t i = 0; i < c.places.size(); ++i) {
      const CorePlace& place = c.places[i];
      const CoreVariable& v = program_.variables[place.variable];
      const Sort sort = sort_of(v);
      if (v.is_local && v.type == VariableType::lock) is_alike_ = false;
      if (place.index) {
        roots.push_back({false, *place.index});
        use_as(*place.index, sort == Sort::identifier_map);
      }
      if (c.values.empty()) continue;
      if (!place.index && is_map(v))
        same_maps(sort, sort_of(c.values[i]), has_set_literal(c.values[i]));
      else
        use_as(c.values[i], !place.index && sort == Sort::identifier);
    }
  }
  void relation(FormulaId id) {
    const FormulaKind kind = table_[id].kind;
    if (!has_terms(kind)) return;
    const TermId a = table_.left(id), b = table_.right(id);
    if (kind == FormulaKind::le) {
      use_as(a, false);
      use_as(b, false);
    } else if (kind == FormulaKind::eq) {
      const bool identifiers = sort_of(a) == Sort::identifier || sort_of(b) == Sort::identifier;
      use_as(a, identifiers);
      use_as(b, identifiers);
    } else {
      same_maps(sort_of(a), sort_of(b), has_set_literal(a) || has_set_literal(b));
    }
  }
  void same_maps(Sort x, Sort y, bool has_literal) {
    if (x != y && x != Sort::either_map && y != Sort::either_map) is_alike_ = false;
    // A set written out must meet a set: its elements were taken for identifiers.
    if ((x == Sort::number_map || y == Sort::number_map) && has_literal) is_alike_ = false;
  }
  bool has_set_literal(TermId id) const {
    const Term& t = table_[id];
    if (t.kind == TermKind::ite) return has_set_literal(t.term(1)) || has_set_literal(t.term(2));
    return t.kind == TermKind::store && (sort_of(t.term(0)) == Sort::either_map || has_set_literal(t.term(0)));
  }
};

}   // namespace

bool treats_identifiers_alike(const Program& program, const Specification& specification,
                              const std::vector<std::int64_t>& exchanged) {
  return Analysis(program, specification, exchanged).run();
}

ThreadSymmetry::ThreadSymmetry(const Program& program, const Specification& specification, MapPool& maps,
                               const std::vector<ScheduleThread>& threads, std::size_t store)
    : program_(program), maps_(maps), threads_(threads), store_(store), locals_(program.families.size()) {
  std::vector<std::vector<std::uint32_t>> of_family(program.families.size());
  for (std::uint32_t t = 0; t < threads.size(); ++t) of_family[threads[t].family].push_back(t);
  std::vector<std::int64_t> exchanged;
  for (auto& group : of_family) {
    if (group.size() < 2) continue;
    for (std::uint32_t t : group) exchanged.push_back(threads[t].identifier);
    groups_.push_back(std::move(group));
  }
  if (groups_.empty()) return;
  if (!treats_identifiers_alike(program, specification, exchanged)) groups_.clear();
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const CoreVariable& variable = program.variables[v];
    if (variable.is_local) {
      for (std::size_t f = 0; f < locals_.size(); ++f)   // those of procedures belong to all
        if (variable.owner.value_or(f) == f) locals_[f].push_back(v);
    } else if (variable.type == VariableType::lock) {
      locks_.push_back(v);
    } else if (variable.type == VariableType::thread_set) {
      sets_.push_back(v);
    }
  }
}

std::vector<std::int64_t> ThreadSymmetry::signature(const std::vector<std::int64_t>& row, std::uint32_t thread) const {
  const std::int64_t self = threads_[thread].identifier;
  std::vector<std::int64_t> signature = {row[1 + thread]};
  for (std::size_t v : locals_[threads_[thread].family]) signature.push_back(maps_[row[store_ + v]].at(self));
  for (std::size_t v : sets_) signature.push_back(maps_[row[store_ + v]].at(self));
  for (std::size_t v : locks_) signature.push_back(row[store_ + v] == self);
  return signature;
}

// names: old identifier and new one.
void ThreadSymmetry::rename_in(std::int64_t& map,
                               const std::vector<std::pair<std::int64_t, std::int64_t>>& names) const {
  std::int64_t renamed = map;
  for (const auto& [old_name, new_name] : names) renamed = maps_.with(renamed, new_name, maps_[map].at(old_name));
  map = renamed;
}

std::vector<std::uint32_t> ThreadSymmetry::normalise(std::vector<std::int64_t>& row) const {
  std::vector<std::uint32_t> origin(threads_.size());
  std::iota(origin.begin(), origin.end(), 0U);
  for (const std::vector<std::uint32_t>& group : groups_) {
    std::vector<std::pair<std::vector<std::int64_t>, std::uint32_t>> sorted;
    for (std::uint32_t t : group) sorted.emplace_back(signature(row, t), t);
    if (std::ranges::is_sorted(
            sorted, {}, [](const auto& s) -> const auto& { return s.first; }))
      continue;
    std::ranges::sort(sorted);
    std::vector<std::pair<std::int64_t, std::int64_t>> names;
    for (std::size_t p = 0; p < group.size(); ++p) {
      origin[group[p]] = sorted[p].second;
      row[1 + group[p]] = sorted[p].first[0];
      names.emplace_back(threads_[sorted[p].second].identifier, threads_[group[p]].identifier);
    }
    for (std::size_t v : locals_[threads_[group[0]].family]) rename_in(row[store_ + v], names);
    for (std::size_t v : sets_) rename_in(row[store_ + v], names);
    for (std::size_t v : locks_)
      for (const auto& [old_name, new_name] : names)
        if (row[store_ + v] == old_name) {
          row[store_ + v] = new_name;
          break;
        }
  }
  return origin;
}

}   // namespace plato
