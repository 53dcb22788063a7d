// How a Lean process ends: exit codes, outputs that were asked for, the words for a crash.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { exitCode, requestedOutputs, describe } = require("../../toolchain/runtime/process_end.js");

const garbage = 7368984;

test("an exit code is passed on", () => {
  for (const code of [0, 1, 2, 255]) assert.strictEqual(exitCode(code, ["A.lean"]), code);
});

test("without an exit code, only a request for information succeeds", () => {
  assert.strictEqual(exitCode(garbage, ["-j1", "--version"]), 0);
  assert.strictEqual(exitCode(garbage, ["--deps", "A.lean"]), 0);
  assert.strictEqual(exitCode(garbage, ["A.lean"]), 1);
  assert.strictEqual(exitCode(garbage, []), 1);
  assert.strictEqual(exitCode(-8, ["A.lean"]), 1);
});

test("the outputs are found however they are written", () => {
  assert.deepStrictEqual(requestedOutputs(["-o", "a.olean", "-cb.c", "--i=c.ilean", "A.lean"]), [
    "a.olean",
    "b.c",
    "c.ilean",
  ]);
  assert.deepStrictEqual(requestedOutputs(["-j1", "-s", "65536", "-DwarningAsError=true", "A.lean"]), []);
});

test("a crash is described in one line", () => {
  assert.match(describe(new RangeError("Maximum call stack size exceeded")), /stack overflow/);
  assert.strictEqual(describe(new Error("first\nsecond")), "first");
  assert.strictEqual(describe(new Error("Aborted(x). Build with -sASSERTIONS for more info.")), "Aborted(x)");
  assert.match(describe(283165960), /exception that nobody caught/);
});
