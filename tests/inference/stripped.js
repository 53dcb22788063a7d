#!/usr/bin/env node
// What can be proved of the examples without the annotations that they have:
//
//     tests/inference/stripped.js PLATO [--table] [NAME...]
//
// A row for each example: lines of annotations that people wrote, how it was certified without them, lines that were inferred, seconds.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");
const { strip } = require("./strip.js");

const EXAMPLES = path.resolve(__dirname, "..", "..", "examples");

/** The right examples; those by outline are all annotation. */
function examples() {
  return fs
    .readdirSync(EXAMPLES)
    .filter((file) => file.endsWith(".plato") && !file.endsWith("-wrong.plato"))
    .map((file) => path.basename(file, ".plato"))
    .filter((name) => !/by outline/.test(fs.readFileSync(path.join(EXAMPLES, `${name}.plato`), "utf8")));
}

/** What Plato says of an example without its annotations. */
function check(plato, name, folder) {
  const { stripped, removed } = strip(fs.readFileSync(path.join(EXAMPLES, `${name}.plato`), "utf8"));
  const file = path.join(folder, `${name}.plato`);
  fs.writeFileSync(file, stripped);
  const started = process.hrtime.bigint();
  const { stdout } = spawnSync(plato, ["check", "--json", "--time", "60", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const [answer] = JSON.parse(stdout);
  return { name, removed, verdict: answer.verdict, method: answer.method, inferred: answer.inferred ?? [], message: answer.message, seconds, file };
}

function row({ name, removed, verdict, method, inferred, message, seconds }) {
  const how = verdict === "certified" ? (inferred.length > 0 ? `certified, ${method}` : `certified, ${method}, nothing inferred`) : `${verdict}: ${message}`;
  return `| ${name} | ${removed} | ${how.replaceAll("|", "\\|")} | ${verdict === "certified" ? inferred.length : "–"} | ${seconds.toFixed(1)} |`;
}

function main() {
  const [plato, ...rest] = process.argv.slice(2);
  const names = rest.filter((word) => !word.startsWith("--"));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stripped-"));
  try {
    const rows = (names.length > 0 ? names : examples()).map((name) => check(plato, name, folder));
    console.log("| example | lines written | without them | lines inferred | seconds |\n|---|---|---|---|---|");
    for (const result of rows) console.log(row(result));
    const proved = rows.filter((result) => result.verdict === "certified").length;
    console.log(`\n${proved} of ${rows.length} are certified.`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

if (require.main === module) main();
module.exports = { check, examples };
