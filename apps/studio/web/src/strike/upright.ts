// A bank knows its bodies along their principal axes, and those of a lopsided body lean: a mug's towards its handle.
// In: nodes and triangles of six nodes. Out: the turn that sets it upright, the opening above.
// The floor of a vessel has less surface along any direction than its wall has: the axis is the eigenvector of
// sum(area n n^T) with the smallest eigenvalue. A handle that is alike above and below does not turn it.
import {Matrix3, Matrix4, Quaternion, Vector3} from 'three';

export function upright(nodes: Float32Array, triangles: Uint32Array): Quaternion {
  const node = (i: number) => new Vector3().fromArray(nodes, 3 * i);
  const sum = new Float64Array(9);
  let trace = 0;
  for (let t = 0; t < triangles.length; t += 6) {
    const a = node(triangles[t]!),
      b = node(triangles[t + 1]!),
      c = node(triangles[t + 2]!);
    const normal = b.sub(a).cross(c.sub(a)),
      area = normal.length();
    if (!(area > 0)) continue;
    const n = normal.divideScalar(area).toArray();
    for (let i = 0; i < 9; ++i) sum[i] += area * n[i % 3]! * n[Math.floor(i / 3)]!;
    trace += area;
  }
  // The smallest of `sum` is the largest of trace - sum, which repeated multiplication finds.
  const rest = new Matrix3().fromArray([...sum].map((value, i) => (i % 4 === 0 ? trace : 0) - value));
  const axis = new Vector3(0.1, 1, 0.05);
  for (let k = 0; k < 400; ++k) axis.applyMatrix3(rest).normalize();

  // The floor draws the centre of mass (the origin) down: the farther end is the opening.
  let low = 0,
    high = 0,
    far = 0;
  const side = new Vector3(1, 0, 0);
  for (let i = 0; i < nodes.length / 3; ++i) {
    const p = node(i),
      along = p.dot(axis);
    low = Math.min(low, along);
    high = Math.max(high, along);
    p.addScaledVector(axis, -along);
    if (p.length() > far) {
      far = p.length();
      side.copy(p).normalize();
    } // the handle
  }
  if (-low > high) axis.negate();
  const body = new Matrix4().makeBasis(side, axis, new Vector3().crossVectors(side, axis));
  return new Quaternion().setFromRotationMatrix(body).invert();
}
