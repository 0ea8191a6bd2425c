// Scrape bench: a puck, a ball or a pen is dragged over a surface. The hand's path is the page's, what the
// contact does and how it sounds is the engine's, and the surface shimmers with the amplitudes it reports.
import '../strike/strike.css';
import './scrape.css';
import type {BodyInfo} from 'peal-engine';
import {Vector3} from 'three';
import {audio, fail, h, linkState, mountPage, recordButton, slider, Spectrogram, toggle} from '../shell';
import {Aim} from '../strike/aim';
import {bankIndex, openBank, type BankScene} from '../strike/bank_files';
import {BenchSound} from '../strike/bench_sound';
import {BenchStage} from '../strike/bench_stage';
import {BodyMesh} from '../strike/body_mesh';
import {Choices} from '../strike/choices';
import {look, swatch} from '../strike/looks';
import {ContactView, type ContactKind} from './contact_view';
import {Drive} from './drive';
import {Hand} from './hand';
import {HeightField} from './height_field';
import {kKinds, ThingMesh, type Kind} from './things';
import {Touch} from './touch';

type State = {surface: string; kind: Kind; material: string; press: number; rolls: boolean};
const state: State = {surface: 'board-oak', kind: 'puck', material: 'steel', press: 2, rolls: true};
const kShown = 0.012, kEarDistance = 0.4, kGain = 0.5;   // of the surface's size; [m]; full scale per pascal
const kTell = 16;   // [ms] between two words to the engine
const kLabels: Record<string, string> = {'board-oak': 'oak', 'sheet-steel': 'steel', 'pane-glass': 'glass', 'tile-slate': 'slate', 'dish-steel': 'bowl'};

const kLongLabels: Record<string, string> = {'board-oak': 'an oak board', 'sheet-steel': 'a steel sheet', 'pane-glass': 'a pane of glass', 'tile-slate': 'a tile of slate',
                                             'dish-steel': 'a steel bowl'};

const {stage, side, footer} = mountPage({title: 'Scrape and roll', current: 'scrape', begin: 'Drag over the surface',
                                         lead: 'Drag the object over the surface. Faster is brighter, harder is louder; at rest it is silent.'});
const bench = new BenchStage(stage), aim = new Aim(stage, bench.three.camera);
const sound = new BenchSound((sentence) => fail(stage, sentence), kGain), touch = new Touch(), view = new ContactView();
let scene: BankScene | undefined, bodies: BodyInfo[] = [], hand: Hand | undefined, thing: ThingMesh | undefined, shown = '', asked = 0, largest = 0;   // [m] motion of the surface so far

const surfaces = new Choices('Surface', (value) => void choose({surface: value}), 'named');
const kinds = new Choices('Object', (value) => void choose({kind: value as Kind}), 'tiles');
const materials = new Choices('Made of', (value) => void choose({material: value}), 'named');
const press = slider({label: 'Press', unit: 'N', min: 0.1, max: 20, log: true, value: state.press,
                      onInput: (value) => { state.press = value; if (hand) hand.load = value; }, onChange: () => steps.commit()});
const rolls = toggle({label: 'The ball rolls (off: it slides)', value: true, onInput: (value) => void choose({rolls: value})});
side.append(h('div', {class: 'panel'}, kinds.element, materials.element, rolls.element, surfaces.element, press.element), view.element);
footer.append(h('div', {class: 'row'}, recordButton(() => `peal-${state.kind}-${state.material}-on-${state.surface}`)),
              h('p', {}, 'Arrows push the object, 1 to 3 choose it, + and \u2212 press. Drag beside the surface to look around.'));
const says = h('p', {class: 'says'});
stage.append(says);

async function choose(change: Partial<State>, step = true) {
  Object.assign(state, change);
  const entry = scene!.bodies.find((body) => body.name === state.surface)!, kind = kKinds[state.kind];
  const made = kind.materials.find((one) => one.name === state.material) ?? kind.materials[0]!;
  state.material = made.name;
  surfaces.press(state.surface);
  kinds.press(state.kind);
  materials.offer(kind.materials.map(({name, of}) => ({value: name, label: name, colour: swatch(of)})), made.name);
  rolls.element.style.display = state.kind === 'ball' ? '' : 'none';
  rolls.set(state.rolls);
  press.set(state.press);
  if (step) steps.commit();
  if (shown !== entry.name) {
    const mine = ++asked;
    stage.classList.add('loading');
    try {
      const {bytes, bodies: read} = await openBank(entry);
      if (mine !== asked) return;
      shown = entry.name;
      largest = 0;
      bodies = read;
      const dish = entry.name.startsWith('dish');
      bench.show(new BodyMesh(read[0]!, look(entry.of), 3), 0.04);
      bench.orbit.set(0.35, dish ? 0.75 : 0.62, 3.9);
      hand = new Hand(new HeightField(bench.body!.surface), {mass: 0.1, friction: 0.3, rolls: false});
      touch.drop();
      sound.load(bytes, read, true);
    } catch (error) {
      return fail(stage, (error as Error).message);
    } finally {
      if (mine === asked) stage.classList.remove('loading');
    }
  }
  const body = bodies.find((one) => one.name === `slider-${state.kind}-${state.material}`)!;
  if (thing) bench.group.remove(thing.group);
  thing = new ThingMesh(state.kind, made.of);
  bench.group.add(thing.group);
  hand!.thing = {mass: body.mass, friction: Math.sqrt(body.friction * bodies[0]!.friction), rolls: state.kind === 'ball' && state.rolls};
  hand!.load = state.press;
  view.pair(bodies[0]!, body);
  says.replaceChildren(h('b', {}, `${state.material} ${state.kind} on ${kLongLabels[state.surface]}. `), `${(body.mass * 1000).toFixed(0)} g. ${kind.sentence}`);
  await sound.loaded();
  touch.take(sound.bank, sound.tools.get(body.name) ?? -1, sound.body);
}

