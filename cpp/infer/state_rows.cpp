// See state_rows.hpp.

#include "infer/state_rows.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include "infer/few_threads.hpp"

namespace plato {

StateRow row_of(ConcreteEvaluation& evaluation, const ReadAtoms& atoms, ConcreteModel model, std::int64_t first,
                std::int64_t second) {
  std::vector<std::int64_t> names;
  if (atoms.names_first) names.push_back(first);
  if (atoms.names_second) names.push_back(second);
  model.bound = names;
  StateRow row;
  for (std::size_t i = 0; i < atoms.atoms.size(); ++i) row[i] = evaluation.holds(atoms.atoms[i], model);
  return row;
}

Program with_visible_ghosts(const CoreProgram& core) {
  Program program = core.program;
  for (StatementId s = 1; s <= program.statements.size(); ++s)
    if (statement_of(program, s).kind == CoreStatement::Kind::atomic)
      program.statements[s - 1].command = proof_command(core.program, core.outline, s);
  for (CoreVariable& variable : program.variables) variable.is_ghost = false;
  if (core.outline.initially) program.init = *core.outline.initially;
  return program;
}

namespace {

class RowObserver {
 public:
  explicit RowObserver(const std::vector<ReadAtoms>& vocabularies)
      : vocabularies_(vocabularies), rows_(vocabularies.size()) {}

  void observe(ConcreteEvaluation& evaluation, const ObservedStep& step) {
    ConcreteStore state(step.model.parameters.begin(), step.model.parameters.end());
    state.insert(state.end(), step.model.after->begin(), step.model.after->end());
    if (!seen_.insert(std::move(state)).second) return;
    ConcreteModel after = step.model;
    after.before = after.after;
    for (std::size_t v = 0; v < vocabularies_.size(); ++v) {
      const Subjects& subjects = vocabularies_[v].subjects;
      for (std::size_t a = 0; a < step.threads.size(); ++a) {
        if (step.threads[a].family != subjects.first) continue;
        if (!subjects.second) add(evaluation, v, after, step.threads[a].identifier, 0);
        for (std::size_t b = 0; b < step.threads.size(); ++b)
          if (subjects.second && a != b && step.threads[b].family == *subjects.second)
            add(evaluation, v, after, step.threads[a].identifier, step.threads[b].identifier);
      }
    }
  }

  // States are told apart by numbers of maps, which each search gives anew.
  void begin() { seen_.clear(); }

  std::vector<std::vector<StateRow>> rows() const {
    std::vector<std::vector<StateRow>> all;
    for (const auto& rows : rows_) all.emplace_back(rows.begin(), rows.end());
    return all;
  }

 private:
  const std::vector<ReadAtoms>& vocabularies_;
  std::set<ConcreteStore> seen_;
  std::vector<std::unordered_set<StateRow>> rows_;

