// The method `procedures`: its lines, the witness and what it must not do, calls and what callers list, scopes.
//
// As in outline_test.cpp, these certificates end before the first refutation. So the kernel's answer shows which
// outline it accepts: one whose conditions it would now like to see refuted.

#include <catch2/catch.hpp>
#include <string>

#include "support/kernel_answer.hpp"

using namespace plato_test;
using Text = std::string;

namespace {

// Variable 0 is the integer x, 1 the map m, 2 the witness w, 3 the ghost g. Terms: 1 x, 2 x', 3 the thread, 4 m, 5 m',
// 6 the numeral 0, 7 the numeral 1, 8 the numeral 2, 9 x + 1, 10 w, 11 w - 1, 12 m'[thread], 13 m with its entry of the
// thread from m', 14 m[thread], 15 w'. Entries: 1 true, 2 x' = x, 3 x' = x + 1, 4 w = 0, 5 w = 1, 6 w = 2, 7 0 = w, 8
// w' = 0, 9 w <= 0. Places: 1 x, 2 w, 3 m[thread], 4 g.
const Text beginning =
    "plato certificate 2\nclaim safe\nint 0 x\nmap 1 m\nint 2 w\nint 3 g\nv 0 0\nv 0 1\ny 0\nv 1 0\nv 1 1\nn 0\nn 1\nn "
    "2\n"
    "+ 1 7\nv 2 0\n- 10 7\ns 5 3\nu 4 3 12\ns 4 3\nv 2 1\nt\ne 2 1\ne 2 9\ne 10 6\ne 10 7\ne 10 8\ne 6 10\ne 15 6\nl "
    "10 6\n"
    "place 0\nplace 2\nplace 1 3\nplace 3\n";

// Command 1 is x := x + 1, 2 does nothing. Statement 1 is the body of procedure 1, statement 2 calls it.
const Text increment = "assign 1 9\nassign\natomic 1\nprocedure 1\ncall 1\nfamily 1 2\n";

const Text witness = "witness 2 4 5\n";
const Text counting = "assign 1 9 2 11\n";   // command 3: x, w := x + 1, w - 1
const Text abstraction = "abstraction 1 1 2 1 1 3\n";
const Text commit = "commit 1 3\n";
const Text through = "through 0 1 1\n";
const Text contract = "contract 0 1 1\n";

Text answer_to(const Text& program, const Text& outline, const Text& method = "procedures") {
  return answer(beginning + program + "by " + method + "\n" + outline + "proof\n");
}
void accept(const Text& program, const Text& outline) {
  INFO(program << "by procedures\n" << outline);
  const Text found = answer_to(program, outline);
  INFO(found);
  CHECK(found.find("the line 'condition' before the refutation") != Text::npos);
}
void refuse(const Text& program, const Text& outline, const Text& why) {
  INFO(program << "by procedures\n" << outline);
  const Text found = answer_to(program, outline);
  INFO(found);
  CHECK(found.find(why) != Text::npos);
}
// The same for `increment`, with all lines but the ones that are given.
void accept_abstraction(const Text& line) {
  accept(increment, witness + line + counting + commit + through + contract);
}
void refuse_abstraction(const Text& line, const Text& why) {
  refuse(increment, witness + line + counting + commit + through + contract, why);
}

Text repeated(const Text& text, int count) {
  Text all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

const Text influence = "mentions a ghost variable";
const Text another_command = "without its assignments to ghost variables, the command is another one";
const Text not_counted = "the abstraction has more actions than the line 'witness' counts";

}   // namespace

TEST_CASE("a procedure has an abstraction, and a witness counts its actions") {
  accept(increment, witness + abstraction + counting + commit + through + contract);
  accept(increment, contract + counting + commit + through + witness + abstraction);   // in another order
  accept(increment, "witness 2 4\nabstraction 1 1 1 1 1\n" + through + contract);      // no action
  accept(increment, "witness 2 4 5 6\nabstraction 1 1 2 1 1 3 3\n" + through + contract);
  accept(increment, witness + contract);   // no abstraction: the call is the body
  // Procedure 2 calls procedure 1, and so does the thread, which calls both.
  const Text two = "assign 1 9\nassign\natomic 1\nprocedure 1\ncall 1\nprocedure 2\ncall 2\nseq 2 3\nfamily 1 4\n";
  const Text both = witness + abstraction + "abstraction 2 1 2 1 1 3\nassign 2 11\ncommit 2 3\ncalls 2 1 1\n";
  accept(two, both + "through 0 1 1 2\n" + contract);
  accept(two, both + "through 0 1 2 1\n" + contract);
  refuse(two, both + "through 0 1 2\n" + contract, "procedure 1 has an abstraction and is called");
  refuse(two, both + "through 0 1 1\n" + contract, "procedure 2 has an abstraction and is called");
}

TEST_CASE("an abstraction needs the witness before it") {
  refuse(increment, abstraction + witness + through + contract, not_counted);
  refuse(increment, abstraction + through + contract, not_counted);
  refuse(increment, contract, "a line 'witness' in the outline");   // even if there is no abstraction
  refuse(increment, witness + witness + contract, "the witness is given twice");
  refuse(increment, "witness 2\nabstraction 1 1 2 1 1\n" + through + contract, not_counted);
  refuse(increment, "witness 2 4\n" + abstraction + through + contract, not_counted);
  refuse(increment, "witness 2 4 5\nabstraction 1 1 2 1 1 3 3\n" + through + contract, not_counted);
}

TEST_CASE("the witness' literals say that it is 0, 1, …") {
  const auto refuse_counts = [](const Text& literals, int value) {
    refuse(increment, "witness 2 " + literals + "\n" + abstraction + through + contract,
           "this literal does not say that the witness is " + std::to_string(value));
  };
  refuse_counts("5 4", 1);
  refuse_counts("4 4", 1);
  refuse_counts("4 6", 1);
  refuse_counts("5 5", 0);
  refuse_counts("1 5", 0);    // true
  refuse_counts("-5 5", 0);   // w is not 1
  refuse_counts("7 5", 0);    // the other way round
  refuse_counts("8 5", 0);    // after a step
  refuse_counts("9 5", 0);    // at most 0
  refuse_counts("4 1", 1);
  refuse_counts("4 -4", 1);
  // of another variable
  refuse(increment, "witness 0 4 5\n" + abstraction + through + contract, "does not say that the witness is 1");
  refuse(increment, "witness 2 4 99\n" + abstraction + through + contract, "there is no entry 99");
}

TEST_CASE("lines of procedures take the numbers they take, of what is there") {
  refuse_abstraction("abstraction 1 1 2 1\n", "this shape takes 5 numbers, found 4");
  refuse_abstraction("abstraction 1\n", "this shape takes 5 numbers, found 1");
  refuse_abstraction("abstraction 1 1 2 1 1 99\n", "there is no entry 99");
  refuse_abstraction("abstraction 2 1 2 1 1 3\n", "there is no procedure 2");
  refuse_abstraction("abstraction 0 1 2 1 1 3\n", "there is no procedure 0");
  refuse_abstraction(abstraction + abstraction, "the abstraction of this procedure is given twice");
  const Text all = witness + abstraction + counting;
  const auto refuse_line = [&all](const Text& line, const Text& why) { refuse(increment, all + line + contract, why); };
  refuse_line("through 0\n", "what happens through calls");
  refuse_line("through 0 99 1\n", "there is no entry 99");
  refuse_line("through 1 1 1\n", "the program has no family 1");
  refuse_line("through 0 1 -1\n", "the number of a procedure, which is not negative");
  refuse_line(repeated(through, 17), "fewer lines about what this one calls");
  refuse_line("calls 1\n", "what happens through calls");
  refuse_line("calls 2 1 1\n", "there is no procedure 2");
  refuse_line("calls 1 99 1\n", "there is no entry 99");
  refuse_line(repeated("calls 1 1 1\n", 17), "fewer lines about what this one calls");
  refuse_line("writes 1 0\nwrites 1 0\n", "what this procedure writes is given twice");
  refuse_line("writes 2 0\n", "there is no procedure 2");
  refuse_line("writes 1 -1\n", "expected");
  refuse_line("uses 0 0\nuses 0 0\n", "what this unit uses is given twice");
  refuse_line("uses 2 0\n", "the program has no family 2");
  refuse_line(commit + commit, "the commit of this statement is given twice");
  refuse_line("commit 1 99\n", "there is no command 99");
  refuse_line("commit 9 3\n", "there is no statement 9");
  refuse_line("commit 1 -3\n", "the number of a command, which is not negative");
}

TEST_CASE("an abstraction has at most 252 actions, a commit 256 commands, and a line 255 procedures") {
  Text numerals, counts, numbers;   // from term 16 on, and from entry 10 on
  for (int k = 0; k <= 253; ++k) {
    numerals += "n " + std::to_string(k) + "\n";
    counts += "e 10 " + std::to_string(16 + k) + "\n";
    numbers += " " + std::to_string(10 + k);
  }
  const Text many = numerals + counts + "witness 2" + numbers + "\n";
  accept(increment, many + "abstraction 1 1 2 1 1" + repeated(" 3", 252) + "\n" + through + contract);
  refuse(increment, many + "abstraction 1 1 2 1 1" + repeated(" 3", 253) + "\n" + through + contract, not_counted);
  const Text all = witness + abstraction + contract;
  accept(increment, all + through + "commit 2" + repeated(" 2", 256) + "\n");
  refuse(increment, all + through + "commit 2" + repeated(" 2", 257) + "\n", "at most 256 commands");
  accept(increment, all + "through 0 1" + repeated(" 1", 255) + "\n");
  refuse(increment, all + "through 0 1" + repeated(" 1", 256) + "\n", "at most 255 procedures");
  accept(increment, all + repeated(through, 16));
}

TEST_CASE("a procedure changes only what it is said to write") {
  const auto with = [](const Text& line) {
    return witness + abstraction + line + counting + commit + through + contract;
  };
  accept(increment, with("writes 1 0\n"));
  accept(increment, with("writes 1 3 0 1\n"));
  refuse(increment, with("writes 1\n"),
         "variable 0 may be changed, but the line 'writes' of the procedure does not list it");
  refuse(increment, with("writes 1 1 3\n"), "variable 0 may be changed");
  // before the abstraction there is nothing to say it of
  refuse(increment, witness + "writes 1 0\n" + abstraction + through + contract,
         "the abstraction of this procedure before");
  // a procedure that is called by its abstraction writes no more, and says so
  const Text two = "assign 1 9\nassign\natomic 1\nprocedure 1\ncall 1\nprocedure 2\ncall 2\nfamily 1 3\n";
  const auto nested = [](const Text& lines) {
    return witness + abstraction + "abstraction 2 1 1 1 1\n" + lines + counting + commit +
           "calls 2 1 1\nthrough 0 1 2\n" + contract;
  };
  accept(two, nested("writes 1 0\nwrites 2 0\n"));
  accept(two, nested("writes 1 0\n"));
  refuse(two, nested("writes 2 0\n"), "procedure 1 is called, of which no line says what it writes");
  refuse(two, nested("writes 1 0 1\nwrites 2 0\n"), "variable 1 may be changed");
}

TEST_CASE("who calls a procedure with an abstraction lists it") {
  const Text all = witness + abstraction + counting + commit;
  const Text unlisted = "procedure 1 has an abstraction and is called, but the line of the caller does not list it";
  refuse(increment, all + contract, unlisted);
  refuse(increment, all + "through 0 1\n" + contract, unlisted);
  refuse(increment, all + "through 0 1 2\n" + contract, unlisted);
  refuse(increment, all + "calls 1 1 1\n" + contract, unlisted);   // which is the line of another one
  accept(increment, all + "through 0 1 7 1\n" + contract);         // what it does not call may be in the list
  // nor is it called by a thread with an explicit outline
  refuse(increment, all + through + "explicit 0 1 1 1\n", unlisted);
  // p() { x := x + 1; p() }
  const Text recursive = "assign 1 9\nassign\natomic 1\ncall 1\nseq 1 2\nprocedure 3\nfamily 1 2\n";
  accept(recursive, all + "calls 1 1 1\n" + through + contract);
  refuse(recursive, all + through + contract, unlisted);
  refuse(recursive, witness + through + contract, "a recursive procedure without an abstraction is called");
  // p() { q() }, q() { p() }: one abstraction is enough if q comes before p
  const Text mutual = "call 2\nprocedure 1\ncall 1\nprocedure 2\nassign 1 9\nfamily 1 2\n";
  accept(mutual, witness + "abstraction 2 1 2 1 1\ncalls 2 1 2\n" + "through 0 1 2\n" + contract);
  refuse(mutual, witness + "abstraction 1 1 2 1 1\ncalls 1 1 1\n" + through + contract,
         "a recursive procedure without an abstraction is called");
}

TEST_CASE("only the method procedures proves abstractions") {
  const Text all = witness + abstraction + counting + commit + through + contract;
  CHECK(answer_to(increment, all, "thread-modular").find("by procedures") != Text::npos);
  CHECK(answer_to(increment, witness + contract, "thread-modular").find("the line 'condition'") != Text::npos);
  // and it proves only what is claimed of programs
  for (const Text claim : {"goes wrong", "breaks post"})
    CHECK(answer("plato certificate 2\nclaim " + claim + "\nt\nby procedures\nproof\n").find("by schedule") !=
          Text::npos);
  CHECK(answer("plato certificate 2\nclaim unsatisfiable\nt\nby procedures\nproof\n").find("by refutation") !=
        Text::npos);
}

TEST_CASE("the witness does not influence the body, nor does an abstraction mention it") {
  const auto refuse_body = [](const Text& commands, const Text& command) {
    refuse("assign\n" + commands + "atomic " + command + "\nprocedure 1\ncall 1\nfamily 1 2\n",
           witness + abstraction + through + contract, "a command " + influence);
  };
  refuse_body("assign 1 10\n", "2");   // is assigned
  refuse_body("assign 2 9\n", "2");    // is assigned to
  refuse_body("assign 2 11\n", "2");   // even as a commit
  refuse_body("havoc 2\n", "2");
  refuse_body("when 4\n", "2");
  refuse_body("assert -5\n", "2");
  refuse_body("if 9 1 1\n", "2");
  refuse_body("operation 1 8 1 1\n", "2");
  refuse_body("operation 1 1 1 2\n", "2");
  refuse_abstraction("abstraction 1 8 2 1 1 3\n", "a procedure's rely " + influence);
  refuse_abstraction("abstraction 1 1 4 1 1 3\n", "an idle step " + influence);
  refuse_abstraction("abstraction 1 1 2 5 1 3\n", "what a procedure requires " + influence);
  refuse_abstraction("abstraction 1 1 2 1 4 3\n", "what a procedure ensures " + influence);
  refuse_abstraction("abstraction 1 1 2 1 1 8\n", "an action " + influence);
  refuse_abstraction("abstraction 1 1 2 1 -4 3\n", "what a procedure ensures " + influence);
  accept_abstraction("abstraction 1 2 2 1 2 3\n");
  // in a thread and in a procedure without an abstraction it is a variable like any other
  accept("assign 2 9\natomic 1\nprocedure 1\nskip\nprocedure 2\ncall 1\nfamily 1 3\n", witness + contract);
  // but not where the body of one with an abstraction has it in it
  refuse("assign 2 9\natomic 1\nprocedure 1\ncall 1\nprocedure 2\ncall 2\nfamily 1 3\n",
         "witness 2 4\nabstraction 2 1 2 1 1\nthrough 0 1 2\n" + contract, "a command " + influence);
  // the witness is no ghost of the program that only happens to have its name
  refuse("assign 4 9\nassign\natomic 1\nprocedure 1\ncall 1\nfamily 1 2\n",
         "ghost 3\n" + witness + abstraction + through + contract, "a command " + influence);
}

TEST_CASE("a commit changes the witness, and nothing else") {
  const auto accept_commit = [](const Text& commands, const Text& line) {
    accept(increment, witness + abstraction + commands + line + through + contract);
  };
  const auto refuse_commit = [](const Text& commands, const Text& line, const Text& why) {
    refuse(increment, witness + abstraction + commands + line + through + contract, why);
  };
  // of an operation: command 3
  accept_commit(counting, "commit 1 3\n");
  accept_commit("assign 2 11 1 9\n", "commit 1 3\n");
  accept_commit("assign 2 11\nthen 1 3\n", "commit 1 4\n");
  accept_commit("assign 2 11\nthen 3 1\n", "commit 1 4\n");
  accept_commit("assign 2 6\nthen 1 3\n", "commit 1 4\n");   // whatever it is set to: the step shows what is right
  accept_commit("", "commit 1 1\n");
  accept_commit("", "commit 1\n");               // none is the same as no line
  accept_commit(counting, "commit 1 3 3 2\n");   // the first one counts
  refuse_commit("assign 2 11\n", "commit 1 3\n", another_command);
  refuse_commit("assign 1 7 2 11\n", "commit 1 3\n", another_command);
  refuse_commit("assign 1 9 1 9 2 11\n", "commit 1 3\n", another_command);
  refuse_commit("when 1\nthen 1 3\n", "commit 1 4\n", another_command);
  refuse_commit("assign 1 9 4 9\n", "commit 1 3\n", another_command);   // g is no ghost here
  refuse_commit("assign 2 11\nif 1 3 2\nthen 1 4\n", "commit 1 5\n", another_command);
  // of a call, after each of its actions
  accept_commit("assign 2 11\n", "commit 2 3\n");
  // recursion: commits of a call are looked at where a body has them
  const Text recursive = "assign 1 9\nassign\natomic 1\ncall 1\nseq 1 2\nprocedure 3\nfamily 1 2\n";
  const Text lists = witness + abstraction + "calls 1 1 1\n" + through + contract;
  const Text no_commit = "a command after an action of a call may only assign to the witness";
  accept(recursive, lists + "assign 2 11\ncommit 2 3\n");
  accept(recursive, lists + "assign 2 11\nthen 3 3\ncommit 2 4\n");
  accept(recursive, lists + "commit 2 2\n");
  accept(recursive, lists + "commit 2 2 2 2\n");
  refuse(recursive, lists + "commit 2 1\n", no_commit);
  refuse(recursive, lists + "commit 2 2 1\n", no_commit);
  refuse(recursive, lists + counting + "commit 2 3\n", no_commit);
  refuse(recursive, lists + "when 1\ncommit 2 3\n", no_commit);
  refuse(recursive, lists + "havoc 2\ncommit 2 3\n", no_commit);
  refuse(recursive, lists + "assign 2 11\nif 1 3 2\ncommit 2 4\n", no_commit);
  refuse(recursive, lists + "ghost 3\nassign 4 7\ncommit 2 3\n", no_commit);
  // of nothing else
  refuse(recursive, lists + "commit 3 2\n", "expected the number of an operation or a call");
  const Text others =
      "assign 1 9\nassign\nskip\natomic 1\nchoice 1 2\nloop 3\nblock 4\nscope 5 1\nprocedure 6\ncall 1\nfamily 1 7\n";
  for (const Text statement : {"1", "3", "4", "5", "6"})
    refuse(others, witness + abstraction + through + contract + "restore 6 13\ncommit " + statement + " 2\n",
           "expected the number of an operation or a call");
}

TEST_CASE("commits see ghosts as the proof has them") {
  const Text ghost = "ghost 3\nassign 1 9 4 7\nupdate 1 3\n";
  accept(increment, witness + abstraction + ghost + "assign 1 9 4 7 2 11\ncommit 1 4\n" + through + contract);
  refuse(increment, witness + abstraction + ghost + "assign 1 9 2 11\ncommit 1 4\n" + through + contract,
         another_command);
  // the witness is no ghost of the proof
  refuse(increment, "ghost 2\nassign 1 9 2 11\nupdate 1 3\n" + witness + abstraction + through + contract,
         "a command " + influence);
  // nor does a value of a ghost depend on it
  refuse(increment, "ghost 3\nassign 1 9 4 10\nupdate 1 3\n" + witness + abstraction + through + contract,
         "a command " + influence);
}

TEST_CASE("a scope says how its variables are given back") {
  const Text body = "assign 3 7\natomic 1\nscope 1 1\nfamily 1 2\n";
  accept(body, witness + "restore 2 13\n" + contract);
  CHECK(answer_to(body, "restore 2 13\n" + contract, "thread-modular").find("the line 'condition'") != Text::npos);
  const Text each = "expected one term for each variable of the scope";
  refuse(body, witness + contract, each);
  refuse(body, witness + "restore 2\n" + contract, each);
  refuse(body, witness + "restore 2 13 13\n" + contract, each);
  refuse(body, witness + "restore 2 13\nrestore 2 13\n" + contract, "what this scope gives back is given twice");
  refuse(body, witness + "restore 1 13\n" + contract, "expected the number of a scope");
  refuse(body, witness + "restore 9 13\n" + contract, "there is no statement 9");
  const Text wrong = "this term does not give the thread's entry of variable 1 back";
  const auto refuse_term = [&](const Text& lines, const Text& term) {
    refuse(body, witness + lines + "restore 2 " + term + "\n" + contract, wrong);
  };
  refuse_term("", "4");              // m as it is
  refuse_term("", "5");              // all of m, of others, too
  refuse_term("", "7");              // a numeral
  refuse_term("", "99");             // no term
  refuse_term("u 4 3 14\n", "16");   // its own entry as it is
  refuse_term("u 5 3 14\n", "16");   // the versions exchanged
  refuse_term("u 5 3 12\n", "16");
  refuse_term("u 4 7 12\n", "16");          // at another index
  refuse_term("s 5 7\nu 4 3 16\n", "17");   // from another index
  refuse_term("y 1\nu 4 16 12\n", "17");
  refuse_term("u 4 3 7\n", "16");
  refuse_term("v 1 2\ns 16 3\nu 4 3 17\n", "18");
  refuse_term("v 0 1\ns 16 3\nu 4 3 17\n", "18");   // another variable's entry
  refuse_term("u 1 3 12\n", "16");
  refuse_term("u 4 3 12\nu 16 3 12\n", "17");
  // one term for each, in their order
  const Text two = "assign 3 7\natomic 1\nscope 1 1 4\nfamily 1 2\n";
  const Text other = "v 4 0\nv 4 1\ns 17 3\nu 16 3 18\n";   // term 19, for variable 4
  accept(two, witness + other + "restore 2 13 19\n" + contract);
  refuse(two, witness + other + "restore 2 19 13\n" + contract, wrong);
  refuse(two, witness + other + "restore 2 13 13\n" + contract, "the thread's entry of variable 4 back");
  refuse(two, witness + other + "restore 2 13\n" + contract, each);
}

TEST_CASE("a scope has no ghosts, in a body no witness, and no exits and no explicit outline") {
  const Text body = "assign 3 7\natomic 1\nscope 1 1\nfamily 1 2\n";
  refuse(body, "ghost 1\n" + witness + "restore 2 13\n" + contract, influence);
  const Text witnessed = "assign\natomic 1\nscope 1 2\nprocedure 2\ncall 1\nfamily 1 3\n";
  const Text term = "s 15 3\nu 10 3 16\nrestore 2 17\n";
  refuse(witnessed, witness + "abstraction 1 1 1 1 1\n" + term + through + contract, "a scope " + influence);
  refuse(body, witness + "restore 2 13\nat 1 1\nexplicit 0 1 1 1\n", "in an explicit outline");
  refuse("exit 0\nscope 1 1\nblock 2\nfamily 1 3\n", witness + "restore 2 13\n" + contract,
         "must have a block for each of its exits");
  // also the body of a procedure with an abstraction has a block for each of its exits
  refuse("exit 0\nprocedure 1\ncall 1\nblock 2\nfamily 1 3\n", witness + "abstraction 1 1 1 1 1\n" + through + contract,
         "must have a block for each of its exits");
}
