// See control_points.hpp. Recursion is bounded by the depth of statements.

#include "core/control_points.hpp"

#include <algorithm>
#include <array>

#include "logic/formula_builder.hpp"
#include "source/control_points.hpp"

namespace plato {
namespace {

// The steps that may come next; `the_end` among them if there may be none.
using Position = std::set<StatementId>;
constexpr StatementId the_end = 0;

void insert(Position& into, const Position& more) { into.insert(more.begin(), more.end()); }

// How a statement may begin: with a step inside of it, with none, or by leaving blocks around it.
struct Beginning {
  Position steps;
  bool passes = false;
  std::set<std::uint32_t> exits;   // how many blocks are left besides the nearest
};

// What may come next at each place of a thread's statements.
class Places {
 public:
  Places(const CoreProgram& core, StatementId body) : program_(core.program) {
    // Parts come before wholes.
    for (StatementId s = 1; s <= program_.statements.size(); ++s) beginnings_.push_back(beginning(s));
    initial_ = walk(body, {the_end}, {});
  }

  const Position& initial() const { return initial_; }
  const std::map<StatementId, Position>& follow() const { return follow_; }   // of steps
  const std::map<StatementId, Position>& before() const { return before_; }   // of all statements
  const std::map<StatementId, Position>& after() const { return after_; }
  // Steps in the order of the source.
  std::vector<StatementId> steps_in(StatementId s) const {
    std::vector<StatementId> found;
    collect(s, found);
    return found;
  }
  const std::vector<StatementId>& order() const { return order_; }
  // The steps with which the statement itself begins, or where it has none, what comes next.
  Position first_of(StatementId s) const {
    const Position& own = beginnings_[s - 1].steps;
    return own.empty() ? before_.at(s) : own;
  }

 private:
  const Program& program_;
  std::vector<Beginning> beginnings_;
  Position initial_;
  std::map<StatementId, Position> follow_, before_, after_;
  std::vector<StatementId> order_;

  const Beginning& of(StatementId s) const { return beginnings_[s - 1]; }

  Beginning beginning(StatementId index) const {
    const CoreStatement& s = statement_of(program_, index);
    switch (s.kind) {
      case CoreStatement::Kind::skip: return {.steps = {}, .passes = true, .exits = {}};
      case CoreStatement::Kind::atomic:
      case CoreStatement::Kind::call:
      case CoreStatement::Kind::par: return {.steps = {index}, .passes = false, .exits = {}};
      case CoreStatement::Kind::exit: return {.steps = {}, .passes = false, .exits = {s.passed}};
      case CoreStatement::Kind::choice: return either(of(s.first), of(s.second));
      case CoreStatement::Kind::seq: {
        Beginning b = of(s.first);
        if (!b.passes) return b;
        b.passes = false;
        return either(std::move(b), of(s.second));
      }
      case CoreStatement::Kind::loop: {
        Beginning b = of(s.first);
        b.passes = true;
        return b;
      }
      case CoreStatement::Kind::block: {
        const Beginning& inside = of(s.first);
        Beginning b{.steps = inside.steps, .passes = inside.passes || inside.exits.contains(0), .exits = {}};
        for (std::uint32_t passed : inside.exits)
          if (passed > 0) b.exits.insert(passed - 1);
        return b;
      }
      case CoreStatement::Kind::scope: {
        Beginning b = of(s.first);
        if (b.passes) b.steps.insert(index);
        b.passes = false;
        return b;
      }
    }
    return {};
  }
  static Beginning either(Beginning a, const Beginning& b) {
    insert(a.steps, b.steps);
    a.passes = a.passes || b.passes;
    a.exits.insert(b.exits.begin(), b.exits.end());
    return a;
  }

