// Strike bench: a body, a material, a beater; click where to hit. Everything that moves in the picture is what
// the audio thread reports.
import './strike.css';
import {audio, fail, h, linkState, mountPage, recordButton, reducedMotion, slider, Spectrogram} from '../shell';
import {Aim, closest, nearest, type Place} from './aim';
import {bankIndex, openBank, type BankEntry, type BankScene} from './bank_files';
import {Beater} from './beater';
import {BenchSound, type Numbers} from './bench_sound';
import {BenchStage} from './bench_stage';
import {kBeaters, kBodies} from './bodies';
import {BodyMesh} from './body_mesh';
import {Choices} from './choices';
import {look, swatch} from './looks';
import {ModesList} from './modes_list';

type State = {body: string; material: string; beater: string; strength: number; point?: Numbers};
const state: State = {body: 'bowl', material: 'steel', beater: 'beater-plastic', strength: 12};
const kShown = 0.05;        // of the body's size: how far it bends when struck with kOrdinary
const kOrdinary = 12;       // [mN s]
const kGain = 0.045;        // full scale per pascal
const kEars = (reach: number) => Math.min(0.5, Math.max(0.12, 6 * reach));   // [m] one goes near to what is small

const {stage, side, footer} = mountPage({title: 'Strike', current: 'strike', begin: 'Click the body',
                                         lead: 'Click the body where you want to strike it.'});
const bench = new BenchStage(stage), aim = new Aim(stage, bench.three.camera);
const beater = new Beater(() => bench.body?.body.reach ?? 0.1);
bench.group.add(beater.group);
const sound = new BenchSound((sentence) => fail(stage, sentence), kGain);
const alone = {mode: -1, since: 0};
const modes = new ModesList((mode) => { Object.assign(alone, {mode, since: 0}); });
const says = h('p', {class: 'says'});
let scenes: BankScene[] = [], place: Place | undefined, ordinary = 0;   // [m] largest motion after an ordinary blow, so far

const bodies = new Choices('Body', (value) => void choose({body: value, material: '', point: undefined}), 'tiles');
const materials = new Choices('Material', (value) => void choose({material: value}), 'named');
const beaters = new Choices('Beater', (value) => void choose({beater: value}), 'named');
const strength = slider({label: 'Strength', unit: 'mN s', min: 0.5, max: 100, log: true, value: state.strength,
                         onInput: (value) => { state.strength = value; }, onChange: () => steps.commit()});
side.append(h('div', {class: 'panel'}, bodies.element, materials.element, beaters.element, strength.element),
            h('div', {class: 'panel tight'}, h('h2', {}, 'Strongest modes', h('span', {}, 'pitch, rings for, level now')), modes.element));
footer.append(h('div', {class: 'row'}, recordButton(() => `peal-${state.body}-${state.material}`)),
              h('p', {}, 'Space strikes, arrows move the place, 1 to 6 choose the body, + and \u2212 the strength. Drag beside the body to look around.'));
stage.append(says);

function entryOf(): BankEntry | undefined {
  const scene = scenes.find((one) => one.name === state.body);
  return scene?.bodies.find((body) => body.material === state.material) ?? scene?.bodies[0];
}

let shown = '', asked = 0;
/** Changes what is on the bench and loads what that needs. */
async function choose(change: Partial<State>, step = true) {
  Object.assign(state, change);
  const scene = scenes.find((one) => one.name === state.body)!, entry = entryOf()!;
  state.material = entry.material;
  bodies.press(state.body);
  materials.offer(scene.bodies.map((body) => ({value: body.material, label: body.material, colour: swatch(body.of)})), state.material);
  beaters.press(state.beater);
  const tool = kBeaters[state.beater]!;
  beater.wear(tool.material, tool.radius);
  strength.set(state.strength);
  if (step) steps.commit();
  if (shown === entry.name) {
    if (place) put(place);
    return;
  }
  const mine = ++asked;
  stage.classList.add('loading');
  try {
    const {bytes, bodies: read} = await openBank(entry);
    if (mine !== asked) return;
    const mesh = new BodyMesh(read[0]!, look(entry.of), read[0]!.curved.length > 9000 ? 3 : 4), view = kBodies[state.body]!;
    const same = shown.split('-')[0] === state.body;
    shown = entry.name;
    ordinary = 0;
    bench.show(mesh, view.gap, view.leans);
    if (!same) bench.orbit.set(view.yaw, view.pitch, view.distance);
    modes.show(read[0]!);
    sound.load(bytes, read);
    put(same && place ? place : state.point ? closest(mesh, state.point) : nearest(mesh, view.aim, bench.group.quaternion));
    const grams = read[0]!.mass * 1000;
    says.replaceChildren(h('b', {}, `${scene.name}, ${entry.of.replace('-', ' ')}. `), `${grams.toFixed(grams < 10 ? 1 : 0)} g. ${scene.sentence}`);
  } catch (error) {
    fail(stage, (error as Error).message);
  } finally {
    if (mine === asked) stage.classList.remove('loading');
  }
}

