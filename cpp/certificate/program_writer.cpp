// See program_writer.hpp.

#include "certificate/program_writer.hpp"

#include <optional>
#include <vector>

namespace plato {
namespace {

// A line of the certificate: a word, and formulas and other numbers after it.
struct Line {
  struct Item {
    bool is_formula = true;
    std::int64_t value = 0;
  };
  std::string_view word;
  std::vector<Item> items{};
};

Line line_of(std::string_view word, std::initializer_list<Literal> formulas) {
  Line line{.word = word};
  for (Literal formula : formulas) line.items.push_back({true, formula});
  return line;
}
Line line_of_numbers(std::string_view word, std::initializer_list<std::int64_t> numbers) {
  Line line{.word = word};
  for (std::int64_t number : numbers) line.items.push_back({false, number});
  return line;
}
std::optional<Line> line_if(std::string_view word, const std::optional<Literal>& formula) {
  return formula ? std::optional(line_of(word, {*formula})) : std::nullopt;
}

// The program's lines. Those that are not there are not written.
struct ProgramLines {
  std::vector<Line> ghosts, statements, families;
  std::optional<Line> assume, init, initially, invariant, lemma, rely, guarantee, ensures;
};

Line statement_line(const CoreStatement& statement) {
  using Kind = CoreStatement::Kind;
  switch (statement.kind) {
    case Kind::skip: break;
    case Kind::atomic: return line_of("atomic", {statement.gate, statement.step, statement.post});
    case Kind::choice: return line_of_numbers("choice", {statement.first, statement.second});
    case Kind::seq: return line_of_numbers("seq", {statement.first, statement.second});
    case Kind::loop: return line_of_numbers("loop", {statement.first});
  }
  return {.word = "skip"};
}

// What the program does, and what is claimed of it.
ProgramLines lines_of(const Program& program, const Specification& specification) {
  ProgramLines lines;
  for (const CoreStatement& statement : program.statements) lines.statements.push_back(statement_line(statement));
  lines.assume = line_of("assume", {program.assumption});
  lines.init = line_of("init", {program.init});
  lines.invariant = line_if("invariant", specification.invariant);
  lines.rely = line_if("rely", specification.rely);
  lines.guarantee = line_if("guarantee", specification.guarantee);
  lines.ensures = line_if("ensures", specification.post);
  for (const CoreFamily& family : program.families)
    lines.families.push_back({.word = "family", .items = {{true, family.members}, {false, family.body}}});
  return lines;
}

void annotate(Line& line, const StatementOutline& outline) {
  if (outline.assertion) {
    line.items.insert(line.items.begin(), {true, *outline.assertion});
    if (line.word == "atomic") line.word = "guarded";
    if (line.word == "skip") line.word = "cut";
  }
  if (outline.ghost_step) line.items.push_back({true, *outline.ghost_step});
}

// What the outline adds. Version 1 of the format has it in the lines of the program.
void annotate(ProgramLines& lines, const Outline& outline) {
  for (std::size_t s = 0; s < lines.statements.size(); ++s) annotate(lines.statements[s], outline.statements[s]);
  lines.initially = line_if("initially", outline.initially);
  lines.lemma = line_if("lemma", outline.lemma);
  if (lines.rely && outline.rely) lines.rely->items.push_back({true, *outline.rely});
  for (std::size_t f = 0; f < lines.families.size(); ++f) {
    const FamilyOutline& family = outline.families[f];
    Line& line = lines.families[f];
    line.items.insert(line.items.end(), {{true, family.rely}, {true, family.guarantee}});
    if (family.post) line.items.push_back({true, *family.post});
    if (family.is_explicit) line.word = "outline";
  }
}

// Of the specification, what a claim is about.
Specification claimed(const Specification& specification, ProgramClaim claim) {
  if (claim == ProgramClaim::verified) return specification;
  Specification part{.invariant = specification.invariant};
  if (claim == ProgramClaim::breaks_guarantee) part.guarantee = specification.guarantee;
  if (claim == ProgramClaim::breaks_post) part.post = specification.post;
  return part;
}

// Of the outline, what version 1 of the format wants of a program that is not proved but run: a formula for each loop
// and cut, and two for each family.
Outline needed_to_run(const Program& program, const Outline& outline) {
  Outline needed;
  for (std::size_t s = 0; s < program.statements.size(); ++s)
    needed.statements.push_back({.assertion = program.statements[s].kind == CoreStatement::Kind::atomic
                                                  ? std::nullopt
                                                  : outline.statements[s].assertion});
  for (const FamilyOutline& family : outline.families)
    needed.families.push_back({.rely = family.rely, .guarantee = family.guarantee});
  return needed;
}

void write_line(TableWriter& out, const Line& line) {
  for (const Line::Item& item : line.items)
    if (item.is_formula) out.write_parts(static_cast<Literal>(item.value));
  out.text(line.word);
  for (const Line::Item& item : line.items)
    out.number(item.is_formula ? out.numbered(static_cast<Literal>(item.value)) : item.value);
  out.end_line();
}

void write_lines(TableWriter& out, const ProgramLines& lines) {
  for (const Line& line : lines.ghosts) write_line(out, line);
  for (const Line& line : lines.statements) write_line(out, line);
  for (const auto* line : {&lines.assume, &lines.init, &lines.initially, &lines.invariant, &lines.lemma, &lines.rely,
                           &lines.guarantee, &lines.ensures})
    if (*line) write_line(out, **line);
  for (const Line& line : lines.families) write_line(out, line);
}

std::string_view claim_line(const CoreProgram& core, ProgramClaim claim) {
  switch (claim) {
    case ProgramClaim::verified: break;
    case ProgramClaim::goes_wrong: return "claim goes wrong\n";
    case ProgramClaim::breaks_invariant: return "claim breaks invariant\n";
    case ProgramClaim::breaks_guarantee: return "claim breaks guarantee\n";
    case ProgramClaim::breaks_post: return "claim breaks post\n";
  }
  return is_triple(core) ? "claim triple\n" : core.specification.invariant ? "claim invariant\n" : "claim safe\n";
}

}   // namespace

ProgramClaim program_claim(std::string_view certificate) {
  if (certificate.starts_with("plato certificate 1\nclaim goes wrong\n")) return ProgramClaim::goes_wrong;
  if (certificate.starts_with("plato certificate 1\nclaim breaks invariant\n")) return ProgramClaim::breaks_invariant;
  if (certificate.starts_with("plato certificate 1\nclaim breaks guarantee\n")) return ProgramClaim::breaks_guarantee;
  if (certificate.starts_with("plato certificate 1\nclaim breaks post\n")) return ProgramClaim::breaks_post;
  return ProgramClaim::verified;
}

std::string write_program(const CoreProgram& core, ProgramClaim claim) {
  return write_numbered_program(core, claim).text;
}

WrittenProgram write_numbered_program(const CoreProgram& core, ProgramClaim claim) {
  const bool is_proof = claim == ProgramClaim::verified;
  ProgramLines lines = lines_of(core.program, claimed(core.specification, claim));
  annotate(lines, is_proof ? core.outline : needed_to_run(core.program, core.outline));
  for (std::size_t v = 0; v < core.program.variables.size(); ++v)
    if (is_proof && core.program.variables[v].is_ghost)
      lines.ghosts.push_back(line_of_numbers("ghost", {static_cast<std::int64_t>(v)}));
  TableWriter out(core.program.table);
  out.text("plato certificate 1\n");
  out.text(claim_line(core, claim));
  write_lines(out, lines);
  out.text("proof\n");
  std::string text = out.take();
  return {.text = std::move(text), .numbers = out.take_numbers()};
}

}   // namespace plato
