// The viewer's readers and its spectrogram without a browser: tables, damaged reports, the transform.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import path from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

const web = path.join(path.dirname(fileURLToPath(import.meta.url)), '../web');
const {build} = createRequire(path.join(web, 'package.json'))('esbuild');
const load = async (name) => {
  const {outputFiles} = await build({entryPoints: [path.join(web, 'src/view', name)], bundle: true, format: 'esm', write: false});
  return import('data:text/javascript;base64,' + Buffer.from(outputFiles[0].contents).toString('base64'));
};
const {csvRows, firstFrom, impulseText, kMaxImpacts, readEvents, strength} = await load('events.ts');
const {readReport} = await load('report.ts');
const {Fft, kRange, picture} = await load('spectrum.ts');

const kHead = 'time,kind,body_a,body_b,px,py,pz,impulse,closing_speed,normal_force,slip,roll,confidence\n';

test('tables are read as RFC 4180 says', () => {
  assert.deepEqual(csvRows('a,"b,""c""\nd"\r\n1,\n'), [['a', 'b,"c"\nd'], ['1', '']]);
  assert.deepEqual(csvRows(''), []);
  assert.deepEqual(csvRows('"open'), [['open']]);
});

test('impacts and contacts of a table', () => {
  const {impacts, contacts, left} = readEvents(kHead + '0.5,impact,"a,b",floor,1,2,3,0.25,2,,,,1\n0.6,slide,cup,floor,0,0,0,,,5,1,0,\n0.8,roll,cup,floor,0,0,0,,,5,0,1,\n' +
                                              '0.9,end,cup,floor,,,,,,,,,\nnonsense\nNaN,impact,x,y,,,,1,1,,,,1\n0.1,impact,x,y,,,,1,1,,,,1\n', 2);
  assert.deepEqual(impacts.map(({time, a}) => [time, a]), [[0.1, 'x'], [0.5, 'a,b']]);
  assert.deepEqual(impacts[1].at, [1, 2, 3]);
  assert.equal(impacts[0].at, undefined);
  assert.deepEqual(contacts.map(({kind, from, to}) => [kind, from, to]), [['slide', 0.6, 0.8], ['roll', 0.8, 0.9]]);
  assert.equal(left, 0);
  assert.equal(firstFrom(impacts, 0.5), 1);
  assert.throws(() => readEvents('a,b\n1,2\n', 1), /time/);
});

test('of too many impacts the strongest stay, in order of time', () => {
  const rows = Array.from({length: kMaxImpacts + 500}, (_, i) => `${i * 1e-4},impact,a,b,,,,${i % 100 === 0 ? 1e-6 : 1},1,,,,1`);
  const {impacts, left} = readEvents(kHead + rows.join('\n'), 10);
  assert.equal(impacts.length, kMaxImpacts);
  assert.equal(left, 500);
  assert.ok(impacts.filter(({impulse}) => impulse < 1).length < 1);
  assert.ok(impacts.every((one, i) => i === 0 || one.time >= impacts[i - 1].time));
});

test('impulses as people say them', () => {
  assert.deepEqual([154.484, 0.203356, 1.5e-5].map(impulseText), ['154 N s', '203 mN s', '15 µN s']);
  assert.equal(strength(1, 1), 1);
  assert.ok(Math.abs(strength(0.01, 1) - 0.5) < 1e-12);
});

test('a damaged report ends in a sentence, a strange one is not believed', () => {
  assert.throws(() => readReport('{'), /damaged/);
  for (const text of ['null', '[]', '{}', '{"listeners": 3}', '{"listeners": [{"name": "x"}]}']) assert.throws(() => readReport(text), /names no listener/, text);
  const {listeners, duration, warnings} = readReport('{"duration_s": "x", "warnings": [1, "y"], "listeners": [{"name": "main", "file": "main.wav", "rate_hz": null, "stems": ["main-a-b.wav", 7]}]}');
  assert.equal(duration, 0);
  assert.deepEqual(warnings, ['y']);
  assert.equal(listeners[0].rate, 48000);
  assert.deepEqual(listeners[0].stems, [{file: 'main-a-b.wav', name: 'a-b'}]);
});

test('the transform is the Fourier sum', () => {
  const n = 64, re = Float64Array.from({length: n}, (_, i) => Math.sin(i * i)), im = Float64Array.from({length: n}, (_, i) => Math.cos(3 * i));
  const a = re.slice(), b = im.slice();
  new Fft(n).run(a, b);
  for (let k = 0; k < n; ++k) {
    let x = 0, y = 0;
    for (let i = 0; i < n; ++i) {
      const c = Math.cos(2 * Math.PI * k * i / n), s = Math.sin(2 * Math.PI * k * i / n);
      x += re[i] * c + im[i] * s;
      y += im[i] * c - re[i] * s;
    }
    assert.ok(Math.hypot(a[k] - x, b[k] - y) < 1e-11);
  }
});

test('a tone is where it belongs, with its level; the envelope is that of the samples', async () => {
  const rate = 48000, tone = (f, a) => Float32Array.from({length: rate}, (_, i) => a * Math.sin(2 * Math.PI * f * i / rate));
  const data = [tone(1000, 0.5), tone(8000, 0.05)];   // left and right, 20 dB apart
  const shown = await picture({sampleRate: rate, numberOfChannels: 2, getChannelData: (c) => data[c]}, 0, 1, 100, () => false);
  const column = shown.levels.subarray(50 * shown.rows, 51 * shown.rows), row = (f) => Math.floor(Math.log(f / 50) / Math.log(20000 / 50) * shown.rows);
  const peak = (f) => Math.max(...column.subarray(row(f) - 2, row(f) + 3));
  assert.equal(peak(1000), 255);
  assert.ok(Math.abs((255 - peak(8000)) / 255 * kRange - 20) < 1.5);
  assert.ok(column[row(3000)] < 60);
  assert.ok(Math.abs(shown.high[50] - 0.5) < 1e-3 && Math.abs(shown.low[50] + 0.5) < 1e-3);
  assert.equal(await picture({sampleRate: rate, numberOfChannels: 1, getChannelData: () => new Float32Array(48000 * 600)}, 0, 600, 1600, () => true), undefined, 'stops when asked');
});
