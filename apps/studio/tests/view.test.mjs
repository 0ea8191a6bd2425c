// The viewer: picture, sound, stems and lists in step, checked against the samples that really sound.
import assert from 'node:assert/strict';
import {cp, readFile, rm, truncate, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {cpus, loadavg} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {kSite, kUnhurried, openStudio} from './browser.mjs';
import {crowdGlb, openSound, renderResult, servePeal, triangleGlb} from './result.mjs';

let result, server, studio, page, bare;
const ready = (on) =>
  on.waitForFunction(() => window.peal?.state().loaded && window.peal.state().drawn, null, {timeout: 20000});
const state = () => page.evaluate(() => window.peal.state());
const stemsReady = (on) =>
  on.waitForFunction(() => ![...document.querySelectorAll('.letter')].some((one) => one.disabled));

/** The samples at the meter now, and where in a track they are: `error` of the best place, its time, and the clocks. */
const soundingIn = (track, on = page) =>
  on.evaluate((name) => {
    const {player} = window.peal,
      buffer = name === '' ? player.mix : player.stems.find((stem) => stem.name === name).buffer;
    const clock = player.clock(),
      samples = player.samples(),
      rate = buffer.sampleRate;
    const [left, right] = [0, Math.min(1, buffer.numberOfChannels - 1)].map((c) => buffer.getChannelData(c));
    const end = Math.round((clock.offset + clock.now - clock.began) * rate);
    let best = {error: Infinity, at: 0};
    for (let last = Math.max(samples.length, end - 9600); last < Math.min(left.length, end + 9600); ++last) {
      let error = 0;
      for (let i = 0; i < samples.length && error < best.error; i += 7)
        error = Math.max(
          error,
          Math.abs(
            samples[i] -
              Math.fround(player.gain * 0.5 * (left[last - samples.length + i] + right[last - samples.length + i])),
          ),
        );
      if (error < best.error) best = {error, at: last / rate};
    }
    return {
      ...best,
      expected: clock.offset + clock.now - clock.began,
      level: Math.hypot(...samples) / Math.sqrt(samples.length),
      latency: clock.now - clock.heard,
    };
  }, track);

before(async () => {
  result = await renderResult();
  server = await servePeal(['view', result.folder]);
  studio = await openStudio({url: server.url});
  page = await studio.page('view.html');
  await ready(page);
  await stemsReady(page);
});
after(async () => {
  await studio?.close();
  await bare?.close();
  await server?.close();
  await result?.remove();
});

test('a result opens by itself: bodies, sound, impacts', async () => {
  assert.equal(server.address, `${server.url}/view.html`);
  const now = await state(),
    rows = (await readFile(path.join(result.folder, 'events.csv'), 'utf8'))
      .split('\n')
      .filter((row) => row.includes(',impact,'));
  assert.equal(now.scene, 'drop');
  assert.equal(now.bodies, 2);
  assert.equal(now.duration, 3);
  assert.equal(now.impacts, rows.length);
  const counts = (await page.locator('.event .how').allInnerTexts()).map((text) =>
    Number(/× (\d+)/.exec(text)?.[1] ?? 1),
  );
  assert.equal(
    counts.reduce((sum, one) => sum + one),
    rows.length,
  );
  assert.equal(await page.locator('.event').count(), counts.length);
  const [time, , a, b] = rows[0].split(',');
  assert.match(
    await page.locator('.event').first().innerText(),
    new RegExp(`${Number(time).toFixed(3)}[^]*${a} on ${b}`),
  );
});

/** Plays from a time, with everything else as it was at first, and waits until it sounds. */
const playFrom = async (time, change = {}, on = page) => {
  await on.evaluate(
    ([at, wanted]) => {
      const {player} = window.peal;
      player.set({loop: false, speed: 1, ...wanted});
      player.seek(at);
      return player.playing || player.play();
    },
    [time, change],
  );
  await on.waitForFunction((at) => window.peal.state().time > at + 0.1, time, {polling: 10});
};

test('the picture shows the time that is heard, within one frame', async () => {
  const seen = [];
  for (const from of [0.1, 0.5, 0.3, 1.2, 0.9]) {
    await playFrom(from);
    seen.push(
      ...(await page.evaluate(async () => {
        const out = [];
        for (let i = 0; i < 5 && window.peal.state().time < 2.5; ++i) {
          await new Promise((done) => {
            requestAnimationFrame(done);
          });
          // A software renderer takes long for a picture: what counts is what was heard when the bodies were placed.
          const {shown, posed} = window.peal.state(),
            clock = window.peal.player.clock(),
            since = (performance.now() - posed) / 1000;
          out.push({shown, since, heard: clock.offset + clock.heard - clock.began - since});
        }
        return out;
      })),
    );
  }
  const worst = Math.max(...seen.map(({shown, heard}) => Math.abs(shown - heard)));
  assert.ok(worst < 1 / 60, `off by ${(worst * 1000).toFixed(1)} ms`);
  assert.ok(new Set(seen.map(({shown}) => shown)).size > 10, 'the picture moves');
  console.log(`# picture and sound: at most ${(worst * 1000).toFixed(2)} ms apart in ${seen.length} pictures`);
});

test('what sounds is the sample that the clock says', async () => {
  for (const from of [0.4, 0.7, 1.1]) {
    await playFrom(from);
    const {error, at, expected, latency} = await soundingIn('');
    assert.equal(error, 0, `no such samples in main.wav, to the bit: ${error}`);
    assert.ok(Math.abs(at - expected) < 1 / 60, `${at} s sounds, ${expected} s by the clock`);
    assert.ok(latency >= -0.05 && latency < 0.5, `latency ${latency}`);
  }
});

test('solo and mute change what is heard, in step', async () => {
  await page.click('[aria-label="Solo bar"]');
  await playFrom(0.55);
  const bar = await soundingIn('bar');
  assert.ok(bar.level > 1e-3 && bar.error < 1e-5, `bar alone: ${bar.error}`);
  assert.ok(Math.abs(bar.at - bar.expected) < 1 / 60);
  await page.click('[aria-label="Solo bar"]');
  await page.click('[aria-label="Mute bar"]');
  await playFrom(0.3);
  assert.deepEqual((await state()).audible, [true, false]);
  assert.ok((await soundingIn('ball')).error < 1e-5);
  await page.click('[aria-label="Mute ball"]'); // while it sounds
  await page.waitForTimeout(200);
  assert.ok((await soundingIn('ball')).level < 1e-6, 'both muted');
  await page.click('[aria-label="Mute ball"]');
  await page.click('[aria-label="Mute bar"]');
  await playFrom(0.6);
  assert.ok((await soundingIn('')).error < 1e-5, 'the whole again');
  await page.evaluate(() => window.peal.player.pause());
});

test('the cursor moves, a click seeks, an impact tells who hit whom', async () => {
  const place = () =>
    page.evaluate(
      () =>
        new DOMMatrix(getComputedStyle(document.querySelector('.lanes .cursor')).transform).e /
        document.querySelector('.lanes').clientWidth,
    );
  const box = await page.locator('.lanes').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 90);
  await page.waitForTimeout(150);
  assert.ok(Math.abs((await state()).time - 1.5) < 0.01);
  assert.ok(Math.abs((await place()) - 0.5) < 0.005);
  await page.evaluate(() => window.peal.player.play());
  await page.waitForTimeout(500);
  assert.ok((await place()) > 0.55);
  await page.evaluate(() => window.peal.player.pause());
  const marked = await page.evaluate(() => {
    // the row of the last impact is in sight
    const row = document.querySelector('.event[aria-current]').getBoundingClientRect(),
      rows = document.querySelector('.rows').getBoundingClientRect();
    return row.top >= rows.top - 1 && row.bottom <= rows.bottom + 1;
  });
  assert.ok(marked);
  await page.mouse.move(box.x + (box.width * 0.3193) / 3, box.y + 20);
  await page.waitForTimeout(100);
  const csv = (await readFile(path.join(result.folder, 'events.csv'), 'utf8')).trim().split('\n'),
    columns = csv[0].split(','),
    first = csv
      .map((row) => row.split(','))
      .find((row) => Number(row[columns.indexOf('time')]).toFixed(4) === '0.3193'),
    impulse = Number(first[columns.indexOf('impulse')]);
  assert.ok(impulse > 102 && impulse < 206, `a ball of 32.7 kg at 3.13 m/s gets ${impulse} N s`);
  assert.match(
    await page.locator('.tip').innerText(),
    new RegExp(`0\\.3193 s\\s+ball hits floor, ${impulse.toFixed(0)} N s`),
  );
});

