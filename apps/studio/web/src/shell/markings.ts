// What one knows a die and a coin by, drawn by the shader on the form that sounds: pips (ones and sixes opposite, 1, 2, 3
// counter-clockwise around their corner), and the edge of a coin with its reeds and the foot of its rim. GLSL for the
// place `color_fragment`: it may read vBody, the place in the body's own frame [m], and changes diffuseColor.
import {Mesh, MeshStandardMaterial, type BufferGeometry, type Object3D} from 'three';

/** Of a cube of half width `half` about the origin. */
const pips = (half: number) => `
  {
    vec3 far = abs(vBody);
    vec2 at;
    int count;
    if (far.y >= far.x && far.y >= far.z) { at = vBody.xz; count = vBody.y > 0.0 ? 1 : 6; }
    else if (far.z >= far.x) { at = vBody.xy; count = vBody.z > 0.0 ? 2 : 5; }
    else { at = vBody.zy; count = vBody.x > 0.0 ? 3 : 4; }
    at /= ${half.toExponential(6)};
    const float away = 0.47;
    float near = 9.0;
    if (count != 2 && count != 4 && count != 6) near = length(at);
    if (count > 1) near = min(near, min(distance(at, vec2(away)), distance(at, vec2(-away))));
    if (count > 3) near = min(near, min(distance(at, vec2(away, -away)), distance(at, vec2(-away, away))));
    if (count > 5) near = min(near, min(distance(at, vec2(0.0, away)), distance(at, vec2(0.0, -away))));
    float fine = fwidth(near) + 1e-5, pip = 1.0 - smoothstep(0.17 - fine, 0.17 + fine, near);
    float light = dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722));
    diffuseColor.rgb = mix(diffuseColor.rgb, light > 0.12 ? vec3(0.012) : vec3(0.8), pip);
  }`;

/** Of a disc about the y axis: its radius, where the raised rim begins, and half its thickness. */
const reeds = (radius: number, foot: number, half: number) => `
  {
    float out_there = length(vBody.xz), turn = atan(vBody.z, vBody.x) * ${Math.round(radius * 6200).toFixed(1)};
    float edge = smoothstep(${(radius * 0.985).toExponential(6)}, ${(radius * 0.995).toExponential(6)}, out_there)
      * (1.0 - smoothstep(0.80, 0.92, abs(vBody.y) / ${half.toExponential(6)}));
    float seen = 1.0 - smoothstep(1.2, 3.0, fwidth(turn));
    float groove = 0.5 - 0.5 * cos(turn);
    diffuseColor.rgb *= 1.0 - edge * mix(0.35, 0.75 * groove, seen);
    float fine = fwidth(out_there), line = ${(radius * 0.012).toExponential(6)} + fine;
    diffuseColor.rgb *= 1.0 - 0.5 * (1.0 - smoothstep(0.4 * line, line, abs(out_there - ${foot.toExponential(6)})));
  }`;

/** The body's surface must lie in the frame of its shape; '' for shapes without markings. */
export function markings(shape: unknown, geometry: BufferGeometry): string {
  geometry.computeBoundingBox();
  const {x, y, z} = geometry.boundingBox!.max;
  if (shape === 'die') return pips(Math.max(x, y, z));
  if (shape !== 'coin') return '';
  // The foot of the rim: the innermost of what is as high as the coin.
  const at = geometry.getAttribute('position');
  let foot = x;
  for (let i = 0; i < at.count; ++i)
    if (Math.abs(at.getY(i)) > 0.98 * y) foot = Math.min(foot, Math.hypot(at.getX(i), at.getZ(i)));
  return reeds(x, foot < 0.5 * x ? 2 * x : foot, y); // a coin without a rim has no foot
}

/** Marks every mesh of a body with the markings of its shape. */
export function mark(body: Object3D, shape: unknown) {
  body.traverse((part) => {
    if (!(part instanceof Mesh) || !(part.material instanceof MeshStandardMaterial)) return;
    const code = markings(shape, part.geometry);
    if (!code) return;
    const material = part.material.clone();
    material.onBeforeCompile = (shader) => {
      const begin = '#include <begin_vertex>',
        head = 'varying vec3 vBody;\n';
      shader.vertexShader = head + shader.vertexShader.replace(begin, `${begin}\n vBody = position;`);
      shader.fragmentShader =
        head + shader.fragmentShader.replace('#include <color_fragment>', `#include <color_fragment>${code}`);
    };
    material.customProgramCacheKey = () => code;
    part.material = material;
  });
}
