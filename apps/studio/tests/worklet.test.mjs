// The audio worklet in a real browser, on a page of its own: does it keep up, how soon is a control
// heard, what happens to nonsense. PEAL_SLOW=1: a minute instead of five seconds.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {copyFile, mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {kSite, openStudio} from './browser.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const kSeconds = process.env.PEAL_SLOW ? 60 : 5;
const banks = path.join(kSite, 'banks');
const bankFile = existsSync(banks) ? (await readdir(banks)).filter((file) => file.startsWith('bell') && file.endsWith('.pealbank'))[0] : undefined;
const needsBank = bankFile ? {} : {skip: `${banks} has no bell: node apps/studio/banks/pack.mjs`};
let folder, studio, page;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'peal-worklet-'));
  await mkdir(path.join(folder, 'engine'));
  const {build} = createRequire(path.join(here, '../web/package.json'))('esbuild');
  await build({entryPoints: ['index', 'worklet'].map((name) => path.join(here, '../engine/src', name + '.ts')), outdir: path.join(folder, 'engine'),
               bundle: true, format: 'esm', logLevel: 'warning'});
  await copyFile(path.join(kSite, 'engine/peal.wasm'), path.join(folder, 'engine/peal.wasm'));
  if (bankFile) await copyFile(path.join(banks, bankFile), path.join(folder, 'bank'));
  await writeFile(path.join(folder, 'index.html'), `<!doctype html><link rel="icon" href="data:,"><script type="module">
    import * as engine from './engine/index.js';
    window.wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const open = async () => {
      const context = new AudioContext({sampleRate: 48000});
      const peal = await engine.Peal.create(context);
      peal.node.connect(context.destination);
      await context.resume();
      return peal;
    };
    window.start = async () => {
      await window.peal?.context.close();
      window.silent ??= await open();
      const peal = await open();
      window.problems = [];
      peal.onProblem = (sentence) => window.problems.push(sentence);
      return window.peal = peal;
    };
    window.ready = true;
  </script>`);
  studio = await openStudio({folder});
  page = await studio.page('index.html');
  await page.waitForFunction(() => window.ready);
});
after(async () => {
  await studio?.close();
  await rm(folder, {recursive: true, force: true});
});

/** Reports while something sounds, and how often a worklet beside it that does nothing was late: by the machine's doing. */
const watchOnce = (setUp, seconds) => page.evaluate(async ([body, seconds]) => {
  const peal = await window.start();
  await (new Function('peal', `return (${body})(peal)`))(peal);
  await window.wait(500);
  let last, beside, most = 0, count = 0;
  const endBeside = window.silent.onReport((report) => { beside = report.underruns; });
  const end = peal.onReport((report) => { last = report, most = Math.max(most, report.load), ++count; });
  await window.wait(100);
  const before = last.underruns, besideBefore = beside, from = last.frame, begin = performance.now();
  await window.wait(1000 * seconds);
  end();
  endBeside();
  return {underruns: last.underruns - before, machine: beside - besideBefore, load: last.load, most, count, frames: last.frame - from,
          clock: (performance.now() - begin) / 1000, last: {states: last.rubs?.states.length, modes: last.bank?.stats.modes}, problems: window.problems};
}, [setUp.toString(), seconds]);

/** A virtual machine stops any thread for 30 ms now and then, a worklet that does nothing as well: sound that keeps up is
 * late no more often than that in one of three runs. */
async function watch(t, setUp, seconds) {
  let seen;
  for (let run = 0; run < 3 && !(seen?.underruns <= seen?.machine); ++run) {
    seen = await watchOnce(setUp, seconds);
    t.diagnostic(JSON.stringify(seen));
  }
  return seen;
}

test('sixteen friction pairs keep up with real time', {timeout: 3000 * (kSeconds + 20)}, async (t) => {
  const seen = await watch(t, async (peal) => {
    peal.gain(0.02);
    for (const rub of await peal.rubs(16)) {
      rub.setModes([1, 2.5, 4.1].map((k, i) => ({frequency: (440 + 17 * rub.index) * k, decay: 7 + 4 * i, mass: 0.01, shape: 1 - 0.2 * i})));
      rub.force(1.5, 1);
    }
  }, kSeconds);
  assert.deepEqual(seen.problems, []);
  assert.equal(seen.last.states, 16);
  assert.ok(seen.underruns <= seen.machine, `late ${seen.underruns} times, a silent worklet ${seen.machine}`);
  assert.ok(seen.load < 0.5, `load ${seen.load}`);
  assert.ok(Math.abs(seen.frames / 48000 / seen.clock - 1) < 0.1, 'the context does not run in real time');
  assert.ok(seen.count > 30 * kSeconds, `${seen.count} reports`);
});

