// Standard output and standard error of a Lean process, without the package's debug chatter.
//
// The package was built with debug prints left in. Those that its JavaScript prints are patched away
// (patch_glue.js); those that Lean prints itself, on standard error, are recognised here line by line.
// Whatever else Lean writes passes through byte for byte and at once, from the thread that writes it.
"use strict";

const fs = require("fs");

const CHATTER_HEAD = /^\[DEBUG:[A-Z_]+\] /;
const CHATTER_TAIL = /^ {2}(- .*\.olean(\.server|\.private)?|mainModule\? = (true|false))$/;
const LINE_END = 10;
const CHATTER_STARTS = ["[DEBUG:", "  - ", "  mainModule? = "];

/** Writes everything, waiting while a non-blocking pipe is full. */
function writeFully(fd, bytes) {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += fs.writeSync(fd, bytes, done, bytes.length - done);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/**
 * Drops the lines of chatter from a stream of bytes. A chatter line starts with `[DEBUG:TAG] `; some are
 * continued by lines of two known shapes, which are dropped only there. A started line is held back only as
 * long as it may still turn out to be chatter.
 */
class ChatterFilter {
  constructor(write) {
    this.write = write;
    this.line = []; // the start of a line, held back
    this.passing = false; // the rest of this line is known to pass
    this.afterChatter = false;
  }

  push(bytes) {
    let passFrom = this.passing ? 0 : -1;
    for (let i = 0; i < bytes.length; i++) {
      if (!this.passing) {
        this.line.push(bytes[i]);
        if (bytes[i] === LINE_END ? this.#dropLine() : this.#mayBeChatter()) continue;
        this.flush();
        this.passing = true;
        passFrom = i + 1;
      }
      if (bytes[i] === LINE_END) {
        this.write(bytes.subarray(passFrom, i + 1));
        this.passing = false;
        this.afterChatter = false;
      }
    }
    if (this.passing && passFrom < bytes.length) this.write(bytes.subarray(passFrom));
  }

  /** Writes what is held back. */
  flush() {
    if (this.line.length) this.write(Buffer.from(this.line));
    this.line = [];
  }

  /** At the end of a held-back line: drops it if it is chatter. */
  #dropLine() {
    const text = Buffer.from(this.line.slice(0, -1)).toString("latin1");
    if (!CHATTER_HEAD.test(text) && !(this.afterChatter && CHATTER_TAIL.test(text))) return false;
    this.line = [];
    this.afterChatter = true;
    return true;
  }

  #mayBeChatter() {
    const text = Buffer.from(this.line.slice(0, 16)).toString("latin1");
    return CHATTER_STARTS.some((start) => start.startsWith(text) || text.startsWith(start));
  }
}

let wroteError = false;
const standardError = new ChatterFilter((bytes) => {
  wroteError = true;
  writeFully(2, bytes);
});

/** Chatter is wanted only by somebody who debugs the toolchain itself. */
const showChatter = Boolean(process.env.PLATO_LEAN_CHATTER);

module.exports = {
  ChatterFilter,
  writeFully,
  writeOutput: (bytes) => writeFully(1, bytes),
  writeError: (bytes) => (showChatter ? writeFully(2, bytes) : standardError.push(bytes)),
  flushError: () => standardError.flush(),
  /** Whether this thread has written to standard error anything but chatter. */
  wroteError: () => wroteError,
  /** Takes the place of `console.log` in the package's debug prints. */
  chatter: (...words) => {
    if (showChatter) writeFully(2, Buffer.from(words.join(" ") + "\n"));
  },
};
