// A body turned on a lathe whose edges stay sharp: each straight piece of the outline has its own normals.
// Enters the outline [radius, height] with the outside on its right-hand side; leaves a surface about the axis y.
import {BufferAttribute, BufferGeometry} from 'three';

export function turned(outline: number[][], segments: number): BufferGeometry {
  const positions: number[] = [],
    normals: number[] = [],
    index: number[] = [];
  for (let k = 0; k + 1 < outline.length; ++k) {
    const [r0, y0] = outline[k]!,
      [r1, y1] = outline[k + 1]!,
      length = Math.hypot(r1! - r0!, y1! - y0!) || 1;
    const nr = (y1! - y0!) / length,
      ny = -(r1! - r0!) / length;
    for (let i = 0; i <= segments; ++i) {
      const a = (i / segments) * 2 * Math.PI,
        c = Math.cos(a),
        s = Math.sin(a),
        at = positions.length / 3;
      positions.push(r0! * c, y0!, r0! * s, r1! * c, y1!, r1! * s);
      normals.push(nr * c, ny, nr * s, nr * c, ny, nr * s);
      if (i < segments) index.push(at, at + 1, at + 2, at + 2, at + 1, at + 3);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(index);
  return geometry;
}
