// See control_points.hpp.

#include "core/control_points.hpp"

#include <algorithm>
#include <tuple>

#include "core/lower_statements.hpp"
#include "core/thread_places.hpp"
#include "source/control_points.hpp"

namespace plato {
namespace {

class PlaceNumbering {
 public:
  PlaceNumbering(const CheckedProgram& program, const CoreProgram& core, ControlUnit unit, StatementId body,
                 std::vector<ExpressionIndex> questions)
      : program_(program),
        core_(core),
        thread_(program.tree.threads[unit.thread]),
        unit_(std::move(unit)),
        places_(core.program, body),
        questions_(std::move(questions)) {}

  // Throws `PlacesUnknown`.
  ControlUnit run(std::map<ExpressionIndex, PlaceNumbers>& answers) {
    for (ExpressionIndex e : questions_) asked_.push_back(true_before(e));
    find_positions();
    find_transitions();
    check();
    classify();
    refine();
    number();
    moves();
    assertions();
    entries();
    for (std::size_t q = 0; q < questions_.size(); ++q) answers[questions_[q]] = answer(q);
    return std::move(unit_);
  }

 private:
  // What a step does from a position: where it leads, none if a frame ends, and what is pushed.
  struct Transition {
    std::size_t from = 0;
    StatementId step = 0;
    std::optional<std::size_t> to{}, pushes{};
  };
  const CheckedProgram& program_;
  const CoreProgram& core_;
  const ThreadDeclaration& thread_;
  ControlUnit unit_;
  ThreadPlaces places_;
  std::vector<ExpressionIndex> questions_;
  std::vector<Position> asked_;   // of each question: the steps before which the answer is yes
  std::vector<Position> positions_;
  std::map<Position, std::size_t> index_;
  std::vector<Transition> transitions_;
  std::vector<std::int64_t> number_;   // of each position

  // ---- questions

  Position true_before(ExpressionIndex e) const {
    const Expression& question = program_.tree[e];
    const LabelPlace label = places_of_label(program_.tree, thread_, question.bound[0]).at(0);
    const ProcedureId procedure = label.procedure ? number_of(program_, *label.procedure) : 0;
    const StatementId first = core_.provenance.labelled.at(label.statement);
    Position found;
    for (ContextId context : places_.contexts_of(procedure)) {
      if (question.name == "within") {
        insert_region(context, e, first, found);
        continue;
      }
      const Position& there = question.name == "at" ? places_.first_of(context, first) : places_.after(context, first);
      found.insert(there.begin(), there.end());
    }
    return found;
  }
  void insert_region(ContextId context, ExpressionIndex e, StatementId first, Position& found) const {
    const LabelPlace label = places_of_label(program_.tree, thread_, program_.tree[e].bound[1]).at(0);
    const StatementId last = core_.provenance.labelled.at(label.statement);
    const ThreadPlaces::Extent from = places_.extent(context, first), to = places_.extent(context, last);
    for (std::size_t i = std::min(from.first, to.first); i < std::max(from.end, to.end); ++i) {
      const NextStep& step = places_.order()[i];
      if (places_.context(step.context).entered)
        throw PlacesUnknown(
            "whether it is between two labels cannot be told while it runs a procedure that calls "
            "itself",
            places_.context(step.context).call,
            static_cast<std::size_t>(std::ranges::find(questions_, e) - questions_.begin()));
      found.insert(step);
    }
  }
  bool is_true_before(std::size_t question, const NextStep& step) const {
    if (asked_[question].contains(step)) return true;
    const auto entered = places_.context(step.context).entered;
    return entered && asked_[question].contains({*entered, step.step});
  }
  bool is_true_at(std::size_t question, const Position& position) const {
    return std::ranges::any_of(position, [&](const NextStep& step) { return is_true_before(question, step); });
  }
  PlaceNumbers answer(std::size_t question) const {
    PlaceNumbers found;
    for (std::size_t p = 0; p < positions_.size(); ++p)
      if (is_true_at(question, positions_[p])) found.insert(number_[p]);
    return found;
  }

  // ---- positions, and what steps do

