// Bodies of a bank for pictures, read on the page's thread with a module of its own, which is gone
// afterwards.
import type {Vec3} from './types.js';
import {PealWasm} from './wasm.js';

/** Body frame: origin in the centre of mass, principal axes; SI units. */
export class BodyInfo {
  readonly name: string;
  readonly mass: number;
  readonly reach: number; // [m] largest distance of the surface from the centre
  readonly friction: number; // Coulomb's
  /** Power ~ (spatial frequency)^slope between two wavelengths [m]; rms [m] over them. */
  readonly roughness: {rms: number; slope: number; longest: number; shortest: number};
  /** Frequency [Hz] and decay of the amplitude [1/s]. */
  readonly modes: {frequency: number; decay: number}[];
  readonly vertices: Float32Array; // x, y, z
  /** Six vertices each: corners a, b, c, then the middles of ab, bc, ca of a curved triangle. */
  readonly curved: Uint32Array;
  /** [kg^-1/2] by vertex, axis, mode. */
  readonly shapes: Float32Array;

  constructor(
    wasm: PealWasm,
    bank: number,
    readonly index: number,
  ) {
    const call = (name: string, at?: number) => wasm.calls[name]!(bank, index, ...(at === undefined ? [] : [at]));
    const modes = call('studio_body_modes'),
      nodes = call('studio_body_nodes');
    const triangles = call('studio_body_triangles');
    const room = wasm.allocate(Math.max(64, 16 * modes, 24 * triangles, 12 * nodes * Math.max(1, modes)));
    this.name = wasm.text(call('studio_body_name'));
    call('studio_copy_numbers', room);
    const [mass, reach, friction, rms, slope, longest, shortest] = wasm.float64(room, 7) as unknown as number[];
    this.mass = mass!;
    this.reach = reach!;
    this.friction = friction!;
    this.roughness = {rms: rms!, slope: slope!, longest: longest!, shortest: shortest!};
    call('studio_copy_modes', room);
    const pairs = wasm.float64(room, 2 * modes);
    this.modes = Array.from({length: modes}, (_, i) => ({frequency: pairs[2 * i]!, decay: pairs[2 * i + 1]!}));
    call('studio_copy_nodes', room);
    this.vertices = wasm.float32(room, 3 * nodes).slice();
    call('studio_copy_triangles', room);
    this.curved = wasm.uint32(room, 6 * triangles).slice();
    call('studio_copy_shapes', room);
    this.shapes = wasm.float32(room, 3 * nodes * modes).slice();
  }

  /** Three vertices each: every curved triangle as four flat ones. */
  triangles(): Uint32Array {
    const flat = [0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5];
    return Uint32Array.from(
      {length: 2 * this.curved.length},
      (_, i) => this.curved[6 * Math.floor(i / 12) + flat[i % 12]!]!,
    );
  }
  /** x, y, z [kg^-1/2] of a mode at each vertex; times an amplitude of a report it is metres. */
  shape(mode: number): Float32Array {
    return Float32Array.from(this.vertices, (_, i) => this.shapes[i * this.modes.length + mode] ?? 0);
  }
  vertex(i: number): Vec3 {
    return [this.vertices[3 * i]!, this.vertices[3 * i + 1]!, this.vertices[3 * i + 2]!];
  }
}

export type BankInfo = {rate: number; bodies: BodyInfo[]};

/** @param bytes of a file of `peal pack`. @throws the reader's sentence. */
export function readBank(module: WebAssembly.Module, bytes: ArrayBuffer): BankInfo {
  const wasm = new PealWasm(module);
  const bank = wasm.bankOpen(wasm.copyIn(new Uint8Array(bytes)), bytes.byteLength);
  const count = wasm.calls['studio_bank_bodies']!(bank);
  return {
    rate: wasm.calls['studio_bank_rate']!(bank),
    bodies: Array.from({length: count}, (_, i) => new BodyInfo(wasm, bank, i)),
  };
}
