// Bodies of a bank for pictures, read on the page's thread with an engine of its own.
import type {Vec3} from './types';
import {PealWasm} from './wasm';

/** Body frame: origin in the centre of mass, principal axes; metres. */
export class BodyInfo {
  readonly name: string;
  readonly mass: number;
  /** Frequency [Hz] and decay of the amplitude [1/s]. */
  readonly modes: {frequency: number; decay: number}[];
  readonly vertices: Float32Array;   // x, y, z
  readonly triangles: Uint32Array;   // three vertices each
  readonly reach: number;            // [m] largest distance of a vertex from the centre
  private readonly kept = new Map<number, Float32Array>();

  constructor(private readonly wasm: PealWasm, private readonly bank: number, readonly index: number) {
    const call = wasm.calls;
    this.name = wasm.text(call['studio_body_name']!(bank, index));
    this.mass = call['studio_body_mass']!(bank, index);
    const modes = call['studio_body_modes']!(bank, index), nodes = call['studio_body_nodes']!(bank, index);
    const triangles = call['studio_body_triangles']!(bank, index);
    const room = wasm.allocate(Math.max(16 * modes, 12 * nodes, 12 * triangles));
    call['studio_copy_modes']!(bank, index, room);
    const pairs = wasm.float64(room, 2 * modes);
    this.modes = Array.from({length: modes}, (_, i) => ({frequency: pairs[2 * i]!, decay: pairs[2 * i + 1]!}));
    call['studio_copy_nodes']!(bank, index, room);
    this.vertices = wasm.float32(room, 3 * nodes).slice();
    call['studio_copy_triangles']!(bank, index, room);
    this.triangles = wasm.uint32(room, 3 * triangles).slice();
    wasm.free(room);
    let reach = 0;
    for (let i = 0; i < this.vertices.length; i += 3)
      reach = Math.max(reach, Math.hypot(this.vertices[i]!, this.vertices[i + 1]!, this.vertices[i + 2]!));
    this.reach = reach;
  }

  /** x, y, z [kg^-1/2] of a mode at each vertex. */
  shapes(mode: number): Float32Array {
    let shape = this.kept.get(mode);
    if (!shape) {
      const room = this.wasm.allocate(4 * this.vertices.length);
      this.wasm.float32(room, this.vertices.length).fill(0);
      this.wasm.calls['studio_copy_shape']!(this.bank, this.index, mode, room);
      shape = this.wasm.float32(room, this.vertices.length).slice();
      this.wasm.free(room);
      this.kept.set(mode, shape);
    }
    return shape;
  }
  vertex(i: number): Vec3 { return [this.vertices[3 * i]!, this.vertices[3 * i + 1]!, this.vertices[3 * i + 2]!]; }
}

export type BankInfo = {rate: number; bodies: BodyInfo[]};

/** @throws the reader's sentence. */
export function readBodies(module: WebAssembly.Module, bytes: ArrayBuffer): BankInfo {
  const wasm = new PealWasm(module);
  const at = wasm.copyIn(new Uint8Array(bytes));
  const bank = wasm.bankOpen(at, bytes.byteLength);
  const count = wasm.calls['studio_bank_bodies']!(bank);
  return {
    rate: wasm.calls['studio_bank_rate']!(bank),
    bodies: Array.from({length: count}, (_, i) => new BodyInfo(wasm, bank, i)),
  };
}
