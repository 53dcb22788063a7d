// The symbol table: what is put in is found, what is not is not, and a clash of hashes is refused.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const symbols = require("../../toolchain/runtime/symbol_table.js");

const many = new Map(Array.from({ length: 20000 }, (_, i) => [`l_Some_Name_${i}___boxed`, i + 1]));

test("every name is found, other names are not", () => {
  const table = symbols.build(many);
  for (const [name, address] of many) assert.strictEqual(symbols.lookup(table, name), address);
  for (let i = 0; i < 20000; i++) assert.strictEqual(symbols.lookup(table, `l_Other_Name_${i}`), 0);
});

test("the table survives being written to a file, at whatever offset it is read", () => {
  const bytes = symbols.toBytes(symbols.build(many));
  const shifted = Buffer.concat([Buffer.alloc(1), bytes]).subarray(1);
  for (const copy of [Buffer.from(bytes), shifted]) {
    assert.strictEqual(symbols.lookup(symbols.fromBytes(copy), "l_Some_Name_77___boxed"), 78);
  }
});

test("a file of the wrong size is rejected", () => {
  const bytes = symbols.toBytes(symbols.build(many));
  assert.throws(() => symbols.fromBytes(bytes.subarray(4)), /not the size of a table/);
  assert.throws(() => symbols.fromBytes(Buffer.alloc(0)), /not the size of a table/);
});

test("the empty table and the empty name are no exception", () => {
  const table = symbols.build(new Map());
  assert.strictEqual(symbols.lookup(table, "main"), 0);
  assert.strictEqual(symbols.lookup(symbols.build(new Map([["", 5]])), ""), 5);
});

test("address 0 means that there is no such symbol", () => {
  const table = symbols.build(
    new Map([
      ["weak", 0],
      ["main", 1],
    ]),
  );
  assert.strictEqual(symbols.lookup(table, "weak"), 0);
  assert.strictEqual(symbols.lookup(table, "main"), 1);
});

test("two names with equal hashes are refused, by name", () => {
  // Two different such names are hard to come by; the same name twice looks alike to the table.
  const twice = {
    size: 2,
    *[Symbol.iterator]() {
      yield ["same", 1];
      yield ["same", 2];
    },
  };
  assert.throws(() => symbols.build(twice), /the name same has the hashes of another name/);
});

test("the two hashes are independent of each other", () => {
  const [a, b] = symbols.hashes("initialize_Init");
  assert.notStrictEqual(a, b);
  const firsts = new Set();
  const seconds = new Set();
  for (const name of many.keys()) {
    const [first, second] = symbols.hashes(name);
    firsts.add(first);
    seconds.add(second);
  }
  assert.ok(firsts.size > 19990 && seconds.size > 19990);
});
