// Names in expressions: what they mean, and what is reported about those that mean nothing; see name_resolution.hpp.

#include "types/name_resolution.hpp"

#include <algorithm>

#include "source/foreign_words.hpp"

namespace plato {

using Kind = Expression::Kind;

// A word only where nothing else has that name.
constexpr std::string_view pending_word = "pending";

SymbolIndex NameResolution::local(const std::string& name, std::int32_t thread) const {
  const auto number = static_cast<std::size_t>(thread);
  if (thread < 0 || number >= local_.size()) return 0;
  const auto found = local_[number].find(name);
  return found == local_[number].end() ? 0 : found->second;
}

SymbolIndex NameResolution::lookup(const std::string& name, std::int32_t thread) const {
  for (std::size_t i = scoped_.size(); i-- > 0;)
    if (program_.symbols[scoped_[i]].name == name) return scoped_[i];
  if (const SymbolIndex own = local(name, thread)) return own;
  const auto found = global_.find(name);
  return found == global_.end() ? 0 : found->second;
}

const Symbol* NameResolution::find(const std::string& name, std::int32_t thread) const {
  const SymbolIndex symbol = lookup(name, thread);
  return symbol == 0 ? nullptr : &program_.symbols[symbol];
}

SymbolIndex NameResolution::declare(Symbol symbol) {
  if (const Symbol* taken = find(symbol.name, symbol.thread); taken && symbol.kind != Symbol::Kind::bound)
    diagnostics_.push_back({MessageCode::name_in_use, symbol.where, "the name '" + symbol.name + "' is already in use",
                            "choose another name", taken->where, "it was declared here"});
  const auto index = static_cast<SymbolIndex>(program_.symbols.size());
  const bool is_scoped =
      symbol.kind == Symbol::Kind::parameter || symbol.kind == Symbol::Kind::bound || symbol.par != 0;
  local_.resize(program_.tree.threads.size() + program_.tree.procedures.size());
  // Of two declarations the first one counts: what is said of its uses then makes sense.
  if (is_scoped)
    scoped_.push_back(index);
  else
    (symbol.thread >= 0 ? local_[static_cast<std::size_t>(symbol.thread)] : global_).emplace(symbol.name, index);
  program_.symbols.push_back(std::move(symbol));
  return index;
}

void NameResolution::leave(std::size_t scope) { scoped_.resize(scope); }

std::string NameResolution::quote(ExpressionIndex e) const {
  const Expression& x = at(e);
  switch (x.kind) {
    case Kind::name:
    case Kind::call:
      for (const CountDeclaration& count : program_.tree.counts)
        if (x.name == count.name) return "'" + count.text + "'";
      return "'" + x.name + (x.field.empty() ? "" : "." + x.field) + (x.is_primed ? "'" : "") +
             (x.kind == Kind::call ? "(…)'" : "'");
    case Kind::number: return "'" + to_string(x.number) + "'";
    case Kind::truth: return x.is_true ? "'true'" : "'false'";
    case Kind::tid: return "'tid'";
    default: return "this expression";
  }
}

void NameResolution::report(MessageCode code, const SourceRange& where, std::string message, std::string help) {
  report(code, where, std::move(message), std::move(help), {}, {});
}

void NameResolution::report(MessageCode code, const SourceRange& where, std::string message, std::string help,
                            const SourceRange& other_place, std::string other_message) {
  diagnostics_.push_back({code, where, std::move(message), std::move(help), other_place, std::move(other_message)});
}

std::string NameResolution::help_for_unknown(const Expression& x, const ExpressionContext& context) const {
  for (const Definition& d : program_.tree.definitions)
    if (d.name == x.name) return "'" + x.name + "' is defined further down; move its definition up";
  for (std::size_t thread = 0; thread < local_.size(); ++thread)
    if (const auto local = local_[thread].find(x.name);
        local != local_[thread].end() && program_.symbols[local->second].kind == Symbol::Kind::variable) {
      if (const auto procedure = procedure_of(program_.tree, static_cast<std::int32_t>(thread)))
        return "'" + x.name + "' is local to the procedure '" + program_.tree.procedures[*procedure].name + "'";
      return "'" + x.name + "' is local to a thread; from outside it is written '" +
             program_.tree.threads[thread].name + "." + x.name + "'";
    }
  if (x.name == pending_word)
    return "'pending' counts the actions of a procedure that are still to come, in loop invariants and cuts of a "
           "procedure with a specification";
  if (const std::string help = help_for_value(x.name); !help.empty()) return help;
  std::vector<std::string> candidates = {"true", "false", "tid"};
  for (const auto& [name, symbol] : global_) candidates.push_back(name);
  for (SymbolIndex symbol : scoped_) candidates.push_back(program_.symbols[symbol].name);
  if (const auto own = static_cast<std::size_t>(context.thread); context.thread >= 0 && own < local_.size())
    for (const auto& [name, symbol] : local_[own]) candidates.push_back(name);
  std::ranges::sort(candidates);
  if (const std::string similar = most_similar(x.name, candidates); !similar.empty())
    return "did you mean '" + similar + "'?";
  return x.kind == Kind::name ? "declare it: 'var " + x.name + ": int'" : "";
}

void NameResolution::report_unknown(ExpressionIndex e, const ExpressionContext& context) {
  report(MessageCode::unknown_name, at(e).where, "unknown name '" + at(e).name + "'", help_for_unknown(at(e), context));
}

void NameResolution::check_prime(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  if (x.is_primed && !context.allows_primes)
    report(
        MessageCode::one_store, x.where, quote(e) + " has a prime, but " + context.what + " is about one store",
        "primes belong to rely, guarantee, action and 'atomic … : …', which relate the store before and after a step");
}

// What the program does must not depend on ghosts: they are only for its proof, and a run without them is the same.
bool NameResolution::check_ghost(ExpressionIndex e, const Symbol& symbol, const ExpressionContext& context) {
  if (!symbol.is_ghost || context.allows_ghosts) return symbol.is_ghost;
  const std::string help =
      "ghosts may be read in assignments to ghosts, cuts, invariants, rely and guarantee of threads, and requires and "
      "ensures of threads";
  if (symbol.kind == Symbol::Kind::definition)
    diagnostics_.push_back({MessageCode::ghost_read, at(e).where,
                            "'" + symbol.name + "' mentions a ghost variable, which must not be read in " +
                                context.what + ": ghosts do not influence the program",
                            help, symbol.where, "it was defined here"});
  else
    diagnostics_.push_back({MessageCode::ghost_read, at(e).where,
                            (is_count(program_.tree, at(e).name) ? "" : "the ghost variable ") + quote(e) +
                                " must not be read in " + context.what + ": ghosts do not influence the program",
                            help, symbol.where, "it was declared here"});
  return true;
}

// Callers know parameters and results; when the procedure is entered, results have no value yet.
void NameResolution::check_own(ExpressionIndex e, SymbolIndex symbol, const ExpressionContext& context) {
  using Own = ExpressionContext::Own;
  const auto procedure = procedure_of(program_.tree, program_.symbols[symbol].thread);
  if (context.own == Own::all || !procedure) return;
  const CheckedProcedure& p = program_.procedures[*procedure];
  const bool is_parameter = std::ranges::find(p.parameters, symbol) != p.parameters.end(),
             is_result = std::ranges::find(p.results, symbol) != p.results.end();
  if (is_parameter || (is_result && context.own == Own::parameters_and_results)) return;
  if (is_result)
    return report(MessageCode::no_meaning_here, at(e).where,
                  "the result " + quote(e) + " has no value yet in " + context.what,
                  "results have values at the end: name them in 'ensures'", program_.symbols[symbol].where,
                  "it was declared here");
  report(MessageCode::not_known_outside, at(e).where,
         "the local variable " + quote(e) + " must not be named in " + context.what + ": callers do not know it",
         "name parameters, results and global variables", program_.symbols[symbol].where, "it was declared here");
}

CheckedExpression NameResolution::symbol(ExpressionIndex e, SymbolIndex symbol, const ExpressionContext& context) {
  const Symbol& s = program_.symbols[symbol];
  program_.info[e].symbol = symbol;
  check_prime(e, context);
  const Expression& x = at(e);
  switch (s.kind) {
    case Symbol::Kind::variable:
      if (!context.allows_variables)
        report(MessageCode::no_meaning_here, x.where,
               "expected a constant in " + context.what + ", found the variable " + quote(e),
               "what is assumed must not depend on the store; declare 'const " + s.name + ": int' if it never changes");
      check_own(e, symbol, context);
      return {s.type, {.ghost = check_ghost(e, s, context)}};
    case Symbol::Kind::thread:
      report(MessageCode::wrong_kind_of_name, x.where, "expected a value, found the thread '" + s.name + "'",
             "its identifier is 'tid' inside of it");
      return {};
    case Symbol::Kind::enumeration:
      report(MessageCode::wrong_kind_of_name, x.where, "expected a value, found the enumeration '" + s.name + "'",
             "write one of its values");
      return {};
    case Symbol::Kind::procedure:
      report(MessageCode::wrong_kind_of_name, x.where, "expected a value, found the procedure '" + s.name + "'",
             "call it in a statement of its own: 'x := " + s.name + "(…);'");
      return {};
    case Symbol::Kind::record:
      report(MessageCode::wrong_kind_of_name, x.where, "expected a value, found the record '" + s.name + "'",
             "use one of its fields, as in '" + s.name + ".field'");
      return {};
    default: break;
  }
  if (x.is_primed)
    report(MessageCode::one_store, x.where, quote(e) + " has a prime, but '" + s.name + "' never changes",
           "remove the prime");
  return {s.type, {.tid = s.kind == Symbol::Kind::own_identifier || s.kind == Symbol::Kind::branch_number}};
}

CheckedExpression NameResolution::use(ExpressionIndex e, const ExpressionContext& context) {
  if (!at(e).field.empty()) return field(e, context);
  if (const SymbolIndex index = lookup(at(e).name, context.thread)) return symbol(e, index, context);
  if (at(e).name == pending_word && context.allows_pending) return pending(e, context);
  report_unknown(e, context);
  return {};
}

CheckedExpression NameResolution::pending(ExpressionIndex e, const ExpressionContext& context) {
  check_prime(e, context);
  if (pending_ == 0) {
    pending_ = static_cast<SymbolIndex>(program_.symbols.size());
    program_.symbols.push_back({.kind = Symbol::Kind::pending,
                                .name = std::string(pending_word),
                                .type = ValueType::integer,
                                .where = at(e).where});
  }
  program_.info[e].symbol = pending_;
  return {ValueType::integer, {.ghost = true}};
}

// thread.local: a local variable as other threads see it; in a family, a map over its members.
CheckedExpression NameResolution::local_of(ExpressionIndex e, const Symbol& thread, const ExpressionContext& context) {
  const Expression& x = at(e);
  const SymbolIndex variable = local(x.field, static_cast<std::int32_t>(thread.declaration));
  // T.started is a variable of the program.
  if (variable == 0)
    if (const auto global = global_.find(x.name + "." + x.field); global != global_.end())
      return symbol(e, global->second, context);
  if (variable == 0 || program_.symbols[variable].kind != Symbol::Kind::variable) {
    report(MessageCode::unknown_name, x.where, "the thread '" + x.name + "' has no local variable '" + x.field + "'",
           x.field == "started" ? "no statement starts it: it runs from the beginning" : "");
    return {};
  }
  program_.info[e].of_other_thread = true;
  CheckedExpression result = symbol(e, variable, context);
  if (program_.tree.threads[thread.declaration].is_family) result.type = map_of(result.type);
  return result;
}

// p.a is a field of a record, or a local variable of a thread as others see it.
CheckedExpression NameResolution::field(ExpressionIndex e, const ExpressionContext& context) {
  const Expression& x = at(e);
  const Symbol* owner = find(x.name, context.thread);
  if (!owner) {
    report_unknown(e, context);
    return {};
  }
  if (owner->kind == Symbol::Kind::thread) return local_of(e, *owner, context);
  if (owner->kind == Symbol::Kind::procedure) {
    const bool is_own = procedure_of(program_.tree, context.thread) == owner->declaration;
    report(MessageCode::not_known_outside, x.where,
           "what is local to the procedure '" + x.name + "' cannot be named from outside",
           is_own ? "inside of it, write '" + x.field + "'" : "pass it as an argument or as a result");
    return {};
  }
  if (owner->kind != Symbol::Kind::record) {
    report(MessageCode::wrong_kind_of_name, x.where,
           "expected a record before '." + x.field + "', found '" + x.name + "' of type " +
               name_of(program_.tree, owner->type));
    return {};
  }
  if (const SymbolIndex index = lookup(x.name + "." + x.field, context.thread)) return symbol(e, index, context);
  std::string help = "declare the field in the type of '" + x.name + "'";
  for (const Symbol& s : program_.symbols)
    if (s.name.starts_with(owner->name + ".") &&
        !most_similar(x.field, {s.name.substr(owner->name.size() + 1)}).empty())
      help = "did you mean '" + s.name + "'?";
  report(MessageCode::unknown_name, x.where, "the record '" + x.name + "' has no field '" + x.field + "'", help);
  return {};
}

}   // namespace plato