test('keys: space, arrows, home, loop, zoom; speed is that of a tape', async () => {
  await page.focus('.picture');
  await page.keyboard.press('Home');
  assert.equal((await state()).time, 0);
  await page.keyboard.press('ArrowRight');
  assert.ok(Math.abs((await state()).time - 0.1) < 1e-6);
  await page.keyboard.press('.');
  assert.ok(Math.abs((await state()).time - 0.1 - 1 / 60) < 1e-6);
  await page.keyboard.press('l');
  assert.equal((await state()).loop, true);
  await page.keyboard.press('l');
  await page.keyboard.press('+');
  const {view} = await state();
  assert.ok(Math.abs(view.to - view.from - 1.5) < 1e-6);
  await page.keyboard.press('-');
  await page.selectOption('[aria-label=Speed]', '0.25');
  await page.keyboard.press(' ');
  await page.waitForTimeout(200);
  const [before, from] = await page.evaluate(() => [window.peal.state().time, performance.now()]);
  await page.waitForTimeout(800);
  const [later, to] = await page.evaluate(() => [window.peal.state().time, performance.now()]);
  assert.ok(Math.abs(((later - before) / (to - from)) * 1000 - 0.25) < 0.02);
  await page.keyboard.press(' ');
  assert.equal((await state()).playing, false);
  await page.selectOption('[aria-label=Speed]', '1');
});

