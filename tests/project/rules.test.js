// docs/logic.md describes every rule of the kernel: its tables are compared with the Lean sources, and the theorems it
// names must be there.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const page = read("docs/logic.md");

// The first column of the table under a header that starts with `title`.
function column(title) {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${title} |`));
  assert.notStrictEqual(start, -1, `no table of ${title}`);
  const cells = [];
  for (let i = start + 2; lines[i].startsWith("|"); ++i) cells.push(lines[i].split("|")[1].trim().replaceAll("`", ""));
  return cells;
}

// The lines of the reader that make a step of a proof, by their letters.
function stepLetters() {
  const steps = ["rup", "arithmetic", ".delete", ".definition", ".congruence", ".maps", ".cases", ".instantiate", ".generalize"];
  const letters = [];
  for (const line of read("lean/Plato/Certificate/Reader.lean").split("\n")) {
    const found = line.match(/letter == (\d+) then (.*?)\s+-- (.)$/);
    if (!found) continue;
    assert.strictEqual(String.fromCharCode(Number(found[1])), found[3], line);
    if (steps.some((step) => ` ${found[2].replace(/[()]/g, " ")} `.includes(` ${step} `))) letters.push(found[3]);
  }
  assert.strictEqual(letters.length, steps.length, "every kind of step has a letter");
  return letters;
}

test("the page lists every claim", () => {
  const claims = [...read("lean/Plato/Certificate/Reader.lean").matchAll(/"claim ([a-z ]+)\\n"/g)].map((m) => m[1]);
  assert.deepStrictEqual(column("claim"), claims);
});

test("the page lists every kind of step", () => {
  assert.deepStrictEqual(column("step").sort(), stepLetters().sort());
});

test("the page lists every instruction of arithmetic lemmas", () => {
  const letters = [...read("lean/Plato/Refutation/Arithmetic.lean").matchAll(/instruction\.letter == (\d+) then/g)];
  assert.deepStrictEqual(column("instruction").sort(), letters.map((m) => String.fromCharCode(Number(m[1]))).sort());
});

test("the page lists every map axiom", () => {
  const numbers = [...read("lean/Plato/Refutation/Maps.lean").matchAll(/\/-- Axioms? (\d)(?: to (\d))?:/g)];
  const all = numbers.flatMap(([, first, last]) => {
    const list = [];
    for (let n = Number(first); n <= Number(last ?? first); ++n) list.push(String(n));
    return list;
  });
  assert.deepStrictEqual(column("axiom"), all);
});

test("the page lists every term of the logic", () => {
  const source = read("lean/Plato/Meaning/Formula.lean");
  const terms = source.slice(source.indexOf("inductive Term"), source.indexOf("inductive Formula"));
  const constructors = [...terms.matchAll(/^ {2}\| (\w+)/gm)].map((m) => m[1]);
  assert.deepStrictEqual(column("term").flatMap((cell) => cell.split(", ")), constructors);
});

test("the theorems that the page names are proved", () => {
  const proofs = [];
  const collect = (folder) => {
    for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }))
      if (entry.isDirectory()) collect(path.join(folder, entry.name));
      else proofs.push(read(path.join(folder, entry.name)));
  };
  collect("proofs");
  const named = [...page.matchAll(/`(\w+_(?:sound|injective)|holds_\w+)`/g)].map((m) => m[1]);
  assert.ok(named.length >= 12);
  for (const name of named) assert.ok(proofs.some((text) => text.includes(`theorem ${name} `)), name);
});
