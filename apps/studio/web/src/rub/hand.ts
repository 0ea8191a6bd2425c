// The hand: pointer, touch, keys and the force pad become forces on one or two pairs, x along the way (-1 .. 1) and
// y into it (0 .. 1). Linear in the pointer's way, as in Avanzini, Serafin & Rocchesso 2005, VI: a press begins at the
// page's grip and moves from there, so the first press sounds. Nothing here decides where things are.
import {isTaken} from '../shell';

export type Force = {x: number; y: number; held: boolean};
export type Gesture = {at: number; x: number; y: number}[]; // [s]; straight lines between

export type HandOptions = {
  pairs: number;
  rest: {x: number; y: number};
  grip: (pair: number) => {x: number; y: number};
  pair: (clientX: number) => number; // which one a press means
  demo: (pair: number) => Gesture;
  onForce: (pair: number, force: Force) => void;
  onKey: () => void; // a key begins to play: sound may have to start
};

const kWay = 0.32; // part of the picture's size that is a full force
const kKeys: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const clamp = (v: number, low: number, high: number) => Math.min(high, Math.max(low, v));

export class Hand {
  readonly forces: Force[];
  active = 0;
  hold = false; // forces stay when the hand lets go
  private readonly down = new Set<string>(); // keys
  private readonly grips = new Map<number, number>(); // pair by pointer
  private demo: {gesture: Gesture; pair: number; time: number} | undefined;

  constructor(
    private readonly stage: HTMLElement,
    private readonly options: HandOptions,
  ) {
    this.forces = Array.from({length: options.pairs}, () => ({...options.rest, held: false}));
    stage.addEventListener('pointerdown', (event) => this.press(event));
    // The button may vanish between down and up; a click without a pointer is the keyboard's.
    for (const kind of ['pointerdown', 'click'] as const)
      stage.addEventListener(kind, (event) => {
        if (
          (event.target as HTMLElement).closest('.begin') &&
          (kind === 'pointerdown' || (event as MouseEvent).detail === 0)
        )
          this.play();
      });
    addEventListener('keydown', (event) => this.key(event));
    addEventListener('keyup', (event) => {
      this.down.delete(event.key);
    });
    addEventListener('blur', () => this.down.clear());
    // Nobody's hand is on a page that is not seen.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) return;
      this.down.clear();
      this.grips.clear();
      if (!this.hold) this.stop();
    });
  }

  set(pair: number, x: number, y: number, held = true) {
    this.active = pair;
    this.put(pair, x, y, held);
    this.demo = undefined;
  }
  letGo(pair = this.active) {
    if (!this.hold) this.put(pair, this.options.rest.x, this.options.rest.y, false);
  }
  stop() {
    this.demo = undefined;
    for (let pair = 0; pair < this.forces.length; ++pair)
      this.put(pair, this.options.rest.x, this.options.rest.y, false);
  }
  /** Shows what to do: a gesture that a hand could make; the visitor's own ends it. */
  play(pair = this.active) {
    this.demo = {gesture: this.options.demo(pair), pair, time: 0};
  }
  playing() {
    return this.demo !== undefined;
  }

  /** Keys that are down and a gesture that plays go on by dt seconds. */
  advance(dt: number) {
    let dx = 0,
      dy = 0;
    for (const key of this.down) {
      dx += kKeys[key]?.[0] ?? 0;
      dy += kKeys[key]?.[1] ?? 0;
    }
    const now = this.forces[this.active]!;
    if (dx || dy) this.set(this.active, now.x + dx * dt * 1.2, now.y + dy * dt * 1.2);
    if (!this.demo) return;
    const {gesture, pair} = this.demo,
      time = (this.demo.time += dt);
    const next = gesture.findIndex((point) => point.at > time);
    if (next < 0) {
      this.demo = undefined;
      this.letGo(pair);
      return;
    }
    const a = gesture[Math.max(0, next - 1)]!,
      b = gesture[next]!,
      t = b.at > a.at ? (time - a.at) / (b.at - a.at) : 1;
    this.put(pair, a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, true);
  }

  private put(pair: number, x: number, y: number, held: boolean) {
    const force = {x: clamp(x, -1, 1), y: clamp(y, 0, 1), held};
    this.forces[pair] = force;
    this.options.onForce(pair, force);
  }
  private press(event: PointerEvent) {
    if (event.button !== 0 || (event.target as HTMLElement).closest('button, .force-pad')) return;
    event.preventDefault();
    this.stage.focus({preventScroll: true});
    const pair = this.options.pair(event.clientX),
      start = this.options.grip(pair);
    if ([...this.grips].some(([id, taken]) => taken === pair && id !== event.pointerId)) return; // another finger has it
    this.grips.set(event.pointerId, pair);
    this.set(pair, start.x, start.y);
    this.stage.setPointerCapture(event.pointerId);
    const move = (next: PointerEvent) => {
      if (next.pointerId !== event.pointerId) return;
      const size = this.stage.getBoundingClientRect();
      this.set(
        pair,
        start.x + (next.clientX - event.clientX) / (size.width * kWay),
        start.y + (next.clientY - event.clientY) / (size.height * kWay),
      );
    };
    const end = (next: PointerEvent) => {
      if (next.pointerId !== event.pointerId) return;
      this.grips.delete(event.pointerId);
      this.letGo(pair);
      this.stage.removeEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel'] as const) this.stage.removeEventListener(name, end);
    };
    this.stage.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel'] as const) this.stage.addEventListener(name, end);
  }
  private key(event: KeyboardEvent) {
    if (isTaken(event)) return;
    if (event.key in kKeys) {
      this.down.add(event.key);
      this.options.onKey();
    } else if (event.key === 'Escape') this.stop();
    else if (event.key === ' ' && !event.repeat) {
      this.options.onKey();
      const {x, y} = this.options.grip(this.active);
      if (this.forces[this.active]!.held) this.stop();
      else this.set(this.active, x, y);
    } else if (
      event.key === 'Tab' ||
      event.repeat ||
      !/^[12]$/.test(event.key) ||
      Number(event.key) > this.forces.length
    )
      return;
    else this.active = Number(event.key) - 1;
    event.preventDefault();
  }
}
