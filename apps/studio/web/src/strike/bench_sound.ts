// The body on the bench as the engine holds it: its bank, the spawned body, the tools it is struck with.
// Calls before sound has begun are kept: the last load and the last blow follow when the engine is there.
import type {Bank, Peal} from 'peal-engine';
import type {Vector3} from 'three';
import {audio} from '../shell';
import type {BodyInfo} from 'peal-engine';

export type Numbers = [number, number, number];

export class BenchSound {
  bank: Bank | undefined;
  body = -1;                        // object of the engine
  tools = new Map<string, number>();
  amplitudes: Float32Array = new Float32Array(0);   // envelopes [m kg^1/2], as last reported
  sounding = 0;                     // contacts that the engine takes for sliding or rolling
  private wanted: {bytes: ArrayBuffer; bodies: BodyInfo[]; held: boolean} | undefined;
  private order = 0;
  private ready: Promise<void> = Promise.resolve();
  private listener: {left: Numbers; right: Numbers} | undefined;
  onReport: (peal: Peal) => void = () => {};

  constructor(private readonly onProblem: (sentence: string) => void, private readonly gain = 1) {
    audio.onReady((peal) => {
      peal.gain(this.gain);
      peal.onReport((report) => {
        const told = report.bank?.amplitudes.find((one) => one.object === this.body);
        if (told) this.amplitudes = told.values;
        this.sounding = report.bank?.stats.contacts ?? 0;
        this.onReport(peal);
      });
      this.ready = this.apply(peal);
    });
  }

  /** The bank whose first body lies on the bench; `bodies` as openBank() gave them. */
  load(bytes: ArrayBuffer, bodies: BodyInfo[], held = false) {
    this.wanted = {bytes, bodies, held};
    this.bank = undefined;
    this.body = -1;
    this.amplitudes = new Float32Array(bodies[0]!.modes.length);
    if (audio.peal) this.ready = this.apply(audio.peal);
  }

  private async apply(peal: Peal) {
    const wanted = this.wanted, mine = ++this.order;
    if (!wanted) return;
    try {
      const bank = await peal.loadBank(wanted.bytes.slice(0), {maxObjects: 16, maxVoices: 4, maxContacts: 4});
      if (mine !== this.order) return;
      this.bank = bank;
      const pose = {position: [0, 0, 0] as Numbers, rotation: [1, 0, 0, 0] as [number, number, number, number]};
      this.body = bank.spawn(0, pose, wanted.held);
      this.tools = new Map(wanted.bodies.slice(1).map((body, i) => [body.name, bank.spawn(i + 1, {...pose, position: [0, 3, i]})]));
      if (this.listener) bank.setListener(this.listener.left, this.listener.right);
      bank.amplitudes(this.body);
    } catch (error) {
      this.onProblem((error as Error).message);
    }
  }

  /** When the engine holds what load() asked for; at once while there is no sound yet. */
  loaded(): Promise<void> { return this.ready; }

  /** Ears [m] in the frame of the body, which rests in the origin. */
  listen(ears: {left: Vector3; right: Vector3}) {
    this.listener = {left: ears.left.toArray(), right: ears.right.toArray()};
    this.bank?.setListener(this.listener.left, this.listener.right);
  }

  /** A blow of `impulse` [N s] from outside; point and outward normal in the world, which is the body's frame. */
  async strike(point: Numbers, normal: Numbers, impulse: number, tool: string) {
    await audio.start();
    await this.ready;
    const inward = normal.map((n) => -n) as Numbers;
    this.bank?.strike(this.body, point, inward, impulse, {other: this.tools.get(tool)});
  }
}
