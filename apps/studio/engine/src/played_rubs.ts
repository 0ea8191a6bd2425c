// The audio thread's friction pairs.
import type {ToRub} from './messages.js';
import {kRubFields, kStateFields} from './types.js';
import type {RubSettings} from './types.js';
import {amount, type PealWasm} from './wasm.js';

const kMostPairs = 64;
const kMostTrace = 4096;

type Pair = {rub: number; settings: RubSettings; left: number; right: number};

export class PlayedRubs {
  private pairs: Pair[] = [];
  private traced = 0;
  private readonly mono: number;
  private readonly sound: () => Float32Array; // at `mono`
  private readonly traceAt: number;
  constructor(
    private readonly wasm: PealWasm,
    private readonly rate: number,
    mostFrames: number,
  ) {
    this.mono = wasm.allocate(4 * mostFrames);
    this.sound = wasm.lasting(this.mono, mostFrames);
    this.traceAt = wasm.allocate(16 * kMostTrace);
  }

  /** As many as asked for, each a wineglass; those before are gone. */
  make(count: number): void {
    if (!(Number.isInteger(count) && count >= 0 && count <= kMostPairs))
      throw new Error(`expected 0 to ${kMostPairs} friction pairs, got ${count}`);
    for (const pair of this.pairs) this.wasm.calls['peal_rub_destroy']!(pair.rub);
    this.pairs = [];
    const {settings, modes} = this.wasm.rubPresets()[0]!;
    for (let i = 0; i < count; ++i)
      this.pairs.push({rub: this.wasm.rubCreate(this.rate, settings, modes), settings, left: 1, right: 1});
  }

  /** @throws what is refused. */
  handle(m: ToRub): void {
    const {wasm} = this,
      call = wasm.calls;
    switch (m.kind) {
      case 'rubSet': {
        const pair = this.pair(m.rub),
          settings = {...pair.settings, ...m.settings};
        for (const name of Object.keys(m.settings))
          if (!(kRubFields as readonly string[]).includes(name)) throw new Error(`there is no setting '${name}'`);
        wasm.rubSet(pair.rub, settings);
        pair.settings = settings;
        break;
      }
      case 'rubModes':
        wasm.rubSetModes(this.pair(m.rub).rub, m.modes);
        break;
      case 'rubForce':
        call['peal_rub_force']!(
          this.pair(m.rub).rub,
          amount('tangential force', m.tangential),
          amount('normal force', m.normal),
        );
        break;
      case 'rubVelocity':
        call['peal_rub_set_velocity']!(this.pair(m.rub).rub, amount('velocity', m.value));
        break;
      case 'rubPosition':
        call['peal_rub_set_position']!(this.pair(m.rub).rub, amount('position', m.value));
        break;
      case 'rubReset':
        call['peal_rub_reset']!(this.pair(m.rub).rub);
        break;
      case 'rubPan':
        Object.assign(this.pair(m.rub), {
          left: amount('gain on the left', m.left),
          right: amount('gain on the right', m.right),
        });
        break;
      case 'rubTrace':
        this.traced = m.rub;
        break;
    }
  }

  /** Adds pressure [Pa] to both channels. */
  render(left: Float32Array, right: Float32Array): void {
    const frames = left.length;
    for (const pair of this.pairs) {
      const mono = this.sound().fill(0, 0, frames);
      this.wasm.calls['peal_rub_render']!(pair.rub, this.mono, frames);
      for (let n = 0; n < frames; ++n) {
        left[n]! += pair.left * mono[n]!;
        right[n]! += pair.right * mono[n]!;
      }
    }
  }

  /** Ten numbers per pair, and the last samples of one of them; undefined without pairs. */
  report(frames: number): {states: Float64Array; trace: Float32Array} | undefined {
    if (this.pairs.length === 0) return undefined;
    const size = kStateFields.length,
      states = new Float64Array(size * this.pairs.length);
    this.pairs.forEach((pair, i) => states.set(this.wasm.rubState(pair.rub), size * i));
    const count = Math.min(frames, kMostTrace),
      row = 4 * count,
      at = this.traceAt;
    const rub = (this.pairs[this.traced] ?? this.pairs[0]!).rub;
    this.wasm.calls['peal_rub_trace']!(rub, at, at + row, at + 2 * row, at + 3 * row, count);
    return {states, trace: this.wasm.float32(at, 4 * count).slice()};
  }

  private pair(index: number): Pair {
    const pair = this.pairs[index];
    if (!pair) throw new Error(`there is no friction pair ${index}`);
    return pair;
  }
}
