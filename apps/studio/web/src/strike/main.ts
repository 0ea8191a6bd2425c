// Strike bench: a body, a material, a beater; press where to hit. Everything that moves in the picture is
// what the audio thread reports.
import './strike.css';

import {
  fail,
  h,
  keyHint,
  keysToPicture,
  linkState,
  markings,
  mountPage,
  recordButton,
  recovered,
  reducedMotion,
  stepButtons,
} from '../shell';

import {Aim, closest, nearest, type Place} from './aim';
import {bankIndex, openBank, type BankEntry, type BankScene} from './bank_files';
import {Beater} from './beater';
import {BenchSound, type Numbers} from './bench_sound';
import {BenchStage} from './bench_stage';
import {kBeaters, kBodies} from './bodies';
import {BodyMesh} from './body_mesh';
import {listenToHand, listenToKeys, type Blows} from './input';
import {kOrdinary, Loudness} from './loudness';
import {ModesList} from './modes_list';
import {Panel} from './panel';
import {Shelf} from './shelf';
import {kBegin, sane, within, type State} from './state';

const kShown = 0.05; // of the body's size: how far it bends after an ordinary blow
const kAlone = 0.16; // and in one mode alone
const kEars = (reach: number) => Math.min(0.5, Math.max(0.12, 6 * reach)); // [m] near to what is small

const state: State = {...kBegin};
const {stage, side, footer} = mountPage({
  title: 'Strike',
  current: 'strike',
  begin: 'Strike it',
  lead: 'Press the body where you want to strike it.',
});
const shelf = new Shelf(stage),
  bench = new BenchStage(stage, shelf.insets);
const aim = new Aim(stage, bench.three.camera),
  beater = new Beater(() => bench.body?.body.reach ?? 0.1);
bench.group.add(beater.group);
const sound = new BenchSound((sentence) => fail(stage, sentence));
let scenes: BankScene[] = [],
  place: Place | undefined,
  shown = '',
  asked = 0;
let loudness: Loudness | undefined; // of what lies there
let alone = -1; // the mode that is pointed at
let ordinary = 0; // [m] largest motion after an ordinary blow, so far

const steps = linkState<State>(
  () => ({...state}),
  (next) => {
    const change = sane(next);
    if (scenes.length) void choose(change, false).then(aimAnew);
    else Object.assign(state, change);
  },
);
const panel = new Panel(
  {
    choose: (change) => void choose(change),
    done: () => steps.commit(),
    strength: (value) => {
      state.strength = value;
    },
  },
  shelf.note,
);
const modes = new ModesList((mode) => {
  alone = mode;
});
keysToPicture(side, '.choice', stage);
side.append(
  h(
    'div',
    {class: 'panel steps'},
    h(
      'div',
      {class: 'row'},
      recordButton(() => `peal-${state.body}-${state.material}`),
      ...stepButtons(steps),
    ),
  ),
  panel.element,
  h(
    'div',
    {class: 'panel tight'},
    h('h2', {}, 'Strongest modes', h('span', {}, 'pitch, rings for, level now')),
    modes.element,
  ),
);
footer.append(
  h(
    'p',
    {},
    keyHint('Space strikes, arrows move the place, 1 to 6 choose the body, + and ' + '\u2212 the strength. '),
    'Drag beside the body to look around.',
  ),
);

function entryOf({name, bodies}: BankScene): BankEntry {
  const named = (material?: string) => bodies.find((body) => body.material === material);
  return named(state.material) ?? named(kBodies[name]!.first) ?? bodies[0]!;
}

/** Changes what is on the bench and loads what that needs; what cannot be had leaves it as it was. */
async function choose(change: Partial<State>, step = true) {
  if (!scenes.length) return;
  const before = {...state};
  Object.assign(state, change);
  const scene = scenes.find((one) => one.name === state.body)!,
    entry = entryOf(scene);
  state.material = entry.material;
  panel.show(scene, state);
  const tool = kBeaters[state.beater]!;
  beater.wear(tool.material, tool.radius);
  if (step) steps.commit();
  if (shown === entry.name) {
    ++asked; // what is still on its way is no longer wanted
    stage.classList.remove('loading');
    if (loudness) sound.regain(loudness.gain(state.beater));
    bench.three.redraw();
    return;
  }
  const mine = ++asked;
  stage.classList.add('loading');
  try {
    await show(scene, entry, () => mine === asked);
    recovered(stage);
  } catch (error) {
    if (mine === asked && shown) {
      Object.assign(state, before);
      panel.show(
        scenes.find((one) => one.name === state.body)!,
        state,
      );
    }
    fail(stage, (error as Error).message);
  } finally {
    if (mine === asked) stage.classList.remove('loading');
  }
}

