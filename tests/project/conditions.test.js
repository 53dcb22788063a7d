// The kinds of conditions have the same names, in the same order, in lean/Plato/ThreadModular/Kinds.lean and in lean/Plato/Reduction, and in C++'s table of them.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");

/** The kernel's words for the kinds, in the order of their definitions, whose names are the words in camel case. */
function kindsInLean() {
  const files = ["ThreadModular/Kinds", "Reduction/Movers", "Reduction/Plan", "Reduction/Block"].map((name) => `lean/Plato/${name}.lean`);
  const kinds = [...files.map(read).join("\n").matchAll(/^def (\w+).*: Origin := ⟨"([a-z-]+)"/gm)];
  for (const [, name, word] of kinds) assert.strictEqual(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), word);
  return kinds.map(([, , word]) => word);
}

test("the kinds of conditions are the same in Lean and in C++", () => {
  const kinds = kindsInLean();
  const header = read("cpp/thread_modular/condition_kinds.hpp");
  const [, body] = header.match(/enum class ConditionKind : std::uint8_t \{([^]*?)\};/);
  assert.deepStrictEqual([...body.matchAll(/(\w+),/g)].map((m) => m[1].replaceAll("_", "-")), kinds);
  const rows = [...read("cpp/thread_modular/condition_kinds.cpp").matchAll(/\.word = "([a-z-]+)"/g)].map((m) => m[1]);
  assert.deepStrictEqual(rows, kinds);
});
