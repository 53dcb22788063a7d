// A headless Chromium, controlled over a pipe (the DevTools protocol), so that no package is needed.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const seconds = 60;   // for one answer

// Calls `use` with a page: { send(method, parameters), evaluate(expression), open(file), messages }.
async function withPage(use) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'plato-report-'));
  const chromium = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
    `--user-data-dir=${profile}`, '--remote-debugging-pipe'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const waiting = new Map();      // number of a call -> its promise
  const listeners = new Map();    // name of an event -> those who wait for it
  const messages = [];            // what the page wrote to the console, and its errors
  let last = 0, session, buffer = Buffer.alloc(0);

  const hear = (message) => {
    if (message.id !== undefined) {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) call?.reject(new Error(message.error.message));
      else call?.resolve(message.result);
    }
    if (message.method === 'Runtime.consoleAPICalled') messages.push(message.params.args.map((a) => a.value).join(' '));
    if (message.method === 'Runtime.exceptionThrown') messages.push(message.params.exceptionDetails.text);
    if (message.method === 'Log.entryAdded') messages.push(message.params.entry.text);
    for (const listener of listeners.get(message.method)?.splice(0) ?? []) listener(message.params);
  };
  chromium.stdio[4].on('data', (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (let end; (end = buffer.indexOf(0)) >= 0; buffer = buffer.subarray(end + 1)) hear(JSON.parse(buffer.subarray(0, end).toString()));
  });
  const failAll = (why) => { for (const call of waiting.values()) call.reject(new Error(why)); waiting.clear(); };
  chromium.on('error', (error) => failAll(`chromium cannot be started: ${error.message}`));
  chromium.on('exit', () => failAll('chromium ended'));
  chromium.stdio[3].on('error', () => failAll('chromium ended'));

  const send = (method, params = {}) => new Promise((resolve, reject) => {
    const id = ++last;
    const timer = setTimeout(() => reject(new Error(`chromium does not answer ${method}`)), seconds * 1000);
    const done = (settle) => (value) => { clearTimeout(timer); settle(value); };
    waiting.set(id, { resolve: done(resolve), reject: done(reject) });
    chromium.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + '\0');
  });
  const event = (name) => new Promise((resolve) => listeners.set(name, [...(listeners.get(name) ?? []), resolve]));
  const page = {
    send, messages,
    async evaluate(expression) {
      const answer = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
      return answer.result.value;
    },
    async open(file) {
      messages.length = 0;
      const loaded = event('Page.loadEventFired');
      await send('Page.navigate', { url: `file://${path.resolve(file)}` });
      await loaded;
    },
  };
  try {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    session = (await send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
    return await use(page);
  } finally {
    await new Promise((resolve) => {
      if (chromium.exitCode !== null || chromium.pid === undefined) return resolve();
      chromium.on('exit', resolve);
      chromium.kill('SIGKILL');
    });
    // Processes of the browser may outlive it for some seconds, and still write there.
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

module.exports = { withPage };
