// The audio thread: friction pairs and one bank, mixed to two channels. Nothing is allocated per
// block except in reports and while recording.
import type {FromWorklet, RawReport, ToWorklet} from './messages';
import {kStateFields} from './types';
import type {Amplitudes, Limits, RubSettings} from './types';
import {PealWasm} from './wasm';

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  constructor(options?: unknown);
}
declare function registerProcessor(name: string, processor: new (options: {processorOptions: {wasm: ArrayBuffer}}) => AudioWorkletProcessor): void;
declare const currentFrame: number, currentTime: number, sampleRate: number;

const kMostFrames = 1024;     // of a block
const kMostTrace = 4096;
const kMostAmplitudes = 4096;
const kMostMemory = 2 ** 28;  // [bytes] of an engine beside its bank
const kGlide = 0.01;          // [s] in which the gain follows
const kLimitFrom = 0.5;       // samples above approach 1 smoothly
const kRecordFrames = 16384;  // per message
const kLate = 0.03;           // [s] by which sound must fall behind the clock to count
const kPaused = 0.5;          // [s] more than this is a context that was stopped
const clock: () => number = (() => {
  const timer = (globalThis as {performance?: {now(): number}}).performance;
  return timer ? () => timer.now() / 1000 : () => Date.now() / 1000;
})();

type Pair = {rub: number; settings: RubSettings; left: number; right: number};

/** Notices when sound falls behind the clock: what the loudspeaker then played was a gap. */
class Lateness {
  underruns = 0;
  private behind = Infinity;
  restart(): void { this.behind = Infinity; }
  block(): void {
    const now = clock() - currentTime;
    const jump = now - this.behind;
    if (jump > kLate) {
      if (jump < kPaused) ++this.underruns;
      this.behind = now;
    }
    // Blocks come in bursts: the earliest of them tells. Clocks drift apart slowly.
    this.behind = Math.min(this.behind + 1e-6, now);
  }
}

class PealProcessor extends AudioWorkletProcessor {
  private readonly wasm: PealWasm;
  private readonly mono: number;
  private readonly ears: number;
  private readonly rows: number;       // pointers to the two ears
  private readonly traceAt: number;
  private readonly amplitudesAt: number;
  private pairs: Pair[] = [];
  private traced = 0;
  private engine = 0;
  private engineBytes = 0;
  private fullScale = 1;
  private readonly objects = new Map<number, number>();
  private readonly contacts = new Map<number, number>();
  private readonly watched = new Set<number>();
  private gain = 1;
  private gainNow = 1;
  private readonly lateness = new Lateness();
  private reportEvery = 0;
  private sinceReport = 0;
  private busy = 0;
  private load = 0;
  private recording: Float32Array[] | undefined;
  private recorded = 0;
  private alive = true;

  constructor(options: {processorOptions: {wasm: ArrayBuffer}}) {
    super();
    this.wasm = new PealWasm(new WebAssembly.Module(options.processorOptions.wasm));
    this.mono = this.wasm.allocate(4 * kMostFrames);
    this.ears = this.wasm.allocate(8 * kMostFrames);
    this.rows = this.wasm.allocate(8);
    this.wasm.uint32(this.rows, 2).set([this.ears, this.ears + 4 * kMostFrames]);
    this.traceAt = this.wasm.allocate(16 * kMostTrace);
    this.amplitudesAt = this.wasm.allocate(4 * kMostAmplitudes);
    this.reportEvery = Math.round(sampleRate / 60);
    this.port.onmessage = (event) => this.take(event.data as ToWorklet);
  }

  private send(message: FromWorklet, transfer: Transferable[] = []): void { this.port.postMessage(message, transfer); }

  private take(message: ToWorklet): void {
    const request = 'request' in message ? message.request : undefined;
    try {
      this.handle(message);
      if (request !== undefined) this.send({kind: 'done', request});
    } catch (error) {
      const what = (error as Error).message;
      if (error instanceof WebAssembly.RuntimeError) this.die(what);
      if (request !== undefined) this.send({kind: 'done', request, error: what});
      else this.send({kind: 'refused', what});
    }
  }

  private die(error: string): void {
    this.alive = false;
    this.send({kind: 'dead', error});
  }

  private pair(index: number): Pair {
    const pair = this.pairs[index];
    if (!pair) throw new Error(`there is no friction pair ${index}`);
    return pair;
  }
  private object(id: number): number { return id < 0 ? -1 : this.objects.get(id) ?? -2; }

