// See program_writer.hpp.

#include "program_writer.hpp"

#include "table_writer.hpp"

namespace plato {
namespace {

void write_line(TableWriter& out, std::string_view word, std::initializer_list<std::int64_t> numbers) {
  out.text(word);
  for (std::int64_t number : numbers) out.number(number);
  out.end_line();
}

void write_statement(TableWriter& out, const CoreStatement& statement) {
  using Kind = CoreStatement::Kind;
  switch (statement.kind) {
    case Kind::skip: return write_line(out, "skip", {});
    case Kind::atomic:
      for (Literal part : {statement.gate, statement.step, statement.post}) out.write_parts(part);
      return write_line(out, "atomic", {out.numbered(statement.gate), out.numbered(statement.step), out.numbered(statement.post)});
    case Kind::choice: return write_line(out, "choice", {statement.first, statement.second});
    case Kind::seq: return write_line(out, "seq", {statement.first, statement.second});
    case Kind::loop:
      out.write_parts(statement.assertion);
      return write_line(out, "loop", {out.numbered(statement.assertion), statement.first});
    case Kind::cut:
      out.write_parts(statement.assertion);
      return write_line(out, "cut", {out.numbered(statement.assertion)});
  }
}

void write_formula(TableWriter& out, std::string_view word, Literal formula) {
  if (formula == 0) return;
  out.write_parts(formula);
  write_line(out, word, {out.numbered(formula)});
}

}   // namespace

bool has_invariant(const CoreProgram& program) {
  const bool is_true = program.invariant > 0 && program.table[formula_of(program.invariant)].kind == FormulaKind::true_;
  return program.invariant != 0 && !is_true;
}

ProgramClaim program_claim(std::string_view certificate) {
  if (certificate.starts_with("plato certificate 1\nclaim goes wrong\n")) return ProgramClaim::goes_wrong;
  if (certificate.starts_with("plato certificate 1\nclaim breaks invariant\n")) return ProgramClaim::breaks_invariant;
  return ProgramClaim::verified;
}

std::string write_program(const CoreProgram& program, ProgramClaim claim) {
  TableWriter out(program.table);
  out.text("plato certificate 1\n");
  switch (claim) {
    case ProgramClaim::verified: out.text(has_invariant(program) ? "claim invariant\n" : "claim safe\n"); break;
    case ProgramClaim::goes_wrong: out.text("claim goes wrong\n"); break;
    case ProgramClaim::breaks_invariant: out.text("claim breaks invariant\n"); break;
  }
  for (const CoreStatement& statement : program.statements) write_statement(out, statement);
  write_formula(out, "assume", program.assumption);
  write_formula(out, "init", program.init);
  if (has_invariant(program)) write_formula(out, "invariant", program.invariant);
  for (const CoreFamily& family : program.families) {
    for (Literal part : {family.members, family.rely, family.guarantee}) out.write_parts(part);
    write_line(out, "family",
               {out.numbered(family.members), family.body, out.numbered(family.rely), out.numbered(family.guarantee)});
  }
  out.text("proof\n");
  return out.take();
}

}   // namespace plato
