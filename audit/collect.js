#!/usr/bin/env node
// Collects the audit record of a build: what was proved, from which sources, with which toolchain, and what is trusted.
//
//     node audit/collect.js OUTPUT_DIR --lean-report FILE --lean-version FILE --toolchain FILE
//                           --sources FILE... --emitted FILE...
//
// Reads what audit/Audit.lean wrote, checks that the emitted C defines what C++ calls and calls nothing but the runtime, lists
// and measures what is trusted, and hashes everything. Writes audit.json and audit_record.inc (the same as a C++ string
// literal). Any finding fails the build.
"use strict";

const crypto = require("crypto");
const fs = require("fs");
const path = require("path");
const { parseArguments } = require("./arguments.js");
const { moduleOf } = require("./prepare.js");

// Symbols of Lean's library that emitted C may call; the runtime provides them (cpp/lean_runtime/init_symbols.cpp).
const LIBRARY_SYMBOLS = new Set(["initialize_Init", "l_Array_empty", "l_Int_toNat", "l_Nat_reprFast"]);

/** The lines that audit/Audit.lean writes. */
function parseLeanReport(text) {
  const report = { theorems: [], modules: null, replayed: 0, imports: [], exports: [], statement: [] };
  const words = (list) => list.split(" ").filter(Boolean);
  for (const line of text.split("\n").filter(Boolean)) {
    const [kind, ...fields] = line.split(" ");
    const walk = /^(theorem|modules) (\S+) ours=(\d+) library=(\d+) axioms=(.*) classical=(.*)$/.exec(line);
    if (walk) {
      const found = { constants: Number(walk[3]), libraryConstants: Number(walk[4]), axioms: words(walk[5]), classical: words(walk[6]).sort() };
      if (kind === "theorem") report.theorems.push({ name: walk[2], ...found });
      else report.modules = { count: Number(walk[2]), ...found };
    } else if (kind === "replayed" && fields.length === 1) report.replayed = Number(fields[0]);
    else if (kind === "import" && fields.length === 2) report.imports.push(fields);
    else if (kind === "export" && fields.length === 3) report.exports.push({ symbol: fields[0], definition: fields[1], module: fields[2] });
    else if (kind === "statement" && fields.length === 2) report.statement.push({ definition: fields[0], module: fields[1] });
    else throw new Error(`unexpected line in the report of audit/Audit.lean: ${line}`);
  }
  if (report.theorems.length === 0 || !report.modules || report.replayed === 0) throw new Error("audit/Audit.lean reported no theorems");
  return report;
}

/** Everything that a module imports, directly or not, and itself. */
function importClosure(start, imports) {
  const reached = new Set([start]);
  for (const module of reached) for (const [from, to] of imports) if (from === module) reached.add(to);
  return [...reached].sort();
}

