// The upper side of a surface as heights over x and z: where a thing on it lies, and how steep it is there.
// In: a fine surface. Out: height [m] and unit normal by bilinear interpolation; NaN beside it.
import {Vector3} from 'three';
import type {FineSurface} from '../strike/fine_surface';

const kCells = 180,
  kSteepest = 0.2; // smallest upward part of the normal that still carries

export class HeightField {
  private readonly y = new Float32Array(kCells * kCells).fill(NaN);
  private readonly half: number; // [m] of the square that is covered

  constructor(surface: FineSurface) {
    const {positions: p, normals: n, index} = surface;
    let half = 0;
    for (let v = 0; v < p.length; v += 3) half = Math.max(half, Math.abs(p[v]!), Math.abs(p[v + 2]!));
    this.half = half * 1.02;
    for (let f = 0; f < index.length; f += 3) {
      const [a, b, c] = [3 * index[f]!, 3 * index[f + 1]!, 3 * index[f + 2]!] as const;
      if (Math.min(n[a + 1]!, n[b + 1]!, n[c + 1]!) < kSteepest) continue;
      this.fill([p[a]!, p[b]!, p[c]!], [p[a + 1]!, p[b + 1]!, p[c + 1]!], [p[a + 2]!, p[b + 2]!, p[c + 2]!]);
    }
  }

  private fill(x: number[], y: number[], z: number[]) {
    const cell = (v: number) => ((v / this.half + 1) / 2) * (kCells - 1);
    const place = (i: number) => ((2 * i) / (kCells - 1) - 1) * this.half;
    const area = (x[1]! - x[0]!) * (z[2]! - z[0]!) - (x[2]! - x[0]!) * (z[1]! - z[0]!);
    if (Math.abs(area) < 1e-14) return;
    for (let i = Math.ceil(cell(Math.min(...x)) - 1e-6); i <= cell(Math.max(...x)); ++i)
      for (let j = Math.ceil(cell(Math.min(...z)) - 1e-6); j <= cell(Math.max(...z)); ++j) {
        const px = place(i) - x[0]!,
          pz = place(j) - z[0]!;
        const u = (px * (z[2]! - z[0]!) - (x[2]! - x[0]!) * pz) / area,
          v = ((x[1]! - x[0]!) * pz - px * (z[1]! - z[0]!)) / area;
        if (u < -1e-6 || v < -1e-6 || u + v > 1 + 1e-6) continue;
        const height = y[0]! + u * (y[1]! - y[0]!) + v * (y[2]! - y[0]!),
          at = i * kCells + j;
        // The floor of a bowl, not the rim above it.
        if (!(this.y[at]! <= height)) this.y[at] = height;
      }
  }

  height(x: number, z: number): number {
    const cell = (v: number) => Math.min(kCells - 1.001, Math.max(0, ((v / this.half + 1) / 2) * (kCells - 1)));
    if (Math.abs(x) > this.half || Math.abs(z) > this.half) return NaN;
    const i = Math.floor(cell(x)),
      j = Math.floor(cell(z)),
      u = cell(x) - i,
      v = cell(z) - j;
    const at = (k: number, l: number) => this.y[(i + k) * kCells + j + l]!;
    return (1 - u) * ((1 - v) * at(0, 0) + v * at(0, 1)) + u * ((1 - v) * at(1, 0) + v * at(1, 1));
  }

  /** Over a few cells, so that the facets do not show. */
  normal(x: number, z: number): Vector3 {
    const step = (5 * this.half) / kCells;
    const slope = (dx: number, dz: number) => {
      const ahead = this.height(x + dx, z + dz),
        behind = this.height(x - dx, z - dz),
        here = this.height(x, z);
      const rise = (ahead - behind) / (2 * step);
      return Number.isFinite(rise)
        ? rise
        : Number.isFinite(ahead - here)
          ? (ahead - here) / step
          : Number.isFinite(here - behind)
            ? (here - behind) / step
            : 0;
    };
    return new Vector3(-slope(step, 0), 1, -slope(0, step)).normalize();
  }
}