test('another listener, another camera', async () => {
  await page.selectOption('[aria-label=Listener]', '1');
  await page.waitForFunction(() => window.peal.player.mix.numberOfChannels === 1);
  await stemsReady(page);
  await page.selectOption('[aria-label=Camera]', 'near');
  await page.waitForTimeout(200);
  await studio.shot(page, 'view-listener');
  await page.selectOption('[aria-label=Camera]', '');
});

test('sound plays to its end and stops there', async () => {
  await page.evaluate(() => {
    window.peal.player.seek(2.8);
    return window.peal.player.play();
  });
  await page.waitForFunction(() => !window.peal.state().playing, null, {timeout: 5000});
  assert.equal((await state()).time, 3);
});

/** A page of its own for folders that are opened by hand. */
async function emptyPage() {
  bare ??= await openStudio({folder: kSite});
  const other = await bare.page('view.html');
  await other.waitForSelector('.invitation:not([hidden])');
  return other;
}
/** A copy of the result to damage, and how to show it. */
async function copyFor(other, name) {
  const folder = path.join(result.top, name),
    file = (one) => path.join(folder, one);
  const restore = () => cp(result.folder, folder, {recursive: true});
  await restore();
  return {
    folder,
    file,
    restore,
    async open() {
      await other.locator('input[type=file]').setInputFiles(folder);
      await other.waitForTimeout(100);
      await ready(other);
      await other.waitForFunction(
        () => ![...document.querySelectorAll('.stem .state')].some((one) => one.textContent === 'loading'),
      );
    },
  };
}
const leadOf = (other) => other.locator('.intro p').innerText();

test('without a served result a folder is opened by hand; wrong ones are refused with a sentence', async () => {
  const other = await emptyPage();
  await bare.shot(other, 'view-empty');
  await other.locator('input[type=file]').setInputFiles(path.join(kSite, 'assets'));
  assert.match(await other.locator('.failure').innerText(), /no report\.json/);
  await other.locator('input[type=file]').setInputFiles(result.folder);
  await ready(other);
  assert.equal(await other.evaluate(() => window.peal.state().bodies), 2);
  assert.equal(await other.locator('.failure').count(), 0);
  await other.close();
});

