// The pages of rubbing (glass, brake, door) and the first page, in a real Chromium.
// Run after node build.mjs: node --test apps/studio/tests/rub.test.mjs
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {after, before, test} from 'node:test';

import {kUnhurried, openStudio, pitch, rms} from './browser.mjs';

const kSmall = {width: 700, height: 500}; // software draws it in less time
const kRimRadius = 0.038,
  kTrackRadius = 1,
  kHingeRadius = 0.008;
let studio;
before(async () => {
  studio = await openStudio();
});
after(async () => {
  await studio.close();
});

const state = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.peal.state())));
const until = (page, test, argument) => page.waitForFunction(test, argument, {timeout: 20000, polling: 50});
const ready = (page) => page.waitForSelector('.stage[data-ready]', {timeout: 30000});
/** Samples of `seconds` of sound, exactly as the worklet gave them. */
async function record(page, seconds) {
  await recordStart(page);
  await page.evaluate(async (length) => {
    const {context} = window.peal.audio,
      end = context.currentTime + length;
    while (context.currentTime < end) await new Promise((resolve) => setTimeout(resolve, 30));
  }, seconds);
  return recordStop(page);
}
const recordStart = (page) => page.evaluate(async () => (await window.peal.audio.start()).recordStart());
const recordStop = (page) =>
  page.evaluate(async () => {
    const {rate, channels} = await window.peal.audio.peal.recordStop();
    return {rate, samples: Array.from(channels[0])};
  });
/** Presses at the picture's middle and drags by dx, dy pixels; the caller lets go. */
async function press(page, dx = 0, dy = 0, part = 0.5) {
  const box = await page.locator('.stage').boundingBox();
  const x = box.x + box.width * part,
    y = box.y + box.height * 0.55;
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (dx || dy) await page.mouse.move(x + dx, y + dy, {steps: 4});
}
const sounding = (page) => until(page, () => window.peal.state().report?.states?.length > 0);

test('a press on the glass sounds, at the mode of the glass', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  await press(page);
  await sounding(page);
  await until(page, () => Math.abs(window.peal.state().report.states[0].exciterPosition) > 0.1); // it has settled
  const {rate, samples} = await record(page, 0.6);
  await page.mouse.up();
  assert.ok(samples.length >= 0.5 * rate, `${samples.length} samples`);
  const level = rms(samples),
    tone = pitch(Float64Array.from(samples), rate, 100, 4000);
  assert.ok(level > 0.02 && level < 0.7, `rms ${level}`);
  assert.ok(Math.abs(tone / 548 - 1) < 0.01, `${tone} Hz instead of 548`);
  await page.close();
});

test('while it sounds, words stay: instructions, names of the numbers, hertz at the spectrogram', async () => {
  for (const scheme of ['dark', 'light']) {
    const page = await studio.page('wineglass.html', {width: 1000, height: 640, scheme});
    await ready(page);
    await press(page, 60, 10);
    await sounding(page);
    await page.waitForTimeout(800); // longer than any fading
    const seen = await page.evaluate(() => {
      const lead = document.querySelector('.intro p'),
        stage = getComputedStyle(document.documentElement);
      let opacity = 1;
      for (let one = lead; one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
      const box = lead.getBoundingClientRect();
      const covered = ['.corner', '.begin:not([hidden])'].some((name) => {
        const other = document.querySelector(name)?.getBoundingClientRect();
        return other && other.top < box.bottom && other.left < box.right && other.bottom > box.top;
      });
      const canvas = document.querySelector('.pitch canvas')?.getBoundingClientRect();
      return {
        opacity,
        covered,
        ink: getComputedStyle(lead).color,
        behind: stage.getPropertyValue('--stage-out').trim(),
        names: [...document.querySelectorAll('.numbers .what, .plot .caption span:first-child')].map(
          (one) => one.textContent,
        ),
        ticks: [...document.querySelectorAll('.pitch-axis span')].map((one) => {
          const at = one.getBoundingClientRect();
          return {name: one.textContent, part: (canvas.bottom - (at.top + at.bottom) / 2) / canvas.height};
        }),
      };
    });
    await page.mouse.up();
    assert.equal(seen.opacity, 1, 'instructions do not fade');
    assert.ok(!seen.covered, 'nothing lies over them');
    // Contrast as WCAG 2 has it: 4.5 for text.
    const light = (rgb) =>
      rgb
        .map((v) => v / 255)
        .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const [a, b] = [
      light(seen.ink.match(/\d+/g).slice(0, 3).map(Number)),
      light([1, 3, 5].map((i) => parseInt(seen.behind.slice(i, i + 2), 16))),
    ].sort((x, y) => y - x);
    assert.ok((a + 0.05) / (b + 0.05) > 4.5, `contrast ${(a + 0.05) / (b + 0.05)} in the ${scheme} theme`);
    for (const name of seen.names) assert.doesNotMatch(name, /(^|\s)[vzf](\s|$)/, 'words, not symbols');
    assert.ok(seen.names.includes('slip speed') && seen.names.includes('bristle deflection'), seen.names.join());
    assert.ok(seen.ticks.length >= 3, 'several frequencies are named');
    for (const {name, part} of seen.ticks) {
      const [, number, unit] = name.match(/^(\d+) (k?)Hz$/);
      const f = Number(number) * (unit ? 1000 : 1);
      assert.ok(Math.abs(part - Math.log(f / 60) / Math.log(16000 / 60)) < 0.02, `${name} at ${part}`);
    }
    await page.close();
  }
});

test('the finger is where the engine says, and rests when let go', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  await press(page, 60, 10);
  await sounding(page);
  await until(page, () => window.peal.state().angles[0] > 1);
  await page.mouse.up();
  await until(
    page,
    () =>
      window.peal.state().report.states[0].normalForce === 0 &&
      Math.abs(window.peal.state().report.states[0].exciterVelocity) < 1e-5,
  );
  await until(
    page,
    (radius) =>
      Math.abs(window.peal.state().angles[0] - window.peal.state().report.states[0].exciterPosition / radius) < 1e-3,
    kRimRadius,
  );
  assert.ok((await state(page)).angles[0] > 1);
  await page.close();
});

