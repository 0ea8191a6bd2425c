#!/usr/bin/env node
// Packs the bodies of the benches into banks for the browser, and lists them in index.json.
// In:  the scenes beside this file; the program `peal` (first argument, or build/release's).
// Out: build/studio/banks/BODY.pealbank (or the folder of the second argument) and index.json.
// Every object of a scene gets a bank of its own, so that a page loads no more than it plays; those
// called beater-... and slider-... are what one strikes and scrapes with, and are in each of them.
// A bank that is younger than its scene is kept; --force packs all anew.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const force = process.argv.includes('--force');
const program = path.resolve(words[0] ?? path.join(root, 'build/release/apps/cli/peal'));
const out = path.resolve(words[1] ?? path.join(root, 'build/studio/banks'));
const isTool = (object) => /^(beater|slider)-/.test(object.name);

function fail(sentence) {
  console.error(`pack: ${sentence}`);
  process.exit(1);
}

/** One body and the tools of its scene, packed; the bank appears whole or not at all. */
function packBody(scene, body, tools, bank) {
  const small = `${bank}.scene.json`;
  fs.writeFileSync(small, JSON.stringify({...scene, name: body.name, objects: [body, ...tools]}));
  const run = spawnSync(program, ['pack', small, '-o', bank, '-q'], {encoding: 'utf8'});
  fs.rmSync(small);
  if (run.error) fail(`${program} does not start (${run.error.message}); build it: make program`);
  if (run.status !== 0) fail(`${body.name}: ${run.stderr || `peal ended with ${run.signal}`}`);
}

fs.mkdirSync(out, {recursive: true});
const index = [];
const started = Date.now();
let packed = 0;
for (const file of fs
  .readdirSync(here)
  .filter((name) => name.endsWith('.json'))
  .sort()) {
  const source = path.join(here, file);
  const scene = JSON.parse(fs.readFileSync(source, 'utf8'));
  const tools = scene.objects.filter(isTool);
  const entry = {name: scene.name, sentence: scene.comment, tools: tools.map((t) => t.name)};
  entry.bodies = scene.objects
    .filter((object) => !isTool(object))
    .map((body) => {
      const bank = path.join(out, `${body.name}.pealbank`);
      // Two scenes may not claim one file.
      if (index.some((other) => other.bodies.some((b) => b.name === body.name)))
        fail(`${file}: ${body.name} is in another scene too; give it another name`);
      const old = fs.existsSync(bank) ? fs.statSync(bank).mtimeMs : 0;
      if (force || old < fs.statSync(source).mtimeMs) {
        packBody(scene, body, tools, bank);
        ++packed;
      }
      const [, material] = body.name.split('-');
      return {name: body.name, material, of: body.material, file: path.basename(bank), bytes: fs.statSync(bank).size};
    });
  index.push(entry);
}
fs.writeFileSync(path.join(out, 'index.json'), JSON.stringify({scenes: index}, null, 1));
const all = index.flatMap((entry) => entry.bodies);
const megabytes = all.reduce((sum, body) => sum + body.bytes, 0) / 1e6;
console.log(
  `${all.length} banks, ${megabytes.toFixed(1)} MB, ${packed} packed in ` +
    `${((Date.now() - started) / 1000).toFixed(0)} s: ${out}`,
);
