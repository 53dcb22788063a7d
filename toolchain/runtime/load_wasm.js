// Compiles lean.wasm, or takes the machine code from the cache beside it (code_cache_file.js).
//
// V8 compiles a function when it is first called, at first without optimisation. For Lean that is a second of
// work at each start, and slow proofs until the optimiser has caught up. V8 can read back what it compiled
// earlier, but offers this to JavaScript only as a runtime function (`--allow-natives-syntax`).
//
// The cache is a convenience. Whatever is wrong with it, the answer is to compile.
"use strict";

const fs = require("fs");
const path = require("path");
const cacheFile = require("./code_cache_file.js");
const { chatter } = require("./standard_streams.js");

const CACHE = path.join(__dirname, "lean.cwasm");

function fromCache(binary, wasmDigest) {
  try {
    const payload = cacheFile.read(CACHE, wasmDigest);
    // V8's runtime functions have a syntax which only a flag makes legal, hence the constructor.
    const deserialize = new Function("payload", "binary", "return %DeserializeWasmModule(payload,binary)");
    return (payload && deserialize(payload, binary)) || undefined;
  } catch {
    return undefined;
  }
}

/** The module and its instance, as `WebAssembly.instantiate` gives them, but without leaving this thread. */
function loadWasm(file, imports, wasmDigest) {
  const binary = fs.readFileSync(file);
  const cached = fromCache(binary, wasmDigest);
  chatter(`code cache: ${cached ? "used" : "not used"}`);
  const module = cached ?? new WebAssembly.Module(binary);
  const instance = new WebAssembly.Instance(module, imports);
  // Only while the toolchain is prepared: toolchain/record_code.js fills the cache.
  globalThis.recordCode?.({ binary, module, instance, wasmDigest });
  return { module, instance };
}

module.exports = { loadWasm };
