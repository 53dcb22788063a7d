// Writes the code cache: preloaded into a run of Lean while the toolchain is prepared (code_cache.js).
//
// When the run ends, each function that it called is optimised, and V8 writes down the code of the module. V8
// optimises by itself only what is called often, and what it has merely compiled it does not write down but
// marks to be compiled again when the code is read, which costs more than the cache saves. So we ask for
// every function that was called. Which ones were? V8 counts down a budget per function, the optimiser's
// trigger, and writes the budgets at the end of the payload: a function was called if its budget is no longer
// full.
//
// V8's runtime functions used here exist in the Node pinned in package.json; others may differ, and then
// preparing goes on without a cache.
"use strict";

const v8 = require("v8");
const wasm = require("./wasm_binary.js");
const cacheFile = require("./runtime/code_cache_file.js");

const BUDGET_FLAG = "--wasm-tiering-budget=";
/** So large that the optimiser is never triggered while we count. */
const FULL_BUDGET = 2 ** 31 - 1;

const serialize = new Function("module", "return %SerializeWasmModule(module)");
const optimise = new Function("f", "return %WasmTierUpFunction(f)");

/** The budgets, a view of the end of the payload. */
function budgetsOf(payload, functionCount) {
  const bytes = payload.subarray(payload.length - 4 * functionCount);
  return { at: (i) => bytes.readUInt32LE(4 * i), set: (i, budget) => bytes.writeUInt32LE(budget, 4 * i) };
}

/** Optimises what was called and returns V8's payload. */
function record({ binary, module, instance }, usualBudget) {
  const sections = wasm.readSections(binary);
  const importCount = wasm.countImportedFunctions(sections);
  const functionCount = wasm.countDefinedFunctions(sections);
  const table = instance.exports.__indirect_function_table;
  const slots = wasm
    .readElements(wasm.theSection(sections, wasm.SECTION.ELEMENT))
    .flatMap(({ offset, functions }) => functions.map((index, i) => [index - importCount, offset + i]));

  const optimised = new Set();
  optimise(table.get(slots[0][1])); // V8 refuses to write a payload without any optimised function
  const budgets = budgetsOf(Buffer.from(serialize(module)), functionCount);
  for (const [index, slot] of slots) {
    if (index < 0 || optimised.has(index) || budgets.at(index) === FULL_BUDGET) continue;
    optimise(table.get(slot));
    optimised.add(index);
  }

  // The flags are part of what V8 compares when it reads the payload.
  v8.setFlagsFromString(BUDGET_FLAG + usualBudget);
  const payload = Buffer.from(serialize(module));
  const usual = budgetsOf(payload, functionCount);
  for (let i = 0; i < functionCount; i++) usual.set(i, usualBudget);
  return payload;
}

const { PLATO_LEAN_SAVE_CACHE: destination } = process.env;
const usualFlag = process.execArgv.find((flag) => flag.startsWith(BUDGET_FLAG));

v8.setFlagsFromString(BUDGET_FLAG + FULL_BUDGET);
globalThis.recordCode = (loaded) => {
  process.on("exit", () => {
    const payload = record(loaded, Number(usualFlag.slice(BUDGET_FLAG.length)));
    cacheFile.write(destination, loaded.wasmDigest, payload);
  });
};
