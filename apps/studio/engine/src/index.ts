// Peal in a page: friction pairs and banks that sound in an AudioWorklet. Calls go to the audio
// thread as messages and are heard from its next block on; reports come back as messages.
import {readBodies} from './bodies';
import type {BodyInfo} from './bodies';
import type {FromWorklet, RawReport, ToWorklet} from './messages';
import {kStateFields} from './types';
import type {ContactState, Limits, Mode, Pose, Report, RubSettings, StrikeOptions, Vec3} from './types';
import {stateOf} from './wasm';

export {BodyInfo} from './bodies';
export {wav} from './wav';
export type * from './types';

type Sending = (message: ToWorklet, transfer?: Transferable[]) => void;
/** Without the request's number, which ask() adds. */
type Request<M = ToWorklet> = M extends {request: number} ? Omit<M, 'request'> : never;

/** One mass on one ringing body. */
export class Rub {
  constructor(private readonly send: Sending, readonly index: number) {}
  set(settings: Partial<RubSettings>): void { this.send({kind: 'rubSet', rub: this.index, settings}); }
  setModes(modes: Mode[]): void { this.send({kind: 'rubModes', rub: this.index, modes}); }
  /** Forces [N] that are reached within 64 samples. */
  force(tangential: number, normal: number): void { this.send({kind: 'rubForce', rub: this.index, tangential, normal}); }
  setVelocity(value: number): void { this.send({kind: 'rubVelocity', rub: this.index, value}); }
  setPosition(value: number): void { this.send({kind: 'rubPosition', rub: this.index, value}); }
  reset(): void { this.send({kind: 'rubReset', rub: this.index}); }
  /** Gains of both channels. */
  pan(left: number, right: number): void { this.send({kind: 'rubPan', rub: this.index, left, right}); }
  /** Reports carry the samples of this pair. */
  traceThis(): void { this.send({kind: 'rubTrace', rub: this.index}); }
}

/** Bodies of a bank, and the objects that have them. */
export class Bank {
  private next = 0;
  constructor(private readonly send: Sending, readonly bodies: BodyInfo[]) {}
  find(name: string): number { return this.bodies.findIndex((body) => body.name === name); }
  spawn(body: number, pose: Pose, held = false): number {
    this.send({kind: 'spawn', object: this.next, body, pose, held});
    return this.next++;
  }
  despawn(object: number): void { this.send({kind: 'despawn', object}); }
  setPose(object: number, pose: Pose): void { this.send({kind: 'pose', object, pose}); }
  setListener(left: Vec3, right: Vec3): void { this.send({kind: 'listener', left, right}); }
  /** @param point world [m], @param normal towards the object, @param impulse [N s]; below 0: from the closing speed. */
  strike(object: number, point: Vec3, normal: Vec3, impulse: number, options: StrikeOptions = {}): void {
    const {other = -1, closingSpeed = -1, delay = 0} = options;
    this.send({kind: 'strike', object, other, point, normal, impulse, closingSpeed, delay});
  }
  /** -1 is the ground. */
  contactBegin(a: number, b: number): number {
    this.send({kind: 'contactBegin', contact: this.next, a, b});
    return this.next++;
  }
  contactUpdate(contact: number, state: ContactState): void { this.send({kind: 'contactUpdate', contact, state}); }
  contactEnd(contact: number): void { this.send({kind: 'contactEnd', contact}); }
  /** Reports carry (or no longer carry) how far the modes of this object swing. */
  amplitudes(object: number, wanted = true): void { this.send({kind: 'amplitudes', object, wanted}); }
}

export class Peal {
  private requests = new Map<number, {resolve: () => void; reject: (error: Error) => void}>();
  private nextRequest = 1;
  private readonly callbacks = new Map<(report: Report) => void, number>();
  private recorded: Float32Array[][] = [];
  private readonly clock = () => this.send({kind: 'clock'});
  /** Told what the engine refused (a setting out of range, a body that is not there) or that it has stopped. */
  onProblem: (sentence: string) => void = (sentence) => console.warn(`peal: ${sentence}`);

  private constructor(readonly context: AudioContext, readonly node: AudioWorkletNode, private readonly module: WebAssembly.Module) {
    node.port.onmessage = (event) => this.take(event.data as FromWorklet);
    node.onprocessorerror = () => this.onProblem('the audio worklet failed; reload the page');
    context.addEventListener('statechange', this.clock);
  }

