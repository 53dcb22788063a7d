// See lies.hpp.

#include "lies.hpp"

#include <algorithm>

#include "certificate/program_writer.hpp"
#include "certificate/refutation_writer.hpp"
#include "conditions/conditions.hpp"
#include "support/certificate_text.hpp"

namespace plato_test {

using plato::CommandId;
using plato::ConditionRefutation;
using plato::ConditionResult;
using plato::CoreCommand;
using plato::CoreProgram;
using plato::CoreStatement;
using plato::FormulaKind;
using plato::Literal;

namespace {

using Numbers = std::vector<std::size_t>;

// The certificate with refutation `chosen[i]` in the place of condition i, in numbers that fit together.
std::string with_refutations(const Argument& argument, const Numbers& chosen) {
  std::vector<ConditionRefutation> refutations;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::size_t place = std::min(i, argument.proved.conditions.size() - 1);
    refutations.push_back({.found = &*argument.proved.results[chosen[i]].refutation,
                           .literals = argument.proved.conditions[place].literals.size()});
  }
  return argument.text +
         plato::write_condition_refutations(argument.proved.problem.table, argument.proved.numbers, refutations);
}

// Each condition's own refutation or, if it has none, that of the next one that has.
Numbers own_or_next(const Argument& argument) {
  const auto& results = argument.proved.results;
  Numbers chosen;
  for (std::size_t i = 0; i < results.size(); ++i)
    for (std::size_t step = 0; step < results.size(); ++step)
      if (const std::size_t j = (i + step) % results.size(); results[j].refutation) {
        chosen.push_back(j);
        break;
      }
  return chosen;
}

// The lines of the part of a certificate that is about one condition.
struct Part {
  std::size_t first = 0, end = 0;
};
std::vector<Part> parts_of_proof(const Lines& lines) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != "condition") continue;
    if (!parts.empty()) parts.back().end = i;
    parts.push_back({i, lines.size()});
  }
  return parts;
}

}   // namespace

bool Argument::is_complete() const {
  return refusal.empty() && std::ranges::all_of(proved.results, [](const ConditionResult& r) {
           return r.status == ConditionResult::Status::proved;
         });
}

Argument argue(CoreProgram program, double seconds) {
  Argument argument{.program = std::move(program), .text = {}, .proved = {}, .refusal = {}};
  argument.text = plato::write_program(argument.program);
  auto conditions = plato::ask_for_conditions(argument.text);
  if (!conditions)
    argument.refusal = conditions.error().message;
  else
    argument.proved = plato::prove_conditions(argument.program.program, *std::move(conditions),
                                              {.deadline = plato::Deadline::in(seconds), .most_failures = 1});
  return argument;
}

std::string certificate_of(const Argument& argument) { return with_refutations(argument, own_or_next(argument)); }

std::vector<Lie> lies_in_the_proof(const Argument& argument, const std::vector<std::size_t>& about) {
  std::vector<Lie> lies;
  const Numbers own = own_or_next(argument);
  const auto& conditions = argument.proved.conditions;
  for (const std::size_t i : about) {
    const std::string here = " " + std::to_string(i);
    Numbers skipped = own, swapped = own, repeated = own;
    skipped.erase(skipped.begin() + static_cast<std::ptrdiff_t>(i));
    lies.push_back({"skip condition" + here, with_refutations(argument, skipped), conditions[i].origin.rule});
    if (i + 1 == own.size()) continue;
    if (conditions[i].literals == conditions[i + 1].literals) continue;
    std::swap(swapped[i], swapped[i + 1]);
    lies.push_back({"swap condition" + here + " and the next one", with_refutations(argument, swapped)});
    repeated[i + 1] = repeated[i];
    lies.push_back(
        {"use the refutation of condition" + here + " for the next one, too", with_refutations(argument, repeated)});
  }
  const Lines honest = split_lines(with_refutations(argument, own));
  const auto with = [&](const std::string& name, std::size_t first, std::size_t end, const Lines& instead) {
    Lines lines(honest.begin(), honest.begin() + static_cast<std::ptrdiff_t>(first));
    lines.insert(lines.end(), instead.begin(), instead.end());
    lines.insert(lines.end(), honest.begin() + static_cast<std::ptrdiff_t>(end), honest.end());
    lies.push_back({name, join_lines(lines)});
  };
  const std::vector<Part> parts = parts_of_proof(honest);
  for (const std::size_t i : about) {
    const auto [first, end] = parts[i];
    const std::string here = " of condition " + std::to_string(i);
    with("leave out the last step" + here, end - 1, end, {});
    with("say nothing" + here, first + 1, end, {});
    with("claim the empty clause at once, instead" + here, first + 1, end, {"r :"});
    if (end - first > 3) with("leave out a step" + here, first + (end - first) / 2, first + (end - first) / 2 + 1, {});
  }
  with("refute one condition too many", honest.size(), honest.size(), {"condition", "r :"});
  return lies;
}

