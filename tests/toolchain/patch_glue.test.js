// The patch table: each patch has one place, and says which patch it is when it has none or several.
"use strict";

const assert = require("node:assert");
const test = require("node:test");
const { PATCHES, PatchError, patchGlue } = require("../../toolchain/patch_glue.js");

const context = { tableSize: 100, wasmDigest: "ab".repeat(32) };
const patch = { name: "greeting", why: "manners", find: "hello", put: (found) => `${found}, reader` };

/** A text in which every patch finds its place. */
const sampleGlue = () =>
  PATCHES.map(({ find, within }) => (within ? `${within.from}${find}${find}${within.to}x;` : `${find}`)).join(
    "\n",
  );

test("a patch is applied at its place and nowhere else", () => {
  assert.strictEqual(patchGlue("say hello twice", context, [patch]), "say hello, reader twice");
});

test("a missing place stops the preparation and names the patch", () => {
  assert.throws(
    () => patchGlue("say nothing", context, [patch]),
    (error) => {
      assert.ok(error instanceof PatchError);
      assert.match(error.message, /the place of the patch "greeting" is missing: hello/);
      return true;
    },
  );
});

test("a place that is not unique stops the preparation and names the patch", () => {
  assert.throws(
    () => patchGlue("hello hello", context, [patch]),
    /the place of the patch "greeting" is not unique: hello/,
  );
});

test("a patch may be confined to a part of the text", () => {
  const confined = { ...patch, within: { from: "begin", to: "end" } };
  assert.strictEqual(
    patchGlue("hello begin hello end hello", context, [confined]),
    "hello begin hello, reader end hello",
  );
  assert.throws(() => patchGlue("hello begin end hello", context, [confined]), /"greeting" is missing/);
  assert.throws(() => patchGlue("begin hello", context, [confined]), /"greeting" has no end/);
});

test("a patch of every occurrence needs at least one", () => {
  const every = { ...patch, everyOccurrence: true, put: () => "bye" };
  assert.strictEqual(patchGlue("hello hello", context, [every]), "bye bye");
  assert.throws(() => patchGlue("say nothing", context, [every]), /"greeting" is missing/);
});

test("patches get the figures of the module they are for", () => {
  const sized = { ...patch, put: (_, { tableSize }) => String(tableSize) };
  assert.strictEqual(patchGlue("hello", context, [sized]), "100");
});

test("each patch of the table has a name of its own, a reason and a place", () => {
  assert.strictEqual(new Set(PATCHES.map(({ name }) => name)).size, PATCHES.length);
  for (const { name, why, find } of PATCHES) assert.ok(name && why && find, name);
});

test("the whole table applies, and without any one place it does not", () => {
  const glue = sampleGlue();
  const patched = patchGlue(glue, context);
  assert.ok(patched.includes(context.wasmDigest));
  assert.ok(!patched.includes("console.log("));
  for (const { name, find } of PATCHES) {
    const without = glue.split(find).join("/* gone */");
    assert.throws(() => patchGlue(without, context), PatchError, name);
  }
});
