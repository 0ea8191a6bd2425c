#!/usr/bin/env node
// Renders the results that the viewer offers to those who have none of their own.
// In:  scenes/*.json as listed here; the program `peal` (first argument, or build/release's).
// Out: build/studio/examples/NAME/ (or below the folder of the second argument), each with what the viewer reads
//      and a list index.json as the server makes it; examples/index.json lists them all.
// An example that is younger than its scene and this file is kept; --force renders all anew.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const kExamples = [
  {name: 'bowl', label: 'Bowl', stems: 'mechanisms'},
  {name: 'wind_chime', label: 'Wind chime', stems: 'groups'},
  {name: 'dice', label: 'Dice', stems: 'mechanisms'},
];
const isRead = (file) => /^(report\.json|motion\.glb|events\.csv|.*\.wav)$/.test(file);

const self = fileURLToPath(import.meta.url);
const root = path.resolve(path.dirname(self), '../../..');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const force = process.argv.includes('--force');
const program = path.resolve(words[0] ?? path.join(root, 'build/release/apps/cli/peal'));
const out = path.resolve(words[1] ?? path.join(root, 'build/studio/examples'));
const age = (file) => (fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0);

function fail(sentence) {
  console.error(`examples: ${sentence}`);
  process.exit(1);
}

/** Renders into a folder beside its own, which appears whole or not at all. */
function render({name, stems}, source, folder) {
  const work = fs.mkdtempSync(path.join(out, '.new-'));
  const scene = JSON.parse(fs.readFileSync(source, 'utf8'));
  fs.writeFileSync(path.join(work, `${name}.json`), JSON.stringify({...scene, output: {...scene.output, stems}}));
  const command = ['render', `${name}.json`, '-o', 'made', '--quality', 'draft', '--no-pictures', '-q'];
  const run = spawnSync(program, command, {cwd: work, encoding: 'utf8'});
  if (run.error) fail(`${program} does not start (${run.error.message}); build it: make program`);
  if (run.status !== 0) fail(`${name}: ${run.stderr || `peal ended with ${run.signal}`}`);
  const made = path.join(work, 'made');
  for (const file of fs.readdirSync(made)) if (!isRead(file)) fs.rmSync(path.join(made, file));
  const files = fs
    .readdirSync(made)
    .sort()
    .map((file) => ({name: file, size: fs.statSync(path.join(made, file)).size}));
  fs.writeFileSync(path.join(made, 'index.json'), JSON.stringify({peal_result: 1, name, files, truncated: false}));
  fs.rmSync(folder, {recursive: true, force: true});
  fs.renameSync(made, folder);
  fs.rmSync(work, {recursive: true});
}

fs.mkdirSync(out, {recursive: true});
for (const stale of fs.readdirSync(out).filter((name) => name.startsWith('.new-')))
  fs.rmSync(path.join(out, stale), {recursive: true}); // of a run that was stopped
const started = Date.now();
let rendered = 0;
for (const example of kExamples) {
  const source = path.join(root, 'scenes', `${example.name}.json`);
  const folder = path.join(out, example.name);
  if (!force && age(path.join(folder, 'index.json')) > Math.max(age(source), age(self))) continue;
  render(example, source, folder);
  ++rendered;
}
const list = kExamples.map(({name, label}) => ({name, label}));
fs.writeFileSync(path.join(out, 'index.json'), JSON.stringify({examples: list}));
console.log(
  `${kExamples.length} examples, ${rendered} rendered in ${((Date.now() - started) / 1000).toFixed(0)} s: ${out}`,
);
