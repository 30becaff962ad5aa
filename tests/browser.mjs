// Drives headless Chromium over its debugging pipe; needs node and nothing else.
//   node browser.mjs shot PAGE PREFIX WIDTH[:dark][:print][:light]... takes pictures of the whole page
//   node browser.mjs start               tells by its exit code whether it can be driven
//   node browser.mjs check PAGE...                              looks for what is wrong with it; TAP.  AXE_CORE may name
//                                                             a file of axe-core, which then looks too
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const chromium = process.env.CHROMIUM || 'chromium';
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
  '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--disable-quic', '--hide-scrollbars', '--remote-debugging-pipe'];

class Browser {
  constructor() {
    this.folder = mkdtempSync(join(process.env.TMPDIR || tmpdir(), 'browser.'));
    this.child = spawn(chromium, [...flags, `--user-data-dir=${this.folder}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.waiting = new Map();
    this.events = [];
    this.next = 0;
    let rest = '';
    this.child.stdio[4].setEncoding('utf8');
    this.child.stdio[4].on('data', (text) => {
      const parts = (rest + text).split('\0');
      rest = parts.pop();
      for (const part of parts) this.take(JSON.parse(part));
    });
    this.child.on('error', () => { console.log('Bail out! chromium does not start'); process.exit(1); });
  }
  take(message) {
    if (!message.id) { this.events.push(message); return; }
    const { done, fail } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) fail(new Error(JSON.stringify(message.error)));
    else done(message.result);
  }
  send(method, params = {}) {
    const id = ++this.next;
    const text = JSON.stringify({ id, method, params, sessionId: this.session });
    return new Promise((done, fail) => {
      this.waiting.set(id, { done, fail });
      this.child.stdio[3].write(text + '\0');
    });
  }
  async event(method) {
    for (let tries = 0; tries < 1200; tries++) {
      if (this.events.some((event) => event.method === method)) return;
      await new Promise((done) => setTimeout(done, 25));
    }
    throw new Error(`no ${method}`);
  }
  async start() {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    this.session = sessionId;
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await this.send(`${domain}.enable`);
  }
  async size(width, height = 900) {
    await this.send('Emulation.setDeviceMetricsOverride',
      { width, height, deviceScaleFactor: 1, mobile: width < 600 });
  }
  async media(scheme, media = '') {
    await this.send('Emulation.setEmulatedMedia',
      { media, features: [{ name: 'prefers-color-scheme', value: scheme }] });
  }
  async open(path) {
    this.events = [];
    await this.send('Page.navigate', { url: pathToFileURL(resolve(path)).href });
    await this.event('Page.loadEventFired');
  }
  async run(expression) {
    const answer = await this.send('Runtime.evaluate',
      { expression, returnByValue: true, awaitPromise: true });
    if (answer.exceptionDetails)
      throw new Error(answer.exceptionDetails.exception?.description || 'script failed');
    return answer.result.value;
  }
  async picture(path, clip) {
    const { data } = await this.send('Page.captureScreenshot',
      { format: 'png', captureBeyondViewport: true, ...(clip ? { clip: { ...clip, scale: 1 } } : {}) });
    writeFileSync(path, Buffer.from(data, 'base64'));
  }
  async end() {
    try { this.session = undefined; await this.send('Browser.close'); } catch { /* it is gone */ }
    await new Promise((done) => { this.child.exitCode !== null ? done() : this.child.on('exit', done); });
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function shot(page, prefix, ...looks) {
  const browser = new Browser();
  await browser.start();
  for (const look of looks) {
    const [width, ...words] = look.split(':');
    await browser.size(Number(width));
    await browser.media(words.includes('dark') ? 'dark' : 'light', words.includes('print') ? 'print' : '');
    await browser.open(page);
    if (words.includes('open')) await browser.run('document.querySelectorAll("details").forEach((d) => { d.open = true; })');
    const height = await browser.run('document.documentElement.scrollHeight');
    const piece = Number(process.env.SHOT_PIECE || 8000), first = Number(process.env.SHOT_FROM || 0);
    for (let y = first, nr = 0; y < height && nr < Number(process.env.SHOT_MOST || 1); y += piece, nr++)
      await browser.picture(`${prefix}-${look.replaceAll(':', '-')}-${nr}.png`,
        { x: 0, y, width: Number(width), height: Math.min(height - y, piece) });
    if (words.includes('print')) {
      const { data } = await browser.send('Page.printToPDF', { preferCSSPageSize: true, printBackground: false });
      writeFileSync(`${prefix}.pdf`, Buffer.from(data, 'base64'));
    }
  }
  await browser.end();
}

// What a page must be in: width, colours, medium.
const looks = [
  [1280, 'light', ''], [1280, 'dark', ''], [700, 'light', ''], [390, 'light', ''], [390, 'dark', ''], [794, 'light', 'print'],
];

// Says what the browser itself had to say: errors of the console, and requests.
function complaints(browser) {
  const said = [];
  for (const { method, params } of browser.events) {
    if (method === 'Runtime.exceptionThrown') said.push(`exception: ${params.exceptionDetails.text}`);
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') said.push('an error on the console');
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) said.push(`${params.entry.level}: ${params.entry.text}`);
    if (method === 'Network.requestWillBeSent' && params.type !== 'Document') said.push(`a request: ${params.request.url.slice(0, 80)}`);
  }
  return said;
}

async function check(...pages) {
  const checks = readFileSync(join(here, 'page_checks.js'), 'utf8');
  const axe = process.env.AXE_CORE ? readFileSync(process.env.AXE_CORE, 'utf8') : '';
  const browser = new Browser();
  let nr = 0, failed = 0;
  await browser.start();
  console.log(`1..${pages.length * looks.length}`);
  for (const page of pages)
    for (const [width, scheme, media] of looks) {
      await browser.size(width);
      await browser.media(scheme, media);
      await browser.open(page);
      const wrong = complaints(browser);
      if (!media) await browser.run('document.querySelectorAll("details").forEach((node) => { node.open = true; })');
      wrong.push(...await browser.run(checks));
      if (axe && !media) {
        await browser.run(axe + ';0');
        wrong.push(...await browser.run(`axe.run().then((found) => found.violations.map((one) =>
          'axe: ' + one.id + ': ' + one.help + ' (' + one.nodes.length + '): ' + one.nodes[0].html.slice(0, 120)))`));
      }
      failed += wrong.length > 0;
      console.log(`${wrong.length ? 'not ok' : 'ok'} ${++nr} - ${page.replace(/.*\//, '')} at ${width} px, ${media || scheme}`);
      for (const line of wrong) console.log(`# ${line}`);
    }
  await browser.end();
  return failed;
}

const here = dirname(fileURLToPath(import.meta.url));
const [command, ...rest] = process.argv.slice(2);
if (command === 'shot') await shot(...rest);
else if (command === 'start') { const browser = new Browser(); await browser.start(); await browser.end(); }
else if (command === 'check') process.exitCode = await check(...rest) ? 1 : 0;
else { console.error('usage: browser.mjs shot PAGE PREFIX LOOK... | check PAGE...'); process.exitCode = 2; }
