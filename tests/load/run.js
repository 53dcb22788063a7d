// The same verdicts and the same bytes, whatever else the machine does, and however many conditions are looked at at a time.
//
//   node run.js --plato BINARY EXAMPLES
//
// Checks a few programs of the folder EXAMPLES, right and wrong ones, and a problem; one condition at a time; then again beside four busy loops, with two and
// with four at a time. Answers,
// exit codes and certificates must be the same to the byte. Closes with `N programs, M different`; exit code 0 if none is.
'use strict';
const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const busyLoops = 4;
// Those that need most: Z3, many rounds of the search, an exploration after a failed proof.
const programs = ['bounded-buffer', 'ticket-lock-post', 'parameterized-search', 'queue-lock', 'barrier-wrong', 'fork-join-wrong', 'maximum-wrong'];
const problems = ['lock-step.smt2', 'lock-step-wrong.smt2'];

function answers(binary, examples, folder, jobs) {
  const ask = (command, file, ...options) => {
    const certificate = path.join(folder, 'certificate');
    fs.rmSync(certificate, { force: true });
    const result = spawnSync(binary, [command, file, '-o', certificate, ...options], { cwd: examples, maxBuffer: 1 << 28 });
    return {
      file,
      text: `${result.stdout}${result.stderr}`,
      code: result.status,
      certificate: fs.existsSync(certificate) ? fs.readFileSync(certificate, 'latin1') : 'none',
    };
  };
  return [...programs.map((name) => ask('check', `${name}.plato`, '--jobs', String(jobs))), ...problems.map((file) => ask('prove', file))];
}

function main(words) {
  if (words.length !== 3 || words[0] !== '--plato') {
    console.error('usage: node run.js --plato BINARY EXAMPLES');
    return 2;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plato-load-'));
  const busy = [];
  try {
    const alone = answers(path.resolve(words[1]), words[2], folder, 1);
    for (let i = 0; i < busyLoops; ++i) busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    const beside = [2, 4].map((jobs) => answers(path.resolve(words[1]), words[2], folder, jobs));
    let different = 0;
    alone.forEach((answer, i) => {
      for (const others of beside) {
        const part = ['code', 'text', 'certificate'].find((name) => answer[name] !== others[i][name]);
        if (!part) continue;
        console.log(`${answer.file}: the ${part} differs\nalone:\n${String(answer[part]).slice(0, 2000)}\nbeside others:\n${String(others[i][part]).slice(0, 2000)}`);
        ++different;
        break;
      }
    });
    console.log(`${alone.length} programs, ${different} different`);
    return different === 0 ? 0 : 1;
  } finally {
    busy.forEach((loop) => loop.kill('SIGKILL'));
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = main(process.argv.slice(2));
