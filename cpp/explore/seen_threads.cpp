// See seen_threads.hpp.

#include "explore/seen_threads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/value_text.hpp"

namespace plato {
namespace {

class SeenThreads {
 public:
  SeenThreads(const CoreProgram& core, const ThreadViews& views) : core_(core), views_(views) {
    for (std::size_t v = 0; v < core.program.variables.size(); ++v)
      if (!core.program.variables[v].is_ghost && !std::ranges::binary_search(views.locals, v)) add_columns(v);
    for (std::size_t v = 0; v < core.program.variables.size(); ++v) holds_identifiers_.push_back(holds_identifiers(v));
  }

  std::vector<SeenThread> run() const {
    std::vector<SeenThread> all;
    for (std::size_t f = 0; f < core_.program.families.size(); ++f) {
      const std::size_t first = all.size();
      for (std::size_t t = 0; t < views_.threads.size(); ++t) {
        if (views_.threads[t].family != f) continue;
        SeenThread about = describe(t);
        const auto known = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                                        [&](const SeenThread& other) { return says_the_same(about, other); });
        about.stand_for_all = views_.few && views_.few->family == f;
        if (known != all.end())
          known->identifiers.push_back(about.identifiers[0]);
        else
          all.push_back(std::move(about));
      }
    }
    return all;
  }

 private:
  const CoreProgram& core_;
  const ThreadViews& views_;
  // A variable that is shared, or an element of one.
  struct Column {
    std::size_t variable = 0;
    std::optional<Integer> index{};
  };
  static constexpr std::string_view another = "another";   // member of the family
  std::vector<Column> shared_;
  std::vector<bool> holds_identifiers_;                              // of the variables
  using Words = std::vector<std::string>;                            // of the values of the shared variables
  using Change = std::vector<std::pair<std::size_t, std::string>>;   // columns, and what they are then
  using Values = std::vector<std::set<std::string>>;                 // that a variable has

  static bool says_the_same(const SeenThread& a, const SeenThread& b) {
    const auto is_same = [](const SeenPlace& p, const SeenPlace& q) {
      return p.next == q.next && p.formula == q.formula;
    };
    return a.guarantee == b.guarantee && std::ranges::equal(a.places, b.places, is_same);
  }

  // Of a map that is different at few indices only, these elements.
  void add_columns(std::size_t v) {
    constexpr std::size_t few = 8;
    const CoreVariable& variable = core_.program.variables[v];
    std::set<Integer> indices, otherwise;
    if (is_map(variable))
      for (const auto& store : views_.stores) {
        const auto& map = std::get<MapValue>(store[v]);
        otherwise.insert(map.otherwise);
        for (const auto& [index, value] : map.entries) indices.insert(index);
      }
    const bool has_elements =
        is_map(variable) && index_count(variable) == 1 && variable.type != VariableType::thread_set;
    if (!has_elements || otherwise.size() > 1 || indices.size() > few) return shared_.push_back({v});
    for (const Integer& index : indices) shared_.push_back({v, index});
  }

