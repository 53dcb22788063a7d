// Programs and their proof outlines: the lines about them, ghost variables and what they must not do, explicit
// outlines.
//
// These certificates end before the first refutation. So the kernel's answer shows which outline it accepts: one whose
// conditions it would now like to see refuted.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Terms: 1 x, 2 x', 3 g, 4 g', 5 numeral 1, 6 x + 1, 7 g + 1, 8 g' + 1, 9 b 0, 10 g'[b 0], 11 g[b 0], 12 g'[1].
// Entries: 1 x' = x + 1, 2 g' = g + 1, 3 true. Variable 1, which is g, is a ghost.
const Text beginning =
    "plato certificate 2\nclaim triple\nv 0 0\nv 0 1\nv 1 0\nv 1 1\nn 1\n+ 1 5\n+ 3 5\n+ 4 5\nb 0\ns 4 9\ns 3 "
    "9\ns 4 5\ne 2 6\ne 4 7\nt\n";

// The lines of the program, and those of its outline.
Text answer_to(const Text& program, const Text& outline) {
  return answer(beginning + program + "by thread-modular\nghost 1\n" + outline + "proof\n");
}

void accept(const Text& program, const Text& outline) {
  INFO(program << "by thread-modular\n" << outline);
  CHECK(answer_to(program, outline).find("the line 'condition' before the refutation") != Text::npos);
}
void refuse(const Text& program, const Text& outline, const Text& why) {
  INFO(program << "by thread-modular\n" << outline);
  const Text found = answer_to(program, outline);
  CHECK(found.find(why) != Text::npos);
}

// A family of threads with one command, x := x + 1; place 1 is x.
const Text step = "place 0\nassign 1 6\natomic 1\nfamily 3 1\n";
const Text contract = "contract 0 3 3\n";

// What the environment does in the proof is the last entry of `lines`, number 4 or as given; in the program it is entry
// 1.
void accept_environment(const Text& lines, const Text& environment = "4") {
  accept("rely 1\n", lines + "environment " + environment + "\n");
}
void refuse_environment(const Text& lines, const Text& why, const Text& environment = "4") {
  refuse("rely 1\n", lines + "environment " + environment + "\n", why);
}

// The proof's command, which is the last one of `lines`; place 2 is g, place 3 is g[1].
const Text places = "place 1\nplace 1 5\n";
void accept_update(const Text& lines, const Text& command) {
  accept(step, places + lines + "update 1 " + command + "\n" + contract);
}
void refuse_update(const Text& lines, const Text& command) {
  refuse(step, places + lines + "update 1 " + command + "\n" + contract,
         "this is not the program's formula with values for ghost variables: without its assignments to ghost "
         "variables, the command is another one");
}

// A program with other commands, the last of which is its only statement.
void refuse_command(const Text& lines, const Text& command, const Text& why) {
  refuse(lines + "atomic " + command + "\nfamily 3 1\n", contract, why);
}

const Text influence = "mentions a ghost variable";
const Text no_update = "this is not the program's formula with values for ghost variables";
const Text not_ascending = no_update + ": the variables given values must be ghosts, and ascend";

}   // namespace

TEST_CASE("the environment may give ghosts values that follow from what was before") {
  accept_environment("& 1 2\n");
  accept_environment("& 1\n");   // or leave them open
  accept_environment("", "1");
  accept_environment("m 4 3\n& 1 4\n", "5");          // as maps
  accept_environment("e 4 2\n& 1 4\n", "5");          // from what it does to the program's own variables
  accept_environment("e 10 11\nA 4\n& 1 5\n", "6");   // index by index
}

