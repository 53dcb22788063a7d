// Examples without the annotations that people wrote: what could be proved stays so, wrong twins stay wrong, and a program with what was inferred
// is the same program with lines added.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { after, before, test } = require("node:test");
const { check } = require("./stripped.js");
const { strip } = require("./strip.js");

const ROOT = path.resolve(__dirname, "..", "..");
const PLATO = process.env.PLATO ?? path.join(ROOT, "build", "Release", "plato");

// Certified from their assertions alone. In the default run, those that take little time.
const QUICK = ["array-zero", "cas-spin-lock", "counting-semaphore", "double-checked", "locked-counter", "maximum", "reader-writer-lock",
  "recursive-lock-levels", "simple-lock", "simple-lock-family", "time-varying-mutex", "try-lock"];
const SLOW = ["bounded-buffer", "parameterized-search", "ring-buffer"];
const PROVED = process.env.PLATO_LONG_TESTS === "1" ? [...QUICK, ...SLOW] : QUICK;

let folder;
before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "inference-test-"))));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

for (const name of PROVED)
  test(`${name} needs no annotation`, () => {
    const result = check(PLATO, name, folder);
    assert.strictEqual(result.verdict, "certified", result.message);
    assert.notStrictEqual(result.inferred.length, 0, "annotations were inferred");

    const inferred = spawnSync(PLATO, ["infer", result.file], { encoding: "utf8" });
    assert.strictEqual(inferred.status, 0, inferred.stdout);
    const added = new Set(result.inferred);
    const words = (lines) => lines.join(" ").split(/\s+/).filter((word) => word !== "").join(" ");
    const own = inferred.stdout.split("\n").filter((line) => !added.has(line.trim()));
    assert.strictEqual(words(own), words(fs.readFileSync(result.file, "utf8").split("\n")), "only lines were added");

    const annotated = path.join(folder, `${name}-annotated.plato`);
    fs.writeFileSync(annotated, inferred.stdout);
    const again = JSON.parse(spawnSync(PLATO, ["check", "--json", annotated], { encoding: "utf8" }).stdout)[0];
    assert.strictEqual(again.verdict, "certified", "what is printed is proved as it stands");
    assert.deepStrictEqual(again.inferred ?? [], []);
  });

// What the twin of locked-counter breaks is an invariant that is left out here.
for (const name of PROVED.filter((name) => name !== "locked-counter"))
  test(`the wrong twin of ${name} is refuted without annotations, too`, () => {
    const file = path.join(folder, `${name}-wrong.plato`);
    fs.writeFileSync(file, strip(fs.readFileSync(path.join(ROOT, "examples", `${name}-wrong.plato`), "utf8")).stripped);
    const answer = JSON.parse(spawnSync(PLATO, ["check", "--json", file], { encoding: "utf8" }).stdout)[0];
    assert.strictEqual(answer.verdict, "refuted", answer.message);
  });

// Mutual exclusion without a line beside the assertion: learned from executions and counterexamples. The same program with other names, and with
// its threads in another order, has the same verdict.
const PROTOCOLS = path.join(__dirname, "protocols");
const QUICK_PROTOCOLS = ["peterson", "dekker", "bakery", "reader-flags", "exchange"];
const protocols = fs
  .readdirSync(PROTOCOLS)
  .map((file) => path.basename(file, ".plato"))
  .filter((name) => !name.endsWith("-wrong"));

function verdict(name, source) {
  const file = path.join(folder, `${name}.plato`);
  fs.writeFileSync(file, source);
  return JSON.parse(spawnSync(PLATO, ["check", "--json", file], { encoding: "utf8", maxBuffer: 1 << 28 }).stdout)[0];
}

/** Other names for all variables, threads and identifiers of threads. */
function renamed(source) {
  const names = new Set();
  for (const [, declared] of source.matchAll(/\b(?:var|const|thread)\s+([^:\[{;]+)/g))
    for (const name of declared.split(",")) names.add(name.trim());
  for (const [, index] of source.matchAll(/\bthread\s+\w+\[(\w+)\]/g)) names.add(index);
  return source.replace(/\/\/.*|\b[A-Za-z]\w*\b/g, (word) => (names.has(word) ? `other_${word}` : word));
}

/** The last thread comes first. */
function reordered(source) {
  const threads = source.split(/^(?=thread )/m);
  return [threads[0], ...threads.slice(1).reverse().map((thread) => `${thread.trimEnd()}\n`)].join("");
}

for (const name of protocols) {
  const source = () => fs.readFileSync(path.join(PROTOCOLS, `${name}.plato`), "utf8");
  if (QUICK_PROTOCOLS.includes(name) || process.env.PLATO_LONG_TESTS === "1") {
    test(`the protocol ${name} needs no annotation`, () => {
      const answer = verdict(name, source());
      assert.strictEqual(answer.verdict, "certified", answer.message);
      assert.notStrictEqual(answer.inferred.length, 0);
    });
    test(`what is inferred for the protocol ${name} is proved as it stands`, () => {
      const inferred = spawnSync(PLATO, ["infer", path.join(PROTOCOLS, `${name}.plato`)], { encoding: "utf8" });
      assert.strictEqual(inferred.status, 0, inferred.stdout);
      assert.strictEqual(verdict(`${name}-annotated`, inferred.stdout).verdict, "certified");
    });
  }
  if (process.env.PLATO_LONG_TESTS === "1")
    for (const change of [renamed, reordered])
      test(`the protocol ${name}, ${change.name}, needs no annotation`, () => {
        const changed = change(source());
        assert.strictEqual(verdict(`${name}-${change.name}`, changed).verdict, "certified");
      });
  test(`the wrong twin of the protocol ${name} is refuted`, () => {
    const wrong = fs.readFileSync(path.join(PROTOCOLS, `${name}-wrong.plato`), "utf8");
    assert.strictEqual(verdict(`${name}-wrong`, wrong).verdict, "refuted");
  });
}
