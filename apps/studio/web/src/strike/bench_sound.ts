// The body on the bench as the engine holds it: its bank, the spawned body, the tools it is struck with.
// Calls before sound has begun are kept: the last load and the last blow follow when the engine is there.
import type {Bank, BodyInfo, ContactKind, Peal, Pose} from 'peal-engine';
import type {Vector3} from 'three';
import {audio} from '../shell';

export type Numbers = [number, number, number];

export class BenchSound {
  bank: Bank | undefined;
  body = -1; // object of the engine
  tools = new Map<string, number>();
  amplitudes: Float32Array = new Float32Array(0); // envelopes [m kg^1/2], as last reported
  private contacts = new Map<number, ContactKind>();
  private wanted: {bytes: ArrayBuffer; bodies: BodyInfo[]; gain: number; held: boolean} | undefined;
  private order = 0;
  private ready: Promise<void> = Promise.resolve();
  private listener: {left: Numbers; right: Numbers} | undefined;
  private gain = 1; // as the worklet has it, or glides to
  onReport: (peal: Peal) => void = () => {};

  constructor(private readonly onProblem: (sentence: string) => void) {
    audio.onReady((peal) => {
      peal.onReport((report) => {
        const told = report.bank?.amplitudes.find((one) => one.object === this.body);
        if (told) this.amplitudes = told.values;
        this.contacts = new Map(report.bank?.contacts.map(({contact, kind}) => [contact, kind]));
        this.onReport(peal);
      });
      this.ready = this.apply(peal);
    });
  }

  /** What the engine takes a contact for, as last reported. */
  kind(contact: number): ContactKind {
    return this.contacts.get(contact) ?? 'none';
  }

  /**
   * The bank whose first body lies on the bench; `bodies` as openBank() gave them.
   *  @param gain full scale per pascal.
   */
  load(bytes: ArrayBuffer, bodies: BodyInfo[], gain: number, held = false) {
    this.wanted = {bytes, bodies, gain, held};
    this.bank = undefined;
    this.body = -1;
    this.amplitudes = new Float32Array(bodies[0]!.modes.length);
    if (audio.peal) this.ready = this.apply(audio.peal);
  }

  /** Another tool, which plays with another gain. The body falls silent: what rings would swell with it. */
  regain(gain: number) {
    const {wanted} = this;
    if (wanted && gain !== wanted.gain) this.load(wanted.bytes, wanted.bodies, gain, wanted.held);
  }

  private async apply(peal: Peal) {
    const wanted = this.wanted,
      mine = ++this.order;
    if (!wanted) return;
    try {
      const limits = {maxObjects: 16, maxVoices: 4, maxContacts: 4};
      const bank = await peal.loadBank(wanted.bytes.slice(0), limits);
      if (mine !== this.order) return;
      this.bank = bank;
      this.setGain(peal, wanted.gain);
      // Ears before anything that can sound: those of an engine that knows none are inside the body.
      if (this.listener) bank.setListener(this.listener.left, this.listener.right);
      const pose: Pose = {position: [0, 0, 0], rotation: [1, 0, 0, 0]};
      this.body = bank.spawn(0, pose, wanted.held);
      this.tools = new Map(
        wanted.bodies.slice(1).map((body, i) => [body.name, bank.spawn(i + 1, {...pose, position: [0, 3, i]})]),
      );
      bank.amplitudes(this.body);
    } catch (error) {
      this.onProblem((error as Error).message);
    }
  }

  private setGain(peal: Peal, gain: number) {
    if (gain !== this.gain) peal.gain(gain);
    this.gain = gain;
  }

  /** Plays louder or softer by a factor, without a break. */
  trim(factor: number) {
    if (audio.peal && this.wanted) this.setGain(audio.peal, this.wanted.gain * factor);
  }

  /** When the engine holds what load() asked for; at once while there is no sound yet. */
  loaded(): Promise<void> {
    return this.ready;
  }

  /** Ears [m] in the frame of the body, which rests in the origin. */
  listen(ears: {left: Vector3; right: Vector3}) {
    this.listener = {left: ears.left.toArray(), right: ears.right.toArray()};
    this.bank?.setListener(this.listener.left, this.listener.right);
  }

  /** A blow of `impulse` [N s] from outside; point and outward normal in the body's frame. */
  async strike(point: Numbers, normal: Numbers, impulse: number, tool: string, gain: number) {
    const peal = await audio.start();
    await this.ready;
    this.setGain(peal, gain);
    const inward = normal.map((n) => -n) as Numbers;
    this.bank?.strike(this.body, point, inward, impulse, {other: this.tools.get(tool)});
  }
}
