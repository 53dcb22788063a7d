// The audit: what it looks for it finds, and what the README says of the theorems is what the build recorded.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { after, before, test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BUILD = process.env.PLATO_BUILD ?? path.join(ROOT, "build");
const LEAN = process.env.PLATO_LEAN ?? path.join(ROOT, "toolchain", "lean");
const { FORBIDDEN, forbiddenWords, foreignSymbols, parseLeanReport, withoutCommentsAndStrings } = require("../../audit/collect.js");

const record = JSON.parse(fs.readFileSync(path.join(BUILD, "audit", "audit.json"), "utf8"));

let scratch;
before(() => (scratch = fs.mkdtempSync(path.join(os.tmpdir(), "audit-test-"))));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

test("comments and strings do not count, nested comments neither", () => {
  const source = 'def a := "sorry" -- sorry\n/- sorry /- sorry -/ sorry -/ def b := 1\n';
  assert.strictEqual(withoutCommentsAndStrings(source), 'def a := "" \n def b := 1\n');
  assert.deepStrictEqual(forbiddenWords("x.lean", source), []);
});

test("each forbidden word is found, with its line, and not inside other words", () => {
  for (const word of FORBIDDEN) assert.deepStrictEqual(forbiddenWords("x.lean", `def a := 1\n  ${word} b\n`), [`x.lean:2: ${word}`]);
  assert.deepStrictEqual(forbiddenWords("x.lean", "theorem sorry_free : externals = partially := rfl\n"), []);
});

test("calls of Lean's library are found in emitted C", () => {
  const own = "LEAN_EXPORT lean_object* l_Plato_f(lean_object*);\nLEAN_EXPORT lean_object* l_Plato_f(lean_object* x_1) {\nreturn l_List_reverse(x_1);\n}\n";
  assert.deepStrictEqual(foreignSymbols([own]), ["l_List_reverse"]);
  assert.deepStrictEqual(foreignSymbols([own, "LEAN_EXPORT lean_object* l_List_reverse(lean_object* x_1) {}\n"]), []);
});

test("an unexpected line of Lean's report is an error", () => {
  assert.throws(() => parseLeanReport("theorem A ours=1 library=2 axioms= propext\n"), /no theorems/);
  assert.throws(() => parseLeanReport("warning: something\n"), /unexpected line/);
});

test("every theorem that the README names is in the record, with no axioms but Lean's three", () => {
  const readme = fs.readFileSync(path.join(ROOT, "README.md"), "utf8");
  const named = [...new Set([...readme.matchAll(/`(?:Plato\.)?(\w+_(?:sound|certified))`/g)].map((match) => `Plato.${match[1]}`))];
  assert.ok(named.length >= 3, `the README names the main theorems: ${named}`);
  const proved = new Map(record.theorems.map((theorem) => [theorem.name, theorem]));
  for (const name of named) assert.ok(proved.has(name), `${name} is not in the audit record`);
  for (const entry of [...record.theorems, record.modules])
    for (const axiom of entry.axioms) assert.ok(["propext", "Quot.sound", "Classical.choice"].includes(axiom), axiom);
});

test("the record covers every module of lean/ and proofs/", () => {
  const files = fs.readdirSync(path.join(ROOT, "lean"), { recursive: true })
    .concat(fs.readdirSync(path.join(ROOT, "proofs"), { recursive: true }))
    .filter((file) => file.endsWith(".lean"));
  assert.strictEqual(record.sources.files, files.length);
  // Plato.lean only imports the others.
  assert.strictEqual(record.modules.count, files.length - 1);
});

test("Lean's side of the audit fails on sorry, on an axiom and on trust in the compiler", () => {
  const audit = fs.readFileSync(path.join(ROOT, "audit", "Audit.lean"), "utf8")
    .replace(/^import all .*\n/gm, "")
    .replace(/^public meta import Lean.Util.FoldConsts\n/m, (line) => `${line}import all Flawed\n`)
    .replace(/^#audit.*\n/gm, "");
  const flaws = [
    ["theorem flaw : 1 = 2 := sorry", "sorryAx"],
    ["axiom wish : 1 = 2\ntheorem flaw : 1 = 2 := wish", "wish"],
    ["theorem flaw : 2 + 2 = 4 := by native_decide", "ofReduceBool"],
  ];
  const lean = (file, ...options) =>
    spawnSync(LEAN, [...options, file], { cwd: scratch, encoding: "utf8", env: { ...process.env, LEAN_PATH: scratch } });
  for (const [flaw, name] of flaws) {
    fs.writeFileSync(path.join(scratch, "Flawed.lean"), `module\n@[expose] public section\n${flaw}\n`);
    fs.writeFileSync(path.join(scratch, "Audit.lean"), `${audit}#audit_theorem flaw\n`);
    assert.strictEqual(lean("Flawed.lean", "-o", "Flawed.olean").status, 0, flaw);
    const result = lean("Audit.lean");
    assert.notStrictEqual(result.status, 0, flaw);
    assert.match(result.stdout + result.stderr, new RegExp(`audit: .*${name}`), flaw);
  }
});
