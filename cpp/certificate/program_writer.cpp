// See program_writer.hpp.

#include "certificate/program_writer.hpp"

namespace plato {
namespace {

void write_line(TableWriter& out, std::string_view word, std::initializer_list<std::int64_t> numbers) {
  out.text(word);
  for (std::int64_t number : numbers) out.number(number);
  out.end_line();
}

// A word and formulas; those that are 0 are left out.
void write_formulas(TableWriter& out, std::string_view word, std::initializer_list<Literal> formulas) {
  for (Literal formula : formulas)
    if (formula != 0) out.write_parts(formula);
  out.text(word);
  for (Literal formula : formulas)
    if (formula != 0) out.number(out.numbered(formula));
  out.end_line();
}

// With the annotations that a proof needs, or just what the program does.
enum class Detail { proof, behaviour };

void write_statement(TableWriter& out, const CoreStatement& statement, Detail detail) {
  using Kind = CoreStatement::Kind;
  switch (statement.kind) {
    case Kind::skip: return write_line(out, "skip", {});
    case Kind::atomic:
      if (detail == Detail::behaviour)
        return write_formulas(out, "atomic", {statement.gate, statement.step, statement.post});
      return write_formulas(
          out, statement.assertion != 0 ? "guarded" : "atomic",
          {statement.assertion, statement.gate, statement.step, statement.post, statement.proof_step});
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
  if (formula != 0) write_formulas(out, word, {formula});
}

void write_family(TableWriter& out, const CoreFamily& family, Detail detail) {
  const bool has_post = detail == Detail::proof && family.post != 0;
  for (Literal part : {family.members, family.rely, family.guarantee}) out.write_parts(part);
  if (has_post) out.write_parts(family.post);
  out.text(detail == Detail::proof && family.is_outline ? "outline" : "family");
  for (std::int64_t number : {out.numbered(family.members), static_cast<std::int64_t>(family.body),
                              out.numbered(family.rely), out.numbered(family.guarantee)})
    out.number(number);
  if (has_post) out.number(out.numbered(family.post));
  out.end_line();
}

}   // namespace

bool has_invariant(const CoreProgram& program) {
  const bool is_true = program.invariant > 0 && program.table[formula_of(program.invariant)].kind == FormulaKind::true_;
  return program.invariant != 0 && !is_true;
}

ProgramClaim program_claim(std::string_view certificate) {
  if (certificate.starts_with("plato certificate 1\nclaim goes wrong\n")) return ProgramClaim::goes_wrong;
  if (certificate.starts_with("plato certificate 1\nclaim breaks invariant\n")) return ProgramClaim::breaks_invariant;
  if (certificate.starts_with("plato certificate 1\nclaim breaks guarantee\n")) return ProgramClaim::breaks_guarantee;
  if (certificate.starts_with("plato certificate 1\nclaim breaks post\n")) return ProgramClaim::breaks_post;
  return ProgramClaim::verified;
}

std::string write_program(const CoreProgram& program, ProgramClaim claim) {
  return write_numbered_program(program, claim).text;
}

WrittenProgram write_numbered_program(const CoreProgram& program, ProgramClaim claim) {
  TableWriter out(program.table);
  out.text("plato certificate 1\n");
  switch (claim) {
    case ProgramClaim::verified:
      out.text(is_triple(program) ? "claim triple\n" : has_invariant(program) ? "claim invariant\n" : "claim safe\n");
      break;
    case ProgramClaim::goes_wrong: out.text("claim goes wrong\n"); break;
    case ProgramClaim::breaks_invariant: out.text("claim breaks invariant\n"); break;
    case ProgramClaim::breaks_guarantee: out.text("claim breaks guarantee\n"); break;
    case ProgramClaim::breaks_post: out.text("claim breaks post\n"); break;
  }
  // A schedule is about what the program does; of the annotations only the invariant, guarantee and postcondition say
  // what it breaks.
  const Detail detail = claim == ProgramClaim::verified ? Detail::proof : Detail::behaviour;
  if (detail == Detail::proof)
    for (std::size_t v = 0; v < program.variables.size(); ++v)
      if (program.variables[v].is_ghost) write_line(out, "ghost", {static_cast<std::int64_t>(v)});
  for (const CoreStatement& statement : program.statements) write_statement(out, statement, detail);
  write_formula(out, "assume", program.assumption);
  write_formula(out, "init", program.init);
  if (detail == Detail::proof) write_formula(out, "initially", program.initially);
  if (has_invariant(program)) write_formula(out, "invariant", program.invariant);
  if (detail == Detail::proof) {
    write_formula(out, "lemma", program.lemma);
    if (program.rely != 0) write_formulas(out, "rely", {program.rely, program.annotated_rely});
  }
  if (detail == Detail::proof || claim == ProgramClaim::breaks_guarantee)
    write_formula(out, "guarantee", program.guarantee);
  if (detail == Detail::proof || claim == ProgramClaim::breaks_post) write_formula(out, "ensures", program.post);
  for (const CoreFamily& family : program.families) write_family(out, family, detail);
  out.text("proof\n");
  std::string text = out.take();
  return {.text = std::move(text), .numbers = out.take_numbers()};
}

}   // namespace plato
