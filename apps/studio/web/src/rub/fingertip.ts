// The fingertip on a rim: a gold bead in a soft light, and a glow on the rim where it has just been. The glow
// bends with the rim and is one thin ring, so that it costs next to nothing.
import {
  CanvasTexture,
  Color,
  CustomBlending,
  Group,
  Mesh,
  MeshStandardMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  TorusGeometry,
} from 'three';

import {onTheme} from '../shell';

import {kRippleHead, type Ripple} from './materials';

const kBead = 0.052,
  kGlow = 0.013; // radii, in units of the picture
const kTail = 0.9; // [rad] over which the glow falls by e, at full speed

const kVertex = `${kRippleHead}
uniform vec2 rippleRange;
varying vec3 vAt;
void main() {
  vec2 away = normalize(position.xz), along = vec2(-away.y, away.x);
  vec2 w = ripple(position, rippleRange.x, rippleRange.y, 0.0);
  vec3 at = position;
  at.xz += away * w.x + along * w.y * 0.25;
  vAt = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.0);
}`;
const kFragment = `
uniform float head, way, tail, strength;
uniform vec3 colour;
varying vec3 vAt;
void main() {
  float behind = mod(way * (head - atan(vAt.z, vAt.x)), 6.2831853);
  float glow = strength * exp(-behind / tail);
  gl_FragColor = vec4(colour * glow, glow);
  #include <colorspace_fragment>
}`;

/** White in the middle, nothing at the edge. */
function softDisc(): CanvasTexture {
  const canvas = document.createElement('canvas'),
    pen = canvas.getContext('2d')!;
  canvas.width = canvas.height = 64;
  const fade = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
  for (const [at, alpha] of [
    [0, 0.9],
    [0.25, 0.45],
    [0.55, 0.12],
    [1, 0],
  ] as const)
    fade.addColorStop(at, `rgb(255 255 255 / ${alpha})`);
  pen.fillStyle = fade;
  pen.fillRect(0, 0, 64, 64);
  return new CanvasTexture(canvas);
}

export type Fingertip = {
  group: Group;
  /** `angle` [rad] on the rim, `lift` above it, `speed` [rad/s] along it, `light` 0 .. 1 of its ringing. */
  place: (angle: number, lift: number, speed: number, light: number) => void;
};

export function fingertip(radius: number, height: number, ripple: Ripple): Fingertip {
  const uniforms = {
    rippleAmplitude: ripple.amplitude,
    rippleAngle: ripple.angle,
    rippleRange: {value: [ripple.low, ripple.high]},
    colour: {value: new Color()},
    head: {value: 0},
    way: {value: 1},
    tail: {value: kTail},
    strength: {value: 0},
  };
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: kVertex,
    fragmentShader: kFragment,
    transparent: true,
    depthWrite: false,
    blending: CustomBlending,
    blendSrc: OneFactor,
    blendDst: OneMinusSrcAlphaFactor,
  });
  const ring = new TorusGeometry(radius, kGlow, 6, 72).rotateX(Math.PI / 2).translate(0, height, 0);
  const glow = new Mesh(ring, material);
  glow.renderOrder = 5;
  const gold = new MeshStandardMaterial({color: 0xd9a441, roughness: 0.25, metalness: 0.6});
  const bead = new Mesh(new SphereGeometry(kBead, 28, 20), gold);
  const halo = new Sprite(
    new SpriteMaterial({map: softDisc(), transparent: true, depthWrite: false, depthTest: false, toneMapped: false}),
  );
  halo.renderOrder = 6;
  bead.renderOrder = 7;
  onTheme((theme) => {
    const dark = theme === 'dark';
    uniforms.colour.value.set(dark ? 0xffc65a : 0xc07f10);
    halo.material.color.set(dark ? 0xffae45 : 0xe09a2a);
    gold.emissive.set(dark ? 0x7a4c08 : 0x6b3f00);
  });
  return {
    group: new Group().add(glow, halo, bead),
    place(angle, lift, speed, light) {
      bead.position.set(Math.cos(angle) * radius, height + kBead * 0.7 + lift, Math.sin(angle) * radius);
      halo.position.copy(bead.position);
      halo.scale.setScalar(0.36 + 0.3 * light);
      halo.material.opacity = 0.3 + 0.5 * light;
      const pace = Math.min(1, Math.abs(speed) / 2);
      uniforms.head.value = angle;
      if (speed) uniforms.way.value = Math.sign(speed);
      uniforms.tail.value = 0.15 + kTail * pace;
      uniforms.strength.value = lift < 0.03 ? Math.min(1, 3 * pace) : 0;
    },
  };
}