  // A value that is too large says nothing.
  void add(ConcreteEvaluation& evaluation, std::size_t v, const ConcreteModel& model, std::int64_t first,
           std::int64_t second) {
    try {
      rows_[v].insert(row_of(evaluation, vocabularies_[v], model, first, second));
    } catch (const TooLarge&) {
    }
  }
};

}   // namespace

std::vector<std::vector<StateRow>> observed_rows(const Program& visible, const std::vector<ReadAtoms>& vocabularies) {
  constexpr std::uint64_t most_work = 40'000'000;
  constexpr FewThreads searches[] = {{2, 0, 2}, {2, 3, 4}, {3, 0, 3}};
  RowObserver observer(vocabularies);
  observe_few_threads(
      visible, searches, most_work, [&] { observer.begin(); },
      [&](ConcreteEvaluation& evaluation, const ObservedStep& step) { observer.observe(evaluation, step); });
  return observer.rows();
}

// ---- clauses

namespace {

bool was_seen(const StateRow& row, const StateRow& mask, std::span<const StateRow> seen) {
  return std::ranges::any_of(seen, [&](const StateRow& r) { return ((r ^ row) & mask).none(); });
}

// The atom that says that the first or the second thread is at this place.
std::optional<std::size_t> place_atom(const Vocabulary& vocabulary, std::size_t subject, std::size_t place) {
  for (std::size_t i = 0; i < vocabulary.atoms.size(); ++i)
    if (vocabulary.atoms[i].place == place && vocabulary.atoms[i].subject == subject) return i;
  return std::nullopt;
}

// The places next to each other, this one among them, at which nothing else that the mask keeps was seen.
std::vector<std::size_t> neighbours(const Vocabulary& vocabulary, std::size_t subject, std::size_t place, StateRow row,
                                    StateRow mask, std::span<const StateRow> seen) {
  for (std::size_t i = 0; i < vocabulary.atoms.size(); ++i)
    if (vocabulary.atoms[i].place && vocabulary.atoms[i].subject == subject) row[i] = mask[i] = false;
  const auto is_free = [&](std::size_t p) {
    const auto atom = place_atom(vocabulary, subject, p);
    if (!atom) return false;
    StateRow there = row, with_place = mask;
    there[*atom] = with_place[*atom] = true;
    return !was_seen(there, with_place, seen);
  };
  std::size_t first = place, last = place;
  while (first > 0 && is_free(first - 1)) --first;
  while (is_free(last + 1)) ++last;
  std::vector<std::size_t> places(last - first + 1);
  std::iota(places.begin(), places.end(), first);
  return places;
}

}   // namespace

std::optional<Impossible> excluded(const Vocabulary& vocabulary, const StateRow& row, std::span<const StateRow> seen,
                                   std::size_t subjects) {
  const std::vector<StateAtom>& atoms = vocabulary.atoms;
  StateRow all;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    all[i] = (atoms[i].subject & ~subjects) == 0 && (!atoms[i].place || row[i]);
  if (was_seen(row, all, seen)) return std::nullopt;
  // what tells least is left out first, in some orders
  StateRow best;
  std::size_t fewest = most_atoms + 1;
  struct Order {
    std::size_t subject;   // what is about it is left out earlier
    std::size_t weight;    // and what has this weight before all else
  };
  for (const Order& wanted : {Order{3, 0}, Order{1, 0}, Order{0, 0}, Order{3, 4}, Order{0, 4}}) {
    std::vector<std::size_t> order(atoms.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
      return std::tuple(atoms[i].weight == wanted.weight ? 0 : atoms[i].weight,
                        atoms[i].subject == wanted.subject ? 0 : 1);
    });
    StateRow mask = all;
    for (const std::size_t i : order) {
      if (!mask[i]) continue;
      mask[i] = false;
      if (was_seen(row, mask, seen)) mask[i] = true;
    }
    if (mask.count() < fewest) best = mask, fewest = mask.count();
  }
  Impossible found;
  std::optional<std::size_t> places[2];
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (!best[i]) continue;
    if (atoms[i].place)
      places[atoms[i].subject - 1] = *atoms[i].place;
    else
      found.literals.push_back({i, row[i]});
  }
  if (places[0]) found.first_places = neighbours(vocabulary, 1, *places[0], row, best, seen);
  if (!places[1]) return found;
  if (found.first_places.empty()) {
    found.second_places = neighbours(vocabulary, 2, *places[1], row, best, seen);
    return found;
  }
  // for all places of the first one
  for (const std::size_t p : found.first_places) {
    StateRow there = row, mask = best;
    for (std::size_t i = 0; i < atoms.size(); ++i)
      if (atoms[i].place && atoms[i].subject == 1) there[i] = mask[i] = atoms[i].place == p;
    const std::vector<std::size_t> free = neighbours(vocabulary, 2, *places[1], there, mask, seen);
    if (p == found.first_places.front()) {
      found.second_places = free;
      continue;
    }
    std::erase_if(found.second_places, [&](std::size_t q) { return !std::ranges::binary_search(free, q); });
  }
  return found;
}

bool excludes(const Vocabulary& vocabulary, const Impossible& what, const StateRow& row) {
  const auto is_at = [&](std::size_t subject, const std::vector<std::size_t>& places) {
    return places.empty() || std::ranges::any_of(places, [&](std::size_t p) {
             const auto atom = place_atom(vocabulary, subject, p);
             return atom && row[*atom];
           });
  };
  return is_at(1, what.first_places) && is_at(2, what.second_places) &&
         std::ranges::all_of(what.literals, [&](const StateLiteral& l) { return row[l.atom] == l.is_true; });
}

}   // namespace plato
