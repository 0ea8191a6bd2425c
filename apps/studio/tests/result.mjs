// A small result and the program's own server for the tests of viewer and server.
//   const result = await renderResult(); const server = await servePeal(['view', result.folder]); ... await
//   server.close(); await result.remove();
import {execFile, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import net from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';

import {kRoot, kSite} from './browser.mjs';

export const kProgram = process.env.PEAL_PROGRAM ?? path.join(kRoot, 'build/release/apps/cli/peal');

const kScene = {
  peal: 1,
  name: 'drop',
  duration: 3,
  quality: 'draft',
  listeners: [
    {name: 'main', kind: 'stereo', position: [0, 0.6, 1.4], look: [0, -0.3, -1], spacing: 0.17},
    {name: 'near', kind: 'mono', position: [0.3, 0.2, 0.5]},
  ],
  objects: [
    {name: 'ball', shape: {kind: 'sphere', radius: 0.1}, material: 'steel', position: [-0.3, 0.6, 0]},
    {
      name: 'bar',
      shape: {kind: 'bar', size: [0.2, 0.01, 0.02], edge_radius: 0.0005},
      material: 'aluminium',
      position: [0.3, 0.5, 0],
      rotation: {axis: [0, 0, 1], angle: 20},
      spin: [0.5, 0, 1],
    },
  ],
  motion: {step: 0.001, gravity: [0, -9.81, 0], floor: {height: 0, material: 'concrete'}},
  sources: [{kind: 'impact'}],
  output: {rate: 48000, format: 'wav', level: 'normalised', peak_dbfs: -3, stems: 'objects'},
};

/** Renders a ball and a bar that fall on a floor, with stems. `change` alters the scene. */
export async function renderResult(change = {}) {
  if (!existsSync(kProgram)) throw new Error(`${kProgram} is missing: make build, or set PEAL_PROGRAM`);
  const top = await mkdtemp(path.join(tmpdir(), 'peal-view-')),
    folder = path.join(top, 'out');
  await writeFile(path.join(top, 'drop.json'), JSON.stringify({...kScene, ...change}));
  await promisify(execFile)(kProgram, ['render', path.join(top, 'drop.json'), '-o', folder, '-q']);
  return {top, folder, remove: () => rm(top, {recursive: true, force: true})};
}

/** Samples of a float WAV as `peal render` writes it, channels interleaved; changes to them are written by `save`. */
export async function openSound(file) {
  const bytes = await readFile(file);
  let at = 12;
  while (bytes.toString('latin1', at, at + 4) !== 'data') at += 8 + bytes.readUInt32LE(at + 4);
  const samples = new Float32Array(new Uint8Array(bytes.subarray(at + 8)).buffer); // a copy: the data may lie at an odd place
  return {
    samples,
    async save() {
      bytes.set(new Uint8Array(samples.buffer), at + 8);
      await writeFile(file, bytes);
    },
  };
}

/** Bytes of a GLB of these parts, as they are. */
export function glbOf(json, binary = Buffer.alloc(0)) {
  const text = Buffer.from(JSON.stringify(json)),
    chunk = (kind, bytes, filler) => {
      const head = Buffer.alloc(8),
        rest = Buffer.alloc((4 - (bytes.length % 4)) % 4, filler);
      head.writeUInt32LE(bytes.length + rest.length, 0);
      head.write(kind, 4, 'latin1');
      return Buffer.concat([head, bytes, rest]);
    };
  const chunks = Buffer.concat([chunk('JSON', text, ' '), ...(binary.length ? [chunk('BIN\0', binary, '\0')] : [])]),
    head = Buffer.alloc(12);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.length, 8);
  return Buffer.concat([head, chunks]);
}

/** A GLB with one triangle that goes from place to place; `change` alters its JSON, values are three per place. */
export function triangleGlb({times = [0, 1], values = [0, 0, 0, 1, 1, 1], change = () => {}} = {}) {
  const numbers = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, ...times, ...values),
    view = (from, length) => ({buffer: 0, byteOffset: 4 * from, byteLength: 4 * length});
  const json = {
    asset: {version: '2.0'},
    scene: 0,
    scenes: [{nodes: [0]}],
    nodes: [{mesh: 0, name: 'triangle'}],
    meshes: [{primitives: [{attributes: {POSITION: 0}}]}],
    accessors: [
      {bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0]},
      {bufferView: 1, componentType: 5126, count: times.length, type: 'SCALAR'},
      {bufferView: 2, componentType: 5126, count: values.length / 3, type: 'VEC3'},
    ],
    bufferViews: [view(0, 9), view(9, times.length), view(9 + times.length, values.length)],
    buffers: [{byteLength: numbers.byteLength}],
    animations: [{samplers: [{input: 1, output: 2}], channels: [{sampler: 0, target: {node: 0, path: 'translation'}}]}],
  };
  change(json);
  return glbOf(json, Buffer.from(numbers.buffer));
}

