// See instance_model.hpp.

#include "conditions/instance_model.hpp"

#include <algorithm>
#include <set>

#include "conditions/condition_problem.hpp"
#include "logic/formula_builder.hpp"
#include "search/z3_session.hpp"

namespace plato {
namespace {

constexpr std::size_t most_terms = 6, most_assertions = 20'000;
constexpr std::uint64_t resources_for_model = 20'000'000;

// Literals that a literal is put together from, with the sign that they have in it: those of `iff` and of conditions
// have both.
class Polarity {
 public:
  explicit Polarity(const FormulaTable& table) : table_(table) {}

  // Closed universal formulas that may have to be false, those of the last assertions first.
  std::vector<FormulaId> falsified(const std::vector<Literal>& assertions) {
    for (std::size_t i = assertions.size(); i-- > 0;) visit(assertions[i]);
    return std::move(found_);
  }

 private:
  const FormulaTable& table_;
  std::set<Literal> seen_;
  std::vector<FormulaId> found_;

  void visit(Literal root) {
    std::vector<Literal> open{root};
    while (!open.empty()) {
      const Literal l = open.back();
      open.pop_back();
      if (!seen_.insert(l).second) continue;
      const FormulaId id = formula_of(l);
      const auto parts = table_.operands(id);
      switch (table_[id].kind) {
        case FormulaKind::all:
          if (l < 0 && table_[id].loose == 0) found_.push_back(id);
          break;
        case FormulaKind::and_:
        case FormulaKind::or_:
          for (const Literal part : parts) open.push_back(l > 0 ? part : -part);
          break;
        case FormulaKind::implies:
          open.push_back(l > 0 ? -parts[0] : parts[0]);
          open.push_back(l > 0 ? parts[1] : -parts[1]);
          break;
        case FormulaKind::iff:
        case FormulaKind::ite:
          for (const Literal part : parts) {
            open.push_back(part);
            open.push_back(-part);
          }
          break;
        default: break;
      }
    }
  }
};

// What must be true because the assertions are.
std::set<Literal> parts_of_assertions(const FormulaTable& table, std::vector<Literal> open) {
  std::set<Literal> parts;
  while (!open.empty()) {
    const Literal l = open.back();
    open.pop_back();
    if (!parts.insert(l).second) continue;
    const FormulaId id = formula_of(l);
    const auto operands = table.operands(id);
    const FormulaKind kind = table[id].kind;
    if ((kind == FormulaKind::and_ && l > 0) || (kind == FormulaKind::or_ && l < 0))
      for (const Literal part : operands) open.push_back(l > 0 ? part : -part);
    if (kind == FormulaKind::implies && l < 0) {
      open.push_back(operands[0]);
      open.push_back(-operands[1]);
    }
  }
  return parts;
}

class Instances {
 public:
  explicit Instances(Problem problem) : problem_(std::move(problem)), table_(problem_.table) {}

  std::optional<InstanceModel> run(std::size_t& questions, const Deadline& deadline) {
    terms_ = {table_.logic(0), table_.logic(1)};
    const std::set<Literal> given = parts_of_assertions(table_, problem_.assertions);
    std::vector<FormulaId> others;
    for (const FormulaId id : Polarity(table_).falsified(problem_.assertions)) {
      if (!given.contains(-literal_of(id)))
        others.push_back(id);
      else if (terms_.size() < most_terms)
        falsify(id);
    }
    const TermId which = falsify_one_of(others);
    if (!add_instances()) return std::nullopt;
    // The last ones are about what is to be shown, more often than not.
    const std::size_t share = others.size() / 4 + 1;
    for (std::size_t end = others.size() + 1; end > 0 && questions > 0; --questions) {
      const std::size_t begin = end > share ? end - share : 0;
      problem_.assertions.push_back(at_most(table_, table_.num(static_cast<std::int64_t>(begin)), which));
      problem_.assertions.push_back(at_most(table_, which, table_.num(static_cast<std::int64_t>(end - 1))));
      const Z3Answer answer =
          ask_z3(problem_,
                 {.resources = resources_for_model, .seconds = deadline.seconds_left(), .ignores_quantifiers = true});
      if (answer.model) {
        InstanceModel found{.model = *answer.model, .integers = {}};
        for (const TermId term : terms_) add_value(found, term);
        return found;
      }
      problem_.assertions.resize(problem_.assertions.size() - 2);
      end = begin;
    }
    return std::nullopt;
  }

