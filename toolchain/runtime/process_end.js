// How a Lean process ends: at once when Lean is done, and with one line and a non-zero code when it crashed.
//
// As shipped, a crash prints the JavaScript stack under the source line it happened on, and that line is the whole program.
"use strict";

const fs = require("fs");
const streams = require("./standard_streams.js");

/** What a shell reports for a native program which called abort(). */
const CRASH_EXIT_CODE = 134;

function report(message) {
  streams.flushError();
  streams.writeFully(2, Buffer.from(`lean: ${message}\n`));
}

function describe(error) {
  const text = String(error?.message ?? error).split("\n")[0];
  if (/Maximum call stack size exceeded/.test(text)) return "stack overflow (too deep a recursion)";
  if (/out of memory|Out of memory|could not allocate memory|Array buffer allocation failed/.test(text)) return "out of memory";
  return text.replace(". Build with -sASSERTIONS for more info.", "");
}

function crash(error) {
  report(`crashed: ${describe(error)}`);
  process.exit(CRASH_EXIT_CODE);
}

/** The files which the command line asks Lean to write. */
function requestedOutputs(argumentsOfLean) {
  const outputs = [];
  argumentsOfLean.forEach((argument, i) => {
    const match = /^(?:-[ocib]|--(?:o|c|i|bc)=)(.*)$/.exec(argument);
    if (match) outputs.push(match[1] || argumentsOfLean[i + 1]);
  });
  return outputs.filter(Boolean);
}

/** Ends the process with Lean's exit code. Success with an output missing is no success. */
function exit(status, argumentsOfLean = process.argv.slice(2)) {
  streams.flushError();
  if (status === 0) {
    const missing = requestedOutputs(argumentsOfLean).filter((file) => !fs.existsSync(file));
    if (missing.length) {
      report(`no errors, but this was not written: ${missing.join(", ")}`);
      status = 1;
    }
  }
  process.exit(status);
}

/** In the main thread: whatever nobody caught, in whichever thread, ends here. */
function reportCrashes() {
  process.on("uncaughtException", (error) => {
    if (error === "unwind") return; // the main thread went back to its event loop; another thread's crash follows
    if (error?.name === "ExitStatus") exit(error.status);
    crash(error);
  });
}

module.exports = { exit, reportCrashes, requestedOutputs, describe, CRASH_EXIT_CODE };
