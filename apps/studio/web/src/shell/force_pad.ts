// A small square that shows, and takes, two forces as one arrow: x along the way (-1 .. 1), y downwards into
// it (0 .. 1). Pointer and touch; keys are the page's. A tint may show how loud it sings where.
import './force_pad.css';

import {h} from './dom';
import {colour, onTheme} from './theme';

/** Strengths 0 .. 1 at `columns` x `rows` places: x from -1 to 1, y from 0 to 1. */
export type Tint = {columns: number; rows: number; strengths: number[]};
export type ForcePad = {
  element: HTMLElement;
  show: (x: number, y: number) => void;
  tint: (map: Tint | undefined) => void;
};
export type ForcePadOptions = {
  label: string;
  onForce: (x: number, y: number) => void;
  onLetGo: () => void;
  say?: (x: number, y: number) => string; // both forces in words
};

const kTop = 12,
  kHigh = 80,
  kWide = 44; // percent of the square
const percent = (part: number) => Math.round(part * 100);

/** One pixel per place, its middle where that force is; the browser's enlarging makes it soft. */
function paint(canvas: HTMLCanvasElement, {columns, rows, strengths}: Tint) {
  canvas.width = columns;
  canvas.height = rows;
  const wide = (2 * kWide) / (columns - 1),
    high = kHigh / (rows - 1);
  Object.assign(canvas.style, {
    left: 50 - kWide - wide / 2 + '%',
    top: kTop - high / 2 + '%',
    width: columns * wide + '%',
    height: rows * high + '%',
  });
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = colour('accent');
  strengths.forEach((strength, i) => {
    pen.globalAlpha = Math.min(1, Math.max(0, strength));
    pen.fillRect(i % columns, Math.floor(i / columns), 1, 1);
  });
}

/** Middle of the tint on the right-hand side, as parts of the square. */
function middle({columns, rows, strengths}: Tint): [number, number] {
  let sum = 1e-9,
    x = 0,
    y = 0;
  strengths.forEach((strength, i) => {
    const across = ((i % columns) / (columns - 1)) * 2 - 1;
    if (across <= 0) return;
    sum += strength;
    x += strength * across;
    y += (strength * Math.floor(i / columns)) / (rows - 1);
  });
  return [50 + (x / sum) * kWide, kTop + (y / sum) * kHigh];
}

export function forcePad(options: ForcePadOptions): ForcePad {
  const say = options.say ?? ((x, y) => `push ${percent(x)} %, press ${percent(y)} %`);
  const dot = h('span', {class: 'dot'}),
    map = h('canvas', {class: 'tint', 'aria-hidden': 'true'});
  const sings = h('span', {class: 'axis sings'}, 'sings');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.append(line);
  const pad = h(
    'div',
    {
      class: 'force-pad',
      role: 'slider',
      tabindex: 0,
      'aria-label': options.label,
      'aria-valuemin': -100,
      'aria-valuemax': 100,
    },
    map,
    sings,
    svg,
    dot,
    h('span', {class: 'axis left'}, '\u2190'),
    h('span', {class: 'axis right'}, 'push \u2192'),
    h('span', {class: 'axis down'}, 'press \u2193'),
  );
  let shown = '',
    tinted: Tint | undefined;
  const tint = (next: Tint | undefined) => {
    tinted = next;
    map.hidden = sings.hidden = !next?.strengths.some((strength) => strength > 0);
    if (!next) return;
    paint(map, next);
    const [left, top] = middle(next);
    Object.assign(sings.style, {left: left + '%', top: top + '%'});
  };
  onTheme(() => tint(tinted));
  const show = (x: number, y: number) => {
    const words = say(x, y),
      now = `${x.toFixed(3)} ${y.toFixed(3)} ${words}`;
    if (now === shown) return;
    shown = now;
    const left = 50 + x * kWide,
      top = kTop + y * kHigh;
    dot.style.left = left + '%';
    dot.style.top = top + '%';
    for (const [name, value] of [
      ['x1', 50],
      ['y1', kTop],
      ['x2', left],
      ['y2', top],
    ] as const)
      line.setAttribute(name, String(value));
    pad.setAttribute('aria-valuenow', String(percent(x)));
    pad.setAttribute('aria-valuetext', words);
  };
  const take = (event: PointerEvent) => {
    const box = pad.getBoundingClientRect();
    const x = (((event.clientX - box.left) / box.width) * 100 - 50) / kWide;
    const y = (((event.clientY - box.top) / box.height) * 100 - kTop) / kHigh;
    options.onForce(Math.max(-1, Math.min(1, x)), Math.max(0, Math.min(1, y)));
  };
  pad.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault(); // it bubbles on: the first one starts the sound
    pad.focus({preventScroll: true});
    pad.setPointerCapture(event.pointerId);
    take(event);
  });
  pad.addEventListener('pointermove', (event) => {
    if (pad.hasPointerCapture(event.pointerId)) take(event);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) pad.addEventListener(end, () => options.onLetGo());
  show(0, 0);
  return {element: pad, show, tint};
}
