// Random finite programs, some with recursive procedures, against SPIN: what Plato certifies, SPIN finds nothing wrong with; what Plato refutes, SPIN refutes; and Plato always says
// one of the two. PLATO_LONG_TESTS=1 in the environment tries many more.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { after, before, test } = require("node:test");
const { randomProgram } = require("./programs.js");

const PLATO = process.env.PLATO ?? path.resolve(__dirname, "..", "..", "build", "Release", "plato");
const PROGRAMS = process.env.PLATO_LONG_TESTS === "1" ? 1000 : 24;
const SEED = 20261119;

let folder;
before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "spin-test-"))));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

/** "right" or "wrong". Nothing is said of ends that are not proper: a thread may wait for ever. */
function spinVerdict(model) {
  fs.writeFileSync(path.join(folder, "model.pml"), model);
  const run = (...command) => spawnSync(command[0], command.slice(1), { cwd: folder, encoding: "utf8" });
  const made = run("spin", "-a", "model.pml");
  assert.strictEqual(made.status, 0, made.stdout + made.stderr + model);
  const compiled = run("cc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c");
  assert.strictEqual(compiled.status, 0, compiled.stderr);
  const answer = run("./pan", "-E", "-m200000").stdout;
  assert.doesNotMatch(answer, /max search depth too small/);
  const errors = /errors: (\d+)/.exec(answer);
  assert.ok(errors, answer + model);
  return errors[1] === "0" ? "right" : "wrong";
}

test("SPIN agrees about random programs", () => {
  const counts = { certified: 0, refuted: 0, procedures: 0 };
  for (let seed = SEED; seed < SEED + PROGRAMS; ++seed) {
    const { plato, promela } = randomProgram(seed);
    const file = path.join(folder, "program.plato");
    fs.writeFileSync(file, plato);
    const [answer] = JSON.parse(spawnSync(PLATO, ["check", "--json", file], { encoding: "utf8" }).stdout);
    const expected = spinVerdict(promela) === "right" ? "certified" : "refuted";
    assert.strictEqual(answer.verdict, expected, `seed ${seed}: ${answer.message}\n${plato}\n${promela}`);
    ++counts[answer.verdict];
    counts.procedures += plato.includes("procedure");
  }
  for (const [kind, count] of Object.entries(counts)) assert.ok(count >= PROGRAMS / 8, `${count} ${kind} of ${PROGRAMS}`);
});
