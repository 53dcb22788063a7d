// Taking the list of aliases out of the glue, on a glue of a few lines.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { dropUnusedAliases } = require("../../toolchain/glue_exports.js");

const aliases =
  "var _main,_malloc,_l_Nat_add,___heap_base,wasmTable;function assignWasmExports(wasmExports){" +
  '_main=Module["_main"]=wasmExports["__main_argc_argv"];_malloc=wasmExports["malloc"];' +
  '_l_Nat_add=Module["_l_Nat_add"]=wasmExports["l_Nat_add"];___heap_base=wasmExports["__heap_base"].value;' +
  'wasmTable=wasmExports["__indirect_function_table"]}';
const before = "var Module={};function use(){return _malloc(___heap_base)+wasmTable.length};";
const after = 'var wasmImports;const main_alias="__main_argc_argv";wasmExports["__wasm_call_ctors"]();';
const glue = before + aliases + after;

test("only the aliases which the rest of the glue mentions are kept", () => {
  const result = dropUnusedAliases(glue);
  assert.deepStrictEqual([result.kept, result.total], [3, 5]);
  assert.strictEqual(
    result.glue,
    before +
      "var _malloc,___heap_base,wasmTable;function assignWasmExports(wasmExports){" +
      '_malloc=wasmExports["malloc"];___heap_base=wasmExports["__heap_base"].value;' +
      'wasmTable=wasmExports["__indirect_function_table"]}' +
      after,
  );
});

test("an export is named by an alias, a word or a string", () => {
  const { isNamed } = dropUnusedAliases(glue);
  for (const name of ["malloc", "__indirect_function_table", "__main_argc_argv", "__wasm_call_ctors"])
    assert.ok(isNamed(name), name);
  assert.ok(!isNamed("l_Nat_add"));
});

test("a glue without the list, or with a list of another shape, is rejected", () => {
  assert.throws(() => dropUnusedAliases("var x;"), /the list of exports was not found/);
  assert.throws(
    () => dropUnusedAliases(glue.replace('wasmExports["malloc"]', "wasmExports.malloc")),
    /unknown shape after 1 entries/,
  );
  assert.throws(
    () => dropUnusedAliases(glue.replace("}var wasmImports", "}let wasmImports")),
    /does not end where expected/,
  );
});
