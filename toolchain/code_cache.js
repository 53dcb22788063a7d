// Fills the code cache (lean.cwasm): runs the prepared Lean on a few representative files, each run adding what it optimised.
//
// The files in warmup/ use what Plato's own modules use: proofs by omega, simp and induction, structures, and the compiler to C.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");

const LAUNCHER = path.join(__dirname, "lean");
const WARMUP = path.join(__dirname, "warmup");

/**
 * @param {string} home a prepared toolchain without cache, or with one to extend
 * @param {(message: string) => void} progress
 */
function fillCodeCache(home, progress) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "lean-warmup-"));
  try {
    for (const file of fs.readdirSync(WARMUP).sort()) {
      const saved = path.join(scratch, "lean.cwasm");
      const output = path.join(scratch, file.replace(/\.lean$/, ""));
      const run = spawnSync(
        LAUNCHER,
        ["-o", `${output}.olean`, "-c", `${output}.c`, path.join(WARMUP, file)],
        {
          env: { ...process.env, PLATO_LEAN_HOME: home, LEAN_NODE: process.execPath, PLATO_LEAN_SAVE_CACHE: saved },
          encoding: "utf8",
        },
      );
      if (run.status !== 0) {
        throw new Error(`warm-up with ${file} failed (exit code ${run.status}):\n${run.stdout}${run.stderr}`);
      }
      const cache = path.join(home, "bin", "lean.cwasm");
      fs.copyFileSync(saved, cache);
      progress(`code cache: ${file}, ${Math.round(fs.statSync(cache).size / 1e6)} MB`);
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

module.exports = { fillCodeCache };
