// See state_space.hpp.

#include "explore/state_space.hpp"

#include <algorithm>

#include "logic/branch_identifiers.hpp"

namespace plato {

std::optional<std::pair<const NextAccess*, const NextAccess*>> race_among(const std::vector<NextAccess>& accesses) {
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const NextAccess &one = accesses[j], &other = accesses[i];
      if (!clash(one.access, other.access)) continue;
      if (one.thread == other.thread && one.edge.branches == other.edge.branches) continue;
      return one.access.writes ? std::pair(&one, &other) : std::pair(&other, &one);
    }
  return std::nullopt;
}

StateSpace::StateSpace(const Program& program, const Specification& specification, const ExploreOptions& options)
    : program_(program),
      specification_(specification),
      options_(options),
      evaluation_(program, maps_),
      commands_(program, evaluation_, maps_, specification.races),
      control_(program, options.deepest_call),
      start_(plan_initial_stores(program)) {
  maps_.constant(0);   // map number 0: the value of a ghost, which is never read
  for (const CoreStatement& s : program.statements) {
    has_guesses_.push_back(s.kind == CoreStatement::Kind::atomic && commands_.has_guesses(s.command));
    has_scopes_or_branches_ =
        has_scopes_or_branches_ || s.kind == CoreStatement::Kind::scope || s.kind == CoreStatement::Kind::par;
  }
  evaluation_.limit_work(options.most_work);
  try {
    settings_ = exploration_settings(program, options, evaluation_, maps_, left_out_);
  } catch (const OutOfWork&) {
    leave_out_work();
  }
  for (const ExplorationSetting& s : settings_) store_begin_ = std::max(store_begin_, 1 + s.threads.size());
  for (const ExplorationSetting& s : settings_)
    symmetries_.emplace_back(program, specification, maps_,
                             options.uses_symmetry ? s.threads : std::vector<ScheduleThread>(), store_begin_);
}

ExplorationBounds StateSpace::bounds() const {
  return describe_bounds(program_, specification_, settings_, values_to_try(program_, options_), start_,
                         std::ranges::any_of(has_guesses_, std::identity()));
}

std::span<const std::int64_t> StateSpace::domain_of(const ExplorationSetting& setting, const ConcreteStore& store,
                                                    std::vector<std::int64_t>& buffer) const {
  if (!setting.has_quantifiers) return setting.domain;
  return buffer = domain_in(program_, setting, maps_, store);
}

bool StateSpace::for_each_initial(const ExplorationSetting& setting,
                                  const std::function<bool(const ConcreteStore&)>& found) {
  const ConcreteModel model{.parameters = setting.parameters, .domain = setting.domain};
  return for_each_solution(program_, start_, evaluation_, maps_, setting.bounds, model, found);
}

StateRow StateSpace::initial_row(std::size_t setting) const {
  StateRow row(row_size());
  row[0] = static_cast<std::int64_t>(setting);
  const std::vector<ScheduleThread>& threads = settings_[setting].threads;
  for (std::size_t t = 0; t < threads.size(); ++t) row[1 + t] = control_.start(threads[t].family);
  return row;
}

std::vector<std::uint32_t> StateSpace::put_together(StateRow& row, const ConcreteStore& after) const {
  std::ranges::copy(after, row.end() - static_cast<std::ptrdiff_t>(after.size()));
  const ThreadSymmetry& symmetry = symmetries_[static_cast<std::size_t>(row[0])];
  return symmetry.is_trivial() ? std::vector<std::uint32_t>() : symmetry.normalise(row);
}

bool StateSpace::have_ended(std::span<const std::int64_t> row) {
  const ExplorationSetting& setting = setting_of(row);
  const ConcreteStore store = store_of(row);
  ControlChoices buffer;
  for (std::size_t t = 0; t < setting.threads.size(); ++t)
    if (!choices_at(row[1 + t], setting.threads[t], store, setting, buffer).may_end) return false;
  return true;
}

const ControlChoices& StateSpace::choices_at(std::int64_t location, const ScheduleThread& thread,
                                             const ConcreteStore& store, const ExplorationSetting& setting,
                                             ControlChoices& buffer) {
  const OwnValues own{maps_, store, thread.identifier};
  const auto here = static_cast<std::uint32_t>(location);
  try {
    const ControlChoices& choices = control_.at(here, &own);
    if (!has_scopes_or_branches_) return choices;
    buffer = choices;
    std::erase_if(buffer.edges, [&](ControlEdge& edge) { return !find_branches(here, own, edge, setting); });
  } catch (const TooLarge&) {
    leave_out_large();
    buffer = {.edges = {}, .are_all = false};
  }
  return buffer;
}

// Where a `par` leads, if it is one; false if it has too many branches.
bool StateSpace::find_branches(std::uint32_t location, const OwnValues& own, ControlEdge& edge,
                               const ExplorationSetting& setting) {
  const CoreStatement& par = statement_of(program_, edge.statement);
  if (par.kind != CoreStatement::Kind::par) return true;
  const std::int64_t tid = identifier_of(own.thread, edge);
  const ConcreteModel model{
      .before = &own.store, .tid = tid, .parameters = setting.parameters, .domain = setting.domain};
  const std::int64_t first = evaluation_.number(par.low, model), last = evaluation_.number(par.high, model);
  std::int64_t count = 0;
  const bool is_long = first <= last && (__builtin_sub_overflow(last, first, &count) ||
                                         count >= static_cast<std::int64_t>(most_branches));
  if (is_long || control_.is_deep(edge)) {
    leave_out(is_long ? "a 'par' has more than " + std::to_string(most_branches) + " branches"
                      : "branches are nested too deeply");
    return false;
  }
  edge.target = control_.fork(location, edge, first, last);
  edge.first = first;
  edge.last = last;
  return true;
}

std::int64_t StateSpace::identifier_of(std::int64_t thread, const ControlEdge& edge) const {
  Integer identifier = thread;
  for (std::int64_t number : edge.branches) identifier = branch_of(identifier, number);
  if (!identifier.is_small()) throw TooLarge{};
  return identifier.small();
}

bool StateSpace::for_each_outcome(const ControlEdge& edge, const CommandStart& start,
                                  const CommandRunner::Found& found) {
  const CoreStatement& s = statement_of(program_, edge.statement);
  if (s.kind == CoreStatement::Kind::atomic) return commands_.for_each_outcome(s.command, start, found);
  ConcreteStore after = start.store;
  if (s.kind == CoreStatement::Kind::par) {
    found({.store = after});
    return true;
  }
  const std::span<const std::int64_t> kept = control_.kept_values(edge);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::int64_t& map = after[s.variables[i]];
    map = maps_.with(map, start.thread, kept[i]);
  }
  found({.store = after});
  return true;
}

std::optional<Literal> StateSpace::first_false(const std::optional<Literal>& whole, const ConcreteModel& model) {
  if (!whole) return std::nullopt;
  try {
    return evaluation_.first_false(*whole, model);
  } catch (const TooLarge&) {
    leave_out_large();
    return std::nullopt;
  }
}

}   // namespace plato
