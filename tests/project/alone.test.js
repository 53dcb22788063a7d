// Where files are compiled in bunches (cmake/QuickCompilation.cmake), each must still compile by itself, with all warnings: a bunch would lend
// it what others include and declare. In a build without bunches the compiler has seen every file alone already.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BUILD = process.env.PLATO_BUILD ?? path.join(ROOT, "build");

// A bunch of the release build: the command that compiles it, and its files.
const bunches = JSON.parse(fs.readFileSync(path.join(BUILD, "compile_commands.json"), "utf8"))
  .filter((entry) => entry.command.includes(".dir/Release/") && /\/Unity\/unity_\d+_cxx\.cxx$/.test(entry.file))
  .map((entry) => ({ ...entry, files: [...fs.readFileSync(entry.file, "utf8").matchAll(/^#include "(.*)"/gm)].map((match) => match[1]) }));

/** The compiler's answer about a file with the options of its bunch. */
function compileAlone(bunch, file) {
  const [compiler, ...options] = bunch.command.split(" -o ")[0].replaceAll('\\"', '"').split(" ").filter((word) => word !== "");
  return spawnSync(compiler, [...options, "-Wshadow", "-fsyntax-only", file], { cwd: bunch.directory, encoding: "utf8" });
}

const skip = bunches.length === 0 && "this build has no bunches";

// Of every second folder the file in the middle by size; PLATO_LONG_TESTS=1 in the environment takes all.
test("files that are compiled in bunches compile by themselves", { skip }, () => {
  const all = bunches.flatMap((bunch) => bunch.files.map((file) => ({ bunch, file })));
  const folders = [...new Set(all.map(({ file }) => path.dirname(file)))].filter((_, index) => index % 2 === 0);
  const size = ({ file }) => fs.statSync(file).size;
  const middle = (list) => list.sort((a, b) => size(a) - size(b))[list.length >> 1];
  const chosen = process.env.PLATO_LONG_TESTS === "1" ? all : folders.map((folder) => middle(all.filter(({ file }) => path.dirname(file) === folder)));
  assert.ok(chosen.length >= 8);
  for (const { bunch, file } of chosen) {
    const result = compileAlone(bunch, file);
    assert.strictEqual(result.status, 0, `${path.relative(ROOT, file)} does not compile by itself:\n${result.stderr}`);
  }
});

test("a file that needs what another one includes is noticed", { skip }, () => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "alone-test-"));
  try {
    const bunch = bunches.find(({ files }) => files.some((file) => file.includes("/cpp/search/")));
    const borrower = path.join(scratch, "borrower.cpp");
    fs.writeFileSync(borrower, "plato::Formulas* borrowed;\n");
    assert.match(compileAlone(bunch, borrower).stderr, /'plato'|‘plato’/);
    fs.writeFileSync(borrower, "int answer();\n");
    assert.strictEqual(compileAlone(bunch, borrower).status, 0);
  } finally {
    fs.rmSync(scratch, { recursive: true });
  }
});
