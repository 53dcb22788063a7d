// Files of the host, used directly by the thread that asks.
//
// The package keeps an emulated file system in its main thread, mounts /home and /tmp of the host in it, and
// sends every file operation of another thread there; the main thread looks for such requests once a
// millisecond. Importing Lean's library takes thousands of operations. Node can do them in any thread, so
// here they are, for every path of the host. Besides being fast this respects the umask and renames
// atomically, which the emulation does not.
//
// What stays with the emulation: directories opened for listing, sockets, pipes, and changing the current
// directory, which Lean does only if a program asks for it (then relative paths would still be taken from the
// old one).
//
// Each function answers like the system call (0 or a value, or minus the error number) or with `undefined`:
// "not ours, go on as before". A descriptor of ours is the host's descriptor plus FIRST_DESCRIPTOR, which lies
// above all emulated ones.
"use strict";

const fs = require("fs");
const tty = require("tty");
const streams = require("./standard_streams.js");

const FIRST_DESCRIPTOR = 1 << 16;
const MAX_DESCRIPTORS = 1 << 16;
const NOT_SEEKABLE = -1;

// Constants of Emscripten's C library (musl).
const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_REMOVEDIR = 0x200;
const O_DIRECTORY = 0x10000;
const O_PATH = 0x200000;
const O_APPEND = 0x400;
const OPEN_FLAGS = [
  [0x1, fs.constants.O_WRONLY],
  [0x2, fs.constants.O_RDWR],
  [0x40, fs.constants.O_CREAT],
  [0x80, fs.constants.O_EXCL],
  [0x200, fs.constants.O_TRUNC],
  [O_APPEND, fs.constants.O_APPEND],
  [0x20000, fs.constants.O_NOFOLLOW],
];
const SEEK_CURRENT = 1;
const SEEK_END = 2;

/**
 * @param glue what the package's JavaScript offers: `string(pointer)`; `bytes()`, `words()` and `longs()`, views
 *   of the memory, which may have grown; `writeStat(pointer, stats)`; `errno`, a map from names such as ENOENT
 *   to numbers.
 */
