// The search; see explore.hpp.
//
// A state is a row: the number of its setting (values of the parameters, threads that run), each thread's location, each
// variable's value. Rows are numbered in the order they are met, so that the table is also the queue.

#include "explore.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "control_graph.hpp"
#include "state_table.hpp"
#include "store_solver.hpp"

namespace plato {
namespace {

// Values of the parameters, and the threads that run with them.
struct Setting {
  std::vector<std::int64_t> parameters;
  std::vector<ScheduleThread> threads;
  ValueBounds bounds;
  std::vector<std::int64_t> domain;   // of quantifiers, before what a store adds
};

struct Origin {
  std::uint32_t parent = UINT32_MAX;
  std::uint32_t thread = 0;
  StatementId statement = 0;
};

struct Violation {
  Exploration::Verdict verdict = Exploration::Verdict::goes_wrong;
  std::uint32_t state = 0;                  // before the step, or the one that breaks the invariant
  std::optional<Origin> step;               // that goes wrong
  std::optional<ConcreteStore> after;       // its result, if the post-assertion is what fails
  Literal violated = 0;
};

class Explorer {
 public:
  Explorer(const CoreProgram& program, const ExploreOptions& options) : program_(program), options_(options), evaluation_(program, maps_) {
    for (const CoreFamily& family : program.families) graphs_.push_back(control_graph(program, family.body));
    plans_.resize(program.statements.size());
    for (std::size_t i = 0; i < program.statements.size(); ++i)
      if (program.statements[i].kind == CoreStatement::Kind::atomic) plans_[i] = plan_solutions(program, program.statements[i].step, 1);
    for (std::size_t i = 1; i <= program.table.formula_count(); ++i)
      has_quantifiers_ = has_quantifiers_ || program.table[static_cast<FormulaId>(i)].kind == FormulaKind::all;
    make_settings();
    for (const Setting& s : settings_) most_threads_ = std::max(most_threads_, s.threads.size());
  }

  Exploration run() {
    StateTable table(1 + most_threads_ + program_.variables.size());
    states_ = &table;
    if (!settings_.empty()) result_.threads = settings_[0].threads;
    std::optional<Violation> violation = start();
    std::vector<std::uint32_t> depths(table.size(), 0);
    for (std::uint32_t at = 0; !violation && at < table.size() && is_within_limits(at); ++at) {
      violation = expand(at);
      depths.resize(table.size(), depths[at] + 1);
      result_.depth = depths[at];
    }
    result_.states = table.size();
    result_.seconds = elapsed();
    if (violation) tell(*violation);
    return std::move(result_);
  }

 private:
  const CoreProgram& program_;
  const ExploreOptions& options_;
  MapPool maps_;
  ConcreteEvaluation evaluation_;
  std::vector<ControlGraph> graphs_;
  std::vector<SolutionPlan> plans_;   // of statement s at s - 1
  std::vector<Setting> settings_;
  std::size_t most_threads_ = 0;
  bool has_quantifiers_ = false;
  StateTable* states_ = nullptr;
  std::vector<Origin> origins_;
  Exploration result_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  void leave_out(std::string reason) {
    result_.is_complete = false;
    if (result_.incomplete_reason.empty()) result_.incomplete_reason = std::move(reason);
  }
  void leave_out_large() { leave_out("some values do not fit into 64 bits"); }
  bool is_within_limits(std::uint32_t at) {
    if (states_->size() > options_.most_states) {
      leave_out("there are more than " + std::to_string(options_.most_states) + " states");
      return false;
    }
    if (at % 1024 != 0) return true;
    if (options_.progress) options_.progress(states_->size());
    if (elapsed() <= options_.most_seconds) return true;
    leave_out("the time is up");
    return false;
  }

  // ---- settings