const drive = new Drive(bench, aim, () => hand);
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest?.('input, select, .choice, .button')) return;
  const kind = (Object.keys(kKinds) as Kind[])[Number(event.key) - 1];
  if (drive.press(event.key)) void audio.start().catch((error: Error) => fail(stage, error.message));
  else if (kind) void choose({kind});
  else if (event.key === '+' || event.key === '-') void choose({press: Math.min(20, Math.max(0.1, state.press * (event.key === '+' ? 1.25 : 0.8)))});
  else return;
  event.preventDefault();
});
stage.querySelector('.begin')?.addEventListener('click', () => drive.show());

const steps = linkState<State>(() => ({...state}), (next) => {
  if (!kLabels[next.surface] || !kKinds[next.kind] || !(next.press >= 0.1 && next.press <= 20)) throw new Error('no such state');
  const change = {surface: next.surface, kind: next.kind, material: String(next.material), press: next.press, rolls: Boolean(next.rolls)};
  if (scene) void choose(change, false);
  else Object.assign(state, change);
});
bench.orbit.onMove(() => {
  sound.listen(bench.ears(kEarDistance));
  bench.three.redraw();
});
audio.onReady(() => {
  const canvas = h('canvas');
  stage.append(h('div', {class: 'strip', 'aria-hidden': 'true'}, canvas));
  const picture = new Spectrogram(canvas, audio.analyser!);
  sound.onReport = () => {
    picture.draw();
    largest = Math.max(largest, bench.body?.extent(sound.amplitudes) ?? 0);
  };
  void choose({}, false);
});
// The hand has a clock of its own: a slow picture must not make a slow hand.
let before = performance.now(), contact: ContactKind = 'none';   // as the engine takes it
setInterval(() => {
  const now = performance.now(), dt = Math.min(0.2, (now - before) / 1000);
  before = now;
  if (!hand || !thing) return;
  drive.step(dt);
  hand.step(dt);
  touch.tell(hand, thing);
  contact = touch.number < 0 ? 'none' : sound.sounding > 0 ? (hand.thing.rolls ? 'roll' : 'slide') : 'rest';
}, kTell);
let moving = true;
bench.three.frame((dt) => {
  if (!bench.body || !hand || !thing) return false;
  const moves = hand.velocity.lengthSq() > 0 || moving;
  moving = hand.velocity.lengthSq() > 0;
  thing.draw(hand.place, hand.normal, hand.velocity, dt, hand.thing.rolls);
  view.update(dt, contact, hand.velocity.length(), hand.force);
  const rings = bench.body.update(dt, sound.amplitudes, largest > 0 ? kShown * bench.body.body.reach / largest : 0);
  return moves || rings ? undefined : false;
});

Object.assign(window.peal, {state: () => ({...state, shown, contact, speed: hand?.velocity.length() ?? 0, place: hand?.place.toArray()}), choose,
  where: () => bench.body && hand && aim.screen(bench.body.mesh, hand.place),
  pull: (x: number, z: number) => { if (hand) hand.target = new Vector3(x, hand.place.y, z); }, release: () => { if (hand) hand.target = undefined; }});
bankIndex().then(async (all) => {
  scene = all.find((one) => one.name === 'scrape');
  if (!scene) throw new Error('banks/index.json has no scrape; build the site again (make studio)');
  await steps.ready;
  kinds.offer(Object.keys(kKinds).map((value) => ({value, label: value, drawing: value})), state.kind);
  surfaces.offer(scene.bodies.map((body) => ({value: body.name, label: kLabels[body.name] ?? body.name, colour: swatch(body.of)})), state.surface);
  await choose({}, false);
}).catch((error: Error) => fail(stage, error.message));