test('the wheel rolls, is braked, squeals and stops', async () => {
  const page = await studio.page('brake.html');
  await ready(page);
  await recordStart(page);
  await sounding(page);
  await press(page); // drives
  await until(page, () => window.peal.state().report.states[0].exciterVelocity > 1.2);
  const rolling = (await state(page)).report.states[0];
  assert.equal(rolling.normalForce, 0, 'rolls while nothing presses');
  await press(page, -130, 130); // no drive, brakes
  await until(page, () => Math.abs(window.peal.state().report.states[0].exciterVelocity) < 0.01);
  const {rate, samples} = await recordStop(page);
  let loudest = 0;
  for (let at = 0; at + rate / 10 < samples.length; at += Math.round(rate / 10))
    loudest = Math.max(loudest, rms(samples.slice(at, at + rate / 10)));
  assert.ok(loudest > 0.03, `squeal ${loudest}`);
  await until(
    page,
    (radius) =>
      Math.abs(window.peal.state().angles[0] - window.peal.state().report.states[0].exciterPosition / radius) < 0.01,
    kTrackRadius,
  );
  await page.mouse.up();
  await page.close();
});

test('each half of the door moves its own leaf, and an end stops it', async () => {
  const page = await studio.page('door.html');
  await ready(page);
  await recordStart(page);
  await press(page, 0, 0, 0.65);
  await sounding(page);
  await until(page, () => window.peal.state().angles[1] > 0.3);
  const {rate, samples} = await recordStop(page);
  const first = samples.findIndex((x) => Math.abs(x) > 1e-4),
    creak = rms(samples.slice(first, first + rate / 2));
  assert.ok(first >= 0 && creak > 0.01, `creak ${creak} at ${rate} Hz`);
  let now = await state(page);
  assert.ok(Math.abs(now.angles[0]) < 0.05, `the left leaf stays: ${now.angles[0]}`);
  await page.mouse.move(1200, 500, {steps: 3});
  await until(page, () => window.peal.state().angles[1] > 1.6);
  await page.waitForTimeout(2500);
  now = await state(page);
  assert.ok(now.angles[1] < 1.75 + 0.05, `leaf stopped: ${now.angles[1]}`);
  await page.mouse.up();
  await until(page, () => Math.abs(window.peal.state().report.states[1].exciterVelocity) < 1e-4);
  // Drawn where the engine says, as soon as a slow machine has drawn at all.
  await until(
    page,
    (radius) =>
      Math.abs(window.peal.state().angles[1] - window.peal.state().report.states[1].exciterPosition / radius) < 0.02,
    kHingeRadius,
  );
  await page.close();
});

