// The architecture's borders, as facts about the sources: who includes what, and that every file says what it is for.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { execFileSync } = require("node:child_process");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file && fs.existsSync(path.join(ROOT, file)));
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const below = (folder, ...endings) => tracked.filter((file) => file.startsWith(folder) && endings.some((e) => file.endsWith(e)));

// What may include or import what: a folder knows itself and the folders before it. One list for each language, and one test for both.
const CPP = ["text", "messages", "system", "numbers", "logic", "sat", "arithmetic", "smtlib", "search", "source", "types", "core", "explore", "infer", "kernel",
  "certificate", "conditions", "thread_modular", "pipeline", "batches", "report", "command"];
const KERNEL = ["Meaning", "Certificate", "Table", "Refutation", "Evaluation", "Program", "Goal", "ThreadModular", "Procedures", "Replay", "Closure", "Reduction", "Kernel", "Conditions", "Source", "Report"];
// The papers' theorems know what programs mean and nothing of the kernel's machinery.
const PROOFS = ["Result", "Meaning", "Theory", "Table", "Refutation", "Evaluation", "Program", "Goal", "ThreadModular", "Procedures", "Replay", "Closure", "Reduction", "Source", "Soundness", "Report"];

/** What is wrong with an edge between two folders, or nothing. */
function againstTheDirection(order, from, to) {
  for (const folder of [from, to]) if (!order.includes(folder)) return `${folder} is in no list of this test`;
  return order.indexOf(to) > order.indexOf(from) ? `${from} must not know ${to}` : undefined;
}

/** The edges of the sources that go against the direction, and folders that no list has. */
function findings(files, folderOf, edgesOf) {
  return files.flatMap((file) => edgesOf(read(file))
    .map(([order, to]) => againstTheDirection(order, folderOf(file), to))
    .filter(Boolean)
    .map((why) => `${file}: ${why}`));
}

const imports = (text) => [...text.matchAll(/^(?:public )?(?:meta )?import (?:all )?(\S+)/gm)].map((m) => m[1].split("."));
const headOfFile = (file, depth) => path.basename(file.split("/")[depth], ".lean");

test("folders of cpp/ include only folders before them", () => {
  const files = below("cpp/", ".cpp", ".hpp").filter((file) => !file.startsWith("cpp/lean_runtime/"));
  const bare = files.filter((file) => /#include "[^"/]+"/.test(read(file).replace(/#include "(audit_record|message_pages)\.inc"/, "")));
  assert.deepStrictEqual(bare, [], "an include names the folder, too");
  assert.deepStrictEqual(findings(files, (file) => file.split("/")[1],
    (text) => [...text.matchAll(/#include "([^"/]+)\//g)].map((m) => [CPP, m[1]])), []);
});

test("cpp/CMakeLists.txt has one library for each folder, in the same order", () => {
  const rooms = [...read("cpp/CMakeLists.txt").matchAll(/^add_room\((\w+)/gm)].map((m) => m[1]);
  assert.deepStrictEqual(rooms, CPP.filter((folder) => folder !== "command"));
});

test("folders of lean/ import only folders before them, and nothing of proofs/ or of Lean's library", () => {
  const files = below("lean/", ".lean");
  for (const file of files) for (const name of imports(read(file))) assert.strictEqual(name[0], "Plato", file);
  assert.deepStrictEqual(findings(files, (file) => headOfFile(file, 2), (text) => imports(text).map((name) => [KERNEL, name[1]])), []);
});

test("folders of proofs/ import only folders before them", () => {
  const files = below("proofs/", ".lean");
  assert.deepStrictEqual(findings(files, (file) => headOfFile(file, 1),
    (text) => imports(text).filter((name) => name[0] !== "Plato").map((name) => [PROOFS, name[0]])), []);
  // A proof about a folder of the kernel is in the folder of the same name, so it needs no later one.
  assert.deepStrictEqual(findings(files.filter((file) => KERNEL.includes(headOfFile(file, 1))), (file) => headOfFile(file, 1),
    (text) => imports(text).filter((name) => name[0] === "Plato").map((name) => [KERNEL, name[1]])), []);
  const theory = files.filter((file) => file.startsWith("proofs/Theory/"));
  for (const file of theory) for (const name of imports(read(file)).filter((n) => n[0] === "Plato")) assert.strictEqual(name[1], "Meaning", file);
});

test("an edge against the direction would be found", () => {
  assert.match(againstTheDirection(CPP, "logic", "sat"), /must not know/);
  assert.match(againstTheDirection(CPP, "logic", "utilities"), /no list/);
  assert.strictEqual(againstTheDirection(CPP, "sat", "logic"), undefined);
});

/** The files of cpp/ that include a header, without the runtime's own. */
function includers(pattern) {
  return below("cpp/", ".cpp", ".hpp")
    .filter((file) => !file.startsWith("cpp/lean_runtime/"))
    .filter((file) => pattern.test(read(file)));
}

test("Lean's objects, the command line library and the solvers are each known to one file", () => {
  assert.deepStrictEqual(includers(/#include <(lean\/|lean_runtime)/), ["cpp/kernel/kernel_bridge.cpp"]);
  assert.deepStrictEqual(includers(/#include <CLI\//), ["cpp/command/command_line.cpp"]);
  assert.deepStrictEqual(includers(/#include <cadical/), ["cpp/sat/sat_session.cpp"]);
  assert.deepStrictEqual(includers(/#include <z3/), ["cpp/search/z3_session.cpp"]);
});

test("plato-kernel links no solver and no front end", () => {
  const build = process.env.PLATO_BUILD ?? path.join(ROOT, "build");
  const libraries = execFileSync("ldd", [path.join(build, "Release", "plato-kernel")], { encoding: "utf8" });
  const allowed = /^\s*(linux-vdso|libstdc\+\+|libm|libgcc_s|libc|\/lib.*ld-linux)/;
  for (const line of libraries.split("\n").filter(Boolean)) assert.match(line, allowed);
});

test("every source file starts by saying what it is for", () => {
  const headers = [
    [/\.(cpp|hpp)$/, /^\/\/ \S/],
    [/\.(h|c)$/, /^(\/\/|\/\*) \S/],
    [/\.js$/, /^(#!.*\n)?\/\/ \S/],
    [/^(lean|proofs|audit)\/.*\.lean$/, /^\/-\n# \S/],
    [/\.lean$/, /^(.*\n){0,8}\/-/],
    [/(CMakeLists\.txt|\.cmake)$/, /^# \S/],
    [/^(plato|tests\/run|\.ci\/run|toolchain\/(lean|install)|tests\/bench\/.*\/run|tests\/bench\/lean_startup)$/, /^#!.*\n# \S/],
  ];
  const silent = tracked.filter((file) => headers.some(([name, header]) => name.test(file) && !header.test(read(file))));
  assert.deepStrictEqual(silent, []);
});

test("nothing that a build makes is committed", () => {
  const made = tracked.filter((file) => /(^|\/)(node_modules|build)\/|\.(olean|ilean|o|a|ir)$/.test(file));
  assert.deepStrictEqual(made, []);
});

test("C++ is formatted as .clang-format says", () => {
  const files = tracked.filter((file) => /^(cpp|tests)\/.*\.(cpp|hpp|h)$/.test(file));
  execFileSync("clang-format", ["--dry-run", "--Werror", ...files], { cwd: ROOT, stdio: "pipe" });
});
