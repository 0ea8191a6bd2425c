// What the strike bench knows of its six bodies beyond their banks: the view, and where the first blow lands.
export type BodyView = {
  yaw: number;
  pitch: number; // [rad]
  aim: readonly [number, number, number]; // in parts of its box as it stands
  gap: number; // to the floor, sizes of the body
  leans?: boolean; // its principal axes are not those it stands on
  first?: string; // material to begin with; else the bank's first
  shape?: (nodes: Float32Array) => Float32Array; // for the picture only
};

/**
 * A struck coin has no sharp edges: both edges of its raised rim lean, as far as the eye needs. Nodes of
 *  banks/coin.json [m]: the rim from radius 18 mm, 0.2 mm higher than the field.
 */
function bevelled(nodes: Float32Array): Float32Array {
  const kInner = 0.018,
    kOuter = 0.019,
    kField = 0.0009,
    kRise = 0.0002,
    kNear = 5e-5;
  const out = nodes.slice();
  for (let v = 0; v < out.length; v += 3) {
    const radius = Math.hypot(out[v]!, out[v + 2]!);
    const near = (other: number) => Math.abs(radius - other) < kNear;
    const up = Math.max(0, (Math.abs(out[v + 1]!) - kField) / kRise);
    const lean = near(kInner) ? 0.0004 * up : near(kOuter) ? -0.0002 * up : 0;
    out[v]! *= 1 + lean / radius;
    out[v + 2]! *= 1 + lean / radius;
  }
  return out;
}

export const kBodies: Record<string, BodyView> = {
  bowl: {yaw: 0.35, pitch: 0.5, aim: [0.4, 0.86, 0.8], gap: 0.01},
  mug: {yaw: 0.25, pitch: 0.36, aim: [-0.35, 0.75, 0.75], gap: 0.01, leans: true},
  wineglass: {yaw: 0.2, pitch: 0.2, aim: [0.2, 0.9, 0.5], gap: 0.01},
  bell: {yaw: 0.3, pitch: 0.14, aim: [0.3, -0.86, 0.9], gap: 0.25},
  coin: {yaw: 0.4, pitch: 0.62, aim: [0.5, 1, 0.62], gap: 0.25, shape: bevelled},
  plate: {yaw: 0.45, pitch: 0.6, aim: [0.8, 1, 0.72], gap: 0.3, first: 'porcelain'},
};

export const kBeaters: Record<string, {label: string; material: string; radius: number}> = {
  'beater-felt': {label: 'felt', material: 'felt', radius: 0.016},
  'beater-rubber': {label: 'rubber', material: 'hard-rubber', radius: 0.012},
  'beater-plastic': {label: 'plastic', material: 'nylon', radius: 0.012},
  'beater-steel': {label: 'steel', material: 'steel', radius: 0.008},
};
