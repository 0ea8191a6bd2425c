// Scrape bench: a puck, a ball or a pen is dragged over a surface. The hand's path is the page's, what the
// contact does and how it sounds is the engine's, and the surface shimmers with the amplitudes it reports.
import '../strike/strike.css';
import './scrape.css';
import type {BodyInfo} from 'peal-engine';
import {Vector3} from 'three';
import {
  audio,
  fail,
  h,
  keyHint,
  keysToPicture,
  linkState,
  mountPage,
  recordButton,
  recovered,
  stepButtons,
} from '../shell';
import {Aim} from '../strike/aim';
import {bankIndex, openBank, type BankEntry, type BankScene} from '../strike/bank_files';
import {BenchSound} from '../strike/bench_sound';
import {BenchStage} from '../strike/bench_stage';
import {BodyMesh} from '../strike/body_mesh';
import {Shelf} from '../strike/shelf';
import {ContactView} from './contact_view';
import {Drive} from './drive';
import {Hand} from './hand';
import {HeightField} from './height_field';
import {listenToKeys} from './keys';
import {kSurfaces, scrapeGain, speedGain} from './pairs';
import {Panel} from './panel';
import {kBegin, sane, type State, within} from './state';
import {kKinds, ThingMesh} from './things';
import {Touch} from './touch';

const kShown = 0.012,
  kEarDistance = 0.4; // of the surface's size; [m]
const kForgets = 0.4; // [s]
const kTell = 16; // [ms] between two words to the engine

const state: State = {...kBegin};
const {stage, side, footer} = mountPage({
  title: 'Scrape and roll',
  current: 'scrape',
  begin: 'Show me',
  lead: 'Drag the object over the surface. Faster is louder and brighter; at rest it is silent.',
});
const shelf = new Shelf(stage),
  bench = new BenchStage(stage, shelf.insets);
const aim = new Aim(stage, bench.three.camera),
  touch = new Touch(),
  view = new ContactView();
const sound = new BenchSound((sentence) => fail(stage, sentence));
let scene: BankScene | undefined,
  bodies: BodyInfo[] = [];
let hand: Hand | undefined, thing: ThingMesh | undefined;
let shown = '',
  asked = 0,
  largest = 0; // largest: [m] motion of the surface so far

const steps = linkState<State>(
  () => ({...state}),
  (next) => {
    const change = sane(next);
    if (scene) void choose(change, false);
    else Object.assign(state, change);
  },
);
const panel = new Panel(
  {
    choose: (change) => void choose(change),
    done: () => steps.commit(),
    press: (value) => {
      state.press = value;
      if (hand) hand.load = value;
    },
  },
  shelf.note,
);
keysToPicture(side, '.choice', stage);
side.append(
  h(
    'div',
    {class: 'panel steps'},
    h(
      'div',
      {class: 'row'},
      recordButton(() => `peal-${state.kind}-${state.material}-on-${state.surface}`),
      ...stepButtons(steps),
    ),
  ),
  panel.element,
  view.element,
);
footer.append(
  h(
    'p',
    {},
    keyHint('Arrows push the object, 1 to 3 choose it, + and \u2212 press. '),
    'Drag beside the surface to look around.',
  ),
);

/** Changes what is on the bench; what cannot be had leaves it as it was. */
async function choose(change: Partial<State>, step = true) {
  if (!scene) return;
  const before = {...state};
  Object.assign(state, change);
  const entry = scene.bodies.find((body) => body.name === state.surface)!,
    {materials} = kKinds[state.kind];
  const made = materials.find((one) => one.name === state.material) ?? materials[0]!;
  state.material = made.name;
  panel.show(state);
  if (step) steps.commit();
  const mine = ++asked;
  try {
    if (shown !== entry.name) {
      stage.classList.add('loading');
      await lay(entry, () => mine === asked);
    }
    if (mine === asked) await take(made.of);
    recovered(stage);
  } catch (error) {
    if (mine === asked && shown) {
      Object.assign(state, before);
      panel.show(state);
    }
    fail(stage, (error as Error).message);
  } finally {
    if (mine === asked) stage.classList.remove('loading');
  }
}

/** Another surface. @param wanted whether nothing else has been asked for meanwhile. */
async function lay(entry: BankEntry, wanted: () => boolean) {
  const {bytes, bodies: read} = await openBank(entry);
  if (!wanted()) return;
  const dish = entry.name.startsWith('dish');
  shown = entry.name;
  largest = 0;
  bodies = read;
  const mesh = new BodyMesh(read[0]!, entry.of, 3, bench.three.scene.environment);
  bench.show(mesh, {gap: 0.04, yaw: 0.35, pitch: dish ? 0.75 : 0.62}, true);
  hand = new Hand(new HeightField(mesh.surface), {mass: 0.1, friction: 0.3, rolls: false});
  touch.drop();
  sound.load(bytes, read, scrapeGain(state.kind, state.material, entry.name), true);
}

