// The audit: flawed/ has each way to get something false past Lean, and the audit finds each for the right reason; the README and `plato
// audit` say what the build recorded.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { execFileSync, spawnSync } = require("node:child_process");
const { after, before, test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BUILD = process.env.PLATO_BUILD ?? path.join(ROOT, "build");
const LEAN = process.env.PLATO_LEAN ?? path.join(ROOT, "toolchain", "lean");
const { exportFindings, foreignSymbols, importClosure, parseLeanReport } = require("../../audit/collect.js");
const { assemble, listModules, moduleOf, requestText, setupText } = require("../../audit/prepare.js");

const read = (...file) => fs.readFileSync(path.join(ROOT, ...file), "utf8");
const record = JSON.parse(fs.readFileSync(path.join(BUILD, "audit", "audit.json"), "utf8"));

/** The Lean files below a folder, relative to the root. */
function leanFiles(folder) {
  return fs.readdirSync(path.join(ROOT, folder), { recursive: true }).filter((file) => file.endsWith(".lean")).map((file) => path.join(folder, file)).sort();
}

let scratch;
before(() => (scratch = fs.mkdtempSync(path.join(os.tmpdir(), "audit-test-"))));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** Lean without any module of ours on its path. */
function lean(folder, ...options) {
  const { LEAN_PATH, ...env } = process.env;
  return spawnSync(LEAN, options, { cwd: folder, encoding: "utf8", env });
}

/** Compiles a source of the scratch folder into it, as Lean does it in the build. */
function compile(source) {
  const result = lean(scratch, `--root=${scratch}`, "-o", path.join(scratch, source.replace(/\.lean$/, ".olean")), source);
  assert.strictEqual(result.status, 0, `Lean accepts ${source}: ${result.stdout}${result.stderr}`);
}

/** Audits modules of a folder one by one, some in one process, which has 2 GB; answers with what was found of each, or its report. */
function auditEach(compiled, cases) {
  const together = 8;
  const rest = cases.slice(together);
  return [...auditSome(compiled, cases.slice(0, together)), ...(rest.length > 0 ? auditEach(compiled, rest) : [])];
}

function auditSome(compiled, cases) {
  const folders = cases.map(({ module, source, expected }) => {
    const folder = fs.mkdtempSync(path.join(scratch, "case-"));
    const modules = listModules([`x/${module.replaceAll(".", "/")}.lean`], compiled).map((m) => ({ ...m, source }));
    fs.writeFileSync(path.join(folder, "request.txt"), requestText(modules, expected));
    fs.writeFileSync(path.join(folder, "setup.json"), setupText(modules));
    return folder;
  });
  const audit = assemble(path.join(ROOT, "audit"));
  const first = audit.split("\n").length;
  const file = path.join(scratch, "Audit.lean");
  fs.writeFileSync(file, `${audit}${folders.map((folder) => `\n#audit ${JSON.stringify(folder)}`).join("")}\n`);
  const { stdout, stderr } = lean(scratch, "-DstderrAsMessages=false", file);
  const findings = new Map([...stdout.matchAll(/Audit\.lean:(\d+):\d+: error: (.*)/g)].map(([, line, what]) => [Number(line), what]));
  return folders.map((folder, index) => {
    const report = path.join(folder, "lean_report.txt");
    const finding = findings.get(first + 1 + index);
    if (finding) assert.ok(!fs.existsSync(report), "a finding leaves no report");
    else assert.ok(fs.existsSync(report), `neither finding nor report: ${stdout}${stderr}`);
    return finding ? { finding } : { report: fs.readFileSync(report, "utf8") };
  });
}

test("each flaw that Lean accepted in the build is found by the audit for its reason", () => {
  const folder = path.join(__dirname, "flawed");
  const innocent = path.join(scratch, "Innocent.lean");
  fs.writeFileSync(innocent, "module\n");
  const cases = [];
  for (const source of fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".lean")).sort()) {
    const text = fs.readFileSync(path.join(folder, source), "utf8");
    const expected = [...text.matchAll(/^ {4}expected: (.*)$/gm)].map(([, line]) => `${line.replaceAll(" ", "\t")}\n`).join("");
    const reasons = [[/^ {4}found: (.*)$/m, path.join(folder, source)], [/^ {4}behind an innocent source: (.*)$/m, innocent]];
    for (const [reason, from] of reasons) {
      const found = reason.exec(text);
      if (found) cases.push({ module: moduleOf(`x/${source}`), source: from, expected, reason: new RegExp(`^audit: .*(${found[1]})`) });
    }
  }
  assert.ok(cases.length >= 35, `${cases.length} cases`);
  const missed = auditEach(path.join(BUILD, "flawed"), cases).flatMap(({ finding = "nothing" }, index) => {
    const { module, source, reason } = cases[index];
    return reason.test(finding) ? [] : [`${module} with ${source}: found ${finding}, not ${reason}`];
  });
  assert.deepStrictEqual(missed, []);
});