function hostFiles(glue) {
  // The position in each open file, by host descriptor. Shared by all threads: a file may be opened in one
  // and read in another.
  let positions;

  const errorNumber = (error) => {
    const number = glue.errno[error.code];
    if (!number) throw error;
    return number;
  };

  /** Runs a system call which returns minus the error number. */
  const negated = (operation) => {
    try {
      return operation();
    } catch (error) {
      return -errorNumber(error);
    }
  };

  /** Runs a WASI call, which returns the error number. */
  const wasi = (operation) => {
    try {
      return operation();
    } catch (error) {
      return errorNumber(error);
    }
  };

  /** The path if it can be used as it is: absolute, or relative to the current directory. */
  const hostPath = (directory, pointer) => {
    const path = glue.string(pointer);
    return path && (directory === AT_FDCWD || path[0] === "/") ? path : undefined;
  };

  const isOurs = (fd) => fd >= FIRST_DESCRIPTOR;
  const hostDescriptor = (fd) => fd - FIRST_DESCRIPTOR;

  const writeStats = (buffer, stats) => (stats ? glue.writeStat(buffer, stats) : -glue.errno.ENOENT);

  /** Calls `transfer(bytes)` for each buffer of a list, stopping at a short transfer; stores the sum. */
  const transferAll = (list, count, sum, transfer) => {
    let total = 0;
    for (let i = 0; i < count; i++) {
      const address = glue.words()[(list >> 2) + 2 * i];
      const length = glue.words()[(list >> 2) + 2 * i + 1];
      if (length === 0) continue;
      const done = transfer(glue.bytes().subarray(address, address + length));
      total += done;
      if (done < length) break;
    }
    glue.words()[sum >> 2] = total;
    return 0;
  };

  const readInput = (bytes) => {
    for (;;) {
      try {
        return fs.readSync(0, bytes);
      } catch (error) {
        if (error.code === "EOF") return 0;
        if (error.code !== "EAGAIN") throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
  };

  /** Reads or writes at the position of a file and moves it; files without one (pipes, terminals) need none. */
  const atPosition = (host, operation) => {
    const position = positions[host];
    if (position === NOT_SEEKABLE) return operation(null);
    const done = operation(position);
    positions[host] = position + done;
    return done;
  };

  return {
    /** The table of positions, made by the first thread and handed to the others. */
    sharedPositions: () => (positions ??= new Float64Array(new SharedArrayBuffer(8 * MAX_DESCRIPTORS))),
    usePositions: (shared) => {
      positions = shared;
    },

    // Paths

    stat(path, buffer) {
      path = hostPath(AT_FDCWD, path);
      return path && negated(() => writeStats(buffer, fs.statSync(path, { throwIfNoEntry: false })));
    },
    lstat(path, buffer) {
      path = hostPath(AT_FDCWD, path);
      return path && negated(() => writeStats(buffer, fs.lstatSync(path, { throwIfNoEntry: false })));
    },
    statAt(directory, path, buffer, flags) {
      path = hostPath(directory, path);
      const stat = flags & AT_SYMLINK_NOFOLLOW ? fs.lstatSync : fs.statSync;
      return path && negated(() => writeStats(buffer, stat(path, { throwIfNoEntry: false })));
    },
    accessAt(directory, path, mode) {
      path = hostPath(directory, path);
      return path && negated(() => (fs.accessSync(path, mode), 0));
    },
    readLinkAt(directory, path, buffer, size) {
      path = hostPath(directory, path);
      return (
        path &&
        negated(() => {
          const target = Buffer.from(fs.readlinkSync(path)).subarray(0, size);
          glue.bytes().set(target, buffer);
          return target.length;
        })
      );
    },
    makeDirectoryAt(directory, path, mode) {
      path = hostPath(directory, path);
      return path && negated(() => (fs.mkdirSync(path, mode), 0));
    },
    renameAt(fromDirectory, from, toDirectory, to) {
      from = hostPath(fromDirectory, from);
      to = hostPath(toDirectory, to);
      return from && to && negated(() => (fs.renameSync(from, to), 0));
    },
    removeAt(directory, path, flags) {
      path = hostPath(directory, path);
      return path && negated(() => ((flags & AT_REMOVEDIR ? fs.rmdirSync : fs.unlinkSync)(path), 0));
    },

    // Open files

    openAt(directory, path, flags, mode) {
      path = hostPath(directory, path);
      if (!path || flags & (O_DIRECTORY | O_PATH)) return undefined;
      return negated(() => {
        const hostFlags = OPEN_FLAGS.reduce((all, [ours, theirs]) => (flags & ours ? all | theirs : all), 0);
        const host = fs.openSync(path, hostFlags, mode);
        const stats = fs.fstatSync(host);
        if (stats.isDirectory() || host >= MAX_DESCRIPTORS) {
          fs.closeSync(host);
          return stats.isDirectory() ? undefined : -glue.errno.EMFILE;
        }
        const seekable = !(stats.isFIFO() || stats.isSocket() || tty.isatty(host));
        this.sharedPositions()[host] = !seekable ? NOT_SEEKABLE : flags & O_APPEND ? stats.size : 0;
        return FIRST_DESCRIPTOR + host;
      });
    },
    close(fd) {
      if (isOurs(fd)) return wasi(() => (fs.closeSync(hostDescriptor(fd)), 0));
    },
    fstat(fd, buffer) {
      if (isOurs(fd)) return negated(() => glue.writeStat(buffer, fs.fstatSync(hostDescriptor(fd))));
    },
    read(fd, list, count, sum) {
      if (fd === 0) return wasi(() => transferAll(list, count, sum, readInput));
      if (!isOurs(fd)) return undefined;
      const host = hostDescriptor(fd);
      return wasi(() =>
        transferAll(list, count, sum, (bytes) =>
          atPosition(host, (position) => fs.readSync(host, bytes, 0, bytes.length, position)),
        ),
      );
    },
    write(fd, list, count, sum) {
      if (fd === 1 || fd === 2) {
        const write = fd === 1 ? streams.writeOutput : streams.writeError;
        return wasi(() => transferAll(list, count, sum, (bytes) => (write(bytes), bytes.length)));
      }
      if (!isOurs(fd)) return undefined;
      const host = hostDescriptor(fd);
      return wasi(() =>
        transferAll(list, count, sum, (bytes) =>
          atPosition(host, (position) => fs.writeSync(host, bytes, 0, bytes.length, position)),
        ),
      );
    },
    seek(fd, offset, whence, result) {
      if (!isOurs(fd)) return undefined;
      const host = hostDescriptor(fd);
      return wasi(() => {
        if (positions[host] === NOT_SEEKABLE) return glue.errno.ESPIPE;
        const base =
          whence === SEEK_CURRENT ? positions[host] : whence === SEEK_END ? fs.fstatSync(host).size : 0;
        const position = base + Number(offset);
        if (position < 0) return glue.errno.EINVAL;
        positions[host] = position;
        glue.longs()[result >> 3] = BigInt(position);
        return 0;
      });
    },
    truncate(fd, length) {
      if (isOurs(fd)) return negated(() => (fs.ftruncateSync(hostDescriptor(fd), Number(length)), 0));
    },
    /** Locks and flags: granted without effect, as in the emulation. */
    control: (fd) => (isOurs(fd) ? 0 : undefined),
    sync: (fd) => (isOurs(fd) ? 0 : undefined),
    /** None of our files is a terminal. */
    deviceControl: (fd) => (isOurs(fd) ? -glue.errno.ENOTTY : undefined),
  };
}

/** Shows every top-level directory of the host to the emulation, for what stays there. */
function mountHost(emulation, hostType) {
  for (const name of fs.readdirSync("/")) {
    if (name === "dev" || name === "proc" || name === "sys") continue;
    const directory = "/" + name;
    try {
      if (!fs.statSync(directory).isDirectory()) continue;
      if (!emulation.analyzePath(directory).exists) emulation.mkdir(directory);
      emulation.mount(hostType, { root: directory }, directory);
    } catch {
      // A directory we may not look at; Lean will say so if it is ever asked for it.
    }
  }
}

module.exports = { hostFiles, mountHost };
