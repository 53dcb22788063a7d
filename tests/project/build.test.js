// The build of Lean modules: what depends on what, that the emitted C is the same every time, and the installer's messages.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { execFileSync, spawnSync } = require("node:child_process");
const { after, before, test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BUILD = process.env.PLATO_BUILD ?? path.join(ROOT, "build");
const LEAN = process.env.PLATO_LEAN ?? path.join(ROOT, "toolchain", "lean");

let scratch;
before(() => (scratch = fs.mkdtempSync(path.join(os.tmpdir(), "build-test-"))));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** Ninja's own answer about a file: what it is made from and what is made from it. */
function query(file) {
  const answer = execFileSync("ninja", ["-C", BUILD, "-f", "build-Release.ninja", "-t", "query", file], { encoding: "utf8" });
  const [inputs, outputs] = answer.split("outputs:");
  const lines = (text) => text.split("\n").map((line) => line.trim().replace(/^\|+ /, ""));
  return { inputs: lines(inputs), outputs: lines(outputs) };
}

test("a module is rebuilt when a module it imports changes, and for no other reason", () => {
  const ours = (list) => [...new Set(list.filter((line) => line.endsWith(".olean")).map((line) => line.replace(/^.*lean\//, "")))];
  assert.deepStrictEqual(ours(query("lean/Refutation/Rup.olean").inputs).sort(),
    ["Plato/Refutation/Rup.olean", "Table/Clause.olean"].sort());
  assert.deepStrictEqual(ours(query("lean/Refutation/Rup.olean").outputs), ["Refutation/Steps.olean"]);
  assert.deepStrictEqual(ours(query("lean/Report.olean").outputs), ["Headline.olean"]);
});

// Of every third folder the module in the middle by size; PLATO_LONG_TESTS=1 in the environment takes all.
test("a second emission of the kernel's C gives the same bytes", () => {
  const all = fs.readdirSync(path.join(ROOT, "lean"), { recursive: true }).filter((file) => file.endsWith(".lean"));
  const size = (module) => fs.statSync(path.join(ROOT, "lean", module)).size;
  const middle = (list) => list.sort((a, b) => size(a) - size(b))[list.length >> 1];
  const folders = [...new Set(all.map((module) => path.dirname(module)))].filter((_, index) => index % 3 === 0);
  const modules = process.env.PLATO_LONG_TESTS === "1" ? all : folders.map((folder) => middle(all.filter((module) => path.dirname(module) === folder)));
  assert.ok(modules.length >= 4);
  for (const module of modules) {
    const again = path.join(scratch, "again.c");
    const result = spawnSync(LEAN, ["-c", again, `--root=${ROOT}/lean`, path.join(ROOT, "lean", module)],
      { cwd: scratch, encoding: "utf8", env: { ...process.env, LEAN_PATH: path.join(BUILD, "lean") } });
    assert.strictEqual(result.status, 0, result.stderr + result.stdout);
    const built = path.join(BUILD, "lean", module.replace(/\.lean$/, ".c"));
    assert.ok(fs.readFileSync(again).equals(fs.readFileSync(built)), `${module}: the C differs`);
  }
});

/** Runs the installer with commands replaced by scripts of the test. */
function install(commands) {
  const bin = fs.mkdtempSync(path.join(scratch, "bin-"));
  // Should a test go wrong, the installer must not get as far as reinstalling what this test runs on.
  for (const [name, script] of Object.entries({ npm: "exit 1", ...commands })) fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return spawnSync(path.join(ROOT, "toolchain", "install"), [], { encoding: "utf8", env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
}

test("without root, a missing Debian package is named with the command that installs it", () => {
  const result = install({ "dpkg-query": '[ "$3" = libboost-dev ] || echo "install ok installed"', id: "echo 1000" });
  assert.strictEqual(result.status, 2);
  assert.match(result.stderr, /these Debian packages are missing: libboost-dev\n/);
  assert.match(result.stderr, /sudo apt-get install --yes --no-install-recommends libboost-dev\n/);
});

test("without network, the package and the command are named, too", () => {
  const result = install({
    "dpkg-query": '[ "$3" = libfmt-dev ] || echo "install ok installed"', id: "echo 0", "apt-get": 'echo "no network" >&2; exit 100',
  });
  assert.strictEqual(result.status, 2);
  assert.match(result.stderr, /could not install: libfmt-dev\n/);
  assert.match(result.stderr, /apt-get install --yes --no-install-recommends libfmt-dev\n/);
});

test("an official Lean is used on request, if it is the pinned version", () => {
  const configure = (version) => {
    const bin = fs.mkdtempSync(path.join(scratch, "native-"));
    fs.writeFileSync(path.join(bin, "lean"), `#!/bin/sh\necho "Lean (version ${version}, x86_64-unknown-linux-gnu)"\n`, { mode: 0o755 });
    return spawnSync("cmake", ["-S", ROOT, "-B", path.join(bin, "build"), "-G", "Ninja Multi-Config", "-DPLATO_NATIVE_LEAN=ON", "-DBUILD_TESTING=OFF"],
      { encoding: "utf8", env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
  };
  const right = configure("4.28.0");
  assert.strictEqual(right.status, 0, right.stderr);
  const wrong = configure("4.9.1");
  assert.notStrictEqual(wrong.status, 0);
  assert.match(wrong.stderr, /PLATO_NATIVE_LEAN: [\s\S]*pinned to\s+4\.28\.0/);
});
