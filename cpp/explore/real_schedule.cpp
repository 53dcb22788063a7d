// See real_schedule.hpp.

#include "explore/real_schedule.hpp"

#include <algorithm>
#include <numeric>

namespace plato {
namespace {

std::vector<ScheduleInput> inputs_of(const StateSpace& space, const CommandOutcome& outcome) {
  std::vector<ScheduleInput> inputs;
  for (const CommandInput& input : outcome.inputs) {
    ScheduleInput made{
        .kind = input.kind, .variable = input.variable, .value = model_value(space.maps(), input.value, input.is_map)};
    if (input.present) made.present = std::get<MapValue>(model_value(space.maps(), *input.present, true));
    inputs.push_back(std::move(made));
  }
  return inputs;
}

// The real state that the schedule has come to, and which real thread is which of the state that was met: `real[p]` is
// thread p of its row.
struct RealState {
  StateRow row;
  std::vector<std::uint32_t> real;
};

// A step of a real thread, in the schedule, and the edge that it goes along.
ControlEdge add_step(StateSpace& space, const RealState& at, const MetStep& met, Schedule& schedule) {
  const ExplorationSetting& setting = space.setting_of(at.row);
  const std::uint32_t thread = at.real[met.thread];
  ControlChoices buffer;
  const std::vector<ControlEdge> edges =
      space.choices_at(at.row[1 + thread], setting.threads[thread], space.store_of(at.row), setting, buffer).edges;
  const auto is_it = [&](const ControlEdge& e) { return e.statement == met.statement && e.target == met.target; };
  const ControlEdge edge = *std::ranges::find_if(edges, is_it);
  ScheduleThread taken = setting.threads[thread];
  taken.branches = edge.branches;
  schedule.steps.push_back({.thread = taken,
                            .statement = edge.statement,
                            .calls = space.control().calls(edge),
                            .first = edge.first,
                            .last = edge.last});
  return edge;
}

// Takes the step that leads to a row like `met.row`.
void take_again(StateSpace& space, RealState& at, const MetState& met, Schedule& schedule) {
  const ExplorationSetting& setting = space.setting_of(at.row);
  const std::uint32_t thread = at.real[met.step.thread];
  const ControlEdge edge = add_step(space, at, met.step, schedule);
  ScheduleStep& step = schedule.steps.back();
  const ConcreteStore before = space.store_of(at.row);
  std::vector<std::int64_t> wider;
  const CommandStart start{setting, space.identifier_of(step.thread.identifier, edge), before,
                           space.domain_of(setting, before, wider)};
  at.row[1 + thread] = edge.target;
  std::iota(at.real.begin(), at.real.end(), 0U);
  space.for_each_outcome(edge, start, [&](const CommandOutcome& outcome) {
    if (outcome.violated) return true;
    StateRow like = at.row;
    std::vector<std::uint32_t> moved = space.put_together(like, outcome.store);
    if (!std::ranges::equal(like, met.row)) return true;
    std::ranges::copy(outcome.store, at.row.end() - static_cast<std::ptrdiff_t>(outcome.store.size()));
    if (!moved.empty()) at.real = std::move(moved);
    step.inputs = inputs_of(space, outcome);
    return false;
  });
}

// Takes the last step, and answers where it goes wrong, or ends against what the program guarantees.
ConcreteStore go_wrong(StateSpace& space, const RealState& at, const MetStep& met, bool breaks_guarantee,
                       Schedule& schedule) {
  const ExplorationSetting& setting = space.setting_of(at.row);
  const ControlEdge edge = add_step(space, at, met, schedule);
  ScheduleStep& step = schedule.steps.back();
  const ConcreteStore before = space.store_of(at.row);
  ConcreteStore wrong = before;
  std::vector<std::int64_t> wider;
  const std::span<const std::int64_t> domain = space.domain_of(setting, before, wider);
  const std::int64_t tid = space.identifier_of(step.thread.identifier, edge);
  ConcreteModel model{.before = &before, .tid = tid, .parameters = setting.parameters, .domain = domain};
  space.for_each_outcome(edge, {setting, tid, before, domain}, [&](const CommandOutcome& outcome) {
    model.after = &outcome.store;
    const bool is_wanted = breaks_guarantee
                               ? !outcome.violated && space.first_false(space.specification().guarantee, model)
                               : outcome.violated.has_value();
    if (!is_wanted) return true;
    wrong = outcome.store;
    step.inputs = inputs_of(space, outcome);
    return false;
  });
  return wrong;
}

std::optional<FoundRace> race_in(StateSpace& space, const StateRow& row) {
  const ExplorationSetting& setting = space.setting_of(row);
  const ConcreteStore store = space.store_of(row);
  std::vector<std::int64_t> wider;
  const std::span<const std::int64_t> domain = space.domain_of(setting, store, wider);
  std::vector<NextAccess> accesses;
  ControlChoices buffer;
  for (std::uint32_t t = 0; t < setting.threads.size(); ++t)
    for (const ControlEdge& edge :
         ControlChoices(space.choices_at(row[1 + t], setting.threads[t], store, setting, buffer)).edges)
      space.for_each_outcome(edge, {setting, space.identifier_of(setting.threads[t].identifier, edge), store, domain},
                             [&](const CommandOutcome& outcome) {
                               if (outcome.violated) return true;
                               for (const Access& access : outcome.accesses)
                                 accesses.push_back({t, edge, access, inputs_of(space, outcome)});
                               return true;
                             });
  const auto found = race_among(accesses);
  if (!found) return std::nullopt;
  const auto party = [&](const NextAccess& next) {
    FoundRace::Party made{.next = {.thread = setting.threads[next.thread],
                                   .statement = next.edge.statement,
                                   .calls = space.control().calls(next.edge),
                                   .inputs = next.inputs},
                          .writes = next.access.writes};
    made.next.thread.branches = next.edge.branches;
    return made;
  };
  const NextAccess &one = *found->first, &other = *found->second;
  return FoundRace{.variable = one.access.variable,
                   .index = one.access.index ? one.access.index : other.access.index,
                   .first = party(one),
                   .second = party(other)};
}

}   // namespace

RealSchedule real_schedule(StateSpace& space, std::span<const MetState> way, const WayEnd& end) {
  const Program& program = space.program();
  const ExplorationSetting& setting = space.setting_of(way.front().row);
  RealSchedule made{.schedule = {.threads = setting.threads, .parameters = {}, .stores = {}, .steps = {}}};
  Schedule& schedule = made.schedule;
  for (std::size_t i = 0; i < setting.parameters.size(); ++i)
    schedule.parameters.push_back(
        model_value(space.maps(), setting.parameters[i], is_map_type(program.parameters[i].type)));
  const auto add_store = [&](const ConcreteStore& store) {
    schedule.stores.push_back(model_values(program, space.maps(), store));
  };
  RealState at{.row = StateRow(way.front().row.begin(), way.front().row.end()),
               .real = std::vector<std::uint32_t>(setting.threads.size())};
  std::iota(at.real.begin(), at.real.end(), 0U);
  add_store(space.store_of(at.row));
  for (const MetState& met : way.subspan(1)) {
    take_again(space, at, met, schedule);
    add_store(space.store_of(at.row));
  }
  if (end.verdict == Exploration::Verdict::has_race) made.race = race_in(space, at.row);
  if (!end.step) return made;
  const bool breaks_guarantee = end.verdict == Exploration::Verdict::breaks_guarantee;
  const ConcreteStore wrong = go_wrong(space, at, *end.step, breaks_guarantee, schedule);
  if (end.verdict != Exploration::Verdict::goes_wrong || wrong != space.store_of(at.row)) add_store(wrong);
  return made;
}

}   // namespace plato
