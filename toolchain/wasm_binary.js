// Reading and writing WebAssembly binaries, as far as the export surgery needs it.
//
// A binary is an 8-byte preamble followed by sections: one byte of id, the size, the body. Nothing but the
// sections we name is decoded; the others are copied byte for byte. Numbers are LEB128.
// Format: https://webassembly.github.io/spec/core/binary/
"use strict";

const SECTION = { CUSTOM: 0, IMPORT: 2, FUNCTION: 3, TABLE: 4, GLOBAL: 6, EXPORT: 7, ELEMENT: 9 };
const KIND = { FUNCTION: 0, TABLE: 1, MEMORY: 2, GLOBAL: 3, TAG: 4 };
const OPCODE = { I32_CONST: 0x41, END: 0x0b };
const FUNCREF = 0x70;

/** Thrown when a binary does not have the shape we expect. */
class WasmFormatError extends Error {}

/** A cursor over bytes. Every read checks the end: a truncated binary is an error, never garbage. */
class Reader {
  constructor(bytes, position = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
  }

  get atEnd() {
    return this.position >= this.end;
  }

  byte() {
    if (this.atEnd) throw new WasmFormatError(`unexpected end of data at byte ${this.position}`);
    return this.bytes[this.position++];
  }

  /** An unsigned LEB128 number below 2^32. */
  unsigned() {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) {
        if (value >= 2 ** 32) break;
        return value;
      }
    }
    throw new WasmFormatError(`number too large before byte ${this.position}`);
  }

  /** A signed 32-bit LEB128 number. */
  signed() {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) {
        const signBits = shift + 7;
        return signBits < 32 && byte & 64 ? value | (-1 << signBits) : value;
      }
    }
    throw new WasmFormatError(`number too large before byte ${this.position}`);
  }

  take(length) {
    if (this.position + length > this.end) {
      throw new WasmFormatError(
        `${length} bytes expected at byte ${this.position}, ${this.end - this.position} left`,
      );
    }
    this.position += length;
    return this.bytes.subarray(this.position - length, this.position);
  }

  /** A length-prefixed name. Names are kept as latin1 so that each byte survives a round trip. */
  name() {
    return Buffer.from(this.take(this.unsigned())).toString("latin1");
  }

  /** Reads one byte and insists on its value. */
  expect(value, what) {
    const found = this.byte();
    if (found !== value) {
      throw new WasmFormatError(
        `${what}: expected byte ${value}, found ${found} at byte ${this.position - 1}`,
      );
    }
  }
}

function encodeUnsigned(value) {
  const bytes = [];
  do {
    const rest = Math.floor(value / 128);
    bytes.push(value % 128 | (rest ? 128 : 0));
    value = rest;
  } while (value);
  return Buffer.from(bytes);
}

function encodeSigned(value) {
  const bytes = [];
  for (;;) {
    const low = value & 127;
    value >>= 7;
    if ((value === 0 && !(low & 64)) || (value === -1 && low & 64)) {
      bytes.push(low);
      return Buffer.from(bytes);
    }
    bytes.push(low | 128);
  }
}

function encodeName(name) {
  const bytes = Buffer.from(name, "latin1");
  return Buffer.concat([encodeUnsigned(bytes.length), bytes]);
}

/** A vector: its length, then its already encoded items. */
function encodeVector(items) {
  return Buffer.concat([encodeUnsigned(items.length), ...items]);
}

const PREAMBLE = Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

/** Splits a binary into `{id, body}` in order; bodies are views into `bytes`. */
function readSections(bytes) {
  if (!PREAMBLE.equals(bytes.subarray(0, 8))) throw new WasmFormatError("not a WebAssembly 1.0 binary");
  const reader = new Reader(bytes, 8);
  const sections = [];
  while (!reader.atEnd) {
    const id = reader.byte();
    sections.push({ id, body: reader.take(reader.unsigned()) });
  }
  return sections;
}

/** The inverse of `readSections`. */
function writeSections(sections) {
  const parts = [PREAMBLE];
  for (const { id, body } of sections) parts.push(Buffer.from([id]), encodeUnsigned(body.length), body);
  return Buffer.concat(parts);
}

