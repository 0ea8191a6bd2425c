// A moist finger on the rim. Fingertip: angle = exciter position / rim radius. Glass: mode (2,0), whose
// radial nodes stay under it (there the rim moves along it), amplitude from the report, drawn 120 times larger and
// slowed to 3 Hz.
import {reducedMotion, type Three3d} from '../shell';
import {fingertip} from './fingertip';
import {kRim, kRimHeight, table, wineglass} from './glass_model';
import {kRimRadius} from './places';
import type {Picture} from './picture';

const kLarger = 120,
  kSlow = 3;
const kFirst = 0.9; // [rad] where the fingertip waits: in front, a little to the right
const kMost = 0.07,
  kLifted = 0.1; // of the picture: ripple, fingertip above the rim

export function wineglassPicture(three: Three3d): Picture {
  const {scene, camera} = three;
  const ripple = {amplitude: {value: 0}, angle: {value: 0}, low: 0.8, high: kRimHeight};
  const tip = fingertip(kRim, kRimHeight, ripple);
  scene.add(wineglass(ripple, 0.42, three), table(2.6), tip.group);
  camera.position.set(0, 2.2, 3.9); // the glass fills the height; how much of it, the page's insets say
  camera.lookAt(0, 0.97, 0);
  let angle = 0,
    lift = kLifted,
    amplitude = 0,
    waits = true;
  const place = (speed: number) => tip.place(angle + kFirst, lift, speed, Math.sqrt(amplitude / kMost));
  place(0);
  return {
    note:
      'The gold bead is the fingertip and goes as fast as the engine says; ' +
      `the rim's ripple is drawn ${kLarger} times larger and slowed down.`,
    angles: () => [angle],
    ripple: () => ripple.amplitude.value,
    show({states, amplitudes, time, dt}) {
      const state = states[0],
        before = [angle, lift];
      angle = (state?.exciterPosition ?? 0) / kRimRadius;
      const closed = (state?.normalForce ?? 0) > 0;
      lift += ((closed ? 0 : kLifted) - lift) * Math.min(1, dt * 14);
      amplitude = Math.min(kMost, (amplitudes[0] ?? 0) * 10 * kLarger);
      place((state?.exciterVelocity ?? 0) / kRimRadius);
      ripple.angle.value = angle + kFirst + Math.PI / 4;
      ripple.amplitude.value = amplitude * (reducedMotion() ? 0.7 : Math.cos(2 * Math.PI * kSlow * time));
      const moves = amplitude > 1e-4 || Math.abs(angle - before[0]!) + Math.abs(lift - before[1]!) > 1e-5;
      const last = waits !== !moves; // one more picture when it comes to rest
      waits = !moves;
      return moves || last;
    },
  };
}
