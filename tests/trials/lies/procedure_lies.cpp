// See procedure_lies.hpp.

#include "procedure_lies.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "support/certificate_text.hpp"

namespace plato_test {

using plato::CommandId;
using plato::CoreCommand;
using plato::CoreProgram;
using plato::CoreStatement;
using plato::Literal;
using plato::Outline;
using plato::ProcedureOutline;

namespace {

class Specifications {
 public:
  explicit Specifications(const CoreProgram& core) : core_(core) {}

  std::vector<Pretence> others() {
    for (std::size_t p = 0; p < core_.outline.procedures.size(); ++p)
      if (core_.outline.procedures[p]) procedure(p);
    for (std::size_t f = 0; f < core_.outline.families.size(); ++f) family(f);
    for (std::size_t s = 0; s < core_.program.statements.size(); ++s) statement(s);
    witness();
    return std::move(pretences_);
  }

 private:
  const CoreProgram& core_;
  std::vector<Pretence> pretences_;

  template <class Change>
  void pretend(const std::string& kind, const std::string& where, Change change) {
    pretences_.push_back({kind, where, core_});
    change(pretences_.back().program, pretences_.back().program.program.table.truth());
  }
  template <class Change>
  void pretend_of(std::size_t p, const std::string& kind, Change change) {
    pretend(kind, " of " + core_.program.procedures[p].name,
            [&](CoreProgram& core, Literal truth) { change(*core.outline.procedures[p], truth); });
  }

  void procedure(std::size_t p) {
    const ProcedureOutline& honest = *core_.outline.procedures[p];
    for (std::size_t i = 0; i < honest.steps.size(); ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      pretend_of(p, "leave out an action", [&](ProcedureOutline& o, Literal) { o.steps.erase(o.steps.begin() + at); });
      pretend_of(p, "do an action twice",
                 [&](ProcedureOutline& o, Literal) { o.steps.insert(o.steps.begin() + at, o.steps[i]); });
      pretend_of(p, "an action does anything", [&](ProcedureOutline& o, Literal truth) { o.steps[i] = truth; });
      pretend_of(p, "an action does what cannot be", [&](ProcedureOutline& o, Literal truth) { o.steps[i] = -truth; });
      pretend_of(p, "an action is idle", [&](ProcedureOutline& o, Literal) { o.steps[i] = o.idle; });
      if (i > 0)
        pretend_of(p, "do actions in another order",
                   [&](ProcedureOutline& o, Literal) { std::swap(o.steps[i - 1], o.steps[i]); });
    }
    pretend_of(p, "one more action", [](ProcedureOutline& o, Literal truth) { o.steps.push_back(truth); });
    using Part = Literal ProcedureOutline::*;
    constexpr std::array<std::pair<const char*, Part>, 4> parts{{{"idle steps do ", &ProcedureOutline::idle},
                                                                 {"require ", &ProcedureOutline::pre},
                                                                 {"ensure ", &ProcedureOutline::post},
                                                                 {"rely on ", &ProcedureOutline::rely}}};
    for (const auto& [name, part] : parts) {
      pretend_of(p, std::string(name) + "anything", [&](ProcedureOutline& o, Literal truth) { o.*part = truth; });
      pretend_of(p, std::string(name) + "what cannot be",
                 [&](ProcedureOutline& o, Literal truth) { o.*part = -truth; });
      pretend_of(p, std::string(name) + "the opposite", [&](ProcedureOutline& o, Literal) { o.*part = -(o.*part); });
    }
    pretend_of(p, "idle steps do what others do", [](ProcedureOutline& o, Literal) { o.idle = o.rely; });
    pretend_of(p, "rely on idle steps", [](ProcedureOutline& o, Literal) { o.rely = o.idle; });
    if (!honest.steps.empty())
      pretend_of(p, "idle steps do the action", [](ProcedureOutline& o, Literal) { o.idle = o.steps.back(); });
    pretend_of(p, "write nothing", [](ProcedureOutline& o, Literal) { o.writes.clear(); });
    pretend_of(p, "write all variables", [&](ProcedureOutline& o, Literal) {
      for (std::size_t v = 0; v < core_.program.variables.size(); ++v) o.writes.insert(v);
    });
    for (const std::size_t v : honest.writes)
      pretend_of(p, "write one variable less", [&](ProcedureOutline& o, Literal) { o.writes.erase(v); });
    pretend("have no abstraction", " of " + core_.program.procedures[p].name,
            [&](CoreProgram& core, Literal) { core.outline.procedures[p].reset(); });
    for (std::size_t q = 0; q < core_.outline.procedures.size(); ++q)
      if (q != p && core_.outline.procedures[q])
        pretend("have the abstraction of another procedure", " of " + core_.program.procedures[p].name,
                [&](CoreProgram& core, Literal) {
                  ProcedureOutline other = *core_.outline.procedures[q];
                  other.calls = honest.calls;
                  core.outline.procedures[p] = other;
                });
    if (honest.calls.empty()) return;
    pretend_of(p, "anything happens through calls",
               [](ProcedureOutline& o, Literal truth) { o.calls[0].through = truth; });
    pretend_of(p, "nothing happens through calls",
               [](ProcedureOutline& o, Literal truth) { o.calls[0].through = -truth; });
    pretend_of(p, "idle steps alone happen through calls",
               [](ProcedureOutline& o, Literal) { o.calls[0].through = o.idle; });
    pretend_of(p, "call nobody", [](ProcedureOutline& o, Literal) { o.calls[0].callees.clear(); });
  }

