// Compiles lean.wasm, or takes the machine code from a cache written by an earlier run (lean.cwasm).
//
// V8 compiles a function when it is first called, at first without optimisation. For Lean that is a second of work at
// each start, and slow proofs until the optimiser has caught up. V8 can write down the optimised code of a module and read it back,
// but offers it to JavaScript only as runtime functions (`--allow-natives-syntax`). It checks its own version, the processor's features and its
// flags, but neither the module nor the payload, so the file has a header of ours:
//
//     8 bytes  magic
//    32 bytes  SHA-256 of the WebAssembly binary
//     4 bytes  CRC-32 of the payload
//     4 bytes  length of the payload
//              payload
//
// The cache is a convenience. Whatever is wrong with it, the answer is to compile.
"use strict";

const fs = require("fs");
const path = require("path");
const v8 = require("v8");
const zlib = require("zlib");
const { chatter } = require("./standard_streams.js");

const MAGIC = Buffer.from("PLATOWC1", "latin1");
const HEADER_LENGTH = MAGIC.length + 32 + 4 + 4;

/** V8's runtime functions have a syntax of their own, which only a flag makes legal. */
function runtimeFunction(name, ...parameters) {
  return new Function(...parameters, `return %${name}(${parameters.join(",")})`);
}

function encodeCache(wasmDigest, payload) {
  const header = Buffer.alloc(HEADER_LENGTH);
  MAGIC.copy(header);
  header.write(wasmDigest, MAGIC.length, "hex");
  header.writeUInt32LE(zlib.crc32(payload), HEADER_LENGTH - 8);
  header.writeUInt32LE(payload.length, HEADER_LENGTH - 4);
  return Buffer.concat([header, payload]);
}

/** The payload of a cache file, or undefined if it does not belong to this binary or is damaged. */
function decodeCache(wasmDigest, file) {
  if (file.length < HEADER_LENGTH || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const payload = file.subarray(HEADER_LENGTH);
  if (file.toString("hex", MAGIC.length, MAGIC.length + 32) !== wasmDigest) return undefined;
  if (file.readUInt32LE(HEADER_LENGTH - 4) !== payload.length) return undefined;
  if (file.readUInt32LE(HEADER_LENGTH - 8) !== zlib.crc32(payload)) return undefined;
  return payload;
}

function fromCache(wasmDigest, binary, cacheFile) {
  try {
    const payload = decodeCache(wasmDigest, fs.readFileSync(cacheFile));
    if (!payload) return undefined;
    // V8 wants a buffer that starts with the payload.
    const exact = payload.buffer.slice(payload.byteOffset, payload.byteOffset + payload.length);
    return runtimeFunction("DeserializeWasmModule", "payload", "binary")(exact, binary) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compiles the module, and when the process ends writes the cache with everything optimised that this run has used.
 * A small budget sends a function to the optimiser after a few calls; a module takes its budget from the flag when it is made. V8
 * compares its flags when it reads a cache, so they must be back at their usual value when the code is written down.
 */
function compileAndSave(binary, wasmDigest, cacheFile) {
  const usualFlag = process.execArgv.find((flag) => flag.startsWith("--wasm-tiering-budget="));
  v8.setFlagsFromString("--wasm-tiering-budget=1000");
  const module = new WebAssembly.Module(binary);
  process.on("exit", () => {
    v8.setFlagsFromString(usualFlag);
    const payload = Buffer.from(runtimeFunction("SerializeWasmModule", "module")(module));
    fs.writeFileSync(cacheFile, encodeCache(wasmDigest, payload));
  });
  return module;
}

function obtainModule(binary, wasmDigest) {
  const { PLATO_LEAN_SAVE_CACHE: cacheToWrite } = process.env;
  if (cacheToWrite) return compileAndSave(binary, wasmDigest, cacheToWrite);
  const cached = fromCache(wasmDigest, binary, path.join(__dirname, "lean.cwasm"));
  chatter(`code cache: ${cached ? "used" : "not used"}`);
  return cached ?? new WebAssembly.Module(binary);
}

/** The module and its instance, as `WebAssembly.instantiate` gives them, but without leaving this thread. */
function loadWasm(binary, imports, wasmDigest) {
  const module = obtainModule(binary, wasmDigest);
  return { module, instance: new WebAssembly.Instance(module, imports) };
}

module.exports = { loadWasm, encodeCache, decodeCache };