  std::size_t position(const Position& p) {
    // Whether a branch has ended, or has not started yet, is not told apart.
    const bool is_end = unit_.par != 0 && p == Position{NextStep{}};
    const auto [known, is_new] = index_.try_emplace(is_end ? places_.initial() : p, positions_.size());
    if (is_new) positions_.push_back(known->first);
    return known->second;
  }
  bool is_return(const Position& p) const { return places_.ends_frame(p); }
  void find_positions() {
    position(places_.initial());
    for (const NextStep& step : places_.order()) {
      const ThreadPlaces::Context& context = places_.context(step.context);
      const Position& next = context.entered ? places_.after(context.outer, context.call) : places_.follow(step);
      if (!is_return(next))
        position(next);
      else if (next.size() > 1)
        throw PlacesUnknown("after this step '" +
                                procedure_of(core_.program, places_.context(next.begin()->context).procedure).name +
                                "', which may call itself, may end without a further step",
                            context.entered ? context.call : step.step);
    }
  }
  bool is_par(const NextStep& step) const {
    return statement_of(core_.program, step.step).kind == CoreStatement::Kind::par;
  }
  void find_transitions() {
    for (std::size_t p = 0; p < positions_.size(); ++p)
      for (const NextStep& step : places_.enabled(Position(positions_[p]))) {
        if (step.step == 0 || is_par(step)) continue;
        transitions_.push_back(transition(p, step));
      }
  }
  Transition transition(std::size_t from, const NextStep& step) {
    const ThreadPlaces::Context& context = places_.context(step.context);
    Transition made{.from = from, .step = step.step};
    if (!context.entered) {
      const Position& next = places_.follow(step);
      if (!is_return(next)) made.to = position(next);
      return made;
    }
    const Position& next = places_.follow({*context.entered, step.step});
    const Position& back = places_.after(context.outer, context.call);
    if (!is_return(next)) {
      made.to = position(next);
      if (!is_return(back)) made.pushes = position(back);
    } else if (!is_return(back)) {
      made.to = position(back);
    }
    return made;
  }

  // What cannot be told, since no step of the thread's own tells it.
  void check() const {
    for (const Position& p : positions_)
      for (const NextStep& step : p)
        if (step.step != 0 && is_par(step))
          for (std::size_t q = 0; q < questions_.size(); ++q)
            if (!is_true_before(q, step) && is_true_at(q, places_.follow(step)))
              throw PlacesUnknown(
                  "it is at its 'par' until it takes a step after that: that the branches have ended is no step",
                  step.step, q);
    if (unit_.par == 0) return;
    for (std::size_t q = 0; q < questions_.size(); ++q)
      if (is_true_at(q, places_.initial()))
        throw PlacesUnknown("that a branch has started is no step of it, so its first step is not told from its end",
                            places_.initial().begin()->step, q);
    for (const NextStep& first : places_.initial())
      if (first.context != 0) throw PlacesUnknown("the first step of the branch is one of a procedure", first.step);
    for (const Position& p : positions_)
      if (p != places_.initial() && p.contains(NextStep{}))
        throw PlacesUnknown("the branch may end here without a further step", std::next(p.begin())->step);
  }

  // ---- numbers

  void classify() {
    std::map<std::vector<bool>, std::int64_t> classes;
    for (const Position& p : positions_) {
      std::vector<bool> truths;
      for (std::size_t q = 0; q < questions_.size(); ++q) truths.push_back(is_true_at(q, p));
      number_.push_back(classes.try_emplace(truths, static_cast<std::int64_t>(classes.size())).first->second);
    }
  }
  using Effect = std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>>;   // number, what is pushed
  Effect effect(const Transition& t) const { return effect_in(t, number_); }
  static Effect effect_in(const Transition& t, const std::vector<std::int64_t>& numbers) {
    return {t.to ? std::optional(numbers[*t.to]) : std::nullopt,
            t.pushes ? std::optional(numbers[*t.pushes]) : std::nullopt};
  }
  // Places with one number are told apart if a step leads from them to different ones.
  void refine() {
    constexpr std::int64_t most_numbers = 1'000;
    for (bool is_stable = false; !is_stable;) {
      is_stable = true;
      std::map<StatementId, std::vector<const Transition*>> by_step;
      for (const Transition& t : transitions_) by_step[t.step].push_back(&t);
      auto next = static_cast<std::int64_t>(1 + std::ranges::max(number_));
      for (const auto& [step, of_step] : by_step) {
        std::map<std::int64_t, std::map<Effect, std::int64_t>> split;   // number, effect -> new number
        for (const Transition* t : of_step) {
          auto& effects = split[number_[t->from]];
          const bool is_first = effects.empty();
          const auto [known, is_new] = effects.try_emplace(effect(*t), is_first ? number_[t->from] : next);
          if (is_new && !is_first) ++next;
        }
        const std::vector<std::int64_t> former = number_;
        for (const Transition* t : of_step) {
          // Numbers change here, so effects are those of before.
          number_[t->from] = split.at(former[t->from]).at(effect_in(*t, former));
        }
        if (next > most_numbers) throw PlacesUnknown("calls of procedures lead to it in too many ways", step);
        if (number_ != former) {
          is_stable = false;
          break;
        }
      }
      check_choice(by_step);
    }
  }
  // Two calls of one procedure that may both come next: its first step does not know which it is.
  void check_choice(const std::map<StatementId, std::vector<const Transition*>>& by_step) const {
    for (const auto& [step, of_step] : by_step) {
      std::map<std::size_t, Effect> of_position;
      for (const Transition* t : of_step)
        if (const auto known = of_position.try_emplace(t->from, effect(*t)).first; known->second != effect(*t))
          throw PlacesUnknown("this step may be that of two calls, and none before it tells which", step);
    }
  }
  // 0 is the first value of the variable; the others without gaps.
  void number() {
    std::map<std::int64_t, std::int64_t> renamed;
    for (std::int64_t& n : number_) n = renamed.try_emplace(n, static_cast<std::int64_t>(renamed.size())).first->second;
    std::map<std::int64_t, Position> steps;
    for (std::size_t p = 0; p < positions_.size(); ++p)
      steps[number_[p]].insert(positions_[p].begin(), positions_[p].end());
    for (const auto& [n, at] : steps) unit_.names.push_back(name_of(at));
  }

