// Drawings of the time lanes, in the theme's colours: impacts and contacts, waveform, spectrogram, axis.
import {colour, h, hertz, pitchPart, pitchTicks, surface} from '../shell';
import {firstFrom, strength, type Events} from './events';
import {kHighest, kLowest, type Picture} from './spectrum';

export type Range = {from: number; to: number}; // [s]

/** A stalk per impact, as high as it is strong; below it, bars for sliding, rolling and (faint) resting. */
export function eventPicture(canvas: HTMLCanvasElement, events: Events, strongest: number, {from, to}: Range) {
  const {ctx, width, height} = surface(canvas),
    accent = colour('accent'),
    base = height - 7,
    room = base - 6;
  const x = (time: number) => ((time - from) / (to - from)) * width;
  ctx.clearRect(0, 0, width, height);
  ctx.fillStyle = colour('line');
  ctx.fillRect(0, base, width, 1);
  for (const one of events.contacts) {
    if (one.to < from || one.from > to) continue;
    ctx.globalAlpha = one.kind === 'rest' ? 0.18 : 0.7;
    ctx.fillStyle = one.kind === 'roll' ? colour('good') : accent;
    ctx.fillRect(x(one.from), base + 2, Math.max(1, x(one.to) - x(one.from)), 4);
  }
  ctx.globalAlpha = 0.85;
  ctx.fillStyle = accent;
  const tallest = new Float32Array(Math.ceil(width) + 1); // many impacts share a pixel
  for (let i = firstFrom(events.impacts, from); i < events.impacts.length && events.impacts[i]!.time <= to; ++i) {
    const at = Math.floor(x(events.impacts[i]!.time));
    tallest[at] = Math.max(tallest[at]!, strength(events.impacts[i]!.impulse, strongest));
  }
  tallest.forEach((size, at) => {
    if (size <= 0) return;
    ctx.fillRect(at - 0.75, base - size * room, 1.5, size * room);
    ctx.beginPath();
    ctx.arc(at, base - size * room, 2.2, 0, 7);
    ctx.fill();
  });
  ctx.globalAlpha = 1;
}

export function wavePicture(canvas: HTMLCanvasElement, shown: Picture | undefined) {
  const {ctx, width, height} = surface(canvas);
  ctx.clearRect(0, 0, width, height);
  ctx.fillStyle = colour('line');
  ctx.fillRect(0, height / 2, width, 1);
  if (!shown) return;
  let peak = 1e-9;
  for (let i = 0; i < shown.columns; ++i) peak = Math.max(peak, shown.high[i]!, -shown.low[i]!);
  ctx.fillStyle = colour('accent');
  const step = width / shown.columns,
    scale = (height * 0.47) / peak;
  for (let i = 0; i < shown.columns; ++i) {
    const top = height / 2 - shown.high[i]! * scale,
      bottom = height / 2 - shown.low[i]! * scale;
    ctx.fillRect(i * step, top, Math.max(1, step), Math.max(1, bottom - top));
  }
}

export function spectrumPicture(canvas: HTMLCanvasElement, shown: Picture | undefined, rate: number) {
  const {ctx, width, height} = surface(canvas);
  ctx.clearRect(0, 0, width, height);
  if (!shown) return;
  const image = new ImageData(shown.columns, shown.rows),
    mix = palette();
  for (let i = 0; i < shown.columns; ++i)
    for (let row = 0; row < shown.rows; ++row) {
      const at = ((shown.rows - 1 - row) * shown.columns + i) * 4,
        level = shown.levels[i * shown.rows + row]! * 3;
      for (let c = 0; c < 3; ++c) image.data[at + c] = mix[level + c]!;
      image.data[at + 3] = 255;
    }
  const small = document.createElement('canvas');
  small.width = shown.columns;
  small.height = shown.rows;
  small.getContext('2d')!.putImageData(image, 0, 0);
  ctx.drawImage(small, 0, 0, width, height);
  ctx.font = '11px system-ui, sans-serif';
  Object.assign(ctx, {fillStyle: colour('text'), strokeStyle: colour('bg'), lineWidth: 3, lineJoin: 'round'}); // outlined: there may be light behind
  const top = Math.min(kHighest, rate / 2);
  for (const f of pitchTicks(kLowest, top, height)) {
    const y = height * (1 - pitchPart(f, kLowest, top));
    ctx.strokeText(hertz(f), 11, y + 4);
    ctx.fillText(hertz(f), 11, y + 4);
    ctx.fillRect(0, y - 0.5, 7, 1);
  }
}

/** Labels at round times, about 90 pixels apart. */
export function ticks({from, to}: Range, width: number): HTMLElement[] {
  const span = to - from,
    rough = span / Math.max(2, width / 90),
    unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((n) => n * unit).find((n) => n >= rough) ?? unit * 10,
    places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const out: HTMLElement[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 && out.length < 40; ++i) {
    const at = ((i * step - from) / span) * 100;
    const pull = at < 3 ? 0 : at > 97 ? -100 : -50; // the outer ones stay inside
    out.push(
      h(
        'span',
        {style: `left: ${at}%; transform: translateX(${pull}%)`},
        `${(i * step).toFixed(places)}${out.length === 0 ? ' s' : ''}`,
      ),
    );
  }
  return out;
}

/** Background, accent, text: 256 colours of three bytes. */
function palette(): Uint8ClampedArray {
  const parse = (c: string) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
  const stops = [parse(colour('bg')), parse(colour('accent')), parse(colour('text'))],
    out = new Uint8ClampedArray(256 * 3);
  for (let i = 0; i < 256; ++i) {
    const t = (i / 255) * 2,
      k = Math.min(1, Math.floor(t)),
      f = t - k;
    for (let c = 0; c < 3; ++c) out[i * 3 + c] = stops[k]![c]! * (1 - f) + stops[k + 1]![c]! * f;
  }
  return out;
}
