// File operations of a Lean process, called as the glue calls them: with pointers into a memory.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { hostFiles } = require("../../toolchain/runtime/host_files.js");

const HERE = -100; // AT_FDCWD
const [READ, WRITE, CREATE, TRUNCATE, APPEND] = [0, 1, 0x40, 0x200, 0x400];
const errno = { ENOENT: 44, EMFILE: 33, EINVAL: 28, ESPIPE: 70, ENOTTY: 59, EEXIST: 20, EBADF: 8 };

const memory = new ArrayBuffer(65536);
const bytes = Buffer.from(memory);
const glue = {
  string: (pointer) => bytes.toString("utf8", pointer, bytes.indexOf(0, pointer)),
  bytes: () => new Uint8Array(memory),
  words: () => new Uint32Array(memory),
  longs: () => new BigInt64Array(memory),
  writeStat: (pointer, stats) => {
    bytes.writeUInt32LE(stats.size, pointer);
    return 0;
  },
  errno,
};
const host = hostFiles(glue);
host.sharedPositions();

/** Puts a text into the memory and returns its address; each test uses a few fixed places. */
function put(text, at = 1024) {
  bytes.write(text + "\0", at);
  return at;
}

const BUFFER = 8192;
const LIST = 512;
const RESULT = 256;

function bufferOf(length) {
  bytes.writeUInt32LE(BUFFER, LIST);
  bytes.writeUInt32LE(length, LIST + 4);
}

function read(fd, length) {
  bufferOf(length);
  assert.strictEqual(host.read(fd, LIST, 1, RESULT), 0);
  return bytes.toString("utf8", BUFFER, BUFFER + bytes.readUInt32LE(RESULT));
}

function write(fd, text) {
  bytes.write(text, BUFFER);
  bufferOf(Buffer.byteLength(text));
  assert.strictEqual(host.write(fd, LIST, 1, RESULT), 0);
  assert.strictEqual(bytes.readUInt32LE(RESULT), Buffer.byteLength(text));
}

function seek(fd, offset, whence) {
  const error = host.seek(fd, BigInt(offset), whence, RESULT);
  return error ? -error : Number(bytes.readBigInt64LE(RESULT));
}

/** Runs a test in a directory of its own. */
const inDirectory = (name, run) =>
  test(name, () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "host files "));
    try {
      run((file) => path.join(directory, file));
    } finally {
      fs.rmSync(directory, { recursive: true });
    }
  });

inDirectory("a file is written, and read back from any position", (file) => {
  const out = host.openAt(HERE, put(file("a b.txt")), WRITE | CREATE | TRUNCATE, 0o666);
  write(out, "hello, ");
  write(out, "wörld");
  assert.strictEqual(host.close(out), 0);
  assert.strictEqual(fs.readFileSync(file("a b.txt"), "utf8"), "hello, wörld");

  const input = host.openAt(HERE, put(file("a b.txt")), READ, 0);
  assert.strictEqual(read(input, 5), "hello");
  assert.strictEqual(read(input, 100), ", wörld");
  assert.strictEqual(read(input, 100), "");
  assert.strictEqual(seek(input, 7, 0), 7);
  assert.strictEqual(seek(input, -2, 1), 5);
  assert.strictEqual(read(input, 1), ",");
  assert.strictEqual(seek(input, -6, 2), 7);
  assert.strictEqual(read(input, 100), "wörld");
  assert.strictEqual(seek(input, -1, 0), -errno.EINVAL);
  assert.strictEqual(host.fstat(input, 0), 0);
  assert.strictEqual(bytes.readUInt32LE(0), 13);
  assert.strictEqual(host.close(input), 0);
});

inDirectory("a new file gets the mode that the umask allows", (file) => {
  host.close(host.openAt(HERE, put(file("a")), WRITE | CREATE, 0o666));
  assert.strictEqual(fs.statSync(file("a")).mode & 0o777, 0o666 & ~process.umask());
});