test('sound beyond full scale is played softer and the page says so; so are stems that are louder without each other', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'loud');
  const [main, ball, bar] = await Promise.all(
    ['main', 'main-ball', 'main-bar'].map((name) => openSound(copy.file(name + '.wav'))),
  );
  const peak = main.samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
    gain = 10 / peak;
  main.samples.forEach((one, i) => {
    main.samples[i] = gain * one; // +20 dB
    ball.samples[i] = 3 * gain * one; // 30 alone, 10 with the other
    bar.samples[i] = -2 * gain * one;
  });
  for (const one of [main, ball, bar]) await one.save();
  await copy.open();
  const loudest = () =>
    other.evaluate(() => {
      const {player} = window.peal,
        stem = player.stems.find((one, i) => one && !player.audible.every(Boolean) && player.audible[i]);
      return (
        player.gain *
        (stem?.buffer ?? player.mix).getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
      );
    });
  const says = () => other.locator('.facts .played').innerText();
  assert.match(await says(), /^Played 20\.0 dB softer, so that it fits full scale; the file is untouched\.$/);
  assert.ok((await loudest()) <= 1);
  await playFrom(0.5, {}, other);
  const {error, level} = await soundingIn('', other);
  assert.ok(error < 1e-6 && level > 1e-3, `${error} beside what the gain makes of the file`);
  await other.click('[aria-label="Mute bar"]');
  assert.match(await says(), /29\.6 dB softer/);
  const alone = await loudest();
  assert.ok(alone <= 1 && alone > 0.5, `the ball alone reaches ${alone}`);
  await playFrom(0.5, {}, other);
  const sounds = await soundingIn('ball', other);
  assert.ok(sounds.error < 1e-6 && sounds.level > 1e-3, `${sounds.error} beside the ball alone`);
  await other.click('[aria-label="Mute bar"]');
  assert.match(await says(), /20\.0 dB softer/);
  await other.close();
});

test('damaged or missing files are told, what is left can be played', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'damaged'),
    glb = (await readFile(copy.file('motion.glb'))).length;
  const states = async () => (await other.locator('.stem .state').allTextContents()).join();
  await truncate(copy.file('motion.glb'), 3000);
  await truncate(copy.file('main.wav'), 200000);
  await rm(copy.file('events.csv'));
  await rm(copy.file('main-bar.wav'));
  await copy.open();
  assert.match(
    await leadOf(other),
    new RegExp(
      `^main\\.wav ends after 0\\.52 s of 3 s: render again\\. motion\\.glb is cut off \\(3000 of ${
        glb
      } bytes\\): sound only\\.$`,
    ),
  );
  assert.equal(await other.evaluate(() => window.peal.state().duration), 3);
  assert.match(await other.locator('.rows').innerText(), /^There is no events\.csv in this result\.$/);
  assert.equal(await states(), ',missing');
  await bare.shot(other, 'view-damaged');
  await copy.restore();
  await rm(copy.file('main.wav'));
  await copy.open();
  assert.equal(await leadOf(other), 'main.wav is missing: the picture alone. Solo a stem to hear it.');
  assert.equal(await other.locator('.lane-note').innerText(), 'main.wav is missing');
  assert.equal(await states(), ',');
  const {duration, view} = await other.evaluate(() => window.peal.state());
  assert.deepEqual([duration, view], [3, {from: 0, to: 3}]);
  await other.click('[aria-label="Solo bar"]');
  await playFrom(0.4, {}, other);
  await other.waitForFunction(() => window.peal.state().shown > 0.45, null, {polling: 10});
  const bar = await soundingIn('bar', other);
  assert.ok(bar.error === 0 && bar.level > 1e-3, `the bar alone: ${bar.error}`);
  await bare.shot(other, 'view-no-sound');
  await writeFile(copy.file('main.wav'), 'no sound');
  await writeFile(copy.file('motion.glb'), 'glTF nonsense');
  await copy.open();
  assert.match(
    await leadOf(other),
    /^main\.wav is not a sound this browser can read\. Solo a stem to hear it\. motion\.glb cannot be shown \(.+\)\. Render again\.$/,
  );
  await copy.restore();
  const [head] = (await readFile(copy.file('events.csv'), 'utf8')).split('\n');
  await writeFile(
    copy.file('events.csv'),
    [head, ...Array.from({length: 60}, (_, i) => `${0.3 + i * 1e-5},impact,bar,floor,0,0,0,0.1,2,,,,1`)].join('\n'),
  );
  await copy.open();
  assert.match(await leadOf(other), /^Press play/);
  assert.deepEqual(await other.locator('.event .how').allInnerTexts(), ['× 60 6 N s'], 'one landing, one row');
  assert.equal(await other.evaluate(() => window.peal.state().impacts), 60);
  assert.equal(await other.locator('.lane-note').innerText(), '');
  await other.close();
});

