// The file of the code cache: read back only if it is whole and for this module.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const cacheFile = require("../../toolchain/runtime/code_cache_file.js");

const digest = "0123456789abcdef".repeat(4);
const payload = Buffer.from("machine code".repeat(1000));

/** Writes a cache, lets `damage` change its bytes, and reads it. */
function readAfter(damage, expectedDigest = digest) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "code-cache-"));
  try {
    const file = path.join(directory, "lean.cwasm");
    cacheFile.write(file, digest, payload);
    fs.writeFileSync(file, damage(fs.readFileSync(file)));
    const read = cacheFile.read(file, expectedDigest);
    return read && Buffer.from(read).toString();
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
}

const flip = (at) => (bytes) => {
  bytes[at < 0 ? bytes.length + at : at] ^= 1;
  return bytes;
};

test("a cache is read back", () =>
  assert.strictEqual(
    readAfter((bytes) => bytes),
    payload.toString(),
  ));
test("a cache for another module is ignored", () =>
  assert.strictEqual(
    readAfter((bytes) => bytes, "ff".repeat(32)),
    undefined,
  ));
test("a truncated cache is ignored", () =>
  assert.strictEqual(
    readAfter((bytes) => bytes.subarray(0, -1)),
    undefined,
  ));
test("a cache with bytes added is ignored", () =>
  assert.strictEqual(
    readAfter((bytes) => Buffer.concat([bytes, bytes])),
    undefined,
  ));
test("an empty file is ignored", () =>
  assert.strictEqual(
    readAfter(() => Buffer.alloc(0)),
    undefined,
  ));
test("a foreign file is ignored", () =>
  assert.strictEqual(
    readAfter(() => Buffer.from("#!/bin/sh\n".repeat(100))),
    undefined,
  ));
for (const at of [0, 20, 41, 45, 48, 5000, -1]) {
  test(`a cache with a changed bit in byte ${at} is ignored`, () =>
    assert.strictEqual(readAfter(flip(at)), undefined));
}