 private:
  Problem problem_;
  FormulaTable& table_;
  std::vector<TermId> terms_;   // that universal formulas are tried with

  void add_value(InstanceModel& found, TermId term) const {
    for (std::size_t i = 0; i < problem_.symbols.size(); ++i) {
      const ProblemSymbol& s = problem_.symbols[i];
      if (s.result != Sort::integer || !s.arguments.empty() || s.number != table_[term].operand[0]) continue;
      const auto* value = std::get_if<Integer>(&found.model.symbols[i]);
      if (value != nullptr && std::ranges::find(found.integers, *value) == found.integers.end())
        found.integers.push_back(*value);
    }
  }

  TermId fresh() {
    const std::int32_t number = problem_.encoding.next_logic++;
    problem_.symbols.push_back(
        {.name = "instance!" + std::to_string(number), .arguments = {}, .result = Sort::integer, .number = number});
    return table_.logic(number);
  }

  // Its body at these witnesses, and at more if there are not enough.
  Literal body_at(FormulaId id, std::vector<TermId>& witnesses) {
    Literal body = literal_of(id);
    for (std::size_t i = 0; body > 0 && table_[formula_of(body)].kind == FormulaKind::all; ++i) {
      if (i == witnesses.size()) {
        witnesses.push_back(fresh());
        terms_.push_back(witnesses.back());
      }
      body = instantiate(table_, table_.operands(formula_of(body))[0], witnesses[i]);
    }
    return body;
  }

  void falsify(FormulaId id) {
    std::vector<TermId> witnesses;
    problem_.assertions.push_back(-body_at(id, witnesses));
    problem_.assertions.push_back(-literal_of(id));
  }

  // A number says which one it is, so they share their witnesses.
  TermId falsify_one_of(const std::vector<FormulaId>& ids) {
    const TermId which = fresh();
    std::vector<TermId> witnesses;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const std::array is_it{literal_of(ids[i]), table_.eq(which, table_.num(static_cast<std::int64_t>(i)))};
      const std::array is_false{literal_of(ids[i]), -body_at(ids[i], witnesses)};
      problem_.assertions.push_back(disjunction(table_, is_it));
      problem_.assertions.push_back(disjunction(table_, is_false));
    }
    return which;
  }

  // Also of what instances say.
  bool add_instances() {
    std::vector<Literal> open;
    for (std::uint32_t i = 1; i <= table_.formula_count(); ++i)
      if (table_[static_cast<FormulaId>(i)].kind == FormulaKind::all && table_[static_cast<FormulaId>(i)].loose == 0)
        open.push_back(static_cast<Literal>(i));
    for (std::size_t next = 0; next < open.size(); ++next) {
      const Literal whole = open[next];
      for (const TermId term : terms_) {
        if (problem_.assertions.size() > most_assertions) return false;
        const Literal instance = instantiate(table_, table_.operands(formula_of(whole))[0], term);
        const std::array either{-whole, instance};
        problem_.assertions.push_back(disjunction(table_, either));
        if (instance > 0 && table_[formula_of(instance)].kind == FormulaKind::all) open.push_back(instance);
      }
    }
    return true;
  }
};

}   // namespace

std::optional<InstanceModel> find_instance_model(const ProvedConditions& proved, const Condition& condition,
                                                 std::size_t& questions, const Deadline& deadline) {
  Problem problem = problem_of(proved.problem, condition.literals);
  if (!is_linear(problem.table)) return std::nullopt;
  return Instances(std::move(problem)).run(questions, deadline);
}

}   // namespace plato
