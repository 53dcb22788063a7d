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

// The letters or words of a list of readers in a file of the kernel.
function listed(file, name) {
  const source = read(`lean/Plato/${file}`);
  const start = source.indexOf(`def ${name} :`);
  assert.notStrictEqual(start, -1, `no list ${name} in ${file}`);
  const list = source.slice(start, source.indexOf("\n\n", start));
  const found = [...list.matchAll(/^ {2}\((?:'(.)'|"([a-z A-Z-]+)(?:\\n)?"\.toUTF8), /gm)].map((m) => m[1] ?? m[2]);
  assert.ok(found.length >= 4, `${name}: ${found}`);
  return found;
}

test("the page lists every claim", () => {
  assert.deepStrictEqual(column("claim"), listed("Certificate/Reader.lean", "claimLines").map((line) => line.replace("claim ", "")));
});

test("the page lists every kind of step", () => {
  assert.deepStrictEqual(column("step").sort(), listed("Certificate/Reader.lean", "stepReaders").sort());
});

test("the page lists every instruction of arithmetic lemmas", () => {
  const letters = [...read("lean/Plato/Refutation/Arithmetic.lean").matchAll(/letter == '(.)'\.toUInt8 then/g)].map((m) => m[1]);
  assert.deepStrictEqual(column("instruction").sort(), letters.sort());
});

test("the format's page has every letter and word that the kernel reads", () => {
  const format = read("certificates/FORMAT.md");
  const lists = [
    ["Certificate/Reader.lean", "claimLines"],
    ["Certificate/Reader.lean", "stepReaders"],
    ["Certificate/Reader.lean", "tableReaders"],
    ["Certificate/Reader.lean", "methodLines"],
    ["Program/Reader.lean", "programReaders"],
    ["ThreadModular/Reader.lean", "outlineReaders"],
    ["Replay/Reader.lean", "eventReaders"],
  ];
  for (const [file, name] of lists)
    for (const word of listed(file, name)) {
      const written = [`\`${word}\``, `\`${word} `, `<code>&#${word.charCodeAt(0)}; `];
      assert.ok(written.some((text) => format.includes(text)), `${name}: ${word}`);
    }
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
