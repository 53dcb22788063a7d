// Says whether a prepared toolchain is what preparing it again would give.
//
// The stamp in the toolchain holds a hash of everything that goes in: the package, these scripts, the version
// of Node. Hashing the package's 325 MB takes a second, so the stamp also remembers sizes and times of its
// files: while those are the same, so is the content.
"use strict";

const crypto = require("crypto");
const fs = require("fs");
const path = require("path");

const PACKAGE_FILES = ["package.json", "lean.js", "lean.wasm", "lean-lib.tar.gz"];
const STAMP_FILE = "stamp.json";

const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), crypto.createHash("sha256")).digest("hex");

/** All files below a directory, sorted, without hidden ones. */
function filesBelow(directory) {
  return fs
    .readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith("."))
    .flatMap((entry) => {
      const file = path.join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    })
    .sort();
}

/** What the scripts and Node contribute to the result; other files beside the scripts do not. */
function recipe(scriptDirectory) {
  const files = filesBelow(scriptDirectory).filter((file) => /(\.js|\.lean|\/lean)$/.test(file));
  return sha256(
    `${process.version} ${process.arch}`,
    ...files.map((file) => `\n${path.relative(scriptDirectory, file)} ${sha256(fs.readFileSync(file))}`),
  );
}

/** Sizes and times of the package's files. */
function appearance(packageDirectory) {
  return PACKAGE_FILES.map((name) => {
    const { size, mtimeMs } = fs.statSync(path.join(packageDirectory, name));
    return `${name} ${size} ${mtimeMs}`;
  }).join("\n");
}

/** A hash of the package's files. */
function content(packageDirectory) {
  return sha256(
    ...PACKAGE_FILES.map((name) => `${name} ${sha256(fs.readFileSync(path.join(packageDirectory, name)))}\n`),
  );
}

function readStamp(home) {
  try {
    return JSON.parse(fs.readFileSync(path.join(home, STAMP_FILE), "utf8"));
  } catch {
    return undefined;
  }
}

function writeStamp(home, stamp) {
  fs.writeFileSync(path.join(home, STAMP_FILE), JSON.stringify(stamp, null, 2) + "\n");
}

const makeStamp = (packageDirectory, scriptDirectory) => ({
  recipe: recipe(scriptDirectory),
  content: content(packageDirectory),
  appearance: appearance(packageDirectory),
});

/** Whether the toolchain in `home` is up to date. A package that was only installed anew is recognised. */
function isUpToDate(home, packageDirectory, scriptDirectory) {
  const stamp = readStamp(home);
  if (!stamp || stamp.recipe !== recipe(scriptDirectory)) return false;
  const seen = appearance(packageDirectory);
  if (stamp.appearance === seen) return true;
  if (stamp.content !== content(packageDirectory)) return false;
  writeStamp(home, { ...stamp, appearance: seen });
  return true;
}

module.exports = { makeStamp, writeStamp, isUpToDate, PACKAGE_FILES };
