// The audio thread's bank: bytes, engine, and the page's numbers for objects and contacts.
import type {Amplitudes, BankStats, Limits} from './types';
import type {ToWorklet} from './messages';
import type {PealWasm} from './wasm';

const kMostAmplitudes = 4096;
const kMostMemory = 2 ** 28;  // [bytes] of an engine beside its bank

export class PlayedBank {
  readonly fullScale: number;
  private readonly bytes: number;
  private readonly engine: number;
  private readonly room: number;
  private readonly objects = new Map<number, number>();
  private readonly contacts = new Map<number, number>();
  private readonly watched = new Set<number>();

  /** @throws the engine's sentence; nothing is left behind then. */
  constructor(private readonly wasm: PealWasm, bytes: ArrayBuffer, limits: Partial<Limits>, rate: number) {
    // Pascals come out: the engine's own full scale only says where it bends.
    this.fullScale = limits.fullScale ?? 1000;
    this.bytes = wasm.copyIn(new Uint8Array(bytes));
    try {
      this.engine = wasm.engineCreate(this.bytes, bytes.byteLength,
                                      {maxMemory: kMostMemory, ...limits, rate, ears: 2, fullScale: this.fullScale});
      this.room = wasm.allocate(4 * kMostAmplitudes);
    } catch (error) {
      wasm.free(this.bytes);
      throw error;
    }
  }
  close(): void {
    this.wasm.calls['peal_destroy']!(this.engine);
    this.wasm.free(this.bytes);
    this.wasm.free(this.room);
  }
  /** @param rows where the addresses of two channels lie. */
  render(rows: number, frames: number): void { this.wasm.calls['peal_render']!(this.engine, rows, frames); }
  stats(): BankStats { return this.wasm.stats(this.engine); }
  amplitudes(): Amplitudes[] { return [...this.watched].map((id) => this.amplitudesOf(id)); }

  /** @return whether the message was for a bank. */
  handle(m: ToWorklet): boolean {
    const {wasm, engine} = this, call = wasm.calls;
    switch (m.kind) {
      case 'spawn': {
        const object = wasm.spawn(engine, m.body, m.pose, m.held);
        if (object < 0) throw new Error(`object ${m.object} was refused: no such body, or too many objects`);
        this.objects.set(m.object, object);
        return true;
      }
      case 'despawn':
        call['peal_despawn']!(engine, this.object(m.object));
        this.objects.delete(m.object);
        this.watched.delete(m.object);
        return true;
      case 'pose': wasm.setPose(engine, this.object(m.object), m.pose); return true;
      case 'listener': wasm.setListener(engine, m.left, m.right); return true;
      case 'strike':
        wasm.strike(engine, this.object(m.object), this.object(m.other), m.point, m.normal, m.impulse, m.closingSpeed, m.delay);
        return true;
      case 'contactBegin': {
        const contact = call['peal_contact_begin']!(engine, this.object(m.a), this.object(m.b));
        if (contact < 0) throw new Error(`contact ${m.contact} was refused: too many contacts`);
        this.contacts.set(m.contact, contact);
        return true;
      }
      case 'contactUpdate': wasm.contactUpdate(engine, this.contacts.get(m.contact) ?? -1, m.state); return true;
      case 'contactEnd':
        call['peal_contact_end']!(engine, this.contacts.get(m.contact) ?? -1);
        this.contacts.delete(m.contact);
        return true;
      case 'amplitudes': m.wanted ? this.watched.add(m.object) : this.watched.delete(m.object); return true;
    }
    return false;
  }

  private object(id: number): number { return id < 0 ? -1 : this.objects.get(id) ?? -2; }
  private amplitudesOf(id: number): Amplitudes {
    const row = this.wasm.calls['peal_dry_row']!(this.engine, this.object(id));
    const count = this.wasm.calls['peal_mode_amplitudes']!(this.engine, row, this.room, kMostAmplitudes);
    return {object: id, values: this.wasm.float32(this.room, count).slice()};
  }
}
