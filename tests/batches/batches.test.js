// The conditions of a program shared among workers: the recipe of docs/several-machines.md with workers that die, results that lie, and
// files of any bytes.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { after, test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BINARIES = path.dirname(process.env.PLATO ?? path.join(ROOT, "build", "Release", "plato"));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "plato-batches-"));
after(() => fs.rmSync(scratch, { recursive: true }));

const environment = { ...process.env, LC_ALL: "C", PATH: `${BINARIES}:${process.env.PATH}` };
const shell = (command, options = {}) => spawnSync("/bin/sh", ["-c", command], { cwd: scratch, env: environment, encoding: "utf8", timeout: 120000, ...options });
const plato = (...words) => spawnSync(path.join(BINARIES, "plato"), words, { cwd: scratch, encoding: "utf8", timeout: 120000 });
const example = (name) => path.join(ROOT, "examples", `${name}.plato`);

/** A folder with the batches of an example and their results. */
function divided(name, folder, batches) {
  const split = plato("split", example(name), "-o", folder, "--batches", String(batches));
  assert.strictEqual(split.status, 0, split.stdout + split.stderr);
  const parts = fs.readdirSync(path.join(scratch, folder)).filter((file) => file.endsWith(".batch")).map((file) => path.join(folder, path.basename(file, ".batch")));
  for (const part of parts) {
    const proved = plato("prove", `${part}.batch`, "-o", `${part}.result`);
    assert.strictEqual(proved.status, 0, proved.stdout + proved.stderr);
    assert.match(proved.stdout, /^proved /);
  }
  return parts;
}

test("the certificate is the one that 'check' writes", () => {
  const long = process.env.PLATO_LONG_TESTS === "1";
  const names = long ? fs.readdirSync(path.join(ROOT, "examples")).filter((file) => file.endsWith(".plato") && !file.includes("-wrong")).map((file) => path.basename(file, ".plato"))
    : ["simple-lock", "ticket-lock", "queue-lock", "fork-join", "parameterized-search", "mercator"];
  let compared = 0;
  for (const name of names) {
    const whole = plato("check", example(name), "-o", `${name}.whole`);
    // What needed more than conditions has another certificate.
    if (!/^certified [^\n]*\n  \d+ conditions?, each with a refutation that the kernel checked\n  thread/.test(whole.stdout)) continue;
    divided(name, name, 5);
    const joined = plato("join", name, "-o", `${name}.joined`);
    assert.match(joined.stdout, /^certified /, joined.stdout + joined.stderr);
    assert.ok(fs.readFileSync(path.join(scratch, `${name}.whole`)).equals(fs.readFileSync(path.join(scratch, `${name}.joined`))), name);
    assert.strictEqual(plato("recheck", `${name}.joined`, "--against", example(name)).status, 0);
    ++compared;
  }
  assert.ok(compared >= (long ? 30 : 6), `${compared} were compared`);
});

test("the recipe for GNU parallel, with a worker that dies", () => {
  const page = fs.readFileSync(path.join(ROOT, "docs", "several-machines.md"), "utf8");
  const recipe = /## GNU parallel[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)[1].trim().split("\n");
  assert.strictEqual(recipe.length, 3);
  fs.copyFileSync(example("queue-lock"), path.join(scratch, "lock.plato"));
  // The worker that is first to take part 3 is killed in the middle of its work, once.
  const folder = path.join(scratch, "dying");
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "plato"), `#!/bin/sh
case "$1 $2" in "prove "*03.batch) if mkdir "${scratch}/died" 2> /dev/null; then kill -9 $$; fi ;; esac
exec "${BINARIES}/plato" "$@"
`, { mode: 0o755 });
  const env = { ...environment, PATH: `${folder}:${environment.PATH}`, HOME: scratch };
  assert.strictEqual(shell(recipe[0], { env }).status, 0);
  const without = recipe[1].replace(" --retries 3", "");
  assert.notStrictEqual(without, recipe[1]);
  assert.notStrictEqual(shell(without, { env }).status, 0, "parallel tells that a worker died");
  assert.ok(fs.existsSync(path.join(scratch, "died")));
  const missing = shell(recipe[2], { env });
  assert.strictEqual(missing.status, 1);
  assert.match(missing.stdout, /^not proved parts: parts are missing \[P832\]\nparts\/part-03\.result: not proved: part 3 of \d+ is missing: .* \[P832\]\n  help: run 'plato prove parts\/part-03\.batch -o parts\/part-03\.result'\n$/);
  // Once more, with retries: it dies once more, and is run again at once.
  fs.rmdirSync(path.join(scratch, "died"));
  const again = shell(recipe[1], { env });
  assert.strictEqual(again.status, 0, again.stdout + again.stderr);
  assert.ok(fs.existsSync(path.join(scratch, "died")));
  assert.doesNotMatch(again.stdout, /part-02/, "what has a result is not run again");
  const joined = shell(recipe[2], { env });
  assert.strictEqual(joined.status, 0, joined.stdout);
  assert.match(joined.stdout, /^certified parts: /);
  assert.strictEqual(plato("recheck", "lock.cert", "--against", "lock.plato").status, 0);
});

