// True sentences: what README, docs, the architecture page and the format's page say is compared with the sources and the programs, where
// a machine can do that.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { execFileSync, spawnSync } = require("node:child_process");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BUILD = process.env.PLATO_BUILD ?? path.join(ROOT, "build");
const PLATO = path.join(BUILD, "Release", "plato");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");
const PAGES = ["README.md", "ARCHITECTURE.md", "certificates/FORMAT.md", "toolchain/README.md",
  ...fs.readdirSync(path.join(ROOT, "docs")).filter((file) => file.endsWith(".md")).map((file) => `docs/${file}`)];
const everyFile = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" }).split("\n");

// In programs a[i](e) is no link.
const withoutCode = (text) => text.replace(/^ {4}.*$/gm, "").replace(/`[^`\n]*`/g, "");

test("links lead to files, and to headings that are there", () => {
  const anchors = (page) => [...read(page).matchAll(/^#+ (.*)$/gm)]
    .map(([, title]) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"));
  for (const page of PAGES)
    for (const [, target] of withoutCode(read(page)).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [file, anchor] = target.split("#");
      const linked = file ? path.relative(ROOT, path.resolve(ROOT, path.dirname(page), file)) : page;
      assert.ok(fs.existsSync(path.join(ROOT, linked)), `${page} links to ${target}`);
      if (anchor) assert.ok(anchors(linked).includes(anchor), `${page} links to ${target}`);
    }
});

test("files and folders that the pages name are there", () => {
  const folders = new Set(everyFile.flatMap((file) => file.split("/").map((_, i, parts) => parts.slice(0, i + 1).join("/"))));
  const exists = (name) => folders.has(name) || ["lean", "lean/Plato", "proofs", "proofs/Theory", "proofs/Theory/RelyGuarantee", "proofs/Theory/Procedures", "proofs/Theory/ModelChecking", "cpp", "certificates", "tests", "toolchain"].some((top) => folders.has(`${top}/${name}`));
  // What a reader is to make, or what a build makes, is not there.
  const made = /^(build|node_modules|METHOD|examples\/NAME)|\/(METHOD|X)(\/|\.|$)/;
  for (const page of PAGES)
    for (const [, name] of read(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)) {
      const bare = name.replace(/\/$/, "");
      if (made.test(bare)) continue;
      assert.ok(exists(bare) || exists(`${bare}.lean`) || exists(`${bare}.cpp`) || exists(`${bare}.hpp`), `${page} names ${name}`);
    }
});

test("the manual's table of methods is the one in the code", () => {
  const code = [...read("cpp/pipeline/method.hpp").matchAll(/\{Method::\w+,\s*"([^"]+)",\s*"([^"]+)"\}/g)].map(([, name, when]) => [name, when]);
  const manual = [...read("docs/language.md").matchAll(/^\| `([a-z-]+)` \| ([^|]+) \| [^|]+ \|$/gm)].map(([, name, when]) => [name, when.replaceAll("`", "'")]);
  assert.ok(code.length > 0);
  assert.deepStrictEqual(manual.filter(([name]) => code.some(([other]) => other === name)), code);
});

test("the README's first screen is what the program prints", () => {
  const [first, second] = [...read("README.md").matchAll(/```console\n([\s\S]*?)```/g)].map((m) => m[1]);
  const [, program, answer] = /^\$ cat simple-lock\.plato\n([\s\S]*?)\$ \.\/plato check simple-lock\.plato -o lock\.cert\n([\s\S]*)$/.exec(first);
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "readme-"));
  fs.writeFileSync(path.join(scratch, "simple-lock.plato"), program);
  const run = spawnSync(PLATO, ["check", "simple-lock.plato", "-o", "lock.cert"], { cwd: scratch, encoding: "utf8" });
  assert.strictEqual(run.stdout, answer);
  assert.strictEqual(run.status, 0);
  assert.ok(fs.existsSync(path.join(scratch, "lock.cert")));
  fs.rmSync(scratch, { recursive: true });
  const [, file, refuted] = /^\$ \.\/plato check (\S+)\n([\s\S]*)$/.exec(second);
  const wrong = spawnSync(PLATO, ["check", file], { cwd: ROOT, encoding: "utf8" });
  assert.strictEqual(wrong.stdout, refuted);
  assert.strictEqual(wrong.status, 4);
});

/** The words of the claims, as the kernel reads them. */
function claims() {
  return [...new Set([...read("lean/Plato/Certificate/Reader.lean").matchAll(/"claim ([a-z ]+)\\n"/g)].map((m) => m[1]))];
}

test("the program on the page for people from Promela and PlusCal is certified", () => {
  const programs = [...read("docs/from-promela-and-pluscal.md").matchAll(/^```plato\n([\s\S]*?)^```$/gm)];
  assert.strictEqual(programs.length, 1);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "plato-page-")), "lock.plato");
  fs.writeFileSync(file, programs[0][1]);
  const run = spawnSync(PLATO, ["check", file], { encoding: "utf8" });
  assert.match(run.stdout, /^certified /);
  assert.strictEqual(run.status, 0);
});

