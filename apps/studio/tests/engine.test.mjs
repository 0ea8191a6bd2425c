// peal.wasm in node, without a browser: the same physics as the native engine, and hostile input.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url)),
  root = path.join(here, '../../..');
const site = process.env.PEAL_STUDIO ?? path.join(root, 'build/studio');
const library = process.env.PEAL_ENGINE_LIBRARY ?? path.join(root, 'build/release/libpeal-engine.a');
const banks = path.join(site, 'banks');
const bankFile =
  existsSync(banks) && readdirSync(banks).filter((file) => file.startsWith('bowl') && file.endsWith('.pealbank'))[0];
const needsBank = bankFile ? {} : {skip: `${banks} has no bowl: node apps/studio/banks/pack.mjs`};

const kGlass = [
  {frequency: 548, decay: 6.9, mass: 0.01, shape: 1},
  {frequency: 1370, decay: 11.5, mass: 0.01, shape: 1},
];
let folder, PealWasm, stateOf, readBank, module;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'peal-engine-'));
  const bundled = async (name) => {
    const out = path.join(folder, name + '.mjs');
    await build({
      entryPoints: [path.join(here, '../engine/src', name + '.ts')],
      bundle: true,
      format: 'esm',
      outfile: out,
      logLevel: 'warning',
    });
    return import(pathToFileURL(out).href);
  };
  const {build} = createRequire(path.join(here, '../web/package.json'))('esbuild');
  ({PealWasm, stateOf} = await bundled('wasm'));
  ({readBank} = await bundled('bodies'));
  module = new WebAssembly.Module(readFileSync(path.join(site, 'engine/peal.wasm')));
});
after(() => rmSync(folder, {recursive: true, force: true}));

/** Mean frequency from upward zero crossings. */
function crossings(x, rate) {
  let first = -1,
    last = -1,
    count = -1;
  for (let n = 0; n + 1 < x.length; ++n)
    if (x[n] < 0 && x[n + 1] >= 0) {
      last = n + x[n] / (x[n] - x[n + 1]);
      if (first < 0) first = last;
      ++count;
    }
  return (count * rate) / (last - first);
}
const rms = (x) => Math.sqrt(x.reduce((sum, v) => sum + v * v, 0) / x.length);

/** Runs a pair in blocks of 128. @return pressure and velocity of the body. */
function play(wasm, rub, rate, seconds, control) {
  const out = wasm.allocate(512),
    trace = wasm.allocate(512),
    blocks = Math.ceil((seconds * rate) / 128);
  const sound = new Float32Array(128 * blocks),
    velocity = new Float32Array(128 * blocks);
  for (let b = 0; b < blocks; ++b) {
    control(((b + 1) * 128) / rate);
    wasm.float32(out, 128).fill(0);
    wasm.calls.peal_rub_render(rub, out, 128);
    assert.equal(wasm.calls.peal_rub_trace(rub, 0, 0, 0, trace, 128), 128);
    sound.set(wasm.float32(out, 128), 128 * b);
    velocity.set(wasm.float32(trace, 128), 128 * b);
  }
  return {sound, velocity};
}

test('a wineglass sings at 548 Hz as loud as the reference', () => {
  const wasm = new PealWasm(module),
    rate = 44100,
    rub = wasm.rubCreate(rate, wasm.rubDefaults(), kGlass);
  const {sound, velocity} = play(wasm, rub, rate, 3, (t) =>
    wasm.calls.peal_rub_force(rub, 1.5 * Math.min(1, t / 0.1), 1),
  );
  const steady = velocity.subarray(rate),
    pitch = crossings(steady, rate);
  assert.ok(Math.abs(pitch / 548.04 - 1) < 0.005, `${pitch} Hz`);
  assert.ok(Math.abs(rms(steady) / 0.1058 - 1) < 0.005, `${rms(steady)} m/s`);
  // p = rho A x'' / (4 pi r)
  const expected = (1.2041 * 0.01 * 2 * Math.PI * 548 * 0.10575) / (4 * Math.PI);
  assert.ok(Math.abs(rms(sound.subarray(rate)) / expected - 1) < 0.01);
  const state = stateOf(wasm.rubState(rub));
  assert.ok(Math.abs(state.exciterVelocity - 0.1177) < 0.01 && state.normalForce === 1);
});