  // A lock, or a variable that is each of the threads at some time.
  bool holds_identifiers(std::size_t v) const {
    const CoreVariable& variable = core_.program.variables[v];
    if (views_.few) return std::ranges::binary_search(views_.few->identifiers, v);
    if (is_map(variable) || variable.type == VariableType::boolean) return false;
    if (variable.type == VariableType::lock) return true;
    std::set<Integer> values;
    for (const auto& store : views_.stores) values.insert(std::get<Integer>(store[v]));
    constexpr std::size_t few = 2;   // numbers are easily taken for so few identifiers
    return views_.threads.size() > few && std::ranges::all_of(views_.threads, [&](const ScheduleThread& t) {
             return values.contains(Integer(t.identifier));
           });
  }
  // A value as the thread would name it. Another of a few members that stand for all is anybody.
  std::string identifier_word(const Integer& value, std::int64_t tid, std::string number) const {
    if (value == Integer(tid)) return "tid";
    const bool is_member = std::ranges::any_of(views_.threads, [&](const ScheduleThread& t) {
      return views_.few && t.family == views_.few->family && value == Integer(t.identifier);
    });
    return is_member ? std::string(another) : number;
  }
  std::string word(std::size_t v, const ModelValue& value, std::int64_t tid) const {
    std::string number = value_text(core_.program.variables[v], value);
    return holds_identifiers_[v] ? identifier_word(std::get<Integer>(value), tid, std::move(number)) : number;
  }
  std::string own_word(std::size_t v, const Integer& value, std::int64_t tid) const {
    std::string number = element_text(core_.program.variables[v].type, value);
    return views_.few && holds_identifiers_[v] ? identifier_word(value, tid, std::move(number)) : number;
  }
  Words words(std::size_t store, std::int64_t tid) const {
    Words all;
    for (const Column& column : shared_) {
      const ModelValue& value = views_.stores[store][column.variable];
      if (column.index)
        all.push_back(
            element_text(core_.program.variables[column.variable].type, std::get<MapValue>(value).at(*column.index)));
      else
        all.push_back(word(column.variable, value, tid));
    }
    return all;
  }
  // x, a[tid], a'[2]
  std::string name(const Column& column, std::int64_t tid, const char* mark) const {
    const CoreVariable& variable = core_.program.variables[column.variable];
    const std::string base = variable.name + mark;
    if (!column.index) return base;
    return base + (*column.index == Integer(tid) ? "[tid]" : index_text(variable, *column.index));
  }
  std::vector<std::string> names(std::int64_t tid, const char* mark) const {
    std::vector<std::string> all;
    for (const Column& column : shared_) all.push_back(name(column, tid, mark));
    return all;
  }
  static std::string equation(const std::string& name, const std::string& value) {
    if (value == another) return name + " != tid";
    return value == "true" ? name : value == "false" ? "!" + name : name + " == " + value;
  }

  // What is true of all of them: a variable has one value, or one of a few. That it has one of all the values that it
  // ever has says nothing.
  std::vector<std::string> common(const std::vector<std::string>& names, const std::set<Words>& all,
                                  const Values& ever) const {
    constexpr std::size_t few = 3;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::set<std::string> values;
      for (const Words& one : all) values.insert(one[i]);
      if (values.contains(std::string(another))) {
        // A constant is none of the thread either.
        if (!values.contains("tid")) parts.push_back(equation(names[i], std::string(another)));
        continue;
      }
      std::vector<std::string> each;
      for (const std::string& value : values) each.push_back(equation(names[i], value));
      if (values.size() == 1) parts.push_back(each[0]);
      if (values.size() > 1 && values.size() <= few && values != ever[i])
        parts.push_back(fmt::format("({})", fmt::join(each, " || ")));
    }
    return parts;
  }

