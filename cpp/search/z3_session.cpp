// Translating problems for Z3 and models back; see z3_session.hpp.

#include "search/z3_session.hpp"

#include <z3++.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_set>

#include "system/deadline.hpp"
#include "system/processor_time.hpp"

namespace plato {
namespace {

// Z3 recurses in places; formulas deeper than this are not shown to it.
constexpr std::uint32_t greatest_height = 20000;

// What the solver has spent so far, which it counts under this name.
std::uint64_t resources_of(const z3::solver& solver) {
  const z3::stats statistics = solver.statistics();
  for (unsigned i = 0; i < statistics.size(); ++i)
    if (statistics.key(i) == "rlimit count")
      return statistics.is_uint(i) ? statistics.uint_value(i) : static_cast<std::uint64_t>(statistics.double_value(i));
  return 0;
}

class Session {
 public:
  Session(z3::context& context, const Problem& problem)
      : problem_(problem),
        table_(problem.table),
        context_(context),
        terms_(table_.term_count() + 1),
        formulas_(table_.formula_count() + 1) {}

  Z3Answer ask(const Z3Budget& budget) {
    ignores_quantifiers_ = budget.ignores_quantifiers;
    if (!translate_all()) return {.reason = "the formula is too deep for Z3"};
    // Tracked assertions make a solver of the default kind use this one, too, after some milliseconds of setting up
    // others.
    z3::solver solver(context_, z3::solver::simple());
    if (budget.seconds < 4e6)
      solver.set("timeout", static_cast<unsigned>(std::max(1.0, std::ceil(budget.seconds * 1000))));
    if (budget.resources != 0)
      solver.set("rlimit", static_cast<unsigned>(std::min<std::uint64_t>(budget.resources, UINT32_MAX)));
    std::vector<unsigned> trackers;
    for (std::size_t i = 0; i < problem_.assertions.size(); ++i) {
      const z3::expr tracker = context_.bool_const(("assertion!" + std::to_string(i)).c_str());
      trackers.push_back(tracker.id());
      solver.add(literal(problem_.assertions[i]), tracker);
    }
    for (const z3::expr& witnessed : witnessed_) solver.add(witnessed);
    const bool has_open_pairs = add_pairs(solver);
    Z3Answer answer;
    const double start = thread_seconds();
    const Deadline deadline = Deadline::in(budget.seconds);
    z3::check_result result = solver.check();
    std::optional<z3::model> model;
    if (result == z3::sat) model = solver.get_model();
    if (model && has_open_pairs && !keeps_pairs_apart(*model)) {
      answer.is_doubtful = true;
      solver.add(all_pairs_differ());
      if (solver.check() == z3::unsat)
        result = z3::unsat;
      else
        model = last_model(solver, *model);
    }
    answer.seconds = thread_seconds() - start;
    answer.resources = resources_of(solver);
    if (result == z3::unsat) {
      answer.verdict = Z3Answer::Verdict::unsatisfiable;
      read_core(solver, trackers, answer);
    } else if (result == z3::sat) {
      answer.verdict = Z3Answer::Verdict::satisfiable;
      answer.model = told_model(*model);
    } else {
      answer.reason = solver.reason_unknown();
      answer.is_wall = deadline.has_passed();
      // If Z3 says that it is incomplete, more resources change nothing; its words for other ends vary.
      answer.is_out_of_resources =
          budget.resources != 0 && !answer.is_wall && answer.reason.find("incomplete") == std::string::npos;
      if (answer.is_out_of_resources) answer.reason = "its budget is used up";
    }
    return answer;
  }

 private:
  const Problem& problem_;
  const FormulaTable& table_;
  z3::context& context_;
  std::vector<std::optional<z3::expr>> terms_, formulas_;
  std::vector<std::optional<z3::func_decl>> functions_;   // symbol -> a function, if it has arguments
  std::vector<std::optional<z3::expr>> constants_;        // symbol -> a constant, if it has none
  std::optional<z3::expr> div0_, mod0_;
  struct ProgramVariable {
    std::int32_t name, version;
    bool is_map;
    z3::expr expression;
  };
  std::vector<ProgramVariable> variables_;
  std::unordered_map<std::int32_t, std::size_t> symbol_of_logic_, symbol_of_atom_;
  // Compared as integers. The kernel asks of any variable, be it a map, whether it is 0, at a version of its own, where
  // it means that something is unknown.
  std::unordered_set<TermId> compared_;
  std::vector<TermId> pairs_;   // indices of maps
  bool ignores_quantifiers_ = false;
  std::vector<z3::expr> witnessed_;   // of quantifiers that are ignored

