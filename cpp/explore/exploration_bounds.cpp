// See exploration_bounds.hpp.

#include "explore/exploration_bounds.hpp"

#include <algorithm>
#include <set>

namespace plato {
namespace {

// {-2..3, 99, 100, 101}
std::string set_text(const std::vector<std::int64_t>& values) {
  std::string text;
  constexpr std::size_t most_shown = 12;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < values.size() && shown < most_shown; ++shown) {
    std::size_t end = i;
    while (end + 1 < values.size() && values[end + 1] == values[end] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += std::to_string(values[i]);
    if (end > i + 1) text += ".." + std::to_string(values[end]);
    i = end > i + 1 ? end + 1 : i + 1;
    if (shown + 1 == most_shown && i < values.size()) text += ", …";
  }
  return "{" + text + "}";
}

class Description {
 public:
  Description(const Program& program, const Specification& specification,
              const std::vector<ExplorationSetting>& settings)
      : program_(program), specification_(specification), settings_(settings) {}

  ExplorationBounds run(const std::vector<std::int64_t>& values, const SolutionPlan& start, bool guesses) {
    for (std::size_t f = 0; f < program_.families.size(); ++f) family(f);
    for (std::size_t p = 0; p < program_.parameters.size(); ++p) parameter(p);
    for (const SolutionPlan::Step& step : start.steps) initial_value(step, values);
    if (guesses) {
      bounds_.tried.push_back("havocked integers in " + set_text(values));
      bounds_.left_out.push_back("other havocked values");
    }
    if (specification_.rely) bounds_.left_out.push_back("steps of the environment");
    for (std::size_t i = 1; i <= program_.table.formula_count(); ++i)
      if (program_.table[static_cast<FormulaId>(i)].kind == FormulaKind::all) {
        bounds_.left_out.emplace_back(left_out_quantifiers);
        break;
      }
    return std::move(bounds_);
  }

 private:
  const Program& program_;
  const Specification& specification_;
  const std::vector<ExplorationSetting>& settings_;
  ExplorationBounds bounds_;

  void family(std::size_t f) {
    if (is_given_thread(program_, program_.families[f])) return;
    const std::string& name = program_.families[f].name;
    std::size_t fewest = SIZE_MAX, most = 0;
    bool has_others = settings_.empty();
    for (const ExplorationSetting& s : settings_) {
      const auto count = static_cast<std::size_t>(std::ranges::count(s.threads, f, &ScheduleThread::family));
      fewest = std::min(fewest, count);
      most = std::max(most, count);
      has_others = has_others || !s.has_all_members[f];
    }
    if (settings_.empty()) fewest = 0;
    const std::string count =
        fewest == most ? std::to_string(most) : std::to_string(fewest) + " to " + std::to_string(most);
    bounds_.tried.push_back(count + (most == 1 ? " thread of " : " threads of ") + name);
    if (has_others) bounds_.left_out.push_back("other threads of " + name);
  }

  void parameter(std::size_t p) {
    const CoreParameter& parameter = program_.parameters[p];
    std::set<std::int64_t> seen;
    for (const ExplorationSetting& s : settings_) seen.insert(s.parameters[p]);
    if (is_map_type(parameter.type))
      bounds_.tried.push_back(std::to_string(seen.size()) + " maps " + parameter.name);
    else
      bounds_.tried.push_back(parameter.name + " in " + set_text(std::vector<std::int64_t>(seen.begin(), seen.end())));
    if (parameter.type != VariableType::boolean) bounds_.left_out.push_back("other values of " + parameter.name);
  }

  void initial_value(const SolutionPlan::Step& step, const std::vector<std::int64_t>& values) {
    SolutionPlan alone;
    alone.steps = {step};
    if (!has_guesses(program_, alone)) return;
    const CoreVariable& v = program_.variables[step.variable];
    if (v.type == VariableType::integer && !is_map(v))
      bounds_.tried.push_back(v.name + " in " + set_text(values));
    else if (is_map(v))
      bounds_.tried.push_back("some maps " + v.name);
    bounds_.left_out.push_back("other initial values of " + v.name);
  }
};

}   // namespace

ExplorationBounds describe_bounds(const Program& program, const Specification& specification,
                                  const std::vector<ExplorationSetting>& settings,
                                  const std::vector<std::int64_t>& values, const SolutionPlan& start,
                                  bool has_guesses) {
  return Description(program, specification, settings).run(values, start, has_guesses);
}

}   // namespace plato
