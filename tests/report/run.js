// Looks at reports of `plato check --html` in a real browser.
//
//   node run.js --binaries DIR [--screenshots DIR]
//
// For a certified program, a finite one whose threads are drawn, one that is not proved, one with a schedule and one text that is not a program: the page writes nothing to the
// console, asks for nothing from elsewhere, is well-formed, its links lead somewhere, its main parts are visible in light and dark, by
// keyboard and on a narrow screen, and nothing of the program's text becomes markup. Screenshots are kept if a folder is named. Exit code:
// 0 all is well, 1 something is not, 2 usage.
'use strict';
const { spawnSync } = require('child_process');
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { withPage } = require('./browser.js');

const root = path.resolve(__dirname, '../..');
const always = ['header', '#verdict', '#program', '#trust'];
const checked = [...always, '#obligations', '#derivation'];

// A program whose every text tries to be markup; `<b>` can only occur in a comment.
const hostile = 'var x: int // <script>document.title = "<b>"</script> & " \' \u0001 </ol></section>\n' +
                'thread T { x := 1; assert x < 0 && 0 > x; /* <img src=x onerror=alert(1)> */ }\n';

const cases = [
  { name: 'certified', file: 'examples/simple-lock.plato', code: 0, visible: checked, absent: ['#failures', '#schedule'] },
  { name: 'family', file: 'examples/simple-lock-family.plato', code: 0, visible: checked, absent: ['#failures'] },
  { name: 'loops', file: 'examples/peterson.plato', code: 0, visible: checked, absent: ['#failures'] },
  { name: 'wrong', file: 'examples/simple-lock-wrong.plato', code: 4, absent: [],
    visible: [...checked, '#failures article', 'table.stores', '.source li.fails mark', '#schedule svg.lanes .step.wrong'] },
  { name: 'wrong-family', file: 'examples/ticket-lock-wrong.plato', code: 4, visible: [...checked, '#failures', '#schedule svg'], absent: [] },
  { name: 'wrong-maps', file: 'examples/barrier-wrong.plato', code: 4, visible: [...checked, '#failures', '#schedule svg'], absent: [] },
  { name: 'finite', file: 'examples/finite/peterson.plato', code: 0, visible: [...always, '#threads', '#threads svg.lanes .step', '#threads .way[d*=H]'], absent: ['#failures', '#obligations'] },
  { name: 'finite-families', file: 'examples/finite/readers-writers.plato', code: 0, visible: [...always, '#threads svg'], absent: ['#failures'] },
  { name: 'hostile', text: hostile, code: 4, visible: [...checked, '#failures'], absent: ['script', 'img'] },
  { name: 'no-program', text: 'var x: int\nthread T { y := 1; }\n', code: 2, visible: [...always, '.source li.fails mark'], absent: ['#obligations'] },
];

// In the page: what is wrong with it as a document.
const faults = `(() => {
  const faults = [];
  const ids = new Set();
  for (const e of document.querySelectorAll('[id]')) {
    if (ids.has(e.id)) faults.push('id twice: ' + e.id);
    ids.add(e.id);
  }
  for (const a of document.querySelectorAll('a')) {
    const target = a.getAttribute('href');
    if (!target.startsWith('#') || !ids.has(target.slice(1))) faults.push('a link leads nowhere: ' + target);
  }
  for (const e of document.querySelectorAll('[aria-labelledby]'))
    if (!ids.has(e.getAttribute('aria-labelledby'))) faults.push('no label: ' + e.getAttribute('aria-labelledby'));
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the window');
  if (document.querySelector('script, link, iframe, object')) faults.push('the page has scripts or refers to other files');
  if (performance.getEntriesByType('resource').length > 0) faults.push('the page loads something');
  return faults;
})()`;

const isVisible = (selector) => `(() => {
  const e = document.querySelector(${JSON.stringify(selector)});
  if (!e) return 'is missing';
  const box = e.getBoundingClientRect();
  const style = getComputedStyle(e);
  return box.width > 4 && box.height > 4 && style.visibility === 'visible' && e.checkVisibility() ? '' : 'is not visible';
})()`;