TEST_CASE("an environment with ghosts is the program's and equations, and nothing else") {
  refuse_environment("& 2 1\n", no_update);
  refuse_environment("| 1 2\n", no_update);
  refuse_environment("& 1 -2\n", no_update + ": a part of the conjunction is negated");
  refuse_environment("& 1 2\n", no_update + ": it is negated", "-4");
  refuse_environment("& 1 2\n", no_update, "2");
  refuse_environment("& 1 1\n", not_ascending);   // constrains x
  refuse_environment("& 1 2 2\n", not_ascending);
  refuse_environment("e 7 4\n& 1 4\n", no_update + ": a part is not an equation with the variable on its left side",
                     "5");
  refuse_environment("l 4 7\n& 1 4\n", no_update, "5");
  refuse_environment("e 3 7\n& 1 4\n", no_update, "5");   // the value before the step
  refuse_environment("e 4 8\n& 1 4\n", influence, "5");   // g' = g' + 1 has no solution
  refuse_environment("e 10 11\nA -4\n& 1 5\n", no_update, "6");
  refuse_environment("e 12 11\nA 4\n& 1 5\n", no_update, "6");   // one index, and each its value
  refuse_environment("s 4 6\ne 13 5\n& 1 4\n", no_update, "5");
}

TEST_CASE("a command may assign to ghosts as well") {
  accept_update("", "1");
  accept_update("assign 1 6 2 7\n", "2");
  accept_update("assign 2 7 1 6\n", "2");
  accept_update("assign 3 1 2 3 1 6\n", "2");
  accept_update("assign 2 7\nthen 1 2\n", "3");
  accept_update("assign 2 7\nthen 2 1\n", "3");
  accept_update("assign 2 7\nthen 2 2\nthen 3 1\nthen 4 2\n", "5");
  accept_update("assign 2 7\nassign\nthen 2 3\nthen 4 1\n", "5");
}

TEST_CASE("without its assignments to ghosts it is the program's command") {
  refuse_update("assign 1 5 2 7\n", "2");   // another value
  refuse_update("assign 2 7\n", "2");       // nothing of it
  refuse_update("then 1 1\n", "2");         // twice
  refuse_update("assign 1 6 1 6\n", "2");
  refuse_update("when 3\nthen 1 2\n", "3");   // what is assumed, even if it is true
  refuse_update("assert 3\nthen 1 2\n", "3");
  refuse_update("havoc 2\nthen 1 2\n", "3");   // a ghost is assigned to, and not havocked
  refuse_update("operation 3 3 3 2\nthen 1 2\n", "3");
  refuse_update("assign\nif 3 1 2\n", "3");
  refuse_update("assign 2 7\nif 3 1 2\n", "3");
  refuse_update("assign 2 7\neither 1 2\n", "3");
  refuse_update("assign 1 3\n", "2");   // the value of a ghost
}

TEST_CASE("branches keep their shape when ghosts are erased") {
  const Text program = "e 1 5\nplace 0\nassign 1 6\nassign\nif 4 1 2\natomic 3\nfamily 3 1\n";
  accept(program, places + "assign 2 7\nthen 1 4\nif 4 5 4\nupdate 1 6\n" + contract);
  refuse(program, places + "assign 2 7\nif -4 1 4\nupdate 1 5\n" + contract, no_update);
  refuse(program, places + "assign 2 7\nif 4 4 1\nupdate 1 5\n" + contract, no_update);
  refuse(program, places + "assign 2 7\neither 1 4\nupdate 1 5\n" + contract, no_update);
  refuse(program, places + "update 1 1\n" + contract, no_update);
  const Text choice = "place 0\nassign 1 6\nassign\neither 1 2\natomic 3\nfamily 3 1\n";
  accept(choice, places + "assign 2 7\neither 1 4\nupdate 1 5\n" + contract);
  refuse(choice, places + "assign 2 7\neither 4 1\nupdate 1 5\n" + contract, no_update);
}

