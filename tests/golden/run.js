// Runs the golden tests: what the two programs print, to the byte, and how they exit.
//
//   node run.js --binaries DIR [--accept] [NAME...]
//
// A *.golden file is a list of
//     $ COMMAND
//     what it prints, standard output and standard error together
//     exit CODE
// with remarks (# …) and blank lines between them. Commands are run by sh, in a fresh folder that holds copies of the
// files of input/ and links `certificates`, `examples` and `museum`; `plato` and `plato-kernel` are the programs in DIR. Output that does not end
// with a line feed is shown with a last line `\ no line feed`. With --accept the files are rewritten to what was
// printed: read the difference before you commit it. Exit code: 0 all is as expected, 1 something is not, 2 usage.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const seconds = 120;
const noLineFeed = '\\ no line feed';

function usage() {
  console.error('usage: node run.js --binaries DIR [--accept] [NAME...]');
  process.exit(2);
}

function parseArguments(words) {
  const options = { accept: false, binaries: undefined, names: [] };
  for (let i = 0; i < words.length; ++i) {
    if (words[i] === '--accept') options.accept = true;
    else if (words[i] === '--binaries' && i + 1 < words.length) options.binaries = path.resolve(words[++i]);
    else if (words[i].startsWith('-')) usage();
    else options.names.push(words[i].replace(/\.golden$/, ''));
  }
  if (!options.binaries) usage();
  return options;
}

// The file as a list of remarks (kept as they are) and commands with their expected outputs.
function parse(text, name) {
  const items = [];
  let command;
  text.replace(/\n$/, '').split('\n').forEach((line, index) => {
    // A command that was just written down has no expectation yet.
    if (command && command.expected.length === 0 && /^[$#] /.test(line)) command = undefined;
    if (command) {
      command.expected.push(line);
      if (/^exit (-?\d+|timeout)$/.test(line)) command = undefined;
    } else if (line.startsWith('$ ')) {
      command = { command: line.slice(2), expected: [] };
      items.push(command);
    } else if (line === '' || line.startsWith('#')) {
      items.push({ remark: line });
    } else {
      throw new Error(`${name}:${index + 1}: expected '$ COMMAND', a remark or a blank line, found '${line}'`);
    }
  });
  if (command && command.expected.length > 0) throw new Error(`${name}: the last command has no line 'exit CODE'`);
  return items;
}

function run(command, folder, binaries) {
  const result = spawnSync('/bin/sh', ['-c', `exec 2>&1\n${command}`], {
    cwd: folder,
    env: { ...process.env, PATH: `${binaries}:/usr/bin:/bin`, LC_ALL: 'C' },
    input: '',
    maxBuffer: 1 << 28,
    timeout: seconds * 1000,
  });
  const output = result.stdout.toString('latin1');   // byte for byte
  const lines = output === '' ? [] : output.replace(/\n$/, '').split('\n');
  if (output !== '' && !output.endsWith('\n')) lines.push(noLineFeed);
  lines.push(`exit ${result.error ? 'timeout' : result.status ?? -1}`);
  return lines;
}

// The lines of both, those of one alone marked with - or +: the shortest such list.
function difference(before, after) {
  const length = Array.from({ length: before.length + 1 }, () => new Array(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; --i)
    for (let j = after.length - 1; j >= 0; --j)
      length[i][j] = before[i] === after[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
  const lines = [];
  let i = 0, j = 0;
  while (i < before.length || j < after.length) {
    const isCommon = i < before.length && j < after.length && before[i] === after[j];
    if (isCommon) lines.push(`  ${before[i++]}`), ++j;
    else if (j === after.length || (i < before.length && length[i + 1][j] >= length[i][j + 1]))
      lines.push(`- ${before[i++]}`);
    else lines.push(`+ ${after[j++]}`);
  }
  return lines;
}

// Only the lines near a change.
function around(lines) {
  const isNear = (at) => lines.slice(Math.max(0, at - 2), at + 3).some((line) => !line.startsWith('  '));
  return lines.filter((_, at) => isNear(at));
}

function prepareFolder(here) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plato-golden-'));
  for (const file of fs.readdirSync(path.join(here, 'input')))
    fs.copyFileSync(path.join(here, 'input', file), path.join(folder, file));
  fs.symlinkSync(path.resolve(here, '../../certificates'), path.join(folder, 'certificates'));
  fs.symlinkSync(path.resolve(here, '../../examples'), path.join(folder, 'examples'));
  fs.symlinkSync(path.resolve(here, '../museum'), path.join(folder, 'museum'));
  return folder;
}

function main() {
  const options = parseArguments(process.argv.slice(2));
  for (const program of ['plato', 'plato-kernel']) {
    if (!fs.existsSync(path.join(options.binaries, program))) {
      console.error(`there is no ${program} in ${options.binaries}: build it first`);
      process.exit(2);
    }
  }
  const all = fs.readdirSync(__dirname).filter((file) => file.endsWith('.golden')).map((file) => path.parse(file).name);
  const unknown = options.names.find((name) => !all.includes(name));
  if (unknown) {
    console.error(`there is no ${unknown}.golden`);
    process.exit(2);
  }
  let commands = 0, failures = 0;
  for (const name of options.names.length > 0 ? options.names : all.sort()) {
    const file = path.join(__dirname, `${name}.golden`);
    const items = parse(fs.readFileSync(file, 'latin1'), `${name}.golden`);
    const folder = prepareFolder(__dirname);
    for (const item of items) {
      if (item.command === undefined) continue;
      const found = run(Buffer.from(item.command, 'latin1').toString(), folder, options.binaries);
      ++commands;
      if (found.join('\n') !== item.expected.join('\n')) {
        ++failures;
        const shown = around(difference(item.expected, found)).join('\n');
        console.log(`${options.accept ? 'changed' : 'FAILED'} ${name}: $ ${item.command}\n${Buffer.from(shown, 'latin1')}\n`);
        item.expected = found;
      }
    }
    fs.rmSync(folder, { recursive: true });
    if (options.accept) {
      const lines = items.flatMap((item) => item.command === undefined ? [item.remark] : [`$ ${item.command}`, ...item.expected]);
      fs.writeFileSync(file, lines.join('\n') + '\n', 'latin1');
    }
  }
  console.log(`${commands} commands, ${failures} ${options.accept ? 'changed' : 'failed'}`);
  process.exit(failures > 0 && !options.accept ? 1 : 0);
}

main();
