// What the three pictures share. A picture shows the engine's last report and nothing else: positions are
// its positions, amplitudes its amplitudes, drawn larger and slower where the eye could not follow.
import type {RubState} from 'peal-engine';
import type {Force} from './hand';

export type Moment = {
  states: RubState[];
  amplitudes: number[] /* [m] of the ringing, per pair */;
  forces: Force[];
  active: number;
  dt: number;
  time: number;
};
export type Picture = {
  show: (moment: Moment) => boolean; // true while something moves
  angles: () => number[]; // [rad] of finger, wheel or leaves, as drawn
  ripple?: () => number; // of the rim, as drawn, in units of the picture
  note: string;
};

/** Amplitude [m] of the ringing from reports at picture pace: speed / omega, held and falling slowly. */
export class Envelope {
  private value = 0;
  constructor(private readonly fall = 0.12) {}
  take(speed: number, frequency: number, dt: number): number {
    this.value = Math.max(Math.abs(speed) / (2 * Math.PI * frequency), this.value * Math.exp(-dt / this.fall));
    return this.value;
  }
}