  SeenThread describe(std::size_t t) const {
    const std::int64_t tid = views_.threads[t].identifier;
    SeenThread made{.family = views_.threads[t].family, .identifiers = {tid}};
    const std::map<std::vector<StatementId>, std::set<Words>> by_place = words_by_place(t, tid);
    Values ever(shared_.size() + views_.locals.size());
    for (const auto& [next, all] : by_place)
      for (const Words& one : all)
        for (std::size_t i = 0; i < one.size(); ++i) ever[i].insert(one[i]);
    describe_guarantee(t, tid, ever, made);
    describe_places(t, by_place, ever, made);
    return made;
  }
  // Steps that change the same variables to the same values are told together.
  void describe_guarantee(std::size_t t, std::int64_t tid, const Values& ever, SeenThread& made) const {
    std::map<Change, std::set<Words>> by_change;
    for (const ThreadViews::Step& step : views_.steps) {
      if (step.thread != t) continue;
      const Words before = words(step.source, tid), after = words(step.target, tid);
      Change change;
      for (std::size_t i = 0; i < shared_.size(); ++i)
        if (before[i] != after[i]) change.emplace_back(i, after[i]);
      if (!change.empty()) by_change[change].insert(before);
    }
    for (const auto& [change, befores] : by_change) {
      std::vector<std::string> parts = common(names(tid, ""), befores, ever);
      for (const auto& [column, after] : change) parts.push_back(equation(name(shared_[column], tid, "'"), after));
      std::ranges::move(unchanged(change, tid), std::back_inserter(parts));
      made.guarantee.push_back(fmt::format("{}", fmt::join(parts, " && ")));
    }
    const std::vector<std::string> same = unchanged({}, tid);
    made.unchanged = same.empty() ? "true" : fmt::format("{}", fmt::join(same, " && "));
  }
  // Of each variable, what stays as it is.
  std::vector<std::string> unchanged(const Change& change, std::int64_t tid) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < shared_.size(); ++i) {
      const std::size_t v = shared_[i].variable;
      if (i > 0 && shared_[i - 1].variable == v) continue;   // told with the first element
      std::vector<std::string> others;
      bool has_changed = false;
      for (const auto& [column, after] : change) {
        if (shared_[column].variable != v) continue;
        has_changed = true;
        if (const auto& index = shared_[column].index)
          others.push_back("j != " + (*index == Integer(tid) ? std::string("tid") : to_string(*index)));
      }
      const std::string& name = core_.program.variables[v].name;
      if (!has_changed) parts.push_back(fmt::format("{0}' == {0}", name));
      if (!others.empty())
        parts.push_back(fmt::format("(forall j :: {1} ==> {0}'[j] == {0}[j])", name, fmt::join(others, " && ")));
    }
    return parts;
  }
  std::map<std::vector<StatementId>, std::set<Words>> words_by_place(std::size_t t, std::int64_t tid) const {
    std::map<std::vector<StatementId>, std::set<Words>> by_place;
    for (const ThreadViews::View& view : views_.seen[t]) {
      Words seen = words(view.store, tid);
      for (std::size_t i = 0; i < views_.locals.size(); ++i)
        seen.push_back(own_word(views_.locals[i], Integer(view.own[i]), tid));
      by_place[view.next].insert(std::move(seen));
    }
    return by_place;
  }
  void describe_places(std::size_t t, const std::map<std::vector<StatementId>, std::set<Words>>& by_place,
                       const Values& ever, SeenThread& made) const {
    std::vector<std::string> all_names = names(made.identifiers[0], "");
    for (std::size_t v : views_.locals) all_names.push_back(core_.program.variables[v].name);
    const auto add = [&](const std::vector<StatementId>& next, const std::set<Words>& all) {
      const std::vector<std::string> parts = common(all_names, all, ever);
      made.places.push_back(
          {.next = next, .formula = parts.empty() ? "true" : fmt::format("{}", fmt::join(parts, " && "))});
    };
    for (const auto& [next, all] : by_place)
      if (!next.empty()) add(next, all);
    std::ranges::stable_sort(made.places, {}, [&](const SeenPlace& place) {
      return core_.provenance.statements[place.next[0] - 1].where.line;
    });
    if (const auto ended = by_place.find({}); ended != by_place.end()) add({}, ended->second);
    std::set<std::pair<std::size_t, std::size_t>> ways;
    const auto number = [&](const std::vector<StatementId>& next) {
      return static_cast<std::size_t>(std::ranges::find(made.places, next, &SeenPlace::next) - made.places.begin());
    };
    for (const ThreadViews::Way& way : views_.ways[t]) ways.emplace(number(way.from), number(way.to));
    for (const auto& [from, to] : ways)
      if (from < made.places.size() && to < made.places.size()) made.places[from].leads_to.push_back(to);
  }
};

}   // namespace

std::vector<SeenThread> seen_threads(const CoreProgram& core, const ThreadViews& views) {
  return SeenThreads(core, views).run();
}

std::string identifiers_text(const SeenThread& thread) {
  if (thread.stand_for_all) return "of any member";
  const std::vector<std::int64_t>& all = thread.identifiers;
  if (all.size() == 1) return "= " + std::to_string(all[0]);
  const bool is_range = all.back() - all[0] + 1 == static_cast<std::int64_t>(all.size());
  return is_range ? fmt::format("in {}..{}", all[0], all.back()) : fmt::format("in {{{}}}", fmt::join(all, ", "));
}

std::string place_text(const CoreProgram& core, const SeenPlace& place) {
  return place.next.empty() ? "at the end" : "before " + core.provenance.statements[place.next[0] - 1].text;
}

std::string guarantee_text(const CoreProgram& core, const std::vector<SeenThread>& threads) {
  std::string text;
  for (const SeenThread& thread : threads) {
    text += fmt::format("thread {}, tid {}\n  guarantee\n", core.program.families[thread.family].name,
                        identifiers_text(thread));
    for (const std::string& step : thread.guarantee) text += fmt::format("    {} ||\n", step);
    text += fmt::format("    {}\n", thread.unchanged);
    for (const SeenPlace& place : thread.places) {
      const std::string line =
          place.next.empty() ? "" : std::to_string(core.provenance.statements[place.next[0] - 1].where.line) + ": ";
      text += fmt::format("  {}{}\n    {}\n", line, place_text(core, place), place.formula);
    }
  }
  return text;
}

}   // namespace plato
