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
