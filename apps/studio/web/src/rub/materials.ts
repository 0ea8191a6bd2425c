// What things are made of, for the eye: metals, wood, soft shadows, and the ripple of something that rings.
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  type Material,
  type MeshLambertMaterial,
  MeshStandardMaterial,
} from 'three';

export const steel = (roughness = 0.28) => new MeshStandardMaterial({color: 0xb8bcc2, metalness: 1, roughness});
export const darkSteel = () => new MeshStandardMaterial({color: 0x53565c, metalness: 0.9, roughness: 0.5});
export const brass = (roughness = 0.25) => new MeshStandardMaterial({color: 0xd8a548, metalness: 1, roughness});

export type Uniform = {value: number};
/**
 * Ripple of mode (2,0): radial amplitude [units of the picture] and the angle of an antinode. It grows from height
 * `low` to `high` (a cup), or from the axis to the radius `rim` (a disc).
 */
export type Ripple = {amplitude: Uniform; angle: Uniform; low: number; high: number; rim?: number};

export const kRippleHead = `
uniform float rippleAmplitude, rippleAngle;
vec2 ripple(vec3 p, float low, float high, float rim) {   // radial displacement, and its slope along the rim
  float s = rim > 0.0 ? min(1.0, length(p.xz) / rim) : clamp((p.y - low) / (high - low), 0.0, 1.0);
  float t = 2.0 * (atan(p.z, p.x) - rippleAngle);
  return rippleAmplitude * s * s * vec2(cos(t), -2.0 * sin(t));
}`;

/** Bends a material's surface of revolution (axis y) with the ripple; the tangential motion is half of the radial. */
export function rippling(material: MeshStandardMaterial, ripple: Ripple) {
  const before = material.onBeforeCompile;
  material.onBeforeCompile = (shader, renderer) => {
    before.call(material, shader, renderer);
    shader.uniforms.rippleAmplitude = ripple.amplitude;
    shader.uniforms.rippleAngle = ripple.angle;
    const call = `ripple(position, ${ripple.low.toFixed(4)}, ${ripple.high.toFixed(4)}, ${(ripple.rim ?? 0).toFixed(4)})`;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>' + kRippleHead)
      .replace(
        '#include <beginnormal_vertex>',
        `#include <beginnormal_vertex>
        { float r = max(length(position.xz), 0.05); vec2 out2 = position.xz / r;
          objectNormal.xz -= vec2(-out2.y, out2.x) * ${call}.y / r * dot(objectNormal.xz, out2); }`,
      )
      .replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>
        { float r = length(position.xz); if (r > 0.01) { vec2 out2 = position.xz / r, w = ${call};
          transformed.xz += out2 * w.x + vec2(-out2.y, out2.x) * w.y * 0.25; } }`,
      );
  };
  material.customProgramCacheKey = () => `ripple ${ripple.low} ${ripple.high} ${ripple.rim} ${material.name}`;
}

/** Streaks along x, rings at random, for wood; a colour per vertex would be too coarse, so it is a shader. */
export function wood(
  light: number,
  dark: number,
  scale = 1,
  kind: typeof MeshStandardMaterial | typeof MeshLambertMaterial = MeshStandardMaterial,
): Material {
  const material: Material = new kind();
  if (material instanceof MeshStandardMaterial) material.roughness = 0.62;
  material.name = `wood ${material.type} ${light} ${dark} ${scale}`;
  material.onBeforeCompile = (shader) => {
    shader.uniforms.woodLight = {value: new Color(light)};
    shader.uniforms.woodDark = {value: new Color(dark)};
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 woodAt;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nwoodAt = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
      varying vec3 woodAt; uniform vec3 woodLight, woodDark;
      float woodNoise(vec2 p) { vec2 i = floor(p), f = fract(p); f *= f * (3.0 - 2.0 * f);
        #define WOODHASH(q) fract(sin(dot(q, vec2(127.1, 311.7))) * 43758.5453)
        return mix(mix(WOODHASH(i), WOODHASH(i + vec2(1, 0)), f.x), mix(WOODHASH(i + vec2(0, 1)), WOODHASH(i + vec2(1, 1)), f.x), f.y); }`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        { vec2 q = vec2(woodAt.x + woodAt.z * 0.7, woodAt.y) * ${scale.toFixed(2)};
          float bend = woodNoise(q * vec2(3.0, 0.8)) * 3.0;
          float grain = 0.5 + 0.5 * sin(q.x * 55.0 + bend * 2.5) * woodNoise(q * vec2(9.0, 1.3));
          float fibre = woodNoise(q * vec2(160.0, 5.0));
          diffuseColor.rgb = mix(woodDark, woodLight, clamp(grain * 0.75 + fibre * 0.35 - 0.05, 0.0, 1.0)); }`,
      );
  };
  material.customProgramCacheKey = () => material.name;
  return material;
}

/** A soft round shadow under a thing, where a shadow map would be too dear. */
export function softShadow(geometry: BufferGeometry, strength: number): BufferGeometry {
  const n = geometry.attributes.position!.count,
    colours = new Float32Array(n * 4);
  geometry.computeBoundingSphere();
  const radius = geometry.boundingSphere!.radius,
    at = geometry.attributes.position!;
  for (let i = 0; i < n; ++i) {
    const r = Math.hypot(at.getX(i), at.getY(i), at.getZ(i)) / radius;
    colours[i * 4 + 3] = strength * Math.pow(Math.max(0, 1 - r), 1.6);
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 4));
  return geometry;
}