TEST_CASE("ghosts do not influence the program") {
  const Text why = "a command " + influence;
  refuse_command("e 3 5\nwhen 4\n", "1", why);
  refuse_command("e 3 5\nassert 4\n", "1", why);
  refuse_command("e 3 5\n& 3 4\nassert -5\n", "1", why);
  refuse_command("y 3\nI 2 5 13\nl 14 5\nassert 4\n", "1", why);   // inside a term's condition
  refuse_command("e 11 5\nA 4\nassert 5\n", "1", why);             // under a quantifier
  refuse_command("e 3 5\nassign\nif 4 1 1\n", "2", why);
  refuse_command("place 0\nassign 1 3\n", "1", why);     // the value
  refuse_command("place 0 3\nassign 1 5\n", "1", why);   // the index
  refuse_command("place 1\nassign 1 5\n", "1", why);     // the place
  refuse_command("place 1\nhavoc 1\n", "1", why);
  refuse_command("place 0 3\nhavoc 1\n", "1", why);
  refuse_command("e 3 5\noperation 4 3 3\n", "1", why);
  refuse_command("operation 3 2 3\n", "1", why);
  refuse_command("operation 3 3 2\n", "1", why);
  refuse_command("place 1\noperation 3 3 3 1\n", "1", why);
  refuse("e 3 5\nassign\natomic 1\nfamily 4 1\n", contract, "the members of a family " + influence);
  // wherever it is
  refuse_command("e 3 5\nassert 4\nassign\nthen 1 2\neither 2 3\nif 3 2 4\n", "5", why);
  refuse("e 3 5\nassign\natomic 1\nassert 4\natomic 2\nseq 1 2\nloop 3\nchoice 4 1\nfamily 3 5\n", contract, why);
}

TEST_CASE("nor what is claimed of it") {
  accept("e 3 5\n", "lemma 4\n");
  refuse("e 3 5\nassume 4\n", "", "the assumption " + influence);
  refuse("e 3 5\ninit 4\n", "", "the initial condition " + influence);
  refuse("e 3 5\ninvariant 4\n", "", "the invariant " + influence);
  refuse("rely 2\n", "", "the program's rely " + influence);
  refuse("guarantee 2\n", "", "the program's guarantee " + influence);
  refuse("e 3 5\nensures 4\n", "", "the program's postcondition " + influence);
}

TEST_CASE("the first values of ghosts, and what the environment does to them") {
  accept("e 1 5\ninit 4\n", "e 3 1\n& 4 5\ninitially 6\n");
  refuse("e 1 5\ninit 4\n", "e 3 7\n& 4 5\ninitially 6\n", "the first value of a ghost variable " + influence);
  refuse("e 1 5\ninit 4\n", "e 3 1\n& 5\ninitially 6\n", no_update);
  accept("rely 1\n", "& 1 2\nenvironment 4\n");
  refuse("rely 1\n", "e 4 8\n& 1 4\nenvironment 5\n", influence);
  refuse("rely 1\n", "& 3 2\nenvironment 4\n", no_update);
  refuse("", "& 1 2\nenvironment 4\n", no_update);   // there is no environment
}

TEST_CASE("without ghosts the proof's step is the program's") {
  const Text plain =
      "plato certificate 2\nclaim triple\nv 0 0\nn 1\n+ 1 2\nt\nplace 0\nassign 1 3\natomic 1\nfamily 1 1\n";
  const Text outline = "by thread-modular\ncontract 0 1 1\n";
  CHECK(answer(plain + outline + "update 1 1\nproof\n").find("the line 'condition'") != Text::npos);
  CHECK(answer(plain + outline + "assign 1 3\nupdate 1 2\nproof\n").find("the line 'condition'") != Text::npos);
  CHECK(answer(plain + outline + "assign 1 2\nupdate 1 2\nproof\n").find(no_update) != Text::npos);
}

TEST_CASE("an explicit outline has an assertion before every operation") {
  const Text explicit_contract = "explicit 0 3 3 3\n";
  accept(step, "at 1 3\n" + explicit_contract);
  accept("skip\nassign\natomic 1\nseq 1 2\nloop 3\nfamily 3 4\n", "at 1 3\nat 2 3\n" + explicit_contract);
  accept(step, "at 1 3\n" + contract);
  const Text needs = "in an explicit outline every operation needs an assertion before it";
  refuse(step, explicit_contract, needs);
  refuse("skip\nfamily 3 1\n", explicit_contract, needs);
  refuse("assign\natomic 1\nskip\nseq 1 2\nfamily 3 3\n", "at 1 3\n" + explicit_contract, needs);
  refuse("assign\natomic 1\nloop 1\nfamily 3 2\n", "at 2 3\n" + explicit_contract, needs);
}