test("what is in order passes, and is told with the axioms of its own terms and the classical constants of the library", () => {
  const body = "theorem plain : 1 = 1 := rfl\ntheorem throughLibrary (p : Prop) : p ∨ ¬p := Classical.em p\n"
    + "theorem itself : (∃ _ : Nat, True) := Classical.choice ⟨⟨0, trivial⟩⟩\n"
    + "inductive Even : Nat → Prop\n  | zero : Even 0\n  | next (h : Odd n) : Even (n + 1)\nmutual\ninductive A\n  | leaf\n  | a (b : B)\n"
    + "inductive B\n  | b (a : A)\nend\n";
  fs.writeFileSync(path.join(scratch, "Fine.lean"), `module\n@[expose] public section\n${body.replace("(h : Odd n)", "(h : Even n)")}`);
  compile("Fine.lean");
  const expected = "statement\tA\ntheorem\tplain\ntheorem\tthroughLibrary\ntheorem\titself\n";
  const [{ report, finding }] = auditEach(scratch, [{ module: "Fine", source: path.join(scratch, "Fine.lean"), expected }]);
  assert.strictEqual(finding, undefined);
  const { theorems, statement, replayed } = parseLeanReport(report);
  assert.deepStrictEqual(theorems.map(({ name, axioms, classical }) => ({ name, axioms, classical })), [
    { name: "plain", axioms: [], classical: [] },
    { name: "throughLibrary", axioms: [], classical: ["Classical.em"] },
    { name: "itself", axioms: ["Classical.choice"], classical: ["Classical.choice"] },
  ]);
  assert.deepStrictEqual(statement, [{ definition: "A", module: "Fine" }]);
  assert.ok(replayed >= 5);
});

test("calls of Lean's library are found in emitted C", () => {
  const own = "LEAN_EXPORT lean_object* l_Plato_f(lean_object*);\nLEAN_EXPORT lean_object* l_Plato_f(lean_object* x_1) {\nreturn l_List_reverse(x_1);\n}\n";
  assert.deepStrictEqual(foreignSymbols([own]), ["l_List_reverse"]);
  assert.deepStrictEqual(foreignSymbols([own, "LEAN_EXPORT lean_object* l_List_reverse(lean_object* x_1) {}\n"]), []);
});

test("an exported function is defined once, in the C of its module", () => {
  const exports = [{ symbol: "plato_kernel_report", definition: "Plato.report", module: "Plato.Report" }];
  const definition = "LEAN_EXPORT lean_object* plato_kernel_report(lean_object*);\nLEAN_EXPORT lean_object* plato_kernel_report(lean_object* x_1) {\n";
  const file = (name, text = definition) => ({ file: `/build/lean/${name}.c`, text });
  assert.deepStrictEqual(exportFindings(exports, [file("Plato/Report")]), []);
  assert.match(exportFindings(exports, [file("Plato/Report", "")])[0], /no file/);
  assert.match(exportFindings(exports, [file("Plato/Kernel")])[0], /Kernel\.c/);
  assert.match(exportFindings(exports, [file("Plato/Report"), file("Plato/Kernel")])[0], /Report\.c, .*Kernel\.c/);
});

test("no object but the emitted ones defines what C++ calls", () => {
  const definers = (folder) => {
    const objects = fs.readdirSync(path.join(BUILD, folder), { recursive: true }).filter((file) => /\/Release\/.*\.o$/.test(file));
    assert.ok(objects.length > 0, folder);
    return objects.filter((file) => /^\S+ [A-TV-Z] plato_kernel_(report|conditions|source|compare)$/m.test(
      execFileSync("nm", [path.join(BUILD, folder, file)], { encoding: "utf8" })));
  };
  assert.deepStrictEqual(definers("cpp"), []);
  assert.deepStrictEqual(record.exports.map(({ symbol, definition }) => [symbol, definition]).sort(),
    [["plato_kernel_compare", "Plato.compareReport"], ["plato_kernel_conditions", "Plato.conditionsReport"], ["plato_kernel_report", "Plato.report"], ["plato_kernel_source", "Plato.sourceReport"]]);
});

