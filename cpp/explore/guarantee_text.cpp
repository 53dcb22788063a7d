// See guarantee_text.hpp.

#include "explore/guarantee_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/value_text.hpp"

namespace plato {
namespace {

class GuaranteeText {
 public:
  GuaranteeText(const CoreProgram& core, const ThreadViews& views) : core_(core), views_(views) {
    for (std::size_t v = 0; v < core.program.variables.size(); ++v)
      if (!core.program.variables[v].is_ghost && !std::ranges::binary_search(views.locals, v)) shared_.push_back(v);
    for (std::size_t v = 0; v < core.program.variables.size(); ++v) holds_identifiers_.push_back(holds_identifiers(v));
  }

  std::string run() const {
    std::string text;
    for (std::size_t f = 0; f < core_.program.families.size(); ++f) {
      // The threads by what is said of them, in their order.
      std::vector<std::pair<std::string, std::vector<std::int64_t>>> said;
      for (std::size_t t = 0; t < views_.threads.size(); ++t) {
        if (views_.threads[t].family != f) continue;
        std::string about = describe(t);
        const auto known = std::ranges::find(said, about, [](const auto& entry) { return entry.first; });
        if (known != said.end())
          known->second.push_back(views_.threads[t].identifier);
        else
          said.push_back({std::move(about), {views_.threads[t].identifier}});
      }
      for (const auto& [about, threads] : said)
        text += fmt::format("thread {}, tid {} {}\n{}", core_.program.families[f].name,
                            threads.size() == 1 ? "=" : "in", identifiers(threads), about);
    }
    return text;
  }

 private:
  const CoreProgram& core_;
  const ThreadViews& views_;
  std::vector<std::size_t> shared_;
  std::vector<bool> holds_identifiers_;     // of the variables
  using Words = std::vector<std::string>;   // of the values of the shared variables

  static std::string identifiers(const std::vector<std::int64_t>& threads) {
    if (threads.size() == 1) return std::to_string(threads[0]);
    const bool is_range = threads.back() - threads[0] + 1 == static_cast<std::int64_t>(threads.size());
    return is_range ? fmt::format("{}..{}", threads[0], threads.back())
                    : fmt::format("{{{}}}", fmt::join(threads, ", "));
  }

  // A lock, or a variable that is each of the threads at some time.
  bool holds_identifiers(std::size_t v) const {
    const CoreVariable& variable = core_.program.variables[v];
    if (is_map(variable) || variable.type == VariableType::boolean) return false;
    if (variable.type == VariableType::lock) return true;
    std::set<Integer> values;
    for (const auto& store : views_.stores) values.insert(std::get<Integer>(store[v]));
    constexpr std::size_t few = 2;   // numbers are easily taken for so few identifiers
    return views_.threads.size() > few && std::ranges::all_of(views_.threads, [&](const ScheduleThread& t) {
             return values.contains(Integer(t.identifier));
           });
  }
  // A value as the thread would name it.
  std::string word(std::size_t v, const ModelValue& value, std::int64_t tid) const {
    if (holds_identifiers_[v] && std::get<Integer>(value) == Integer(tid)) return "tid";
    return value_text(core_.program.variables[v], value);
  }
  Words words(std::size_t store, std::int64_t tid) const {
    Words all;
    for (std::size_t v : shared_) all.push_back(word(v, views_.stores[store][v], tid));
    return all;
  }
  const std::string& name(std::size_t i) const { return core_.program.variables[shared_[i]].name; }

  // What is true of all of them: a variable has one value, or one of a few.
  std::vector<std::string> common(const std::vector<std::string>& names, const std::set<Words>& all) const {
    constexpr std::size_t few = 3;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::set<std::string> values;
      for (const Words& one : all) values.insert(one[i]);
      std::vector<std::string> each;
      for (const std::string& value : values) each.push_back(names[i] + " == " + value);
      if (values.size() == 1) parts.push_back(each[0]);
      if (values.size() > 1 && values.size() <= few && all.size() > 1)
        parts.push_back(fmt::format("({})", fmt::join(each, " || ")));
    }
    return parts;
  }

  std::string describe(std::size_t t) const {
    const std::int64_t tid = views_.threads[t].identifier;
    return guarantee(t, tid) + places(t, tid);
  }
  // Steps that change the same variables to the same values are told together.
  std::string guarantee(std::size_t t, std::int64_t tid) const {
    std::map<std::vector<std::pair<std::size_t, std::string>>, std::set<Words>> by_change;
    for (const ThreadViews::Step& step : views_.steps) {
      if (step.thread != t) continue;
      const Words before = words(step.source, tid), after = words(step.target, tid);
      std::vector<std::pair<std::size_t, std::string>> change;
      for (std::size_t i = 0; i < shared_.size(); ++i)
        if (before[i] != after[i]) change.emplace_back(i, after[i]);
      by_change[change].insert(before);
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < shared_.size(); ++i) names.push_back(name(i));
    std::string text = "  guarantee\n";
    for (const auto& [change, befores] : by_change) {
      std::vector<std::string> parts = common(names, befores);
      for (std::size_t i = 0; i < shared_.size(); ++i) {
        const auto changed = std::ranges::find(change, i, [](const auto& entry) { return entry.first; });
        parts.push_back(name(i) + "' == " + (changed == change.end() ? name(i) : changed->second));
      }
      text += fmt::format("    {} ||\n", fmt::join(parts, " && "));
    }
    std::vector<std::string> same;
    for (std::size_t i = 0; i < shared_.size(); ++i) same.push_back(name(i) + "' == " + name(i));
    return text + fmt::format("    {}\n", same.empty() ? "true" : fmt::format("{}", fmt::join(same, " && ")));
  }
  std::string places(std::size_t t, std::int64_t tid) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < shared_.size(); ++i) names.push_back(name(i));
    for (std::size_t v : views_.locals) names.push_back(core_.program.variables[v].name);
    std::map<std::vector<StatementId>, std::set<Words>> by_place;
    for (const ThreadViews::View& view : views_.seen[t]) {
      Words seen = words(view.store, tid);
      for (std::size_t i = 0; i < views_.locals.size(); ++i)
        seen.push_back(element_text(core_.program.variables[views_.locals[i]].type, Integer(view.own[i])));
      by_place[view.next].insert(std::move(seen));
    }
    std::string text;
    for (const auto& [next, all] : by_place) {
      if (next.empty()) continue;   // told last
      text += place(where(next), names, all);
    }
    if (const auto ended = by_place.find({}); ended != by_place.end())
      text += place("at the end", names, ended->second);
    return text;
  }
  std::string where(const std::vector<StatementId>& next) const {
    const StatementProvenance& first = core_.provenance.statements[next[0] - 1];
    return fmt::format("{}: before {}", first.where.line, first.text);
  }
  std::string place(const std::string& where, const std::vector<std::string>& names, const std::set<Words>& all) const {
    const std::vector<std::string> parts = common(names, all);
    return fmt::format("  {}\n    {}\n", where, parts.empty() ? "true" : fmt::format("{}", fmt::join(parts, " && ")));
  }
};

}   // namespace

std::string guarantee_text(const CoreProgram& core, const ThreadViews& views) {
  return GuaranteeText(core, views).run();
}

}   // namespace plato
