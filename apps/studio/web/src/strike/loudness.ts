// How loud the strike bench plays. Bodies and beaters differ by some 60 dB for the same blow: a coin of lead under felt
// would not be heard where one of aluminium under steel fills the room. The engine itself plays each blow beforehand,
// unheard, and the page turns it up or down; it says so at the slider.
import type {BodyInfo} from 'peal-engine';
import {Bank} from '../../../engine/src/bank';
import {PlayedBank} from '../../../engine/src/played_bank';
import {PealWasm} from '../../../engine/src/wasm';
import type {Numbers} from './bench_sound';

export const kOrdinary = 12; // [mN s]
const kPeak = 0.5; // of full scale, after an ordinary blow with a hard beater
/** Soft beaters stay softer. */
const kSoft: Record<string, number> = {'beater-felt': 0.5, 'beater-rubber': 0.7};
const kGrows = 0.25; // power of the strength with which stronger blows are louder
const kRate = 48000,
  kBlock = 128,
  kSeconds = 0.12; // by then a blow has been loudest

export type Blow = {point: Numbers; inward: Numbers; left: Numbers; right: Numbers};

/** Unheard blows on the first body of a bank, with the others as beaters. */
export class Loudness {
  private readonly played: PlayedBank;
  private readonly bank: Bank;
  private readonly rows: number;
  private readonly sound: () => Float32Array; // both ears
  private readonly known = new Map<string, number>();

  /** @param blow where it is struck and heard. */
  constructor(
    module: WebAssembly.Module,
    bytes: ArrayBuffer,
    bodies: BodyInfo[],
    private readonly blow: Blow,
  ) {
    const wasm = new PealWasm(module);
    this.played = new PlayedBank(wasm, bytes, {maxObjects: 4, maxVoices: 4, maxContacts: 1}, kRate);
    this.bank = new Bank((message) => this.played.handle(message), bodies);
    const ears = wasm.allocate(8 * kBlock);
    this.rows = wasm.allocate(8);
    wasm.uint32(this.rows, 2).set([ears, ears + 4 * kBlock]);
    this.sound = wasm.lasting(ears, 2 * kBlock);
    this.bank.setListener(blow.left, blow.right);
  }

  /** Full scale per pascal for blows of a strength [mN s]; weaker than ordinary ones fade as they do in nature. */
  gain(beater: string, strength = kOrdinary): number {
    const least = Number(Math.max(kOrdinary, strength).toPrecision(2)),
      key = `${beater} ${least}`;
    const loudest = this.known.get(key) ?? this.loudest(beater, least);
    this.known.set(key, loudest);
    return (kPeak * (kSoft[beater] ?? 1) * Math.pow(least / kOrdinary, kGrows)) / Math.max(loudest, 1e-6);
  }

  /** [Pa] at the louder ear. */
  private loudest(beater: string, strength: number): number {
    const {bank, blow} = this,
      tool = bank.find(beater);
    const spawn = (body: number, y: number) => bank.spawn(body, {position: [0, y, 0], rotation: [1, 0, 0, 0]});
    const struck = spawn(0, 0),
      other = tool > 0 ? spawn(tool, 3) : -1;
    this.render(); // ears and bodies are where they are told to be
    bank.strike(struck, blow.point, blow.inward, 1e-3 * strength, {other});
    let most = 0;
    for (let n = 0; n < kSeconds * kRate; n += kBlock) most = Math.max(most, this.render());
    for (const object of [struck, other]) if (object >= 0) bank.despawn(object);
    this.render();
    return most;
  }

  /** Loudest sample [Pa] of the next block. */
  private render(): number {
    this.played.settle(() => undefined);
    this.played.render(this.rows, kBlock);
    return this.sound().reduce((most, x) => Math.max(most, Math.abs(x)), 0) * this.played.fullScale;
  }
}