std::vector<Pretence> other_outlines(const CoreProgram& core) {
  const plato::Program& program = core.program;
  std::vector<Pretence> pretences;
  const auto pretend = [&](const std::string& kind, const std::string& where, auto change) {
    pretences.push_back({kind, where, core});
    change(pretences.back().program.outline, pretences.back().program.program.table.truth());
  };
  for (std::size_t f = 0; f < program.families.size(); ++f) {
    const std::string of_it = " of " + program.families[f].name;
    pretend("guarantee nothing", of_it, [f](plato::Outline& p, Literal truth) { p.families[f].guarantee = truth; });
    pretend("rely on everything", of_it, [f](plato::Outline& p, Literal truth) { p.families[f].rely = -truth; });
    pretend("rely on nothing", of_it, [f](plato::Outline& p, Literal truth) { p.families[f].rely = truth; });
    pretend("guarantee what cannot be", of_it,
            [f](plato::Outline& p, Literal truth) { p.families[f].guarantee = -truth; });
    pretend("rely on one's own guarantee", of_it,
            [f](plato::Outline& p, Literal) { p.families[f].rely = p.families[f].guarantee; });
    if (!core.outline.families[f].post) continue;
    pretend("ensure nothing", of_it, [f](plato::Outline& p, Literal truth) { p.families[f].post = truth; });
    pretend("ensure what cannot be", of_it, [f](plato::Outline& p, Literal truth) { p.families[f].post = -truth; });
    pretend("have an outline or none", of_it,
            [f](plato::Outline& p, Literal) { p.families[f].is_explicit = !p.families[f].is_explicit; });
  }
  if (core.outline.lemma)
    pretend("forget what the ghosts are for", "", [](plato::Outline& p, Literal truth) { p.lemma = truth; });
  for (std::size_t s = 0; s < program.statements.size(); ++s) {
    if (!core.outline.statements[s].assertion) continue;
    const std::string here = ", at statement " + std::to_string(s + 1);
    pretend("assert what cannot be", here,
            [s](plato::Outline& p, Literal truth) { p.statements[s].assertion = -truth; });
    if (program.statements[s].kind == CoreStatement::Kind::atomic)
      pretend("assert nothing", here, [s](plato::Outline& p, Literal truth) { p.statements[s].assertion = truth; });
  }
  return pretences;
}

namespace {

void leave_out_family(CoreProgram& core, std::size_t family) {
  const auto at = static_cast<std::ptrdiff_t>(family);
  core.program.families.erase(core.program.families.begin() + at);
  core.outline.families.erase(core.outline.families.begin() + at);
  core.provenance.families.erase(core.provenance.families.begin() + at);
}

}   // namespace

std::vector<Pretence> other_programs(const CoreProgram& core) {
  const plato::Program& program = core.program;
  std::vector<Pretence> pretences;
  const auto pretend = [&](const std::string& kind, const std::string& where, auto change) {
    pretences.push_back({kind, where, core});
    change(pretences.back().program, pretences.back().program.program.table.truth());
  };
  for (std::size_t f = 0; f < program.families.size(); ++f) {
    pretend("leave out ", program.families[f].name, [f](CoreProgram& p, Literal) { leave_out_family(p, f); });
    pretend("nobody runs ", program.families[f].name,
            [f](CoreProgram& p, Literal truth) { p.program.families[f].members = -truth; });
  }
  if (plato::is_triple(core)) {
    pretend("nothing ends", "", [](CoreProgram& p, Literal truth) { p.specification.post = -truth; });
    pretend("nothing is wanted in the end", "", [](CoreProgram& p, Literal truth) { p.specification.post = truth; });
    pretend("nothing is guaranteed", "", [](CoreProgram& p, Literal truth) { p.specification.guarantee = truth; });
    pretend("what cannot be is guaranteed", "",
            [](CoreProgram& p, Literal truth) { p.specification.guarantee = -truth; });
    pretend("the environment may do anything", "",
            [](CoreProgram& p, Literal truth) { p.specification.rely = p.outline.rely = truth; });
    pretend("the environment does nothing", "",
            [](CoreProgram& p, Literal truth) { p.specification.rely = p.outline.rely = -truth; });
  }
  pretend("there is no initial store", "", [](CoreProgram& p, Literal truth) { p.program.init = -truth; });
  pretend("there are no parameters", "", [](CoreProgram& p, Literal truth) { p.program.assumption = -truth; });
  const auto id = plato::formula_of(program.init);
  if (program.init > 0 && program.table[id].kind == FormulaKind::and_)
    for (std::size_t i = 0; i < program.table.operands(id).size(); ++i)
      pretend("leave out a conjunct of the initial condition: ", std::to_string(i), [&](CoreProgram& p, Literal) {
        std::vector<Literal> parts(program.table.operands(id).begin(), program.table.operands(id).end());
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
        p.program.init = p.program.table.connective(FormulaKind::and_, parts);
      });
  bool is_first = true;
  for (std::size_t s = 0; s < program.statements.size(); ++s) {
    const CoreStatement& statement = program.statements[s];
    if (statement.kind != CoreStatement::Kind::atomic) continue;
    const std::string here = " of statement " + std::to_string(s + 1);
    if (is_first)
      pretend("there is no step", here, [s](CoreProgram& p, Literal truth) {
        p.program.statements[s].command =
            plato::add_command(p.program.commands, {.kind = CoreCommand::Kind::assume, .condition = -truth});
        p.outline.statements[s].ghost_command.reset();
      });
    is_first = false;
    for (const CommandId part : plato::parts_of_command(program.commands, statement.command)) {
      const CoreCommand& command = plato::command_of(program, part);
      const bool is_operation = command.kind == CoreCommand::Kind::operation;
      if (command.kind != CoreCommand::Kind::assert_ && !is_operation) continue;
      if (plato::is_trivial(program, command.condition) && (!is_operation || plato::is_trivial(program, command.post)))
        continue;
      pretend("what must hold is true", here, [part](CoreProgram& p, Literal truth) {
        CoreCommand& changed = p.program.commands[part - 1];
        changed.condition = truth;
        if (changed.kind == CoreCommand::Kind::operation) changed.post = truth;
      });
    }
  }
  return pretences;
}

