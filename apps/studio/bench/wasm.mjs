// How fast peal.wasm is against the native engine, on the same work in one run:
//   node apps/studio/bench/wasm.mjs [--library libpeal-engine.a] [--bank file.pealbank] [--rounds 5]
// Both are timed in turns; the fastest round of each counts.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url)),
  root = path.join(here, '../../..');
const argument = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const library = argument('--library', path.join(root, 'build/release/libpeal-engine.a'));
const banks = path.join(root, 'build/studio/banks');
const bank = argument(
  '--bank',
  existsSync(banks)
    ? readdirSync(banks)
        .filter((f) => f.endsWith('.pealbank'))
        .map((f) => path.join(banks, f))[0]
    : '',
);
const rounds = Number(argument('--rounds', 5));
if (!existsSync(library))
  throw new Error(`${library} is missing: cmake --build build/release --target peal_engine_library, or --library`);

const out = path.join(root, 'build/studio-bench');
mkdirSync(out, {recursive: true});
execFileSync('make', ['-s', '-C', path.join(here, '../wasm'), `BENCH=${out}/bench.wasm`, `${out}/bench.wasm`], {
  stdio: 'inherit',
});
const native = path.join(out, 'native');
execFileSync(
  'c++',
  ['-std=c++20', '-O2', `-I${root}/include`, `${here}/native.cpp`, `${here}/work.cpp`, library, '-o', native],
  {stdio: 'inherit'},
);

const module = new WebAssembly.Module(readFileSync(path.join(out, 'bench.wasm')));
const imports = {};
for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 8;
const wasm = new WebAssembly.Instance(module, imports).exports;
wasm._initialize();
function placed(file) {
  const bytes = readFileSync(file),
    at = wasm.studio_allocate(bytes.length);
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

const work = [
  {name: 'friction pair, 3 modes', seconds: 10, native: ['friction', 1, 3], wasm: (s) => wasm.work_friction(1, 3, s)},
  {
    name: '16 friction pairs, 3 modes',
    seconds: 2,
    native: ['friction', 16, 3],
    wasm: (s) => wasm.work_friction(16, 3, s),
  },
  {name: '50 banks of 60 modes', seconds: 4, native: ['modes', 50, 60], wasm: (s) => wasm.work_modes(50, 60, s)},
];
if (bank) {
  const [at, size] = placed(bank);
  work.push({
    name: `engine, 50 x ${path.basename(bank, '.pealbank')}`,
    seconds: 3,
    native: ['engine', bank, 50],
    wasm: (s) => wasm.work_engine(at, size, 50, s),
  });
}
console.log('work                              native x real time   wasm x real time   wasm / native');
for (const {name, seconds, native: words, wasm: run} of work) {
  let best = [Infinity, Infinity],
    sums = [];
  for (let round = 0; round < rounds; ++round) {
    const [time, sum] = execFileSync(native, [...words, seconds].map(String))
      .toString()
      .split(' ')
      .map(Number);
    const begin = process.cpuUsage();
    sums = [sum, run(seconds)];
    const spent = process.cpuUsage(begin);
    best = [Math.min(best[0], time), Math.min(best[1], (spent.user + spent.system) * 1e-6)];
  }
  const unlike = Math.abs(sums[0] - sums[1]) > 1e-2 * Math.abs(sums[0]) ? `   sums differ: ${sums[0]} ${sums[1]}` : '';
  console.log(
    name.padEnd(32) +
      (seconds / best[0]).toFixed(0).padStart(20) +
      (seconds / best[1]).toFixed(0).padStart(19) +
      (best[0] / best[1]).toFixed(2).padStart(16) +
      unlike,
  );
}
