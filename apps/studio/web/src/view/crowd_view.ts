// Grains of a motion.glb (docs/takes.md): frames of points, one after the other. Here they are drawn as balls, all of a
// crowd at once, on their way from one frame to the next: the graphics card moves them, the page only says where in
// time.
import {
  Box3,
  BufferGeometry,
  Color,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  type BufferAttribute,
  type AnimationClip,
  type KeyframeTrack,
  type Object3D,
  Points,
  type PointsMaterial,
  ShaderMaterial,
  type TypedArray,
  Vector2,
  Vector3,
} from 'three';
import {damagedMotion} from './motion_file';

// So many are drawn at least, where there are as many, and less than twice as many: without a graphics card a picture
// of 100000 takes 0.13 to 0.2 s.
export const kGrains = {card: 100000, soft: 20000};
const kMostSkipped = 21; // attributes of WebGL lie at most 255 bytes apart
const kLooked = 2000; // grains by which a crowd is framed
const kStray = 0.07; // part of them that may leave the picture on each side

type Places = BufferAttribute | InterleavedBufferAttribute;

/** Every so-manieth value, on the same numbers. */
function thinned(values: Places, every: number): Places {
  if (every <= 1) return values;
  const woven = (values as InterleavedBufferAttribute).isInterleavedBufferAttribute
      ? (values as InterleavedBufferAttribute)
      : undefined,
    stride = woven ? woven.data.stride : values.itemSize,
    buffer = new InterleavedBuffer(values.array as TypedArray, stride * every);
  buffer.count = Math.floor(values.count / every);
  return new InterleavedBufferAttribute(buffer, values.itemSize, woven?.offset ?? 0, values.normalized);
}

type Frame = {time: number; low: Vector3; size: Vector3; places: Places; geometry: BufferGeometry; colour: Color};

const kVertex = `
  attribute vec3 next;
  #ifdef RADII
    attribute float _radius;
  #endif
  uniform vec3 low, size, nextLow, nextSize;
  uniform float part, radius, pixels;
  varying float shade;
  void main() {
    vec4 seen = modelViewMatrix * vec4(mix(low + size * position, nextLow + nextSize * next, part), 1.0);
    gl_Position = projectionMatrix * seen;
    float r = radius;
    #ifdef RADII
      r = _radius;
    #endif
    float across = 2.0 * r * pixels / max(-seen.z, 1e-6);
    gl_PointSize = clamp(across, 1.6, 96.0);
    shade = clamp(across / 1.6, 0.35, 1.0);
  }`;
// A ball under the studio's light from above and in front; so small that nothing more is seen of it.
const kFragment = `
  uniform vec3 colour, toLight;
  varying float shade;
  void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float r2 = dot(at, at);
    if (r2 > 1.0) discard;
    vec3 normal = vec3(at.x, -at.y, sqrt(1.0 - r2));
    float bright = max(dot(normal, toLight), 0.0);
    gl_FragColor = vec4(shade * (colour * (0.3 + 1.1 * bright) + 0.5 * pow(bright, 24.0)), 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }`;

export class Crowd {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  private readonly uniforms;
  private now = -1;

  /** `shown`: how many of its grains are drawn at most. */
  constructor(
    readonly name: string,
    private readonly frames: Frame[],
    private readonly shown: number,
    look: {colour: Color; radius: number},
  ) {
    const vector = () => ({value: new Vector3()});
    this.uniforms = {
      low: vector(),
      size: vector(),
      nextLow: vector(),
      nextSize: vector(),
      part: {value: 0},
      radius: {value: look.radius},
      pixels: {value: 1},
      colour: {value: look.colour},
      toLight: {value: new Vector3(-0.4, 0.75, 0.55).normalize()},
    };
    const first = frames[0]!.geometry;
    const material = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: kVertex,
      fragmentShader: kFragment,
      defines: first.hasAttribute('_radius') ? {RADII: ''} : {},
    });
    this.points = new Points(first, material);
    this.points.frustumCulled = false; // where they are is known to the graphics card alone
    this.points.onBeforeRender = (renderer, _, camera) => {
      const height = renderer.getDrawingBufferSize(kSize).y;
      this.uniforms.pixels.value = 0.5 * height * camera.projectionMatrix.elements[5]!;
      material.uniformsNeedUpdate = true;
    };
  }
  /** @param time of the file [s] */
  show(time: number) {
    const k = this.frameAt(time);
    this.points.visible = k >= 0;
    if (k < 0) return;
    const a = this.frames[k]!,
      b = this.frames[k + 1] ?? a;
    if (k !== this.now) {
      this.now = k;
      if (!a.geometry.hasAttribute('next')) a.geometry.setAttribute('next', b.places);
      a.geometry.setDrawRange(0, Math.min(this.shown, a.places.count, b.places.count));
      this.points.geometry = a.geometry;
      this.uniforms.low.value = a.low;
      this.uniforms.size.value = a.size;
      this.uniforms.nextLow.value = b.low;
      this.uniforms.nextSize.value = b.size;
    }
    this.uniforms.part.value = b === a ? 0 : Math.min(1, (time - a.time) / (b.time - a.time));
  }
  /** Where most of it is at a time of the file [s]. */
  box(time: number): Box3 {
    const frame = this.frames[Math.max(0, this.frameAt(time))]!,
      step = Math.ceil(frame.places.count / kLooked),
      out = new Box3(new Vector3(), new Vector3());
    for (const axis of ['x', 'y', 'z'] as const) {
      const get = {x: 'getX', y: 'getY', z: 'getZ'}[axis] as 'getX',
        all: number[] = [];
      for (let i = 0; i < frame.places.count; i += step)
        all.push(frame.low[axis] + frame.size[axis] * frame.places[get](i));
      all.sort((one, other) => one - other);
      const stray = Math.floor(all.length * kStray);
      out.min[axis] = all[stray]!;
      out.max[axis] = all[all.length - 1 - stray]!;
    }
    return out;
  }
  private frameAt(time: number): number {
    let low = 0,
      high = this.frames.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.frames[middle]!.time <= time + 1e-6) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
