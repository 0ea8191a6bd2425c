// peal.wasm as typed calls: memory, strings, structs. No browser interface is used, so that the
// same code runs in an AudioWorklet, on a page and in node.
import {kRubFields, kStateFields} from './types.js';
import type {BankStats, ContactState, Limits, Mode, Pose, RubPreset, RubSettings, RubState, Vec3} from './types.js';

type Call = (...numbers: number[]) => number;
const kErrorBytes = 512;
const kLimitsBytes = 96; // of the structs, as apps/studio/wasm/exports.cpp asserts
const kStatsBytes = 80;
const kNoSuchFile = 8; // EBADF of WASI

export class PealWasm {
  readonly calls: Record<string, Call>;
  readonly memory: WebAssembly.Memory;
  private doubles!: Float64Array;
  private floats!: Float32Array;
  private bytes!: Uint8Array;
  private ints!: Int32Array;
  private readonly scratch: number; // 64 doubles
  private readonly error: number;

  constructor(module: WebAssembly.Module) {
    // The C library would like to write messages; nothing here does.
    const imports: Record<string, Record<string, () => number>> = {};
    for (const {module: from, name} of WebAssembly.Module.imports(module))
      (imports[from] ??= {})[name] = () => kNoSuchFile;
    const exports = new WebAssembly.Instance(module, imports).exports;
    this.calls = exports as unknown as Record<string, Call>;
    this.memory = exports['memory'] as WebAssembly.Memory;
    this.calls['_initialize']!();
    this.scratch = this.allocate(64 * 8);
    this.error = this.allocate(kErrorBytes);
  }

  /** Memory on a 64-byte boundary. */
  allocate(bytes: number): number {
    const at = bytes <= 2 ** 30 ? this.calls['studio_allocate']!(bytes) : 0;
    if (at === 0) throw new Error(`no memory for ${bytes} bytes in the engine`);
    return at;
  }
  free(at: number): void {
    this.calls['studio_free']!(at);
  }

