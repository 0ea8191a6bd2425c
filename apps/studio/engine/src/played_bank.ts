// The audio thread's bank: bytes, engine, and the page's numbers for objects and contacts.
import type {Amplitudes, BankLimits, BankReport, ContactKind, ContactState, Pose, Vec3} from './types.js';
import type {ToBank} from './messages.js';
import type {PealWasm} from './wasm.js';

const kGround = -1;
const refusal = (what: string) =>
  `${what} was refused: a number that makes no sense, or more calls than limits.maxEvents before the next block`;
const kKinds: ContactKind[] = ['none', 'rest', 'slide', 'roll']; // as EngineContactState
const kMostAmplitudes = 4096;
const kMostMemory = 2 ** 28; // [bytes] of an engine beside its bank, unless the page wants another limit
const kAllMemory = 2 ** 30; // [bytes] that the module can have (apps/studio/wasm/Makefile)

export class PlayedBank {
  readonly fullScale: number;
  private readonly bytes: number;
  private readonly engine: number;
  private readonly room: number;
  private readonly objects = new Map<number, number>();
  private readonly contacts = new Map<number, number>();
  private readonly ends = new Map<number, number[]>(); // objects of a contact
  private readonly watched = new Set<number>();
  private ears: {left: Vec3; right: Vec3} | undefined; // newest, until the next block
  private readonly poses = new Map<number, Pose>();
  private readonly touches = new Map<number, ContactState>();

  /** @throws the engine's sentence; nothing is left behind then. */
  constructor(
    private readonly wasm: PealWasm,
    bytes: ArrayBuffer,
    limits: BankLimits,
    rate: number,
  ) {
    // Pascals come out: the engine's own full scale only says where it bends.
    this.fullScale = limits.fullScale ?? 1000;
    this.bytes = wasm.copyIn(new Uint8Array(bytes));
    // What the module cannot have must be refused: where memory is missing, it ends.
    const maxMemory = Math.min(limits.maxMemory ?? kMostMemory, kAllMemory - wasm.memory.buffer.byteLength);
    try {
      this.engine = wasm.engineCreate(this.bytes, bytes.byteLength, {
        ...limits,
        rate,
        ears: 2,
        fullScale: this.fullScale,
        maxMemory,
      });
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
  render(rows: number, frames: number): void {
    this.wasm.calls['peal_render']!(this.engine, rows, frames);
  }

  /**
   * Hands on where everything is now. Between two blocks only the newest counts: a page that is not heard
   *  (a context that waits for a gesture) may say it as often as it likes.
   */
  settle(complain: (sentence: string) => void): void {
    const {wasm, engine, ears} = this;
    if (!ears && this.poses.size + this.touches.size === 0) return;
    const tell = (what: string, done: () => boolean) => {
      try {
        if (!done()) complain(refusal(what));
      } catch (error) {
        complain(`${what}: ${(error as Error).message}`);
      }
    };
    if (ears) tell('setListener', () => wasm.setListener(engine, ears.left, ears.right));
    for (const [object, pose] of this.poses)
      if (this.objects.has(object)) tell('setPose', () => wasm.setPose(engine, this.object(object), pose));
    for (const [contact, state] of this.touches)
      if (this.contacts.has(contact))
        tell('contactUpdate', () => wasm.contactUpdate(engine, this.contact(contact), state));
    this.ears = undefined;
    this.poses.clear();
    this.touches.clear();
  }
  report(): BankReport {
    return {
      stats: this.wasm.stats(this.engine),
      amplitudes: [...this.watched].map((id) => this.amplitudesOf(id)),
      contacts: [...this.contacts].map(([contact, at]) => ({
        contact,
        kind: kKinds[this.wasm.calls['peal_contact_state']!(this.engine, at)] ?? 'none',
      })),
    };
  }

  /** @throws what the engine refuses. */
  handle(m: ToBank): void {
    const {wasm, engine} = this,
      call = wasm.calls;
    const took = (done: boolean | number) => {
      if (!done) throw new Error(refusal(m.kind));
    };
    switch (m.kind) {
      case 'spawn': {
        const object = wasm.spawn(engine, m.body, m.pose, m.held);
        if (object < 0)
          throw new Error(
            `spawn was refused: no such body (${m.body}), a pose that makes no sense, or too many objects`,
          );
        this.objects.set(m.object, object);
        break;
      }
      case 'despawn':
        took(call['peal_despawn']!(engine, this.object(m.object)));
        this.objects.delete(m.object);
        for (const [contact, ends] of this.ends) if (ends.includes(m.object)) this.forget(contact);
        this.watched.delete(m.object);
        break;
      case 'pose':
        this.object(m.object); // throws when it is not there
        this.poses.set(m.object, m.pose);
        break;
      case 'listener':
        this.ears = {left: m.left, right: m.right};
        break;
      case 'strike':
        took(
          wasm.strike(
            engine,
            this.object(m.object),
            this.object(m.other),
            m.point,
            m.normal,
            m.impulse,
            m.closingSpeed,
            m.delay,
          ),
        );
        break;
      case 'contactBegin': {
        const contact = call['peal_contact_begin']!(engine, this.object(m.a), this.object(m.b));
        if (contact < 0) throw new Error('contactBegin was refused: an object with itself, or too many contacts');
        this.contacts.set(m.contact, contact);
        this.ends.set(m.contact, [m.a, m.b]);
        break;
      }
      case 'contactUpdate':
        this.contact(m.contact);
        this.touches.set(m.contact, m.state);
        break;
      case 'contactEnd': {
        const contact = this.contacts.get(m.contact);
        if (contact === undefined) break; // it went with its object
        this.forget(m.contact);
        took(call['peal_contact_end']!(engine, contact));
        break;
      }
      case 'amplitudes':
        this.object(m.object);
        if (m.wanted) this.watched.add(m.object);
        else this.watched.delete(m.object);
        break;
    }
  }

  private object(id: number): number {
    const object = id === kGround ? kGround : this.objects.get(id);
    if (object === undefined) throw new Error(`there is no object ${id}`);
    return object;
  }
  private forget(contact: number): void {
    this.contacts.delete(contact);
    this.ends.delete(contact);
  }
  private contact(id: number): number {
    const contact = this.contacts.get(id);
    if (contact === undefined) throw new Error(`there is no contact ${id}`);
    return contact;
  }
  private amplitudesOf(id: number): Amplitudes {
    const row = this.wasm.calls['peal_dry_row']!(this.engine, this.object(id));
    const count = this.wasm.calls['peal_mode_amplitudes']!(this.engine, row, this.room, kMostAmplitudes);
    return {object: id, values: this.wasm.float32(this.room, count).slice()};
  }
}
