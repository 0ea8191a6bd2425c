// The modes that sound most, as bars that fall while they die away. Point at one or focus it to see it alone.
// In: amplitudes [m kg^1/2] per mode from the audio thread. The bar is the mode's energy (omega q)^2 / 2
// in decibels below the strongest since the last blow. Round bodies have modes in pairs of one pitch: a row holds both.
import {h} from '../shell';
import type {BodyInfo} from 'peal-engine';

const kRows = 8,
  kFloor = 70; // dB that a bar shows
const kPair = 1.004; // pitches nearer than this are one row

export function hertz(f: number): string {
  return f >= 10000
    ? (f / 1000).toFixed(1) + ' kHz'
    : f >= 1000
      ? (f / 1000).toFixed(2) + ' kHz'
      : f.toFixed(0) + ' Hz';
}
function seconds(t: number): string {
  return t >= 9.95
    ? t.toFixed(0) + ' s'
    : t >= 1
      ? t.toFixed(1) + ' s'
      : t >= 0.0995
        ? t.toFixed(2) + ' s'
        : (1000 * t).toFixed(0) + ' ms';
}

type Row = {pair: number[]; element: HTMLButtonElement; bar: HTMLElement; peak: HTMLElement; level: HTMLElement};

export class ModesList {
  readonly element = h('div', {class: 'modes', role: 'list'});
  private body: BodyInfo | undefined;
  private rows: Row[] = [];
  private pairs: number[][] = [];
  private best = new Float64Array(0); // largest energy of each pair since the blow
  private since = 0; // updates since the blow

  constructor(private readonly onHover: (mode: number) => void) {}

  show(body: BodyInfo) {
    this.body = body;
    this.pairs = [];
    for (let m = 0; m < body.modes.length; ++m) {
      const last = this.pairs[this.pairs.length - 1];
      if (last?.length === 1 && body.modes[m]!.frequency < kPair * body.modes[last[0]!]!.frequency) last.push(m);
      else this.pairs.push([m]);
    }
    this.best = new Float64Array(this.pairs.length);
    this.choose(this.pairs.slice(0, kRows));
  }

  /** A blow: the strongest modes are found anew. */
  struck() {
    this.best.fill(0);
    this.since = 0;
  }

  private choose(pairs: number[][]) {
    if (pairs.length === this.rows.length && pairs.every((pair, i) => this.rows[i]!.pair === pair)) return;
    const focused = this.rows.find((row) => row.element === document.activeElement)?.pair;
    this.rows = pairs.map((pair) => this.row(pair));
    this.element.replaceChildren(...this.rows.map((row) => h('div', {role: 'listitem'}, row.element)));
    this.rows.find((row) => row.pair === focused)?.element.focus({preventScroll: true});
  }

  private row(pair: number[]): Row {
    const mode = pair[0]!,
      {frequency: f, decay} = this.body!.modes[mode]!,
      t60 = Math.log(1000) / decay;
    const bar = h('i', {class: 'bar'}),
      peak = h('i', {class: 'peak'}),
      level = h('span', {class: 'level'}, '\u2013');
    const on = () => this.onHover(mode),
      off = () => this.onHover(-1);
    const numbers = pair.map((m) => m + 1).join(' and ');
    const title = `${pair.length > 1 ? 'Modes' : 'Mode'} ${numbers}: show the shape alone`;
    const element = h(
      'button',
      {
        class: 'mode',
        type: 'button',
        title,
        'aria-label': `Mode at ${hertz(f)}, rings for ${seconds(t60)}`,
        'data-mode': mode,
        onpointerenter: on,
        onpointerleave: off,
        onfocus: on,
        onblur: off,
      },
      h('span', {class: 'pitch'}, hertz(f)),
      h('span', {class: 'track'}, bar, peak),
      h('span', {class: 'rings'}, seconds(t60)),
      level,
    );
    return {pair, element, bar, peak, level};
  }

  update(amplitude: ArrayLike<number>) {
    const {body, best} = this;
    if (!body) return;
    const energy = (pair: number[]) =>
      pair.reduce((sum, m) => sum + 0.5 * (2 * Math.PI * body.modes[m]!.frequency * (amplitude[m] ?? 0)) ** 2, 0);
    for (let p = 0; p < best.length; ++p) best[p] = Math.max(best[p]!, energy(this.pairs[p]!));
    // A few reports after a blow all of it has arrived.
    if (++this.since === 6)
      this.choose(
        [...best.keys()]
          .sort((a, b) => best[b]! - best[a]!)
          .slice(0, kRows)
          .sort((a, b) => a - b)
          .map((p) => this.pairs[p]!),
      );
    const top = Math.max(1e-30, ...best);
    const decibels = (e: number) => 10 * Math.log10(Math.max(1e-40, e) / top);
    const part = (db: number) => Math.min(1, Math.max(0, 1 + db / kFloor));
    for (const row of this.rows) {
      const now = decibels(energy(row.pair)),
        high = decibels(best[this.pairs.indexOf(row.pair)]!);
      row.bar.style.transform = `scaleX(${part(now).toFixed(3)})`;
      row.peak.style.left = `${(100 * part(high)).toFixed(1)}%`;
      row.peak.style.opacity = high > -kFloor ? '1' : '0';
      row.level.textContent = now > -kFloor ? now.toFixed(0).replace('-', '\u2212') + ' dB' : '\u2013';
    }
  }
}
