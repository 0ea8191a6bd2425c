// A body's surface of curved triangles (six nodes) as a fine mesh that can be bent every frame.
// In: nodes and triangles of a bank. Out: vertices as weighted sums of nodes, flat triangles, and for
// each vertex its normal. Vertices of one place share a normal unless the surface has an edge there.
const kEdge = Math.cos((38 * Math.PI) / 180); // faces that meet at more than this angle stay apart

/** Quadratic shape functions at barycentric (a, b, c): corners, then middles of ab, bc, ca. */
function weightsAt(a: number, b: number, c: number): number[] {
  return [a * (2 * a - 1), b * (2 * b - 1), c * (2 * c - 1), 4 * a * b, 4 * b * c, 4 * c * a];
}

/** The small triangles of one large one, cut `level` times along each side, over its lattice points. */
function pattern(level: number): {weights: number[][]; faces: number[]} {
  const weights: number[][] = [],
    faces: number[] = [];
  const at = (i: number, j: number) => i * (level + 1) - (i * (i - 1)) / 2 + j;
  for (let i = 0; i <= level; ++i)
    for (let j = 0; i + j <= level; ++j) {
      weights.push(weightsAt(1 - (i + j) / level, i / level, j / level));
      if (i + j < level) faces.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i + j < level - 1) faces.push(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return {weights, faces};
}

type Corner = {vertex: number; normal: number[]}; // of several faces that look alike

export class FineSurface {
  readonly index: Uint32Array;
  readonly positions: Float32Array; // as bent last
  readonly normals: Float32Array;
  private readonly from: Int32Array; // six nodes of every vertex
  private readonly weight: Float32Array; // and how much of each
  private smoother: Float32Array = new Float32Array(0); // what facets take from the normals at rest

  constructor(nodes: Float32Array, triangles: Uint32Array, level: number) {
    const {weights, faces} = pattern(level);
    const per = weights.length,
      count = triangles.length / 6;
    const from = new Int32Array(count * per * 6),
      weight = new Float32Array(count * per * 6);
    const raw = new Float32Array(count * per * 3),
      index = new Uint32Array(count * faces.length);
    for (let t = 0; t < count; ++t) {
      for (let v = 0; v < per; ++v)
        for (let k = 0; k < 6; ++k) {
          const node = triangles[6 * t + k]!,
            w = weights[v]![k]!,
            to = t * per + v;
          from[6 * to + k] = node;
          weight[6 * to + k] = w;
          for (let c = 0; c < 3; ++c) raw[3 * to + c] += w * nodes[3 * node + c]!;
        }
      for (let f = 0; f < faces.length; ++f) index[t * faces.length + f] = t * per + faces[f]!;
    }
    const first = this.weld(raw, index);
    this.from = new Int32Array(first.length * 6);
    this.weight = new Float32Array(first.length * 6);
    first.forEach((v, i) => {
      this.from.set(from.subarray(6 * v, 6 * v + 6), 6 * i);
      this.weight.set(weight.subarray(6 * v, 6 * v + 6), 6 * i);
    });
    this.index = index;
    this.positions = new Float32Array(first.length * 3);
    this.normals = new Float32Array(first.length * 3);
    this.bend(nodes);
    this.smoother = this.smoothing();
    this.bend(nodes);
  }

  get vertices() {
    return this.positions.length / 3;
  }

  /**
   * Joins the vertices of one place whose faces look alike; rewrites `index`; returns one raw vertex for each new one.
   */
  private weld(raw: Float32Array, index: Uint32Array): number[] {
    let size = 0;
    for (let i = 0; i < raw.length; ++i) size = Math.max(size, Math.abs(raw[i]!));
    const grain = 1e5 / size;
    const places = new Map<string, Corner[]>();
    const first: number[] = [];
    for (let f = 0; f < index.length; f += 3) {
      const normal = faceNormal(raw, index[f]!, index[f + 1]!, index[f + 2]!);
      for (let k = 0; k < 3; ++k) {
        const v = index[f + k]!;
        const key = `${Math.round(raw[3 * v]! * grain)},${Math.round(raw[3 * v + 1]! * grain)},${Math.round(
          raw[3 * v + 2]! * grain,
        )}`;
        let here = places.get(key);
        if (!here) places.set(key, (here = []));
        let found = here.find(
          (other) => dot(other.normal, normal) > kEdge * Math.hypot(...other.normal) * Math.hypot(...normal),
        );
        if (found) for (let c = 0; c < 3; ++c) found.normal[c] += normal[c]!;
        else {
          here.push((found = {vertex: first.length, normal: [...normal]}));
          first.push(v);
        }
        index[f + k] = found.vertex;
      }
    }
    return first;
  }

  /** Weighted sums of values at the nodes (3 each) into `out` (3 each). */
  spread(nodes: ArrayLike<number>, out: Float32Array) {
    const {from, weight} = this;
    for (let v = 0, n = out.length / 3; v < n; ++v) {
      let x = 0,
        y = 0,
        z = 0;
      for (let k = 6 * v; k < 6 * v + 6; ++k) {
        const w = weight[k]!,
          node = 3 * from[k]!;
        x += w * nodes[node]!;
        y += w * nodes[node + 1]!;
        z += w * nodes[node + 2]!;
      }
      out[3 * v] = x;
      out[3 * v + 1] = y;
      out[3 * v + 2] = z;
    }
  }

  /** Positions and normals of the surface whose nodes lie there. */
  bend(nodes: ArrayLike<number>) {
    this.spread(nodes, this.positions);
    const {positions, normals, index} = this;
    normals.fill(0);
    for (let f = 0; f < index.length; f += 3) {
      const normal = faceNormal(positions, index[f]!, index[f + 1]!, index[f + 2]!);
      for (let k = 0; k < 3; ++k) for (let c = 0; c < 3; ++c) normals[3 * index[f + k]! + c] += normal[c]!;
    }
    for (let v = 0; v < normals.length; v += 3) {
      const long = Math.hypot(normals[v]!, normals[v + 1]!, normals[v + 2]!) || 1;
      for (let c = 0; c < 3; ++c) normals[v + c] = normals[v + c]! / long + (this.smoother[v + c] ?? 0);
    }
  }

  /** Normals averaged over neighbours a few times, less the normals: reflections show every facet otherwise. */
  private smoothing(): Float32Array {
    const {normals, index} = this;
    let now = normals.slice();
    for (let pass = 0; pass < 3; ++pass) {
      const next = now.slice();
      for (let f = 0; f < index.length; f += 3)
        for (let k = 0; k < 3; ++k) {
          const to = 3 * index[f + k]!;
          for (const from of [3 * index[f + ((k + 1) % 3)]!, 3 * index[f + ((k + 2) % 3)]!])
            for (let c = 0; c < 3; ++c) next[to + c] += 0.5 * now[from + c]!;
        }
      for (let v = 0; v < next.length; v += 3) {
        const long = Math.hypot(next[v]!, next[v + 1]!, next[v + 2]!) || 1;
        for (let c = 0; c < 3; ++c) next[v + c] /= long;
      }
      now = next;
    }
    return now.map((value, i) => value - normals[i]!);
  }
}

const scratch = [0, 0, 0];
const dot = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** As long as twice the face's area; overwritten by the next call. */
function faceNormal(p: Float32Array, a: number, b: number, c: number): number[] {
  const ux = p[3 * b]! - p[3 * a]!,
    uy = p[3 * b + 1]! - p[3 * a + 1]!,
    uz = p[3 * b + 2]! - p[3 * a + 2]!;
  const vx = p[3 * c]! - p[3 * a]!,
    vy = p[3 * c + 1]! - p[3 * a + 1]!,
    vz = p[3 * c + 2]! - p[3 * a + 2]!;
  scratch[0] = uy * vz - uz * vy;
  scratch[1] = uz * vx - ux * vz;
  scratch[2] = ux * vy - uy * vx;
  return scratch;
}