  // `next` is what comes after the statement; `outside` what comes after the blocks around it, the nearest last.
  Position walk(StatementId index, const Position& next, const std::vector<Position>& outside) {
    const CoreStatement& s = statement_of(program_, index);
    Position here = of(index).steps;
    if (of(index).passes) insert(here, next);
    for (std::uint32_t passed : of(index).exits) insert(here, outside[outside.size() - 1 - passed]);
    before_[index] = here;
    after_[index] = next;
    switch (s.kind) {
      case CoreStatement::Kind::skip:
      case CoreStatement::Kind::exit: break;
      case CoreStatement::Kind::atomic:
      case CoreStatement::Kind::call:
      case CoreStatement::Kind::par:
        follow_[index] = next;
        order_.push_back(index);
        break;
      case CoreStatement::Kind::choice:
        walk(s.first, next, outside);
        walk(s.second, next, outside);
        break;
      case CoreStatement::Kind::seq: {
        Position between = of(s.second).steps;
        if (of(s.second).passes) insert(between, next);
        for (std::uint32_t passed : of(s.second).exits) insert(between, outside[outside.size() - 1 - passed]);
        walk(s.first, between, outside);
        walk(s.second, next, outside);
        break;
      }
      case CoreStatement::Kind::loop: walk(s.first, here, outside); break;
      case CoreStatement::Kind::block: {
        std::vector<Position> inside = outside;
        inside.push_back(next);
        walk(s.first, next, inside);
        break;
      }
      case CoreStatement::Kind::scope:
        walk(s.first, {index}, outside);
        follow_[index] = next;
        order_.push_back(index);
        break;
    }
    return here;
  }

  void collect(StatementId index, std::vector<StatementId>& found) const {
    const CoreStatement& s = statement_of(program_, index);
    if (s.first != 0) collect(s.first, found);
    if (s.second != 0) collect(s.second, found);
    if (follow_.contains(index)) found.push_back(index);
  }
};

// The expressions that ask where a thread is.
std::vector<ExpressionIndex> questions_about(const CheckedProgram& program, const std::string& thread) {
  std::vector<ExpressionIndex> found;
  for (ExpressionIndex e = 1; e < program.tree.expressions.size(); ++e)
    if (program.tree[e].kind == Expression::Kind::control && program.tree[e].field == thread) found.push_back(e);
  return found;
}

class Numbering {
 public:
  Numbering(const CheckedProgram& program, const CoreProgram& core, std::size_t thread, ControlPoints& points)
      : program_(program),
        core_(core),
        index_(thread),
        thread_(program.tree.threads[thread]),
        places_(core, core.program.families[thread].body),
        points_(points) {}

  void run() {
    const std::vector<ExpressionIndex> questions = questions_about(program_, thread_.name);
    for (ExpressionIndex e : questions) true_before_.push_back(true_before(e));
    number_of(places_.initial());   // 0, which is the first value of the variable
    for (StatementId step : places_.order()) points_.after[step] = number_of(places_.follow().at(step));
    for (std::size_t q = 0; q < questions.size(); ++q) {
      std::set<std::int64_t>& numbers = points_.numbers[questions[q]];
      for (const auto& [truths, number] : number_of_truths_)
        if (truths[q]) numbers.insert(number);
    }
    for (const auto& [position, number] : number_of_position_)
      for (StatementId step : position) steps_at_[number].insert(step);
    for (const auto& [number, steps] : steps_at_) {
      points_.names[index_].push_back(name_of(steps));
      for (StatementId step : steps)
        if (step != the_end) points_.before[step].insert(number);
    }
    // To be at a statement without a step, a thread has come to a place from which it may get there.
    for (const auto& [statement, here] : places_.before()) {
      if (!core_.outline.statements[statement - 1].assertion) continue;
      for (const auto& [position, number] : number_of_position_)
        if (std::ranges::includes(position, here)) points_.here[statement].insert(number);
    }
  }

 private:
  const CheckedProgram& program_;
  const CoreProgram& core_;
  std::size_t index_;
  const ThreadDeclaration& thread_;
  Places places_;
  ControlPoints& points_;
  std::vector<Position> true_before_;   // of each question: the steps before which the answer is yes
  std::map<std::vector<bool>, std::int64_t> number_of_truths_;
  std::map<Position, std::int64_t> number_of_position_;
  std::map<std::int64_t, Position> steps_at_;   // number -> all steps that may be next

  // "before line 7"
  std::string name_of(const Position& steps) const {
    constexpr std::size_t most_lines = 4;
    std::set<std::uint32_t> lines;
    for (StatementId step : steps)
      if (step != the_end) lines.insert(core_.provenance.statements[step - 1].where.line);
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
    return steps.contains(the_end) ? text + ", or at its end" : text;
  }