test("the format's page has every claim and every method", () => {
  const page = read("certificates/FORMAT.md");
  assert.ok(claims().length >= 9, claims().join(", "));
  for (const claim of claims()) assert.ok(page.includes(`\`claim ${claim}\``), claim);
  const methods = [...new Set([...read("lean/Plato/Certificate/Reader.lean").matchAll(/"by ([a-z-]+)\\n"/g)].map((m) => m[1]))];
  assert.ok(methods.length >= 4, methods.join(", "));
  for (const method of methods) assert.ok(page.includes(`\`by ${method}\``), method);
});

test("the effort that the pages promise is the kernel's", () => {
  const [, visits, more] = /def effort .*:= (\d+) \* bytes\.size \+ (\d+)/.exec(read("lean/Plato/Kernel.lean"));
  assert.ok(read("certificates/FORMAT.md").includes(`${visits} visits for each byte of the file (and ${more} more)`));
  const closure = read("lean/Plato/Closure/Reader.lean");
  const [, each] = /def stateEffort : Nat := (\d+)/.exec(closure), [, most] = /def mostStates : Nat := (\d+)/.exec(closure);
  assert.ok(read("certificates/FORMAT.md").includes(`and ${each} for each state that a certificate by closure declares`));
  assert.ok(read("certificates/FORMAT.md").includes(`N ≤ ${most}`));
  assert.ok(read("ARCHITECTURE.md").includes(`at most ${most}`));
  assert.ok(read("docs/logic.md").includes(`${visits} units for each byte`));
  const [, words, some] = /def room .*:= (\d+) \* bytes\.size \+ (\d+)/.exec(read("lean/Plato/Kernel.lean"));
  assert.ok(read("certificates/FORMAT.md").includes(`${words} words for each byte of the file and ${some} more`));
});

test("depths and limits that the pages promise are those of the sources", () => {
  const language = read("docs/language.md");
  const [, expressions, statements] = /Expressions are at most (\d+) deep,\s+statements (\d+)/.exec(language);
  const tree = read("cpp/source/syntax_tree.hpp");
  assert.ok(tree.includes(`highest_expression = ${expressions};`) && tree.includes(`deepest_statement = ${statements};`));
  const [, depth] = /def maxDepth : Nat := (\d+)/.exec(everyFile.filter((f) => /^lean\/.*\.lean$/.test(f)).map(read).join("\n"));
  assert.ok(read("certificates/FORMAT.md").includes(`nested at most ${depth} deep`));
});

test("the report's page has every kind of condition and every verdict", () => {
  const json = JSON.parse(execFileSync(PLATO, ["check", "--json", "examples/simple-lock.plato", "examples/queue-lock.plato", "examples/maximum.plato"],
    { cwd: ROOT, encoding: "utf8" }));
  const page = read("docs/report.md");
  const kinds = [...read("cpp/thread_modular/condition_kinds.cpp").matchAll(/\.word = "([a-z-]+)"/g)].map((m) => m[1]);
  assert.ok(kinds.length >= 24, kinds.join(", "));
  for (const kind of kinds) assert.ok(page.includes(`\`${kind}\``), kind);
  for (const kind of new Set(json.flatMap((answer) => answer.conditions.map((condition) => condition.origin)))) assert.ok(page.includes(`\`${kind}\``), kind);
  for (const answer of json) for (const field of Object.keys(answer)) assert.ok(page.includes(`\`${field}\``), field);
  for (const condition of json.flatMap((answer) => answer.conditions)) {
    for (const field of [...Object.keys(condition), ...Object.keys(condition.budget)]) assert.ok(page.includes(`\`${field}\``), field);
    for (const { spent, allowed } of Object.values(condition.budget)) assert.ok(spent >= 0 && (allowed > 0 || spent === 0));
    assert.ok(Math.abs(condition.seconds - condition.z3Seconds - condition.searchSeconds) < 1e-9);
  }
});

test("exit codes are the README's, in the help as well", () => {
  const codes = [...read("cpp/system/exit_code.hpp").matchAll(/^\s+(\w+) = (\d)/gm)].map(([, name, code]) => `${code} ${name.replace("_", " ")}`);
  const readme = read("README.md").replace(/\s+/g, " ");
  const help = spawnSync(PLATO, ["--help"], { encoding: "utf8" }).stdout.replace(/\s+/g, " ");
  for (const text of [readme, help]) for (const code of codes) {
    const [number, ...words] = code.split(" ");
    const said = { limit: "a limit was reached", "bad input": "bad input" }[words.join(" ")] ?? words.join(" ");
    assert.ok(text.includes(`${number} ${said}`), `${number} ${said}`);
  }
});

test("the architecture page lists the folders of cpp/, lean/ and tests/", () => {
  const page = read("ARCHITECTURE.md");
  const foldersOf = (top) => new Set(everyFile.filter((f) => f.startsWith(`${top}/`) && f.split("/").length > top.split("/").length + 1)
    .map((f) => f.split("/")[top.split("/").length]));
  for (const top of ["cpp", "lean/Plato", "tests"])
    for (const folder of foldersOf(top)) if (folder !== "support") assert.ok(page.includes(`\`${folder}\``), `${top}/${folder}`);
});

test("figures name the commit that they were measured at", () => {
  for (const page of PAGES.filter((file) => file.endsWith("-bench.md"))) assert.match(read(page), /commit `?[0-9a-f]{7}/, page);
});
