// See footprint.hpp.

#include "core/footprint.hpp"

#include <span>
#include <utility>

namespace plato {
namespace {

// The statements of a body, with those of procedures that are run in the place of their calls.
std::vector<StatementId> statements_of(const Program& program, const Outline& outline, StatementId body) {
  std::vector<StatementId> found, open{body};
  std::set<StatementId> seen{body};
  const auto go_on = [&](StatementId s) {
    if (s != 0 && seen.insert(s).second) open.push_back(s);
  };
  while (!open.empty()) {
    const CoreStatement& statement = statement_of(program, open.back());
    found.push_back(open.back());
    open.pop_back();
    go_on(statement.first);
    go_on(statement.second);
    if (statement.kind == CoreStatement::Kind::call && !is_abstracted(outline, statement.procedure))
      go_on(procedure_of(program, statement.procedure).body);
  }
  return found;
}

// What its own steps change, and the procedures that it calls by their abstractions.
struct Body {
  std::set<std::size_t> written{};
  std::set<ProcedureId> called{};
};

Body body_of(const Program& program, const Outline& outline, StatementId body) {
  Body found;
  for (StatementId s : statements_of(program, outline, body)) {
    const CoreStatement& statement = statement_of(program, s);
    if (statement.kind == CoreStatement::Kind::atomic)
      for (CommandId c : parts_of_command(program.commands, proof_command(program, outline, s)))
        for (const CorePlace& place : command_of(program, c).places) found.written.insert(place.variable);
    found.written.insert(statement.variables.begin(), statement.variables.end());
    if (statement.kind == CoreStatement::Kind::call && is_abstracted(outline, statement.procedure))
      found.called.insert(statement.procedure);
  }
  return found;
}

std::set<std::size_t> written_through(const std::vector<Body>& bodies, std::size_t procedure) {
  std::set<std::size_t> written, seen{procedure};
  std::vector<std::size_t> open{procedure};
  while (!open.empty()) {
    const Body& body = bodies[open.back()];
    open.pop_back();
    written.insert(body.written.begin(), body.written.end());
    for (ProcedureId p : body.called)
      if (seen.insert(p - 1).second) open.push_back(p - 1);
  }
  return written;
}

class Mentions {
 public:
  explicit Mentions(const Program& program) : program_(program) {}

  void of(Literal literal) { roots_.push_back({true, index_of(formula_of(literal))}); }
  void of(const std::optional<Literal>& literal) {
    if (literal) of(*literal);
  }
  void of_command(CommandId whole) {
    for (CommandId c : parts_of_command(program_.commands, whole)) {
      const CoreCommand& command = command_of(program_, c);
      const std::vector<Node> reads = reads_of(command);
      roots_.insert(roots_.end(), reads.begin(), reads.end());
      for (const CorePlace& place : command.places) named_.insert(place.variable);
    }
  }
  void of(const ProcedureOutline& procedure) {
    for (Literal literal : {procedure.rely, procedure.idle, procedure.pre, procedure.post}) of(literal);
    for (Literal step : procedure.steps) of(step);
    for (const CallOutline& call : procedure.calls) of(call.through);
  }
  void of_variable(std::size_t variable) { named_.insert(variable); }

  std::set<std::size_t> variables() && {
    for (Node node : parts_of(program_.table, roots_)) {
      if (node.is_formula) continue;
      const Term& term = program_.table[TermId{node.index}];
      if (term.kind == TermKind::var) named_.insert(static_cast<std::size_t>(term.operand[0]));
    }
    return std::move(named_);
  }

 private:
  const Program& program_;
  std::vector<Node> roots_;
  std::set<std::size_t> named_;
};

}   // namespace

std::vector<std::set<std::size_t>> written_variables(const Program& program, const Outline& outline) {
  std::vector<Body> bodies;
  for (const CoreProcedure& procedure : program.procedures) bodies.push_back(body_of(program, outline, procedure.body));
  std::vector<std::set<std::size_t>> written;
  for (std::size_t p = 0; p < bodies.size(); ++p) written.push_back(written_through(bodies, p));
  return written;
}

std::set<std::size_t> used_variables(const Program& program, const Outline& outline, ProcedureId procedure) {
  Mentions mentions(program);
  mentions.of(outline.procedures.at(procedure - 1).value());
  mentions.of_variable(outline.witness.value());
  for (StatementId s : statements_of(program, outline, procedure_of(program, procedure).body)) {
    const CoreStatement& statement = statement_of(program, s);
    mentions.of(outline.statements[s - 1].assertion);
    if (statement.kind == CoreStatement::Kind::atomic) mentions.of_command(proof_command(program, outline, s));
    for (std::size_t v : statement.variables) mentions.of_variable(v);
    if (statement.kind == CoreStatement::Kind::call && is_abstracted(outline, statement.procedure))
      mentions.of(*outline.procedures[statement.procedure - 1]);
  }
  return std::move(mentions).variables();
}

}   // namespace plato
