// Reading and writing WebAssembly binaries: numbers, sections, and each section we decode, on small modules.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const wasm = require("../../toolchain/wasm_binary.js");

const { SECTION, KIND } = wasm;

test("unsigned numbers survive a round trip", () => {
  for (const value of [0, 1, 63, 64, 127, 128, 16383, 16384, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) {
    assert.strictEqual(new wasm.Reader(wasm.encodeUnsigned(value)).unsigned(), value);
  }
});

test("signed numbers survive a round trip", () => {
  for (const value of [0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8192, 2 ** 31 - 1, -(2 ** 31)]) {
    assert.strictEqual(new wasm.Reader(wasm.encodeSigned(value)).signed(), value);
  }
});

test("numbers are encoded as the specification says", () => {
  assert.deepStrictEqual([...wasm.encodeUnsigned(624485)], [0xe5, 0x8e, 0x26]);
  assert.deepStrictEqual([...wasm.encodeSigned(-123456)], [0xc0, 0xbb, 0x78]);
});

test("a number that does not end or is too large is rejected", () => {
  assert.throws(() => new wasm.Reader(Buffer.from([0x80, 0x80])).unsigned(), /unexpected end/);
  assert.throws(() => new wasm.Reader(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f])).unsigned(), /too large/);
  assert.throws(() => new wasm.Reader(Buffer.alloc(6, 0x80)).signed(), /too large/);
});

test("a name keeps each of its bytes", () => {
  const name = "l_\u00c3\u00a9__\u00ff";
  assert.strictEqual(new wasm.Reader(wasm.encodeName(name)).name(), name);
});

test("sections survive a round trip, unknown ones included", () => {
  const sections = [
    { id: SECTION.CUSTOM, body: Buffer.from("\x04name") },
    { id: 42, body: Buffer.alloc(300, 7) },
    { id: 1, body: Buffer.from([0]) },
  ];
  const bytes = wasm.writeSections(sections);
  assert.deepStrictEqual(
    wasm.readSections(bytes).map(({ id, body }) => [id, [...body]]),
    sections.map(({ id, body }) => [id, [...body]]),
  );
});

test("what is not a binary, or is cut short, is rejected", () => {
  assert.throws(() => wasm.readSections(Buffer.from("hello, world")), /not a WebAssembly/);
  const bytes = wasm.writeSections([{ id: 1, body: Buffer.from([1, 2, 3]) }]);
  assert.throws(() => wasm.readSections(bytes.subarray(0, bytes.length - 1)), /3 bytes expected/);
});

test("a section must be there exactly once", () => {
  const sections = [{ id: SECTION.EXPORT, body: Buffer.from([0]) }];
  assert.strictEqual(wasm.theSection(sections, SECTION.EXPORT), sections[0]);
  assert.throws(() => wasm.theSection(sections, SECTION.TABLE), /0 sections with id 4/);
  assert.throws(() => wasm.theSection([...sections, ...sections], SECTION.EXPORT), /2 sections with id 7/);
});

test("imports of all kinds are read", () => {
  const entry = (name, ...description) =>
    Buffer.concat([wasm.encodeName("env"), wasm.encodeName(name), Buffer.from(description)]);
  const body = wasm.encodeVector([
    entry("f", KIND.FUNCTION, 3),
    entry("t", KIND.TABLE, 0x70, 0, 1),
    entry("m", KIND.MEMORY, 3, 1, 2),
    entry("g", KIND.GLOBAL, 0x7f, 1),
    entry("e", KIND.TAG, 0, 0),
  ]);
  const imports = wasm.readImports({ id: SECTION.IMPORT, body });
  assert.deepStrictEqual(
    imports.map(({ name, kind }) => [name, kind]),
    [
      ["f", 0],
      ["t", 1],
      ["m", 2],
      ["g", 3],
      ["e", 4],
    ],
  );
  assert.strictEqual(wasm.countImportedFunctions([{ id: SECTION.IMPORT, body }]), 1);
});

test("exports survive a round trip", () => {
  const exports = [
    { name: "f", kind: KIND.FUNCTION, index: 300 },
    { name: "", kind: KIND.GLOBAL, index: 0 },
  ];
  assert.deepStrictEqual(wasm.readExports({ id: SECTION.EXPORT, body: wasm.writeExports(exports) }), exports);
});

test("bytes after the last item are rejected", () => {
  const body = Buffer.concat([wasm.writeExports([]), Buffer.from([0])]);
  assert.throws(() => wasm.readExports({ id: SECTION.EXPORT, body }), /bytes after its last item/);
});

test("element segments survive a round trip", () => {
  const segments = [
    { offset: 1, functions: [0, 5, 128] },
    { offset: 1000000, functions: [] },
  ];
  assert.deepStrictEqual(
    wasm.readElements({ id: SECTION.ELEMENT, body: wasm.writeElements(segments) }),
    segments,
  );
});

test("a passive element segment is rejected", () => {
  assert.throws(
    () => wasm.readElements({ id: SECTION.ELEMENT, body: Buffer.from([1, 1, 0, 0]) }),
    /kind of an element segment/,
  );
});

test("the size of a table survives a round trip; a bounded table is rejected", () => {
  assert.strictEqual(wasm.readTableSize({ id: SECTION.TABLE, body: wasm.writeTableSize(150000) }), 150000);
  assert.throws(
    () => wasm.readTableSize({ id: SECTION.TABLE, body: Buffer.from([1, 0x70, 1, 0, 9]) }),
    /limits of the table/,
  );
});

test("constant globals are read; others are rejected", () => {
  const body = Buffer.from([2, 0x7f, 0, 0x41, 0x80, 0x01, 0x0b, 0x7f, 1, 0x41, 0x7f, 0x0b]);
  assert.deepStrictEqual(wasm.readConstantGlobals({ id: SECTION.GLOBAL, body }), [
    { mutable: false, value: 128 },
    { mutable: true, value: -1 },
  ]);
  const imported = Buffer.from([1, 0x7f, 0, 0x23, 0, 0x0b]);
  assert.throws(
    () => wasm.readConstantGlobals({ id: SECTION.GLOBAL, body: imported }),
    /initialiser of a global/,
  );
});
