// A wheel on a circular track. Angle on the track = exciter position / track radius. While nothing presses it rolls
// without slipping; pressed, it is blocked and slides (Avanzini, Serafin & Rocchesso 2005, VI). The rim's ripple is the
// resonator's.
import {CylinderGeometry, Group, Mesh} from 'three';
import {reducedMotion, type Three3d} from '../shell';
import {brass, steel} from './materials';
import {kRailTop, shoe, track, wheel} from './wheel_model';
import {kTrackRadius, kWheelRadius} from './places';
import type {Picture} from './picture';

const kLarger = 300,
  kSlow = 4;

export function brakePicture(three: Three3d): Picture {
  const {scene, camera} = three;
  const ripple = {amplitude: {value: 0}, angle: {value: 0}, low: 0, high: 1, rim: kWheelRadius};
  const rolling = wheel(ripple, three.soft),
    block = shoe(),
    carriage = new Group(),
    round = new Group();
  const height = kRailTop + kWheelRadius;
  carriage.position.set(kTrackRadius, height, 0);
  carriage.add(rolling, block.group);
  const arm = new Mesh(new CylinderGeometry(0.018, 0.018, kTrackRadius, 16).rotateZ(Math.PI / 2), brass());
  arm.position.set(kTrackRadius / 2, height + 0.06, 0);
  arm.castShadow = true;
  const post = new Mesh(new CylinderGeometry(0.02, 0.02, 0.2, 16), steel());
  round.add(carriage, arm, post);
  scene.add(track(three.soft), round);
  rolling.rotation.y = Math.PI / 2; // the axle points to the middle
  block.group.rotation.y = Math.PI / 2;
  arm.position.y = height;
  const spin = rolling.children[0]!;
  camera.position.set(0, 2.35, 4.1);
  camera.lookAt(0, 0.12, 0);

  let angle = 0,
    roll = 0,
    last = 0,
    press = 1,
    heat = 0;
  return {
    note: `The rim's ripple is drawn ${kLarger} times larger and slowed down.`,
    angles: () => [angle],
    ripple: () => ripple.amplitude.value,
    show({states, amplitudes, dt, time}) {
      const state = states[0],
        position = state?.exciterPosition ?? 0,
        closed = (state?.normalForce ?? 0) > 0;
      const moved = position - last;
      last = position;
      angle = position / kTrackRadius;
      if (!closed && Math.abs(moved) < 1) roll += moved / kWheelRadius;
      round.rotation.y = -angle - 0.9;
      spin.rotation.y = roll;
      const wanted = closed ? 0 : 0.05;
      press += (wanted - press) * Math.min(1, dt * 16);
      block.group.position.y = press;
      const power = closed ? Math.abs(state!.friction * state!.velocity) : 0;
      heat += (Math.min(1, power / 20) - heat) * Math.min(1, dt * (power > heat * 20 ? 5 : 1.2));
      block.glow.emissiveIntensity = heat * 1.6;
      const amplitude = Math.min(0.03, (amplitudes[0] ?? 0) * kLarger);
      ripple.angle.value = Math.PI / 4;
      ripple.amplitude.value = amplitude * (reducedMotion() ? 0.7 : Math.cos(2 * Math.PI * kSlow * time));
      return Math.abs(moved) > 1e-7 || amplitude > 1e-5 || heat > 0.01 || Math.abs(wanted - press) > 1e-4;
    },
  };
}