  private handle(m: ToWorklet): void {
    const {wasm} = this, call = wasm.calls;
    if (!this.alive) throw new Error('the engine has stopped; reload the page');
    switch (m.kind) {
      case 'rubs': this.makePairs(m.count); break;
      case 'rubSet': {
        const pair = this.pair(m.rub), settings = {...pair.settings, ...m.settings};
        wasm.rubSet(pair.rub, settings);
        pair.settings = settings;
        break;
      }
      case 'rubModes': wasm.rubSetModes(this.pair(m.rub).rub, m.modes); break;
      case 'rubForce': call['peal_rub_force']!(this.pair(m.rub).rub, m.tangential, m.normal); break;
      case 'rubVelocity': call['peal_rub_set_velocity']!(this.pair(m.rub).rub, m.value); break;
      case 'rubPosition': call['peal_rub_set_position']!(this.pair(m.rub).rub, m.value); break;
      case 'rubReset': call['peal_rub_reset']!(this.pair(m.rub).rub); break;
      case 'rubPan': Object.assign(this.pair(m.rub), {left: m.left, right: m.right}); break;
      case 'rubTrace': this.traced = m.rub; break;
      case 'bank': this.loadBank(m.bytes, m.limits); break;
      case 'spawn': {
        const object = wasm.spawn(this.engine, m.body, m.pose, m.held);
        if (object < 0) throw new Error(`object ${m.object} was refused: no such body, or too many objects`);
        this.objects.set(m.object, object);
        break;
      }
      case 'despawn':
        call['peal_despawn']!(this.engine, this.object(m.object));
        this.objects.delete(m.object);
        this.watched.delete(m.object);
        break;
      case 'pose': wasm.setPose(this.engine, this.object(m.object), m.pose); break;
      case 'listener': wasm.setListener(this.engine, m.left, m.right); break;
      case 'strike':
        wasm.strike(this.engine, this.object(m.object), this.object(m.other), m.point, m.normal, m.impulse, m.closingSpeed, m.delay);
        break;
      case 'contactBegin': {
        const contact = call['peal_contact_begin']!(this.engine, this.object(m.a), this.object(m.b));
        if (contact < 0) throw new Error(`contact ${m.contact} was refused: too many contacts`);
        this.contacts.set(m.contact, contact);
        break;
      }
      case 'contactUpdate': wasm.contactUpdate(this.engine, this.contacts.get(m.contact) ?? -1, m.state); break;
      case 'contactEnd':
        call['peal_contact_end']!(this.engine, this.contacts.get(m.contact) ?? -1);
        this.contacts.delete(m.contact);
        break;
      case 'amplitudes': m.wanted ? this.watched.add(m.object) : this.watched.delete(m.object); break;
      case 'gain': this.gain = Number.isFinite(m.value) ? m.value : this.gain; break;
      case 'reports': this.reportEvery = m.rate > 0 ? Math.max(1, Math.round(sampleRate / m.rate)) : 0; break;
      case 'record': this.record(m.on); break;
      case 'clock': this.lateness.restart(); break;
      case 'close': this.alive = false; break;
    }
  }

  private makePairs(count: number): void {
    if (!(count >= 0 && count <= 64)) throw new Error(`expected 0 to 64 friction pairs, got ${count}`);
    for (const pair of this.pairs) this.wasm.calls['peal_rub_destroy']!(pair.rub);
    this.pairs = [];
    for (let i = 0; i < count; ++i) {
      const settings = this.wasm.rubDefaults();
      const modes = [{frequency: 548, decay: 6.9, mass: 0.01, shape: 1}, {frequency: 1370, decay: 11.5, mass: 0.01, shape: 1}];
      this.pairs.push({rub: this.wasm.rubCreate(sampleRate, settings, modes), settings, left: 1, right: 1});
    }
  }

  private loadBank(bytes: ArrayBuffer, limits: Partial<Limits>): void {
    if (this.engine) this.wasm.calls['peal_destroy']!(this.engine);
    if (this.engineBytes) this.wasm.free(this.engineBytes);
    this.engine = this.engineBytes = 0;
    this.objects.clear(), this.contacts.clear(), this.watched.clear();
    // Pascals come out: the engine's own full scale only says where it bends.
    this.fullScale = limits.fullScale ?? 1000;
    this.engineBytes = this.wasm.copyIn(new Uint8Array(bytes));
    this.engine = this.wasm.engineCreate(this.engineBytes, bytes.byteLength, {maxMemory: kMostMemory, ...limits, rate: sampleRate, ears: 2, fullScale: this.fullScale});
  }