test("an unexpected line of Lean's report is an error", () => {
  assert.throws(() => parseLeanReport("theorem A ours=1 library=2 axioms= propext classical=\n"), /no theorems/);
  assert.throws(() => parseLeanReport("warning: something\n"), /unexpected line/);
});

test("every theorem that the README names is in the record, and in no term of ours is there an axiom but Lean's three", () => {
  const readme = read("README.md");
  const named = [...new Set([...readme.matchAll(/`(?:Plato\.)?(\w+_(?:sound|certified))`/g)].map((match) => `Plato.${match[1]}`))];
  assert.ok(named.length >= 3, `the README names the main theorems: ${named}`);
  const proved = new Map(record.theorems.map((theorem) => [theorem.name, theorem]));
  for (const name of named) assert.ok(proved.has(name), `${name} is not in the audit record`);
  for (const entry of [...record.theorems, record.modules])
    for (const axiom of entry.axioms) assert.ok(["propext", "Quot.sound", "Classical.choice"].includes(axiom), axiom);
});

test("the theorem says what the README says", () => {
  const [, statement] = /```lean\n(theorem check_sound .*)\n```/.exec(read("README.md"));
  assert.ok(read("audit", "Headline.lean").includes(`${statement} :=`));
});

test("the record covers every module of lean/ and proofs/", () => {
  const files = [...leanFiles("lean"), ...leanFiles("proofs"), "audit/Headline.lean"];
  assert.strictEqual(record.sources.files, files.length);
  assert.strictEqual(record.modules.count, files.length);
  assert.ok(record.replayed > 5000, "every constant again");
});

test("the modules that say what a claim means are those that the import lines lead to", () => {
  const imports = leanFiles("lean").flatMap((file) =>
    [...read(file).matchAll(/^(?:public )?import (?:all )?(\S+)$/gm)].map(([, imported]) => [moduleOf(file), imported]));
  const start = leanFiles("lean").filter((file) => /^def Claim\.Holds\b/m.test(read(file)));
  assert.strictEqual(start.length, 1);
  const expected = importClosure(moduleOf(start[0]), imports).map((module) => `lean/${module.replaceAll(".", "/")}.lean`);
  assert.deepStrictEqual(record.trusted.statement.map(({ file }) => file), expected);
  for (const { file, lines } of Object.values(record.trusted).flat()) assert.strictEqual(lines, read(file).split("\n").length - 1, file);
});

test("`plato audit` names each of these modules with its lines, the front end, and what is not trusted", () => {
  const text = execFileSync(path.join(BUILD, "Release", "plato"), ["audit"], { encoding: "utf8" });
  for (const { file, lines } of record.trusted.statement) assert.ok(text.includes(`${file} (${lines})`), file);
  for (const { file } of record.trusted.frontEnd.filter(({ file }) => /lower_/.test(file) && file.endsWith(".cpp")))
    assert.ok(text.includes(path.basename(file)), file);
  assert.match(text, /^You do not trust: .*Z3/m);
  assert.doesNotMatch(text, /axioms: none/);
  for (const name of record.modules.classical) assert.ok(text.includes(name), name);
});

test("the front end is what reads, checks and lowers, and no prover", () => {
  const files = record.trusted.frontEnd.map(({ file }) => file);
  for (const file of ["source/program_parser", "types/type_checker", "core/lower_to_core"]) assert.ok(files.includes(`cpp/${file}.cpp`), file);
  assert.deepStrictEqual(files.filter((file) => /^cpp\/(sat|arithmetic|search|explore)\//.test(file)), []);
});

test("plato and plato-kernel are linked only after the audit", () => {
  for (const program of ["plato-kernel", "plato"]) {
    const inputs = execFileSync("ninja", ["-C", BUILD, "-f", "build-Release.ninja", "-t", "inputs", `Release/${program}`], { encoding: "utf8" });
    assert.match(inputs, /audit\/audit_record\.inc/, program);
  }
});

test("nobody says that an official Lean has checked this", () => {
  const pages = ["README.md", "CHANGELOG.md", "lakefile.toml", "toolchain/README.md", "cpp/report/audit.cpp", "ARCHITECTURE.md"];
  for (const page of pages)
    for (const paragraph of read(page).split(/\n\s*\n|\n- |\n(?= +\d\. )/))
      if (paragraph.includes("lake build")) assert.match(paragraph, /\bmeant\b/, `${page}: ${paragraph}`);
});
