// The file that holds V8's machine code for lean.wasm (lean.cwasm).
//
// V8 checks that a payload was written by the same version of itself, with the same flags, for a processor
// with the same features. It checks neither for which module nor whether a byte has changed since, and runs
// what it is given. So the payload gets a header:
//
//     8 bytes  magic
//    32 bytes  SHA-256 of the WebAssembly binary
//     4 bytes  CRC-32 of the payload
//     4 bytes  length of the payload
"use strict";

const fs = require("fs");
const zlib = require("zlib");

const MAGIC = Buffer.from("PLATOWC1", "latin1");
const DIGEST_AT = MAGIC.length;
const CRC_AT = DIGEST_AT + 32;
const LENGTH_AT = CRC_AT + 4;
const HEADER_LENGTH = LENGTH_AT + 4;

function write(file, wasmDigest, payload) {
  const header = Buffer.alloc(HEADER_LENGTH);
  MAGIC.copy(header);
  header.write(wasmDigest, DIGEST_AT, "hex");
  header.writeUInt32LE(zlib.crc32(payload), CRC_AT);
  header.writeUInt32LE(payload.length, LENGTH_AT);
  fs.writeFileSync(file, Buffer.concat([header, payload]));
}

/**
 * The payload as an ArrayBuffer, or undefined if the file does not belong to this binary or is damaged.
 * It is read straight into its buffer: it is a hundred megabytes, and this happens at every start.
 */
function read(file, wasmDigest) {
  const descriptor = fs.openSync(file, "r");
  try {
    const header = Buffer.alloc(HEADER_LENGTH);
    fs.readSync(descriptor, header);
    if (!header.subarray(0, DIGEST_AT).equals(MAGIC)) return undefined;
    if (header.toString("hex", DIGEST_AT, CRC_AT) !== wasmDigest) return undefined;
    const length = header.readUInt32LE(LENGTH_AT);
    if (fs.fstatSync(descriptor).size !== HEADER_LENGTH + length) return undefined;
    const payload = new Uint8Array(length);
    if (fs.readSync(descriptor, payload, 0, length, HEADER_LENGTH) !== length) return undefined;
    return zlib.crc32(payload) === header.readUInt32LE(CRC_AT) ? payload.buffer : undefined;
  } finally {
    fs.closeSync(descriptor);
  }
}

module.exports = { write, read };
