// A module small enough to read, with one of each thing that the export surgery deals with.
//
//     imports   env.log (function 0), env.base (global 0), GOT.mem.shared (global 1)
//     functions 1: 10   2: 20   3: 30 (not exported)   4: calls the table slot given
//     table     8 slots, function 2 in slot 3
//     globals   2: constant 4096   3: mutable 7
//     exports   one, two, call, datum, counter, shared, table
"use strict";

const wasm = require("../../toolchain/wasm_binary.js");

const vector = (...items) => wasm.encodeVector(items.map((item) => Buffer.from(item)));
const named = (module, name, ...rest) =>
  Buffer.concat([wasm.encodeName(module), wasm.encodeName(name), Buffer.from(rest)]);
const code = (...instructions) =>
  Buffer.concat([wasm.encodeUnsigned(instructions.length + 2), Buffer.from([0, ...instructions, 0x0b])]);

function smallModule() {
  return wasm.writeSections([
    { id: 1, body: vector([0x60, 0, 1, 0x7f], [0x60, 1, 0x7f, 1, 0x7f]) },
    {
      id: wasm.SECTION.IMPORT,
      body: wasm.encodeVector([
        named("env", "log", wasm.KIND.FUNCTION, 0),
        named("env", "base", wasm.KIND.GLOBAL, 0x7f, 0),
        named("GOT.mem", "shared", wasm.KIND.GLOBAL, 0x7f, 1),
      ]),
    },
    { id: wasm.SECTION.FUNCTION, body: vector([0], [0], [0], [1]) },
    { id: wasm.SECTION.TABLE, body: wasm.writeTableSize(8) },
    {
      id: wasm.SECTION.GLOBAL,
      body: vector([0x7f, 0, 0x41, 0x80, 0x20, 0x0b], [0x7f, 1, 0x41, 7, 0x0b], [0x7f, 0, 0x41, 5, 0x0b]),
    },
    {
      id: wasm.SECTION.EXPORT,
      body: wasm.writeExports([
        { name: "one", kind: wasm.KIND.FUNCTION, index: 1 },
        { name: "two", kind: wasm.KIND.FUNCTION, index: 2 },
        { name: "call", kind: wasm.KIND.FUNCTION, index: 4 },
        { name: "datum", kind: wasm.KIND.GLOBAL, index: 2 },
        { name: "counter", kind: wasm.KIND.GLOBAL, index: 3 },
        { name: "shared", kind: wasm.KIND.GLOBAL, index: 4 },
        { name: "table", kind: wasm.KIND.TABLE, index: 0 },
      ]),
    },
    { id: wasm.SECTION.ELEMENT, body: wasm.writeElements([{ offset: 3, functions: [2] }]) },
    // i32.const 10 / 20 / 30; local.get 0, call_indirect type 0 table 0
    {
      id: 10,
      body: wasm.encodeVector([code(0x41, 10), code(0x41, 20), code(0x41, 30), code(0x20, 0, 0x11, 0, 0)]),
    },
  ]);
}

const imports = () => ({
  env: { log: () => 0, base: 0 },
  "GOT.mem": { shared: new WebAssembly.Global({ value: "i32", mutable: true }, 0) },
});

module.exports = { smallModule, imports };
