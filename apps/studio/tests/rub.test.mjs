// The pages of rubbing (glass, brake, door) and the first page, in a real Chromium.
// Run after node build.mjs: node --test apps/studio/tests/rub.test.mjs
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {readFile} from 'node:fs/promises';
import {openStudio, pitch, rms, kUnhurried} from './browser.mjs';

const kRimRadius = 0.038, kTrackRadius = 1, kHingeRadius = 0.008;
let studio;
before(async () => { studio = await openStudio(); });
after(async () => { await studio.close(); });

const state = (page) => page.evaluate(() => JSON.parse(JSON.stringify(window.peal.state())));
const until = (page, test, argument) => page.waitForFunction(test, argument, {timeout: 20000, polling: 50});
const ready = (page) => page.waitForSelector('.stage[data-ready]', {timeout: 30000});
/** Samples of `seconds` of sound, exactly as the worklet gave them. */
async function record(page, seconds) {
  await recordStart(page);
  await page.evaluate(async (length) => {
    const {context} = window.peal.audio, end = context.currentTime + length;
    while (context.currentTime < end) await new Promise((resolve) => setTimeout(resolve, 30));
  }, seconds);
  return recordStop(page);
}
const recordStart = (page) => page.evaluate(async () => (await window.peal.audio.start()).recordStart());
const recordStop = (page) => page.evaluate(async () => {
  const {rate, channels} = await window.peal.audio.peal.recordStop();
  return {rate, samples: Array.from(channels[0])};
});
/** Presses at the picture's middle and drags by dx, dy pixels; the caller lets go. */
async function press(page, dx = 0, dy = 0, part = 0.5) {
  const box = await page.locator('.stage').boundingBox();
  const x = box.x + box.width * part, y = box.y + box.height * 0.55;
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
  await until(page, () => Math.abs(window.peal.state().report.states[0].exciterPosition) > 0.1);   // it has settled
  const {rate, samples} = await record(page, 0.6);
  await page.mouse.up();
  assert.ok(samples.length >= 0.5 * rate, `${samples.length} samples`);
  const level = rms(samples), tone = pitch(Float64Array.from(samples), rate, 100, 4000);
  assert.ok(level > 0.02 && level < 0.7, `rms ${level}`);
  assert.ok(Math.abs(tone / 548 - 1) < 0.01, `${tone} Hz instead of 548`);
  await page.close();
});

test('the finger is where the engine says, and rests when let go', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  await press(page, 60, 10);
  await sounding(page);
  await until(page, () => window.peal.state().angles[0] > 1);
  await page.mouse.up();
  await until(page, () => window.peal.state().report.states[0].normalForce === 0 && Math.abs(window.peal.state().report.states[0].exciterVelocity) < 1e-5);
  await until(page, (radius) => Math.abs(window.peal.state().angles[0] - window.peal.state().report.states[0].exciterPosition / radius) < 1e-3, kRimRadius);
  assert.ok((await state(page)).angles[0] > 1);
  await page.close();
});

