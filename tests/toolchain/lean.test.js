// The command toolchain/lean, run for real: messages, exit codes, outputs, and no debug chatter.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { spawnSync } = require("node:child_process");

const REPOSITORY = path.resolve(__dirname, "..", "..");
const LAUNCHER = path.join(REPOSITORY, "toolchain", "lean");
const HOME = process.env.PLATO_LEAN_HOME ?? path.join(REPOSITORY, "build", "toolchain", "lean");

const TRIVIAL =
  "module\n@[expose] public section\ndef double (x : Nat) : Nat := x + x\ntheorem double_zero : double 0 = 0 := rfl\n";

let scratch;
before(() => {
  assert.ok(
    fs.existsSync(path.join(HOME, "bin", "lean.js")),
    "Lean is not prepared: npm ci && npm run toolchain",
  );
  scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "lean-test-")));
});
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** Writes a file into the scratch directory and returns its path. */
function write(name, text) {
  const file = path.join(scratch, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

function lean(parameters, { cwd = scratch, env = {}, input, launcher = LAUNCHER } = {}) {
  const run = spawnSync(launcher, parameters, {
    cwd,
    env: { ...process.env, ...env },
    input,
    encoding: "utf8",
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

const SILENT_SUCCESS = { status: 0, stdout: "", stderr: "" };

test("a correct module is accepted in silence, and nothing is written", () => {
  write("quiet/Trivial.lean", TRIVIAL);
  assert.deepStrictEqual(lean(["Trivial.lean"], { cwd: path.join(scratch, "quiet") }), SILENT_SUCCESS);
  assert.deepStrictEqual(fs.readdirSync(path.join(scratch, "quiet")), ["Trivial.lean"]);
});

test("an error is reported on standard output with its place, and the exit code is 1", () => {
  write("Wrong.lean", "module\ntheorem wrong : 1 + 1 = 3 := rfl\n");
  const { status, stdout, stderr } = lean(["Wrong.lean"]);
  assert.strictEqual(status, 1);
  assert.match(stdout, /^Wrong\.lean:2:29: error: Type mismatch$/m);
  assert.strictEqual(stderr, "");
});

test("sorry is a warning, and an error if warnings are", () => {
  write("Hole.lean", "module\ntheorem hole : 1 = 2 := sorry\n");
  assert.deepStrictEqual(lean(["Hole.lean"]), {
    ...SILENT_SUCCESS,
    stdout: "Hole.lean:2:8: warning: declaration uses `sorry`\n",
  });
  const strict = lean(["-DwarningAsError=true", "Hole.lean"]);
  assert.deepStrictEqual(strict, {
    status: 1,
    stdout: "Hole.lean:2:8: error: declaration uses `sorry`\n",
    stderr: "",
  });
});

test("--version prints the version and nothing else", () => {
  const { status, stdout, stderr } = lean(["--version"]);
  assert.strictEqual(status, 0);
  assert.match(stdout, /^Lean \(version 4\.28\.0[^\n]*\)\n$/);
  assert.strictEqual(stderr, "");
});

test("an unknown option, a missing file and a missing argument fail", () => {
  const unknown = lean(["--no-such-option"]);
  assert.strictEqual(unknown.status, 1);
  assert.match(unknown.stderr, /^lean: unrecognized option: no-such-option\n/);
  const missing = lean(["NoSuchFile.lean"]);
  assert.strictEqual(missing.status, 1);
  assert.match(missing.stderr, /no such file or directory.*\n.*NoSuchFile\.lean/);
  assert.strictEqual(lean([]).status, 1);
});

test("a path may have spaces and lie anywhere", () => {
  const directory = fs.mkdtempSync("/var/tmp/lean test ");
  try {
    fs.writeFileSync(path.join(directory, "Größe 1.lean"), TRIVIAL);
    assert.deepStrictEqual(lean([path.join(directory, "Größe 1.lean")], { cwd: "/" }), SILENT_SUCCESS);
    const outputs = ["-o", "out put.olean", "-c", "out put.c"];
    assert.deepStrictEqual(lean([...outputs, "Größe 1.lean"], { cwd: directory }), SILENT_SUCCESS);
    assert.ok(fs.readdirSync(directory).includes("out put.olean"));
    assert.ok(fs.readdirSync(directory).includes("out put.c"));
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});

test("the launcher works through a link and from any directory", () => {
  const link = path.join(scratch, "lean link");
  fs.symlinkSync(LAUNCHER, link);
  assert.strictEqual(lean(["-V"], { launcher: link, cwd: "/" }).stdout, "4.28.0-pre\n");
});

test("standard input is read", () => {
  const { status, stdout } = lean(["--stdin"], { input: "module\n#check Nat.succ\n" });
  assert.strictEqual(status, 0);
  assert.match(stdout, /Nat\.succ \(n : Nat\) : Nat\n$/);
});

test("a module imports another through LEAN_PATH", () => {
  write("src/Base.lean", TRIVIAL);
  write(
    "src/Use.lean",
    "module\npublic import Base\n@[expose] public section\ntheorem use : double 2 = 4 := rfl\n",
  );
  const cwd = path.join(scratch, "src");
  const library = path.join(scratch, "library");
  fs.mkdirSync(library);
  assert.deepStrictEqual(
    lean(["-o", path.join(library, "Base.olean"), "Base.lean"], { cwd }),
    SILENT_SUCCESS,
  );
  assert.deepStrictEqual(lean(["Use.lean"], { cwd, env: { LEAN_PATH: library } }), SILENT_SUCCESS);
  const without = lean(["Use.lean"], { cwd });
  assert.strictEqual(without.status, 1);
  assert.match(without.stdout, /Use\.lean:1:0: error: .*Base/);
});

test("the C of a module is the same in every run and directory, and created with the usual mode", () => {
  const outputs = ["one", "two"].map((directory) => {
    write(`${directory}/Same.lean`, TRIVIAL);
    const cwd = path.join(scratch, directory);
    assert.deepStrictEqual(lean(["-o", "Same.olean", "-c", "Same.c", "Same.lean"], { cwd }), SILENT_SUCCESS);
    return path.join(cwd, "Same.c");
  });
  assert.match(fs.readFileSync(outputs[0], "utf8"), /l_double/);
  assert.strictEqual(fs.readFileSync(outputs[0], "utf8"), fs.readFileSync(outputs[1], "utf8"));
  assert.strictEqual(fs.statSync(outputs[0]).mode & 0o777, 0o666 & ~process.umask());
});

test("an output that cannot be written is an error", () => {
  write("Lost.lean", TRIVIAL);
  const { status } = lean([
    "-o",
    "no/such/directory/Lost.olean",
    "-c",
    "no/such/directory/Lost.c",
    "Lost.lean",
  ]);
  assert.strictEqual(status, 1);
});

test("a crash is one line and a non-zero exit code", () => {
  write("Deep.lean", "module\ndef deep : Nat → Nat | 0 => 0 | n + 1 => deep n + 1\n#eval deep 10000000\n");
  const { status, stderr } = lean(["Deep.lean"]);
  assert.strictEqual(status, 134);
  assert.match(stderr, /^lean: crashed: [^\n]*\n$/);
});

test("a toolchain that is not prepared says how to prepare it", () => {
  const { status, stdout, stderr } = lean(["--version"], { env: { PLATO_LEAN_HOME: "/no/such/place" } });
  assert.deepStrictEqual([status, stdout], [2, ""]);
  assert.match(stderr, /^lean: not prepared: .*npm ci && npm run toolchain\)\n$/);
});

// A copy of the toolchain whose code cache we may spoil; the large files are links.
function spoiledToolchain(spoil) {
  const home = fs.mkdtempSync(`${HOME}.test-`);
  fs.symlinkSync(path.join(HOME, "lib"), path.join(home, "lib"));
  fs.mkdirSync(path.join(home, "bin"));
  for (const file of fs.readdirSync(path.join(HOME, "bin"))) {
    if (file !== "lean.cwasm") fs.linkSync(path.join(HOME, "bin", file), path.join(home, "bin", file));
  }
  spoil(path.join(HOME, "bin", "lean.cwasm"), path.join(home, "bin", "lean.cwasm"));
  return home;
}

const damages = {
  "is missing": () => {},
  "is cut short": (from, to) => fs.writeFileSync(to, fs.readFileSync(from).subarray(0, 1000000)),
  "has a changed byte": (from, to) => {
    const bytes = fs.readFileSync(from);
    bytes[bytes.length >> 1] ^= 1;
    fs.writeFileSync(to, bytes);
  },
  "is another file": (from, to) => fs.writeFileSync(to, "not a cache"),
};
// Which damages are seen is code_cache_file.test.js; that Lean works without a cache takes several seconds each time.
const tried = process.env.PLATO_LONG_TESTS === "1" ? Object.entries(damages) : Object.entries(damages).slice(0, 1);
for (const [damage, spoil] of tried) {
  test(`Lean works when the code cache ${damage}`, () => {
    const home = spoiledToolchain(spoil);
    try {
      const env = { PLATO_LEAN_HOME: home, PLATO_LEAN_CHATTER: "1" };
      const { status, stdout, stderr } = lean([write("Cached.lean", TRIVIAL)], { env });
      assert.deepStrictEqual([status, stdout], [0, ""]);
      assert.match(stderr, /^code cache: not used$/m);
    } finally {
      fs.rmSync(home, { recursive: true });
    }
  });
}

test("the prepared code cache is used", () => {
  const debug = lean([write("Cached.lean", TRIVIAL)], { env: { PLATO_LEAN_CHATTER: "1" } });
  assert.match(debug.stderr, /^code cache: used$/m);
});
