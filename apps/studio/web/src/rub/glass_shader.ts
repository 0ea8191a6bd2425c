// Glass and what is in it, for the eye: a shader of its own, because the general one costs a software GL ten times as
// much. A thin wall adds what it reflects of the studio (Schlick's Fresnel) and is denser at its edges; a drink has a
// body colour. Two draws for a wall (back, front) instead of a transmission pass. All share one program.
import {
  BackSide,
  type BufferGeometry,
  Color,
  type CubeTexture,
  CustomBlending,
  FrontSide,
  Group,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  type Side,
} from 'three';
import {onTheme} from '../shell';
import type {Ripple} from './materials';
import {kRippleHead} from './materials';

export type GlassLook = {body?: number; density?: number; side?: Side; mirror?: number; order: number};

const kVertex = `${kRippleHead}
uniform vec3 rippleRange;
varying vec3 vAt, vNormalAt;
void main() {
  vec3 at = position, n = normal;
  float r = length(position.xz);
  if (r > 0.01) {
    vec2 away = position.xz / r, along = vec2(-away.y, away.x), w = ripple(position, rippleRange.x, rippleRange.y, rippleRange.z);
    at.xz += away * w.x + along * w.y * 0.25;   // the tangential motion is half of the radial
    n.xz -= along * w.y / max(r, 0.05) * dot(n.xz, away);
  }
  vec4 world = modelMatrix * vec4(at, 1.0);
  vAt = world.xyz;
  vNormalAt = mat3(modelMatrix) * n;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const kFragment = `
uniform samplerCube surroundings;
uniform vec3 body, edgeTint;
uniform float density, edgeDensity, mirror;
varying vec3 vAt, vNormalAt;
void main() {
  vec3 n = normalize(vNormalAt), v = normalize(cameraPosition - vAt);
  if (dot(n, v) < 0.0) n = -n;   // walls are seen from both sides
  float c = clamp(dot(n, v), 0.0, 1.0), e = 1.0 - c, e2 = e * e;
  vec3 r = reflect(-v, n);
  vec3 light = textureLod(surroundings, vec3(-r.x, r.y, r.z), 0.0).rgb * mirror * (0.048 + 0.952 * e2 * e2 * e);
  float edge = e2 * e, dense = clamp(density + edgeDensity * edge, 0.0, 1.0);
  vec3 inside = mix(body * (0.62 + 0.5 * n.y + 0.25 * c), edgeTint, density > 0.5 ? 0.25 * edge : 1.0);
  gl_FragColor = vec4(light + inside * dense, dense);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

function layer(geometry: BufferGeometry, ripple: Ripple, surroundings: CubeTexture, look: GlassLook): Mesh {
  const dense = look.density ?? 0.025;
  const uniforms = {
    rippleAmplitude: ripple.amplitude,
    rippleAngle: ripple.angle,
    rippleRange: {value: [ripple.low, ripple.high, ripple.rim ?? 0]},
    surroundings: {value: surroundings},
    body: {value: new Color(look.body ?? 0)},
    edgeTint: {value: new Color()},
    density: {value: dense},
    edgeDensity: {value: 0.5},
    mirror: {value: 1},
  };
  const material = new ShaderMaterial({
    vertexShader: kVertex,
    fragmentShader: kFragment,
    uniforms,
    side: look.side ?? FrontSide,
    transparent: true,
    depthWrite: false,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
  });
  // Before a light ground glass is seen by its dark edges, before a dark one by what it reflects.
  onTheme((theme) => {
    const dark = theme === 'dark';
    uniforms.edgeTint.value.set(dark ? 0x55606a : 0x20282a);
    uniforms.edgeDensity.value = dark ? 0.5 : 0.85;
    uniforms.mirror.value = (look.mirror ?? 1) * (dark ? 1.15 : 0.6);
  });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = look.order;
  return mesh;
}

/** A body of thin glass. */
export function glass(geometry: BufferGeometry, ripple: Ripple, surroundings: CubeTexture): Group {
  return new Group().add(
    layer(geometry, ripple, surroundings, {side: BackSide, mirror: 0.6, order: 1}),
    layer(geometry, ripple, surroundings, {side: FrontSide, order: 3}),
  );
}

/** Something coloured in it, or its rim. */
export function filled(geometry: BufferGeometry, ripple: Ripple, surroundings: CubeTexture, look: GlassLook): Mesh {
  return layer(geometry, ripple, surroundings, look);
}
