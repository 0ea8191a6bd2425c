// Strike bench and scrape bench in a real browser: what the engine gives is recorded sample by sample and examined.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {deflateRawSync} from 'node:zlib';

import {kUnhurried, openStudio, rms} from './browser.mjs';
import {middle, peaks, spectrum} from './spectrum.mjs';

let studio, strike, scrape;
const small = {width: 820, height: 560},
  tiny = {width: 480, height: 420}; // a small picture leaves more time
const shown = (page) => page.waitForFunction(() => window.peal?.state().shown, null, {timeout: 60000});
before(async () => {
  studio = await openStudio();
  strike = await studio.page('strike.html', small);
  await shown(strike);
  await strike.evaluate(() => peal.audio.start().then(() => undefined));
});
after(() => studio.close());

/** A picture that is not seen is not drawn: software GL would leave no time for the hand. */
const draw = (page, on) =>
  page.evaluate((on) => {
    document.querySelector('.stage').style.display = on ? '' : 'none';
  }, on);

/** Blow at `point` (or where the bench aims), recorded for `seconds`; samples of the left ear from the blow on, `peak` of both. */
async function blow(change, {point, seconds = 1} = {}) {
  await draw(strike, false);
  const heard = await strike.evaluate(
    async ([change, point, seconds]) => {
      const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      await peal.choose({point: undefined, ...change});
      const engine = await peal.audio.start();
      await wait(200);
      engine.recordStart();
      const reports = [],
        off = engine.onReport((r) => {
          if (r.bank?.amplitudes[0]) reports.push({time: r.time, values: [...r.bank.amplitudes[0].values]});
        });
      await peal.strike(point ?? peal.state().point);
      await wait(seconds * 1000 + 500);
      off();
      const {rate, channels} = await engine.recordStop();
      const list = peal.state().modes,
        modes = {frequency: list.map((mode) => mode.frequency), decay: list.map((mode) => mode.decay)};
      const peak = Math.max(...channels.map((samples) => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0)));
      return {rate, samples: [...channels[0]], peak, reports, modes};
    },
    [change, point, seconds],
  );
  const first = heard.samples.findIndex((x) => Math.abs(x) > 1e-7);
  assert.notEqual(first, -1, 'the blow is silent');
  return {...heard, samples: heard.samples.slice(first, first + seconds * heard.rate)};
}
const decibels = (ratio) => 20 * Math.log10(ratio);
const off = (f, modes) => Math.min(...modes.map((mode) => Math.abs(f / mode - 1)));

test('A click on the body sounds, and every strong partial is one of its modes', async () => {
  const where = await strike.evaluate(() => {
    peal.audio.peal.recordStart();
    return peal.where();
  });
  await strike.mouse.click(where.x, where.y);
  await strike.waitForTimeout(1500);
  const {samples, rate, modes} = await strike.evaluate(async () => {
    const {rate, channels} = await peal.audio.peal.recordStop();
    return {rate, samples: [...channels[0]], modes: peal.state().modes.map((mode) => mode.frequency)};
  });
  const first = samples.findIndex((x) => Math.abs(x) > 1e-7);
  assert.ok(first >= 0 && rms(samples.slice(first, first + 24000)) > 1e-3, 'a click is heard');
  const found = peaks(spectrum(samples.slice(first, first + 32768), rate), 25);
  for (const {frequency} of found) assert.ok(off(frequency, modes) < 0.01, `${frequency} Hz is no mode`);
});

test('Ten times the impulse is much louder', async () => {
  const soft = await blow({body: 'bowl', material: 'steel', beater: 'beater-rubber', strength: 1});
  const hard = await blow({strength: 10});
  const ratio = rms(hard.samples) / rms(soft.samples);
  assert.ok(ratio > 8 && ratio < 30, `louder by ${ratio}`); // 10, and a harder blow touches for less long
});

test('A felt beater wakes low modes, a steel one all of them', kUnhurried, async () => {
  const bright = async (beater) =>
    middle(spectrum((await blow({body: 'bowl', material: 'steel', beater, strength: 5})).samples, 48000));
  const felt = await bright('beater-felt'),
    steel = await bright('beater-steel');
  assert.ok(steel > 3 * felt, `${felt} Hz and ${steel} Hz`);
});

