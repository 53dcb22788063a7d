// Every kind of message has a code, and every code a page in docs/messages with an example, which is run here.
//
//   ACCEPT=1 node --test messages.test.js      writes the answers into the pages: read the difference before you commit it
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawn, spawnSync } = require("node:child_process");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BUILD = process.env.PLATO_BUILD ?? path.join(ROOT, "build");
const BINARIES = path.join(BUILD, "Release");
const FOLDER = path.join(ROOT, "docs", "messages");
const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");

const pages = fs.readdirSync(FOLDER).filter((file) => file.endsWith(".md")).sort()
  .map((file) => ({ code: path.basename(file, ".md"), file: path.join(FOLDER, file), text: fs.readFileSync(path.join(FOLDER, file), "utf8") }));

/** The codes of the table in the sources, each with its name there. */
function table() {
  const body = /enum class MessageCode[^{]*\{([\s\S]*?)\n\};/.exec(read("cpp/messages/message_code.hpp"))[1];
  let number = 0;
  return [...body.replace(/\/\/.*$/gm, "").matchAll(/(\w+)(?: = (\d+))?,/g)].map(([, name, given]) => {
    number = given ? Number(given) : number + 1;
    return { name, code: `P${number}` };
  });
}

const sources = fs.readdirSync(path.join(ROOT, "cpp"), { recursive: true })
  .filter((file) => /\.[ch]pp$/.test(file) && !file.startsWith("messages/message_code.")).map((file) => read(path.join("cpp", file))).join("\n");

test("every code of the table has a page, and every page a code", () => {
  const codes = table().map(({ code }) => code);
  assert.ok(codes.length > 50);
  assert.strictEqual(new Set(codes).size, codes.length, "a code stands for one kind of message");
  assert.deepStrictEqual(pages.map(({ code }) => code), [...codes].sort());
});

test("the sources use every code, and no other", () => {
  const used = new Set([...sources.matchAll(/\bMessageCode::(\w+)/g)].map((match) => match[1]));
  assert.deepStrictEqual(table().map(({ name }) => name).filter((name) => !used.has(name)), []);
});

test("pages have their parts in order", () => {
  for (const { code, text } of pages)
    assert.match(text, new RegExp(`^# ${code}: \\S.*\\n\\n[\\s\\S]+?(## Example: \`example\\.\\w+\`\\n\\n(    .*\\n|\\n)+)?## Answer\\n\\n    \\$ .*\\n(    .*\\n|\\n)*## What helps\\n\\n[\\s\\S]*\\n$`), code);
});

const indented = (text) => text.replace(/\n$/, "").split("\n").map((line) => line === "" ? "" : `    ${line}`).join("\n");
const unindented = (text) => text.trimEnd().split("\n").map((line) => line.replace(/^ {4}/, "")).join("\n") + "\n";

/** What the example of a page answers, run in a folder of its own. */
function answer(text) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "plato-message-"));
  const example = /## Example: `(\S+)`\n\n([\s\S]*?)\n## Answer/.exec(text);
  if (example) fs.writeFileSync(path.join(scratch, example[1]), unindented(example[2]));
  const command = /## Answer\n\n {4}\$ (.*)\n/.exec(text)[1];
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", `exec 2>&1\n${command}`],
      { cwd: scratch, env: { ...process.env, PATH: `${BINARIES}:/usr/bin:/bin`, LC_ALL: "C" }, stdio: ["ignore", "pipe", "inherit"], timeout: 60000 });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.on("close", () => {
      fs.rmSync(scratch, { recursive: true });
      resolve({ command, output: Buffer.concat(chunks).toString() });
    });
  });
}

test("the example of each code answers what its page says, with that code", async () => {
  const wrong = [];
  const queue = [...pages];
  const work = async () => {
    for (let page = queue.pop(); page; page = queue.pop()) {
      const { command, output } = await answer(page.text);
      if (!output.split("\n").some((line) => line.endsWith(`[${page.code}]`) || line.startsWith(`[${page.code}]`))) wrong.push(`${page.code} is not in the answer:\n${output}`);
      const block = `## Answer\n\n    $ ${command}\n${output === "" ? "" : `${indented(output)}\n`}\n## What helps`;
      const text = page.text.replace(/## Answer\n[\s\S]*?\n## What helps/, () => block);
      if (text === page.text) continue;
      if (process.env.ACCEPT === "1") fs.writeFileSync(page.file, text);
      else wrong.push(`${page.code} answers something else than its page says:\n${output}`);
    }
  };
  await Promise.all([work(), work()]);
  assert.deepStrictEqual(wrong, [], wrong.join("\n"));
});

test("'plato explain' prints each page, and lists all of them", () => {
  const explain = (...words) => spawnSync(path.join(BINARIES, "plato"), ["explain", ...words], { encoding: "utf8" });
  const list = explain();
  assert.strictEqual(list.status, 0);
  assert.strictEqual(list.stdout.split("\n").length, pages.length + 2);
  for (const { code, text } of pages) {
    assert.ok(list.stdout.includes(`  ${code}  ${/^# \w+: (.*)$/m.exec(text)[1]}\n`), code);
    if (process.env.ACCEPT !== "1") assert.deepStrictEqual([explain(code).stdout, explain(code).status], [text, 0], code);
  }
});

test("every message in the golden files has a code", () => {
  const folder = path.join(ROOT, "tests", "golden");
  const bare = fs.readdirSync(folder).filter((file) => file.endsWith(".golden")).flatMap((file) =>
    fs.readFileSync(path.join(folder, file), "latin1").split("\n")
      .filter((line) => /^([^\s:]+(:\d+:\d+)?: (error|warning|not proved): |(error|limit)[: ]|(not proved|vacuous|uncertified|unknown|rejected|different|unreadable|incomplete|explored) \S+: )/.test(line))
      .filter((line) => !/ \[P\d{3}\]$/.test(line)).map((line) => `${file}: ${line}`));
  assert.deepStrictEqual(bare, []);
});