// The page as XML: this finds elements that are not closed or not nested, which HTML parsers mend in silence.
const wellFormed = (html) => `(() => {
  const text = ${JSON.stringify(html)}.replace('<!DOCTYPE html>', '');
  return new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')?.textContent ?? '';
})()`;

async function screenshot(page, file) {
  const { data } = await page.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true });
  const bytes = Buffer.from(data, 'base64');
  assert(bytes.length > 10000, 'the screenshot is almost empty');
  if (file) fs.writeFileSync(file, bytes);
}

const setWidth = (page, width) => page.send('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
const setScheme = (page, value) => page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });

async function look(page, test, html, screenshots) {
  const shot = (suffix) => screenshots && path.join(screenshots, `${test.name}${suffix}.png`);
  await setWidth(page, 1200);
  await setScheme(page, 'light');
  await page.open(html);
  assert.deepStrictEqual(page.messages, [], 'the console');
  assert.strictEqual(await page.evaluate(wellFormed(fs.readFileSync(html, 'utf8'))), '', 'well-formed');
  for (const selector of test.visible) assert.strictEqual(await page.evaluate(isVisible(selector)), '', selector);
  for (const selector of test.absent) assert.strictEqual(await page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`), 0, selector);
  assert.deepStrictEqual(await page.evaluate(faults), [], 'the document');
  await screenshot(page, shot(''));
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await setScheme(page, 'dark');
  assert.notStrictEqual(await background(), light, 'dark');
  await screenshot(page, shot('-dark'));
  await setScheme(page, 'light');
  await setWidth(page, 420);
  assert.deepStrictEqual(await page.evaluate(faults), [], 'the document on a narrow screen');
  await screenshot(page, shot('-narrow'));
  const { data } = await page.send('Page.printToPDF', { printBackground: true });
  if (screenshots) fs.writeFileSync(path.join(screenshots, `${test.name}.pdf`), Buffer.from(data, 'base64'));
}

// A folded part opens by keyboard alone.
async function pressEnter(page) {
  const folded = `document.querySelector('#derivation details:not([open]) > summary')`;
  assert(await page.evaluate(`(${folded}.focus(), window.folded = document.activeElement, window.folded.tagName === 'SUMMARY')`), 'focus');
  for (const type of ['keyDown', 'keyUp'])
    await page.send('Input.dispatchKeyEvent', { type, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: type === 'keyDown' ? '\r' : undefined });
  assert(await page.evaluate('window.folded.parentElement.open'), 'Enter unfolds');
}

async function main() {
  const option = (name) => process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
  const binaries = option('--binaries'), screenshots = option('--screenshots');
  if (!binaries) {
    console.error('usage: node run.js --binaries DIR [--screenshots DIR]');
    process.exit(2);
  }
  if (screenshots) fs.mkdirSync(screenshots, { recursive: true });
  const plato = path.resolve(binaries, 'plato');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plato-reports-'));
  let failures = 0;
  try {
    await withPage(async (page) => {
      for (const test of cases) {
        try {
          const program = test.file ?? path.join(folder, `${test.name}.plato`);
          if (test.text) fs.writeFileSync(program, test.text);
          const html = path.join(folder, `${test.name}.html`);
          const run = spawnSync(plato, ['check', program, '--html', html], { cwd: root, encoding: 'utf8' });
          assert.strictEqual(run.status, test.code, run.stdout + run.stderr);
          const first = fs.readFileSync(html, 'utf8');
          spawnSync(plato, ['check', program, '--html', html], { cwd: root });
          assert(fs.readFileSync(html, 'utf8') === first, 'two runs write the same page');
          await look(page, test, html, screenshots);
          if (test.name === 'certified') await pressEnter(page);
          console.log(`ok ${test.name}`);
        } catch (error) {
          ++failures;
          console.log(`FAILED ${test.name}: ${error.message}`);
        }
      }
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  console.log(`${cases.length} reports, ${failures} failed`);
  process.exit(failures > 0 ? 1 : 0);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
