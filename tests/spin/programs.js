// Random finite programs, each as a Plato program and as a Promela model that makes the same steps. Neither text is made from the other.
"use strict";

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// What both languages say in the same way, but for the thread's own identifier, which is TID here.
const SHARED = ["x == 0", "x != 1", "x < 2", "b == 1", "b == 0", "m == 0", "m != 2", "f[1] == 1", "f[2] == 0"];
const OWN = ["u == 0", "u == x", "l == 1", "l == 0", "m == TID", "f[TID] == 1"];
// A variable, its values, and what may be assigned to it. Values are 0..1 where the variable is a bit.
const SHARED_STEPS = [["x", "0"], ["x", "1"], ["x", "2"], ["b", "1 - b"], ["b", "1"], ["b", "0"], ["f[1]", "b"], ["f[0]", "0"]];
const OWN_STEPS = [["u", "x"], ["u", "1"], ["x", "u"], ["l", "b"], ["b", "l"], ["l", "1 - l"], ["f[TID]", "1"], ["f[TID]", "l"], ["m", "TID"], ["l", "f[1]"]];
const TO_CHOOSE = [["x", 2], ["b", 1], ["u", 2], ["l", 1], ["f[TID]", 1]];

/** A program as a tree of statements. */
function makeProgram(random) {
  const below = (count) => Math.floor(random() * count);
  const one = (list) => list[below(list.length)];
  const chance = (percent) => random() * 100 < percent;
  const condition = () => (chance(60) ? one(SHARED) : one(OWN));
  const step = () => {
    if (chance(12)) return { kind: "havoc", of: one(TO_CHOOSE) };
    return { kind: "assign", of: chance(45) ? one(SHARED_STEPS) : one(OWN_STEPS) };
  };
  const some = (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make);
  const asserted = () => ({ kind: "assert", condition: `${condition()} || ${condition()}` });
  function statement(depth, procedures) {
    switch (below(procedures.length > 0 ? 13 : 11)) {
      case 0: return [{ kind: "if", condition: condition(), yes: block(1, depth, procedures), no: block(1, depth, procedures) }];
      case 1: return [{ kind: "await", condition: condition() }];
      case 2:
      case 3: return [asserted()];
      case 4: return [{ kind: "acquire" }, step(), step(), { kind: "release" }];
      case 5: return [{ kind: "choose", ways: [block(1, depth, procedures), block(2, depth, procedures)] }];
      case 6: return [{ kind: "while", condition: condition(), body: block(1, depth, procedures) }];
      case 7: return [{ kind: "atomic", when: condition(), steps: some(1, 2, step) }];
      case 8: return [{ kind: "assign", of: ["f[TID]", "1"] }, { kind: "if", condition: "f[3 - TID] == 0", yes: [step(), asserted()], no: [step()] }];
      case 11:
      case 12: return [{ kind: "call", procedure: one(procedures), argument: one(["0", "1", "u"]), takes: chance(50) }];
      default: return [step()];
    }
  }
  function block(length, depth, procedures) {
    if (depth === 0) return Array.from({ length }, step);
    return Array.from({ length }, () => statement(depth - 1, procedures)).flat();
  }
  // A procedure calls those before it, or itself with less.
  const procedures = [];
  for (let count = below(3); count > 0; --count) {
    const procedure = { name: `p${procedures.length}`, body: block(1 + below(3), 1, procedures), result: one(["x", "k", "1"]) };
    if (chance(PERCENT_RECURSIVE))
      procedure.body.push({ kind: "if", condition: "k > 0", yes: [step(), { kind: "call", procedure, argument: "k - 1", takes: false }, step()], no: [step()] });
    procedures.push(procedure);
  }
  return {
    procedures,
    members: 2 + (chance(25) ? 1 : 0),
    body: some(2, 5, () => statement(2, procedures)).flat(),
    other: chance(25) ? [{ kind: "assign", of: one(SHARED_STEPS) }, { kind: "assert", condition: `${one(SHARED)} || ${one(SHARED)}` }] : null,
    invariant: chance(20) ? `${one(SHARED)} || ${one(SHARED)} || ${one(SHARED)}` : null,
  };
}
const PERCENT_RECURSIVE = 40;

// ---- in Plato

const indented = (lines) => lines.map((line) => `  ${line}`);

