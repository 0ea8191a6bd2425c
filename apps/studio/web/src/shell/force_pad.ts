// A small square that shows, and takes, two forces as one arrow: x along the way (-1 .. 1), y downwards into
// it (0 .. 1). Pointer and touch; keys are the page's.
import {h} from './dom';
import './force_pad.css';

export type ForcePad = {element: HTMLElement; show: (x: number, y: number) => void};

const kTop = 12, kHigh = 80, kWide = 44;   // percent of the square

export function forcePad(options: {label: string; onForce: (x: number, y: number) => void; onLetGo: () => void}): ForcePad {
  const dot = h('span', {class: 'dot'});
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.append(line);
  const pad = h('div', {class: 'force-pad', role: 'slider', tabindex: 0, 'aria-label': options.label, 'aria-valuemin': -100,
                        'aria-valuemax': 100, 'aria-valuenow': 0},
                svg, dot, h('span', {class: 'axis x'}, 'push'), h('span', {class: 'axis y'}, 'press'));
  const show = (x: number, y: number) => {
    const left = 50 + x * kWide, top = kTop + y * kHigh;
    dot.style.left = left + '%';
    dot.style.top = top + '%';
    for (const [name, value] of [['x1', 50], ['y1', kTop], ['x2', left], ['y2', top]] as const) line.setAttribute(name, String(value));
    pad.setAttribute('aria-valuenow', String(Math.round(x * 100)));
    pad.setAttribute('aria-valuetext', `push ${Math.round(x * 100)} %, press ${Math.round(y * 100)} %`);
  };
  const take = (event: PointerEvent) => {
    const box = pad.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width * 100 - 50) / kWide;
    const y = ((event.clientY - box.top) / box.height * 100 - kTop) / kHigh;
    options.onForce(Math.max(-1, Math.min(1, x)), Math.max(0, Math.min(1, y)));
  };
  pad.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    event.stopPropagation();   // the picture behind must not take it too
    pad.focus();
    pad.setPointerCapture(event.pointerId);
    take(event);
  });
  pad.addEventListener('pointermove', (event) => { if (pad.hasPointerCapture(event.pointerId)) take(event); });
  for (const end of ['pointerup', 'pointercancel'] as const) pad.addEventListener(end, () => options.onLetGo());
  show(0, 0);
  return {element: pad, show};
}