test('the panel sets, limits, undoes, and a link brings it back', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  const field = (key) => page.locator(`[data-key=${key}] .entry input`);
  const put = async (key, value) => {
    await field(key).fill(String(value));
    await field(key).press('Enter');
    await field(key).blur();
  };
  const setting = async (key) => (await state(page)).design.settings[key];
  await put('stiffness', 50000);
  assert.equal(await setting('stiffness'), 50000);
  await put('staticFriction', 0.1); // below dynamic friction
  assert.equal(await setting('staticFriction'), 0.25);
  assert.match(await page.locator('[data-key=staticFriction] .note').textContent(), /never below/);
  await page.locator('summary', {hasText: 'Modes'}).click();
  await page.getByRole('button', {name: 'Add a mode'}).click();
  assert.equal((await state(page)).design.modes.length, 3);
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+z');
  assert.equal((await state(page)).design.modes.length, 2);
  await page.keyboard.press('Control+Shift+z');
  assert.equal((await state(page)).design.modes.length, 3);
  await page.getByRole('button', {name: 'Remove mode 3'}).click();
  // A mode must swing: its decay stays below 4 pi times its frequency, whichever is typed.
  const cell = (name) => page.getByLabel(`${name} of mode 1`);
  await cell('Decay').fill('5000');
  await cell('Frequency').fill('100');
  await cell('Frequency').press('Enter');
  assert.ok((await state(page)).design.modes[0].decay < 4 * Math.PI * 100);
  assert.ok(Number(await cell('Decay').inputValue()) < 1257);
  await until(page, () => location.hash.startsWith('#s='));
  await page.waitForTimeout(200);
  const link = page.url(),
    wanted = (await state(page)).design;
  await page.close();
  const again = await studio.page(link.slice(link.lastIndexOf('/') + 1));
  await until(again, () => window.peal.state().design.settings.stiffness === 50000);
  assert.deepEqual((await state(again)).design, wanted);
  await again.selectOption('select', 'Singing bowl');
  assert.equal((await state(again)).design.modes[0].frequency, 214);
  await again.close();
  const broken = await studio.page('wineglass.html#s=AAAA'); // a stranger's address
  await ready(broken);
  assert.equal((await state(broken)).design.settings.stiffness, 1e4);
  await broken.close();
});

test('a recording is a WAV file with the sound in it', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  const button = page.getByTitle('Record to a WAV file');
  await button.click();
  await sounding(page);
  await page.locator('.stage').focus();
  await page.keyboard.press('Space');
  await until(page, () => Math.abs(window.peal.state().report.states[0].exciterPosition) > 0.1);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  assert.equal(download.suggestedFilename(), 'peal-wineglass.wav');
  const bytes = await readFile(await download.path()),
    rate = await page.evaluate(() => window.peal.audio.context.sampleRate);
  assert.equal(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
  assert.equal(bytes.readUInt16LE(22), 2);
  assert.equal(bytes.readUInt32LE(24), rate);
  assert.equal(bytes.readUInt16LE(34), 24);
  assert.equal(bytes.readUInt32LE(40), bytes.length - 44);
  let most = 0;
  for (let at = 44; at + 6 <= bytes.length; at += 6) most = Math.max(most, Math.abs(bytes.readIntLE(at, 3)) / 2 ** 23);
  assert.ok(most > 0.03 && most <= 1, `peak ${most}`);
  await page.close();
});

test('arrow keys move the forces, Space lets go', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  await page.locator('.stage').focus();
  await page.keyboard.down('ArrowRight');
  await page.keyboard.down('ArrowDown');
  await sounding(page);
  await until(
    page,
    () =>
      window.peal.state().report.states[0].tangentialForce > 0.5 &&
      window.peal.state().report.states[0].normalForce > 0.2,
  );
  await page.keyboard.up('ArrowRight');
  await page.keyboard.up('ArrowDown');
  await page.keyboard.press('Space');
  await until(page, () => window.peal.state().report.states[0].normalForce === 0);
  await page.close();
});

test('Enter on the invitation plays, and the keys go on on the picture', async () => {
  const page = await studio.page('wineglass.html', kSmall);
  await ready(page);
  const {label, description} = await page
    .locator('.stage')
    .evaluate((stage) => ({
      label: stage.ariaLabel,
      description: document.getElementById(stage.getAttribute('aria-describedby')).textContent,
    }));
  assert.match(label, /Glass.*arrow keys/i);
  assert.match(description, /drag/);
  await page.locator('.begin').focus();
  await page.keyboard.press('Enter');
  await until(page, () => window.peal.state().playing && document.activeElement.matches('.stage'));
  await page.keyboard.press('Escape');
  await until(page, () => window.peal.state().report?.states[0].normalForce === 0);
  await page.close();
});

