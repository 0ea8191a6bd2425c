// What pulls the thing: a pointer on the surface, arrow keys, or for a moment the page itself to show how it goes.
import {Vector3} from 'three';
import type {Aim} from '../strike/aim';
import type {BenchStage} from '../strike/bench_stage';
import type {Hand} from './hand';

const kAhead = 0.02; // [m] that arrow keys pull ahead of the thing
const kShow = 1.6,
  kCircle = 0.06; // [s], [m] of the circle that shows how it goes

export class Drive {
  private pointer = -1;
  private readonly keys = new Set<string>();
  private showing = 0; // [s] left

  constructor(
    private readonly bench: BenchStage,
    private readonly aim: Aim,
    private readonly hand: () => Hand | undefined,
  ) {
    const {stage} = bench;
    stage.addEventListener('pointerdown', (event) => {
      if ((event.target as HTMLElement).closest('button') || event.button !== 0) return;
      if (!this.pull(event)) return bench.orbit.drag(event);
      this.pointer = event.pointerId;
      this.showing = 0;
      stage.setPointerCapture(event.pointerId);
      stage.style.cursor = 'grabbing';
    });
    stage.addEventListener('pointermove', (event) => {
      if (event.pointerId === this.pointer) this.pull(event);
    });
    const release = (event: PointerEvent) => {
      if (event.pointerId !== this.pointer) return;
      this.pointer = -1;
      stage.style.cursor = '';
      this.letGo();
    };
    stage.addEventListener('pointerup', release);
    stage.addEventListener('pointercancel', release);
    addEventListener('keyup', (event) => {
      if (this.keys.delete(event.key) && !this.keys.size) this.letGo();
    });
    addEventListener('blur', () => {
      if (this.keys.size) (this.keys.clear(), this.letGo());
    });
  }

  /** The thing once around, without a hand. */
  show() {
    this.showing = kShow;
  }

  /** @return whether the key pulls. */
  press(key: string): boolean {
    if (!/^Arrow(Up|Down|Left|Right)$/.test(key)) return false;
    this.keys.add(key);
    return true;
  }

  step(dt: number) {
    const hand = this.hand();
    if (!hand) return;
    if (this.keys.size) hand.target = this.ahead(hand);
    if (this.showing <= 0) return;
    this.showing -= dt;
    const turn = (2 * Math.PI * this.showing) / kShow;
    hand.target = new Vector3(kCircle * Math.sin(turn), hand.place.y, kCircle * (Math.cos(turn) - 1));
    if (this.showing <= 0) this.letGo();
  }

  private letGo() {
    const hand = this.hand();
    if (hand && this.pointer < 0 && !this.keys.size) hand.target = undefined;
  }

  /** Towards the point of the surface under the pointer. */
  private pull(event: PointerEvent): boolean {
    const {body} = this.bench,
      hand = this.hand();
    const hit = body && this.aim.at(body.mesh, event.clientX, event.clientY);
    if (!hit || !hand) return false;
    hand.target = hit.point;
    return true;
  }

  /** Arrow keys as the screen sees them. */
  private ahead(hand: Hand): Vector3 {
    const eye = this.bench.orbit.direction(),
      ahead = new Vector3(-eye.x, 0, -eye.z).normalize(),
      right = new Vector3(-ahead.z, 0, ahead.x);
    const way = (plus: string, minus: string) => kAhead * (Number(this.keys.has(plus)) - Number(this.keys.has(minus)));
    return hand.place
      .clone()
      .addScaledVector(ahead, way('ArrowUp', 'ArrowDown'))
      .addScaledVector(right, way('ArrowRight', 'ArrowLeft'));
  }
}