test('two thousand modes keep up with real time', {...needsBank, timeout: 3000 * (kSeconds + 20)}, async (t) => {
  const seen = await watch(t, async (peal) => {
    peal.gain(0.01);
    const bank = await peal.loadBank(await (await fetch('bank')).arrayBuffer(), {maxVoices: 256, maxObjects: 256, maxModes: 4000});
    bank.setListener([-0.1, 0.2, 1], [0.1, 0.2, 1]);
    const count = Math.min(200, Math.ceil(2600 / bank.bodies[0].modes.length));
    const objects = Array.from({length: count}, () => bank.spawn(0, {position: [0, 0, 0], rotation: [1, 0, 0, 0]}));
    let next = 0;
    // All of them over and over again, so that they go on ringing.
    setInterval(() => { for (let k = 0; k < 4; ++k) bank.strike(objects[next++ % count], [0.03, 0.02, 0.01], [-1, 0, 0], 0.05); }, 20);
    await window.wait(1500);
  }, kSeconds);
  assert.deepEqual(seen.problems, []);
  assert.ok(seen.last.modes >= 2000, `${seen.last.modes} modes`);
  assert.ok(seen.underruns <= seen.machine, `late ${seen.underruns} times, a silent worklet ${seen.machine}`);
  assert.ok(seen.load < 0.8, `load ${seen.load}`);
});

test('an engine that cannot keep up says so', async (t) => {
  const seen = await watchOnce(async (peal) => {
    peal.gain(0);
    for (const rub of await peal.rubs(64)) {
      rub.setModes(Array.from({length: 256}, (_, i) => ({frequency: 200 + 60 * i, decay: 5, mass: 0.1, shape: 1})));
      rub.force(1.5, 1);
    }
  }, 2);
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.underruns > 0 && seen.load > 0.9);
});

test('a control is heard within one block of 128 frames', async (t) => {
  const first = await page.evaluate(async () => {
    const peal = await window.start(), [rub] = await peal.rubs(1), found = [];
    rub.set({stiffness: 1e6, exciterMass: 15, exciterDamping: 0});
    for (let k = 0; k < 15; ++k) {
      rub.reset();
      rub.setVelocity(1);
      await window.wait(20);
      peal.recordStart();
      await window.wait(20);
      if (!(await peal.recordStop()).channels[0].every((x) => x === 0)) throw new Error('an open contact sounds');
      peal.recordStart();  // taken by the worklet together with the next call, before the same block
      rub.force(0, 40);
      await window.wait(40);
      const {channels} = await peal.recordStop();
      found.push(channels[0].findIndex((x) => x !== 0));
    }
    return found.sort((a, b) => a - b);
  });
  t.diagnostic(`first samples: ${first}`);
  assert.ok(first[0] >= 0 && first[7] < 128, 'median');
  assert.ok(first.filter((n) => n < 128).length >= 12, 'two messages may fall into two blocks, but seldom');
});

test('loud is bent, never cut; a record has every sample', async () => {
  const seen = await page.evaluate(async () => {
    const peal = await window.start(), [rub] = await peal.rubs(1);
    rub.force(1.5, 1);
    peal.gain(1e4);
    await window.wait(500);
    let last;
    const end = peal.onReport((report) => last = report);
    await window.wait(50);
    const from = last.frame;
    peal.recordStart();
    await window.wait(400);
    const {rate, channels} = await peal.recordStop(), to = last.frame;
    end();
    return {most: channels[0].reduce((most, x) => Math.max(most, Math.abs(x)), 0), frames: channels[0].length, rate, blocks: to - from};
  });
  assert.ok(seen.most <= 1 && seen.most > 0.9);
  assert.equal(seen.frames % 128, 0);
  assert.ok(Math.abs(seen.frames - seen.blocks) < 4800);
});

test('nonsense is told and changes nothing', async () => {
  const seen = await page.evaluate(async () => {
    const peal = await window.start(), [rub] = await peal.rubs(1);
    rub.set({stiffness: -1});
    rub.setModes([]);
    const sentences = [];
    for (const bytes of [new ArrayBuffer(0), new ArrayBuffer(5000)]) await peal.loadBank(bytes).catch((error) => sentences.push(error.message));
    await peal.rubs(1e9).catch((error) => sentences.push(error.message));
    let alive = false;
    peal.onReport(() => alive = true);
    await window.wait(200);
    return {sentences, problems: window.problems, alive};
  });
  assert.match(seen.sentences[0], /not a bank/);
  assert.match(seen.sentences[1], /not a bank/);
  assert.match(seen.sentences[2], /friction pairs/);
  assert.match(seen.problems[0], /stiffness/);
  assert.match(seen.problems[1], /modes/);
  assert.ok(seen.alive);
});

test('nothing is asked of other servers, nothing is logged as an error', () => {
  assert.deepEqual(studio.outside, []);
  assert.deepEqual(studio.errors, []);
});
