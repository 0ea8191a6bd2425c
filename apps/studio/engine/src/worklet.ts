// The audio thread: friction pairs and one bank, mixed to two channels. Nothing is allocated per
// block except in reports and while recording.
import {Complaints} from './complaints.js';
import {clock, Lateness} from './lateness.js';
import type {FromWorklet, RawReport, Request, ToWorklet} from './messages.js';
import {PlayedBank} from './played_bank.js';
import {PlayedRubs} from './played_rubs.js';
import {Tape} from './tape.js';
import {amount, PealWasm} from './wasm.js';

type Options = {processorOptions: {wasm: ArrayBuffer}};
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  constructor(options?: unknown);
}
declare function registerProcessor(name: string, processor: new (options: Options) => AudioWorkletProcessor): void;
declare const currentFrame: number, currentTime: number, sampleRate: number;

const kMostFrames = 1024; // of a block that is mixed at once
const kGlide = 0.01; // [s] in which the gain follows
const kLimitFrom = 0.5; // samples above approach 1 smoothly
const kReportRate = 60; // [Hz] until the page says otherwise

class PealProcessor extends AudioWorkletProcessor {
  private readonly wasm: PealWasm;
  private readonly left: () => Float32Array; // [Pa] at the ears of the bank
  private readonly right: () => Float32Array;
  private readonly rows: number; // where the addresses of the two ears lie
  private readonly rubs: PlayedRubs;
  private readonly lateness = new Lateness();
  private readonly tape = new Tape((take, channels) =>
    this.send(
      {kind: 'recorded', take, channels},
      channels.map((c) => c.buffer),
    ),
  );
  private readonly complaints = new Complaints((what) => this.send({kind: 'refused', what}));
  private readonly complain = (what: string) => this.complaints.tell(what, clock());
  private bank: PlayedBank | undefined;
  private rubsMade = 0;
  private bankMade = 0;
  private gain = 1;
  private gainNow = 1;
  private silent = true; // the last block, before the gain
  private reportEvery = Math.round(sampleRate / kReportRate); // [frames]
  private sinceReport = 0;
  private busy = 0; // [s] since the last report
  private load = 0;
  private alive = true;
  private closed = false;

  constructor(options: Options) {
    super();
    this.wasm = new PealWasm(new WebAssembly.Module(options.processorOptions.wasm));
    const ears = this.wasm.allocate(8 * kMostFrames),
      right = ears + 4 * kMostFrames;
    this.left = this.wasm.lasting(ears, kMostFrames);
    this.right = this.wasm.lasting(right, kMostFrames);
    this.rows = this.wasm.allocate(8);
    this.wasm.uint32(this.rows, 2).set([ears, right]);
    this.rubs = new PlayedRubs(this.wasm, sampleRate, kMostFrames);
    this.port.onmessage = (event) => this.take(event.data as ToWorklet);
  }

  private send(message: FromWorklet, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }

  private take(message: ToWorklet): void {
    const request = message.kind === 'request' ? message.request : undefined;
    try {
      this.handle(message);
      if (request !== undefined) this.send({kind: 'done', request});
    } catch (error) {
      const what = (error as Error).message;
      if (error instanceof WebAssembly.RuntimeError) this.die(what);
      if (request !== undefined) this.send({kind: 'done', request, error: what});
      else this.complain(what);
    }
  }
  private die(error: string): void {
    this.alive = false;
    this.send({kind: 'dead', error});
  }