  z3::sort map_sort() { return context_.array_sort(context_.int_sort(), context_.int_sort()); }
  const z3::expr& term(TermId id) const { return *terms_[id]; }
  z3::expr literal(Literal l) const {
    const z3::expr& formula = *formulas_[index_of(formula_of(l))];
    return l > 0 ? formula : !formula;
  }

  void declare() {
    for (std::size_t i = 1; i <= table_.formula_count(); ++i)
      if (const auto id = static_cast<FormulaId>(i); table_[id].kind == FormulaKind::eq)
        compared_.insert({table_.left(id), table_.right(id)});
    for (std::size_t i = 0; i < problem_.symbols.size(); ++i) {
      const ProblemSymbol& symbol = problem_.symbols[i];
      const bool is_atom = symbol.arguments.empty() && symbol.result == Sort::boolean;
      (is_atom ? symbol_of_atom_ : symbol_of_logic_)[symbol.number] = i;
      functions_.emplace_back();
      constants_.emplace_back();
      const std::string name = "s!" + std::to_string(i);
      if (!symbol.arguments.empty()) {
        z3::sort_vector domain(context_);
        for (std::size_t a = 0; a < symbol.arguments.size(); ++a) domain.push_back(context_.int_sort());
        functions_.back() = context_.function(name.c_str(), domain, context_.int_sort());
      } else {
        const z3::sort sort = is_atom                          ? context_.bool_sort()
                              : symbol.result == Sort::integer ? context_.int_sort()
                                                               : map_sort();
        constants_.back() = context_.constant(name.c_str(), sort);
      }
    }
    div0_ = context_.constant("div!0", map_sort());
    mod0_ = context_.constant("mod!0", map_sort());
  }

  z3::expr logic_variable(std::int32_t number) {
    if (problem_.encoding.div0 == number) return *div0_;
    if (problem_.encoding.mod0 == number) return *mod0_;
    const auto found = symbol_of_logic_.find(number);
    if (found != symbol_of_logic_.end() && constants_[found->second]) return *constants_[found->second];
    return context_.int_val(0);   // a function by itself, or a parameter of a definition: occurs in no assertion
  }

  z3::expr program_variable(TermId id) {
    const std::int32_t name = table_[id].operand[0], version = table_[id].operand[1];
    const std::string text = "v!" + std::to_string(name) + "!" + std::to_string(version);
    const auto index = static_cast<std::size_t>(name);
    const bool is_map = index < problem_.variable_sorts.size() && problem_.variable_sorts[index] == Sort::map &&
                        !compared_.contains(id);
    const z3::expr variable = context_.constant(text.c_str(), is_map ? map_sort() : context_.int_sort());
    variables_.push_back({name, version, is_map, variable});
    return variable;
  }

  // Pairs that are indices of maps: different ones are different, which Z3 would not know. What is an argument of a
  // function is none of them. `pairs_` are those that have no variables of quantifiers; the answer is whether others
  // are indices of variables of the program.
  bool add_pairs(z3::solver& solver) {
    std::unordered_set<TermId> seen;
    bool has_open_pairs = false;
    const auto is_of_program = [&](TermId map) {
      while (table_[map].kind == TermKind::store || table_[map].kind == TermKind::ite)
        map = table_[map].term(table_[map].kind == TermKind::store ? 0 : 1);
      return table_[map].kind == TermKind::var;
    };
    for (TermId id = 1; id < terms_.size(); ++id) {
      const Term& t = table_[id];
      if (!terms_[id] || (t.kind != TermKind::select && t.kind != TermKind::store)) continue;
      if (t.kind == TermKind::select && application(t)) continue;
      for (TermId index = t.term(1); table_[index].kind == TermKind::pair; index = table_[index].term(1)) {
        if (table_[index].loose != 0) has_open_pairs = has_open_pairs || is_of_program(t.term(0));
        if (table_[index].loose != 0 || !seen.insert(index).second) break;
        pairs_.push_back(index);
        solver.add(has_parts(term(index), term(table_[index].term(0)), term(table_[index].term(1))));
      }
    }
    return has_open_pairs;
  }
  z3::func_decl pair_function() {
    return context_.function("pair", context_.int_sort(), context_.int_sort(), context_.int_sort());
  }
  z3::func_decl part_function(const char* name) {
    return context_.function(name, context_.int_sort(), context_.int_sort());
  }
  z3::expr has_parts(const z3::expr& pair, const z3::expr& first, const z3::expr& second) {
    return part_function("pair!first")(pair) == first && part_function("pair!second")(pair) == second;
  }
  // Most models are too hard to find then; what Z3 ends with is the better one all the same.
  z3::expr all_pairs_differ() {
    const z3::expr a = context_.int_const("pair!a"), b = context_.int_const("pair!b");
    return z3::forall(a, b, has_parts(pair_function()(a, b), a, b));
  }
  static z3::model last_model(z3::solver& solver, const z3::model& otherwise) {
    try {
      return solver.get_model();
    } catch (const z3::exception&) {
      return otherwise;
    }
  }
  bool keeps_pairs_apart(const z3::model& model) {
    if (!model.has_interp(pair_function())) return true;
    const auto pairs = read_function(model.get_func_interp(pair_function()));
    if (!pairs) return false;
    std::set<Integer> seen{pairs->otherwise};
    return std::ranges::all_of(pairs->entries, [&](const auto& entry) { return seen.insert(entry.second).second; });
  }