TEST_CASE("an assertion is at a loop, an operation or a skip, and an update at an operation") {
  const Text program = "skip\nassign\natomic 1\nseq 1 2\nchoice 1 2\nloop 4\nseq 3 5\nfamily 3 6\n";
  accept(program, "at 1 3\nat 2 3\nat 5 3\nupdate 2 1\n" + contract);
  for (const Text statement : {"3", "4", "6"})
    refuse(program, "at " + statement + " 3\n" + contract, "expected the number of a loop, an operation or a skip");
  for (const Text statement : {"1", "3", "5"})
    refuse(program, "update " + statement + " 1\n" + contract, "expected the number of an operation");
  for (const Text statement : {"0", "7"}) {
    refuse(program, "at " + statement + " 3\n" + contract, "there is no statement " + statement);
    refuse(program, "update " + statement + " 1\n" + contract, "there is no statement " + statement);
  }
}

TEST_CASE("every family has one contract, and nothing is said twice") {
  refuse(step, "", "family 0 has no contract");
  refuse(step + "family 3 1\n", contract, "family 1 has no contract");
  refuse(step, contract + contract, "the contract of this family is given twice");
  refuse(step, contract + "explicit 0 3 3 3\n", "the contract of this family is given twice");
  refuse(step, contract + "contract 1 3 3\n", "has no family 1");
  refuse(step, contract + "at 1 3\nat 1 3\n", "the assertion at this statement is given twice");
  refuse(step, contract + "update 1 1\nupdate 1 1\n", "the update of this statement is given twice");
  refuse(step, contract + "lemma 3\nlemma 3\n", "the lemma is given twice");
  refuse(step, contract + "initially 3\ninitially 3\n", "the proof's initial condition is given twice");
  refuse(step + "rely 3\n", contract + "environment 3\nenvironment 3\n", "the proof's environment is given twice");
  for (const Text line : {"assume", "init", "rely", "guarantee", "invariant", "ensures"})
    refuse(step + line + " 3\n" + line + " 3\n", contract, " is given twice");
}

TEST_CASE("postconditions of threads mention their own quantifiers' variables alone") {
  accept("e 9 9\nA 4\nskip\nfamily 3 1\nensures 3\n", "contract 0 3 3 5\n");
  refuse("e 9 9\nskip\nfamily 3 1\nensures 3\n", "contract 0 3 3 4\n", "a variable that no quantifier binds");
}

TEST_CASE("commands are no larger than the file, no deeper than 4096, and have no more places") {
  const auto lines = [](const Text& first, int count, auto line) {
    Text text = first;
    for (int i = 1; i <= count; ++i) text += line(i);
    return text;
  };
  const auto twice = [](int i) { return "then " + std::to_string(i) + " " + std::to_string(i) + "\n"; };
  const auto deeper = [](int i) { return "then 1 " + std::to_string(i) + "\n"; };
  refuse(lines("assign\n", 60, twice), "", "nested too deeply, or larger than the file");
  refuse(lines("assign\n", 4096, deeper), "", "nested too deeply, or larger than the file");
  refuse("place 0\nhavoc" + lines("", 4097, [](int) { return " 1"; }) + "\n", "",
         "nested too deeply, or larger than the file");
  refuse("place 0\nassign" + lines("", 4097, [](int) { return " 1 1"; }) + "\n", "",
         "nested too deeply, or larger than the file");
}

