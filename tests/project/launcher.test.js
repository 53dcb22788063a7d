// The launcher builds once however many start it, and again when a source was edited meanwhile. Run against stand-ins for the build.
'use strict';
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const launcher = path.join(__dirname, '..', '..', 'plato');

// A tree with the launcher, one source, and a cmake that takes a second, notes each build and makes a binary that prints its arguments.
function makeTree() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'plato-launcher-'));
  const write = (name, text, mode = 0o644) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text, { mode });
  };
  for (const folder of ['cpp', 'lean', 'proofs', 'audit', 'cmake', 'toolchain']) write(`${folder}/source`, '');
  for (const file of ['CMakeLists.txt', 'CMakePresets.json', 'package-lock.json']) write(file, '');
  write('toolchain/install', '#!/bin/sh\n', 0o755);
  write('bin/cmake', `#!/bin/sh
case "$1" in
  --build) echo started >>"${root}/builds"; sleep 1; mkdir -p build/Release
    printf '#!/bin/sh\\necho "ran $*"\\n' >build/Release/plato; chmod +x build/Release/plato; echo ended >>"${root}/builds" ;;
  *) mkdir -p build; : >build/build.ninja ;;
esac
`, 0o755);
  fs.copyFileSync(launcher, path.join(root, 'plato'));
  return root;
}

function start(root, ...words) {
  const env = { ...process.env, PATH: `${path.join(root, 'bin')}:${process.env.PATH}` };
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'plato'), words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (data) => { out += data; });
    child.on('close', (code) => resolve({ code, out }));
  });
}

const builds = (root) => fs.readFileSync(path.join(root, 'builds'), 'utf8').trim().split('\n');
const later = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

test('two first calls at once make one build, and both run', async () => {
  const root = makeTree();
  const answers = await Promise.all([start(root, 'one'), start(root, 'two')]);
  assert.deepStrictEqual(answers.map((a) => a.out), ['ran one\n', 'ran two\n']);
  assert.deepStrictEqual(builds(root), ['started', 'ended']);
  await start(root, 'three');
  assert.deepStrictEqual(builds(root), ['started', 'ended']);
  fs.rmSync(root, { recursive: true });
});

test('a source that is edited during a build is built the next time', async () => {
  const root = makeTree();
  const first = start(root, 'one');
  await later(0.5);
  fs.writeFileSync(path.join(root, 'cpp', 'source'), 'edited');
  await first;
  assert.strictEqual(builds(root).length, 2);
  await start(root, 'two');
  assert.strictEqual(builds(root).length, 4);
  await start(root, 'three');
  assert.strictEqual(builds(root).length, 4);
  fs.rmSync(root, { recursive: true });
});

test('a build that fails is tried again', async () => {
  const root = makeTree();
  fs.writeFileSync(path.join(root, 'bin', 'cmake'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  assert.strictEqual((await start(root)).code, 2);
  assert.strictEqual((await start(root)).code, 2);
  fs.rmSync(root, { recursive: true });
});
