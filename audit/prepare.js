#!/usr/bin/env node
// Prepares a run of audit/Audit.lean.
//
//     node audit/prepare.js OUTPUT_DIR --compiled DIR --expected FILE --sources FILE...
//
// Writes into OUTPUT_DIR what audit/Audit/Request.lean describes (request.txt), the files of each module as Lake would list
// them (setup.json), and the audit as one file (Audit.lean), which leaves its report there (lean_report.txt). A source `lean/A/B.lean` is the module `A.B`, compiled to
// `DIR/A/B.olean`: the files decide what is ours, whatever a module is called.
"use strict";

const fs = require("fs");
const path = require("path");
const { parseArguments } = require("./arguments.js");

/** The module that a source is: its path below the folder that Lean was given as root, which is the first one. */
function moduleOf(source) {
  const [, ...below] = source.split("/");
  return below.join(".").replace(/\.lean$/, "");
}

/** Our modules with their sources and the files that Lean made of them. */
function listModules(sources, compiled) {
  return sources.map((source) => {
    const name = moduleOf(source);
    const stem = path.join(compiled, ...name.split("."));
    return { name, source, files: [`${stem}.olean`, `${stem}.ir`, `${stem}.olean.server`, `${stem}.olean.private`] };
  });
}

function requestText(modules, expected) {
  return modules.map(({ name, source }) => `module\t${name}\t${source}\n`).join("") + expected;
}

/** Only `importArts` matters; Lean wants the other fields to be there. */
function setupText(modules) {
  const importArts = Object.fromEntries(modules.map(({ name, files }) => [name, files]));
  return JSON.stringify({ name: "Audit", isModule: true, importArts, dynlibs: [], plugins: [], options: {} }, null, 1);
}

/**
 * The audit's modules in one file. The Lean from npm does not find what its compiler made of another module's functions,
 * so the audit cannot be run as the modules that it is written as.
 */
function assemble(folder) {
  const seen = new Set();
  const libraries = new Set();
  const parts = [];
  const add = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = fs.readFileSync(path.join(folder, ...name.split(".")) + ".lean", "utf8");
    for (const [, imported] of text.matchAll(/^public meta import (\S+)$/gm)) {
      if (imported.startsWith("Audit.")) add(imported);
      else libraries.add(imported);
    }
    const body = text.replace(/^(module|public meta import \S+)\n/gm, "");
    parts.push(/^public meta section$/m.test(body) ? `${body}end\n` : body);
  };
  add("Audit");
  return ["module", ...[...libraries].map((name) => `public meta import ${name}`), ...parts].join("\n");
}

function main() {
  const options = parseArguments(process.argv.slice(2));
  const modules = listModules(options.sources, path.resolve(options.compiled[0]));
  const write = (name, text) => fs.writeFileSync(path.join(options.output, name), text);
  fs.mkdirSync(options.output, { recursive: true });
  write("request.txt", requestText(modules, fs.readFileSync(options.expected[0], "utf8")));
  write("setup.json", setupText(modules));
  write("Audit.lean", `${assemble(__dirname)}\n#audit ${JSON.stringify(path.resolve(options.output))}\n`);
}

if (require.main === module) main();

module.exports = { moduleOf, listModules, requestText, setupText, assemble };