/** @param wanted whether nothing else has been asked for meanwhile. */
async function show(scene: BankScene, entry: BankEntry, wanted: () => boolean) {
  const {bytes, bodies: read, code} = await openBank(entry),
    body = read[0]!;
  if (!wanted()) return;
  const view = kBodies[scene.name]!,
    same = shown.split('-')[0] === scene.name;
  const mesh = new BodyMesh(
    body,
    entry.of,
    body.curved.length > 9000 ? 3 : 4,
    bench.three.scene.environment,
    view.shape?.(body.vertices),
    (geometry) => markings(scene.name, geometry),
  );
  shown = entry.name;
  ordinary = 0;
  bench.show(mesh, view, !same);
  modes.show(body);
  const {point, normal} = nearest(mesh, view.aim, bench.group.quaternion),
    {left, right} = bench.ears(kEars(body.reach)),
    inward = normal.clone().negate().toArray();
  loudness = new Loudness(code, bytes, read, {
    point: point.toArray(),
    inward,
    left: left.toArray(),
    right: right.toArray(),
  });
  sound.load(bytes, read, loudness.gain(state.beater));
  aimAnew();
  const grams = body.mass * 1000;
  shelf.say(
    `${scene.name}, ${entry.of.replace('-', ' ')}. `,
    `${grams.toFixed(grams < 10 ? 1 : 0)} g. ${scene.sentence}`,
  );
}

function aimAt(next: Place) {
  place = next;
  beater.move(next);
  bench.three.redraw();
}

/** Where the state has it. */
function aimAnew() {
  const {body} = bench,
    view = kBodies[shown.split('-')[0]!];
  if (!body || !view) return;
  aimAt(state.point ? closest(body, state.point) : nearest(body, view.aim, bench.group.quaternion));
}

/** A place that the visitor chose. */
function put(next: Place) {
  state.point = next.point.toArray().map((x) => Number(x.toPrecision(4))) as Numbers;
  aimAt(next);
}

/** @param part of the slider's strength. */
async function strike(part = 1) {
  if (!place || !bench.body) return;
  const strength = state.strength * part,
    gain = loudness?.gain(state.beater, strength) ?? 1;
  modes.struck();
  bench.body.struck(place.point, Math.min(1, 0.4 + 0.2 * Math.log10(1 + strength)));
  beater.hit();
  steps.commit();
  await sound
    .strike(place.point.toArray(), place.normal.toArray(), 1e-3 * strength, state.beater, gain)
    .catch((error: Error) => fail(stage, error.message));
}

const blows: Blows = {
  place: () => place,
  put,
  strike: (part) => void strike(part),
  body: (n) => {
    if (scenes[n]) void choose({body: scenes[n].name, material: '', point: undefined});
  },
  stronger: (factor) => void choose({strength: within(state.strength * factor)}),
};
listenToHand(bench, aim, blows);
listenToKeys(bench, aim, blows);

sound.onReport = () => {
  shelf.draw();
  modes.update(sound.amplitudes);
  ordinary = Math.max(ordinary, ((bench.body?.extent(sound.amplitudes) ?? 0) * kOrdinary) / state.strength);
};
bench.orbit.onMove(() => sound.listen(bench.ears(kEars(bench.body?.body.reach ?? 0.1))));
bench.three.frame((dt) => {
  const {body} = bench;
  if (!body) return false;
  const {reach, modes: all} = body.body,
    calm = reducedMotion();
  const only = all.map((_, mode) => Number(mode === alone));
  const moved =
    alone < 0
      ? body.update(dt, sound.amplitudes, ordinary > 0 ? (kShown * reach) / ordinary : 0, calm)
      : body.update(dt, only, (kAlone * reach) / body.largest(alone), calm);
  return beater.update(dt) || moved ? undefined : false;
});

Object.assign(window.peal, {
  state: () => ({
    ...state,
    point: place?.point.toArray(),
    shown,
    alone,
    amplitudes: [...sound.amplitudes],
    modes: bench.body?.body.modes,
  }),
  strike: (point: Numbers) => {
    aimAt(closest(bench.body!, point));
    return strike();
  },
  where: () => bench.body && place && aim.screen(bench.body.mesh, place.point), // on the screen
  choose,
});
bankIndex().then(
  async (all) => {
    scenes = Object.keys(kBodies).flatMap((name) => all.find((scene) => scene.name === name) ?? []);
    await steps.ready;
    panel.offer(scenes, state);
    await choose({}, false);
  },
  (error: Error) => fail(stage, error.message),
);
