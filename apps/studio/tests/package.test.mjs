// The npm package as a stranger gets it: packed, unpacked, checked by TypeScript, and the page of its README in a
// browser behind a plain static server.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {kSite, openStudio, pitch, rms} from './browser.mjs';

const here = path.dirname(fileURLToPath(import.meta.url)),
  engine = path.join(here, '../engine');
const web = createRequire(path.join(here, '../web/package.json'));
const tsc = path.join(path.dirname(web.resolve('typescript/package.json')), 'bin/tsc');
const bank = readdirSync(path.join(kSite, 'banks')).find((file) => /^bowl.*pealbank$/.test(file));
let folder, unpacked;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'peal-package-'));
  unpacked = path.join(folder, 'node_modules/peal-engine');
  mkdirSync(unpacked, {recursive: true});
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: engine,
    env: {...process.env, PEAL_STUDIO: kSite},
  });
  const packed = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', path.join(folder, packed), '-C', unpacked, '--strip-components=1']);
});
after(() => rmSync(folder, {recursive: true, force: true}));

test('it has what it needs and its licence', () => {
  for (const file of ['dist/index.js', 'dist/index.d.ts', 'dist/worklet.js', 'dist/peal.wasm', 'README.md', 'LICENSE'])
    assert.ok(readFileSync(path.join(unpacked, file)).length > 500, file);
});

test('its types hold for bundlers and for node', () => {
  writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(
    path.join(folder, 'use.ts'),
    `
    import {Peal, wav, type Bank, type BodyInfo, type Report, type Rub} from 'peal-engine';
    import {PealWasm} from 'peal-engine/wasm';
    export async function use(context: AudioContext, bytes: ArrayBuffer): Promise<number> {
      const peal = await Peal.create(context);
      const [rub]: Rub[] = await peal.rubs(1);
      rub?.set({stiffness: 1e4, travelTo: 0.1});
      const bank: Bank = await peal.loadBank(bytes, {maxVoices: 4});
      const body: BodyInfo | undefined = bank.bodies[0];
      peal.onReport((report: Report) => report.bank?.contacts.map(({kind}) => kind === 'slide'));
      const {rate, channels} = await peal.recordStop();
      return wav(rate, channels).size + (body?.triangles().length ?? 0) + peal.presets().length;
    }
    export const load = (module: WebAssembly.Module) => new PealWasm(module).rubDefaults().stiffness;`,
  );
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const {stdout} = spawnSync(
      process.execPath,
      [
        tsc,
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--lib',
        'es2022,dom',
        '--types',
        '',
        '--module',
        module,
        '--moduleResolution',
        resolution,
        'use.ts',
      ],
      {cwd: folder, encoding: 'utf8'},
    );
    assert.equal(stdout, '', module);
  }
});

test("the README's page sings and strikes", async (t) => {
  const html = /```html\n([\s\S]*?)```/.exec(readFileSync(path.join(unpacked, 'README.md'), 'utf8'))[1];
  // The same page, with its sound kept.
  writeFileSync(
    path.join(folder, 'index.html'),
    html
      .replace('peal.gain(0.5);', 'peal.gain(0.5); window.peal = peal; peal.recordStart();')
      .replace('<title>', '<link rel="icon" href="data:,"><title>'),
  );
  copyFileSync(path.join(kSite, 'banks', bank), path.join(folder, 'scene.pealbank'));
  const studio = await openStudio({folder});
  try {
    const page = await studio.page('index.html');
    await page.click('button');
    await page.waitForFunction(() => window.peal);
    await page.waitForTimeout(3200);
    const {rate, left} = await page.evaluate(async () => {
      const {rate, channels} = await window.peal.recordStop();
      window.peal.dispose();
      return {rate, left: Array.from(channels[0])};
    });
    assert.deepEqual(studio.errors, []);
    const glass = left.slice(rate, 1.9 * rate),
      tone = pitch(Float64Array.from(glass), rate, 100, 4000);
    assert.ok(Math.abs(tone / 548 - 1) < 0.01, `${tone} Hz`);
    // Two seconds after the gain the finger lets go; half a second later the blow is over the glass' last ringing.
    const ringing = rms(left.slice(1.95 * rate, 2 * rate)),
      struck = Math.max(...left.slice(2.05 * rate).map(Math.abs));
    t.diagnostic(
      `glass ${rms(glass).toFixed(3)} rms, ${ringing.toFixed(3)} before it is let go; afterwards up to ${struck.toFixed(
        3,
      )}`,
    );
    assert.ok(struck > 0.02, 'the blow is heard');
  } finally {
    await studio.close();
  }
});