std::vector<Lie> lies_about_ghosts(const Argument& argument) {
  std::vector<Lie> lies;
  const std::string proof = certificate_of(argument).substr(argument.text.size());
  for (std::size_t v = 0; v < argument.program.program.variables.size(); ++v) {
    if (argument.program.outline.witness == v) continue;   // it is in procedures' bodies alone; see procedure_lies.hpp
    CoreProgram other = argument.program;
    plato::CoreVariable& variable = other.program.variables[v];
    variable.is_ghost = !variable.is_ghost;
    lies.push_back({.name = variable.name + (variable.is_ghost ? " is a ghost" : " is no ghost"),
                    .certificate = plato::write_program(other) + proof,
                    .reason = variable.is_ghost ? "mentions a ghost variable"
                                                : "this is not the program's formula with values for ghost variables"});
  }
  return lies;
}

std::vector<Lie> lies_about_the_end(const CoreProgram& program, const std::string& schedule) {
  std::vector<Lie> lies;
  const auto claim = plato::ProgramClaim::breaks_post;
  const std::string text = plato::write_program(program, claim), events = schedule.substr(text.size());
  const auto lie = [&](const std::string& name, const std::string& reason, const std::string& certificate) {
    lies.push_back({.name = name, .certificate = certificate, .reason = reason});
  };
  const auto about = [&](const std::string& name, const std::string& reason, auto change) {
    CoreProgram other = program;
    change(other, other.program.table.truth());
    lie(name, reason, plato::write_program(other, claim) + events);
  };
  about("the postcondition is true", "a store that satisfies the postcondition",
        [](CoreProgram& p, Literal truth) { p.specification.post = truth; });
  for (std::size_t f = 0; f < program.program.families.size(); ++f)
    about("everybody is one of " + program.program.families[f].name, "a family may have other members",
          [f](CoreProgram& p, Literal truth) { p.program.families[f].members = truth; });

  const auto with = [&](const std::string& name, const std::string& reason, auto change) {
    Lines lines = split_lines(events);
    change(lines);
    lie(name, reason, text + join_lines(lines));
  };
  const std::string not_ended = "the schedule ends before all threads of the program have";
  const auto is_step = [](const std::string& line) { return line == "step"; };
  const auto is_thread = [](const std::string& line) { return line.starts_with("thread "); };
  with("the last step is left out", not_ended, [&](Lines& lines) {
    lines.erase(std::ranges::find_if(lines.rbegin(), lines.rend(), is_step).base() - 1, lines.end());
    while (!is_thread(lines.back())) lines.pop_back();
  });
  with("nobody has moved", not_ended,
       [](Lines& lines) { lines.erase(std::ranges::find(lines, "run") + 1, lines.end()); });
  for (const std::string identifier : {"1000000", "-1000000"})
    with("thread " + identifier + " moves", "this thread is no member of family", [&](Lines& lines) {
      std::string& line = *std::ranges::find_if(lines, is_thread);
      line = line.substr(0, line.rfind(' ') + 1) + identifier;
    });
  with("there is another family", "the program has no family", [&](Lines& lines) {
    std::string& line = *std::ranges::find_if(lines, is_thread);
    line = "thread " + std::to_string(program.program.families.size()) + line.substr(line.rfind(' '));
  });
  with("it goes wrong, too", "this event is not possible", [](Lines& lines) { lines.push_back("wrong"); });
  with("one more step", "this event is not possible", [](Lines& lines) { lines.push_back("step"); });
  with("the range is left out", "",
       [](Lines& lines) { std::erase_if(lines, [](const std::string& line) { return line.starts_with("range "); }); });

  const auto as = [&](plato::ProgramClaim other) { return plato::write_program(program, other) + events; };
  lie("that is to go wrong", "the schedule ends before anything has gone wrong", as(plato::ProgramClaim::goes_wrong));
  lie("that breaks the invariant", "the schedule ends in a store that satisfies the invariant",
      as(plato::ProgramClaim::breaks_invariant));
  return lies;
}

}   // namespace plato_test