test('a motion that would hang the page is refused with a sentence', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'hanging');
  const lead = async (bytes) => {
    await writeFile(copy.file('motion.glb'), bytes);
    await copy.open();
    return leadOf(other);
  };
  assert.equal(
    await lead(triangleGlb({times: [0, 1, 2, 3, 4, 5], values: [0, 0, 0]})),
    'motion.glb is damaged (its animation has 6 times and 1 values of position): sound only. Render again.',
  );
  assert.equal(
    await lead(
      triangleGlb({change: ({accessors: [first]}) => Object.assign(first, {count: 1e9, bufferView: undefined})}),
    ),
    'motion.glb is damaged (accessor 0 names 1000000000 values that the file does not hold): sound only. Render again.',
  );
  const crowd = (json) => {
    json.nodes = Array.from({length: 100000}, () => ({mesh: 0}));
    json.scenes[0].nodes = [...json.nodes.keys()];
  };
  assert.equal(
    await lead(triangleGlb({change: crowd})),
    'motion.glb has 100000 nodes, more than the 5000 that a page can show: sound only.',
  );
  assert.equal(
    await lead(Buffer.alloc(0)),
    'motion.glb is cut off (0 of at least 12 bytes): sound only. Render again.',
  );
  assert.match(await lead(triangleGlb()), /^Press play/);
  await other.close();
});

test('crowds of 100000 grains are shown at 20 pictures per second, or as many of them as allow it', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'crowd');
  await writeFile(copy.file('motion.glb'), crowdGlb({count: 100000, frames: 13, seconds: 3}));
  await copy.open();
  const {drawn, all} = await other.evaluate(() => window.peal.state().grains);
  assert.equal(all, 100000);
  assert.ok(drawn >= 20000, `${drawn} grains`);
  if (drawn < all)
    assert.match(await leadOf(other), new RegExp(`^Press play.* ${drawn} of 100000 grains are shown\\.$`));
  await playFrom(0, {loop: true}, other);
  await other.waitForTimeout(3000); // until it has found how fine it can draw
  const pace = await other.evaluate(async () => {
    const from = performance.now();
    let pictures = 0;
    for (; performance.now() - from < 3000; ++pictures)
      await new Promise((done) => {
        requestAnimationFrame(done);
      });
    return (1000 * pictures) / (performance.now() - from);
  });
  console.log(`# ${drawn} grains at ${pace.toFixed(1)} pictures per second`);
  if (loadavg()[0] < cpus().length) assert.ok(pace >= 20, `${pace} pictures per second`);
  await other.evaluate(() => window.peal.player.pause());
  await bare.shot(other, 'view-crowd');
  const swap = ({nodes: [, one, two]}) => ([one.extras, two.extras] = [two.extras, one.extras]);
  await writeFile(copy.file('motion.glb'), crowdGlb({change: swap}));
  await copy.open();
  assert.equal(
    await leadOf(other),
    'motion.glb is damaged (the frames of its grains are out of order): sound only. Render again.',
  );
  await other.close();
});