  /** Files lie beside this script unless told otherwise. */
  static async create(context: AudioContext, urls: {wasm?: string; worklet?: string} = {}): Promise<Peal> {
    const wasm = urls.wasm ?? new URL('peal.wasm', import.meta.url).href;
    const worklet = urls.worklet ?? new URL('worklet.js', import.meta.url).href;
    const fetched = async () => {
      const answer = await fetch(wasm);
      if (!answer.ok) throw new Error(`${wasm}: ${answer.status} ${answer.statusText}`);
      return answer.arrayBuffer();
    };
    const [bytes] = await Promise.all([fetched(), context.audioWorklet.addModule(worklet)]);
    // Asked for before the node is made: what cannot be compiled fails here, with a sentence.
    const module = await WebAssembly.compile(bytes);
    const node = new AudioWorkletNode(context, 'peal', {
      numberOfInputs: 0, numberOfOutputs: 1, outputChannelCount: [2], processorOptions: {wasm: bytes},
    });
    const peal = new Peal(context, node, module);
    peal.reports();
    return peal;
  }

  /** Friction pairs, mixed to the output; those made before are gone. */
  async rubs(count: number): Promise<Rub[]> {
    await this.ask({kind: 'rubs', count});
    return Array.from({length: count}, (_, i) => new Rub(this.send, i));
  }

  /** @param bytes of a file of `peal pack`; the context must run at the bank's rate. Rejects with the engine's sentence. */
  async loadBank(bytes: ArrayBuffer, limits: Partial<Limits> = {}): Promise<Bank> {
    const {bodies} = readBodies(this.module, bytes);
    await this.ask({kind: 'bank', bytes: bytes.slice(0), limits});
    return new Bank(this.send, bodies);
  }

  /** Full scale per pascal. What comes near 1 is bent smoothly. */
  gain(value: number): void { this.send({kind: 'gain', value}); }

  /** @param rate [Hz] of reports; the fastest of all callbacks decides. @return ends it. */
  onReport(callback: (report: Report) => void, rate = 60): () => void {
    this.callbacks.set(callback, rate);
    this.reports();
    return () => {
      this.callbacks.delete(callback);
      this.reports();
    };
  }

  recordStart(): void {
    this.recorded = [];
    this.ask({kind: 'record', on: true}).catch(() => undefined);
  }
  /** Exactly what the worklet gave since recordStart. */
  async recordStop(): Promise<{rate: number; channels: Float32Array[]}> {
    await this.ask({kind: 'record', on: false});
    const parts = this.recorded;
    this.recorded = [];
    const frames = parts.reduce((sum, part) => sum + part[0]!.length, 0);
    const channels = [0, 1].map((channel) => {
      const whole = new Float32Array(frames);
      let at = 0;
      for (const part of parts) whole.set(part[channel]!, at), at += part[channel]!.length;
      return whole;
    });
    return {rate: this.context.sampleRate, channels};
  }

  dispose(): void {
    this.send({kind: 'close'});
    this.context.removeEventListener('statechange', this.clock);
    this.node.disconnect();
    this.callbacks.clear();
    for (const {reject} of this.requests.values()) reject(new Error('the engine was closed'));
    this.requests.clear();
  }

  private readonly send: Sending = (message, transfer = []) => this.node.port.postMessage(message, transfer);
  private ask(message: Request): Promise<void> {
    const request = this.nextRequest++;
    return new Promise((resolve, reject) => {
      this.requests.set(request, {resolve, reject});
      this.send({...message, request} as ToWorklet);
    });
  }
  private reports(): void { this.send({kind: 'reports', rate: Math.max(0, ...this.callbacks.values())}); }

  private take(message: FromWorklet): void {
    switch (message.kind) {
      case 'report': {
        const report = unpack(message);
        for (const callback of this.callbacks.keys()) callback(report);
        break;
      }
      case 'done': {
        const request = this.requests.get(message.request);
        this.requests.delete(message.request);
        if (message.error === undefined) request?.resolve();
        else request?.reject(new Error(message.error));
        break;
      }
      case 'refused': this.onProblem(message.what); break;
      case 'recorded': this.recorded.push(message.channels); break;
      case 'dead': this.onProblem(`the engine has stopped (${message.error}); reload the page`); break;
    }
  }
}

function unpack(raw: RawReport): Report {
  const {frame, time, load, underruns, states, trace} = raw;
  const report: Report = {frame, time, load, underruns};
  if (states && trace) {
    const count = trace.length / 4, row = (k: number) => trace.subarray(k * count, (k + 1) * count);
    report.rubs = {
      frame, time,
      states: Array.from({length: states.length / kStateFields.length}, (_, i) => stateOf(states, i * kStateFields.length)),
      trace: {velocity: row(0), bend: row(1), friction: row(2), resonatorVelocity: row(3)},
    };
  }
  if (raw.stats) report.bank = {stats: raw.stats, amplitudes: raw.amplitudes ?? []};
  return report;
}
