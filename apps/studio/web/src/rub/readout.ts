// Corner of the picture: the force pad and the live numbers of the pair in hand, with a lamp for stick and slip.
import type {RubState} from 'peal-engine';
import {forcePad, h} from '../shell';
import type {Hand} from './hand';
import './readout.css';

const fixed = (value: number, places: number) => (Object.is(Math.round(value * 10 ** places), -0) ? 0 : value).toFixed(places);

export function readout(stage: HTMLElement, hand: Hand) {
  const value = (symbol: string, unit: string, title: string) => {
    const text = h('b', {}, '0');
    return {text, element: h('span', {title}, h('i', {}, symbol), text, h('small', {}, unit))};
  };
  const v = value('v', 'm/s', 'Relative speed'), z = value('z', 'µm', 'Mean bend of the bristles'), f = value('f', 'N', 'Friction force');
  const bar = h('span', {class: 'fill'});
  const lamp = h('span', {class: 'lamp'}), word = h('span', {}, 'open');
  const pad = forcePad({label: 'Forces of the hand', onForce: (x, y) => hand.set(hand.active, x, y), onLetGo: () => hand.letGo()});
  const numbers = h('div', {class: 'numbers', 'aria-hidden': 'true'}, v.element, z.element, f.element,
                    h('div', {class: 'stick', title: 'Part of the time that sticks'}, lamp, word, h('span', {class: 'bar'}, bar)));
  stage.append(h('div', {class: 'corner'}, pad.element, numbers));
  let seen = 0;
  return (state: RubState | undefined) => {
    const force = hand.forces[hand.active]!;
    pad.show(force.x, force.y);
    if (!state || (seen = (seen + 1) % 3)) return;   // numbers at a third of the pace can be read
    v.text.textContent = fixed(state.velocity, 3);
    z.text.textContent = fixed(state.bend * 1e6, Math.abs(state.bend) < 1e-5 ? 2 : 1);
    f.text.textContent = fixed(state.friction, 2);
    const closed = state.normalForce > 0;
    lamp.className = 'lamp ' + (!closed ? '' : state.stuck > 0.5 ? 'stick' : 'slip');
    word.textContent = !closed ? 'open' : state.stuck > 0.98 ? 'sticks' : state.stuck > 0.02 ? 'stick-slip' : 'slips';
    bar.style.width = Math.round((closed ? state.stuck : 0) * 100) + '%';
  };
}
