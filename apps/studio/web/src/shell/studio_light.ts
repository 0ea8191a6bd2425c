// Light of a photographer's studio: soft boxes around the object for reflections, and one key light that may cast a
// shadow. The environment is computed here in closed form, already blurred for each roughness (a box seen through a
// Gaussian of the roughness' width is a product of error functions): no file, and none of the seconds a software GL
// takes to filter one.
import {
  CubeTexture,
  DataTexture,
  DataUtils,
  DirectionalLight,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RGBAFormat,
  type Scene,
  Vector3,
} from 'three';
import type {Theme} from './theme';

// Direction of the middle, half angles [rad] across and up, brightness, warmth (0 cool .. 1 warm).
const kBoxes = (
  [
    [[-0.8, 0.42, 0.55], 0.3, 0.55, 9, 0.8],
    [[0.95, 0.35, 0.1], 0.16, 0.6, 6, 0.1],
    [[0.05, 1.0, 0.1], 0.7, 0.45, 3.2, 0.5],
    [[0.3, 0.62, -1.0], 0.6, 0.16, 1.5, 0.3],
  ] as [number[], number, number, number, number][]
).map(([at, wide, high, bright, warm]) => {
  const to = new Vector3(...(at as [number, number, number])).normalize();
  const right = new Vector3(0, 1, 0.001).cross(to).normalize(),
    up = to.clone().cross(right);
  return {to, right, up, wide, high, tint: [bright * (0.86 + 0.2 * warm), bright * 0.94, bright * (1.08 - 0.3 * warm)]};
});
const kSize = 128,
  kLevels = 5; // 128, 64, .. 8 pixels; the shader's roughness goes over these

const erf = (x: number) => Math.tanh(1.1283792 * x * (1 + 0.0893 * x * x)); // to 4e-4
const slab = (x: number, half: number, blur: number) => 0.5 * (erf((x + half) / blur) - erf((x - half) / blur));

// What is around by night and by day: walls, the same per height above the horizon and per its square, the strength of
// the boxes. By day walls and floor are light, so that the underside of a thing is not black, and the boxes are softer,
// so that what shines does not dissolve in the light behind it.
const kRooms: Record<Theme, {walls: number; height: number; square: number; boxes: number}> = {
  dark: {walls: 0.16, height: 0.16, square: 0.06, boxes: 1},
  light: {walls: 0.22, height: 0.06, square: 0.08, boxes: 0.15},
};

function radiance(d: Vector3, roughness: number, room: (typeof kRooms)[Theme], out: number[]) {
  const blur = 0.035 + 1.1 * roughness * roughness + 0.15 * roughness;
  const sky = room.walls + room.height * (d.y * (1 - 0.4 * roughness)) + room.square * d.y * d.y;
  out[0] = sky * 1.03;
  out[1] = sky;
  out[2] = sky * 0.97;
  for (const {to, right, up, wide, high, tint} of kBoxes) {
    const ahead = d.dot(to),
      front = ahead + Math.min(0.9, blur);
    if (front <= 0) continue;
    const u = Math.atan2(d.dot(right), Math.max(0.05, ahead)),
      v = Math.atan2(d.dot(up), Math.max(0.05, ahead));
    const part = slab(u, wide, blur) * slab(v, high, blur) * Math.min(1, front * 3);
    for (let c = 0; c < 3; ++c) out[c]! += room.boxes * part * tint[c]!;
  }
}

function face(index: number, size: number, roughness: number, theme: Theme): DataTexture {
  const data = new Uint16Array(size * size * 4),
    d = new Vector3(),
    rgb = [0, 0, 0],
    one = DataUtils.toHalfFloat(1);
  for (let y = 0, at = 0; y < size; ++y)
    for (let x = 0; x < size; ++x, at += 4) {
      const s = ((x + 0.5) / size) * 2 - 1,
        t = ((y + 0.5) / size) * 2 - 1;
      if (index === 0) d.set(1, -t, -s);
      else if (index === 1) d.set(-1, -t, s);
      else if (index === 2) d.set(s, 1, t);
      else if (index === 3) d.set(s, -1, -t);
      else if (index === 4) d.set(s, -t, 1);
      else d.set(-s, -t, -1);
      d.normalize();
      d.x = -d.x; // cube maps are seen from inside
      radiance(d, roughness, kRooms[theme], rgb);
      for (let c = 0; c < 3; ++c) data[at + c] = DataUtils.toHalfFloat(rgb[c]!);
      data[at + 3] = one;
    }
  const texture = new DataTexture(data, size, size, RGBAFormat, HalfFloatType);
  return texture;
}

/** Paints the room of a theme; the texture stays the same, for those who hold it. */
function paint(texture: CubeTexture, theme: Theme) {
  const level = (lod: number) => {
    const roughness = 1 - Math.sqrt(Math.max(0, 1 - lod / (kLevels - 1))); // the renderer's lod = max * r (2 - r), turned round
    return [0, 1, 2, 3, 4, 5].map((index) => face(index, kSize >> lod, roughness, theme));
  };
  texture.images = level(0) as never;
  // Level 0 is not in the list, and the renderer counts one less than it holds: the last one is never looked at.
  texture.mipmaps = [];
  for (let lod = 1; lod <= kLevels; ++lod)
    texture.mipmaps.push({width: kSize >> lod, height: kSize >> lod, image: level(lod)} as never);
  texture.needsUpdate = true;
}

function surroundings(): CubeTexture {
  const texture = new CubeTexture();
  texture.format = RGBAFormat;
  texture.type = HalfFloatType;
  texture.colorSpace = LinearSRGBColorSpace;
  texture.generateMipmaps = false;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  (texture as unknown as {isPMREMTexture: boolean}).isPMREMTexture = true;
  return texture;
}

/** Sets scene.environment and adds the key light (named 'key'). Returns what turns both to a theme. */
export function studioLight(scene: Scene, shadowSize: number): (theme: Theme) => void {
  const key = new DirectionalLight(0xfff0d8, 1.6);
  key.position.set(-2.5, 5, 3);
  key.castShadow = true;
  key.shadow.mapSize.set(shadowSize, shadowSize);
  key.shadow.radius = 5;
  key.shadow.bias = -0.0006;
  Object.assign(key.shadow.camera, {left: -2, right: 2, top: 2, bottom: -2, near: 0.5, far: 12});
  key.name = 'key';
  scene.add(key);
  const around = (scene.environment = surroundings());
  return (theme) => {
    paint(around, theme);
    key.intensity = theme === 'dark' ? 1.6 : 1.1;
  };
}
