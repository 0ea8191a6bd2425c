// Helpers of the browser tests: a tiny static server for build/studio, a real Chromium, one page at a time.
//   const studio = await openStudio(); const page = await studio.page('wineglass.html'); ... await studio.close();
// Every request that leaves the server's origin and every console error is kept and can be asserted.
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm} from 'node:fs/promises';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const kRoot = path.join(here, '../../..');
export const kSite = process.env.PEAL_STUDIO ?? path.join(kRoot, 'build/studio');
/**
 * Options of tests that take pictures for people, or repeat what shorter tests hold already: PEAL_BRIEF leaves them
 * out.
 */
export const kUnhurried = {skip: process.env.PEAL_BRIEF ? 'PEAL_BRIEF is set' : false};
export const kShots = path.join(kRoot, 'build/studio-shots');
const {chromium} = createRequire(path.join(here, '../web/package.json'))('playwright-core');

const kTypes = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  wav: 'audio/wav',
};

/** Serves a folder on a free port of the loopback. */
export async function serve(folder = kSite) {
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const file = path.join(folder, name.endsWith('/') ? name + 'index.html' : name);
    try {
      if (!file.startsWith(folder)) throw new Error('outside');
      const body = await readFile(file);
      response.writeHead(200, {'content-type': kTypes[path.extname(file).slice(1)] ?? 'application/octet-stream'});
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

export const kFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** Server (or `url` of one that runs) and browser. */
export async function openStudio({url, folder = kSite} = {}) {
  if (!url && !existsSync(path.join(folder, 'index.html')))
    throw new Error(`${folder} is empty: run node build.mjs in apps/studio/web`);
  const server = url ? {url, close: async () => {}} : await serve(folder);
  const profile = await mkdtemp(path.join(tmpdir(), 'peal-studio-'));
  await mkdir(kShots, {recursive: true});
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: kFlags,
    viewport: {width: 1280, height: 720},
    acceptDownloads: true,
    ignoreDefaultArgs: ['--mute-audio'],
  });
  const studio = {
    url: server.url,
    context,
    errors: [],
    outside: [],
    async page(name, {width = 1280, height = 720, scheme = 'dark'} = {}) {
      const page = await context.newPage();
      await page.setViewportSize({width, height});
      await page.emulateMedia({colorScheme: scheme});
      page.on('console', (message) => {
        if (message.type() === 'error') studio.errors.push(`${name}: ${message.text()}`);
      });
      page.on('pageerror', (error) => studio.errors.push(`${name}: ${error.message}`));
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url))
          studio.outside.push(request.url());
      });
      await page.goto(`${server.url}/${name}`, {waitUntil: 'load'});
      return page;
    },
    shot: (page, name) => page.screenshot({path: path.join(kShots, name + '.png')}),
    async close() {
      await context.close();
      await server.close();
      await rm(profile, {recursive: true, force: true});
    },
  };
  return studio;
}

/** Frequency [Hz] of the strongest partial: a Hann-windowed Fourier sum, refined by parabola. */
export function pitch(samples, rate, low = 60, high = 5000) {
  const length = samples.length;
  const level = (f, n = length) => {
    let re = 0,
      im = 0;
    for (let i = 0; i < n; ++i) {
      const w = samples[i] * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n)),
        a = (2 * Math.PI * f * i) / rate;
      re += w * Math.cos(a);
      im += w * Math.sin(a);
    }
    return Math.hypot(re, im);
  };
  const search = (from, to, step, n) => {
    let best = from,
      most = -1;
    for (let f = from; f <= to; f += step) {
      const l = level(f, n);
      if (l > most) {
        most = l;
        best = f;
      }
    }
    return best;
  };
  const short = Math.min(length, 4096),
    width = rate / length;
  const first = search(low, high, rate / short, short);
  const f = search(first - rate / short, first + rate / short, width / 8, length);
  const [a, b, c] = [level(f - width / 8), level(f), level(f + width / 8)];
  return f + ((width / 8) * 0.5 * (a - c)) / (a - 2 * b + c);
}

export const rms = (samples) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length));
