// How things look, as pixels: what stands out from its background, pips of a die, reeds of a coin.
// Run after make site: node --test apps/studio/tests/looks.test.mjs
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {deflateRawSync} from 'node:zlib';

import {openStudio} from './browser.mjs';
import {renderResult, servePeal} from './result.mjs';

let studio, reader;
before(async () => {
  studio = await openStudio();
  reader = await studio.context.newPage(); // decodes pictures: pages of ours let no script draw them
});
after(() => studio.close());

/** Relative luminance (WCAG 2) of each pixel of a part of the page. */
async function luminance(page, clip) {
  const picture = (await page.screenshot({clip})).toString('base64');
  return reader.evaluate(async (data) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height}),
      ctx = canvas.getContext('2d');
    ctx.drawImage(image, 0, 0);
    const {data: rgba, width, height} = ctx.getImageData(0, 0, image.width, image.height);
    const linear = Array.from({length: 256}, (_, i) =>
      i / 255 <= 0.04045 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4,
    );
    const values = [];
    for (let i = 0; i < rgba.length; i += 4)
      values.push(0.2126 * linear[rgba[i]] + 0.7152 * linear[rgba[i + 1]] + 0.0722 * linear[rgba[i + 2]]);
    return {width, height, values};
  }, picture);
}
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** The strike bench with a body on it, drawn and at rest. */
async function bench(body, material, scheme) {
  const state = {body, material, beater: 'beater-plastic', strength: 12};
  const hash = '#s=' + deflateRawSync(JSON.stringify(state)).toString('base64url');
  const page = await studio.page('strike.html' + hash, {scheme});
  await page.waitForFunction((name) => window.peal?.state().shown === name, `${body}-${material}`, {timeout: 60000});
  await page.waitForTimeout(2500); // shaders, and the finest picture
  return page;
}

test('in the light theme a bowl stands out from what is behind it, inside and outside', async () => {
  for (const material of ['steel', 'porcelain']) {
    const page = await bench('bowl', material, 'light');
    // The bowl fills these parts of the stage (900 x 666, below the header): its mouth, and its front below that.
    const [back] = (await luminance(page, {x: 20, y: 300, width: 2, height: 2})).values;
    for (const clip of [
      {x: 200, y: 210, width: 500, height: 150},
      {x: 260, y: 435, width: 200, height: 50},
    ]) {
      const {values} = await luminance(page, clip);
      const lost = values.filter((value) => contrast(value, back) < 1.25).length / values.length;
      const black = values.filter((value) => value < 0.045).length / values.length;
      assert.ok(lost < 0.25, `${material}: ${lost} of the surface is as light as the background`);
      assert.ok(black < 0.05, `${material}: ${black} of the surface is black, in a light room`);
    }
    await page.close();
  }
});

test('the edge of a coin has reeds', async () => {
  const page = await bench('coin', 'silver', 'light');
  // Across the edge that looks at us: as many changes between light and dark as there are reeds.
  const {values, width} = await luminance(page, {x: 350, y: 541, width: 200, height: 1});
  assert.equal(width, 200);
  let changes = 0;
  for (let x = 4; x < width; ++x) {
    const [a, b, c] = [values[x - 4], values[x - 2], values[x]];
    if ((b - a) * (c - b) < 0 && Math.max(Math.abs(b - a), Math.abs(c - b)) > 0.01) ++changes;
  }
  assert.ok(changes > 20, `${changes} changes`);
  await page.close();
});

/** Number of dark spots with light around them. */
function spots({width, height, values}, dark) {
  const seen = new Uint8Array(values.length);
  let found = 0;
  for (let start = 0; start < values.length; ++start) {
    if (seen[start] || values[start] >= dark) continue;
    const open = [start];
    let size = 0,
      inside = true;
    seen[start] = 1;
    while (open.length) {
      const at = open.pop(),
        x = at % width,
        y = (at - x) / width;
      ++size;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) {
        inside = false;
        continue;
      }
      for (const next of [at - 1, at + 1, at - width, at + width])
        if (!seen[next] && values[next] < dark) {
          seen[next] = 1;
          open.push(next);
        }
    }
    if (inside && size > 20) ++found;
  }
  return found;
}

test('a die has pips: one, two and three around the corner that looks at us', async () => {
  // Without a turn the viewer sees three faces; ivory on a dark ground.
  const result = await renderResult({
    objects: [
      {name: 'die', shape: {kind: 'die', size: 0.1, edge_radius: 0.015}, material: 'porcelain', position: [0, 0.2, 0]},
    ],
    motion: {step: 0.001, gravity: [0, -0.001, 0], floor: {height: -1, material: 'concrete'}},
    duration: 0.2,
    output: {},
  });
  const server = await servePeal(['view', result.folder]);
  try {
    const page = await studio.context.newPage();
    await page.setViewportSize({width: 1280, height: 720});
    await page.emulateMedia({colorScheme: 'light'});
    await page.goto(server.address, {waitUntil: 'load'});
    await page.waitForFunction(() => window.peal?.state().bodies === 1, null, {timeout: 60000});
    await page.waitForTimeout(4000);
    await studio.shot(page, 'die');
    const box = await page.locator('.stage').boundingBox();
    const picture = await luminance(page, {
      x: box.x + box.width * 0.3,
      y: box.y,
      width: box.width * 0.4,
      height: box.height,
    });
    assert.equal(spots(picture, 0.12), 6);
    await page.close();
  } finally {
    await server.close();
    await result.remove();
  }
});
