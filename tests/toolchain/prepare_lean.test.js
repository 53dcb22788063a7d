// Preparing: a package that is not what we know is refused, and nothing half-made is left behind. What is up
// to date stays.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { spawnSync } = require("node:child_process");
const stamp = require("../../toolchain/stamp.js");

const PREPARE = path.join(__dirname, "..", "..", "toolchain", "prepare_lean.js");

/** Runs a test with a directory that holds a package of these files. */
const withPackage = (name, files, run) =>
  test(name, () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "prepare lean "));
    try {
      const packageDirectory = path.join(directory, "package");
      fs.mkdirSync(packageDirectory);
      for (const [file, content] of Object.entries(files))
        fs.writeFileSync(path.join(packageDirectory, file), content);
      run(packageDirectory, path.join(directory, "result"), directory);
    } finally {
      fs.rmSync(directory, { recursive: true });
    }
  });

const prepare = (...parameters) =>
  spawnSync(process.execPath, [PREPARE, ...parameters], { encoding: "utf8" });
const strange = {
  "package.json": "{}",
  "lean.js": "console.log('other')",
  "lean.wasm": "",
  "lean-lib.tar.gz": "",
};

test("without arguments the usage is printed", () => {
  const run = prepare();
  assert.strictEqual(run.status, 2);
  assert.match(run.stderr, /^usage: /);
});

withPackage(
  "an unknown package is refused with a reason, and nothing is left",
  strange,
  (packageDirectory, result, directory) => {
    const run = prepare(packageDirectory, result);
    assert.strictEqual(run.status, 1);
    assert.strictEqual(run.stderr, "lean toolchain: lean.js: the list of exports was not found\n");
    assert.deepStrictEqual(fs.readdirSync(directory), ["package"]);
  },
);

withPackage("what a killed preparation left is removed", strange, (packageDirectory, result, directory) => {
  const leftover = `${result}.tmp-abcdef`;
  const living = `${result}.tmp-ghijkl`;
  for (const home of [leftover, living]) fs.mkdirSync(path.join(home, "bin"), { recursive: true });
  fs.utimesSync(leftover, 0, 0);
  prepare(packageDirectory, result);
  assert.deepStrictEqual(fs.readdirSync(directory).sort(), ["package", path.basename(living)]);
});

withPackage("an incomplete package is refused", {}, (packageDirectory, result, directory) => {
  const run = prepare(packageDirectory, result);
  assert.strictEqual(run.status, 1);
  assert.match(run.stderr, /^lean toolchain: ENOENT.*lean\.js/);
  assert.deepStrictEqual(fs.readdirSync(directory), ["package"]);
});

withPackage(
  "a stamp holds until package or scripts change",
  strange,
  (packageDirectory, result, directory) => {
    const scripts = path.join(directory, "scripts");
    fs.mkdirSync(scripts);
    fs.writeFileSync(path.join(scripts, "a.js"), "1");
    fs.mkdirSync(result);
    const upToDate = () => stamp.isUpToDate(result, packageDirectory, scripts);

    assert.ok(!upToDate(), "without a stamp");
    stamp.writeStamp(result, stamp.makeStamp(packageDirectory, scripts));
    assert.ok(upToDate());

    const later = new Date(Date.now() + 5000);
    fs.utimesSync(path.join(packageDirectory, "lean.js"), later, later);
    assert.ok(upToDate(), "the same package installed again");

    fs.writeFileSync(path.join(scripts, "README.md"), "words");
    fs.writeFileSync(path.join(scripts, "install"), "something else");
    assert.ok(upToDate(), "what is no script of the preparation");

    fs.writeFileSync(path.join(scripts, "a.js"), "2");
    assert.ok(!upToDate(), "a script changed");
    stamp.writeStamp(result, stamp.makeStamp(packageDirectory, scripts));

    fs.writeFileSync(path.join(packageDirectory, "lean.wasm"), "x");
    assert.ok(!upToDate(), "the package changed");

    fs.writeFileSync(path.join(result, "stamp.json"), "{ not json");
    assert.ok(!upToDate(), "a damaged stamp");
  },
);