test('Another material has other pitches', kUnhurried, async () => {
  const heard = {};
  for (const material of ['steel', 'oak']) {
    const {samples, rate, modes} = await blow(
      {body: 'plate', material, beater: 'beater-rubber', strength: 10},
      {seconds: 0.7},
    );
    heard[material] = {f: peaks(spectrum(samples, rate), 3)[0].frequency, modes: modes.frequency};
    assert.ok(off(heard[material].f, modes.frequency) < 0.01, `${material}: ${heard[material].f} Hz is no mode`);
  }
  assert.ok(
    off(heard.oak.f, heard.steel.modes) > 0.02 || Math.abs(heard.oak.f / heard.steel.f - 1) > 0.1,
    JSON.stringify([heard.oak.f, heard.steel.f]),
  );
});

test('A blow on a node leaves the mode asleep', async () => {
  // The lowest mode of a free plate twists it: its middle stays where it is. Hardly any of it reaches the air
  // (its quarters push against each other), so it is looked for in the body, not in the sound.
  const at = async (point) => {
    const {reports} = await blow({body: 'plate', material: 'steel', beater: 'beater-rubber', strength: 10}, {point});
    const most = (values) => Math.max(...values);
    return decibels(most(reports.map(({values}) => values[0])) / most(reports.map(({values}) => most(values))));
  };
  const centre = await at([0, 0.0015, 0]), // first: the plate rings for a minute
    corner = await at([0.14, 0.0015, 0.1]);
  assert.ok(corner - centre > 20, `corner ${corner} dB, centre ${centre} dB of the strongest mode`);
});

test('Reported amplitudes fall as the modes do', async () => {
  const {reports, modes} = await blow(
    {body: 'bowl', material: 'steel', beater: 'beater-rubber', strength: 10},
    {seconds: 1.2},
  );
  const loud = reports.filter((report) => Math.max(...report.values) > 0);
  const strongest = loud[10].values.indexOf(Math.max(...loud[10].values));
  const from = loud[10],
    to = loud[loud.length - 1],
    time = to.time - from.time;
  assert.ok(time > 0.4, `only ${time} s were reported`);
  const fell = Math.log(from.values[strongest] / to.values[strongest]) / time;
  assert.ok(Math.abs(fell / modes.decay[strongest] - 1) < 0.05, `${fell} 1/s, the mode's is ${modes.decay[strongest]}`);
});

test('Keys choose, move and strike; a mode that is pointed at is seen alone', async () => {
  await draw(strike, true);
  await strike.locator('.stage').focus();
  await strike.keyboard.press('4');
  await strike.waitForFunction(() => peal.state().shown === 'bell-bronze');
  const before = await strike.evaluate(() => peal.state().point);
  await strike.keyboard.press('ArrowUp');
  await strike.keyboard.press('ArrowUp');
  const moved = await strike.evaluate(() => peal.state().point);
  assert.ok(moved[1] > before[1], `${before} to ${moved}`);
  await strike.waitForTimeout(300);
  await strike.keyboard.press('Space');
  await strike.waitForFunction(() => Math.max(...peal.state().amplitudes) > 0);
  const rows = strike.getByRole('list').getByRole('listitem').getByRole('button');
  assert.equal(await rows.count(), 8);
  await rows.nth(1).hover();
  assert.ok((await strike.evaluate(() => peal.state().alone)) >= 0);
  await strike.mouse.move(5, 300);
  assert.equal(await strike.evaluate(() => peal.state().alone), -1);
});