inDirectory("appending appends", (file) => {
  fs.writeFileSync(file("log"), "one ");
  const fd = host.openAt(HERE, put(file("log")), WRITE | APPEND, 0);
  write(fd, "two");
  host.close(fd);
  assert.strictEqual(fs.readFileSync(file("log"), "utf8"), "one two");
});

inDirectory("truncating truncates", (file) => {
  fs.writeFileSync(file("a"), "0123456789");
  const fd = host.openAt(HERE, put(file("a")), WRITE, 0);
  assert.strictEqual(host.truncate(fd, 4n), 0);
  host.close(fd);
  assert.strictEqual(fs.readFileSync(file("a"), "utf8"), "0123");
});

inDirectory("what does not exist is an error number, not an exception", (file) => {
  assert.strictEqual(host.openAt(HERE, put(file("nothing")), READ, 0), -errno.ENOENT);
  assert.strictEqual(host.stat(put(file("nothing")), 0), -errno.ENOENT);
  assert.strictEqual(host.lstat(put(file("nothing")), 0), -errno.ENOENT);
  assert.strictEqual(host.accessAt(HERE, put(file("nothing")), 4), -errno.ENOENT);
  assert.strictEqual(host.removeAt(HERE, put(file("nothing")), 0), -errno.ENOENT);
});

inDirectory("links, directories, renaming and removing", (file) => {
  fs.writeFileSync(file("target"), "12345");
  fs.symlinkSync("target", file("link"));
  assert.strictEqual(host.readLinkAt(HERE, put(file("link")), BUFFER, 100), 6);
  assert.strictEqual(bytes.toString("utf8", BUFFER, BUFFER + 6), "target");
  assert.strictEqual(host.statAt(HERE, put(file("link")), 0, 0), 0);
  assert.strictEqual(bytes.readUInt32LE(0), 5);
  assert.strictEqual(host.statAt(HERE, put(file("link")), 0, 0x100), 0);
  assert.strictEqual(bytes.readUInt32LE(0), 6);

  assert.strictEqual(host.makeDirectoryAt(HERE, put(file("d")), 0o777), 0);
  assert.strictEqual(host.makeDirectoryAt(HERE, put(file("d")), 0o777), -errno.EEXIST);
  assert.strictEqual(host.renameAt(HERE, put(file("target"), 1024), HERE, put(file("d/moved"), 4096)), 0);
  assert.strictEqual(fs.readFileSync(file("d/moved"), "utf8"), "12345");
  assert.strictEqual(host.removeAt(HERE, put(file("d/moved")), 0), 0);
  assert.strictEqual(host.removeAt(HERE, put(file("d")), 0x200), 0);
  assert.ok(!fs.existsSync(file("d")));
});

inDirectory("a directory, and a path relative to an open one, are left to the emulation", (file) => {
  fs.mkdirSync(file("d"));
  assert.strictEqual(host.openAt(HERE, put(file("d")), READ, 0), undefined);
  assert.strictEqual(host.openAt(5, put("relative"), READ, 0), undefined);
  assert.strictEqual(host.stat(put(""), 0), undefined);
});

test("descriptors of the emulation are left to it", () => {
  for (const answer of [
    host.close(5),
    host.fstat(5, 0),
    host.read(5, 0, 0, 0),
    host.write(5, 0, 0, 0),
    host.seek(5, 0n, 0, 0),
    host.sync(5),
    host.control(5),
  ]) {
    assert.strictEqual(answer, undefined);
  }
});

test("/dev/null takes everything and can be sought in", () => {
  const fd = host.openAt(HERE, put("/dev/null"), WRITE, 0);
  write(fd, "away");
  assert.strictEqual(seek(fd, 2, 0), 2);
  assert.strictEqual(host.deviceControl(fd), -errno.ENOTTY);
  host.close(fd);
});

test("a closed descriptor is an error", () => {
  const fd = host.openAt(HERE, put("/dev/null"), READ, 0);
  host.close(fd);
  assert.strictEqual(host.close(fd), errno.EBADF);
});