const kSize = new Vector2(); // for asking

export type Crowds = {crowds: Crowd[]; grains: number; drawn: number}; // grains: as many as the scene has

const positive = (value: unknown) => (Number(value) > 0 && Number.isFinite(Number(value)) ? Number(value) : 0);

/**
 * Takes crowds out of a scene, and their frames out of its animation: from here on they are drawn by `Crowd`, evenly
 * among all grains of all crowds, `least` of them if there are so many, and less than twice that.
 */
export function takeCrowds(scene: Object3D, clip: AnimationClip | undefined, least: number): Crowds {
  const scales = new Map<string, KeyframeTrack>();
  for (const track of clip?.tracks ?? [])
    if (track.name.endsWith('.scale')) scales.set(track.name.slice(0, -'.scale'.length), track);
  const found: {node: Object3D; frames: Frame[]; count: number; radius: number}[] = [],
    out: Crowds = {crowds: [], grains: 0, drawn: 0},
    gone = new Set<string>();
  for (const node of [...scene.children]) {
    const grains = (node.userData as {grains?: {count?: unknown; radius?: unknown}}).grains;
    if (!grains || typeof grains !== 'object') continue;
    const frames = framesOf(node, scales),
      count = frames.reduce((sum, {places}) => Math.max(sum, places.count), 0);
    scene.remove(node);
    node.traverse((part) => gone.add(part.name));
    out.grains += Math.max(count, Math.floor(positive(grains.count)));
    if (count > 0) found.push({node, frames, count, radius: positive(grains.radius) || 1e-3});
  }
  const all = found.reduce((sum, {count}) => sum + count, 0),
    every = Math.min(kMostSkipped, Math.max(1, Math.floor(all / least)));
  for (const {node, frames, count, radius} of found) {
    const shown = Math.min(Math.floor(count / every), 2 * least - out.drawn);
    if (shown <= 0) continue;
    out.drawn += shown;
    for (const frame of frames) thin(frame, every);
    const drawn = frames.filter(({places}) => places.count > 0),
      {colour} = frames[0]!;
    out.crowds.push(new Crowd(node.name, drawn, shown, {colour, radius}));
  }
  if (clip && gone.size)
    clip.tracks = clip.tracks.filter((track) => !gone.has(track.name.slice(0, track.name.lastIndexOf('.'))));
  return out;
}

function thin(frame: Frame, every: number) {
  const {geometry} = frame;
  for (const name of Object.keys(geometry.attributes))
    geometry.setAttribute(name, thinned(geometry.getAttribute(name) as Places, every));
  frame.places = geometry.getAttribute('position') as Places;
}

function framesOf(node: Object3D, scales: Map<string, KeyframeTrack>): Frame[] {
  const frames: Frame[] = [];
  for (const child of node.children) {
    if (!(child instanceof Points)) continue;
    const time = Number((child.userData as {grain_time?: unknown}).grain_time),
      places = child.geometry.getAttribute('position') as Places | undefined;
    if (!Number.isFinite(time) || !places || places.itemSize !== 3 || places.count === 0)
      throw damagedMotion('a frame of its grains has no time or no places');
    if (frames.length && time <= frames[frames.length - 1]!.time)
      throw damagedMotion('the frames of its grains are out of order');
    // The scale of a frame that is not shown is 0; its own is what the animation gives it.
    const size = child.scale.clone(),
      keys = scales.get(child.name)?.values ?? [];
    for (let i = 0; i + 2 < keys.length; i += 3) size.max(new Vector3(keys[i], keys[i + 1], keys[i + 2]));
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', places);
    const radii = child.geometry.getAttribute('_radius') as Places | undefined;
    if (radii && radii.count >= places.count) geometry.setAttribute('_radius', radii);
    const colour = (child.material as PointsMaterial).color;
    frames.push({time, low: child.position.clone(), size, places, geometry, colour});
  }
  return frames;
}
