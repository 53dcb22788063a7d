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

/** The files of cpp/ that include a header, without the runtime's own. */
function includers(pattern) {
  return below("cpp/", ".cpp", ".hpp")
    .filter((file) => !file.startsWith("cpp/lean_runtime/"))
    .filter((file) => pattern.test(read(file)));
}

test("Lean's objects, the command line library and the solvers are each known to one file", () => {
  assert.deepStrictEqual(includers(/#include <(lean\/|lean_runtime)/), ["cpp/kernel_bridge.cpp"]);
  assert.deepStrictEqual(includers(/#include <CLI\//), ["cpp/command_line.cpp"]);
  assert.deepStrictEqual(includers(/#include <cadical/), ["cpp/sat_session.cpp"]);
  assert.deepStrictEqual(includers(/#include <z3/), ["cpp/z3_session.cpp"]);
});

test("the kernel imports nothing but itself", () => {
  for (const file of below("lean/", ".lean"))
    for (const [, module] of read(file).matchAll(/^(?:public )?(?:meta )?import (?:all )?(\S+)/gm)) assert.match(module, /^Plato(\.|$)/, file);
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
