// Glass for the eye, as on the page Glass: it adds what it reflects of the studio and is denser at its edges,
// back faces first. A shader of its own because the general one costs a software GL ten times as much. Like
// every body of the benches it glows where it moves, by the attribute `glow`.
import {
  BackSide,
  type BufferGeometry,
  Color,
  type CubeTexture,
  CustomBlending,
  FrontSide,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  type Side,
  type Texture,
} from 'three';
import {onTheme} from '../shell';

export type Glass = {tint: string; density: number}; // colour of the edges; how much of it everywhere

const kVertex = `
attribute float glow;
varying vec3 vAt, vNormalAt;
varying float vGlow;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vAt = world.xyz;
  vNormalAt = mat3(modelMatrix) * normal;
  vGlow = glow;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const kFragment = `
uniform samplerCube surroundings;
uniform vec3 tint, accent;
uniform float density, edgeLight, edgeDensity, mirror, cover, side;
varying vec3 vAt, vNormalAt;
varying float vGlow;
void main() {
  vec3 n = normalize(vNormalAt), v = normalize(cameraPosition - vAt);
  if (dot(n, v) < 0.0) n = -n;
  float c = clamp(dot(n, v), 0.0, 1.0), e = 1.0 - c, e2 = e * e, edge = e2 * e;
  vec3 r = reflect(-v, n);
  vec3 light = textureLod(surroundings, vec3(-r.x, r.y, r.z), 0.0).rgb;
  light *= mirror * side * (0.05 + 0.95 * e2 * edge);
  float bright = max(light.r, max(light.g, light.b));
  light /= 1.0 + 4.0 * bright;   // walls add up, and a flat foot would be a white disc
  bright /= 1.0 + 4.0 * bright;
  float dense = clamp(density + edgeDensity * edge, 0.0, 1.0), warm = min(1.0, vGlow);
  vec3 inside = tint * mix(0.6 + 0.3 * n.y, edgeLight, edge / (edge + 4.0 * density));
  warm *= warm;
  float hides = min(1.0, dense + cover * bright + 0.3 * warm);
  gl_FragColor = vec4(light + inside * dense + 0.55 * warm * accent, hides);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

// Before a light ground glass is seen by its dark edges, before a dark one by what it reflects. All share it.
const theme = {
  edgeLight: {value: 0},
  edgeDensity: {value: 0},
  mirror: {value: 0},
  cover: {value: 0},
  accent: {value: new Color('#ffb63d')},
};
onTheme((now) => {
  const dark = now === 'dark';
  theme.edgeLight.value = dark ? 0.2 : 0.045;
  theme.edgeDensity.value = dark ? 0.5 : 0.8;
  theme.mirror.value = dark ? 1 : 0.6;
  theme.cover.value = dark ? 0 : 2.6;
});

function layer({tint, density}: Glass, surroundings: Texture | null, side: Side): ShaderMaterial {
  const uniforms = {
    ...theme,
    surroundings: {value: surroundings as CubeTexture | null},
    tint: {value: new Color(tint)},
    density: {value: density},
    side: {value: side === BackSide ? 0.6 : 1},
  };
  return new ShaderMaterial({
    vertexShader: kVertex,
    fragmentShader: kFragment,
    uniforms,
    side,
    transparent: true,
    depthWrite: false,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
  });
}

/** Its front; the back hangs on it. */
export function glassMesh(geometry: BufferGeometry, glass: Glass, surroundings: Texture | null) {
  const front = new Mesh(geometry, layer(glass, surroundings, FrontSide));
  const back = new Mesh(geometry, layer(glass, surroundings, BackSide));
  back.renderOrder = 1;
  front.renderOrder = 2;
  return front.add(back);
}