  void make_settings() {
    constexpr std::size_t most_settings = 10000;
    std::vector<std::int64_t> parameters(program_.parameters.size(), options_.lowest);
    while (true) {
      add_setting(parameters);
      std::size_t i = 0;
      while (i < parameters.size() && parameters[i] == options_.highest) parameters[i++] = options_.lowest;
      if (i == parameters.size()) return;
      ++parameters[i];
      if (settings_.size() >= most_settings) return leave_out("there are too many values of the parameters");
    }
  }
  void add_setting(const std::vector<std::int64_t>& parameters) {
    Setting s{.parameters = parameters, .threads = {}, .bounds = {options_.lowest, options_.highest, {}}, .domain = {}};
    for (std::int64_t v = options_.lowest - 1; v <= options_.highest + 1; ++v) s.domain.push_back(v);
    for (std::int64_t p : parameters) s.domain.insert(s.domain.end(), {p - 1, p, p + 1});
    normalise(s.domain);
    try {
      if (!evaluation_.holds(program_.assumption, {.parameters = parameters, .domain = s.domain})) return;
      for (std::size_t f = 0; f < program_.families.size(); ++f) add_threads(s, f);
    } catch (const TooLarge&) {
      return leave_out_large();
    }
    for (const ScheduleThread& t : s.threads) s.bounds.identifiers.push_back(t.identifier);
    normalise(s.bounds.identifiers);
    s.domain.insert(s.domain.end(), s.bounds.identifiers.begin(), s.bounds.identifiers.end());
    normalise(s.domain);
    settings_.push_back(std::move(s));
  }
  static void normalise(std::vector<std::int64_t>& values) {
    std::ranges::sort(values);
    const auto same = std::ranges::unique(values);
    values.erase(same.begin(), same.end());
  }
  // A given thread has its one identifier; of a family the first few members run.
  void add_threads(Setting& s, std::size_t family) {
    const Literal members = program_.families[family].members;
    const FormulaId id = formula_of(members);
    if (members > 0 && program_.table[id].kind == FormulaKind::eq) {
      for (TermId side : {program_.table.left(id), program_.table.right(id)})
        if (program_.table[side].kind == TermKind::num)
          s.threads.push_back({family, evaluation_.number(side, {.parameters = s.parameters})});
      return;
    }
    constexpr std::int64_t furthest = 64;
    std::vector<std::int64_t> candidates = options_.identifiers;
    if (candidates.empty()) {
      for (std::int64_t i = 1; i <= furthest; ++i) candidates.push_back(i);
      for (std::int64_t i = 1; i <= furthest; ++i) candidates.push_back(-i);
    }
    std::size_t count = 0;
    for (std::int64_t tid : candidates) {
      if (options_.identifiers.empty() && count == options_.threads_per_family) break;
      if (!evaluation_.holds(members, {.tid = tid, .parameters = s.parameters, .domain = s.domain})) continue;
      s.threads.push_back({family, tid});
      ++count;
    }
  }

  // ---- states

  const Setting& setting_of(std::uint32_t state) const { return settings_[static_cast<std::size_t>((*states_)[state][0])]; }
  ConcreteStore store_of(std::uint32_t state) const {
    const auto row = (*states_)[state];
    return ConcreteStore(row.begin() + 1 + static_cast<std::ptrdiff_t>(most_threads_), row.end());
  }
  // What quantifiers range over in a store: also its integers and the indices of its maps.
  std::vector<std::int64_t> domain_of(const Setting& s, const ConcreteStore& store) const {
    std::vector<std::int64_t> domain = s.domain;
    if (!has_quantifiers_) return domain;
    for (std::size_t v = 0; v < store.size(); ++v) {
      if (!is_map(program_.variables[v])) domain.push_back(store[v]);
      else for (const auto& [index, value] : maps_[store[v]].entries) domain.push_back(index);
    }
    normalise(domain);
    return domain;
  }

  // Enters a state; a new one must satisfy the invariant.
  std::optional<Violation> meet(std::vector<std::int64_t>& row, const ConcreteStore& store, const Setting& s, const Origin& origin) {
    std::ranges::copy(store, row.end() - static_cast<std::ptrdiff_t>(store.size()));
    const auto [number, is_new] = states_->insert(row);
    if (!is_new) return std::nullopt;
    origins_.push_back(origin);
    const std::vector<std::int64_t> domain = domain_of(s, store);
    const ConcreteModel model{.before = &store, .parameters = s.parameters, .domain = domain};
    const auto broken = first_false(program_.invariant, model);
    if (!broken) return std::nullopt;
    return Violation{Exploration::Verdict::breaks_invariant, number, {}, {}, *broken};
  }

  // The first conjunct that is false, or nothing.
  std::optional<Literal> first_false(Literal formula, const ConcreteModel& model) {
    try {
      if (evaluation_.holds(formula, model)) return std::nullopt;
      while (formula > 0 && program_.table[formula_of(formula)].kind == FormulaKind::and_)
        for (Literal part : program_.table.operands(formula_of(formula)))
          if (!evaluation_.holds(part, model)) {
            formula = part;
            break;
          }
      return formula;
    } catch (const TooLarge&) {
      leave_out_large();
      return std::nullopt;
    }
  }