test("the recipe for machines that are reached by ssh", () => {
  const page = fs.readFileSync(path.join(ROOT, "docs", "several-machines.md"), "utf8");
  const line = /```sh\n(find [^\n]*--sshlogin[^\n]*)\n```/.exec(page)[1];
  const folder = path.join(scratch, "far");
  fs.mkdirSync(folder);
  fs.copyFileSync(example("queue-lock"), path.join(folder, "lock.plato"));
  // Notes the host and runs the command here: `ssh HOST -- WORD…`, which are joined by spaces, as ssh does. A login sets SHELL, which
  // parallel's worker runs its command with; where these tests are run it need not be set.
  fs.writeFileSync(path.join(folder, "ssh"), `#!/bin/sh
echo "$1" >> "${folder}/hosts"
shift 2
SHELL=/bin/sh exec /bin/sh -c "$*"
`, { mode: 0o755 });
  const options = { cwd: folder, env: { ...environment, PARALLEL_SSH: path.join(folder, "ssh"), HOME: scratch } };
  delete options.env.SHELL;
  assert.strictEqual(shell("plato split lock.plato -o parts", options).status, 0);
  const run = shell(line, options);
  assert.strictEqual(run.status, 0, (run.stdout + run.stderr).slice(0, 2000));
  assert.deepStrictEqual([...new Set(fs.readFileSync(path.join(folder, "hosts"), "utf8").trim().split("\n"))].sort(), ["alpha", "beta"]);
  assert.match(shell("plato join parts -o lock.cert", options).stdout, /^certified parts: /);
});

/** Joins copies of the parts after one of them was changed. */
function joinedAfter(parts, name, change) {
  const folder = path.join(scratch, `changed-${name}`);
  fs.cpSync(path.join(scratch, path.dirname(parts[0])), folder, { recursive: true });
  change(folder);
  const answer = plato("join", folder, "-o", `${folder}.cert`);
  assert.strictEqual(answer.signal, null, name);
  if (answer.status !== 0) assert.ok(!fs.existsSync(`${folder}.cert`), name);
  fs.rmSync(folder, { recursive: true });
  return answer;
}

