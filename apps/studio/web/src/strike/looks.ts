// How materials of the library look. In: a name of `peal materials`. Out: a three.js material, or a mesh.
import {
  type BufferGeometry,
  Color,
  DoubleSide,
  type Material,
  Mesh,
  MeshPhysicalMaterial,
  type MeshPhysicalMaterialParameters,
  type Texture,
  type Vector2,
} from 'three';
import {glassMesh, type Glass} from './glass_look';

const metal = (color: string, roughness: number): MeshPhysicalMaterialParameters => ({
  color,
  metalness: 1,
  roughness,
  envMapIntensity: 1.35,
});
const glazed = (color: string, roughness: number): MeshPhysicalMaterialParameters => ({
  color,
  metalness: 0,
  roughness,
  clearcoat: 0.9,
  clearcoatRoughness: 0.06,
});
const dull = (color: string, roughness: number): MeshPhysicalMaterialParameters => ({color, metalness: 0, roughness});

const kLooks: Record<string, MeshPhysicalMaterialParameters> = {
  steel: metal('#a9adb3', 0.26),
  'stainless-steel': metal('#c3c6ca', 0.16),
  brass: metal('#d8a84e', 0.2),
  'bell-bronze': metal('#b57b3c', 0.3),
  'cast-iron': metal('#5c5f63', 0.55),
  silver: metal('#e6e3dc', 0.12),
  gold: metal('#f1bd45', 0.16),
  copper: metal('#d98255', 0.22),
  aluminium: metal('#c9ced4', 0.36),
  lead: metal('#6d7179', 0.6),
  polycarbonate: {...dull('#d9694f', 0.22), clearcoat: 0.5, clearcoatRoughness: 0.1},
  porcelain: glazed('#d6d0c4', 0.3),
  stoneware: glazed('#7d8f8a', 0.5),
  slate: dull('#4c5560', 0.75),
  maple: dull('#c89a63', 0.5),
  oak: dull('#a87a48', 0.55),
  nylon: dull('#d9d5cc', 0.45),
  'hard-rubber': dull('#2e2c2b', 0.7),
  felt: dull('#b9544a', 1),
};
const kWoods = new Set(['maple', 'oak']);
const kGlasses: Record<string, Glass> = {
  glass: {tint: '#a8dccb', density: 0.012},
  borosilicate: {tint: '#c4dfe8', density: 0.008},
  'lead-crystal': {tint: '#dde8f4', density: 0.005},
  acrylic: {tint: '#f0b888', density: 0.05},
};

/** For things that are not of glass. */
export function look(material: string): MeshPhysicalMaterial {
  const made = new MeshPhysicalMaterial(kLooks[material] ?? dull('#9a958c', 0.6));
  made.userData.wood = kWoods.has(material);
  return made;
}

export const isGlass = (material: string) => material in kGlasses;
export const swatch = (material: string) => String(kGlasses[material]?.tint ?? kLooks[material]?.color ?? '#9a958c');

/**
 * A mesh that wears a material and glows by its attribute `glow`.
 *  @param sheet half width and half depth [m] of a flat sheet: glazed, it gets a painted border.
 *  @param marks GLSL of markings() that is drawn on it.
 */
export function dressed(
  geometry: BufferGeometry,
  material: string,
  surroundings: Texture | null,
  sheet?: Vector2,
  marks = '',
): Mesh<BufferGeometry, Material> {
  const glass = kGlasses[material];
  if (glass) return glassMesh(geometry, glass, surroundings);
  const made = look(material);
  made.side = DoubleSide;
  return new Mesh(geometry, glowing(made, material === 'porcelain' ? sheet : undefined, marks));
}

// Growth rings around an axis along x below the board, with streaks along the grain.
const kGrain = `
  float hash(vec3 p) { return fract(sin(dot(p, vec3(12.9898, 78.233, 37.719))) * 43758.5453); }
  float noise(vec3 p) {
    vec3 i = floor(p), f = fract(p); f = f * f * (3.0 - 2.0 * f);
    return mix(mix(mix(hash(i), hash(i + vec3(1,0,0)), f.x), mix(hash(i + vec3(0,1,0)), hash(i + vec3(1,1,0)), f.x), f.y),
               mix(mix(hash(i + vec3(0,0,1)), hash(i + vec3(1,0,1)), f.x), mix(hash(i + vec3(0,1,1)), hash(i + vec3(1,1,1)), f.x), f.y), f.z);
  }
  float grain(vec3 p) {
    float wave = noise(p * vec3(5.0, 22.0, 22.0));
    float ring = fract(length(p.yz - vec2(-0.16, 0.05)) * 150.0 + 1.6 * wave + p.x * 2.0);
    float streak = noise(p * vec3(40.0, 900.0, 900.0));
    float dark = smoothstep(0.1, 0.8, ring) * (1.0 - smoothstep(0.8, 1.0, ring));
    return 1.02 - 0.3 * dark - 0.22 * streak * streak;
  }`;

// Cobalt lines under the glaze, along the border of a sheet.
const kBorder = `
  vec2 inwards = border - abs(vBody.xz);
  float into = min(inwards.x, inwards.y), fine = fwidth(into) + 1e-5;
  #define STEP(at) smoothstep(at - fine, at + fine, into)
  float line = STEP(0.007) - STEP(0.012) + STEP(0.0145) - STEP(0.0155);
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.006, 0.02, 0.13), 0.95 * line);`;

/** Light in the accent's colour where the attribute `glow` says so, grain on wood, a border, markings. */
function glowing(material: MeshPhysicalMaterial, border?: Vector2, marks = ''): MeshPhysicalMaterial {
  const accent = {value: new Color('#ffb63d')},
    wood = Boolean(material.userData.wood);
  const paint = (wood ? '\n diffuseColor.rgb *= grain(vBody);' : border ? kBorder : '') + marks;
  material.onBeforeCompile = (shader) => {
    shader.uniforms.accent = accent;
    shader.uniforms.border = {value: border};
    const begin = '#include <begin_vertex>',
      head = 'varying float vGlow; varying vec3 vBody;\n';
    shader.vertexShader =
      `attribute float glow; ${head}` +
      shader.vertexShader.replace(begin, `${begin}\n vGlow = glow; vBody = position;`);
    shader.fragmentShader =
      `${head} uniform vec3 accent; uniform vec2 border;${wood ? kGrain : ''}\n` +
      shader.fragmentShader
        .replace('#include <color_fragment>', `#include <color_fragment>${paint}`)
        .replace(
          '#include <emissivemap_fragment>',
          '#include <emissivemap_fragment>\n totalEmissiveRadiance += 0.9 * vGlow * vGlow * accent;',
        );
  };
  material.customProgramCacheKey = () => `glow ${wood} ${Boolean(border)} ${marks}`;
  return material;
}