  std::optional<Violation> start() {
    const SolutionPlan plan = plan_solutions(program_, program_.init, 0);
    std::optional<Violation> violation;
    for (std::size_t i = 0; i < settings_.size() && !violation; ++i) {
      const Setting& s = settings_[i];
      std::vector<std::int64_t> row(1 + most_threads_ + program_.variables.size());
      row[0] = static_cast<std::int64_t>(i);
      const ConcreteModel model{.parameters = s.parameters, .domain = s.domain};
      const bool all = for_each_solution(program_, plan, evaluation_, maps_, s.bounds, model, [&](const ConcreteStore& store) {
        violation = meet(row, store, s, {});
        if (states_->size() <= options_.most_states) return !violation;
        leave_out("there are more than " + std::to_string(options_.most_states) + " initial states");
        return false;
      });
      if (!all) leave_out_large();
    }
    return violation;
  }

  std::optional<Violation> expand(std::uint32_t at) {
    const Setting& s = setting_of(at);
    const ConcreteStore before = store_of(at);
    const std::vector<std::int64_t> domain = domain_of(s, before);
    for (std::uint32_t t = 0; t < s.threads.size(); ++t) {
      const auto location = static_cast<std::size_t>((*states_)[at][1 + t]);
      for (const ControlEdge& edge : graphs_[s.threads[t].family].edges[location])
        if (auto violation = take(at, t, edge, s, before, domain)) return violation;
    }
    return std::nullopt;
  }

  std::optional<Violation> take(std::uint32_t at, std::uint32_t thread, const ControlEdge& edge, const Setting& s, const ConcreteStore& before,
                                const std::vector<std::int64_t>& domain) {
    const CoreStatement& statement = program_.statements[edge.statement - 1];
    const Origin origin{at, thread, edge.statement};
    ConcreteModel model{.before = &before, .tid = s.threads[thread].identifier, .parameters = s.parameters, .domain = domain};
    if (const auto broken = first_false(statement.gate, model)) return Violation{Exploration::Verdict::goes_wrong, at, origin, {}, *broken};
    std::optional<Violation> violation;
    const auto current = (*states_)[at];
    std::vector<std::int64_t> row(current.begin(), current.end());
    row[1 + thread] = edge.target;
    const bool all = for_each_solution(program_, plans_[edge.statement - 1], evaluation_, maps_, s.bounds, model, [&](const ConcreteStore& after) {
      ++result_.transitions;
      model.after = &after;
      if (const auto broken = first_false(statement.post, model))
        violation = Violation{Exploration::Verdict::goes_wrong, at, origin, after, *broken};
      else
        violation = meet(row, after, s, origin);
      return !violation;
    });
    if (!all) leave_out_large();
    return violation;
  }

  // ---- the schedule

  std::vector<ModelValue> values(const ConcreteStore& store) const {
    std::vector<ModelValue> values;
    for (std::size_t v = 0; v < store.size(); ++v) {
      if (!is_map(program_.variables[v])) {
        values.emplace_back(Integer(store[v]));
        continue;
      }
      MapValue map;
      map.otherwise = maps_[store[v]].otherwise;
      for (const auto& [index, value] : maps_[store[v]].entries) map.entries.emplace(index, value);
      values.emplace_back(std::move(map));
    }
    return values;
  }

  void tell(const Violation& violation) {
    const Setting& s = setting_of(violation.state);
    result_.verdict = violation.verdict;
    result_.violated = violation.violated;
    result_.threads = s.threads;
    for (std::int64_t p : s.parameters) result_.parameters.emplace_back(p);
    for (std::uint32_t state = violation.state; state != UINT32_MAX; state = origins_[state].parent) {
      result_.stores.push_back(values(store_of(state)));
      if (origins_[state].parent != UINT32_MAX) result_.steps.push_back({s.threads[origins_[state].thread], origins_[state].statement});
    }
    std::ranges::reverse(result_.stores);
    std::ranges::reverse(result_.steps);
    if (violation.step) result_.steps.push_back({s.threads[violation.step->thread], violation.step->statement});
    if (violation.after) result_.stores.push_back(values(*violation.after));
  }
};

}   // namespace

Exploration explore(const CoreProgram& program, const ExploreOptions& options) {
  return Explorer(program, options).run();
}

}   // namespace plato