test('The first blow, by the button that starts the engine, sounds as the second does', async () => {
  const page = await studio.page('strike.html', tiny);
  await shown(page);
  await page.evaluate(() => peal.audio.onReady((engine) => engine.recordStart()));
  const loudest = async (strikes) => {
    await strikes();
    await page.waitForFunction(() => Math.max(...peal.state().amplitudes) > 0);
    await page.waitForTimeout(900);
    return page.evaluate(async () => {
      const {channels} = await peal.audio.peal.recordStop();
      peal.audio.peal.recordStart();
      return channels[0].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    });
  };
  const first = await loudest(() => page.click('.begin'));
  assert.ok(await page.getByRole('button', {name: 'Undo'}).isDisabled(), 'a blow where the bench aims changes nothing');
  const second = await loudest(() => page.evaluate(() => void peal.strike(peal.state().point)));
  assert.ok(Math.abs(decibels(first / second)) < 1, `peaks ${first} and ${second}`);
  await page.close();
});

test('Ordinary blows on light and heavy bodies are as loud as one another', kUnhurried, async () => {
  const peak = async (change) => {
    const {samples} = await blow({strength: 12, ...change}, {seconds: 0.2});
    return decibels(Math.max(...samples.map(Math.abs)));
  };
  for (const material of ['aluminium', 'lead']) {
    const level = await peak({body: 'coin', material, beater: 'beater-plastic'});
    assert.ok(Math.abs(level + 6) < 2, `${material} coin: ${level} dB`);
  }
  const felt = await peak({body: 'bowl', material: 'steel', beater: 'beater-felt'});
  assert.ok(felt > -26 && felt < -8, `felt: ${felt} dB`);
});

/** Undo, redo and the copied address, on a bench where `button` has been pressed; `state` names what is on it. */
async function steps(page, name, button, state) {
  const now = () => page.evaluate(state),
    press = (label) => page.getByRole('button', {name: label}).click();
  const until = async (is, where = page) => {
    for (let k = 0; k < 200 && !is(await where.evaluate(state)); ++k) await where.waitForTimeout(50);
    assert.ok(is(await where.evaluate(state)), await where.evaluate(state));
  };
  const before = await now();
  assert.ok(await page.getByRole('button', {name: 'Undo'}).isDisabled(), 'nothing to undo yet');
  await page.click(button);
  await until((what) => what !== before);
  const after = await now();
  await press('Undo');
  await until((what) => what === before);
  await press('Redo');
  await until((what) => what === after);
  await press('Copy link');
  await page.waitForFunction(() => /Copied|address/.test(document.querySelector('.steps').textContent));
  const other = await studio.page(name + '.html' + new URL(page.url()).hash, tiny);
  await until((what) => what === after, other);
  await other.close();
}

test('Both benches step back and forth, and their addresses bring all back', async () => {
  const benches = [
    ['strike', '[data-value=beater-steel]', () => peal.state().beater],
    ['scrape', '[data-value=pen]', () => `${peal.state().kind} on ${peal.state().shown}`],
  ];
  for (const [name, button, state] of benches) {
    const page = await studio.page(name + '.html', tiny);
    await shown(page);
    await steps(page, name, button, state);
    await page.close();
  }
});

test('Strong blows of soft beaters do not overdrive, and keys strike after a choice with the pointer', async () => {
  for (const body of ['bell', 'wineglass']) {
    const {peak} = await blow({body, material: '', beater: 'beater-felt', strength: 100}, {seconds: 0.4});
    const level = decibels(peak); // at the louder ear
    assert.ok(level < -2 && level > -14, `${body}: ${level} dB`);
  }
  const page = await studio.page('strike.html', {width: 1000, height: 600});
  await shown(page);
  await page.click('[data-value=beater-felt]');
  await page.waitForFunction(() => peal.state().beater === 'beater-felt');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Math.max(...peal.state().amplitudes) > 0);
  await page.close();
});

