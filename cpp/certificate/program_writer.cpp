// See program_writer.hpp.

#include "certificate/program_writer.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "certificate/command_writer.hpp"
#include "core/footprint.hpp"

namespace plato {
namespace {

// A line of the certificate: a word, and formulas, terms and other numbers after it.
struct Item {
  enum class Kind : std::uint8_t { formula, term, number };
  Kind kind = Kind::formula;
  std::int64_t value = 0;
};
Item formula(Literal literal) { return {.kind = Item::Kind::formula, .value = literal}; }
Item term(TermId id) { return {.kind = Item::Kind::term, .value = id}; }
Item number(std::uint64_t value) { return {.kind = Item::Kind::number, .value = static_cast<std::int64_t>(value)}; }

void write_parts(TableWriter& out, const Item& item) {
  if (item.kind == Item::Kind::formula) out.write_parts(static_cast<Literal>(item.value));
  if (item.kind == Item::Kind::term) out.write_term_parts(static_cast<TermId>(item.value));
}
std::int64_t numbered(const TableWriter& out, const Item& item) {
  switch (item.kind) {
    case Item::Kind::formula: return out.numbered(static_cast<Literal>(item.value));
    case Item::Kind::term: return out.numbered_term(static_cast<TermId>(item.value));
    case Item::Kind::number: break;
  }
  return item.value;
}

void write_line(TableWriter& out, std::string_view word, const std::vector<Item>& items) {
  for (const Item& item : items) write_parts(out, item);
  out.text(word);
  for (const Item& item : items) out.number(numbered(out, item));
  out.end_line();
}

void write_if(TableWriter& out, std::string_view word, const std::optional<Literal>& literal) {
  if (literal) write_line(out, word, {formula(*literal)});
}

// ---- claim

struct ClaimWords {
  ProgramClaim claim;
  std::string_view words;
};
constexpr std::array<ClaimWords, 5> refutations = {{{ProgramClaim::goes_wrong, "goes wrong"},
                                                    {ProgramClaim::breaks_invariant, "breaks invariant"},
                                                    {ProgramClaim::breaks_guarantee, "breaks guarantee"},
                                                    {ProgramClaim::breaks_post, "breaks post"},
                                                    {ProgramClaim::has_race, "has race"}}};

std::string header(std::string_view words) {
  return std::string(certificate_version) + "claim " + std::string(words) + "\n";
}

std::string_view claim_words(const CoreProgram& core, ProgramClaim claim) {
  for (const ClaimWords& refutation : refutations)
    if (refutation.claim == claim) return refutation.words;
  if (!core.specification.races.empty()) return "race-free";
  return is_triple(core) ? "triple" : core.specification.invariant ? "invariant" : "safe";
}

// ---- program and specification

// A number and what people call it. A local variable `worker.x` is `worker_x`, which is a name of the language.
void write_name(TableWriter& out, std::string_view word, std::size_t item, std::string name,
                std::string_view type = "") {
  std::ranges::replace(name, '.', '_');
  out.text(word);
  out.number(static_cast<std::int64_t>(item));
  out.text(" " + name);
  out.text(type);
  out.end_line();
}

// For the kernel, truth values are integers. Those who read the program from the certificate see them as what they are.
std::string_view carried_type(VariableType type) {
  return type == VariableType::boolean || type == VariableType::bool_map ? ":bool" : "";
}

// What a variable's values are, as far as the kernel tells them apart, and what it is called.
void write_variables(TableWriter& out, const Program& program, bool are_ghosts) {
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    if (program.variables[v].is_ghost == are_ghosts)
      write_name(out, is_map(program.variables[v]) ? "map" : "int", v, program.variables[v].name,
                 carried_type(program.variables[v].type));
}

void write_parameters(TableWriter& out, const Program& program) {
  for (std::size_t p = 0; p < program.parameters.size(); ++p)
    write_name(out, is_map_type(program.parameters[p].type) ? "constmap" : "const", p + 1, program.parameters[p].name,
               carried_type(program.parameters[p].type));
}

void write_statement(TableWriter& out, CommandWriter& commands, const CoreStatement& statement) {
  using Kind = CoreStatement::Kind;
  switch (statement.kind) {
    case Kind::skip: return write_line(out, "skip", {});
    case Kind::atomic: return write_line(out, "atomic", {number(commands.write(statement.command))});
    case Kind::choice: return write_line(out, "choice", {number(statement.first), number(statement.second)});
    case Kind::seq: return write_line(out, "seq", {number(statement.first), number(statement.second)});
    case Kind::loop: return write_line(out, "loop", {number(statement.first)});
    case Kind::block: return write_line(out, "block", {number(statement.first)});
    case Kind::exit: return write_line(out, "exit", {number(statement.passed)});
    case Kind::call: return write_line(out, "call", {number(statement.procedure)});
    case Kind::scope: {
      std::vector<Item> items = {number(statement.first)};
      for (std::size_t v : statement.variables) items.push_back(number(v));
      return write_line(out, "scope", items);
    }
    case Kind::par: return write_line(out, "par", {term(statement.low), term(statement.high), number(statement.first)});
  }
}

// Of the specification, what a claim is about.
Specification claimed(const Specification& specification, ProgramClaim claim) {
  if (claim == ProgramClaim::verified) return specification;
  Specification part{.invariant = specification.invariant};
  if (claim == ProgramClaim::breaks_guarantee) part.guarantee = specification.guarantee;
  if (claim == ProgramClaim::breaks_post) part.post = specification.post;
  if (claim == ProgramClaim::has_race) part.races = specification.races;
  return part;
}

void write_behaviour(TableWriter& out, CommandWriter& commands, const Program& program,
                     const Specification& specification) {
  write_parameters(out, program);
  write_variables(out, program, false);
  // A procedure's line comes right after its body: a proof has bodies only in the place of calls that come later.
  std::size_t written = 0;
  for (StatementId s = 1; s <= program.statements.size(); ++s) {
    write_statement(out, commands, statement_of(program, s));
    for (; written < program.procedures.size() && program.procedures[written].body <= s; ++written)
      write_line(out, "procedure", {number(program.procedures[written].body)});
  }
  write_line(out, "assume", {formula(program.assumption)});
  write_line(out, "init", {formula(program.init)});
  write_if(out, "rely", specification.rely);
  write_if(out, "guarantee", specification.guarantee);
  write_if(out, "invariant", specification.invariant);
  write_if(out, "ensures", specification.post);
  if (!specification.races.empty()) {
    std::vector<Item> items;
    for (std::size_t v : specification.races) items.push_back(number(v));
    write_line(out, "race-free", items);
  }
  for (const CoreFamily& family : program.families)
    write_line(out, "family", {formula(family.members), number(family.body)});
  for (std::size_t f = 0; f < program.families.size(); ++f) write_name(out, "called", f, program.families[f].name);
  for (std::size_t p = 0; p < program.procedures.size(); ++p)
    write_name(out, "proc", p + 1, program.procedures[p].name);
}

// ---- outline

void write_family(TableWriter& out, std::size_t f, const FamilyOutline& family) {
  std::vector<Item> items = {number(f), formula(family.rely), formula(family.guarantee)};
  if (family.post) items.push_back(formula(*family.post));
  write_line(out, family.is_explicit ? "explicit" : "contract", items);
}

// Who calls which procedures by their abstractions, and what others do meanwhile.
void write_calls(TableWriter& out, std::string_view word, std::size_t caller, const std::vector<CallOutline>& calls) {
  for (const auto& [through, callees] : calls)
    for (std::size_t first = 0; first < callees.size(); first += most_callees_on_a_line) {
      std::vector<Item> items = {number(caller), formula(through)};
      for (std::size_t i = first; i < std::min(first + most_callees_on_a_line, callees.size()); ++i)
        items.push_back(number(callees[i]));
      write_line(out, word, items);
    }
}

// What its proof is about, each variable as the kernel writes it: twice its number, and one more if it is a map.
void write_uses(TableWriter& out, const CoreProgram& core, ProcedureId procedure) {
  std::vector<Item> items = {number(core.program.families.size() + procedure - 1)};
  for (std::size_t v : used_variables(core.program, core.outline, procedure))
    items.push_back(number(2 * v + (is_map(core.program.variables[v]) ? 1 : 0)));
  write_line(out, "uses", items);
}

void write_commits(TableWriter& out, CommandWriter& commands, std::size_t s, const StatementOutline& statement) {
  std::vector<CommandId> list = statement.commits;
  if (statement.witness_command) list = {*statement.witness_command};
  if (list.empty()) return;
  std::vector<Item> items = {number(s)};
  for (CommandId c : list) items.push_back(number(commands.write(c)));
  write_line(out, "commit", items);
}

void write_restored(TableWriter& out, std::size_t s, const StatementOutline& statement) {
  if (statement.restored.empty()) return;
  std::vector<Item> items = {number(s)};
  for (TermId t : statement.restored) items.push_back(term(t));
  write_line(out, "restore", items);
}

void write_specifications(TableWriter& out, CommandWriter& commands, const CoreProgram& core) {
  const Outline& outline = core.outline;
  std::vector<Item> witness = {number(outline.witness.value())};
  for (Literal phase : outline.phases) witness.push_back(formula(phase));
  write_line(out, "witness", witness);
  const auto each = [&](const auto& write) {
    for (std::size_t p = 0; p < outline.procedures.size(); ++p)
      if (outline.procedures[p]) write(p + 1, *outline.procedures[p]);
  };
  each([&](std::size_t p, const ProcedureOutline& procedure) {
    std::vector<Item> items = {number(p), formula(procedure.rely), formula(procedure.idle), formula(procedure.pre),
                               formula(procedure.post)};
    for (Literal step : procedure.steps) items.push_back(formula(step));
    write_line(out, "abstraction", items);
    std::vector<Item> written = {number(p)};
    for (std::size_t v : procedure.writes) written.push_back(number(v));
    write_line(out, "writes", written);
    write_uses(out, core, static_cast<ProcedureId>(p));
  });
  each([&](std::size_t p, const ProcedureOutline& procedure) { write_calls(out, "calls", p, procedure.calls); });
  for (std::size_t f = 0; f < outline.families.size(); ++f) write_calls(out, "through", f, outline.families[f].calls);
  for (std::size_t s = 0; s < outline.statements.size(); ++s) {
    write_commits(out, commands, s + 1, outline.statements[s]);
    write_restored(out, s + 1, outline.statements[s]);
  }
}

void write_outline(TableWriter& out, CommandWriter& commands, const CoreProgram& core) {
  const Program& program = core.program;
  const Outline& outline = core.outline;
  write_variables(out, program, true);
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    if (program.variables[v].is_ghost && v != outline.witness) write_line(out, "ghost", {number(v)});
  for (std::size_t s = 0; s < outline.statements.size(); ++s) {
    const StatementOutline& statement = outline.statements[s];
    if (statement.ghost_command)
      write_line(out, "update", {number(s + 1), number(commands.write(*statement.ghost_command))});
    if (statement.assertion) write_line(out, "at", {number(s + 1), formula(*statement.assertion)});
    if (const auto& branches = statement.branches)
      write_line(out, "branches",
                 {number(s + 1), formula(branches->rely), formula(branches->guarantee), formula(branches->through),
                  formula(branches->pre), formula(branches->post)});
  }
  write_if(out, "initially", outline.initially);
  write_if(out, "environment", outline.rely);
  write_if(out, "lemma", outline.lemma);
  for (std::size_t f = 0; f < outline.families.size(); ++f) write_family(out, f, outline.families[f]);
  if (outline.witness)
    write_specifications(out, commands, core);
  else
    for (std::size_t s = 0; s < outline.statements.size(); ++s) write_restored(out, s + 1, outline.statements[s]);
}

void write_plan(TableWriter& out, CommandWriter& commands, const ReductionPlan& plan) {
  for (std::size_t s = 0; s < plan.size(); ++s) {
    if (plan[s].gate) write_line(out, "gate", {number(s + 1), formula(*plan[s].gate)});
    if (plan[s].replacement) write_line(out, "replace", {number(s + 1), number(commands.write(*plan[s].replacement))});
    if (plan[s].summary) write_line(out, "summary", {number(s + 1), number(commands.write(*plan[s].summary))});
    if (plan[s].is_right) write_line(out, "right", {number(s + 1)});
    if (plan[s].is_left) write_line(out, "left", {number(s + 1)});
    if (plan[s].is_merged) write_line(out, "merge", {number(s + 1)});
  }
}

}   // namespace

ProgramClaim program_claim(std::string_view certificate) {
  for (const ClaimWords& refutation : refutations)
    if (certificate.starts_with(header(refutation.words))) return refutation.claim;
  return ProgramClaim::verified;
}

std::string write_program(const CoreProgram& core, ProgramClaim claim) {
  return write_numbered_program(core, claim).text;
}

std::string write_specified_program(const CoreProgram& core) {
  TableWriter out(core.program.table);
  CommandWriter commands(out, core.program.commands);
  out.text(header(claim_words(core, ProgramClaim::verified)));
  write_behaviour(out, commands, core.program, core.specification);
  return out.take();
}

std::string write_reduced_program(const CoreProgram& core, const std::vector<ReductionStep>& steps) {
  TableWriter out(core.program.table);
  CommandWriter commands(out, core.program.commands);
  out.text(header(claim_words(core, ProgramClaim::verified)));
  write_behaviour(out, commands, core.program, core.specification);
  out.text("by reduction\n");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0) out.text("step\n");
    write_if(out, "invariant", steps[i].invariant);
    write_plan(out, commands, steps[i].plan);
  }
  out.text("by thread-modular\n");
  write_outline(out, commands, core);
  out.text("proof\n");
  return out.take();
}

WrittenProgram write_numbered_program(const CoreProgram& core, ProgramClaim claim) {
  TableWriter out(core.program.table);
  CommandWriter commands(out, core.program.commands);
  out.text(header(claim_words(core, claim)));
  write_behaviour(out, commands, core.program, claimed(core.specification, claim));
  if (claim == ProgramClaim::verified) {
    out.text(core.outline.witness ? "by procedures\n" : "by thread-modular\n");
    write_outline(out, commands, core);
    out.text("proof\n");
  } else {
    out.text("by schedule\n");
  }
  std::string text = out.take();
  return {.text = std::move(text), .numbers = out.take_numbers()};
}

}   // namespace plato
