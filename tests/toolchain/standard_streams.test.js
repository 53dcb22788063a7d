// The filter that takes the package's debug chatter out of standard error.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { ChatterFilter } = require("../../toolchain/runtime/standard_streams.js");

/** What passes, when the text is written in pieces of the given size. */
function filtered(text, pieceSize) {
  const bytes = Buffer.from(text);
  let passed = "";
  const filter = new ChatterFilter((piece) => (passed += Buffer.from(piece).toString("latin1")));
  for (let i = 0; i < bytes.length; i += pieceSize) filter.push(bytes.subarray(i, i + pieceSize));
  filter.flush();
  return Buffer.from(passed, "latin1").toString();
}

const chatter =
  "[DEBUG:I] fileName = A.lean\n" +
  "[DEBUG:FIND] Init: found 1 parts\n" +
  "  - /some where/Init.olean\n" +
  "[DEBUG:FINALIZE] Init: parts.size=1\n" +
  "  mainModule? = true\n";

for (const size of [1, 2, 7, 1000]) {
  test(`chatter goes, the rest stays, written in pieces of ${size}`, () => {
    assert.strictEqual(filtered(chatter, size), "");
    assert.strictEqual(filtered(`one\n${chatter}two\n\nthrée`, size), "one\ntwo\n\nthrée");
    assert.strictEqual(filtered(`no line end [DEBUG:I] \n`, size), "no line end [DEBUG:I] \n");
  });

  test(`lines that only resemble chatter stay, written in pieces of ${size}`, () => {
    const text = "[DEBUG] x\n[DEBUG:lower] x\n[DEBUG:\n  - a list\n  - b.olean\n  indented\n[\n";
    assert.strictEqual(filtered(text, size), text);
  });
}

test("what cannot be chatter is not held back", () => {
  const passed = [];
  const filter = new ChatterFilter((piece) => passed.push(Buffer.from(piece).toString()));
  filter.push(Buffer.from("progress: 1"));
  assert.deepStrictEqual(passed.join(""), "progress: 1");
});