  // "before line 7"
  std::string name_of(const Position& steps) const {
    constexpr std::size_t most_lines = 4;
    std::set<std::uint32_t> lines;
    for (const NextStep& step : steps)
      if (step.step != 0) lines.insert(core_.provenance.statements[step.step - 1].where.line);
    if (lines.empty()) return "at its end";
    std::string text;
    std::size_t count = 0;
    for (std::uint32_t line : lines) {
      if (++count > most_lines) {
        text += ", …";
        break;
      }
      text += (text.empty() ? "" : ", ") + std::to_string(line);
    }
    text = (lines.size() == 1 ? "before line " : "before one of lines ") + text;
    return steps.contains(NextStep{}) ? text + ", or at its end" : text;
  }

  // ---- what is told

  void moves() {
    for (const Transition& t : transitions_) {
      ControlMove made{.returns = !t.to, .to = t.to ? number_[*t.to] : 0};
      if (t.pushes) made.pushes = number_[*t.pushes];
      std::vector<ControlMove>& known = unit_.moves[t.step];
      const auto same = std::ranges::find_if(known, [&](const ControlMove& m) {
        return std::tie(m.returns, m.to, m.pushes) == std::tie(made.returns, made.to, made.pushes);
      });
      (same == known.end() ? known.emplace_back(std::move(made)) : *same).from.insert(number_[t.from]);
    }
  }

  // The numbers that a thread may have where it is there: it has come to a place from which it may get there.
  PlaceNumbers numbers_at(const Position& here, bool is_entering) const {
    PlaceNumbers found;
    for (std::size_t p = 0; p < positions_.size(); ++p) {
      Position there;
      for (const NextStep& step : places_.enabled(positions_[p])) {
        const auto entered = places_.context(step.context).entered;
        if (!is_entering) there.insert(step);
        if (is_entering && entered) there.insert({*entered, step.step});
      }
      if (std::ranges::includes(there, here)) found.insert(number_[p]);
    }
    return found;
  }
  bool is_asserted(StatementId s) const { return core_.outline.statements[s - 1].assertion.has_value(); }
  void assertions() {
    for (const auto& [at, here] : places_.before()) {
      if (!is_asserted(at.step)) continue;
      PlaceNumbers& numbers = unit_.here[at.step];
      numbers.merge(numbers_at(here, false));
      if (is_return(here)) numbers.merge(numbers_of_stack());
      if (places_.context(at.context).is_frame) numbers.merge(numbers_at(here, true));
    }
    // Of a branch that has not taken a step nothing is known: an earlier one of that number may have been there.
    if (unit_.par != 0)
      for (const auto& [at, here] : places_.before())
        if (here == places_.initial()) unit_.here.erase(at.step);
  }
  // What is on the stack may be any of these.
  PlaceNumbers numbers_of_stack() const {
    PlaceNumbers found;
    for (const Transition& t : transitions_)
      if (t.pushes) found.insert(number_[*t.pushes]);
    for (std::size_t p = 0; p < positions_.size(); ++p)
      for (const NextStep& step : positions_[p])
        if (const ThreadPlaces::Context& c = places_.context(step.context); c.entered)
          if (const Position& back = places_.after(c.outer, c.call); !is_return(back))
            found.insert(number_[index_.at(back)]);
    return found;
  }