function inPlato(program) {
  const say = (text, own) => text.replaceAll("TID", own);
  function lines(block, own) {
    return block.flatMap((s) => {
      switch (s.kind) {
        case "assign": return [`${say(s.of[0], own)} := ${say(s.of[1], own)};`];
        case "havoc": return [`havoc ${say(s.of[0], own)};`];
        case "await": return [`await ${say(s.condition, own)};`];
        case "assert": return [`assert ${say(s.condition, own)};`];
        case "acquire": return ["acquire(m);"];
        case "release": return ["release(m);"];
        case "if": return [`if (${say(s.condition, own)}) {`, ...indented(lines(s.yes, own)), "} else {", ...indented(lines(s.no, own)), "}"];
        case "while": return [`while (${say(s.condition, own)}) {`, ...indented(lines(s.body, own)), "}"];
        case "choose": return ["choose {", ...indented(lines(s.ways[0], own)), "} or {", ...indented(lines(s.ways[1], own)), "}"];
        case "atomic": return [`atomic { await ${say(s.when, own)}; ${lines(s.steps, own).join(" ")} }`];
        case "call": return [`${s.takes ? "u := " : ""}${s.procedure.name}(${s.argument});`];
        default: throw new Error(s.kind);
      }
    });
  }
  return [
    "var m: lock = 0", "var x: 0..2 = 0", "var b: 0..1 = 0", "var f: (0..1)[] = map(0)",
    ...(program.invariant ? [`invariant ${program.invariant}`] : []),
    ...program.procedures.flatMap((p) => [`procedure ${p.name}(k: 0..2) returns (r: 0..2) {`, "  var u: 0..2 = 0", "  var l: 0..1 = 0", ...indented(lines(p.body, "tid")),
      `  return ${p.result};`, "}"]),
    `thread T[i] for 1 <= i <= ${program.members} {`, "  var u: 0..2 = 0", "  var l: 0..1 = 0", ...indented(lines(program.body, "i")), "}",
    ...(program.other ? ["thread U = 7 {", ...indented(lines(program.other, "7")), "}"] : []), "",
  ].join("\n");
}

// ---- in Promela

// A call is what the procedure does, with variables of its own.
function inPromela(program) {
  let calls = 0;
  const declared = [];
  function lines(block, names) {
    const say = (text) => text.replaceAll("TID", "me").replace(/\b[ulk]\b/g, (name) => names[name]);
    const assign = ([place, value]) => `${say(place)} = ${say(value)}`;
    const havoc = ([place, most]) => `if ${Array.from({ length: most + 1 }, (_, value) => `:: ${say(place)} = ${value} `).join("")}fi`;
    const step = (s) => (s.kind === "assign" ? assign(s.of) : havoc(s.of));
    return block.flatMap((s) => {
      switch (s.kind) {
        case "assign":
        case "havoc": return [`${step(s)};`];
        case "await": return [`(${say(s.condition)});`];
        case "assert": return [`assert(${say(s.condition)});`];
        case "acquire": return ["atomic { m == 0 -> m = me };"];
        case "release": return ["atomic { assert(m == me); m = 0 };"];
        case "if": return ["if", `:: (${say(s.condition)}) ->`, ...indented(lines(s.yes, names)), `:: !(${say(s.condition)}) ->`, ...indented(lines(s.no, names)), "fi;"];
        case "while": return ["do", `:: (${say(s.condition)}) ->`, ...indented(lines(s.body, names)), `:: !(${say(s.condition)}) -> break`, "od;"];
        case "choose": return ["if", "::", ...indented(lines(s.ways[0], names)), "::", ...indented(lines(s.ways[1], names)), "fi;"];
        case "atomic": return [`atomic { (${say(s.when)}); ${s.steps.map(step).join("; ")} };`];
        case "call": {
          const number = ++calls;
          const own = { u: `u${number}`, l: `l${number}`, k: `k${number}` };
          if (s.depth > 3) return ["assert(false);"];   // an argument is at most 2, so that nobody comes here
          declared.push(...Object.values(own).map((name) => `byte ${name} = 0;`));
          const unfolded = s.procedure.body.map((inner) => deeper(inner, s.procedure, (s.depth ?? 0) + 1));
          return [`${own.k} = ${say(s.argument)};`, `${own.u} = 0;`, `${own.l} = 0;`, ...lines(unfolded, own),
            ...(s.takes ? [`${names.u} = ${s.procedure.result.replace("k", own.k)};`] : [])];
        }
        default: throw new Error(s.kind);
      }
    });
  }
  const process = (header, own, block) => {
    declared.length = 0;
    const body = indented(lines(block, { u: "u", l: "l", k: "k" }));
    return [`${header} {`, `  byte me = ${own};`, "  byte u = 0;", "  byte l = 0;", ...indented(declared), ...body, "  skip", "}"];
  };
  return [
    "byte m = 0;", "byte x = 0;", "byte b = 0;", "byte f[4];",
    ...process(`active [${program.members}] proctype T()`, "_pid + 1", program.body),
    ...(program.other ? process("active proctype U()", "7", program.other) : []),
    ...(program.invariant ? ["active proctype watcher() {", `  assert(${program.invariant})`, "}"] : []), "",
  ].join("\n");
}

/** The statement, with calls of the procedure one deeper. */
function deeper(statement, procedure, depth) {
  const all = (block) => block.map((inner) => deeper(inner, procedure, depth));
  switch (statement.kind) {
    case "call": return statement.procedure === procedure ? { ...statement, depth } : statement;
    case "if": return { ...statement, yes: all(statement.yes), no: all(statement.no) };
    case "while": return { ...statement, body: all(statement.body) };
    case "choose": return { ...statement, ways: statement.ways.map(all) };
    default: return statement;
  }
}

/** Two texts of one random program. */
function randomProgram(seed) {
  const program = makeProgram(randomNumbers(seed));
  return { plato: inPlato(program), promela: inPromela(program) };
}

module.exports = { randomProgram };