test('a brake is silent while it is fast, then squeals, then stands', () => {
  const wasm = new PealWasm(module),
    rate = 48000;
  const settings = {
    ...wasm.rubDefaults(),
    stiffness: 1e6,
    staticFriction: 0.5,
    dynamicFriction: 0.3,
    stribeckSpeed: 0.4,
    exciterMass: 15,
    exciterDamping: 0,
  };
  const rub = wasm.rubCreate(rate, settings, [
    {frequency: 950, decay: 40, mass: 0.02, shape: 1},
    {frequency: 1843, decay: 60, mass: 0.03, shape: 0.8},
    {frequency: 3125, decay: 90, mass: 0.03, shape: -0.6},
  ]);
  wasm.calls.peal_rub_set_velocity(rub, 2);
  const {velocity} = play(wasm, rub, rate, 2.8, (t) => wasm.calls.peal_rub_force(rub, 0, 40 * Math.min(1, t / 0.02)));
  const part = (from, to) => velocity.subarray(from * rate, to * rate);
  assert.ok(rms(part(0.8, 1.5)) < 2e-6);
  assert.ok(Math.abs(rms(part(1.85, 1.95)) / 0.33871 - 1) < 0.02);
  assert.ok(rms(part(2.6, 2.8)) < 3e-3);
});

test(
  'strikes are those of the native engine',
  {...needsBank, ...(existsSync(library) ? {} : {skip: `${library} is missing: make program`})},
  () => {
    const native = path.join(folder, 'native'),
      file = path.join(banks, bankFile);
    execFileSync(process.env.CXX ?? 'c++', [
      '-std=c++20',
      '-O1',
      `-I${root}/include`,
      path.join(here, 'native_strikes.cpp'),
      library,
      '-o',
      native,
    ]);
    const bytes = execFileSync(native, [file], {maxBuffer: 1 << 24});
    const expected = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));

    const wasm = new PealWasm(module),
      data = readFileSync(file),
      at = wasm.copyIn(data);
    const engine = wasm.engineCreate(at, data.length, {rate: 48000, fullScale: 1000});
    wasm.setListener(engine, [-0.1, 0.2, 0.8], [0.1, 0.2, 0.8]);
    const object = wasm.spawn(engine, 0, {position: [0, 0, 0], rotation: [1, 0, 0, 0]}, false);
    const blocks = 375,
      out = wasm.allocate(1024),
      rows = wasm.allocate(8),
      got = new Float32Array(256 * blocks);
    wasm.uint32(rows, 2).set([out, out + 512]);
    for (let b = 0; b < blocks; ++b) {
      const k = b / 100;
      if (b % 100 === 0) wasm.strike(engine, object, -1, [0.05, 0.01 * k, 0.02], [-1, 0, 0], 0.01, -1, 0.0003 * k);
      wasm.calls.peal_render(engine, rows, 128);
      got.set(wasm.float32(out, 128), 128 * b);
      got.set(wasm.float32(out + 512, 128), 128 * (blocks + b));
    }
    let peak = 0,
      worst = 0;
    expected.forEach((x, n) => {
      peak = Math.max(peak, Math.abs(x));
      worst = Math.max(worst, Math.abs(x - got[n]));
    });
    assert.equal(expected.length, got.length);
    assert.ok(peak > 1e-6, 'the native engine is silent');
    // Blows are solved in single precision, and the native kernels fuse multiplications and
    // additions, which WebAssembly cannot: -94 dB of the peak; without AVX2 below -100.
    assert.ok(worst < 3e-5 * peak, `${(20 * Math.log10(worst / peak)).toFixed(1)} dB`);
    assert.equal(wasm.stats(engine).impacts, 4);
    const amplitudes = wasm.allocate(4096);
    assert.ok(wasm.calls.peal_mode_amplitudes(engine, wasm.calls.peal_dry_row(engine, object), amplitudes, 1024) > 0);
    assert.ok(wasm.float32(amplitudes, 1)[0] > 0);
  },
);