  private record(on: boolean): void {
    if (on) {
      this.recording = [new Float32Array(kRecordFrames), new Float32Array(kRecordFrames)];
      this.recorded = 0;
    } else if (this.recording) {
      this.flushRecord();
      this.recording = undefined;
    }
  }
  private flushRecord(): void {
    const channels = this.recording!.map((channel) => channel.slice(0, this.recorded));
    this.recorded = 0;
    this.send({kind: 'recorded', channels}, channels.map((channel) => channel.buffer));
  }
  private keepRecord(left: Float32Array, right: Float32Array): void {
    if (this.recorded + left.length > kRecordFrames) this.flushRecord();
    this.recording![0]!.set(left, this.recorded);
    this.recording![1]!.set(right, this.recorded);
    this.recorded += left.length;
  }

  process(_: Float32Array[][], outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0], right = outputs[0]?.[1] ?? left;
    if (!this.alive || !left || !right) return this.alive;
    const begin = clock();
    try {
      for (let from = 0; from < left.length; from += kMostFrames)
        this.mix(left.subarray(from, from + kMostFrames), right.subarray(from, from + kMostFrames));
    } catch (error) {
      left.fill(0), right.fill(0);
      this.die((error as Error).message);
      return false;
    }
    if (this.recording) this.keepRecord(left, right);
    this.lateness.block();
    this.busy += clock() - begin;
    this.sinceReport += left.length;
    if (this.reportEvery > 0 && this.sinceReport >= this.reportEvery) this.report(left.length);
    return true;
  }

  /** Pairs and bank in pascals, then gain, then a bend that keeps samples within -1 .. 1. */
  private mix(left: Float32Array, right: Float32Array): void {
    const {wasm} = this, frames = left.length;
    if (this.engine) {
      wasm.calls['peal_render']!(this.engine, this.rows, frames);
      const a = wasm.float32(this.ears, frames), b = wasm.float32(this.ears + 4 * kMostFrames, frames);
      for (let n = 0; n < frames; ++n) left[n] = a[n]! * this.fullScale, right[n] = b[n]! * this.fullScale;
    } else {
      left.fill(0), right.fill(0);
    }
    for (const pair of this.pairs) {
      const mono = wasm.float32(this.mono, frames).fill(0);
      wasm.calls['peal_rub_render']!(pair.rub, this.mono, frames);
      for (let n = 0; n < frames; ++n) left[n]! += pair.left * mono[n]!, right[n]! += pair.right * mono[n]!;
    }
    const glide = 1 - Math.exp(-1 / (kGlide * sampleRate));
    for (let n = 0; n < frames; ++n) {
      this.gainNow += glide * (this.gain - this.gainNow);
      left[n] = bent(left[n]! * this.gainNow), right[n] = bent(right[n]! * this.gainNow);
    }
  }

  private report(frames: number): void {
    const {wasm} = this, transfer: Transferable[] = [];
    this.load += 0.3 * (this.busy * sampleRate / this.sinceReport - this.load);
    const report: RawReport = {
      kind: 'report', frame: currentFrame + frames, time: currentTime + frames / sampleRate, load: this.load,
      underruns: this.lateness.underruns,
    };
    if (this.pairs.length > 0) {
      const size = kStateFields.length, states = new Float64Array(size * this.pairs.length);
      this.pairs.forEach((pair, i) => states.set(wasm.rubState(pair.rub), size * i));
      report.states = states;
      const count = Math.min(this.sinceReport, kMostTrace), rub = this.pairs[this.traced]?.rub ?? 0;
      const at = this.traceAt, row = 4 * count;
      wasm.calls['peal_rub_trace']!(rub, at, at + row, at + 2 * row, at + 3 * row, count);
      report.trace = wasm.float32(at, 4 * count).slice();
      transfer.push(states.buffer, report.trace.buffer);
    }
    if (this.engine) {
      report.stats = wasm.stats(this.engine);
      report.amplitudes = [...this.watched].map((id) => this.amplitudes(id));
      for (const {values} of report.amplitudes) transfer.push(values.buffer);
    }
    this.sinceReport = this.busy = 0;
    this.send(report, transfer);
  }
  private amplitudes(id: number): Amplitudes {
    const row = this.wasm.calls['peal_dry_row']!(this.engine, this.object(id));
    const count = this.wasm.calls['peal_mode_amplitudes']!(this.engine, row, this.amplitudesAt, kMostAmplitudes);
    return {object: id, values: this.wasm.float32(this.amplitudesAt, count).slice()};
  }
}

function bent(x: number): number {
  const size = Math.abs(x);
  if (size <= kLimitFrom) return x;
  if (!(size < Infinity)) return 0;
  return Math.sign(x) * (kLimitFrom + (1 - kLimitFrom) * Math.tanh((size - kLimitFrom) / (1 - kLimitFrom)));
}

registerProcessor('peal', PealProcessor);