test('a rod bends in the picture', async (t) => {
  const rod = await renderResult({
    duration: 0.15,
    objects: [
      {
        name: 'wire',
        body: 'rod',
        material: 'steel',
        position: [0, 0.3, 0],
        rod: {supports: [{kind: 'clamp', at: 0}]},
        shape: {
          kind: 'rod',
          points: 16,
          section: {kind: 'circle', radius: 0.001},
          centreline: {kind: 'straight', length: 0.6},
        },
      },
    ],
    sources: [{kind: 'rod'}],
  });
  t.after(() => rod.remove());
  const other = await emptyPage();
  await other.locator('input[type=file]').setInputFiles(rod.folder);
  await ready(other);
  await other.waitForFunction(() => window.peal.state().bodies === 1, null, {timeout: 5000});
  const seen = [];
  for (const time of [0, 0.14]) {
    await other.evaluate((at) => window.peal.player.seek(at), time);
    await other.waitForTimeout(900);
    await bare.shot(other, `view-rod-${time}`);
    seen.push((await other.locator('.picture').screenshot()).toString('base64'));
  }
  assert.notEqual(seen[0], seen[1], 'it hangs down');
  await other.close();
});

test('long names in events.csv do not stop the page', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'names'),
    [head] = (await readFile(copy.file('events.csv'), 'utf8')).split('\n');
  const rows = Array.from({length: 200}, (_, i) => `${i / 100},impact,${'n'.repeat(100000)},floor,0,0,0,1,2,,,,1`);
  await writeFile(copy.file('events.csv'), [head, ...rows].join('\n'));
  await copy.open();
  assert.equal((await other.locator('.event .who').first().innerText()).length, 200 + ' on floor'.length);
  await other.close();
});

test('a motion fetches nothing from elsewhere', async (t) => {
  const asked = [],
    elsewhere = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    });
  await new Promise((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  t.after(() => elsewhere.close());
  const other = await emptyPage(),
    copy = await copyFor(other, 'foreign');
  const textured = (json) => {
    json.images = [{uri: `http://127.0.0.1:${elsewhere.address().port}/x.png`}, {uri: 'beside.png'}];
    json.textures = [{source: 0}, {source: 1}];
    json.materials = json.textures.map((_, index) => ({pbrMetallicRoughness: {baseColorTexture: {index}}}));
    json.meshes[0].primitives = json.materials.map((_, material) => ({attributes: {POSITION: 0}, material}));
  };
  const requests = [];
  other.on('request', (request) => {
    if (/^http/.test(request.url())) requests.push(request.url());
  });
  await writeFile(copy.file('motion.glb'), triangleGlb({change: textured}));
  await copy.open();
  await other.waitForFunction(() => window.peal.state().bodies === 1);
  assert.deepEqual([asked, requests], [[], []]);
  await other.close();
});

test('lengths that cannot be are told; the sound that is there plays', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'lengths');
  const read = JSON.parse(await readFile(copy.file('report.json'), 'utf8'));
  const open = async (listener, whole = {}) => {
    const [first, ...others] = read.listeners;
    await writeFile(
      copy.file('report.json'),
      JSON.stringify({...read, ...whole, listeners: [{...first, ...listener}, ...others]}),
    );
    await copy.open();
    assert.equal(await other.locator('.failure').count(), 0);
    return [await leadOf(other), await other.evaluate(() => window.peal.state().duration)];
  };
  for (const change of [{frames: 1e9}, {frames: 1e12}, {rate_hz: 1}]) {
    const [lead, duration] = await open(change);
    assert.match(
      lead,
      /^report\.json and main\.wav disagree: main\.wav lasts 3 s, by report\.json \d[\d.]+ s\. Render again\.$/,
    );
    assert.equal(duration, 3);
    assert.equal(await other.locator('.lane-note').innerText(), '');
  }
  await playFrom(0.4, {}, other);
  const {error, level} = await soundingIn('', other);
  assert.ok(error === 0 && level > 1e-3, `${error} beside main.wav`);
  assert.deepEqual(await open({frames: undefined, file: 'none.wav'}, {duration_s: 1e300}), [
    'none.wav is missing: the picture alone. Solo a stem to hear it. By report.json it lasts 1e+300 s, which cannot be.',
    1,
  ]);
  await other.close();
});