  void family(std::size_t f) {
    if (core_.outline.families[f].calls.empty()) return;
    const auto of_it = [&](const std::string& kind, auto change) {
      pretend(kind, " of " + core_.program.families[f].name,
              [&](CoreProgram& core, Literal truth) { change(core.outline.families[f], truth); });
    };
    using Family = plato::FamilyOutline;
    of_it("anything happens through calls", [](Family& o, Literal truth) { o.calls[0].through = truth; });
    of_it("nothing happens through calls", [](Family& o, Literal truth) { o.calls[0].through = -truth; });
    of_it("what is guaranteed happens through calls", [](Family& o, Literal) { o.calls[0].through = o.guarantee; });
    of_it("call nobody", [](Family& o, Literal) { o.calls[0].callees.clear(); });
  }

  // w := w - by, as a command of that program.
  CommandId counting(CoreProgram& core, int by) const {
    plato::Program& program = core.program;
    const plato::TermId w = program.table.var(static_cast<std::int32_t>(*core.outline.witness), 0);
    const plato::TermId value = program.table.binary(plato::TermKind::sub, w, program.table.num(plato::Integer(by)));
    return plato::add_command(
        program.commands,
        {.kind = CoreCommand::Kind::assign, .places = {{.variable = *core.outline.witness}}, .values = {value}});
  }

  void statement(std::size_t s) {
    const plato::StatementOutline& honest = core_.outline.statements[s];
    const std::string here = " at statement " + std::to_string(s + 1);
    const CoreStatement& statement = core_.program.statements[s];
    if (statement.kind == CoreStatement::Kind::atomic && core_.outline.witness) {
      if (honest.witness_command)
        pretend("commit nothing", here,
                [&](CoreProgram& core, Literal) { core.outline.statements[s].witness_command.reset(); });
      else
        for (const int by : {1, -1})
          pretend(by > 0 ? "commit here" : "take an action back", here, [&](CoreProgram& core, Literal) {
            const CommandId command =
                plato::proof_command(core.program, core.outline, static_cast<plato::StatementId>(s + 1));
            const CommandId commit = counting(core, by);
            core.outline.statements[s].witness_command = plato::add_command(
                core.program.commands, {.kind = CoreCommand::Kind::seq, .first = command, .second = commit});
          });
    }
    if (!honest.commits.empty()) {
      pretend("commit nothing after a call's actions", here,
              [&](CoreProgram& core, Literal) { core.outline.statements[s].commits.clear(); });
      pretend("commit twice after a call's action", here,
              [&](CoreProgram& core, Literal) { core.outline.statements[s].commits.back() = counting(core, 2); });
    }
    if (honest.restored.empty()) return;
    pretend("give nothing back", here,
            [&](CoreProgram& core, Literal) { core.outline.statements[s].restored.clear(); });
    pretend("give one back too few", here,
            [&](CoreProgram& core, Literal) { core.outline.statements[s].restored.pop_back(); });
    pretend("give back what there is", here, [&](CoreProgram& core, Literal) {
      core.outline.statements[s].restored.back() =
          core.program.table.var(static_cast<std::int32_t>(statement.variables.back()), 0);
    });
    pretend("give back what others have, too", here, [&](CoreProgram& core, Literal) {
      core.outline.statements[s].restored.back() =
          core.program.table.var(static_cast<std::int32_t>(statement.variables.back()), 1);
    });
    if (honest.restored.size() > 1)
      pretend("give back to another variable", here,
              [&](CoreProgram& core, Literal) { std::ranges::reverse(core.outline.statements[s].restored); });
  }

  void witness() {
    if (!core_.outline.witness) return;
    const auto lie = [&](const std::string& kind, auto change) {
      pretend(kind, "", [&](CoreProgram& core, Literal truth) { change(core.outline, truth); });
    };
    lie("the witness counts otherwise", [](Outline& o, Literal) { std::ranges::rotate(o.phases, o.phases.end() - 1); });
    lie("the witness is always 0", [](Outline& o, Literal) { std::ranges::fill(o.phases, o.phases.front()); });
    lie("the witness is anything", [](Outline& o, Literal truth) { std::ranges::fill(o.phases, truth); });
    lie("the witness counts one less", [](Outline& o, Literal) { o.phases.erase(o.phases.begin()); });
    lie("the witness counts up", [](Outline& o, Literal) { std::ranges::reverse(o.phases); });
    lie("the witness is another variable", [](Outline& o, Literal) { o.witness = 0; });
  }
};

}   // namespace

std::vector<Pretence> other_specifications(const CoreProgram& program) { return Specifications(program).others(); }

std::vector<Lie> without_a_line(const Argument& argument) {
  constexpr std::array<std::string_view, 7> words{"witness ", "abstraction ", "writes ", "calls ",
                                                  "through ", "commit ",      "restore "};
  std::vector<Lie> lies;
  const Lines lines = split_lines(certificate_of(argument));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (std::ranges::none_of(words, [&](std::string_view word) { return lines[i].starts_with(word); })) continue;
    Lines others = lines;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    lies.push_back({.name = "without " + lines[i], .certificate = join_lines(others)});
  }
  return lies;
}

}   // namespace plato_test