function put(next: Place) {
  place = next;
  state.point = next.point.toArray().map((x) => Number(x.toPrecision(4))) as Numbers;
  beater.move(next);
  bench.three.redraw();
}

/** @param part of the slider's strength. */
async function strike(part = 1) {
  if (!place || !bench.body) return;
  modes.struck();
  bench.body.struck(place.point, Math.min(1, 0.4 + 0.2 * Math.log10(1 + state.strength * part)));
  beater.hit();
  steps.commit();
  await sound.strike(place.point.toArray(), place.normal.toArray(), 1e-3 * state.strength * part, state.beater)
      .catch((error: Error) => fail(stage, error.message));
}

stage.addEventListener('pointerdown', (event) => {
  if ((event.target as HTMLElement).closest('button')) return;
  const hit = bench.body && event.button === 0 ? aim.at(bench.body.mesh, event.clientX, event.clientY) : undefined;
  if (!hit) return bench.orbit.drag(event);
  put(hit);
  void strike(event.pointerType === 'pen' && event.pressure > 0 ? 2 * event.pressure : 1);
});
stage.querySelector('.begin')?.addEventListener('click', () => void strike());
stage.addEventListener('pointermove', (event) => {
  stage.style.cursor = bench.body && !event.buttons && aim.at(bench.body.mesh, event.clientX, event.clientY) ? 'crosshair' : 'grab';
});
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest?.('input, select, .choice, .button')) return;
  const arrow = ({ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]} as Record<string, number[]>)[event.key];
  const names = Object.keys(kBodies), number = Number(event.key) - 1;
  if (event.key === ' ' && !event.repeat) void strike();
  else if (arrow && place && bench.body) put(aim.step(bench.body.mesh, place, 14 * arrow[0]!, 14 * arrow[1]!));
  else if (names[number]) void choose({body: names[number]!, material: '', point: undefined});
  else if (event.key === '+' || event.key === '-') void choose({strength: Math.min(100, Math.max(0.5, state.strength * (event.key === '+' ? 1.25 : 0.8)))});
  else return;
  event.preventDefault();
});

/** Whatever an address holds is checked before it is used. */
const steps = linkState<State>(() => ({...state}), (next) => {
  const point = Array.isArray(next.point) && next.point.length === 3 && next.point.every(Number.isFinite) ? next.point : undefined;
  if (!kBodies[next.body] || !kBeaters[next.beater] || !(next.strength >= 0.5 && next.strength <= 100)) throw new Error('no such state');
  const change = {body: next.body, material: String(next.material), beater: next.beater, strength: next.strength, point};
  if (!scenes.length) Object.assign(state, change);
  else void choose(change, false).then(() => { if (point && bench.body) put(closest(bench.body, point)); });
});

audio.onReady(() => {
  const strip = h('div', {class: 'strip', 'aria-hidden': 'true'}, h('canvas')), canvas = strip.firstChild as HTMLCanvasElement;
  stage.append(strip);
  const picture = new Spectrogram(canvas, audio.analyser!);
  sound.onReport = () => {
    picture.draw();
    modes.update(sound.amplitudes);
    ordinary = Math.max(ordinary, (bench.body?.extent(sound.amplitudes) ?? 0) * kOrdinary / state.strength);
  };
});
bench.orbit.onMove(() => {
  sound.listen(bench.ears(kEars(bench.body?.body.reach ?? 0.1)));
  bench.three.redraw();
});
bench.three.frame((dt) => {
  if (!bench.body) return false;
  const body = bench.body.body;
  let amplitude: ArrayLike<number> = sound.amplitudes, enlarge = ordinary > 0 ? kShown * body.reach / ordinary : 0;
  if (alone.mode >= 0) {   // one mode, as large as a picture bears
    const shape = new Float64Array(body.modes.length);
    shape[alone.mode] = 1;
    amplitude = shape;
    enlarge = 0.16 * body.reach / bench.body.largest(alone.mode);
  }
  const moved = bench.body.update(dt, amplitude, enlarge, reducedMotion());
  return beater.update(dt) || moved ? undefined : false;
});

Object.assign(window.peal, {
  state: () => ({...state, shown, alone: alone.mode, amplitudes: [...sound.amplitudes], modes: bench.body?.body.modes}),
  strike: (point: Numbers) => { put(closest(bench.body!, point)); return strike(); },
  where: () => bench.body && place && aim.screen(bench.body.mesh, place.point),   // on the screen
  choose,
});
bankIndex().then(async (all) => {
  scenes = Object.keys(kBodies).map((name) => all.find((scene) => scene.name === name)).filter((scene) => scene !== undefined);
  await steps.ready;
  bodies.offer(scenes.map((scene) => ({value: scene.name, label: scene.name === 'wineglass' ? 'glass' : scene.name, drawing: scene.name})), state.body);
  beaters.offer(Object.entries(kBeaters).map(([value, {label, material}]) => ({value, label, colour: swatch(material)})), state.beater);
  await choose({}, false);
}, (error: Error) => fail(stage, error.message));