  void entries() {
    for (ContextId c = 1; c < places_.context_count(); ++c) {
      const ThreadPlaces::Context& context = places_.context(c);
      if (context.is_frame) continue;
      ControlEntry entry = context.entered ? stacked_entry(c) : plain_entry(c);
      std::vector<ControlEntry>& known = unit_.entries[context.procedure];
      const auto same = std::ranges::find_if(known, [&](const ControlEntry& other) {
        return other.to == entry.to && other.is_tail == entry.is_tail && other.here == entry.here;
      });
      if (same == known.end())
        known.push_back(std::move(entry));
      else
        same->from.merge(entry.from);
    }
  }
  ControlEntry plain_entry(ContextId c) const {
    const ThreadPlaces::Context& context = places_.context(c);
    const StatementId body = procedure_of(core_.program, context.procedure).body;
    ControlEntry made{.from = numbers_at(places_.before().at({c, body}), false)};
    const Position& back = places_.after(context.outer, context.call);
    made.to = is_return(back) ? numbers_of_stack() : numbers_at(back, false);
    for (const auto& [at, here] : places_.before())
      if (at.context == c && is_asserted(at.step))
        made.here[at.step] = is_return(here) ? numbers_of_stack() : numbers_at(here, false);
    return made;
  }
  ControlEntry stacked_entry(ContextId c) const {
    const ThreadPlaces::Context& context = places_.context(c);
    const Position& back = places_.after(context.outer, context.call);
    ControlEntry made{.is_stacked = true, .is_tail = is_return(back)};
    for (std::size_t p = 0; p < positions_.size(); ++p)
      if (std::ranges::any_of(positions_[p], [&](const NextStep& step) { return step.context == c; }))
        made.from.insert(number_[p]);
    if (!made.is_tail) made.to = {number_[index_.at(back)]};
    const StatementId body = procedure_of(core_.program, context.procedure).body;
    const ContextId frame = places_.contexts_of(context.procedure).at(0);
    made.passes = is_return(places_.before().at({frame, body}));
    for (const auto& [at, here] : places_.before())
      if (at.context == frame && is_asserted(at.step)) {
        if (is_return(here)) continue;
        made.here[at.step] = numbers_at(here, false);
        made.entering[at.step] = numbers_at(here, true);
      }
    return made;
  }
};

StatementId body_of_branches(const CoreProgram& core, std::uint32_t par) {
  for (StatementId s = 1; s <= core.program.statements.size(); ++s)
    if (core.provenance.statements[s - 1].par == par) return statement_of(core.program, s).first;
  return 0;
}

// The expressions that ask where a thread is, or branches of one of its `par`.
std::map<std::pair<std::size_t, std::uint32_t>, std::vector<ExpressionIndex>> questions_of(
    const CheckedProgram& program) {
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<ExpressionIndex>> found;
  for (ExpressionIndex e = 1; e < program.tree.expressions.size(); ++e) {
    const Expression& x = program.tree[e];
    if (x.kind != Expression::Kind::control) continue;
    const auto thread = static_cast<std::size_t>(
        std::ranges::find(program.tree.threads, x.field, &ThreadDeclaration::name) - program.tree.threads.begin());
    const LabelPlace label = places_of_label(program.tree, program.tree.threads[thread], x.bound[0]).at(0);
    found[{thread, label.par}].push_back(e);
  }
  return found;
}

}   // namespace

bool has_control_points(const CheckedProgram& program) {
  return std::ranges::any_of(program.tree.expressions,
                             [](const Expression& x) { return x.kind == Expression::Kind::control; });
}

ControlPoints control_points(const CheckedProgram& program, const CoreProgram& core, Diagnostics& diagnostics) {
  ControlPoints points;
  for (const auto& [unit, questions] : questions_of(program)) {
    const StatementId body =
        unit.second == 0 ? core.program.families[unit.first].body : body_of_branches(core, unit.second);
    try {
      PlaceNumbering numbering(program, core, {.thread = unit.first, .par = unit.second}, body, questions);
      points.units.push_back(numbering.run(points.numbers));
    } catch (const PlacesUnknown& unknown) {
      const Expression& first = program.tree[questions[unknown.question]];
      diagnostics.push_back({MessageCode::control_point, first.where,
                             "'" + first.name + "' cannot tell where '" + first.field + "' is: " + unknown.what(),
                             "say it with a ghost variable that the steps assign to",
                             core.provenance.statements[unknown.statement - 1].where, "here"});
    }
  }
  return points;
}

}   // namespace plato