test('the pad sounds at the first press, and its tint shows where it sings', async () => {
  const page = await studio.page('wineglass.html', kSmall);
  await ready(page);
  /** Opacity of the tint at a force. */
  const tint = (x, y) =>
    page.evaluate(
      ([x, y]) => {
        const canvas = document.querySelector('.tint'),
          pen = canvas.getContext('2d');
        const column = Math.round(((x + 1) / 2) * (canvas.width - 1)),
          row = Math.round(y * (canvas.height - 1));
        return pen.getImageData(column, row, 1, 1).data[3] / 255;
      },
      [x, y],
    );
  await page.waitForSelector('.tint:not([hidden])', {timeout: 20000});
  assert.ok((await tint(0.5, 0.5)) > 0.5, 'the grip sings');
  assert.ok((await tint(-0.5, 0.5)) > 0.5, 'to the left as well');
  assert.equal(await tint(0, 0.5), 0, 'without a push it is silent');
  assert.equal(await tint(1, 0.3), 0, 'too fast');
  const box = await page.locator('.force-pad').boundingBox();
  await page.mouse.move(box.x + 0.72 * box.width, box.y + 0.52 * box.height);
  await page.mouse.down();
  await sounding(page);
  await until(page, () => window.peal.state().report.states[0].stuck > 0);
  assert.ok((await state(page)).forces[0].x > 0.4);
  await page.mouse.up();
  await page.close();
});

test('a changed preset says so, leads back, and an address is a step for undo', async () => {
  const page = await studio.page('wineglass.html');
  const chosen = () => page.locator('select').evaluate((list) => list.selectedOptions[0].text);
  const stiffness = async () => (await state(page)).design.settings.stiffness;
  const entry = page.locator('[data-key=stiffness] .entry input');
  await page.selectOption('select', 'Squeaky cork');
  assert.equal(await chosen(), 'Squeaky cork');
  await entry.fill('50000');
  await entry.press('Enter');
  assert.equal(await chosen(), 'Squeaky cork, changed');
  await until(page, () => location.hash.startsWith('#s='));
  await page.waitForTimeout(150);
  const address = await page.evaluate(() => location.hash);
  await page.getByRole('button', {name: 'Back to the preset'}).click();
  assert.deepEqual([await chosen(), await stiffness()], ['Squeaky cork', 4e5]);
  assert.equal(await page.getByRole('button', {name: 'Back to the preset'}).count(), 0);
  await page.waitForTimeout(150);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
  await until(page, () => window.peal.state().design.settings.stiffness === 50000);
  assert.equal(await chosen(), 'Squeaky cork, changed');
  await page.locator('.stage').focus();
  // Back before the address, the button, the edit, the choice.
  for (const wanted of [4e5, 50000, 4e5, 1e4]) {
    await page.keyboard.press('Control+z');
    assert.equal(await stiffness(), wanted);
  }
  assert.equal(await chosen(), 'Wineglass');
  await page.close();
});