  /** Views are cut off when memory grows: ask again after calls that allocate. */
  private look(): void {
    if (this.bytes && this.bytes.buffer === this.memory.buffer) return;
    this.bytes = new Uint8Array(this.memory.buffer);
    this.ints = new Int32Array(this.memory.buffer);
    this.floats = new Float32Array(this.memory.buffer);
    this.doubles = new Float64Array(this.memory.buffer);
  }
  float32(at: number, count: number): Float32Array {
    this.look();
    return this.floats.subarray(at >> 2, (at >> 2) + count);
  }
  float64(at: number, count: number): Float64Array {
    this.look();
    return this.doubles.subarray(at >> 3, (at >> 3) + count);
  }
  /** Floats that stay where they are: the view is made anew only when memory has grown, so that an audio block makes none. */
  lasting(at: number, count: number): () => Float32Array {
    let view = this.float32(at, count);
    return () => (view.buffer === this.memory.buffer ? view : (view = this.float32(at, count)));
  }
  uint32(at: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, count);
  }

  /** An AudioWorklet has no TextDecoder: UTF-8 by hand. */
  text(at: number): string {
    this.look();
    let out = '';
    while (this.bytes[at]) {
      const first = this.bytes[at++]!;
      const more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
      let code = more === 0 ? first : first & (0x3f >> more);
      for (let k = 0; k < more; ++k) code = (code << 6) | (this.bytes[at++]! & 0x3f);
      out += String.fromCodePoint(code);
    }
    return out;
  }
  copyIn(bytes: Uint8Array): number {
    const at = this.allocate(bytes.length);
    this.look();
    this.bytes.set(bytes, at);
    return at;
  }

  // ---- Rubbing ----
  private problem(): Error {
    return new Error(this.text(this.calls['peal_rub_problem']!()));
  }
  private writeSettings(s: RubSettings): number {
    const out = this.float64(this.scratch, kRubFields.length);
    kRubFields.forEach((name, i) => (out[i] = s[name]));
    return this.scratch;
  }
  private withModes<T>(modes: Mode[], use: (at: number) => T): T {
    const numbers = Array.from(modes, ({frequency, decay, mass, shape}) => [frequency, decay, mass, shape]).flat();
    const at = this.allocate(8 * Math.max(numbers.length, 1));
    this.float64(at, numbers.length).set(numbers);
    try {
      return use(at);
    } finally {
      this.free(at);
    }
  }
  private readSettings(at: number): RubSettings {
    const values = this.float64(at, kRubFields.length);
    return Object.fromEntries(kRubFields.map((name, i) => [name, values[i]])) as RubSettings;
  }
  rubDefaults(): RubSettings {
    this.calls['peal_default_rub_settings']!(this.scratch);
    return this.readSettings(this.scratch);
  }
  rubPresets(): RubPreset[] {
    return Array.from({length: this.calls['peal_rub_preset_count']!()}, (_, i) => {
      const at = this.calls['peal_rub_preset_at']!(i),
        [key, name, line] = this.uint32(at, 3);
      const modes = this.float64(at + 160, 16),
        [push, press, gain] = this.float64(at + 296, 3);
      return {
        key: this.text(key!),
        name: this.text(name!),
        line: this.text(line!),
        settings: this.readSettings(at + 16),
        modes: Array.from({length: this.uint32(at + 288, 1)[0]!}, (_, m) => {
          const [frequency, decay, mass, shape] = modes.subarray(4 * m);
          return {frequency: frequency!, decay: decay!, mass: mass!, shape: shape!};
        }),
        push: push!,
        press: press!,
        gain: gain!,
      };
    });
  }
  rubCreate(rate: number, settings: RubSettings, modes: Mode[]): number {
    const rub = this.withModes(modes, (at) =>
      this.calls['peal_rub_create']!(rate, this.writeSettings(settings), at, modes.length),
    );
    if (rub === 0) throw this.problem();
    return rub;
  }
  rubSet(rub: number, settings: RubSettings): void {
    if (!this.calls['peal_rub_set']!(rub, this.writeSettings(settings))) throw this.problem();
  }
  rubSetModes(rub: number, modes: Mode[]): void {
    if (!this.withModes(modes, (at) => this.calls['peal_rub_set_modes']!(rub, at, modes.length))) throw this.problem();
  }
  /** Ten numbers in the order of kStateFields; the array is used again by the next call. */
  rubState(rub: number): Float64Array {
    this.calls['peal_rub_get_state']!(this.scratch, rub);
    return this.float64(this.scratch, kStateFields.length);
  }
  modalCreate(rate: number, modes: Mode[], area: number, distance: number): number {
    const modal = this.withModes(modes, (at) =>
      this.calls['peal_modal_create']!(rate, at, modes.length, area, distance),
    );
    if (modal === 0) throw this.problem();
    return modal;
  }

  // ---- Banks ----
  private writeLimits(limits: Partial<Limits>): number {
    this.calls['peal_fill_limits']!(this.scratch, kLimitsBytes);
    this.look();
    const d = this.scratch >> 3,
      i = this.scratch >> 2;
    this.doubles[d] = limits.rate ?? this.doubles[d]!;
    const counts = [
      limits.ears,
      limits.maxObjects,
      limits.maxVoices,
      limits.maxModes,
      limits.maxPushes,
      limits.maxContacts,
      limits.maxEvents,
    ];
    counts.forEach((value, k) => {
      if (value !== undefined) this.ints[i + 2 + k] = value;
    });
    [limits.maxDistance, limits.fullScale, limits.inaudible, limits.maxMemory].forEach((value, k) => {
      if (value !== undefined) this.doubles[d + 5 + k] = value;
    });
    return this.scratch;
  }
  /** @param bytes where a bank lies; it must stay there as long as the engine. */
  engineCreate(bytes: number, count: number, limits: Partial<Limits>): number {
    const engine = this.calls['peal_create_for']!(bytes, count, this.writeLimits(limits), this.error, kErrorBytes, 0);
    if (engine === 0) throw new Error(this.text(this.error) || 'the engine has no memory for this bank');
    return engine;
  }
  private writeVec(at: number, v: Vec3 | undefined): void {
    for (let k = 0; k < 3; ++k) this.doubles[at + k] = v ? v[k]! : 0;
  }
  private writePose(pose: Pose): number {
    this.look();
    const d = this.scratch >> 3;
    this.writeVec(d, pose.position);
    for (let k = 0; k < 4; ++k) this.doubles[d + 3 + k] = pose.rotation[k]!;
    this.writeVec(d + 7, pose.velocity);
    this.writeVec(d + 10, pose.spin);
    return this.scratch;
  }
  spawn(engine: number, body: number, pose: Pose, held: boolean): number {
    return this.calls['peal_spawn']!(engine, body, this.writePose(pose), held ? 1 : 0);
  }
  setPose(engine: number, object: number, pose: Pose): boolean {
    return this.calls['peal_set_pose']!(engine, object, this.writePose(pose)) !== 0;
  }
  setListener(engine: number, left: Vec3, right: Vec3): boolean {
    this.look();
    this.writeVec(this.scratch >> 3, left);
    this.writeVec((this.scratch >> 3) + 3, right);
    return this.calls['peal_set_listener']!(engine, this.scratch, this.scratch + 24) !== 0;
  }
  strike(
    engine: number,
    a: number,
    b: number,
    point: Vec3,
    normal: Vec3,
    impulse: number,
    closingSpeed: number,
    delay: number,
  ): boolean {
    this.look();
    const d = this.scratch >> 3;
    this.ints[this.scratch >> 2] = a;
    this.ints[(this.scratch >> 2) + 1] = b;
    this.writeVec(d + 1, point);
    this.writeVec(d + 4, normal);
    this.doubles[d + 7] = impulse;
    this.doubles[d + 8] = closingSpeed;
    this.doubles[d + 9] = delay;
    this.ints[(this.scratch >> 2) + 20] = 0; // point and normal are the world's
    return this.calls['peal_strike']!(engine, this.scratch) !== 0;
  }
  contactUpdate(engine: number, contact: number, state: ContactState): boolean {
    this.look();
    const d = this.scratch >> 3;
    this.writeVec(d, state.point);
    this.writeVec(d + 3, state.normal);
    this.doubles[d + 6] = state.normalForce;
    this.writeVec(d + 7, state.slip);
    this.writeVec(d + 10, state.roll);
    return this.calls['peal_contact_update']!(engine, contact, this.scratch) !== 0;
  }
  stats(engine: number): BankStats {
    this.calls['peal_fill_stats']!(engine, this.scratch, kStatsBytes);
    this.look();
    const i = this.scratch >> 2;
    const long = (k: number) => (this.ints[i + 2 * k]! >>> 0) + this.ints[i + 2 * k + 1]! * 2 ** 32;
    return {
      rendered: long(0),
      impacts: long(1),
      overflowed: long(2),
      refused: long(3),
      stolen: long(4),
      unheard: long(5),
      limited: long(6),
      voices: this.ints[i + 14]!,
      modes: this.ints[i + 15]!,
      contacts: this.ints[i + 16]!,
      crowded: long(9),
    };
  }
  bankOpen(bytes: number, count: number): number {
    const bank = this.calls['studio_bank_open']!(bytes, count, this.error);
    if (bank === 0) throw new Error(this.text(this.error));
    return bank;
  }
}

const kMost = 1e9;

/** A number of a call. @throws when it is none, or absurd. */
export function amount(what: string, value: unknown): number {
  if (typeof value === 'number' && Math.abs(value) <= kMost) return value;
  throw new Error(`${what}: expected a number up to ${kMost}, got ${String(value)}`);
}

export function stateOf(values: ArrayLike<number>, first = 0): RubState {
  return Object.fromEntries(kStateFields.map((name, i) => [name, values[first + i]])) as RubState;
}
