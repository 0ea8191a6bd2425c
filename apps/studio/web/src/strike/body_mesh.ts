// A body one can see ring: its surface bent by its modes, slowed down to what an eye follows.
// In: a body of a bank, and for each mode the amplitude [m kg^1/2] that the audio thread reports.
// Out: a mesh in metres. Each mode swings at a few hertz (the slower the lower its pitch); its size is the
// true envelope, enlarged by one factor for all modes. Where the surface moves, it glows.
import {BufferAttribute, BufferGeometry, type Material, type Mesh, type Texture, Vector2, type Vector3} from 'three';
import type {BodyInfo} from 'peal-engine';
import {FineSurface} from './fine_surface';
import {dressed, isGlass} from './looks';

const kSlowest = 1.1,
  kFastest = 5; // [Hz] of the picture
const kMost = 0.11; // of the body's size: no picture bends farther
const kLargest = 12; // modes drawn at once, the largest
const kRippleTime = 0.45,
  kRippleSpeed = 2.2; // [s], [body sizes/s]

export class BodyMesh {
  readonly mesh: Mesh<BufferGeometry, Material>;
  readonly clear: boolean; // light goes through
  readonly surface: FineSurface;
  private readonly bent: Float64Array;
  private readonly motion: Float32Array; // [node][xyz], enlarged [m]
  private readonly spread: Float32Array;
  private readonly glow: Float32Array;
  private readonly phase: Float64Array;
  private readonly pace: Float64Array; // [rad/s] of the picture
  private readonly size: Float64Array; // largest motion of any node per unit of the mode
  private ripple: {point: Vector3; age: number; strength: number} | undefined;
  private still = false;

  /**
   * @param of material of the library, @param level of fineness, @param surroundings that it mirrors,
   *  @param nodes where the picture has them, @param marks what is drawn on the surface, as GLSL.
   */
  constructor(
    readonly body: BodyInfo,
    of: string,
    level: number,
    surroundings: Texture | null,
    readonly nodes: Float32Array = body.vertices,
    marks: (geometry: BufferGeometry) => string = () => '',
  ) {
    this.surface = new FineSurface(nodes, body.curved, level);
    this.bent = Float64Array.from(nodes);
    this.motion = new Float32Array(body.vertices.length);
    this.spread = new Float32Array(this.surface.positions.length);
    this.glow = new Float32Array(this.surface.vertices);
    const modes = body.modes.length,
      low = body.modes[0]?.frequency ?? 1;
    this.phase = new Float64Array(modes);
    this.pace = Float64Array.from(
      body.modes,
      ({frequency}) => 2 * Math.PI * Math.min(kFastest, kSlowest * Math.sqrt(frequency / low)),
    );
    this.size = new Float64Array(modes);
    for (let i = 0; i < body.shapes.length; ++i) {
      const mode = i % modes;
      this.size[mode] = Math.max(this.size[mode]!, Math.abs(body.shapes[i]!));
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.surface.positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(this.surface.normals, 3));
    geometry.setAttribute('glow', new BufferAttribute(this.glow, 1));
    geometry.setIndex(new BufferAttribute(this.surface.index, 1));
    geometry.computeBoundingSphere();
    geometry.computeBoundingBox();
    const {x, y, z} = geometry.boundingBox!.max,
      flat = y < 0.02 * Math.min(x, z);
    this.mesh = dressed(geometry, of, surroundings, flat ? new Vector2(x, z) : undefined, marks(geometry));
    this.clear = isGlass(of);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = !this.clear;
  }

  /** A blow at `point` (body frame): modes begin together, a ring runs out from there. */
  struck(point: Vector3, strength: number) {
    this.phase.fill(0);
    this.ripple = {point: point.clone(), age: 0, strength};
  }

  /**
   * @param amplitude per mode; `enlarge` turns metres into metres of the picture.
   *  `frozen`: for eyes that want no motion, the surface stands where it would be farthest.
   *  @return false when nothing moved and nothing has to be drawn.
   */
  update(dt: number, amplitude: ArrayLike<number>, enlarge: number, frozen = false): boolean {
    const {body, motion, bent} = this,
      modes = body.modes.length,
      limit = kMost * body.reach;
    for (let m = 0; m < modes; ++m) this.phase[m] += dt * this.pace[m]!;
    const drawn = Array.from({length: Math.min(modes, amplitude.length)}, (_, m) => ({
      m,
      large: amplitude[m]! * this.size[m]! * enlarge,
    }))
      .filter((mode) => mode.large > 2e-4 * body.reach)
      .sort((a, b) => b.large - a.large)
      .slice(0, kLargest);
    if (this.ripple && (this.ripple.age += dt) > kRippleTime) this.ripple = undefined;
    if (!drawn.length && !this.ripple) {
      if (this.still) return false;
      this.still = true;
    } else this.still = false;

    motion.fill(0);
    const sum = drawn.reduce((total, mode) => total + mode.large, 0);
    const soft = enlarge / (1 + sum / limit);
    for (const {m} of drawn) {
      const now = soft * amplitude[m]! * (frozen ? 1 : Math.sin(this.phase[m]!));
      for (let i = 0, n = motion.length; i < n; ++i) motion[i] += now * body.shapes[i * modes + m]!;
    }
    for (let i = 0; i < bent.length; ++i) bent[i] = this.nodes[i]! + motion[i]!;
    this.surface.bend(bent);
    this.light(drawn.length > 0);
    for (const name of ['position', 'normal', 'glow']) this.mesh.geometry.attributes[name]!.needsUpdate = true;
    return true;
  }

  private light(moves: boolean) {
    const {glow, spread, surface, ripple, body} = this;
    if (moves) surface.spread(this.motion, spread);
    else spread.fill(0);
    const full = 0.5 * kMost * body.reach;
    for (let v = 0; v < glow.length; ++v) {
      const x = spread[3 * v]!,
        y = spread[3 * v + 1]!,
        z = spread[3 * v + 2]!;
      glow[v] = Math.min(1, Math.sqrt(Math.sqrt(x * x + y * y + z * z) / full));
      if (!ripple) continue;
      const far =
        Math.hypot(
          surface.positions[3 * v]! - ripple.point.x,
          surface.positions[3 * v + 1]! - ripple.point.y,
          surface.positions[3 * v + 2]! - ripple.point.z,
        ) / body.reach;
      const ring = (far - kRippleSpeed * ripple.age) / 0.07,
        fade = 1 - ripple.age / kRippleTime;
      glow[v] += ripple.strength * fade * fade * Math.exp(-ring * ring);
    }
  }

  /** Largest motion of a node in any one mode [m]. */
  extent(amplitude: ArrayLike<number>): number {
    let most = 0;
    for (let m = 0; m < this.size.length; ++m) most = Math.max(most, (amplitude[m] ?? 0) * this.size[m]!);
    return most;
  }

  /** Largest motion of any node per unit of a mode [kg^-1/2]. */
  largest(mode: number) {
    return this.size[mode] ?? 1;
  }

  dispose() {
    this.mesh.geometry.dispose();
    this.mesh.traverse((part) => (part as Mesh<BufferGeometry, Material>).material.dispose());
  }
}
