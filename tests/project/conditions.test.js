// The kinds of conditions have the same names, in the same order, in Lean's `Origin` and in C++'s table of them.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { execFileSync } = require("node:child_process");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");

/** The constructors of Lean's `Origin`, as the kernel's words: relyReflexive is rely-reflexive. */
function kindsInLean() {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "lean/"], { cwd: ROOT, encoding: "utf8" })
    .split("\n").filter((file) => file.endsWith(".lean") && fs.existsSync(path.join(ROOT, file)));
  const owners = files.filter((file) => /^inductive Origin where$/m.test(read(file)));
  assert.strictEqual(owners.length, 1, "Origin is defined in one file");
  const [, body] = read(owners[0]).match(/^inductive Origin where\n([^]*?)\n\n/m);
  return [...body.matchAll(/^ {2}\| (\w+)/gm)].map((m) => m[1].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

test("the kinds of conditions are the same in Lean and in C++", () => {
  const kinds = kindsInLean();
  const header = read("cpp/thread_modular/condition_kinds.hpp");
  const [, body] = header.match(/enum class ConditionKind : std::uint8_t \{([^]*?)\};/);
  assert.deepStrictEqual([...body.matchAll(/(\w+),/g)].map((m) => m[1].replaceAll("_", "-")), kinds);
  const rows = [...read("cpp/thread_modular/condition_kinds.cpp").matchAll(/\.word = "([a-z-]+)"/g)].map((m) => m[1]);
  assert.deepStrictEqual(rows, kinds);
});