test('a gesture ends by the clock of the sound, also when the picture is out of sight or the page hidden', async () => {
  const page = await studio.page('wineglass.html', {width: 390, height: 600});
  await ready(page);
  await page.getByRole('button', {name: 'Show me'}).click();
  await until(page, () => window.peal.state().report?.states[0].normalForce > 0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await until(page, () => !window.peal.state().playing && window.peal.state().report.states[0].normalForce === 0);
  await page.getByRole('button', {name: 'Show me'}).click();
  await until(page, () => window.peal.state().report?.states[0].normalForce > 0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', {get: () => true});
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await until(page, () => window.peal.state().report.states[0].normalForce === 0);
  await page.close();
});

test('volume stays from page to page, keys play wherever the focus is, undo takes back what was typed', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  await page.getByLabel('Volume').fill('0.2');
  await page.keyboard.press('Shift+M');
  await page.getByRole('button', {name: 'Show me'}).click();
  await until(page, () => window.peal.state().playing);
  await page.keyboard.press('Escape'); // the focus is still on the button
  await until(page, () => !window.peal.state().playing && window.peal.state().report?.states[0].normalForce === 0);
  await page.keyboard.down('ArrowDown');
  await until(page, () => window.peal.state().forces[0].y > 0);
  await page.keyboard.up('ArrowDown');
  const entry = page.locator('[data-key=stiffness] .entry input');
  await entry.fill('5000');
  await entry.press('Enter');
  await page.keyboard.press('Control+z');
  assert.deepEqual([(await state(page)).design.settings.stiffness, await entry.inputValue()], [1e4, '10000']);
  await entry.fill('twelve');
  await entry.press('Enter');
  assert.match(await page.locator('[data-key=stiffness] .note').textContent(), /'twelve' is no number/);
  await page.close();
  const next = await studio.page('brake.html', kSmall);
  assert.deepEqual(await next.evaluate(() => [window.peal.audio.volume(), window.peal.audio.muted()]), [0.2, true]);
  await next.evaluate(() => {
    window.peal.audio.setVolume(0.8);
    window.peal.audio.setMuted(false);
  });
  await next.close();
  const damaged = await studio.page('wineglass.html#s=AAAA', kSmall);
  await damaged.waitForSelector('.failure');
  assert.match(await damaged.locator('.failure').innerText(), /link is damaged/);
  await damaged.close();
});

test('two fingers move both leaves at once', async () => {
  const page = await studio.page('door.html', kSmall);
  await ready(page);
  const touch = await page.context().newCDPSession(page),
    box = await page.locator('.stage').boundingBox();
  await touch.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
  const points = (way) =>
    [0.35, 0.65].map((part, id) => ({
      id,
      x: box.x + box.width * part + (id ? way : -way),
      y: box.y + box.height * 0.5,
    }));
  const send = (type, touchPoints) => touch.send('Input.dispatchTouchEvent', {type, touchPoints});
  await send('touchStart', points(0));
  await sounding(page);
  for (const way of [10, 25, 40]) await send('touchMove', points(way));
  await until(page, () => window.peal.state().angles.every((angle) => angle > 0.1));
  const {forces} = await state(page);
  assert.ok(
    forces.every((force) => force.held),
    JSON.stringify(forces),
  );
  assert.ok(forces[0].x < -0.4 && forces[1].x > 0.4, JSON.stringify(forces));
  await send('touchEnd', []);
  await until(page, () => window.peal.state().forces.every((force) => !force.held));
  await page.close();
});

test("each preset sounds at the middle of the hand's reach", kUnhurried, async () => {
  const page = await studio.page('wineglass.html', kSmall);
  const names = await page.locator('select option').allTextContents();
  assert.equal(names.length, 9);
  await page.evaluate(() => window.peal.audio.start());
  for (const name of names) {
    await page.selectOption('select', name); // sets the gain, too
    const {rate, samples} = await page.evaluate(async () => {
      const {peal, context} = window.peal.audio,
        {design} = window.peal.state();
      const [rub] = await peal.rubs(1); // has not rung before
      rub.set(design.settings);
      rub.setModes(design.modes);
      peal.recordStart();
      rub.force(0.5 * design.push, 0.5 * design.press);
      const end = context.currentTime + 0.5;
      while (context.currentTime < end) await new Promise((resolve) => setTimeout(resolve, 20));
      const {rate, channels} = await peal.recordStop();
      return {rate, samples: Array.from(channels[0])};
    });
    // The cork squeaks at once and is gone, the bar takes its time: the loudest tenth of a second counts.
    let loudest = 0;
    for (let at = 0, tenth = rate / 10; at + tenth <= samples.length; at += tenth)
      loudest = Math.max(loudest, rms(samples.slice(at, at + tenth)));
    assert.ok(loudest > 0.01, `${name}: ${loudest}`);
  }
  await page.close();
});

test('Space as the first key sounds, is told in words; reduced motion stills the ripple only', async () => {
  const page = await studio.page('wineglass.html', kSmall);
  await page.emulateMedia({reducedMotion: 'reduce'});
  await ready(page);
  await page.locator('.stage').focus();
  await page.keyboard.press('Shift');
  assert.equal(await page.evaluate(() => window.peal.audio.context), undefined, 'Shift alone starts nothing');
  await page.keyboard.press('Space');
  await sounding(page);
  await until(page, () => /slip.*sounds/.test(document.querySelector('.stage [role=status]').textContent));
  const forces = await page.locator('.force-pad').getAttribute('aria-valuetext');
  assert.equal(forces, 'push 1.5 newton, press 1.0 newton');
  await until(page, () => Math.abs(window.peal.state().ripple) > 0.005);
  /** Extremes of the ripple within 0.8 s: more than two of its periods. */
  const extremes = () =>
    page.evaluate(async () => {
      const end = performance.now() + 800;
      let low = Infinity,
        high = -Infinity;
      while (performance.now() < end) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        low = Math.min(low, window.peal.state().ripple);
        high = Math.max(high, window.peal.state().ripple);
      }
      return {low, high};
    });
  const still = await extremes();
  assert.ok(still.low > 0.5 * still.high, `still: ${JSON.stringify(still)}`);
  assert.ok(rms((await record(page, 0.2)).samples) > 0.02, 'it sounds');
  await page.emulateMedia({reducedMotion: 'no-preference'});
  await until(page, () => window.peal.state().ripple < 0);
  const moving = await extremes();
  assert.ok(moving.low < 0 && moving.high > 0, `moving: ${JSON.stringify(moving)}`);
  await page.close();
});

