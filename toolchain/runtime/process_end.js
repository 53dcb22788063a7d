// How a Lean process ends: at once when Lean is done, and with one line and a non-zero code when it crashed.
//
// As shipped, a crash prints the JavaScript stack under the source line it happened on, and that line is the
// whole program.
"use strict";

const fs = require("fs");
const streams = require("./standard_streams.js");

/** What a shell reports for a native program which called abort(). */
const CRASH_EXIT_CODE = 134;

function report(message) {
  streams.flushError();
  streams.writeFully(2, Buffer.from(`lean: ${message}\n`));
}

/** What to tell people about an exception. One of C++ is a number, the address of its object. */
function describe(error) {
  if (typeof error === "number") return "an exception that nobody caught (usually too deep a recursion)";
  const text = String(error?.message ?? error).split("\n")[0];
  if (/Maximum call stack size exceeded/.test(text)) return "stack overflow (too deep a recursion)";
  if (/out of memory|could not allocate memory|allocation failed/i.test(text)) return "out of memory";
  return text.replace(". Build with -sASSERTIONS for more info.", "");
}

function crash(error) {
  report(`crashed: ${describe(error)}`);
  process.exit(CRASH_EXIT_CODE);
}

/** Options which make Lean print something and stop. */
const INFORMATION =
  /^(-[hvVg]|--(help|version|short-version|githash|features|print-prefix|print-libdir|deps|src-deps))$/;

/**
 * The exit code meant by what Lean's main function returned. When it checks a file it ends by `exit`, with a
 * proper code. Where it stops early, having printed its version or complained about an option, it returns no
 * value, that is, whatever was in the register. Such a run succeeded only if information was asked for and
 * nothing was complained about.
 */
function exitCode(returned, argumentsOfLean) {
  if (returned >= 0 && returned < 256) return returned;
  return argumentsOfLean.some((argument) => INFORMATION.test(argument)) && !streams.wroteError() ? 0 : 1;
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
    // The main thread has gone back to its event loop, to be told of the crash of another thread.
    if (error === "unwind") return;
    if (error?.name === "ExitStatus") exit(error.status);
    crash(error);
  });
}

module.exports = { exit, exitCode, reportCrashes, requestedOutputs, describe, CRASH_EXIT_CODE };
