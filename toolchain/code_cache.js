// Fills the code cache (lean.cwasm) by a run of the prepared Lean on warmup.lean, watched by record_code.js.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");

const LAUNCHER = path.join(__dirname, "lean");
const WARMUP = path.join(__dirname, "warmup.lean");
const RECORDER = path.join(__dirname, "record_code.js");

/**
 * Writes the cache of the toolchain in `home`. Throws if Lean does not accept warmup.lean: then it is no
 * usable toolchain.
 * @returns the size of the cache, or undefined if this Node cannot write one
 */
function fillCodeCache(home) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "lean-warmup-"));
  const cache = path.join(home, "bin", "lean.cwasm");
  const runLean = (environment) => {
    const outputs = ["-o", path.join(scratch, "warmup.olean"), "-c", path.join(scratch, "warmup.c")];
    const env = { ...process.env, PLATO_LEAN_HOME: home, LEAN_NODE: process.execPath, ...environment };
    return spawnSync(LAUNCHER, [...outputs, WARMUP], { cwd: __dirname, env, encoding: "utf8" });
  };
  try {
    const preload = `--require ${JSON.stringify(RECORDER)}`;
    const recorded = runLean({ NODE_OPTIONS: preload, PLATO_LEAN_SAVE_CACHE: cache });
    if (recorded.status === 0 && fs.existsSync(cache)) return fs.statSync(cache).size;
    fs.rmSync(cache, { force: true });
    const plain = runLean({});
    if (plain.status === 0) return undefined;
    throw new Error(`Lean fails on ${WARMUP} (exit code ${plain.status}):\n${plain.stdout}${plain.stderr}`);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

module.exports = { fillCodeCache };