test('the first page fills the window; a phone sees where it is and is told of no keys', async () => {
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ]) {
    const page = await studio.page('index.html', {width, height});
    const [seen, all, end] = await page.evaluate(() => {
      const main = document.querySelector('main'),
        side = document.querySelector('.side');
      return [main.clientHeight, main.scrollHeight, side.getBoundingClientRect().bottom];
    });
    assert.ok(all <= seen, `${width}x${height}: ${seen} of ${all}`);
    assert.ok(Math.abs(end - height) < 1, `${width}x${height} ends at ${end}`);
    await page.close();
  }
  const phone = await studio.page('scrape.html', {width: 390, height: 844});
  const touch = await phone.context().newCDPSession(phone);
  const within = await phone.evaluate(() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const nav = box('.top nav'),
      one = box('.top nav [aria-current]');
    return one.left >= nav.left && one.right <= nav.right;
  });
  assert.ok(within, 'the tab of the page is in sight');
  await touch.send('Emulation.setEmitTouchEventsForMouse', {enabled: true, configuration: 'mobile'});
  await touch.send('Emulation.setTouchEmulationEnabled', {enabled: true});
  await phone.goto(phone.url().replace('scrape', 'wineglass'));
  assert.ok(await phone.evaluate(() => matchMedia('(pointer: coarse)').matches), 'emulates a finger');
  assert.ok(!/Keys|Space/.test(await phone.locator('body').innerText()), 'no keys');
  const small = await phone.evaluate(() => {
    const targets = '.brand, .top nav a, .field .entry input, input[type=range], select, .button';
    return [...document.querySelectorAll(targets)]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 40)
      .map((one) => one.outerHTML.slice(0, 80));
  });
  assert.deepEqual(small, []);
  await phone.close();
});

test('the first page: a press on a glass plays its note', async () => {
  const page = await studio.page('index.html');
  await ready(page);
  assert.equal(await page.locator('.cards a').count(), 6);
  await press(page, 0, 0, 0.65); // they stand to the right of the words
  await sounding(page);
  await until(page, () => window.peal.state().report.states[2].exciterPosition > 0.08);
  const {rate, samples} = await record(page, 0.5);
  await page.mouse.up();
  const tone = pitch(Float64Array.from(samples), rate, 200, 3000);
  assert.ok(Math.abs(tone / 659.26 - 1) < 0.01, `${tone} Hz instead of E`);
  await page.close();
});

test('pictures: both themes, wide and phone; load time and frame rate', kUnhurried, async () => {
  for (const name of ['index', 'wineglass', 'brake', 'door'])
    for (const [scheme, width, height] of [
      ['dark', 1280, 720],
      ['light', 1280, 720],
      [name === 'index' ? 'light' : 'dark', 390, 844],
    ]) {
      const page = await studio.page(name + '.html', {scheme, width, height});
      const times = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
      await ready(page);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), scheme);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${name} is wider than ${width} pixels`,
      );
      await page.click('.begin');
      await sounding(page);
      await page.waitForTimeout(1500);
      await studio.shot(page, `${name}-${scheme}-${width}`);
      const {fps, report} = await state(page);
      console.log(
        `${name} ${scheme} ${width}: loaded in ${Math.round(times)} ms, ${fps.toFixed(
          0,
        )} pictures/s, engine load ${(report.load * 100).toFixed(1)} %`,
      );
      await page.close();
    }
});

test('nothing is fetched from elsewhere and no page complains', () => {
  assert.deepEqual(studio.outside, []);
  assert.deepEqual(studio.errors, []);
});