test('A damaged address and a missing bank do not break the page', async () => {
  const page = await studio.page('strike.html#s=AAAA', small);
  await shown(page);
  assert.match(await page.locator('.failure').innerText(), /link is damaged/);
  assert.equal(await page.evaluate(() => peal.state().body), 'bowl');
  await page.route('**/bell-bronze.pealbank', (route) => route.fulfill({body: 'PEALBANK but cut off'}));
  await page.evaluate(() => peal.choose({body: 'bell', material: '', point: undefined}));
  assert.match(await page.locator('.failure').innerText(), /bell-bronze.pealbank.*pack the banks again/);
  assert.equal(await page.evaluate(() => peal.state().body), 'bowl', 'what cannot be had leaves the bench as it was');
  await page.evaluate(() => peal.choose({body: 'coin', material: ''}));
  assert.equal(await page.locator('.failure').count(), 0, 'a success takes the sentence away');
  // Names that every object has are no names of bodies, and a list of one name is no name.
  const strangers = [
    {body: 'constructor', material: 'x', beater: 'toString', strength: 12},
    {body: ['bell'], material: 'x', beater: ['beater-felt'], strength: '12'},
  ];
  const hash = (state) => '#s=' + deflateRawSync(JSON.stringify(state)).toString('base64url');
  await page.close();
  for (const state of strangers) {
    const strange = await studio.page(`strike.html${hash(state)}`, small);
    await shown(strange);
    assert.equal(await strange.evaluate(() => peal.state().body), 'bowl');
    await strange.close();
  }
  const lists = {surface: ['pane-glass'], kind: ['ball'], material: 'steel', press: [2]};
  const strange = await studio.page(`scrape.html${hash(lists)}`, small);
  await shown(strange);
  assert.equal(await strange.evaluate(() => peal.state().surface), 'board-oak');
  await strange.close();
  assert.deepEqual(studio.errors, []);
});

/** The thing is drawn to and fro at about `speed` [m/s]; what sounds meanwhile, and long after. */
async function drag(change, speed) {
  await draw(scrape, false);
  return scrape.evaluate(
    async ([change, speed]) => {
      const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      await peal.choose(change);
      const engine = await peal.audio.start();
      await wait(400);
      const states = new Set(),
        speeds = [],
        reach = 0.08,
        begin = performance.now();
      peal.pull(0, 0);
      await wait(500);
      engine.recordStart();
      const timer = setInterval(() => {
        const way = (speed * (performance.now() - begin)) / 1000,
          turn = way % (4 * reach);
        peal.pull(turn < reach ? turn : turn < 3 * reach ? 2 * reach - turn : turn - 4 * reach, 0);
        states.add(peal.state().contact);
        speeds.push(peal.state().speed);
      }, 8);
      await wait(2500);
      const moving = await engine.recordStop();
      clearInterval(timer);
      peal.release();
      await wait(200);
      peal.pull(...[0, 2].map((i) => peal.state().place[i])); // held still
      await wait(3500);
      engine.recordStart();
      await wait(500);
      const rest = await engine.recordStop();
      return {
        rate: moving.rate,
        moving: [...moving.channels[0]],
        rest: [...rest.channels[0]],
        states: [...states],
        contact: peal.state().contact,
        speed: speeds.reduce((sum, v) => sum + v, 0) / speeds.length,
      };
    },
    [change, speed],
  );
}

test('Scraping sounds, falls silent at rest, and is louder and brighter when faster', async () => {
  scrape = await studio.page('scrape.html', small);
  await shown(scrape);
  await scrape.evaluate(() => peal.audio.start().then(() => undefined));
  const change = {kind: 'puck', material: 'steel', surface: 'board-oak', press: 4};
  const slow = await drag(change, 0.06),
    fast = await drag(change, 0.5);
  assert.ok(fast.moving.filter((x) => Math.abs(x) > 0.9).length < 0.01 * fast.moving.length, 'overdriven');
  for (const run of [slow, fast]) {
    assert.ok(run.states.includes('slide'), `states ${run.states}`);
    assert.equal(run.contact, 'rest');
    assert.equal(rms(run.rest), 0, 'what rests is silent');
  }
  assert.ok(fast.speed > 3 * slow.speed, `speeds ${slow.speed} and ${fast.speed} m/s`);
  assert.ok(
    rms(slow.moving) > 1e-5 && rms(fast.moving) > 2 * rms(slow.moving),
    `${rms(slow.moving)} and ${rms(fast.moving)}`,
  );
  const colour = [slow, fast].map((run) => middle(spectrum(run.moving, run.rate)));
  assert.ok(colour[1] > 1.1 * colour[0], `middle of the spectrum ${colour} Hz`);
});