  // f(x, y) is written select f (pair x y).
  std::optional<z3::expr> application(const Term& select) {
    const Term& f = table_[select.term(0)];
    if (f.kind != TermKind::logic) return std::nullopt;
    const auto symbol = symbol_of_logic_.find(f.operand[0]);
    if (symbol == symbol_of_logic_.end() || !functions_[symbol->second]) return std::nullopt;
    z3::expr_vector arguments(context_);
    TermId rest = select.term(1);
    for (std::size_t i = problem_.symbols[symbol->second].arguments.size(); i > 1; --i) {
      arguments.push_back(term(table_[rest].term(0)));
      rest = table_[rest].term(1);
    }
    arguments.push_back(term(rest));
    return (*functions_[symbol->second])(arguments);
  }

  z3::expr translate(TermId id) {
    const Term& t = table_[id];
    switch (t.kind) {
      case TermKind::num: return context_.int_val(to_string(table_.value(id)).c_str());
      case TermKind::logic: return logic_variable(t.operand[0]);
      case TermKind::bound:
        return z3::expr(context_, Z3_mk_bound(context_, static_cast<unsigned>(t.operand[0]), context_.int_sort()));
      case TermKind::add: return term(t.term(0)) + term(t.term(1));
      case TermKind::sub: return term(t.term(0)) - term(t.term(1));
      case TermKind::mul: return term(t.term(0)) * term(t.term(1));
      case TermKind::div: return term(t.term(0)) / term(t.term(1));
      case TermKind::mod: return z3::mod(term(t.term(0)), term(t.term(1)));
      case TermKind::pair: return pair_function()(term(t.term(0)), term(t.term(1)));
      case TermKind::branch:
        return context_.function("branch", context_.int_sort(), context_.int_sort(), context_.int_sort())(
            term(t.term(0)), term(t.term(1)));
      case TermKind::select:
        if (auto applied = application(t)) return *applied;
        return z3::select(term(t.term(0)), term(t.term(1)));
      case TermKind::store: return z3::store(term(t.term(0)), term(t.term(1)), term(t.term(2)));
      case TermKind::const_: return z3::const_array(context_.int_sort(), term(t.term(0)));
      case TermKind::ite: return z3::ite(literal(t.operand[0]), term(t.term(1)), term(t.term(2)));
      case TermKind::var: return program_variable(id);
      default: return context_.int_const(("t!" + std::to_string(id)).c_str());
    }
  }

  z3::expr translate(FormulaId id) {
    const std::span<const std::int32_t> p = table_.operands(id);
    const auto side = [&](std::size_t i) { return term(static_cast<TermId>(p[i])); };
    switch (table_[id].kind) {
      case FormulaKind::true_: return context_.bool_val(true);
      case FormulaKind::atom: {
        const auto symbol = symbol_of_atom_.find(p[0]);
        return symbol == symbol_of_atom_.end() ? context_.bool_val(false) : *constants_[symbol->second];
      }
      case FormulaKind::le: return side(0) <= side(1);
      case FormulaKind::eq:
      case FormulaKind::map_eq: return side(0) == side(1);
      case FormulaKind::and_:
      case FormulaKind::or_: {
        z3::expr_vector parts(context_);
        for (Literal part : p) parts.push_back(literal(part));
        return table_[id].kind == FormulaKind::and_ ? z3::mk_and(parts) : z3::mk_or(parts);
      }
      case FormulaKind::implies: return z3::implies(literal(p[0]), literal(p[1]));
      case FormulaKind::iff: return literal(p[0]) == literal(p[1]);
      case FormulaKind::ite: return z3::ite(literal(p[0]), literal(p[1]), literal(p[2]));
      case FormulaKind::all: return ignores_quantifiers_ ? ignore(id) : translate_all(id);
    }
    return context_.bool_val(true);
  }