TEST_CASE("lines about programs take the numbers they take") {
  refuse("assign\natomic 1 1\n", "", "this shape takes 1 numbers, found 2");
  refuse("atomic\n", "", "this shape takes 1 numbers, found 0");
  refuse("skip\nfamily 3\n", "", "this shape takes 2 numbers, found 1");
  refuse("skip\nfamily 3 1 3\n", "", "this shape takes 2 numbers, found 3");
  refuse("skip\nloop 3 1\n", "", "this shape takes 1 numbers, found 2");
  refuse("rely\n", "", "this shape takes 1 numbers, found 0");
  refuse("ensures 1 1\n", "", "this shape takes 1 numbers, found 2");
  refuse("ensures 99\n", "", "there is no entry 99");
  refuse("when 99\n", "", "there is no entry 99");
  refuse("assign\natomic 99\n", "", "there is no command 99");
  refuse("assign\nthen 1 99\n", "", "there is no command 99");
  refuse("assign 99 1\n", "", "there is no place 99");
  refuse("place 0 99\nassign\n", "", "there is no term 99");
  refuse("place 0\nassign 1 99\n", "", "there is no term 99");
  refuse("place 0\nassign 1\n", "", "a place and a term for each change");
  refuse("place 0 1 2\n", "", "this shape takes 2 numbers, found 3");
  refuse("place 0 x\n", "", "expected the end of the line");
  refuse("int 0 two words\n", "", "a name without spaces");
  refuse("int 0 caf\xC3\xA9\n", "", "a name without spaces");
  refuse("int\n", "", "this shape takes 1 numbers, found 0");
  refuse("map 0 1\n", "", "this shape takes 1 numbers, found 2");
  refuse("skip\nfamily 99 1\n", "", "there is no entry 99");
  refuse(step, "contract 0 3\n", "this shape takes 3 numbers, found 2");
  refuse(step, "contract 0 3 3 3 3\n", "this shape takes 3 numbers, found 5");
  refuse(step, "explicit 0 3 3\n", "this shape takes 4 numbers, found 3");
  refuse(step, "at 1\n", "this shape takes 2 numbers, found 1");
  refuse(step, "update 1 1 1\n", "this shape takes 2 numbers, found 3");
  refuse(step, "contract 0 99 3\n", "there is no entry 99");
  refuse(step, "at 1 99\n", "there is no entry 99");
  refuse(step, "ghost\n", "expected");
  refuse(step, "ghost -1\n", "expected");
  refuse(step, "ghost 1 1\n", "this shape takes 1 numbers, found 2");
  refuse(step, contract + "proof 3\n", "this shape takes 0 numbers, found 1");
}

TEST_CASE("a claim about a program is shown by its own method") {
  const Text program = "\nt\nassign\natomic 1\nfamily 1 1\n";
  for (const Text claim : {"safe", "invariant", "triple"})
    for (const Text method : {"refutation", "model", "schedule"})
      CHECK(answer("plato certificate 2\nclaim " + claim + program + "by " + method + "\nrun\n") ==
            rejected(7, 1, reason::other_method("by thread-modular")));
  for (const Text claim : {"goes wrong", "breaks invariant", "breaks guarantee", "breaks post"})
    for (const Text method : {"refutation", "model", "thread-modular"})
      CHECK(answer("plato certificate 2\nclaim " + claim + program + "by " + method + "\nrun\n") ==
            rejected(7, 1, reason::other_method("by schedule")));
}

TEST_CASE("lines of the outline do not belong to the program, nor the other way round") {
  for (const Text line : {"contract 0 3 3\n", "explicit 0 3 3 3\n", "at 1 3\n", "update 1 1\n", "ghost 1\n",
                          "lemma 3\n", "initially 3\n", "environment 3\n", "proof\n"})
    refuse(step + line, contract, "expected a line that starts with a keyword of the format");
  for (const Text line : {"atomic 1\n", "skip\n", "family 3 1\n", "init 3\n", "rely 3\n", "by thread-modular\n"})
    refuse(step, line + contract, "expected a line");
}

TEST_CASE("formulas of a program that are nested deeply end at a limit, not of the stack") {
  const auto chain = [](const Text& keyword, const Text& more) {
    Text lines;
    for (int i = 3; i < 9000; ++i) lines += keyword + " " + std::to_string(i) + more + "\n";
    return lines;
  };
  const Text reason = "a formula of the program is nested too deeply";
  for (const Text& deep : {chain("&", ""), chain("=", " 1"), chain("A", "")}) {
    refuse_command(deep + "assert 9000\n", "1", reason);   // looked through for ghosts
    refuse("", deep + "lemma 9000\n", reason);             // copied into the conditions
  }
  // term 13 + i is term 12 + i and 1
  Text sums;
  for (int i = 12; i < 9000; ++i) sums += "+ " + std::to_string(i) + " 5\n";
  refuse_command(sums + "l 9000 5\nassert 4\n", "1", reason);
  refuse("", sums + "l 9000 5\nlemma 4\n", reason);
}
