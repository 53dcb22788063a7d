// The patches to the package's JavaScript, as one table.
//
// Each patch names a piece of text which must occur exactly once in the glue (in `within`, if it has one) and
// what to put there. A patch whose place is missing or not unique stops the preparation and is named: the
// package is pinned, so that can only mean that somebody changed the pin, and then every patch wants to be
// looked at. The code that patches call lives in runtime/, readable and tested.
"use strict";

class PatchError extends Error {}

/** A hook at the start of a function: ask the host first, go on as before if it has no answer. */
const askHostFirst = (call) => `{const answer=hostFiles.${call};if(answer!==undefined)return answer}`;

/** A patch that puts such a hook at the start of `signature{`. */
const hostHook = (name, signature, call) => ({
  name,
  why: "served in the asking thread instead of by the main thread's emulated file system",
  find: `function ${signature}{`,
  put: (found) => found + askHostFirst(call),
});

const PATCHES = [
  {
    name: "process end",
    why: "a crash is reported in one line; Lean's exit ends the process without waiting for its threads",
    find: "quit_=(status,toThrow)=>{process.exitCode=status;throw toThrow}",
    put: () =>
      'var processEnd=require("./process_end.js");if(!ENVIRONMENT_IS_PTHREAD)processEnd.reportCrashes();' +
      "quit_=(status,toThrow)=>{if(toThrow instanceof ExitStatus)processEnd.exit(status);throw toThrow}",
  },
  {
    name: "exit code",
    why: "on some ways out the package's main function forgets to return a value",
    find: "var ret=entryFunction(argc,argv);",
    put: () => "var ret=processEnd.exitCode(entryFunction(argc,argv),arguments_);",
  },
  {
    name: "program name",
    why: "Lean's messages about options begin with it",
    find: 'thisProgram=process.argv[1].replace(/\\\\/g,"/")',
    put: () => 'thisProgram="lean"',
  },
  {
    name: "quiet abort",
    why: "the crash report says it; once is enough",
    find: 'what="Aborted("+what+")";err(what);',
    put: () => 'what="Aborted("+what+")";',
  },
  {
    name: "quiet worker error",
    why: "the crash report says it; once is enough",
    find:
      'var message="worker sent an error!";' +
      "err(`${message} ${e.filename}:${e.lineno}: ${e.message}`);throw e",
    put: () => "throw e",
  },
  {
    name: "no debug prints",
    why: "the package's debug prints on standard output would mix with Lean's messages",
    within: { from: "var ASM_CONSTS={", to: "};var " },
    find: "console.log(",
    everyOccurrence: true,
    put: () => 'require("./standard_streams.js").chatter(',
  },
  {
    name: "environment",
    why:
      "Lean sees the environment like any program. The package was built with clang's profiling, which would write " +
      "default.profraw into the current directory",
    find: "var ENV={};",
    put: () => 'var ENV={...process.env,LLVM_PROFILE_FILE:"/dev/null"};',
  },
  {
    name: "load module",
    why: "synchronous, and from the code cache if there is one",
    find:
      "var binary=await getWasmBinary(binaryFile);" +
      "var instance=await WebAssembly.instantiate(binary,imports);return instance",
    put: (_, { wasmDigest }) =>
      `return require("./load_wasm.js").loadWasm(binaryFile,imports,"${wasmDigest}")`,
  },
  {
    name: "symbol lookup",
    why: "the original walks through all 201,110 names for every symbol the interpreter asks for",
    find: "var __dlsym_js=(handle,symbol,symbolIndex)=>{symbol=UTF8ToString(symbol);",
    put: (found) =>
      "var symbolTable;var symbolAddress=name=>{" +
      'var symbols=require("./symbol_table.js");' +
      'symbolTable??=symbols.fromBytes(fs.readFileSync(scriptDirectory+"lean.sym"));' +
      "return symbols.lookup(symbolTable,name)};" +
      found +
      "{const address=symbolAddress(symbol);if(!address)dlSetError(`unknown symbol ${symbol}`);return address}",
  },
  {
    name: "functions of JavaScript",
    why:
      "before it adds a function of JavaScript to the function table, the original looks whether it is there, and " +
      "for that makes an object of each of the table's 150,000 entries; it never is",
    find: "functionsInTableMap=new WeakMap;updateTableMap(0,wasmTable.length)",
    put: () => "functionsInTableMap=new WeakMap",
  },
  {
    name: "table mirror",
    why: "a sparse array is a hash table in V8, and each C++ call that may throw looks something up here",
    find: "var wasmTableMirror=[];",
    put: (_, { tableSize }) => `var wasmTableMirror=new Array(${tableSize}).fill(null);`,
  },
  {
    name: "thread pool",
    why: "threads are made when Lean asks for them; four in advance cost more than they save",
    find: "var pthreadPoolSize=4;",
    put: () => "var pthreadPoolSize=0;",
  },
  {
    name: "thread stacks",
    why: "Node gives threads 4 MB; elaboration recurses deeply",
    find: 'worker=new Worker(pthreadMainJs,{workerData:"em-pthread",name:"em-pthread"})',
    put: () =>
      'worker=new Worker(pthreadMainJs,{workerData:"em-pthread",name:"em-pthread",resourceLimits:{stackSizeMb:256}})',
  },
  {
    name: "mount the host",
    why: "only /home and /tmp of the host are visible as shipped",
    find: 'FS.mount(NODEFS,{root:"/home"},"/home");FS.mount(NODEFS,{root:"/tmp"},"/tmp");',
    put: () => 'require("./host_files.js").mountHost(FS,NODEFS);',
  },
  {
    name: "host files",
    why: "gives runtime/host_files.js what it needs of the glue",
    find: "var INT53_MAX=9007199254740992;",
    put: (found) =>
      'var hostFiles=require("./host_files.js").hostFiles({' +
      "string:pointer=>UTF8ToString(pointer),bytes:()=>(growMemViews(),HEAPU8),words:()=>(growMemViews(),HEAPU32)," +
      "longs:()=>(growMemViews(),HEAP64),writeStat:(pointer,stats)=>SYSCALLS.writeStat(pointer,stats),errno:ERRNO_CODES});" +
      found,
  },
  {
    name: "host files: give positions to a thread",
    why: "a file opened in one thread may be read in another",
    find: 'worker.postMessage({cmd:"load",',
    put: (found) => found + "filePositions:hostFiles.sharedPositions(),",
  },
  {
    name: "host files: take positions in a thread",
    why: "a file opened in one thread may be read in another",
    find: "dynamicLibraries=msgData.dynamicLibraries;",
    put: (found) => found + "hostFiles.usePositions(msgData.filePositions);",
  },
  hostHook("host files: stat", "___syscall_stat64(path,buf)", "stat(path,buf)"),
  hostHook("host files: lstat", "___syscall_lstat64(path,buf)", "lstat(path,buf)"),
  hostHook(
    "host files: fstatat",
    "___syscall_newfstatat(dirfd,path,buf,flags)",
    "statAt(dirfd,path,buf,flags)",
  ),
  hostHook(
    "host files: access",
    "___syscall_faccessat(dirfd,path,amode,flags)",
    "accessAt(dirfd,path,amode)",
  ),
  hostHook(
    "host files: readlink",
    "___syscall_readlinkat(dirfd,path,buf,bufsize)",
    "readLinkAt(dirfd,path,buf,bufsize)",
  ),
  hostHook("host files: mkdir", "___syscall_mkdirat(dirfd,path,mode)", "makeDirectoryAt(dirfd,path,mode)"),
  hostHook(
    "host files: rename",
    "___syscall_renameat(olddirfd,oldpath,newdirfd,newpath)",
    "renameAt(olddirfd,oldpath,newdirfd,newpath)",
  ),
  hostHook("host files: unlink", "___syscall_unlinkat(dirfd,path,flags)", "removeAt(dirfd,path,flags)"),
  hostHook(
    "host files: open",
    "___syscall_openat(dirfd,path,flags,varargs)",
    "openAt(dirfd,path,flags,varargs?(growMemViews(),HEAP32)[varargs>>2]:0)",
  ),
  hostHook("host files: close", "_fd_close(fd)", "close(fd)"),
  hostHook("host files: fstat", "___syscall_fstat64(fd,buf)", "fstat(fd,buf)"),
  hostHook("host files: read", "_fd_read(fd,iov,iovcnt,pnum)", "read(fd,iov,iovcnt,pnum)"),
  hostHook("host files: write", "_fd_write(fd,iov,iovcnt,pnum)", "write(fd,iov,iovcnt,pnum)"),
  hostHook("host files: seek", "_fd_seek(fd,offset,whence,newOffset)", "seek(fd,offset,whence,newOffset)"),
  hostHook("host files: truncate", "___syscall_ftruncate64(fd,length)", "truncate(fd,length)"),
  hostHook("host files: sync", "_fd_sync(fd)", "sync(fd)"),
  hostHook("host files: fcntl", "___syscall_fcntl64(fd,cmd,varargs)", "control(fd)"),
  hostHook("host files: ioctl", "___syscall_ioctl(fd,op,varargs)", "deviceControl(fd)"),
];