  private handle(m: ToWorklet): void {
    if (this.closed) throw new Error('the engine was disposed of');
    if (!this.alive) throw new Error('the engine has stopped; reload the page');
    switch (m.kind) {
      case 'rub':
        if (m.of === this.rubsMade) this.rubs.handle(m.message);
        return;
      case 'inBank':
        if (m.of === this.bankMade) this.bank?.handle(m.message);
        return;
      case 'request':
        this.answer(m.message);
        return;
      case 'gain':
        this.gain = amount('gain', m.value);
        return;
      case 'reports':
        this.reportEvery = m.rate > 0 ? Math.max(1, Math.round(sampleRate / m.rate)) : 0;
        return;
      case 'clock':
        this.lateness.restart(m.buffer);
        return;
      case 'close':
        this.alive = false;
        this.closed = true;
        return;
    }
  }
  private answer(m: Request): void {
    switch (m.kind) {
      case 'rubs':
        this.rubs.make(m.count);
        this.rubsMade = m.made;
        return;
      case 'bank': {
        const bank = new PlayedBank(this.wasm, m.bytes, m.limits, sampleRate);
        this.bank?.close();
        this.bank = bank;
        this.bankMade = m.made;
        return;
      }
      case 'settled':
        return;
      case 'record':
        m.on ? this.tape.start(m.take) : this.tape.stop();
        return;
    }
  }

  process(_: Float32Array[][], outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0],
      right = outputs[0]?.[1] ?? left;
    if (!this.alive || !left || !right) return this.alive;
    const begin = clock();
    try {
      this.bank?.settle(this.complain);
      if (left.length <= kMostFrames) this.mix(left, right);
      else
        for (let from = 0; from < left.length; from += kMostFrames)
          this.mix(left.subarray(from, from + kMostFrames), right.subarray(from, from + kMostFrames));
    } catch (error) {
      left.fill(0);
      right.fill(0);
      this.die((error as Error).message);
      return false;
    }
    this.tape.keep(left, right);
    this.lateness.block(currentTime);
    this.busy += clock() - begin;
    this.sinceReport += left.length;
    if (this.reportEvery > 0 && this.sinceReport >= this.reportEvery) this.report(left.length);
    return true;
  }

  /** Pairs and bank in pascals, then gain, then a bend that keeps samples within -1 .. 1. */
  private mix(left: Float32Array, right: Float32Array): void {
    const {bank} = this,
      frames = left.length;
    if (bank) {
      bank.render(this.rows, frames);
      const a = this.left(),
        b = this.right();
      for (let n = 0; n < frames; ++n) {
        left[n] = a[n]! * bank.fullScale;
        right[n] = b[n]! * bank.fullScale;
      }
    } else {
      left.fill(0);
      right.fill(0);
    }
    this.rubs.render(left, right);
    // After silence the gain is there at once: nobody hears it jump.
    if (this.silent) this.gainNow = this.gain;
    this.silent = left.every(isZero) && right.every(isZero);
    const glide = 1 - Math.exp(-1 / (kGlide * sampleRate));
    for (let n = 0; n < frames; ++n) {
      this.gainNow += glide * (this.gain - this.gainNow);
      left[n] = bent(left[n]! * this.gainNow);
      right[n] = bent(right[n]! * this.gainNow);
    }
  }

  private report(frames: number): void {
    const transfer: Transferable[] = [];
    this.load += 0.3 * ((this.busy * sampleRate) / this.sinceReport - this.load);
    const report: RawReport = {
      kind: 'report',
      frame: currentFrame + frames,
      time: currentTime + frames / sampleRate,
      load: this.load,
      underruns: this.lateness.underruns,
      ...this.rubs.report(this.sinceReport),
    };
    if (report.states && report.trace) transfer.push(report.states.buffer, report.trace.buffer);
    if (this.bank) {
      report.bank = this.bank.report();
      for (const {values} of report.bank.amplitudes) transfer.push(values.buffer);
    }
    this.sinceReport = this.busy = 0;
    this.send(report, transfer);
  }
}

const isZero = (x: number) => x === 0;

function bent(x: number): number {
  const size = Math.abs(x);
  if (size <= kLimitFrom) return x;
  if (!(size < Infinity)) return 0;
  return Math.sign(x) * (kLimitFrom + (1 - kLimitFrom) * Math.tanh((size - kLimitFrom) / (1 - kLimitFrom)));
}

registerProcessor('peal', PealProcessor);