/** The thing in the hand. @param of its material in the library. */
async function take(of: string) {
  const body = bodies.find((one) => one.name === `slider-${state.kind}-${state.material}`)!;
  if (thing) bench.group.remove(thing.group);
  thing = new ThingMesh(state.kind, of, bench.three.scene.environment);
  bench.group.add(thing.group);
  const friction = Math.sqrt(body.friction * bodies[0]!.friction);
  hand!.thing = {mass: body.mass, friction, rolls: state.kind === 'ball' && state.rolls};
  hand!.load = state.press;
  view.pair(bodies[0]!, body);
  shelf.say(
    `${state.material} ${state.kind} on ${kSurfaces[state.surface]!.sentence}. `,
    `${(body.mass * 1000).toFixed(0)} g. ${hand!.thing.rolls || state.kind !== 'ball' ? kKinds[state.kind].sentence : 'It is held, and slides.'}`,
  );
  sound.regain(scrapeGain(state.kind, state.material, state.surface));
  await sound.loaded();
  touch.take(sound.bank, sound.tools.get(body.name) ?? -1, sound.body);
}

const drive = new Drive(bench, aim, () => hand);
listenToKeys(drive, {
  push: () => void audio.start().catch((error: Error) => fail(stage, error.message)),
  kind: (kind) => void choose({kind}),
  press: (factor) => void choose({press: within(state.press * factor)}),
});
stage.querySelector('.begin')?.addEventListener('click', () => {
  // shown when it can be heard
  audio
    .start()
    .then(() => sound.loaded())
    .then(
      () => drive.show(),
      (error: Error) => fail(stage, error.message),
    );
});
bench.orbit.onMove(() => sound.listen(bench.ears(kEarDistance)));
sound.onReport = () => {
  shelf.draw();
  largest = Math.max(largest, bench.body?.extent(sound.amplitudes) ?? 0);
};
audio.onReady(() => {
  if (scene) void choose({}, false);
});

// The hand has a clock of its own: a slow picture must not make a slow hand.
let before = performance.now(),
  fastest = 0; // [m/s] lately: what still rings after a fast swipe is not turned up with its end
setInterval(() => {
  const now = performance.now(),
    dt = Math.min(0.2, (now - before) / 1000);
  before = now;
  if (!hand || !thing) return;
  drive.step(dt);
  hand.step(dt);
  touch.tell(hand, thing);
  fastest = Math.max(hand.velocity.length(), fastest * Math.exp(-dt / kForgets));
  sound.trim(speedGain(state.kind, fastest));
}, kTell);
/** As the engine takes it; none at all while it knows of no contact. */
const contact = () => (touch.number >= 0 ? sound.kind(touch.number) : undefined);
let moving = true;
bench.three.frame((dt) => {
  if (!bench.body || !hand || !thing) return false;
  const moves = hand.velocity.lengthSq() > 0 || moving;
  moving = hand.velocity.lengthSq() > 0;
  thing.draw(hand.place, hand.normal, hand.velocity, dt, hand.thing.rolls);
  view.update(dt, contact(), hand.velocity.length(), hand.force);
  const enlarge = largest > 0 ? (kShown * bench.body.body.reach) / largest : 0;
  const rings = bench.body.update(dt, sound.amplitudes, enlarge);
  return moves || rings ? undefined : false;
});

Object.assign(window.peal, {
  state: () => ({
    ...state,
    shown,
    contact: contact(),
    speed: hand?.velocity.length() ?? 0,
    place: hand?.place.toArray(),
  }),
  choose,
  where: () => bench.body && hand && aim.screen(bench.body.mesh, hand.place),
  pull: (x: number, z: number) => {
    if (hand) hand.target = new Vector3(x, hand.place.y, z);
  },
  release: () => {
    if (hand) hand.target = undefined;
  },
});
bankIndex()
  .then(async (all) => {
    scene = all.find((one) => one.name === 'scrape');
    if (!scene) throw new Error('banks/index.json has no scrape; build the site again (make studio)');
    await steps.ready;
    panel.offer(scene, state);
    await choose({}, false);
  })
  .catch((error: Error) => fail(stage, error.message));
