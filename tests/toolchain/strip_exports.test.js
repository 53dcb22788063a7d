// The export surgery, on a module that is then really run.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { stripExports } = require("../../toolchain/strip_exports.js");
const { smallModule, imports } = require("./small_module.js");

const isNamed = (name) => ["call", "table"].includes(name);
const stripped = () => stripExports(smallModule(), isNamed);
const instantiate = (binary) => new WebAssembly.Instance(new WebAssembly.Module(binary), imports());

test("the small module itself is valid and works", () => {
  const { exports } = instantiate(smallModule());
  assert.strictEqual(exports.one(), 10);
  assert.strictEqual(exports.call(3), 20);
});

test("only the named exports remain, and those which the linker needs", () => {
  const result = stripped();
  assert.deepStrictEqual(Object.keys(instantiate(result.binary).exports).sort(), ["call", "shared", "table"]);
  assert.deepStrictEqual(result.kept.sort(), ["call", "shared", "table"]);
  assert.strictEqual(result.total, 7);
});

test("each function that was exported can be called through its slot", () => {
  const { binary, symbols } = stripped();
  const { exports } = instantiate(binary);
  assert.strictEqual(exports.call(symbols.get("one")), 10);
  assert.strictEqual(exports.call(symbols.get("two")), 20);
});

test("a function that was in the table keeps its slot", () => {
  assert.strictEqual(stripped().symbols.get("two"), 3);
});

test("functions that were never exported get a slot, too", () => {
  const { binary, tableSize } = stripped();
  assert.strictEqual(tableSize, 8 + 3);
  const { table } = instantiate(binary).exports;
  const results = Array.from(
    { length: tableSize },
    (_, slot) => table.get(slot)?.length === 0 && table.get(slot)(),
  );
  assert.ok(results.includes(30));
});

test("constant data has its address as symbol, a variable has none", () => {
  const { symbols } = stripped();
  assert.strictEqual(symbols.get("datum"), 4096);
  assert.ok(!symbols.has("counter"));
});