/** Where the only occurrence of `text` begins, searching from `start` to `end`. */
function onlyOccurrence(glue, text, start, end, patchName) {
  const at = glue.indexOf(text, start);
  if (at < 0 || at >= end)
    throw new PatchError(`lean.js: the place of the patch "${patchName}" is missing: ${text}`);
  const again = glue.indexOf(text, at + 1);
  if (again >= 0 && again < end) {
    throw new PatchError(`lean.js: the place of the patch "${patchName}" is not unique: ${text}`);
  }
  return at;
}

function applyPatch(glue, patch, context) {
  let start = 0;
  let end = glue.length;
  if (patch.within) {
    start = onlyOccurrence(glue, patch.within.from, 0, glue.length, patch.name);
    end = glue.indexOf(patch.within.to, start);
    if (end < 0)
      throw new PatchError(`lean.js: the place of the patch "${patch.name}" has no end: ${patch.within.to}`);
  }
  const replacement = patch.put(patch.find, context);
  if (patch.everyOccurrence) {
    const pieces = glue.slice(start, end).split(patch.find);
    if (pieces.length < 2)
      throw new PatchError(`lean.js: the place of the patch "${patch.name}" is missing: ${patch.find}`);
    return glue.slice(0, start) + pieces.join(replacement) + glue.slice(end);
  }
  const at = onlyOccurrence(glue, patch.find, start, end, patch.name);
  return glue.slice(0, at) + replacement + glue.slice(at + patch.find.length);
}

/**
 * Applies all patches.
 * @param context `{tableSize, wasmDigest}` of the module the glue will load
 */
function patchGlue(glue, context, patches = PATCHES) {
  return patches.reduce((text, patch) => applyPatch(text, patch, context), glue);
}

module.exports = { PATCHES, PatchError, patchGlue };