/** `peal view` or `peal studio` on a free port. */
export async function servePeal(words, site = kSite) {
  const child = spawn(kProgram, [...words, '--port', '0', '--no-open', '--site', site], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
  let said = '';
  child.stderr.on('data', (bytes) => {
    said += bytes;
  });
  const address = await new Promise((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes).trim()));
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const url = new URL(address);
  return {
    address,
    url: url.origin,
    port: Number(url.port),
    child,
    ended,
    said: () => said,
    async close() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Sends bytes as they are; answers with what comes back until the server hangs up. */
export const raw = (port, bytes) =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(5000, () => socket.destroy(new Error('no end after 5 s: ' + answer)));
    socket.on('data', (some) => {
      answer += some.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

/**
 * A GLB with a crowd as Peal writes it: a heap of `count` grains in a box of one metre that falls by 10 cm; `change`
 * alters its JSON.
 */
export function crowdGlb({count = 8, frames = 3, seconds = 1, change = () => {}} = {}) {
  const stride = 8,
    places = new Uint16Array(4 * count);
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < count; ++i)
    for (let k = 0; k < 3; ++k) places[4 * i + k] = Math.round(65535 * (k === 1 ? 0.3 * random() ** 2 : random()));
  const times = Array.from({length: frames}, (_, i) => (i * seconds) / Math.max(1, frames - 1));
  const parts = [],
    json = {
      asset: {version: '2.0'},
      scene: 0,
      scenes: [{nodes: [0]}],
      extensionsUsed: ['KHR_mesh_quantization'],
      extensionsRequired: ['KHR_mesh_quantization'],
      nodes: [{name: 'beads', extras: {grains: {count, shown: count, radius: 0.004}}, children: []}],
      meshes: [],
      materials: [{pbrMetallicRoughness: {baseColorFactor: [0.8, 0.6, 0.3, 1]}}],
      accessors: [],
      bufferViews: [],
      animations: [{samplers: [], channels: []}],
    };
  let at = 0;
  const add = (bytes, accessor, view = {}) => {
    json.bufferViews.push({buffer: 0, byteOffset: at, byteLength: bytes.length, ...view});
    json.accessors.push({bufferView: json.bufferViews.length - 1, ...accessor});
    parts.push(bytes);
    at += bytes.length;
    return json.accessors.length - 1;
  };
  const floats = (...values) => Buffer.from(Float32Array.from(values).buffer);
  times.forEach((time, i) => {
    const POSITION = add(
      Buffer.from(places.buffer.slice(0)),
      {componentType: 5123, normalized: true, count, type: 'VEC3', min: [0, 0, 0], max: [65535, 65535, 65535]},
      {byteStride: stride},
    );
    json.meshes.push({primitives: [{attributes: {POSITION}, mode: 0, material: 0}]});
    json.nodes[0].children.push(json.nodes.length);
    const keys = [...(time > 0 ? [0] : []), time, ...(i + 1 < frames ? [times[i + 1]] : [])],
      animation = json.animations[0];
    animation.channels.push({sampler: animation.samplers.length, target: {node: json.nodes.length, path: 'scale'}});
    animation.samplers.push({
      input: add(floats(...keys), {componentType: 5126, count: keys.length, type: 'SCALAR', min: [0], max: [seconds]}),
      output: add(floats(...keys.flatMap((key) => (key === time ? [1, 1, 1] : [0, 0, 0]))), {
        componentType: 5126,
        count: keys.length,
        type: 'VEC3',
      }),
      interpolation: 'STEP',
    });
    json.nodes.push({
      name: `beads_${i}`,
      mesh: i,
      translation: [-0.5, 0.1 * (1 - time / seconds), -0.5],
      scale: time > 0 ? [0, 0, 0] : [1, 1, 1],
      extras: {grain_time: time},
    });
  });
  json.buffers = [{byteLength: at}];
  change(json);
  return glbOf(json, Buffer.concat(parts));
}
