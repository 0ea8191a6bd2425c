// A moist finger on the rim. Finger: angle = exciter position / rim radius. Glass: mode (2,0), whose radial nodes stay under
// the finger (there the rim moves along it), amplitude from the report, drawn 120 times larger and slowed to 3 Hz.
import {Group} from 'three';
import {reducedMotion, type Three3d} from '../shell';
import {finger, kRim, kRimHeight, table, wineglass} from './glass_model';
import {kRimRadius} from './places';
import type {Picture} from './picture';

const kLarger = 120, kSlow = 3;

export function wineglassPicture(three: Three3d): Picture {
  const {scene, camera} = three;
  const ripple = {amplitude: {value: 0}, angle: {value: 0}, low: 0.8, high: kRimHeight};
  scene.add(wineglass(ripple, 0.42, three), table(2.6));
  const hand = finger(three.soft), arm = new Group();
  hand.position.set(kRim, kRimHeight, 0);
  arm.add(hand);
  scene.add(arm);
  camera.position.set(0, 2.6, 6.0);
  camera.lookAt(0, 1.1, 0);
  let angle = 0, lift = 0.12, amplitude = 0;
  return {
    note: `Drawn ${kLarger} times larger and slowed down; the finger goes as fast as the engine says.`,
    angles: () => [angle],
    show({states, amplitudes, time, dt}) {
      const state = states[0];
      const before = [angle, lift, amplitude];
      angle = (state?.exciterPosition ?? 0) / kRimRadius;
      const closed = (state?.normalForce ?? 0) > 0;
      lift += ((closed ? 0 : 0.1) - lift) * Math.min(1, dt * 14);
      amplitude = Math.min(0.07, (amplitudes[0] ?? 0) * 10 * kLarger);
      arm.rotation.y = -angle + 0.9;
      hand.position.y = kRimHeight + lift;
      ripple.angle.value = angle - 0.9 + Math.PI / 4;
      ripple.amplitude.value = amplitude * (reducedMotion() ? 0.7 : Math.cos(2 * Math.PI * kSlow * time));
      return amplitude > 1e-4 || Math.abs(angle - before[0]!) + Math.abs(lift - before[1]!) > 1e-5;
    },
  };
}