test('samples that are no numbers are silent, the others sound as they are', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'numberless'),
    main = await openSound(copy.file('main.wav'));
  main.samples[20] = Infinity;
  main.samples[31] = NaN;
  await main.save();
  await copy.open();
  assert.equal(await leadOf(other), 'main.wav has 2 samples that are no numbers; they are silent here.');
  assert.equal(await other.locator('.facts .played').textContent(), '');
  assert.equal(await other.evaluate(() => window.peal.player.gain), 1);
  await playFrom(0.4, {}, other);
  const {error, level} = await soundingIn('', other);
  assert.ok(error === 0 && level > 1e-3, `${error} beside main.wav`);
  await other.close();
});

test('a stem that comes while it plays falls in; what sounds goes on', async () => {
  const other = await emptyPage(),
    copy = await copyFor(other, 'joining');
  await copy.open();
  for (const change of [{}, {speed: 0.5}, {loop: true}]) {
    await playFrom(0.1, change, other);
    const [before, after] = await other.evaluate(() => {
      const {player} = window.peal,
        was = player.clock().began,
        {mix} = player;
      // The whole upside down: with the whole itself it is silence if, and only if, they are in step to the sample.
      const buffer = new AudioBuffer({
        length: mix.length,
        numberOfChannels: mix.numberOfChannels,
        sampleRate: mix.sampleRate,
      });
      for (let c = 0; c < mix.numberOfChannels; ++c)
        buffer.copyToChannel(
          mix.getChannelData(c).map((one) => -one),
          c,
        );
      player.setStem(0, {name: 'ball', buffer});
      return [was, player.clock().began];
    });
    assert.equal(after, before, 'the others were started again');
    const level = () =>
      other.evaluate(() => {
        const samples = window.peal.player.samples();
        return Math.hypot(...samples) / Math.sqrt(samples.length);
      });
    await other.evaluate(() => window.peal.player.setAudible([true, false])); // the stem that came
    await other.waitForTimeout(500);
    assert.ok((await level()) > 1e-3, 'it sounds');
    await other.evaluate(() => (window.peal.player.voices[0].gain.gain.value = 1));
    await other.waitForTimeout(100);
    const rest = await level();
    assert.ok(rest < 1e-5, `${rest} is left of the whole and its reverse`);
    await other.evaluate(() => {
      window.peal.player.pause();
      window.peal.player.setAudible([true, true]);
    });
  }
  await other.close();
});

test('a file that a cut-off list does not name is asked for', async () => {
  const other = await studio.context.newPage();
  let there = true;
  await other.route('**/result/index.json', async (route) => {
    const list = await (await route.fetch()).json(),
      files = list.files.filter(({name}) => !/^(motion\.glb|events\.csv)$/.test(name));
    await route.fulfill({json: {...list, files, truncated: true}});
  });
  await other.route(/result\/(motion\.glb|events\.csv)$/, (route) =>
    there ? route.continue() : route.fulfill({status: 404}),
  );
  await other.goto(server.url + '/view.html');
  await ready(other);
  await other.waitForFunction(() => window.peal.state().bodies === 2, null, {timeout: 5000});
  assert.match(await leadOf(other), /^Press play/);
  assert.ok((await other.evaluate(() => window.peal.state().impacts)) > 0);
  there = false;
  await other.reload();
  await ready(other);
  await other.waitForFunction(() => /motion/.test(document.querySelector('.intro p').textContent));
  assert.equal(await leadOf(other), 'There is no motion.glb in this result: sound only.');
  assert.equal(await other.locator('.rows').innerText(), 'There is no events.csv in this result.');
  await other.close();
});

