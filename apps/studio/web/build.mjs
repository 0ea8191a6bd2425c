// Builds the static site: node build.mjs [--out folder] [--only brake,door] [--dev]
// Enters: every *.html here whose src/<page>/main.ts exists, ../engine/src.
// Leaves: <out>/*.html, assets/ (bundles), engine/worklet.js beside engine/peal.wasm.
import {build} from 'esbuild';
import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const only = argument('--only')?.split(',');
const dev = process.argv.includes('--dev');
const out = path.resolve(argument('--out') ?? path.join(here, '../../../build/studio'));
const engine = path.join(here, '../engine/src');
const wasm = path.join(out, 'engine/peal.wasm');
if (!existsSync(wasm)) {
  console.error(`${wasm} is missing: make -C apps/studio/wasm first, or make studio for everything`);
  process.exit(1);
}

// A page may be played by another's script: <html data-entry="rub">. Otherwise its own folder.
async function pages() {
  const found = [];
  for (const file of (await readdir(here)).filter((name) => name.endsWith('.html'))) {
    const html = await readFile(path.join(here, file), 'utf8');
    const name = path.basename(file, '.html');
    if (only && !only.includes(name)) continue;
    const entry = /data-entry="(\w+)"/.exec(html)?.[1] ?? name;
    const script = path.join(here, 'src', entry, 'main.ts');
    if (existsSync(script)) found.push({name, html, entry, script});
    else console.warn(`${file}: left out, src/${entry}/main.ts is missing`);
  }
  return found;
}

const common = {
  bundle: true,
  minify: !dev,
  sourcemap: dev ? 'inline' : false,
  format: 'esm',
  target: 'es2022',
  legalComments: 'eof',
  logLevel: 'warning',
  absWorkingDir: here,
  metafile: true,
};

// The engine knows the presets; pages have them before any sound has begun.
const presets = {
  name: 'peal-presets',
  setup(bundle) {
    bundle.onResolve({filter: /^peal-presets$/}, ({path}) => ({path, namespace: 'peal-presets'}));
    bundle.onLoad({filter: /./, namespace: 'peal-presets'}, async () => {
      const code = await build({...common, metafile: false, write: false, entryPoints: [path.join(engine, 'wasm.ts')]});
      const {PealWasm} = await import(
        'data:text/javascript;base64,' + Buffer.from(code.outputFiles[0].contents).toString('base64')
      );
      const peal = new PealWasm(new WebAssembly.Module(await readFile(wasm)));
      return {contents: JSON.stringify(peal.rubPresets()), loader: 'json'};
    });
  },
};

const all = await pages();
const assets = path.join(out, 'assets');
await mkdir(path.join(out, 'engine'), {recursive: true});
const result = await build({
  ...common,
  plugins: [presets],
  splitting: true,
  outdir: assets,
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  entryPoints: Object.fromEntries(all.map((page) => [page.entry, page.script])),
});

// What a page needs at once: its script, its style, and the parts the script imports.
function needs(script) {
  const wanted = path.relative(here, script);
  const [file, info] = Object.entries(result.metafile.outputs).find(
    ([, output]) => output.entryPoint && path.normalize(output.entryPoint) === wanted,
  );
  const parts = new Set();
  const walk = (output) => {
    for (const part of output.imports)
      if (part.kind === 'import-statement' && !parts.has(part.path)) {
        parts.add(part.path);
        walk(result.metafile.outputs[part.path]);
      }
  };
  walk(info);
  return {file, style: info.cssBundle, parts: [...parts]};
}

// What an earlier build left; only now, so that a page that is being loaded finds its parts.
const made = new Set(Object.keys(result.metafile.outputs).map((file) => path.basename(file)));
for (const file of await readdir(assets))
  if (!only && !made.has(file)) await rm(path.join(assets, file), {force: true});

// The pages ask nobody else for anything, whatever a result or a link holds and whichever server they are on.
const kCharset = '<meta charset="utf-8">';
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'">`;

const url = (file) => 'assets/' + path.basename(file);
for (const page of all) {
  const {file, style, parts} = needs(page.script);
  const head = [
    style && `<link rel="stylesheet" href="${url(style)}">`,
    ...parts.map((part) => `<link rel="modulepreload" href="${url(part)}">`),
    `<script type="module" src="${url(file)}"></script>`,
  ]
    .filter(Boolean)
    .join('\n');
  const html = page.html.replace(kCharset, `${kCharset}\n${policy}`).replace('</head>', head + '\n</head>');
  await writeFile(path.join(out, page.name + '.html'), html);
  const sizes = await Promise.all([file, ...parts].map((name) => readFile(path.resolve(here, name))));
  const total = (measure) => Math.round(sizes.reduce((sum, s) => sum + measure(s), 0) / 1024);
  console.log(
    `${page.name}.html: scripts ${total((s) => s.length)} kB, ` + `${total((s) => gzipSync(s).length)} kB gzipped`,
  );
}

const worklet = path.join(engine, 'worklet.ts');
if (existsSync(worklet)) await build({...common, entryPoints: [worklet], outfile: path.join(out, 'engine/worklet.js')});
else console.warn('engine/worklet.js: left out, ../engine/src/worklet.ts is missing');
console.log(`engine/peal.wasm: ${Math.round((await stat(wasm)).size / 1024)} kB`);