/** A C++ file, the headers of ours that it includes, their sources, and so on, without some headers and what only they lead to. */
function includeClosure(start, root, without = []) {
  const reached = new Set([start]);
  for (const file of reached) {
    const text = fs.readFileSync(path.join(root, file), "utf8");
    for (const [, header] of text.matchAll(/^#include "([^"]+)"/gm)) {
      if (without.includes(header)) continue;
      for (const other of [header, header.replace(/\.hpp$/, ".cpp")]) {
        const candidate = path.posix.join("cpp", other);
        if (fs.existsSync(path.join(root, candidate))) reached.add(candidate);
      }
    }
  }
  return [...reached].sort();
}

const countLines = (file) => fs.readFileSync(file, "utf8").split("\n").length - 1;

/** Files with their numbers of lines. */
function measure(files, root) {
  return files.map((file) => ({ file, lines: countLines(path.join(root, file)) }));
}

/**
 * What a user trusts, as files: the modules that the statement of the theorems reaches, all that plato-kernel consists of
 * besides the emitted C, and the front end, which says what a program means.
 */
function trustedFiles(report, sources, root) {
  const sourceOf = new Map(sources.map((source) => [moduleOf(source), source]));
  // The walk knows in which modules the constants are that the statement reaches; importing them brings along all of it.
  const modules = new Set(report.statement.flatMap(({ module }) => importClosure(module, report.imports)));
  const runtime = fs.readdirSync(path.join(root, "cpp", "lean_runtime"), { recursive: true })
    .filter((file) => /\.(cpp|hpp|h)$/.test(file)).map((file) => path.posix.join("cpp/lean_runtime", file)).sort();
  return {
    statement: measure([...modules].sort().map((module) => sourceOf.get(module)), root),
    runtime: measure(runtime, root),
    bridge: measure(includeClosure("cpp/command/kernel_main.cpp", root), root),
    // The check of families asks the prover, and can do no more than refuse a program.
    frontEnd: measure(includeClosure("cpp/core/read_program.cpp", root, ["core/family_checker.hpp"]), root),
  };
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

/** What is wrong with the exported functions in the emitted C: each is defined once, where its module is compiled. */
function exportFindings(exports, emitted) {
  return exports.flatMap(({ symbol, module }) => {
    const definition = new RegExp(`^LEAN_EXPORT [\\w* ]+\\b${symbol}\\([^;{]*\\)\\s*\\{`, "m");
    const definers = emitted.filter(({ text }) => definition.test(text)).map(({ file }) => file);
    const expected = `${module.split(".").join("/")}.c`;
    if (definers.length === 1 && definers[0].endsWith(`/${expected}`)) return [];
    return [`${symbol} is to be defined in ${expected}, and is in: ${definers.join(", ") || "no file"}`];
  });
}

/** One hash over files in a fixed order, with their names. */
function hashFiles(files, root) {
  const hash = crypto.createHash("sha256");
  for (const file of [...files].sort()) {
    hash.update(`${path.relative(root, path.resolve(root, file))}\n`);
    hash.update(crypto.createHash("sha256").update(fs.readFileSync(path.resolve(root, file))).digest());
  }
  return hash.digest("hex");
}

function collect(options, root) {
  const read = (file) => fs.readFileSync(path.resolve(root, file), "utf8");
  const report = parseLeanReport(read(options["lean-report"][0]));
  const emitted = options.emitted.map((file) => ({ file, text: read(file) }));
  const findings = exportFindings(report.exports, emitted);
  if (findings.length > 0) throw new Error(`the emitted C does not define what C++ calls:\n  ${findings.join("\n  ")}`);
  const foreign = foreignSymbols(emitted.map(({ text }) => text));
  const unknown = foreign.filter((name) => !LIBRARY_SYMBOLS.has(name));
  if (unknown.length > 0) throw new Error(`the emitted C calls functions of Lean's library: ${unknown.join(", ")}`);
  const toolchain = read(options.toolchain[0]);
  return {
    theorems: report.theorems,
    modules: report.modules,
    replayed: report.replayed,
    exports: report.exports,
    trusted: trustedFiles(report, options.sources, root),
    lean: fs.readFileSync(options["lean-version"][0], "utf8").trim(),
    sources: { files: options.sources.length, sha256: hashFiles(options.sources, root) },
    emittedC: { files: emitted.length, sha256: hashFiles(options.emitted, path.dirname(options.emitted[0])) },
    toolchain: { sha256: toolchain.startsWith("{") ? JSON.parse(toolchain).content : crypto.createHash("sha256").update(toolchain).digest("hex") },
    librarySymbols: foreign,
  };
}

function main() {
  const options = parseArguments(process.argv.slice(2));
  const record = JSON.stringify(collect(options, path.join(__dirname, "..")), null, 2);
  fs.mkdirSync(options.output, { recursive: true });
  fs.writeFileSync(path.join(options.output, "audit.json"), record + "\n");
  // A string literal may not be longer than 64 KB in all compilers; each line is one, and the compiler joins them.
  fs.writeFileSync(path.join(options.output, "audit_record.inc"), record.split("\n").map((line) => `R"audit(${line}\n)audit"\n`).join(""));
}

if (require.main === module) {
  try {
    main();
  } catch (error) {
    console.error(`audit: ${error.message}`);
    process.exit(1);
  }
}

module.exports = { parseLeanReport, importClosure, includeClosure, foreignSymbols, exportFindings, LIBRARY_SYMBOLS };