test("a part that is missing or wrong is named", () => {
  const parts = divided("simple-lock", "lies", 3);
  divided("simple-lock-family", "others", 3);
  const edit = (file, from, to) => (folder) => {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    assert.ok(from instanceof RegExp ? from.test(text) : text.includes(from), `${file} has ${from}`);
    fs.writeFileSync(path.join(folder, file), text.replace(from, to));
  };
  const copy = (from, to) => (folder) => fs.copyFileSync(path.join(scratch, from), path.join(folder, to));
  const cases = [
    ["missing", (folder) => fs.rmSync(path.join(folder, "part-2.result")), 1, /part-2\.result: not proved: part 2 of 3 is missing.*\[P832\]/],
    ["missing batch and result", (folder) => { fs.rmSync(path.join(folder, "part-2.result")); fs.rmSync(path.join(folder, "part-2.batch")); }, 1, /part 2 of 3 is missing/],
    ["unproved", edit("part-2.result", /condition 5 proved\n(?:[^c].*\n|c .*\n)+/, "condition 5 unknown \u001b[31m its budget\n"), 3, /part-2\.result:\d+:1: not proved: condition 5 \(.*simple-lock\.plato:.*\) is not proved: unknown \\x1b\[31m its budget \[P701\]/],
    ["fails", edit("part-2.result", /condition 5 proved\n(?:[^c].*\n|c .*\n)+/, "condition 5 fails\n"), 1, /condition 5 .* is not proved: fails \[P500\]/],
    ["wrong step", edit("part-3.result", /^r : .*$/m, "r : 1"), 2, /part-3\.result:\d+:1: error: the kernel does not accept the refutation of condition 3 \(.*\): .* \[P831\]/],
    ["no line of a refutation", edit("part-3.result", /^r : /m, "condition\nr : "), 2, /part-3\.result:\d+:1: error: .*\[P831\]/],
    ["another line", edit("part-3.result", /^d .*$/m, "claim unsatisfiable"), 2, /part-3\.result:\d+:1: error: in the refutation of condition \d+ .*: this is no line of a refutation/],
    ["what is not there", edit("part-3.result", /^d .*$/m, "d 123456 0"), 2, /names what is not there/],
    ["cut off", edit("part-1.result", /end\n$/, ""), 2, /part-1\.result:\d+:1: error: .*cut off/],
    ["another program", copy("others/part-1.result", "part-1.result"), 2, /part-1\.result:2:1: error: this result is about another program \[P831\]/],
    ["another program's batch", copy("others/part-1.batch", "part-2.batch"), 2, /part-2\.batch: error: this batch is about another program/],
    ["another part", copy("lies/part-2.result", "part-1.result"), 2, /there are two results of part 2|is missing/],
    ["many conditions", (folder) => parts.forEach((part) => edit(`${path.basename(part)}.batch`, / of 15 /g, " of 999999999 ")(folder)), 2, /the program has 15 conditions, and the batch says 999999999/],
    ["no batch at all", (folder) => parts.forEach((part) => fs.rmSync(path.join(folder, `${path.basename(part)}.batch`))), 2, /there is no batch in/],
  ];
  for (const [name, change, status, message] of cases) {
    const answer = joinedAfter(parts, name.replaceAll(" ", "-"), change);
    assert.strictEqual(answer.status, status, `${name}: ${answer.stdout}${answer.stderr}`);
    assert.match(answer.stdout, message, name);
  }
  assert.match(joinedAfter(parts, "as-it-is", () => {}).stdout, /^certified /);
});

test("batches and results of any bytes are answered", () => {
  const parts = divided("simple-lock", "bytes", 2);
  // A small generator of random numbers, so that each run does the same.
  let seed = 12345;
  const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const mutated = (bytes) => {
    const copy = Buffer.from(bytes);
    const kind = random(4);
    if (kind === 0) return copy.subarray(0, random(copy.length));
    if (kind === 1) return Buffer.concat([copy.subarray(0, random(copy.length)), Buffer.from([random(256), random(256)]), copy.subarray(random(copy.length))]);
    for (let i = 0; i <= random(4); ++i) copy[random(copy.length)] = kind === 2 ? random(256) : 48 + random(10);
    return copy;
  };
  for (let round = 0; round < 60; ++round) {
    const file = round % 2 === 0 ? "batch" : "result";
    const bytes = mutated(fs.readFileSync(path.join(scratch, `${parts[0]}.${file}`)));
    if (file === "batch") {
      fs.writeFileSync(path.join(scratch, "mutant.batch"), bytes);
      const answer = plato("prove", "mutant.batch", "-o", "mutant.result", "--time", "20");
      assert.ok([0, 1, 2, 3].includes(answer.status), `round ${round}: ${answer.signal} ${answer.stdout}${answer.stderr}`);
    }
    const joined = joinedAfter(parts, `mutant-${round}`, (folder) => fs.writeFileSync(path.join(folder, `${path.basename(parts[0])}.${file}`), bytes));
    assert.ok([0, 1, 2, 3].includes(joined.status), `round ${round}: ${joined.signal} ${joined.stdout}${joined.stderr}`);
    assert.ok(joined.status === 0 || / \[P\d{3}\]\n/.test(joined.stdout), `round ${round}: ${joined.stdout}`);
  }
});

test("a folder with something in it is not taken, and neither is what has no conditions", () => {
  fs.mkdirSync(path.join(scratch, "full"));
  fs.writeFileSync(path.join(scratch, "full", "note"), "");
  const full = plato("split", example("simple-lock"), "-o", "full");
  assert.deepStrictEqual([full.status, full.stdout], [2, "error: 'full' is not empty: choose another folder [P801]\n"]);
  fs.writeFileSync(path.join(scratch, "races.plato"), "var x: int = 0\nrace-free x\nthread T { x := 1; }\n");
  const races = plato("split", "races.plato", "-o", "races");
  assert.strictEqual(races.status, 1);
  assert.match(races.stdout, /\[P562\]/);
  assert.ok(!fs.existsSync(path.join(scratch, "races")));
});
