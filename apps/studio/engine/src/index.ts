// Peal in a page: friction pairs and banks that sound in an AudioWorklet. Calls go to the audio
// thread as messages and are heard from its next block on; reports come back as messages.
import {Bank} from './bank.js';
import {readBank} from './bodies.js';
import type {FromWorklet, RawReport, Request, ToWorklet} from './messages.js';
import {Rub} from './rub.js';
import {kStateFields} from './types.js';
import type {BankLimits, Report, RubPreset} from './types.js';
import {PealWasm, stateOf} from './wasm.js';

export type {Bank} from './bank.js';
export {readBank} from './bodies.js';
export type {BankInfo, BodyInfo} from './bodies.js';
export type {Rub} from './rub.js';
export {wav} from './wav.js';
export type * from './types.js';

async function fetched(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

export class Peal {
  private requests = new Map<number, {resolve: () => void; reject: (error: Error) => void}>();
  private nextRequest = 1;
  private readonly callbacks = new Set<{call: (report: Report) => void; rate: number}>();
  private recorded: Float32Array[][] = [];
  private recording = 0; // counts recordings: pieces of one before may still be on their way
  private disposed = false;
  private made = 0; // counts banks and sets of pairs
  private readonly stateChanged = () => {
    if (this.context.state === 'closed') this.refuseAll('the audio context is closed');
    else this.send({kind: 'clock', buffer: (this.context as Partial<AudioContext>).baseLatency ?? 0});
  };
  /** Told what the engine refused (a setting out of range, a body that is not there) or that it has stopped. */
  onProblem: (sentence: string) => void = (sentence) => console.warn(`peal: ${sentence}`);

  private constructor(
    readonly context: BaseAudioContext,
    readonly node: AudioWorkletNode,
    private readonly module: WebAssembly.Module,
  ) {
    node.port.onmessage = (event) => this.take(event.data as FromWorklet);
    node.onprocessorerror = () => this.onProblem('the audio worklet failed; reload the page');
    context.addEventListener('statechange', this.stateChanged);
  }

  /** Files lie beside this script unless told otherwise. */
  static async create(context: BaseAudioContext, urls: {wasm?: string; worklet?: string} = {}): Promise<Peal> {
    const wasm = urls.wasm ?? new URL('peal.wasm', import.meta.url).href;
    const worklet = urls.worklet ?? new URL('worklet.js', import.meta.url).href;
    const [bytes] = await Promise.all([fetched(wasm), context.audioWorklet.addModule(worklet)]);
    // Asked for before the node is made: what cannot be compiled fails here, with a sentence.
    const module = await WebAssembly.compile(bytes);
    const node = new AudioWorkletNode(context, 'peal', {
      numberOfInputs: 0,
      numberOfOutputs: 1,
      outputChannelCount: [2],
      processorOptions: {wasm: bytes},
    });
    const peal = new Peal(context, node, module);
    peal.stateChanged();
    peal.reports();
    return peal;
  }

  /** Friction pairs, mixed to the output; those made before are gone. */
  async rubs(count: number): Promise<Rub[]> {
    const made = ++this.made;
    await this.ask({kind: 'rubs', count, made});
    return Array.from({length: count}, (_, i) => new Rub((message) => this.send({kind: 'rub', of: made, message}), i));
  }

  /** Bodies and laws to begin with. */
  presets(): RubPreset[] {
    return new PealWasm(this.module).rubPresets();
  }

  /**
   * @param bytes of a file of `peal pack`; the context must run at the bank's rate. Rejects with the engine's
   *     sentence,
   *  and the bank before goes on; otherwise its objects are gone.
   */
  async loadBank(bytes: ArrayBuffer | ArrayBufferView, limits: BankLimits = {}): Promise<Bank> {
    const copy = copied(bytes),
      {bodies, rate} = readBank(this.module, copy),
      made = ++this.made;
    if (rate !== this.context.sampleRate)
      throw new Error(
        `the bank is made for ${rate} Hz, the audio context runs at ${
          this.context.sampleRate
        } Hz: new AudioContext({sampleRate: ${rate}})`,
      );
    await this.ask({kind: 'bank', bytes: copy, limits, made}, [copy]);
    return new Bank((message) => this.send({kind: 'inBank', of: made, message}), bodies);
  }

  /** Full scale per pascal. What comes near 1 is bent smoothly. */
  gain(value: number): void {
    this.send({kind: 'gain', value});
  }

  /** @param rate [Hz] of reports; the fastest of all callbacks decides. @return ends it. */
  onReport(callback: (report: Report) => void, rate = 60): () => void {
    if (!(rate > 0 && rate <= 1e4)) throw new Error(`onReport: expected a rate of up to 10000 Hz, got ${rate}`);
    const entry = {call: callback, rate};
    this.callbacks.add(entry);
    this.reports();
    return () => {
      this.callbacks.delete(entry);
      this.reports();
    };
  }

  /** When the engine has taken all calls so far: before OfflineAudioContext.startRendering(). */
  settled(): Promise<void> {
    return this.ask({kind: 'settled'});
  }

  recordStart(): void {
    this.recorded = [];
    this.ask({kind: 'record', on: true, take: ++this.recording}).catch(() => undefined);
  }
  /** Exactly what the worklet gave since recordStart. */
  async recordStop(): Promise<{rate: number; channels: Float32Array[]}> {
    await this.ask({kind: 'record', on: false, take: this.recording});
    const parts = this.recorded;
    this.recorded = [];
    const frames = parts.reduce((sum, part) => sum + part[0]!.length, 0);
    const channels = [0, 1].map((channel) => {
      const whole = new Float32Array(frames);
      let at = 0;
      for (const part of parts) (whole.set(part[channel]!, at), (at += part[channel]!.length));
      return whole;
    });
    return {rate: this.context.sampleRate, channels};
  }

  dispose(): void {
    this.send({kind: 'close'});
    this.context.removeEventListener('statechange', this.stateChanged);
    this.node.disconnect();
    this.disposed = true;
    this.callbacks.clear();
    this.refuseAll('the engine was disposed of');
  }

  private send(message: ToWorklet, transfer: Transferable[] = []): void {
    this.node.port.postMessage(message, transfer);
  }
  private ask(message: Request, transfer: Transferable[] = []): Promise<void> {
    if (this.disposed) return Promise.reject(new Error('the engine was disposed of'));
    if (this.context.state === 'closed') return Promise.reject(new Error('the audio context is closed'));
    const request = this.nextRequest++;
    return new Promise((resolve, reject) => {
      this.send({kind: 'request', request, message}, transfer);
      this.requests.set(request, {resolve, reject});
    });
  }
  /** As the browser counts them, for the whole context; undefined where it does not. */
  private underruns(): number | undefined {
    const {playbackStats: stats} = this.context as {playbackStats?: {underrunEvents: number}};
    return stats?.underrunEvents;
  }
  private refuseAll(why: string): void {
    for (const {reject} of this.requests.values()) reject(new Error(why));
    this.requests.clear();
  }
  private reports(): void {
    this.send({kind: 'reports', rate: Math.max(0, ...[...this.callbacks].map(({rate}) => rate))});
  }

  private take(message: FromWorklet): void {
    switch (message.kind) {
      case 'report': {
        const report = unpack(message, this.underruns());
        for (const {call} of [...this.callbacks]) alone(() => call(report));
        break;
      }
      case 'done': {
        const request = this.requests.get(message.request);
        this.requests.delete(message.request);
        if (message.error === undefined) request?.resolve();
        else request?.reject(new Error(message.error));
        break;
      }
      case 'refused':
        this.onProblem(message.what);
        break;
      case 'recorded':
        if (message.take === this.recording) this.recorded.push(message.channels);
        break;
      case 'dead':
        this.onProblem(`the engine has stopped (${message.error}); reload the page`);
        break;
    }
  }
}

/** What one callback throws is nobody else's business. */
function alone(call: () => void): void {
  try {
    call();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

function copied(bytes: ArrayBuffer | ArrayBufferView): ArrayBuffer {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  return view.slice().buffer;
}

function unpack(raw: RawReport, underruns: number | undefined): Report {
  const {frame, time, load, states, trace} = raw;
  const report: Report = {frame, time, load, underruns: underruns ?? raw.underruns};
  if (states && trace) {
    const count = trace.length / 4,
      row = (k: number) => trace.subarray(k * count, (k + 1) * count);
    report.rubs = {
      frame,
      time,
      states: Array.from({length: states.length / kStateFields.length}, (_, i) =>
        stateOf(states, i * kStateFields.length),
      ),
      trace: {velocity: row(0), bend: row(1), friction: row(2), resonatorVelocity: row(3)},
    };
  }
  if (raw.bank) report.bank = raw.bank;
  return report;
}