/** The only section with this id. */
function theSection(sections, id) {
  const found = sections.filter((section) => section.id === id);
  if (found.length !== 1) throw new WasmFormatError(`${found.length} sections with id ${id}, expected one`);
  return found[0];
}

/** Decodes a section body as a vector, insisting that the items fill it exactly. */
function readVector(section, readItem) {
  const reader = new Reader(section.body);
  const items = Array.from({ length: reader.unsigned() }, () => readItem(reader));
  if (!reader.atEnd) throw new WasmFormatError(`section ${section.id} has bytes after its last item`);
  return items;
}

function skipLimits(reader) {
  const flags = reader.byte();
  reader.unsigned();
  if (flags & 1) reader.unsigned();
}

/** The imports as `{module, name, kind}`. */
function readImports(section) {
  return readVector(section, (reader) => {
    const item = { module: reader.name(), name: reader.name(), kind: reader.byte() };
    switch (item.kind) {
      case KIND.FUNCTION:
        reader.unsigned();
        break;
      case KIND.TABLE:
        reader.byte();
        skipLimits(reader);
        break;
      case KIND.MEMORY:
        skipLimits(reader);
        break;
      case KIND.GLOBAL:
        reader.take(2);
        break;
      case KIND.TAG:
        reader.byte();
        reader.unsigned();
        break;
      default:
        throw new WasmFormatError(`import of unknown kind ${item.kind}`);
    }
    return item;
  });
}

const countImportedFunctions = (sections) =>
  readImports(theSection(sections, SECTION.IMPORT)).filter((item) => item.kind === KIND.FUNCTION).length;

const countDefinedFunctions = (sections) =>
  new Reader(theSection(sections, SECTION.FUNCTION).body).unsigned();

/** The exports as `{name, kind, index}`. */
function readExports(section) {
  return readVector(section, (reader) => ({
    name: reader.name(),
    kind: reader.byte(),
    index: reader.unsigned(),
  }));
}

function writeExports(exports) {
  return encodeVector(
    exports.map(({ name, kind, index }) =>
      Buffer.concat([encodeName(name), Buffer.from([kind]), encodeUnsigned(index)]),
    ),
  );
}

/** The defined globals as `{mutable, value}`; every one must be initialised by an i32 constant. */
function readConstantGlobals(section) {
  return readVector(section, (reader) => {
    reader.byte(); // value type
    const mutable = reader.byte() === 1;
    reader.expect(OPCODE.I32_CONST, "initialiser of a global");
    const value = reader.signed();
    reader.expect(OPCODE.END, "initialiser of a global");
    return { mutable, value };
  });
}

/** The size of the only table, which must hold functions and have no upper bound. */
function readTableSize(section) {
  const [size] = readVector(section, (reader) => {
    reader.expect(FUNCREF, "type of the table");
    reader.expect(0, "limits of the table");
    return reader.unsigned();
  });
  return size;
}

function writeTableSize(size) {
  return encodeVector([Buffer.concat([Buffer.from([FUNCREF, 0]), encodeUnsigned(size)])]);
}

/** The element segments as `{offset, functions}`; each must be active, on table 0, at a constant offset. */
function readElements(section) {
  return readVector(section, (reader) => {
    reader.expect(0, "kind of an element segment");
    reader.expect(OPCODE.I32_CONST, "offset of an element segment");
    const offset = reader.signed();
    reader.expect(OPCODE.END, "offset of an element segment");
    return { offset, functions: Array.from({ length: reader.unsigned() }, () => reader.unsigned()) };
  });
}

function writeElements(segments) {
  return encodeVector(
    segments.map(({ offset, functions }) =>
      Buffer.concat([
        Buffer.from([0, OPCODE.I32_CONST]),
        encodeSigned(offset),
        Buffer.from([OPCODE.END]),
        encodeVector(functions.map(encodeUnsigned)),
      ]),
    ),
  );
}

module.exports = {
  SECTION,
  KIND,
  WasmFormatError,
  Reader,
  encodeUnsigned,
  encodeSigned,
  encodeName,
  encodeVector,
  readSections,
  writeSections,
  theSection,
  readImports,
  countImportedFunctions,
  countDefinedFunctions,
  readExports,
  writeExports,
  readConstantGlobals,
  readTableSize,
  writeTableSize,
  readElements,
  writeElements,
};
