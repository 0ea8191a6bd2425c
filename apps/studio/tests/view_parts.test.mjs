// The viewer's readers and its spectrogram without a browser: tables, damaged reports, the transform.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import path from 'node:path';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {crowdGlb, glbOf, triangleGlb} from './result.mjs';

const web = path.join(path.dirname(fileURLToPath(import.meta.url)), '../web');
const {build} = createRequire(path.join(web, 'package.json'))('esbuild');
/** What these files export, in one bundle: classes of one are those of the others. */
const load = async (...names) => {
  const {outputFiles} = await build({
    stdin: {
      contents: names.map((name) => `export * from './${name}';`).join('\n'),
      resolveDir: path.join(web, 'src/view'),
    },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return import('data:text/javascript;base64,' + Buffer.from(outputFiles[0].contents).toString('base64'));
};
const {csvRows, firstFrom, impulseText, kMaxImpacts, MissingFile, readEvents, readHappened, strength} = await load(
  'events.ts',
  'csv.ts',
  'result.ts',
);
const {fittingGain, measure, peakOf, peakOfSum, softerText} = await load('full_scale.ts');
const {landings} = await load('landings.ts');
const {leadSentence, leftOutText} = await load('lead.ts');
const {kMaxNodes, motionProblem, refuseTrack, refuseUnfit} = await load(
  'motion_file.ts',
  'glb_limits.ts',
  'motion_track.ts',
);
const {rateInHead, soundProblem} = await load('sound_file.ts');
const {disagreement, fillsUp, kMaxLength} = await load('sound_length.ts');
const {numberlessText, silenceNumberless} = await load('sound_numbers.ts');
const {readReport} = await load('report.ts');
const {Fft, kRange, picture} = await load('spectrum.ts');

const kHead = 'time,kind,body_a,body_b,px,py,pz,impulse,closing_speed,normal_force,slip,roll,confidence\n';

test('tables are read as RFC 4180 says', () => {
  assert.deepEqual(csvRows('a,"b,""c""\nd"\r\n1,\n'), [
    ['a', 'b,"c"\nd'],
    ['1', ''],
  ]);
  assert.deepEqual(csvRows(''), []);
  assert.deepEqual(csvRows('"open'), [['open']]);
});

test('names and lines of a table beyond a sane length are cut', () => {
  const long = 'n'.repeat(100000),
    rows = csvRows(`a,${long},"${long}"\n${','.repeat(5000)}\n1,2\n`);
  assert.deepEqual(
    rows[0].map((cell) => cell.length),
    [1, 200, 200],
  );
  assert.equal(rows[1].length, 64);
  assert.deepEqual(rows[2], ['1', '2']);
  assert.equal(readEvents(`${kHead}0.5,impact,${long},b,,,,1,1,,,,1\n`, 1).impacts[0].a.length, 200);
});

test('impacts and contacts of a table', () => {
  const {impacts, contacts, left} = readEvents(
    kHead +
      '0.5,impact,"a,b",floor,1,2,3,0.25,2,,,,1\n0.6,slide,cup,floor,0,0,0,,,5,1,0,\n0.8,roll,cup,floor,0,0,0,,,5,0,1,\n' +
      '0.9,end,cup,floor,,,,,,,,,\nnonsense\nNaN,impact,x,y,,,,1,1,,,,1\n0.1,impact,x,y,,,,1,1,,,,1\n',
    2,
  );
  assert.deepEqual(
    impacts.map(({time, a}) => [time, a]),
    [
      [0.1, 'x'],
      [0.5, 'a,b'],
    ],
  );
  assert.deepEqual(impacts[1].at, [1, 2, 3]);
  const matter = readEvents(kHead + '0.1,touch,rod,plate,0,0,0,2,,,,,1\n0.2,hit,sand,cup,0,0,0,1,3,,,,1\n', 1);
  assert.deepEqual(
    matter.impacts.map(({a, b, impulse, speed}) => [a, b, impulse, speed]),
    [
      ['rod', 'plate', 2, 0],
      ['sand', 'cup', 1, 3],
    ],
  );
  assert.equal(impacts[0].at, undefined);
  assert.deepEqual(
    contacts.map(({kind, from, to}) => [kind, from, to]),
    [
      ['slide', 0.6, 0.8],
      ['roll', 0.8, 0.9],
    ],
  );
  assert.equal(left, 0);
  assert.equal(firstFrom(impacts, 0.5), 1);
  assert.throws(() => readEvents('a,b\n1,2\n', 1), /time/);
});

test('of too many impacts the strongest stay, in order of time', () => {
  const rows = Array.from(
    {length: kMaxImpacts + 500},
    (_, i) => `${i * 1e-4},impact,a,b,,,,${i % 100 === 0 ? 1e-6 : 1},1,,,,1`,
  );
  const {impacts, left} = readEvents(kHead + rows.join('\n'), 10);
  assert.equal(impacts.length, kMaxImpacts);
  assert.equal(left, 500);
  assert.ok(impacts.filter(({impulse}) => impulse < 1).length < 1);
  assert.ok(impacts.every((one, i) => i === 0 || one.time >= impacts[i - 1].time));
});

test('an empty list of impacts has its reason', async () => {
  const from = (text) => ({
    bytes: async (file) => {
      if (text === undefined) throw new MissingFile(file);
      return new TextEncoder().encode(text).buffer;
    },
  });
  const reason = async (text, impacts) => (await readHappened(from(text), {duration: 1, impacts}))[1];
  assert.equal(await reason(undefined, 170), 'There is no events.csv in this result.');
  assert.equal(await reason(kHead, 0), 'Nothing hits anything here.');
  assert.match(await reason(kHead, 170), /none of the 170 impacts/);
  assert.match(await reason('a,b\n', 170), /no columns/);
});

test('impacts of a pair within a millisecond share a row: impulses add up, the lanes keep all', () => {
  const impact = (time, a, b, impulse, speed = 1) => ({time, a, b, impulse, speed});
  const flat = Array.from({length: 60}, (_, i) => impact(0.5 + i * 1e-5, 'plate', 'floor', 0.1, 1 + i));
  const all = [
    ...flat,
    impact(0.5004, 'ball', 'floor', 3),
    impact(0.5009, 'floor', 'plate', 1),
    impact(0.5011, 'plate', 'floor', 2),
  ].sort((x, y) => x.time - y.time);
  const rows = landings(all);
  assert.deepEqual(
    rows.map(({time, a, count}) => [time, a, count]),
    [
      [0.5, 'plate', 61],
      [0.5004, 'ball', 1],
      [0.5011, 'plate', 1],
    ],
  );
  assert.ok(Math.abs(rows[0].impulse - 7) < 1e-9);
  assert.equal(rows[0].speed, 60);
  assert.ok(all[0].impulse === 0.1 && all[0].count === undefined, 'what was given stays');
});

test('impulses as people say them', () => {
  assert.deepEqual([154.484, 0.203356, 1.5e-5].map(impulseText), ['154 N s', '203 mN s', '15 µN s']);
  assert.equal(strength(1, 1), 1);
  assert.ok(Math.abs(strength(0.01, 1) - 0.5) < 1e-12);
});

test('a damaged report ends in a sentence, a strange one is not believed', () => {
  assert.throws(() => readReport('{'), /damaged/);
  for (const text of ['null', '[]', '{}', '{"listeners": 3}', '{"listeners": [{"name": "x"}]}'])
    assert.throws(() => readReport(text), /names no listener/, text);
  const {listeners, duration, warnings} = readReport(
    '{"duration_s": "x", "warnings": [1, "y"], "listeners": [{"name": "main", "file": "main.wav", "rate_hz": null, "stems": ["main-a-b.wav", 7]}]}',
  );
  assert.equal(duration, 0);
  assert.deepEqual(warnings, ['y']);
  assert.equal(listeners[0].rate, 48000);
  assert.deepEqual(listeners[0].stems, [{file: 'main-a-b.wav', name: 'a-b'}]);
});

const sound = (...data) => ({
  length: data[0].length,
  duration: data[0].length / 48000,
  numberOfChannels: data.length,
  getChannelData: (c) => data[c],
});

test('full scale: the peak of any sum of stems is exact, what fits is left as it is', () => {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
  const stem = () => Float32Array.from({length: 5000}, (_, i) => random() * (i % 1300 < 40 ? 4 : 0.3));
  const stems = Array.from({length: 4}, () => sound(stem(), stem())),
    measured = stems.map(measure);
  for (const chosen of [[0], [1, 3], [0, 1, 2, 3]]) {
    let most = 0;
    for (const c of [0, 1])
      for (let i = 0; i < 5000; ++i)
        most = Math.max(most, Math.abs(chosen.reduce((sum, k) => sum + stems[k].getChannelData(c)[i], 0)));
    assert.ok(
      Math.abs(
        peakOfSum(
          chosen.map((k) => measured[k]),
          0,
        ) - most,
      ) < 1e-5,
    );
    assert.equal(
      peakOfSum(
        chosen.map((k) => measured[k]),
        100,
      ),
      100,
    );
  }
  assert.equal(peakOfSum([], 1), 1);
  assert.equal(peakOf(measure(sound(Float32Array.of(0.1, -10.8), Float32Array.of(0.2, 3)))), Math.fround(10.8));
  assert.equal(fittingGain(1), 1);
  assert.ok(Math.fround(10.8) * fittingGain(10.8) <= 1 && fittingGain(10.8) > 0.99 / 10.8);
  assert.equal(
    softerText(fittingGain(10.8)),
    'Played 20.7 dB softer, so that it fits full scale; the file is untouched.',
  );
  assert.equal(softerText(1), '');
});

test('a sound that is not what the report says is told in a sentence', () => {
  const tone = () => Float32Array.from({length: 48000}, (_, i) => Math.sin(i)),
    said = {file: 'main.wav', rate: 48000, channels: 2, frames: 48000, peakDb: 90};
  assert.equal(soundProblem(sound(tone(), tone()), 48000, said), undefined);
  assert.equal(soundProblem(sound(tone(), tone()), undefined, {...said, frames: undefined}), undefined);
  assert.match(
    soundProblem(sound(tone(), tone()), 48000, {...said, frames: 144000}),
    /^main\.wav ends after 1 s of 3 s: render again$/,
  );
  assert.match(
    soundProblem(sound(tone(), tone()), 48000, {...said, frames: 24000}),
    /lasts 1 s, by report\.json 0\.5 s/,
  );
  assert.match(soundProblem(sound(tone()), 48000, said), /has 1 channel, by report\.json 2/);
  assert.match(soundProblem(sound(tone(), tone()), 44100, said), /44100 samples per second, by report\.json 48000/);
  const nothing = new Float32Array(48000);
  assert.match(soundProblem(sound(nothing, nothing), 48000, said), /is silent, by report\.json it has 90\.0 dB SPL/);
  assert.equal(soundProblem(sound(nothing, nothing), 48000, {...said, peakDb: undefined}), undefined);
  const wav = Buffer.alloc(60);
  wav.write('RIFF....WAVEodd ', 'latin1');
  wav.writeUInt32LE(3, 16); // an odd chunk is padded
  wav.write('fmt ', 24);
  wav.writeUInt32LE(16, 28);
  wav.writeUInt32LE(44100, 36);
  const bytes = (some) => new Uint8Array(some).buffer;
  assert.equal(rateInHead(bytes(wav)), 44100);
  const flac = Buffer.alloc(42);
  flac.write('fLaC');
  flac.writeUInt32BE(96000 * 4096 + 0x2f0, 18);
  assert.equal(rateInHead(bytes(flac)), 96000);
  for (const some of [wav.subarray(0, 20), Buffer.alloc(0), Buffer.from('fLaC')])
    assert.equal(rateInHead(bytes(some)), undefined);
});

test('the sentence over the picture says what is left', () => {
  assert.match(leadSentence({stems: true}), /^Press play/);
  assert.equal(leadSentence({stems: false, noSound: 'main.wav is missing'}), 'main.wav is missing: the picture alone.');
  assert.equal(
    leadSentence({stems: false, noMotion: 'There is no motion.glb in this result'}),
    'There is no motion.glb in this result: sound only.',
  );
  assert.equal(
    leadSentence({stems: true, noSound: 'main.wav is missing', noMotion: 'motion.glb is cut off', motionDamaged: true}),
    'main.wav is missing. Solo a stem to hear it. motion.glb is cut off. Render again.',
  );
});

test('why a motion cannot be shown', () => {
  const head = new DataView(new ArrayBuffer(3000));
  [0x46546c67, 2, 104040].forEach((value, i) => head.setUint32(4 * i, value, true));
  assert.equal(motionProblem(head.buffer, new RangeError('x')), 'motion.glb is cut off (3000 of 104040 bytes)');
  assert.equal(motionProblem(new ArrayBuffer(5)), 'motion.glb is cut off (5 of at least 12 bytes)');
  head.setUint32(8, 3000, true);
  assert.equal(
    motionProblem(head.buffer, new Error('THREE.GLTFLoader: JSON content not found.')),
    'motion.glb cannot be shown (JSON content not found)',
  );
});

test('a motion that asks for more than its bytes hold, or than a page can show, is refused before it is built', () => {
  const problem = (file) => {
    const bytes = new Uint8Array(file).buffer;
    try {
      refuseUnfit(bytes);
    } catch (error) {
      return motionProblem(bytes, error);
    }
    return undefined;
  };
  const changed = (change) => problem(triangleGlb({change}));
  assert.equal(problem(triangleGlb()), undefined);
  const nodes = (count) =>
    changed((json) => {
      json.nodes = Array.from({length: count}, () => ({}));
      json.scenes[0].nodes = [...json.nodes.keys()];
    });
  assert.equal(nodes(kMaxNodes), undefined);
  assert.equal(nodes(100000), 'motion.glb has 100000 nodes, more than the 5000 that a page can show');
  const accessor = (change) => changed(({accessors}) => Object.assign(accessors[0], change));
  for (const change of [{count: 1e9}, {count: 4}, {bufferView: undefined}, {bufferView: 9}, {type: 'VEC99'}])
    assert.match(
      accessor(change),
      /^motion\.glb is damaged \(accessor 0 names .+ values that the file does not hold\)$/,
    );
  assert.match(accessor({count: -3}), /damaged \(accessor 0/);
  assert.match(
    changed((json) => (json.bufferViews[0].byteLength = 1e12)),
    /damaged \(buffer view 0 is larger than the file\)/,
  );
  assert.match(
    changed((json) => json.bufferViews.push(...Array(100).fill({buffer: 0, byteLength: 68}))),
    /larger than the file/,
  );
  assert.match(
    changed((json) => (json.buffers[0].uri = 'http://127.0.0.1:9/b.bin')),
    /in another file, http/,
  );
  assert.match(
    changed((json) => (json.nodes[0].children = [0])),
    /node 0 is named twice/,
  );
  assert.match(
    changed((json) => (json.scenes[0].nodes = [7])),
    /there is no node 7/,
  );
  const shared = (json) => (json.animations[0].channels = Array(1000).fill(json.animations[0].channels[0])),
    times = Array.from({length: 100}, (_, i) => i);
  assert.match(
    problem(triangleGlb({times, values: Array(300).fill(0), change: shared})),
    /more values than the file holds/,
  );
  assert.match(
    changed((json) => (json.meshes[0].primitives = Array(60000).fill({attributes: {}}))),
    /has 60000 parts of meshes/,
  );
  for (const json of [null, 3, [], {nodes: 7, accessors: {}, scenes: [null]}])
    assert.equal(problem(glbOf(json)), undefined);
  assert.equal(
    problem(Buffer.from('{"asset": {"version": "2.0"}}')),
    'motion.glb cannot be shown (it is no binary glTF 2.0)',
  );
  assert.equal(problem(Buffer.alloc(0)), 'motion.glb is cut off (0 of at least 12 bytes)');
  const twice = Buffer.concat([triangleGlb(), triangleGlb().subarray(12)]);
  assert.match(problem(twice), /two scenes/);
});

test('crowds and bones have limits, too', () => {
  const problem = (file) => {
    const bytes = new Uint8Array(file).buffer;
    try {
      refuseUnfit(bytes);
    } catch (error) {
      return motionProblem(bytes, error);
    }
    return undefined;
  };
  assert.equal(problem(crowdGlb()), undefined);
  const stride = (byteStride) =>
    problem(crowdGlb({change: ({bufferViews: [first]}) => Object.assign(first, {byteStride})}));
  for (const bad of [12, 1e9, 0.5, -8, 'x'])
    assert.match(stride(bad), /^motion\.glb is damaged \(accessor 0 names 8 values that the file does not hold\)$/);
  const bent = (json) => {
    json.skins = [{joints: Array(1000).fill(0)}];
    json.nodes = Array.from({length: 100}, () => ({mesh: 0, skin: 0}));
    json.scenes[0].nodes = [...json.nodes.keys()];
  };
  assert.equal(
    problem(triangleGlb({change: bent})),
    'motion.glb has 100000 bones, more than the 50000 that a page can show',
  );
});

const crowdParts = await load('crowd_view.ts', 'motion_file.ts', '../../node_modules/three/build/three.module.js');

/** A scene as the loader makes it: grain i of frame k is at (i, k, 0), 5 of them in the first frame, then 10. */
function crowdScene({times = [0, 1, 2], counts = [5, 10, 10], many = 1, grains = {count: 12, radius: 0.1}} = {}) {
  const {AnimationClip, Group, InterleavedBuffer, InterleavedBufferAttribute, Points, VectorKeyframeTrack} = crowdParts;
  const scene = new Group(),
    node = new Group(),
    tracks = [];
  node.userData = {grains};
  scene.add(node);
  times.forEach((time, k) => {
    const frame = new Points(),
      places = new Float32Array(4 * counts[k] * many);
    for (let i = 0; i < counts[k] * many; ++i) places.set([i / 10, k, 0, 0], 4 * i);
    frame.geometry.setAttribute('position', new InterleavedBufferAttribute(new InterleavedBuffer(places, 4), 3, 0));
    frame.name = `frame${k}`;
    frame.userData = {grain_time: time};
    frame.scale.setScalar(k === 0 ? 10 : 0);
    tracks.push(
      new VectorKeyframeTrack(
        `frame${k}.scale`,
        [0, 1, 2],
        [0, 1, 2].flatMap((at) => (at === k ? [10, 1, 1] : [0, 0, 0])),
      ),
    );
    node.add(frame);
  });
  tracks.push(new VectorKeyframeTrack('ball.position', [0, 1], [0, 0, 0, 1, 1, 1]));
  return {scene, clip: new AnimationClip('motion', 2, tracks)};
}

test('a crowd is taken out of a scene and drawn between its frames', () => {
  const {scene, clip} = crowdScene(),
    {crowds, grains, drawn} = crowdParts.takeCrowds(scene, clip, 100);
  assert.deepEqual([grains, drawn, crowds.length, scene.children.length], [12, 10, 1, 0]);
  assert.deepEqual(
    clip.tracks.map(({name}) => name),
    ['ball.position'],
    'the frames are no nodes any more',
  );
  const {points} = crowds[0],
    {uniforms} = points.material;
  crowds[0].show(0.25);
  assert.equal(uniforms.part.value, 0.25);
  assert.equal(points.geometry.drawRange.count, 5, 'those that are poured later are not there yet');
  assert.deepEqual(uniforms.size.value.toArray(), [10, 10, 10]);
  assert.equal(points.geometry.getAttribute('next').getY(4), 1);
  crowds[0].show(1.5);
  assert.deepEqual([uniforms.part.value, points.geometry.drawRange.count], [0.5, 10]);
  crowds[0].show(7);
  assert.equal(uniforms.part.value, 0, 'the last frame stays');
  crowds[0].show(-1);
  assert.equal(points.visible, false);
});

test('of too many grains every so-manieth is drawn', () => {
  const {scene, clip} = crowdScene({many: 100}),
    {crowds, drawn} = crowdParts.takeCrowds(scene, clip, 240);
  assert.equal(drawn, 250, 'one in four: 240 or more');
  crowds[0].show(1);
  const places = crowds[0].points.geometry.getAttribute('position');
  assert.equal(places.count, 250);
  assert.ok(Math.abs(places.getX(249) - 99.6) < 1e-4, 'from all over the crowd');
});

test('frames of a crowd without order or places are refused', () => {
  for (const wrong of [{times: [0, 2, 1]}, {times: [0, 1, NaN]}, {counts: [5, 0, 5]}]) {
    const {scene, clip} = crowdScene(wrong);
    assert.throws(() => crowdParts.takeCrowds(scene, clip, 100), /motion\.glb is damaged \(.*grains/);
  }
  const {scene, clip} = crowdScene({grains: 7});
  assert.equal(crowdParts.takeCrowds(scene, clip, 100).crowds.length, 0);
});

test('what is left out of a crowd is told', () => {
  assert.equal(leftOutText({drawn: 20000, all: 100000}), '20000 of 100000 grains are shown');
  assert.equal(leftOutText({drawn: 5, all: 5}), undefined);
  assert.match(
    leadSentence({stems: true, leftOut: '2 of 3 grains are shown'}),
    /^Press play.* 2 of 3 grains are shown\.$/,
  );
});

test('tracks that three.js would follow for ever are refused', () => {
  const track = (name, times, values, valid = true) => ({
    name,
    times: Float32Array.from(times),
    values: Float32Array.from(values),
    getValueSize: () => values.length / times.length,
    validate: () => valid,
  });
  refuseTrack(track('ball.position', [0, 1], [0, 0, 0, 1, 1, 1]));
  refuseTrack(track('ball.quaternion', [0], [0, 0, 0, 1]));
  for (const [bad, said] of [
    [track('ball.position', [0, 1, 2, 3, 4, 5], [0, 0, 0]), /has 6 times and 1 values of position/],
    [track('ball.position', [0], [0, 0, 0, 0]), /has 1 times/],
    [track('ball.quaternion', [0], [0, 0, 0]), /values of quaternion/],
    [track('ball.scale', [], []), /has 0 times/],
    [track('ball.morphTargetInfluences', [0], [1]), /animates morphTargetInfluences/],
    [track('ball.position', [0, Infinity], [0, 0, 0, 1, 1, 1]), /no numbers/],
    [track('ball.position', [0], [0, NaN, 0]), /no numbers/],
    [track('ball.position', [1, 0], [0, 0, 0, 1, 1, 1], false), /out of order/],
  ])
    assert.throws(() => refuseTrack(bad), said);
});

test('samples that are no numbers become silent and are counted', () => {
  const left = Float32Array.of(0.5, Infinity, -Infinity),
    right = Float32Array.of(NaN, 0.25, 3e38);
  assert.equal(silenceNumberless(sound(left, right)), 3);
  assert.deepEqual([...left, ...right], [0.5, 0, 0, 0, 0.25, Math.fround(3e38)]);
  assert.equal(silenceNumberless(sound(left, right)), 0);
  assert.equal(numberlessText('main.wav', 0), '');
  assert.equal(numberlessText('main.wav', 3), 'main.wav has 3 samples that are no numbers; they are silent here');
});

test('a length in report.json is believed as far as it is plausible', () => {
  assert.ok(fillsUp(0.52, 3) && fillsUp(0.1, 600) && fillsUp(1800, kMaxLength));
  for (const [got, wanted] of [
    [3, 1e9 / 48000],
    [3, 144000],
    [3, 700],
    [3600, 7200],
    [3, Infinity],
  ])
    assert.equal(fillsUp(got, wanted), false, `${got} of ${wanted} s`);
  assert.equal(
    disagreement('main.wav', 3, 144000),
    'report.json and main.wav disagree: main.wav lasts 3 s, by report.json 144000 s. Render again',
  );
});

test('the transform is the Fourier sum', () => {
  const n = 64,
    re = Float64Array.from({length: n}, (_, i) => Math.sin(i * i)),
    im = Float64Array.from({length: n}, (_, i) => Math.cos(3 * i));
  const a = re.slice(),
    b = im.slice();
  new Fft(n).run(a, b);
  for (let k = 0; k < n; ++k) {
    let x = 0,
      y = 0;
    for (let i = 0; i < n; ++i) {
      const c = Math.cos((2 * Math.PI * k * i) / n),
        s = Math.sin((2 * Math.PI * k * i) / n);
      x += re[i] * c + im[i] * s;
      y += im[i] * c - re[i] * s;
    }
    assert.ok(Math.hypot(a[k] - x, b[k] - y) < 1e-11);
  }
});

test('a tone is where it belongs, with its level; the envelope is that of the samples', async () => {
  const rate = 48000,
    tone = (f, a) => Float32Array.from({length: rate}, (_, i) => a * Math.sin((2 * Math.PI * f * i) / rate));
  const data = [tone(1000, 0.5), tone(8000, 0.05)]; // left and right, 20 dB apart
  const shown = await picture(
    {sampleRate: rate, numberOfChannels: 2, getChannelData: (c) => data[c]},
    0,
    1,
    100,
    () => false,
  );
  const column = shown.levels.subarray(50 * shown.rows, 51 * shown.rows),
    row = (f) => Math.floor((Math.log(f / 50) / Math.log(20000 / 50)) * shown.rows);
  const peak = (f) => Math.max(...column.subarray(row(f) - 2, row(f) + 3));
  assert.equal(peak(1000), 255);
  assert.ok(Math.abs(((255 - peak(8000)) / 255) * kRange - 20) < 1.5);
  assert.ok(column[row(3000)] < 60);
  assert.ok(Math.abs(shown.high[50] - 0.5) < 1e-3 && Math.abs(shown.low[50] + 0.5) < 1e-3);
  assert.equal(
    await picture(
      {sampleRate: rate, numberOfChannels: 1, getChannelData: () => new Float32Array(48000 * 600)},
      0,
      600,
      1600,
      () => true,
    ),
    undefined,
    'stops when asked',
  );
});

test('of a long sound the envelope is there first and the spectrogram grows', async (t) => {
  let clock = 0;
  t.mock.method(performance, 'now', () => ++clock); // a millisecond per question: as slow on every computer
  const rate = 48000,
    data = Float32Array.from({length: rate * 4}, (_, i) => Math.sin(i * 0.13)),
    shares = [],
    filled = [];
  const whole = await picture(
    {sampleRate: rate, numberOfChannels: 1, getChannelData: () => data},
    0,
    4,
    800,
    () => false,
    (soFar, share) => {
      shares.push(share);
      filled.push(soFar.levels.findLastIndex((one) => one > 0) / soFar.levels.length);
      assert.ok(
        soFar.high.every((one) => one > 0),
        'the envelope is whole',
      );
    },
  );
  assert.ok(shares.length >= 4 && shares[0] === 0, `told ${shares.length} times`);
  assert.ok(
    shares.every((one, i) => i === 0 || one > shares[i - 1]) && filled.every((one, i) => one <= shares[i] + 0.01),
  );
  assert.ok(whole.levels.subarray(-whole.rows).some((one) => one > 0));
});