  StatementId statement_with(const std::string& label) const {
    return core_.provenance.labelled.at(labelled_statement(program_.tree, thread_, label));
  }

  Position true_before(ExpressionIndex e) const {
    const Expression& question = program_.tree[e];
    const StatementId first = statement_with(question.bound[0]);
    if (question.name == "at") return places_.first_of(first);
    if (question.name == "after") return places_.after().at(first);
    const std::vector<StatementId>& order = places_.order();
    const std::vector<StatementId> from = places_.steps_in(first),
                                   to = places_.steps_in(statement_with(question.bound[1]));
    Position found;
    const auto place = [&](StatementId step) { return std::ranges::find(order, step) - order.begin(); };
    if (from.empty() || to.empty()) {
      for (StatementId step : from) found.insert(step);
      for (StatementId step : to) found.insert(step);
      return found;
    }
    const auto least = std::ranges::min(from, {}, place), greatest = std::ranges::max(to, {}, place);
    for (auto i = place(least); i <= place(greatest); ++i) found.insert(order[static_cast<std::size_t>(i)]);
    return found;
  }

  std::int64_t number_of(const Position& position) {
    std::vector<bool> truths;
    for (const Position& steps : true_before_)
      truths.push_back(std::ranges::any_of(position, [&](StatementId step) { return steps.contains(step); }));
    const auto next = static_cast<std::int64_t>(number_of_truths_.size());
    const std::int64_t number = number_of_truths_.try_emplace(truths, next).first->second;
    number_of_position_.try_emplace(position, number);
    return number;
  }
};

}   // namespace

bool has_control_points(const CheckedProgram& program) {
  return std::ranges::any_of(program.tree.expressions,
                             [](const Expression& x) { return x.kind == Expression::Kind::control; });
}

ControlPoints control_points(const CheckedProgram& program, const CoreProgram& core) {
  ControlPoints points;
  for (std::size_t i = 0; i < program.tree.threads.size(); ++i)
    if (!questions_about(program, program.tree.threads[i].name).empty()) Numbering(program, core, i, points).run();
  return points;
}

void add_control_points(const CheckedProgram& program, const ControlPoints& points,
                        const std::unordered_map<SymbolIndex, std::int32_t>& variables, CoreProgram& core) {
  FormulaTable& table = core.program.table;
  for (std::size_t i = 0; i < program.tree.threads.size(); ++i) {
    const auto variable = std::ranges::find_if(program.symbols, [&](const Symbol& s) {
      return s.thread == static_cast<std::int32_t>(i) && s.name == control_variable;
    });
    if (variable == program.symbols.end()) continue;
    const auto number = variables.at(static_cast<SymbolIndex>(variable - program.symbols.begin()));
    CorePlace place{.variable = static_cast<std::size_t>(number)};
    core.program.variables[place.variable].places = points.names.at(i);
    TermId value = table.var(number, 0);
    if (program.tree.threads[i].is_family) {
      place.index = table.logic(0);
      value = table.binary(TermKind::select, value, *place.index);
    }
    const Places places(core, core.program.families[i].body);
    for (StatementId step : places.order()) {
      StatementOutline& outline = core.outline.statements[step - 1];
      const CommandId moves =
          add_command(core.program.commands, {.places = {place}, .values = {table.num(points.after.at(step))}});
      const std::array parts{proof_command(core.program, core.outline, step), moves};
      outline.ghost_command = in_sequence(core.program.commands, parts);
    }
    for (const auto& [statement, here] : places.before())
      if (const auto numbers = points.here.find(statement); numbers != points.here.end()) {
        Literal& assertion = *core.outline.statements[statement - 1].assertion;
        assertion = both(table, assertion, is_one_of(table, value, numbers->second));
      }
  }
}

Literal is_one_of(FormulaTable& table, TermId term, const std::set<std::int64_t>& values) {
  std::vector<Literal> ranges;
  for (auto low = values.begin(); low != values.end();) {
    auto high = low;
    auto next = std::next(low);
    while (next != values.end() && *next == *high + 1) high = next++;
    ranges.push_back(low == high
                         ? equal(table, term, table.num(*low))
                         : both(table, at_most(table, table.num(*low), term), at_most(table, term, table.num(*high))));
    low = next;
  }
  return disjunction(table, ranges);
}

}   // namespace plato
