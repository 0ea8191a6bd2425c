// A friction pair as the page holds it.
import type {ToRub} from './messages.js';
import type {Mode, RubSettings} from './types.js';

/** One mass on one ringing body. */
export class Rub {
  constructor(
    private readonly send: (message: ToRub) => void,
    readonly index: number,
  ) {}
  set(settings: Partial<RubSettings>): void {
    this.send({kind: 'rubSet', rub: this.index, settings});
  }
  setModes(modes: Mode[]): void {
    this.send({kind: 'rubModes', rub: this.index, modes});
  }
  /** Forces [N] that are reached within 64 samples. */
  force(tangential: number, normal: number): void {
    this.send({kind: 'rubForce', rub: this.index, tangential, normal});
  }
  setVelocity(value: number): void {
    this.send({kind: 'rubVelocity', rub: this.index, value});
  }
  setPosition(value: number): void {
    this.send({kind: 'rubPosition', rub: this.index, value});
  }
  reset(): void {
    this.send({kind: 'rubReset', rub: this.index});
  }
  /** Gains of both channels. */
  pan(left: number, right: number): void {
    this.send({kind: 'rubPan', rub: this.index, left, right});
  }
  /** Reports carry the samples of this pair. */
  traceThis(): void {
    this.send({kind: 'rubTrace', rub: this.index});
  }
}
