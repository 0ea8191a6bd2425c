// Makes dist/ for `npm pack`: node build.mjs. Needs ../web's tools (npm ci there) and peal.wasm
// (make -C ../wasm).
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {copyFile, mkdir, rm} from 'node:fs/promises';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url)),
  dist = path.join(here, 'dist');
const tools = createRequire(path.join(here, '../web/package.json'));
const root = path.join(here, '../../..');
const wasm = path.join(process.env.PEAL_STUDIO ?? path.join(root, 'build/studio'), 'engine/peal.wasm');
if (!existsSync(wasm)) throw new Error(`${wasm} is missing: make -C ${path.join(here, '../wasm')}`);

await rm(dist, {recursive: true, force: true});
await mkdir(dist, {recursive: true});
await tools('esbuild').build({
  entryPoints: ['index', 'wasm', 'worklet'].map((name) => path.join(here, 'src', name + '.ts')),
  outdir: dist,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
const tsc = path.join(path.dirname(tools.resolve('typescript/package.json')), 'bin/tsc');
execFileSync(
  process.execPath,
  [tsc, '-p', here, '--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', dist],
  {stdio: 'inherit'},
);
await copyFile(wasm, path.join(dist, 'peal.wasm'));
await copyFile(path.join(root, 'LICENSE'), path.join(here, 'LICENSE')); // npm packs what lies here