  // It may be true without what follows from it. If it is false, there is a witness.
  z3::expr ignore(FormulaId id) {
    const std::string name = "all!" + std::to_string(index_of(id));
    const z3::expr ignored = context_.bool_const(name.c_str());
    if (table_[id].loose > 0) return ignored;
    z3::expr_vector witnesses(context_);
    Literal body = literal_of(id);
    for (; body > 0 && table_[formula_of(body)].kind == FormulaKind::all; body = table_.operands(formula_of(body))[0])
      witnesses.push_back(context_.int_const((name + "!" + std::to_string(witnesses.size())).c_str()));
    witnessed_.push_back(ignored || !literal(body).substitute(witnesses));
    return ignored;
  }

  // A block of nested `all` is one quantifier for Z3.
  z3::expr translate_all(FormulaId id) {
    std::vector<Z3_sort> sorts;
    std::vector<Z3_symbol> names;
    Literal body = literal_of(id);
    while (body > 0 && table_[formula_of(body)].kind == FormulaKind::all) {
      sorts.push_back(context_.int_sort());
      names.push_back(Z3_mk_int_symbol(context_, static_cast<int>(names.size())));
      body = table_.operands(formula_of(body))[0];
    }
    std::vector<Z3_pattern> patterns;
    if (const auto given = problem_.triggers.find(id); given != problem_.triggers.end())
      for (const Trigger& trigger : given->second) {
        std::vector<Z3_ast> parts;
        for (TermId part : trigger) parts.push_back(term(part));
        patterns.push_back(Z3_mk_pattern(context_, static_cast<unsigned>(parts.size()), parts.data()));
        Z3_inc_ref(context_, Z3_pattern_to_ast(context_, patterns.back()));
        context_.check_error();
      }
    const z3::expr body_expression = literal(body);
    const Z3_ast quantified =
        Z3_mk_quantifier(context_, true, 0, static_cast<unsigned>(patterns.size()), patterns.data(),
                         static_cast<unsigned>(sorts.size()), sorts.data(), names.data(), body_expression);
    context_.check_error();
    return z3::expr(context_, quantified);
  }

  static void read_core(z3::solver& solver, const std::vector<unsigned>& trackers, Z3Answer& answer) {
    std::unordered_map<unsigned, std::size_t> number;
    for (std::size_t i = 0; i < trackers.size(); ++i) number[trackers[i]] = i;
    for (const z3::expr& tracker : solver.unsat_core()) answer.core.push_back(number.at(tracker.id()));
    std::ranges::sort(answer.core);
  }

  // ---- models

  static std::optional<Integer> read_integer(const z3::expr& value) {
    std::string digits;
    if (!value.is_numeral(digits)) return std::nullopt;
    return parse_integer(digits);
  }

  std::optional<FunctionValue> read_function(const z3::func_interp& interpretation) {
    FunctionValue function;
    for (unsigned e = 0; e < interpretation.num_entries(); ++e) {
      const z3::func_entry entry = interpretation.entry(e);
      std::vector<Integer> arguments;
      for (unsigned a = 0; a < entry.num_args(); ++a) {
        const auto argument = read_integer(entry.arg(a));
        if (!argument) return std::nullopt;
        arguments.push_back(*argument);
      }
      const auto value = read_integer(entry.value());
      if (!value) return std::nullopt;
      function.entries.emplace_back(std::move(arguments), *value);
    }
    const auto otherwise = read_integer(interpretation.else_value());
    if (!otherwise) return std::nullopt;
    function.otherwise = *otherwise;
    return function;
  }