test('a damaged report leaves the way to another result open', async (t) => {
  const broken = path.join(result.top, 'report');
  await cp(result.folder, broken, {recursive: true});
  await writeFile(path.join(broken, 'report.json'), '{');
  const served = await servePeal(['view', broken]),
    other = await studio.context.newPage();
  t.after(() => served.close());
  await other.goto(served.url + '/view.html');
  await other.waitForFunction(() => /damaged/.test(document.querySelector('.failure')?.textContent ?? ''));
  await studio.shot(other, 'view-bad-report');
  const [chooser] = await Promise.all([
    other.waitForEvent('filechooser', {timeout: 3000}),
    other.click('.invitation button', {timeout: 3000}),
  ]);
  await chooser.setFiles(result.folder);
  await ready(other);
  assert.equal((await other.locator('.failure').count()) + (await other.locator('.invitation:visible').count()), 0);
  await other.close();
});

test('what is being loaded or computed says so', async () => {
  const other = await studio.context.newPage(),
    held = {};
  for (const file of ['main.wav', 'main-bar.wav'])
    await other.route('**/result/' + file, async (route) => {
      await new Promise((go) => {
        held[file] = go;
      });
      await route.continue();
    });
  await other.goto(server.url + '/view.html');
  const note = other.locator('.lane-note'),
    bar = other.locator('.stem .state').nth(1);
  await other.waitForFunction(() => document.querySelector('.lane-note')?.textContent === 'Loading main.wav ...');
  await other.evaluate(() => {
    window.notes = [];
    new MutationObserver(() => window.notes.push(document.querySelector('.lane-note').textContent)).observe(
      document.querySelector('.lane-note'),
      {childList: true},
    );
  });
  held['main.wav']();
  await ready(other);
  assert.equal((await other.evaluate(() => window.notes))[0], 'Computing ...');
  assert.equal(await note.innerText(), '');
  assert.equal(await bar.innerText(), 'loading');
  while (!held['main-bar.wav']) await other.waitForTimeout(20);
  held['main-bar.wav']();
  await other.waitForFunction(() => document.querySelectorAll('.stem .state')[1].textContent === '');
  await other.close();
});

test('who has no result yet may look at an example, and an address names one', async () => {
  const other = await emptyPage();
  await other.click('.examples a[href="#example=wind_chime"]');
  await ready(other);
  const {scene, bodies, impacts, audible} = await other.evaluate(() => window.peal.state());
  assert.deepEqual([scene, bodies, audible.length], ['wind_chime', 6, 2]);
  assert.ok(impacts > 5, `${impacts} impacts`);
  assert.equal(await other.locator('.invitation:visible').count(), 0);
  await other.evaluate(() => window.peal.player.play());
  await other.waitForFunction(() => window.peal.state().time > 0.2);
  await other.evaluate(() => (location.hash = 'example=dice'));
  await other.waitForFunction(() => window.peal.state().scene === 'dice' && window.peal.state().loaded);
  assert.equal(await other.evaluate(() => window.peal.state().playing), false);
  await other.evaluate(() => (location.hash = 'example=nothing'));
  await other.waitForSelector('.failure');
  assert.match(await other.locator('.failure').innerText(), /no example 'nothing'/);
  assert.equal(await other.evaluate(() => window.peal.state().scene), 'dice', 'what was open stays');
  await other.close();
});

test('pictures in both themes and on a phone', kUnhurried, async () => {
  for (const [name, options] of [
    ['view-dark', {}],
    ['view-light', {scheme: 'light'}],
    ['view-phone', {width: 390, height: 844}],
    ['view-phone-light', {width: 390, height: 844, scheme: 'light'}],
  ]) {
    const one = await studio.page('view.html', options);
    await ready(one);
    await one.evaluate(() => window.peal.player.seek(0.36));
    await one.waitForTimeout(700);
    assert.ok(await one.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls sideways`);
    await studio.shot(one, name);
    await one.close();
  }
  assert.deepEqual(studio.errors, []);
  assert.deepEqual(studio.outside, []);
});
