#!/usr/bin/env node
// Collects the audit record of a build: what was proved, from which sources, with which toolchain.
//
//     node audit/collect.js OUTPUT_DIR --lean-report FILE --lean-version TEXT --toolchain FILE
//                           --sources FILE... --emitted FILE...
//
// Reads what audit/Audit.lean printed, looks through the sources for words that would undermine the proofs and that Lean's
// environment does not show, checks that the emitted C calls nothing but the runtime, and hashes everything. Writes
// audit.json and audit_record.inc (the same as a C++ string literal). Any finding fails the build.
"use strict";

const crypto = require("crypto");
const fs = require("fs");
const path = require("path");

// Words that have no business in the kernel or its proofs. `#eval`-like commands are harmless and not listed.
const FORBIDDEN = ["sorry", "admit", "axiom", "native_decide", "implemented_by", "extern", "csimp", "unsafe", "partial", "panic!",
  "dbg_trace", "skipKernelTC", "ofReduceBool", "trustCompiler", "run_cmd", "initialize", "opaque"];

// Symbols of Lean's library that emitted C may call; the runtime provides them (cpp/lean_runtime/init_symbols.cpp).
const LIBRARY_SYMBOLS = new Set(["initialize_Init", "l_Array_empty", "l_Int_toNat", "l_Nat_reprFast"]);

/** The source without comments and string literals, line structure kept. Lean's block comments nest. */
function withoutCommentsAndStrings(source) {
  let out = "";
  let depth = 0;
  for (let i = 0; i < source.length; ) {
    const two = source.slice(i, i + 2);
    if (two === "/-") { depth++; i += 2; continue; }
    if (depth > 0 && two === "-/") { depth--; i += 2; continue; }
    if (depth > 0) { if (source[i] === "\n") out += "\n"; i++; continue; }
    if (two === "--") { while (i < source.length && source[i] !== "\n") i++; continue; }
    if (source[i] === '"') {
      for (i++; i < source.length && source[i] !== '"'; i++) if (source[i] === "\\") i++;
      i++;
      out += '""';
      continue;
    }
    out += source[i++];
  }
  return out;
}

/** Every use of a forbidden word as "file:line: word". */
function forbiddenWords(file, source) {
  const findings = [];
  withoutCommentsAndStrings(source).split("\n").forEach((line, index) => {
    for (const word of FORBIDDEN) {
      const pattern = new RegExp(`(^|[^A-Za-z0-9_.])${word.replace("!", "\\!")}($|[^A-Za-z0-9_])`);
      if (pattern.test(line)) findings.push(`${file}:${index + 1}: ${word}`);
    }
  });
  return findings;
}

/** Lean functions that the emitted C calls but does not define. */
function foreignSymbols(emitted) {
  const defined = new Set();
  const used = new Set();
  for (const text of emitted) {
    for (const match of text.matchAll(/^(?:LEAN_EXPORT|static) [\w* ]+?\**\s*\b((?:l_|initialize_)\w+)\b/gm)) defined.add(match[1]);
    for (const match of text.matchAll(/\b((?:l_|initialize_)\w+)\b/g)) used.add(match[1]);
  }
  return [...used].filter((name) => !defined.has(name)).sort();
}

/** One hash over files in a fixed order, with their names. */
function hashFiles(files, root) {
  const hash = crypto.createHash("sha256");
  for (const file of [...files].sort()) {
    hash.update(`${path.relative(root, file)}\n`);
    hash.update(crypto.createHash("sha256").update(fs.readFileSync(file)).digest());
  }
  return hash.digest("hex");
}

/** The lines that audit/Audit.lean prints. */
function parseLeanReport(text) {
  const theorems = [];
  let modules = null;
  for (const line of text.split("\n").filter(Boolean)) {
    const match = /^(theorem|modules) (\S+) ours=(\d+) library=(\d+) axioms=(.*)$/.exec(line);
    if (!match) throw new Error(`audit/Audit.lean printed an unexpected line: ${line}`);
    const record = { constants: Number(match[3]), libraryConstants: Number(match[4]), axioms: match[5].split(" ").filter(Boolean) };
    if (match[1] === "theorem") theorems.push({ name: match[2], ...record });
    else modules = { count: Number(match[2]), ...record };
  }
  if (theorems.length === 0 || !modules) throw new Error("audit/Audit.lean reported no theorems");
  return { theorems, modules };
}

/** Options of the form `--name value...`, after the first positional argument. */
function parseArguments(argv) {
  const options = { output: argv[0] };
  let current = null;
  for (const argument of argv.slice(1)) {
    if (argument.startsWith("--")) options[(current = argument.slice(2))] = [];
    else options[current].push(argument);
  }
  return options;
}

function collect(options, root) {
  const read = (file) => fs.readFileSync(file, "utf8");
  const findings = options.sources.flatMap((file) => forbiddenWords(path.relative(root, file), read(file)));
  if (findings.length > 0) throw new Error(`forbidden words in Lean sources:\n  ${findings.join("\n  ")}`);
  const foreign = foreignSymbols(options.emitted.map(read));
  const unknown = foreign.filter((name) => !LIBRARY_SYMBOLS.has(name));
  if (unknown.length > 0) throw new Error(`the emitted C calls functions of Lean's library: ${unknown.join(", ")}`);
  const toolchain = read(options.toolchain[0]);
  return {
    ...parseLeanReport(read(options["lean-report"][0])),
    lean: options["lean-version"].join(" "),
    sources: { files: options.sources.length, sha256: hashFiles(options.sources, root) },
    emittedC: { files: options.emitted.length, sha256: hashFiles(options.emitted, path.dirname(options.emitted[0])) },
    toolchain: { sha256: toolchain.startsWith("{") ? JSON.parse(toolchain).content : crypto.createHash("sha256").update(toolchain).digest("hex") },
    librarySymbols: foreign,
    forbiddenWords: FORBIDDEN,
  };
}

function main() {
  const options = parseArguments(process.argv.slice(2));
  const record = JSON.stringify(collect(options, path.join(__dirname, "..")), null, 2);
  fs.mkdirSync(options.output, { recursive: true });
  fs.writeFileSync(path.join(options.output, "audit.json"), record + "\n");
  fs.writeFileSync(path.join(options.output, "audit_record.inc"), `R"audit(${record}\n)audit"\n`);
}

if (require.main === module) {
  try {
    main();
  } catch (error) {
    console.error(`audit: ${error.message}`);
    process.exit(1);
  }
}

module.exports = { withoutCommentsAndStrings, forbiddenWords, foreignSymbols, parseLeanReport, FORBIDDEN, LIBRARY_SYMBOLS };
