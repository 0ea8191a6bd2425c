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
const bankFile = existsSync(banks)
  ? (await readdir(banks)).filter((file) => file.startsWith('bell') && file.endsWith('.pealbank'))[0]
  : undefined;
const needsBank = bankFile ? {} : {skip: `${banks} has no bell: node apps/studio/banks/pack.mjs`};
let folder, studio, page;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'peal-worklet-'));
  await mkdir(path.join(folder, 'engine'));
  const {build} = createRequire(path.join(here, '../web/package.json'))('esbuild');
  await build({
    entryPoints: ['index', 'worklet'].map((name) => path.join(here, '../engine/src', name + '.ts')),
    outdir: path.join(folder, 'engine'),
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
  });
  await copyFile(path.join(kSite, 'engine/peal.wasm'), path.join(folder, 'engine/peal.wasm'));
  if (bankFile) await copyFile(path.join(banks, bankFile), path.join(folder, 'bank'));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><link rel="icon" href="data:,"><script type="module">
    import * as engine from './engine/index.js';
    window.engine = engine;
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
      const peal = await open();
      window.problems = [];
      peal.onProblem = (sentence) => window.problems.push(sentence);
      return window.peal = peal;
    };
    window.ready = true;
  </script>`,
  );
  studio = await openStudio({folder});
  page = await studio.page('index.html');
  await page.waitForFunction(() => window.ready);
});
after(async () => {
  await studio?.close();
  await rm(folder, {recursive: true, force: true});
});

/** Reports while something sounds, and how often the loudspeaker had to wait by the browser's own count. */
const watchOnce = (setUp, seconds) =>
  page.evaluate(
    async ([body, seconds]) => {
      const peal = await window.start();
      await new Function('peal', `return (${body})(peal)`)(peal);
      await window.wait(500);
      let last,
        most = 0,
        count = 0;
      const end = peal.onReport((report) => {
        last = report;
        most = Math.max(most, report.load);
        ++count;
      });
      await window.wait(100);
      const stats = peal.context.playbackStats ?? {underrunDuration: NaN}; // else the worklet's own count
      const before = last.underruns,
        gaps = stats.underrunDuration,
        from = last.frame,
        begin = performance.now();
      await window.wait(1000 * seconds);
      end();
      return {
        underruns: last.underruns - before,
        gaps: stats.underrunDuration - gaps,
        load: last.load,
        most,
        count,
        frames: last.frame - from,
        clock: (performance.now() - begin) / 1000,
        last: {states: last.rubs?.states.length, modes: last.bank?.stats.modes},
        problems: window.problems,
      };
    },
    [setUp.toString(), seconds],
  );

/** Other programs of the machine may be in the way: one of three runs must be without a gap. */
async function watch(t, setUp, seconds) {
  let seen;
  for (let run = 0; run < 3 && seen?.underruns !== 0; ++run) {
    seen = await watchOnce(setUp, seconds);
    t.diagnostic(JSON.stringify(seen));
  }
  return seen;
}

test('sixteen friction pairs keep up with real time', {timeout: 3000 * (kSeconds + 20)}, async (t) => {
  const seen = await watch(
    t,
    async (peal) => {
      peal.gain(0.02);
      for (const rub of await peal.rubs(16)) {
        rub.setModes(
          [1, 2.5, 4.1].map((k, i) => ({
            frequency: (440 + 17 * rub.index) * k,
            decay: 7 + 4 * i,
            mass: 0.01,
            shape: 1 - 0.2 * i,
          })),
        );
        rub.force(1.5, 1);
      }
    },
    kSeconds,
  );
  assert.deepEqual(seen.problems, []);
  assert.equal(seen.last.states, 16);
  assert.equal(seen.underruns, 0);
  assert.ok(seen.load < 0.5, `load ${seen.load}`);
  assert.ok(Math.abs(seen.frames / 48000 / seen.clock - 1) < 0.1, 'the context does not run in real time');
  assert.ok(seen.count > 30 * kSeconds, `${seen.count} reports`);
});

test('two thousand modes keep up with real time', {...needsBank, timeout: 3000 * (kSeconds + 20)}, async (t) => {
  const seen = await watch(
    t,
    async (peal) => {
      peal.gain(0.01);
      const bank = await peal.loadBank(await (await fetch('bank')).arrayBuffer(), {
        maxVoices: 256,
        maxObjects: 256,
        maxModes: 4000,
      });
      bank.setListener([-0.1, 0.2, 1], [0.1, 0.2, 1]);
      const count = Math.min(200, Math.ceil(2600 / bank.bodies[0].modes.length));
      const objects = Array.from({length: count}, () => bank.spawn(0, {position: [0, 0, 0], rotation: [1, 0, 0, 0]}));
      let next = 0;
      // All of them over and over again, so that they go on ringing.
      setInterval(() => {
        for (let k = 0; k < 4; ++k) bank.strike(objects[next++ % count], [0.03, 0.02, 0.01], [-1, 0, 0], 0.05);
      }, 20);
      await window.wait(1500);
    },
    kSeconds,
  );
  assert.deepEqual(seen.problems, []);
  assert.ok(seen.last.modes >= 2000, `${seen.last.modes} modes`);
  assert.equal(seen.underruns, 0);
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
  assert.ok(seen.underruns > 10 && !(seen.gaps < 0.5) && seen.load > 0.9);
});

test('a control is heard within one block of 128 frames', async (t) => {
  const first = await page.evaluate(async () => {
    const peal = await window.start(),
      [rub] = await peal.rubs(1),
      found = [];
    rub.set({stiffness: 1e6, exciterMass: 15, exciterDamping: 0});
    for (let k = 0; k < 15; ++k) {
      rub.reset();
      rub.setVelocity(1);
      await window.wait(20);
      peal.recordStart();
      await window.wait(20);
      if (!(await peal.recordStop()).channels[0].every((x) => x === 0)) throw new Error('an open contact sounds');
      peal.recordStart(); // taken by the worklet together with the next call, before the same block
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
    const peal = await window.start(),
      [rub] = await peal.rubs(1);
    rub.force(1.5, 1);
    peal.gain(1e4);
    await window.wait(500);
    let last;
    const end = peal.onReport((report) => (last = report));
    await window.wait(50);
    const from = last.frame;
    peal.recordStart();
    await window.wait(400);
    const {rate, channels} = await peal.recordStop(),
      to = last.frame;
    end();
    return {
      most: channels[0].reduce((most, x) => Math.max(most, Math.abs(x)), 0),
      frames: channels[0].length,
      rate,
      blocks: to - from,
    };
  });
  assert.ok(seen.most <= 1 && seen.most > 0.9);
  assert.equal(seen.frames % 128, 0);
  assert.ok(Math.abs(seen.frames - seen.blocks) < 4800);
});

test('nonsense is told and changes nothing', async () => {
  const seen = await page.evaluate(async () => {
    const peal = await window.start(),
      [rub] = await peal.rubs(1),
      sentences = [];
    const calls = [
      () => rub.set({stiffness: -1}),
      () => rub.set({stifness: 1}),
      () => rub.setModes([]),
      () => rub.force(NaN, 1),
      () => rub.pan('left', 1),
      () => peal.gain(Infinity),
    ];
    for (const call of calls) call();
    for (const bytes of [new ArrayBuffer(0), new ArrayBuffer(5000)])
      await peal.loadBank(bytes).catch((error) => sentences.push(error.message));
    for (const count of [1e9, 1.5]) await peal.rubs(count).catch((error) => sentences.push(error.message));
    rub.force(1.5, 1); // it is still there
    let last;
    peal.onReport((report) => (last = report));
    await window.wait(300);
    peal.dispose();
    await peal.rubs(1).catch((error) => sentences.push(error.message));
    return {sentences, problems: window.problems, state: last.rubs.states[0]};
  });
  assert.equal(seen.problems.length, 6);
  for (const [i, words] of [
    /stiffness/,
    /no setting 'stifness'/,
    /modes/,
    /tangential force.*NaN/,
    /gain on the left.*left/,
    /gain.*Infinity/,
  ].entries())
    assert.match(seen.problems[i], words);
  for (const [i, words] of [
    /not a bank/,
    /not a bank/,
    /friction pairs/,
    /friction pairs, got 1.5/,
    /disposed/,
  ].entries())
    assert.match(seen.sentences[i], words);
  assert.ok(seen.state.normalForce === 1 && Number.isFinite(seen.state.exciterVelocity));
});

test('a bank refuses what makes no sense, says so, and stays when another is refused', needsBank, async () => {
  const seen = await page.evaluate(async () => {
    const peal = await window.start(),
      bytes = await (await fetch('bank')).arrayBuffer(),
      still = {position: [0, 0, 0], rotation: [1, 0, 0, 0]};
    const bank = await peal.loadBank(bytes, {maxContacts: 1});
    bank.setListener([-0.1, 0.2, 1], [0.1, 0.2, 1]);
    const bell = bank.spawn(0, still),
      other = bank.spawn(0, still);
    const loud = async (strike) => {
      peal.recordStart();
      strike();
      await window.wait(250);
      return Math.max(...(await peal.recordStop()).channels[0].map(Math.abs));
    };
    const good = () => bank.strike(bell, [0.03, 0.02, 0.01], [-1, 0, 0], 0.05);
    const first = await loud(good);
    const calls = {
      strike: () => bank.strike(99, [0, 0, 0], [1, 0, 0], 1),
      nan: () => bank.strike(bell, [NaN, 0, 0], [1, 0, 0], 1),
      huge: () => bank.strike(bell, [0, 0, 0], [1, 0, 0], 1e30),
      normal: () => bank.strike(bell, [0, 0, 0], [0, 0, 0], 1),
      spawn: () => bank.spawn(7000, still),
      pose: () => bank.setPose(bell, {position: [0, 0, 0], rotation: [0, 0, 0, 0]}),
      listener: () => bank.setListener([0, NaN, 0], [0, 0, 0]),
      despawn: () => bank.despawn(1234),
      contact: () => bank.contactBegin(77, 88),
      update: () => bank.contactUpdate(5, {}),
      missing: () => bank.strike(bell),
    };
    const told = {};
    for (const [name, call] of Object.entries(calls)) {
      if (['huge', 'normal', 'missing'].includes(name)) await window.wait(1050); // no sentence is told twice in a second
      window.problems.length = 0;
      call();
      await window.wait(40);
      told[name] = [...window.problems];
    }
    const refused = await peal.loadBank(bytes, {maxVoices: -1}).then(
      () => '',
      (error) => error.message,
    );
    await window.wait(600);
    const again = await loud(good);
    // Limits that the module's memory cannot bear end in a sentence, not in silence.
    const vast = await peal.loadBank(bytes, {maxMemory: 2e9, maxVoices: 512, maxDistance: 1500, maxModes: 1e6}).then(
      () => '',
      (error) => error.message,
    );
    const alive = await loud(good);
    // What a contact is taken for comes back.
    window.problems.length = 0;
    const contact = bank.contactBegin(bell, other),
      kinds = new Set();
    peal.onReport((report) => {
      for (const one of report.bank.contacts) if (one.contact === contact) kinds.add(one.kind);
    });
    for (let k = 0; k < 12; ++k) {
      bank.contactUpdate(contact, {
        point: [0.03, 0, 0],
        normal: [1, 0, 0],
        normalForce: 1,
        slip: [0, k < 6 ? 0.2 : 0, 0],
        roll: [0, 0, 0],
      });
      await window.wait(20);
    }
    bank.contactBegin(bell, other);
    await window.wait(40);
    const crowded = [...window.problems];
    // Another bank: the old one's handles are dumb, not dangerous.
    const coming = peal.loadBank(new Uint8Array(bytes), {maxObjects: 1});
    for (let k = 0; k < 4; ++k) bank.spawn(0, still);
    const next = await coming;
    window.problems.length = 0;
    next.spawn(0, still);
    await window.wait(40);
    const during = [...window.problems];
    const old = await loud(good);
    return {
      first,
      again,
      told,
      refused,
      vast,
      alive,
      kinds: [...kinds],
      crowded,
      old,
      during,
      after: [...window.problems],
    };
  });
  for (const [name, sentences] of Object.entries(seen.told)) assert.equal(sentences.length, 1, `${name}: ${sentences}`);
  assert.match(seen.told.strike[0], /no object 99/);
  assert.match(seen.told.huge[0], /strike was refused/);
  assert.match(seen.told.contact[0], /no object 77/);
  assert.match(seen.told.update[0], /no contact 5/);
  assert.match(seen.refused, /max_voices/);
  assert.ok(seen.first > 1e-4 && Math.abs(seen.again / seen.first - 1) < 0.3, `${seen.first}, then ${seen.again}`);
  assert.match(seen.vast, /memory/);
  assert.ok(seen.alive > 0.5 * seen.first, 'the bank before still plays');
  assert.deepEqual(seen.during, [], "the old bank took the new one's room");
  assert.ok(seen.kinds.includes('slide') && seen.kinds.includes('rest'), `${seen.kinds}`);
  assert.match(seen.crowded[0], /too many contacts/);
  assert.equal(seen.old, 0);
  assert.deepEqual(seen.after, []);
});

test('a context that waits for a gesture keeps the newest places and does not flood', needsBank, async () => {
  const seen = await page.evaluate(async () => {
    const bytes = await (await fetch('bank')).arrayBuffer(),
      at = (x) => ({position: [x, 0, 0], rotation: [1, 0, 0, 0]});
    const heard = async (meanwhile) => {
      const peal = await window.start(),
        bank = await peal.loadBank(bytes);
      const objects = Array.from({length: 10}, () => bank.spawn(0, at(0)));
      await meanwhile(peal, bank, objects);
      bank.setListener([-0.1, 0.2, 1], [0.1, 0.2, 1]);
      await peal.context.resume();
      peal.recordStart();
      bank.strike(objects[0], [0.03, 0.02, 0.01], [-1, 0, 0], 0.05);
      await window.wait(400);
      const {channels} = await peal.recordStop(),
        first = channels[0].findIndex((x) => x !== 0);
      return Math.sqrt(channels[0].subarray(first, first + 9600).reduce((sum, x) => sum + x * x, 0));
    };
    const before = await heard(() => undefined);
    const after = await heard(async (peal, bank, objects) => {
      await peal.context.suspend();
      for (let k = 0; k < 600; ++k) {
        for (const object of objects) bank.setPose(object, at(3 - (3 * k) / 599));
        bank.setListener([0.05 * k, 0, 9], [0.05 * k, 0, 9]);
      }
      for (let k = 0; k < 5000; ++k) bank.strike(9999, [0, 0, 0], [1, 0, 0], 1);
      await window.wait(200);
    });
    return {before, after, problems: window.problems};
  });
  assert.ok(Math.abs(seen.after / seen.before - 1) < 0.1, `${seen.before}, then ${seen.after}`);
  assert.ok(
    seen.problems.length > 0 && seen.problems.length < 5,
    `${seen.problems.length} complaints: ${seen.problems.slice(0, 5)}`,
  );
});

test('callbacks, gains and records do not disturb one another', async () => {
  const seen = await page.evaluate(async () => {
    const peal = await window.start(),
      [rub] = await peal.rubs(1);
    rub.force(1.5, 1);
    let counted = 0,
      twice = 0;
    const count = () => ++twice;
    const silenced = (event) => event.preventDefault();
    window.addEventListener('error', silenced);
    peal.onReport(() => {
      throw new Error('mine');
    });
    peal.onReport(() => ++counted);
    const end = peal.onReport(count);
    peal.onReport(count);
    let sentence = '';
    try {
      peal.onReport(() => 0, NaN);
    } catch (error) {
      sentence = error.message;
    }
    await window.wait(300);
    end();
    const half = twice;
    await window.wait(300);
    window.removeEventListener('error', silenced);
    for (const value of [1.7e308, -1.7e308, 1]) peal.gain(value);
    await window.wait(100);
    const lengths = [];
    for (let k = 0; k < 6; ++k) {
      peal.recordStart();
      await window.wait(340); // about one piece of the tape
      peal.recordStart();
      const from = peal.context.currentTime;
      await window.wait(20);
      const {channels, rate} = await peal.recordStop();
      lengths.push(channels[0].length / rate - (peal.context.currentTime - from));
    }
    peal.recordStart();
    await window.wait(100);
    const {channels} = await peal.recordStop();
    return {
      counted,
      half,
      twice,
      sentence,
      lengths,
      most: Math.max(...channels[0].map(Math.abs)),
      problems: window.problems,
    };
  });
  assert.ok(seen.counted > 10 && seen.half > 10 && seen.twice > 1.3 * seen.half);
  assert.match(seen.sentence, /rate/);
  assert.ok(
    seen.lengths.every((extra) => extra < 0.05),
    `${seen.lengths}`,
  );
  assert.ok(seen.most > 0.01, 'it still sounds');
  assert.equal(seen.problems.length, 2);
});

test('contacts go with their object, and an offline context hears what was said before', needsBank, async () => {
  const seen = await page.evaluate(async () => {
    const peal = await window.start(),
      bank = await peal.loadBank(await (await fetch('bank')).arrayBuffer(), {maxContacts: 8}),
      still = {position: [0, 0, 0], rotation: [1, 0, 0, 0]};
    let contacts;
    peal.onReport((report) => {
      contacts = report.bank?.contacts.length;
    });
    for (let k = 0; k < 50; ++k) {
      const object = bank.spawn(0, still),
        contact = bank.contactBegin(object, -1);
      bank.despawn(object);
      bank.contactEnd(contact);
      await window.wait(4);
    }
    await window.wait(100);
    const offline = new OfflineAudioContext(2, 24000, 48000),
      quiet = await window.engine.Peal.create(offline);
    quiet.node.connect(offline.destination);
    const [rub] = await quiet.rubs(1);
    rub.force(1.5, 1);
    await quiet.settled();
    const sound = (await offline.startRendering()).getChannelData(0);
    return {contacts, problems: window.problems, loud: sound.some((x) => Math.abs(x) > 1e-4)};
  });
  assert.deepEqual(seen, {contacts: 0, problems: [], loud: true});
});

test('a bank of another rate is refused with the way out', needsBank, async () => {
  const sentence = await page.evaluate(async () => {
    const context = new AudioContext({sampleRate: 44100}),
      {Peal} = window.engine,
      peal = await Peal.create(context);
    const said = await peal.loadBank(await (await fetch('bank')).arrayBuffer()).then(
      () => '',
      (error) => error.message,
    );
    const pending = peal.rubs(1).then(
      () => 'made',
      (error) => error.message,
    );
    await pending;
    await context.close();
    return [
      said,
      await peal.rubs(1).then(
        () => 'made',
        (error) => error.message,
      ),
    ];
  });
  assert.match(sentence[0], /made for 48000 Hz.*44100 Hz.*sampleRate: 48000/);
  assert.match(sentence[1], /closed/);
});

test('nothing is asked of other servers, nothing is logged as an error', () => {
  assert.deepEqual(studio.outside, []);
  assert.deepEqual(
    studio.errors.filter((error) => !error.endsWith(': mine')),
    [],
  );
});
