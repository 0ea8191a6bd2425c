// The contact as it is: what the engine takes it for, how fast, how hard, and the roughness that passes below.
import {colour, h, onTheme, surface} from '../shell';
import type {BodyInfo, ContactKind} from 'peal-engine';

const kNames: ContactKind[] = ['rest', 'slide', 'roll'];
const kWindow = 2e-3,
  kSlow = 0.004; // [m] of the way shown; the way in the picture per metre of the way
const kWaves = 90,
  kHistory = 300;

/**
 * Random waves whose power falls with spatial frequency^slope and whose rms is 1; the longest and shortest in metres.
 */
function waves(
  longest: number,
  shortest: number,
  slope: number,
): {k: Float64Array; size: Float64Array; phase: Float64Array} {
  const k = new Float64Array(kWaves),
    size = new Float64Array(kWaves),
    phase = new Float64Array(kWaves);
  let seed = 7,
    power = 0;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < kWaves; ++i) {
    const f = Math.pow(longest / shortest, (i + random()) / kWaves) / longest;
    k[i] = 2 * Math.PI * f;
    size[i] = Math.sqrt(Math.pow(f, slope) * f); // equal steps of log f
    phase[i] = 2 * Math.PI * random();
    power += size[i]! ** 2 / 2;
  }
  for (let i = 0; i < kWaves; ++i) size[i] /= Math.sqrt(power);
  return {k, size, phase};
}

const small = (metres: number) =>
  metres < 1e-7 ? `${(metres * 1e9).toFixed(0)} nm` : `${(metres * 1e6).toPrecision(2)} \u00b5m`;

export class ContactView {
  readonly element: HTMLElement;
  private readonly lights = new Map(
    kNames.map((name) => [name, h('span', {class: 'light', 'data-state': name}, name + 's')]),
  );
  private readonly numbers = h('span', {class: 'numbers'});
  private readonly spoken = h('span', {class: 'visually-hidden', role: 'status'});
  private readonly profile = h('canvas', {style: 'height: 96px', 'aria-label': 'Roughness below the contact'});
  private readonly graph = h('canvas', {style: 'height: 96px', 'aria-label': 'Speed of the last seconds'});
  private readonly caption = h('span');
  private readonly speeds = new Float32Array(kHistory);
  private rough = waves(1e-3, 1e-5, -2);
  private way = 0;
  private colours = {accent: '', line: '', panel: ''};

  constructor() {
    this.element = h(
      'div',
      {class: 'panel tight'},
      h('h2', {}, 'The contact', this.numbers),
      h('div', {class: 'lights', 'aria-hidden': 'true'}, ...this.lights.values()),
      this.spoken,
      h(
        'div',
        {class: 'plots'},
        h(
          'div',
          {class: 'plot'},
          h('div', {class: 'caption'}, h('span', {}, 'Speed'), h('span', {}, '5 s, to 1 m/s')),
          this.graph,
        ),
        h('div', {class: 'plot'}, h('div', {class: 'caption'}, h('span', {}, 'Roughness'), this.caption), this.profile),
      ),
    );
    onTheme(() => {
      this.colours = {accent: colour('accent'), line: colour('line'), panel: colour('dim')};
    });
  }

  /** Both surfaces of the pair. */
  pair(a: BodyInfo, b: BodyInfo) {
    const rougher = a.roughness.rms > b.roughness.rms ? a.roughness : b.roughness;
    this.rough = waves(rougher.longest, rougher.shortest, rougher.slope);
    this.caption.textContent = `rms ${small(Math.hypot(a.roughness.rms, b.roughness.rms))}`;
  }

  /** @param state as the engine has it; none at all while it does not run yet. */
  update(dt: number, state: ContactKind | undefined, speed: number, force: number) {
    for (const [name, light] of this.lights) light.classList.toggle('on', name === state);
    const moves = `${(100 * speed).toFixed(speed < 0.1 ? 1 : 0)} cm/s, ${force.toFixed(2)} N`;
    this.numbers.textContent = !state ? 'sound has not begun' : state === 'none' ? 'nothing touches' : moves;
    const word = state && state !== 'none' ? state + 's' : '';
    if (this.spoken.textContent !== word) this.spoken.textContent = word;
    this.speeds.copyWithin(0, 1);
    this.speeds[kHistory - 1] = speed;
    this.way += speed * dt * kSlow;
    this.drawSpeed();
    this.drawProfile();
  }

  private drawSpeed() {
    const {ctx, width, height} = surface(this.graph);
    ctx.clearRect(0, 0, width, height);
    ctx.beginPath();
    ctx.moveTo(0, height);
    for (let i = 0; i < kHistory; ++i)
      ctx.lineTo((i / (kHistory - 1)) * width, height - 1 - Math.min(1, this.speeds[i]!) * (height - 4));
    ctx.lineTo(width, height);
    ctx.fillStyle = this.colours.accent;
    ctx.globalAlpha = 0.25;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.strokeStyle = this.colours.accent;
    ctx.lineWidth = 1.5;
    ctx.stroke();
  }

  private drawProfile() {
    const {ctx, width, height} = surface(this.profile),
      {k, size, phase} = this.rough;
    ctx.clearRect(0, 0, width, height);
    ctx.beginPath();
    ctx.moveTo(0, height);
    for (let x = 0; x <= width; x += 1.5) {
      const at = this.way + (x / width) * kWindow;
      let y = 0;
      for (let i = 0; i < kWaves; ++i) y += size[i]! * Math.cos(k[i]! * at + phase[i]!);
      ctx.lineTo(x, height * (0.58 - 0.13 * y));
    }
    ctx.lineTo(width, height);
    ctx.fillStyle = this.colours.line;
    ctx.fill();
    ctx.strokeStyle = this.colours.panel;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.strokeStyle = this.colours.accent;
    ctx.beginPath();
    ctx.moveTo(width / 2, 4);
    ctx.lineTo(width / 2, height * 0.32);
    ctx.stroke();
  }
}
