// Corner of the picture: the force pad and the live numbers of the pair in hand, with a lamp for stick and
// slip; the same in words for those who do not see it.
import type {RubState} from 'peal-engine';
import {audio, forcePad, h, type Tint} from '../shell';
import type {Hand} from './hand';
import './readout.css';

const kBetween = 1500; // [ms] at least between two sentences: a voice needs the time
const kSilent = 1e-3; // of full scale

const fixed = (value: number, places: number) =>
  (Object.is(Math.round(value * 10 ** places), -0) ? 0 : value).toFixed(places);

const word = ({normalForce, stuck}: RubState) =>
  normalForce <= 0 ? 'no contact' : stuck > 0.98 ? 'sticks' : stuck > 0.02 ? 'stick-slip' : 'slips';

/** Says what has changed, never more often than one can listen. */
function announcer(line: HTMLElement) {
  const samples = new Float32Array(2048);
  let said = '',
    last = 0;
  return (state: RubState) => {
    const now = performance.now();
    if (now - last < kBetween || !audio.analyser) return;
    audio.analyser.getFloatTimeDomainData(samples);
    const sentence = `${word(state)}, ${samples.some((x) => Math.abs(x) > kSilent) ? 'sounds' : 'silent'}`;
    if (sentence === said) return;
    line.textContent = said = sentence;
    last = now;
  };
}

export type Readout = {show: (state: RubState | undefined) => void; tint: (map: Tint | undefined) => void};

/** Turns a force of the hand (parts of the most) into newtons along and into the way. */
export type Newtons = (x: number, y: number) => [number, number];

export function readout(stage: HTMLElement, hand: Hand, newtons: Newtons): Readout {
  const value = (what: string, unit: string) => {
    const text = h('b', {}, '0');
    const name = h('span', {class: 'what'}, what);
    return {text, element: h('span', {}, name, text, h('small', {}, unit))};
  };
  const slip = value('slip speed', 'm/s'),
    bend = value('bristle deflection', 'µm'),
    friction = value('friction force', 'N');
  const bar = h('span', {class: 'fill'}),
    lamp = h('span', {class: 'lamp'}),
    how = h('span', {}, 'at rest');
  const pad = forcePad({
    label: 'Forces of the hand',
    onForce: (x, y) => hand.set(hand.active, x, y),
    onLetGo: () => hand.letGo(),
    say: (x, y) => {
      const [along, into] = newtons(x, y);
      return `push ${fixed(along, 1)} newton, press ${fixed(into, 1)} newton`;
    },
  });
  pad.element.title = 'Tinted: where it sings';
  const stick = h(
    'div',
    {class: 'stick', title: 'Bar: part of the time that sticks'},
    lamp,
    how,
    h('span', {class: 'bar'}, bar),
  );
  const numbers = h(
    'div',
    {class: 'numbers', 'aria-hidden': 'true'},
    slip.element,
    bend.element,
    friction.element,
    stick,
  );
  const spoken = h('p', {class: 'visually-hidden', role: 'status', 'aria-live': 'polite'});
  const announce = announcer(spoken);
  stage.append(h('div', {class: 'corner'}, pad.element, numbers), spoken);
  let seen = 0;
  const show = (state: RubState | undefined) => {
    const force = hand.forces[hand.active]!;
    pad.show(force.x, force.y);
    if (!state || (seen = (seen + 1) % 3)) return; // numbers at a third of the pace can be read
    slip.text.textContent = fixed(state.velocity, 3);
    bend.text.textContent = fixed(state.bend * 1e6, Math.abs(state.bend) < 1e-5 ? 2 : 1);
    friction.text.textContent = fixed(state.friction, 2);
    const closed = state.normalForce > 0;
    lamp.className = 'lamp ' + (!closed ? '' : state.stuck > 0.5 ? 'stick' : 'slip');
    how.textContent = word(state);
    bar.style.width = Math.round((closed ? state.stuck : 0) * 100) + '%';
    announce(state);
  };
  return {show, tint: pad.tint};
}