test('A pointer drags, and a ball rolls on when it is let go', async () => {
  await scrape.evaluate(() => peal.choose({kind: 'ball', material: 'steel', surface: 'sheet-steel', rolls: true}));
  await draw(scrape, true);
  await scrape.waitForTimeout(500);
  const {x, y} = await scrape.evaluate(() => {
    peal.audio.peal.recordStart();
    return peal.where();
  });
  await scrape.mouse.move(x, y);
  await scrape.mouse.down();
  for (let i = 1; i <= 12; ++i) await scrape.mouse.move(x + 8 * i, y);
  await scrape.waitForFunction(() => peal.state().contact === 'roll');
  await scrape.mouse.up();
  const far = await scrape.evaluate(() =>
    peal.audio.peal.recordStop().then(({channels}) => Math.hypot(...channels[0].slice(-9600))),
  );
  assert.ok(far > 1e-4, 'rolling is heard');
});

let phone;
test('The lights show what the engine takes the contact for', async () => {
  const page = (phone = await studio.page('scrape.html', {width: 390, height: 844}));
  await shown(page);
  const lit = () =>
    page.evaluate(() => [...document.querySelectorAll('.light.on')].map((light) => light.dataset.state));
  await page.waitForFunction(() => /sound has not begun/.test(document.querySelector('.panel .numbers').textContent));
  assert.deepEqual(await lit(), []);
  await page.evaluate(async () => {
    const engine = await peal.audio.start();
    engine.onReport(({bank}) => {
      window.kind = bank?.contacts[0]?.kind;
    });
    const begin = performance.now();
    window.hand = setInterval(() => peal.pull(0.06 * Math.sin((performance.now() - begin) / 150), 0), 8);
  });
  const both = (kind) =>
    page.waitForFunction(
      (kind) => {
        const lit = [...document.querySelectorAll('.light.on')].map((light) => light.dataset.state);
        return window.kind === kind && lit.join() === kind; // the engine's, and no other
      },
      kind,
      {timeout: 15000, polling: 30},
    );
  await both('slide');
  await page.evaluate(() => {
    clearInterval(window.hand);
    peal.release();
  });
  await both('rest');
});

test('On a phone a finger drags the object, and the words stand below the picture', async () => {
  const page = phone;
  const touches = await page.context().newCDPSession(page),
    {x, y} = await page.evaluate(() => peal.where());
  const finger = (type, dx = 0) =>
    touches.send('Input.dispatchTouchEvent', {type, touchPoints: type === 'touchEnd' ? [] : [{x: x + dx, y}]});
  const before = await page.evaluate(() => peal.state().place[0]);
  await finger('touchStart');
  for (let i = 1; i <= 8; ++i) await finger('touchMove', 8 * i);
  await page.waitForFunction((from) => peal.state().place[0] > from + 0.01, before);
  await finger('touchEnd');
  assert.match(await page.locator('.says:visible').innerText(), /Steel puck on an oak board/);
  const blank = await page.evaluate(
    () =>
      document.documentElement.scrollHeight - document.querySelector('.side').getBoundingClientRect().bottom - scrollY,
  );
  assert.ok(blank < 2, `${blank} px of nothing below the footer`);
  await page.close();
});

test('Pictures of both benches in both themes and on a phone', kUnhurried, async () => {
  for (const name of ['strike', 'scrape'])
    for (const [scheme, width, height] of [
      ['dark', 1280, 720],
      ['light', 1280, 720],
      ['dark', 390, 844],
    ]) {
      const page = await studio.page(name + '.html', {width, height, scheme});
      await shown(page);
      await page.waitForTimeout(600);
      assert.ok(
        await page.evaluate(() => document.querySelector('main').getBoundingClientRect().right <= innerWidth + 1),
        `${name}: wider than ${width}`,
      );
      await studio.shot(page, `${name}-${scheme}-${width}`);
      await page.close();
    }
  assert.deepEqual(
    studio.errors.filter((line) => !/bell-bronze/.test(line)),
    [],
  );
  assert.deepEqual(studio.outside, []);
});