test('the wheel rolls, is braked, squeals and stops', async () => {
  const page = await studio.page('brake.html');
  await ready(page);
  await recordStart(page);
  await sounding(page);
  await press(page);   // drives
  await until(page, () => window.peal.state().report.states[0].exciterVelocity > 1.2);
  const rolling = (await state(page)).report.states[0];
  assert.equal(rolling.normalForce, 0, 'rolls while nothing presses');
  await press(page, -130, 130);   // no drive, brakes
  await until(page, () => Math.abs(window.peal.state().report.states[0].exciterVelocity) < 0.01);
  const {rate, samples} = await recordStop(page);
  let loudest = 0;
  for (let at = 0; at + rate / 10 < samples.length; at += Math.round(rate / 10)) loudest = Math.max(loudest, rms(samples.slice(at, at + rate / 10)));
  assert.ok(loudest > 0.03, `squeal ${loudest}`);
  await until(page, (radius) => Math.abs(window.peal.state().angles[0] - window.peal.state().report.states[0].exciterPosition / radius) < 0.01, kTrackRadius);
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
  const first = samples.findIndex((x) => Math.abs(x) > 1e-4), creak = rms(samples.slice(first, first + rate / 2));
  assert.ok(first >= 0 && creak > 0.01, `creak ${creak} at ${rate} Hz`);
  let now = await state(page);
  assert.ok(Math.abs(now.angles[0]) < 0.05, `the left leaf stays: ${now.angles[0]}`);
  await page.mouse.move(1200, 500, {steps: 3});
  await until(page, () => window.peal.state().angles[1] > 1.6);
  await page.waitForTimeout(2500);
  now = await state(page);
  assert.ok(now.angles[1] < 2.2, `leaf stopped: ${now.angles[1]}`);
  await page.mouse.up();
  await until(page, () => Math.abs(window.peal.state().report.states[1].exciterVelocity) < 1e-4);
  // Drawn where the engine says, as soon as a slow machine has drawn at all.
  await until(page, (radius) => Math.abs(window.peal.state().angles[1] - window.peal.state().report.states[1].exciterPosition / radius) < 0.02, kHingeRadius);
  await page.close();
});

test('the panel sets, limits, undoes, and a link brings it back', async () => {
  const page = await studio.page('wineglass.html');
  await ready(page);
  const field = (key) => page.locator(`[data-key=${key}] .entry input`);
  const put = async (key, value) => { await field(key).fill(String(value)); await field(key).press('Enter'); await field(key).blur(); };
  const setting = async (key) => (await state(page)).design.settings[key];
  await put('stiffness', 50000);
  assert.equal(await setting('stiffness'), 50000);
  await put('staticFriction', 0.1);   // below dynamic friction
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
  await until(page, () => location.hash.startsWith('#s='));
  await page.waitForTimeout(200);
  const link = page.url(), wanted = (await state(page)).design;
  await page.close();
  const again = await studio.page(link.slice(link.lastIndexOf('/') + 1));
  await until(again, () => window.peal.state().design.settings.stiffness === 50000);
  assert.deepEqual((await state(again)).design, wanted);
  await again.selectOption('select', 'Singing bowl');
  assert.equal((await state(again)).design.modes[0].frequency, 214);
  await again.close();
  const broken = await studio.page('wineglass.html#s=AAAA');   // a stranger's address
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
  const bytes = await readFile(await download.path()), rate = await page.evaluate(() => window.peal.audio.context.sampleRate);
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
  await until(page, () => window.peal.state().report.states[0].tangentialForce > 0.5 && window.peal.state().report.states[0].normalForce > 0.2);
  await page.keyboard.up('ArrowRight');
  await page.keyboard.up('ArrowDown');
  await page.keyboard.press('Space');
  await until(page, () => window.peal.state().report.states[0].normalForce === 0);
  await page.close();
});

test('the first page: a press on a glass plays its note', async () => {
  const page = await studio.page('index.html');
  await ready(page);
  assert.equal(await page.locator('.cards a').count(), 6);
  await press(page, 0, 0, 0.5);
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
    for (const [scheme, width, height] of [['dark', 1280, 720], ['light', 1280, 720], [name === 'index' ? 'light' : 'dark', 390, 844]]) {
      const page = await studio.page(name + '.html', {scheme, width, height});
      const times = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
      await ready(page);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), scheme);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than ${width} pixels`);
      await page.click('.begin');
      await sounding(page);
      await page.waitForTimeout(1500);
      await studio.shot(page, `${name}-${scheme}-${width}`);
      const {fps, report} = await state(page);
      console.log(`${name} ${scheme} ${width}: loaded in ${Math.round(times)} ms, ${fps.toFixed(0)} pictures/s, engine load ${(report.load * 100).toFixed(1)} %`);
      await page.close();
    }
});

test('nothing is fetched from elsewhere and no page complains', () => {
  assert.deepEqual(studio.outside, []);
  assert.deepEqual(studio.errors, []);
});