test('bodies have geometry and shapes for pictures', needsBank, () => {
  const bytes = readFileSync(path.join(banks, bankFile)),
    [bowl, ...tools] = readBank(module, new Uint8Array(bytes).buffer).bodies;
  const nodes = bowl.vertices.length / 3,
    modes = bowl.modes.length;
  assert.ok(nodes > 50 && modes > 10 && tools.length > 0 && tools.every((tool) => tool.name.startsWith('beater')));
  assert.ok(bowl.curved.every((v) => v < nodes) && bowl.triangles().length === 2 * bowl.curved.length);
  assert.ok(bowl.modes.every((mode, i) => mode.decay > 0 && mode.frequency >= (bowl.modes[i - 1]?.frequency ?? 20)));
  // The farthest vertex is the reach; the flat triangles have the area of a bowl of that size, outside and inside.
  let far = 0,
    area = 0;
  for (let i = 0; i < nodes; ++i) far = Math.max(far, Math.hypot(...bowl.vertex(i)));
  assert.ok(Math.abs(far / bowl.reach - 1) < 0.02, `${far} of ${bowl.reach} m`);
  const flat = bowl.triangles();
  for (let t = 0; t < flat.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => bowl.vertex(flat[t + k]));
    const u = b.map((x, k) => x - a[k]),
      v = c.map((x, k) => x - a[k]);
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  assert.ok(area > 4 * far ** 2 && area < 8 * Math.PI * far ** 2, `${area} m^2`);
  // Shapes are by vertex, axis, mode; their normalisation is by mass: about m^-1/2 where they are large.
  for (const mode of [0, modes - 1]) {
    const shape = bowl.shape(mode),
      most = shape.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
    assert.equal(shape[5], bowl.shapes[5 * modes + mode]);
    assert.ok(most > 0.5 * bowl.mass ** -0.5 && most < 30 * bowl.mass ** -0.5, `mode ${mode}: ${most}`);
  }
  assert.ok(
    bowl.mass > 0.05 &&
      bowl.mass < 5 &&
      bowl.friction > 0 &&
      bowl.roughness.rms > 0 &&
      bowl.roughness.longest > bowl.roughness.shortest,
  );
});

test('presets are those of the C interface, and each can be made', () => {
  const wasm = new PealWasm(module),
    presets = wasm.rubPresets();
  assert.equal(presets.length, wasm.calls.peal_rub_preset_count());
  const glass = presets.find((one) => one.key === 'wineglass');
  assert.deepEqual(glass.modes, kGlass);
  assert.equal(glass.settings.stiffness, 1e4);
  assert.equal(glass.settings.travelTo, 0);
  assert.deepEqual([glass.push, glass.press, glass.gain], [3, 2, 0.45]);
  for (const {name, line, settings, modes} of presets) {
    assert.ok(name && line);
    wasm.rubCreate(48000, settings, modes);
  }
});

test('hostile banks are rejected with a sentence', needsBank, () => {
  const good = readFileSync(path.join(banks, bankFile));
  const load = (bytes, limits = {}) => {
    const wasm = new PealWasm(module);
    wasm.engineCreate(wasm.copyIn(bytes), bytes.length, {rate: 48000, ...limits});
  };
  assert.throws(() => load(new Uint8Array(0)), /not a bank/);
  assert.throws(() => load(Buffer.from('{"peal": 1}'.repeat(100))), /not a bank/);
  assert.throws(() => load(good.subarray(0, good.length - 64)), /cut off/);
  assert.throws(() => load(good, {rate: 44100}), /48000 Hz.*44100 Hz/);
  assert.throws(() => load(good, {maxModes: -5}), /modes/);
  assert.throws(
    () => load(good, {maxModes: 1e9, maxVoices: 1e9, maxMemory: 2 ** 28}),
    (error) => error.constructor === Error && error.message.length > 20,
  );
  let seed = 1;
  for (let k = 0; k < 200; ++k) {
    // a changed byte anywhere
    const wrong = Buffer.from(good);
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    wrong[seed % wrong.length] ^= 1 << (k % 8);
    assert.throws(
      () => load(wrong),
      (error) => error.constructor === Error && error.message.length > 20,
      `byte ${seed % wrong.length}`,
    );
  }
});

test('numbers that make no sense are refused with a sentence and change nothing', () => {
  const wasm = new PealWasm(module),
    settings = wasm.rubDefaults();
  assert.throws(() => wasm.rubCreate(48000, settings, []), /modes: expected 1 to 256/);
  assert.throws(
    () => wasm.rubCreate(48000, settings, [{...kGlass[0], frequency: 30000}]),
    /mode 0: expected a frequency/,
  );
  const rub = wasm.rubCreate(48000, settings, kGlass);
  assert.throws(() => wasm.rubSet(rub, {...settings, stiffness: NaN}), /stiffness/);
  assert.throws(() => wasm.rubSetModes(rub, [{...kGlass[0], mass: 0}]), /mass/);
  const {sound} = play(wasm, rub, 48000, 0.2, () => wasm.calls.peal_rub_force(rub, 1.5, NaN));
  assert.ok(sound.every((x) => x === 0));
});