  std::optional<FunctionValue> read_array(const z3::model& model, z3::expr value) {
    FunctionValue array;
    std::vector<std::pair<Integer, Integer>> stores;   // the outermost first: the first one at an index counts
    while (value.is_app() && value.decl().decl_kind() == Z3_OP_STORE) {
      const auto index = read_integer(value.arg(1)), element = read_integer(value.arg(2));
      if (!index || !element) return std::nullopt;
      stores.emplace_back(*index, *element);
      value = z3::expr(value.arg(0));
    }
    if (value.is_app() && value.decl().decl_kind() == Z3_OP_CONST_ARRAY) {
      const auto element = read_integer(value.arg(0));
      if (!element) return std::nullopt;
      array.otherwise = *element;
    } else if (value.is_app() && value.decl().decl_kind() == Z3_OP_AS_ARRAY) {
      const z3::func_decl function(context_, Z3_get_as_array_func_decl(context_, value));
      auto base = read_function(model.get_func_interp(function));
      if (!base) return std::nullopt;
      array = *std::move(base);
    } else {
      return std::nullopt;
    }
    for (std::size_t i = stores.size(); i-- > 0;) {
      std::erase_if(array.entries, [&](const auto& entry) { return entry.first[0] == stores[i].first; });
      array.entries.push_back({{stores[i].first}, stores[i].second});
    }
    return array;
  }

  // Z3's models of quantified formulas may define maps in a circle, and then evaluating them has no end.
  // Translates what the assertions and triggers consist of. False if a part is too deep.
  bool translate_all() {
    std::vector<Node> roots;
    for (Literal assertion : problem_.assertions) roots.push_back({true, index_of(formula_of(assertion))});
    for (const auto& [formula, triggers] : problem_.triggers)
      for (const Trigger& trigger : triggers)
        for (TermId term : trigger) roots.push_back({false, term});
    const std::vector<Node> parts = parts_of(table_, roots);
    for (Node node : parts)
      if ((node.is_formula ? table_[static_cast<FormulaId>(node.index)].height : table_[TermId{node.index}].height) >
          greatest_height)
        return false;
    declare();
    for (Node node : parts) {
      if (node.is_formula)
        formulas_[node.index] = translate(static_cast<FormulaId>(node.index));
      else
        terms_[node.index] = translate(TermId{node.index});
    }
    return true;
  }

  std::optional<ProblemModel> told_model(const z3::model& model) {
    // Of the whole process, so it is set once.
    static std::once_flag is_set;
    std::call_once(is_set, [] { z3::set_param("model_evaluator.max_steps", 1'000'000); });
    try {
      return read_model(model);
    } catch (const z3::exception&) {
      return std::nullopt;
    }
  }

  std::optional<ProblemModel> read_model(const z3::model& model) {
    ProblemModel result;
    for (std::size_t i = 0; i < problem_.symbols.size(); ++i) {
      auto value = read_symbol(model, i);
      if (!value) return std::nullopt;
      result.symbols.push_back(*std::move(value));
    }
    for (const ProgramVariable& variable : variables_) {
      const z3::expr value = model.eval(variable.expression, true);
      const std::pair key{variable.name, variable.version};
      if (variable.is_map) {
        auto array = read_array(model, value);
        if (!array) return std::nullopt;
        result.variables.emplace(key, *std::move(array));
      } else {
        const auto integer = read_integer(value);
        if (!integer) return std::nullopt;
        result.variables.emplace(key, *integer);
      }
    }
    const z3::func_decl branch =
        context_.function("branch", context_.int_sort(), context_.int_sort(), context_.int_sort());
    if (model.has_interp(branch)) result.branch = read_function(model.get_func_interp(branch));
    for (TermId pair : pairs_) {
      const auto whole = read_integer(model.eval(term(pair), true)),
                 first = read_integer(model.eval(term(table_[pair].term(0)), true)),
                 second = read_integer(model.eval(term(table_[pair].term(1)), true));
      if (whole && first && second) result.pairs.emplace(*whole, PairParts{*first, *second});
    }
    auto div0 = read_array(model, model.eval(*div0_, true)), mod0 = read_array(model, model.eval(*mod0_, true));
    if (!div0 || !mod0) return std::nullopt;
    result.div0 = *std::move(div0);
    result.mod0 = *std::move(mod0);
    return result;
  }

  std::optional<SymbolValue> read_symbol(const z3::model& model, std::size_t symbol) {
    if (functions_[symbol]) {
      if (!model.has_interp(*functions_[symbol])) return FunctionValue{};
      return read_function(model.get_func_interp(*functions_[symbol]));
    }
    const z3::expr value = model.eval(*constants_[symbol], true);
    switch (problem_.symbols[symbol].result) {
      case Sort::boolean: return value.is_true();
      case Sort::integer: return read_integer(value);
      default: return read_array(model, value);
    }
  }
};

}   // namespace

Z3Answer ask_z3(const Problem& problem, const Z3Budget& budget) {
  try {
    z3::context context;
    return Session(context, problem).ask(budget);
  } catch (const z3::exception& error) {
    return {.reason = error.msg()};
  }
}

}   // namespace plato
