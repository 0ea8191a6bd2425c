// How materials of the library look. In: a name of `peal materials`. Out: a three.js material.
import {Color, MeshPhysicalMaterial, type MeshPhysicalMaterialParameters} from 'three';

const metal = (color: string, roughness: number): MeshPhysicalMaterialParameters => ({color, metalness: 1, roughness, envMapIntensity: 1.35});
const glassy = (color: string, opacity: number): MeshPhysicalMaterialParameters => ({
  color, metalness: 0, roughness: 0.03, transparent: true, opacity, envMapIntensity: 2.2, clearcoat: 1, clearcoatRoughness: 0.02,
  specularIntensity: 1, ior: 1.6,
});
const glazed = (color: string, roughness: number): MeshPhysicalMaterialParameters => ({
  color, metalness: 0, roughness, clearcoat: 0.9, clearcoatRoughness: 0.06,
});
const dull = (color: string, roughness: number): MeshPhysicalMaterialParameters => ({color, metalness: 0, roughness});

const kLooks: Record<string, MeshPhysicalMaterialParameters> = {
  'steel': metal('#a9adb3', 0.26), 'stainless-steel': metal('#c3c6ca', 0.16), 'brass': metal('#d8a84e', 0.2),
  'bell-bronze': metal('#b57b3c', 0.3), 'cast-iron': metal('#5c5f63', 0.55), 'silver': metal('#e6e3dc', 0.12),
  'gold': metal('#f1bd45', 0.16), 'copper': metal('#d98255', 0.22), 'aluminium': metal('#c9ced4', 0.36), 'lead': metal('#6d7179', 0.6),
  'glass': glassy('#bfe0d8', 0.3), 'borosilicate': glassy('#cfe3ea', 0.28), 'lead-crystal': glassy('#e4ecf5', 0.3),
  'acrylic': glassy('#f0c8a8', 0.42), 'polycarbonate': {...glassy('#e0795f', 0.75), roughness: 0.25},
  'porcelain': glazed('#efeae0', 0.35), 'stoneware': glazed('#7d8f8a', 0.5), 'slate': dull('#4c5560', 0.75),
  'maple': dull('#c89a63', 0.5), 'oak': dull('#a87a48', 0.55), 'nylon': dull('#d9d5cc', 0.45),
  'hard-rubber': dull('#2e2c2b', 0.7), 'felt': dull('#b9544a', 1),
};
const kWoods = new Set(['maple', 'oak']);

export function look(material: string): MeshPhysicalMaterial {
  const made = new MeshPhysicalMaterial(kLooks[material] ?? dull('#9a958c', 0.6));
  if (made.transparent) made.depthWrite = false;
  made.userData.wood = kWoods.has(material);
  return made;
}

export const swatch = (material: string) => String(kLooks[material]?.color ?? '#9a958c');

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

// Glass is clear where one looks through it and mirrors where one looks along it.
const kRim = `
  float along = pow(1.0 - abs(dot(normalize(normal), normalize(vViewPosition))), 2.5);
  diffuseColor.a = min(1.0, mix(0.45 * diffuseColor.a, 0.95, along) + 0.6 * vGlow);`;

/** Light in the accent's colour where the attribute `glow` says so, and grain on wood. */
export function glowing(material: MeshPhysicalMaterial): MeshPhysicalMaterial {
  const accent = {value: new Color('#ffb63d')}, wood = Boolean(material.userData.wood);
  material.onBeforeCompile = (shader) => {
    shader.uniforms.accent = accent;
    shader.vertexShader = 'attribute float glow; varying float vGlow; varying vec3 vBody;\n' +
        shader.vertexShader.replace('#include <begin_vertex>', '#include <begin_vertex>\n vGlow = glow; vBody = position;');
    shader.fragmentShader = `varying float vGlow; varying vec3 vBody; uniform vec3 accent;${wood ? kGrain : ''}\n` +
        shader.fragmentShader
            .replace('#include <color_fragment>', `#include <color_fragment>${wood ? '\n diffuseColor.rgb *= grain(vBody);' : ''}`)
            .replace('#include <emissivemap_fragment>',
                     '#include <emissivemap_fragment>\n totalEmissiveRadiance += accent * (0.9 * vGlow * vGlow);' +
                     (material.transparent ? kRim : ''));
  };
  material.customProgramCacheKey = () => `glow${wood}${material.transparent}`;
  return material;
}
