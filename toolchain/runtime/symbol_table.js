// The names of Lean's functions and data, as a hash table in a file (lean.sym).
//
// Lean's interpreter asks for compiled functions by name; 201,110 strings would have to be read and hashed at
// every start and in every thread. The table holds two 32-bit hashes per name instead of the name, so it is
// used as it lies in the file. That is safe because `build` refuses two names with equal hashes; a name which
// is not in the table is taken for a known one with a chance of about one in 2^45 (2^64 pairs, 2^18 names).
//
// Entry: hash, second hash, address. Open addressing, linear probing, at most half full; an entry of three
// zeroes is free.
"use strict";

const WORDS_PER_ENTRY = 3;

/** Two independent 32-bit hashes of a name. */
function hashes(name) {
  let first = 0x811c9dc5; // FNV-1a
  let second = 0x9e3779b9; // multiply and xor-shift
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
    second ^= second >>> 15;
  }
  return [first >>> 0, second >>> 0];
}

const startOf = (first, mask) => (first ^ (first >>> 13)) & mask;

/** Finds the entry of a name: its index in words, and whether it is there or free. */
function probe(table, first, second) {
  const mask = table.length / WORDS_PER_ENTRY - 1;
  for (let entry = startOf(first, mask); ; entry = (entry + 1) & mask) {
    const at = entry * WORDS_PER_ENTRY;
    if (table[at] === first && table[at + 1] === second && table[at + 2] !== 0) return { at, present: true };
    if (table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0) return { at, present: false };
  }
}

/** Builds the table from a map of names to addresses. Address 0 is "no such symbol" and is left out. */
function build(symbols) {
  let entries = 4;
  while (entries < 2 * symbols.size) entries *= 2;
  const table = new Uint32Array(entries * WORDS_PER_ENTRY);
  for (const [name, address] of symbols) {
    if (address === 0) continue;
    const [first, second] = hashes(name);
    const { at, present } = probe(table, first, second);
    if (present) throw new Error(`symbol table: the name ${name} has the hashes of another name`);
    table.set([first, second, address], at);
  }
  return table;
}

/** The address of a name, 0 if there is none. */
function lookup(table, name) {
  const { at, present } = probe(table, ...hashes(name));
  return present ? table[at + 2] : 0;
}

/** The table as the bytes of a file, and back. */
const toBytes = (table) => Buffer.from(table.buffer, table.byteOffset, table.byteLength);

function fromBytes(bytes) {
  const words = bytes.length / 4;
  const entries = words / WORDS_PER_ENTRY;
  if (!Number.isInteger(entries) || entries < 4 || (entries & (entries - 1)) !== 0) {
    throw new Error(`symbol table: ${bytes.length} bytes is not the size of a table`);
  }
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, words);
}

module.exports = { hashes, build, lookup, toBytes, fromBytes };
