// What the hand does: a thing on a surface is pulled towards the pointer by a spring, held back by friction,
// and let go it slides or rolls on by itself. Only its path is decided here; the sound is the engine's.
// SI units, the surface's frame; positions are those of the touching point.
import {Vector3} from 'three';
import type {HeightField} from './height_field';

export type Thing = {mass: number; friction: number; rolls: boolean};
const kStep = 1 / 480; // [s]
const kPull = 26; // [rad/s] of the hand's spring with the thing's mass
const kGravity = 9.81,
  kRollingLoss = 0.006,
  kMostSpeed = 2.5; // [m/s^2], of the load, [m/s]

export class Hand {
  readonly place = new Vector3();
  readonly normal = new Vector3(0, 1, 0);
  readonly velocity = new Vector3();
  target: Vector3 | undefined; // where the pointer pulls it; none: let go
  load = 1; // [N] with which the hand presses
  force = 0; // [N] normal force now
  private left = 0;

  constructor(
    private readonly field: HeightField,
    public thing: Thing,
  ) {
    this.put(0, 0);
  }

  put(x: number, z: number) {
    const y = this.field.height(x, z);
    if (!Number.isFinite(y)) return;
    this.place.set(x, y, z);
    this.normal.copy(this.field.normal(x, z));
    this.velocity.set(0, 0, 0);
  }

  step(dt: number) {
    for (this.left = Math.min(this.left + dt, 0.1); this.left >= kStep; this.left -= kStep) this.small();
  }

  private small() {
    const {place, velocity, normal, thing, target} = this;
    normal.copy(this.field.normal(place.x, place.z));
    const weight = thing.mass * kGravity * normal.y;
    this.force = target ? weight + this.load : weight;
    const push = new Vector3(0, -kGravity, 0);
    if (target) {
      push.addScaledVector(new Vector3().subVectors(target, place), kPull * kPull);
      push.addScaledVector(velocity, -2 * kPull);
    }
    push.addScaledVector(normal, -push.dot(normal));
    velocity.addScaledVector(push, kStep);
    velocity.addScaledVector(normal, -velocity.dot(normal));
    // Coulomb's friction takes speed, but never turns it round. The hand is stronger than it: only what is let go feels
    // all of it.
    const part = target ? 0.05 : 1;
    const lost = ((part * (thing.rolls ? kRollingLoss : thing.friction) * this.force) / thing.mass) * kStep;
    const speed = velocity.length();
    if (speed < lost) velocity.set(0, 0, 0);
    else if (speed > 0) velocity.multiplyScalar(Math.min(kMostSpeed, speed - lost) / speed);
    this.advance();
  }

  private advance() {
    const {place, velocity} = this;
    const y = this.field.height(place.x + velocity.x * kStep, place.z + velocity.z * kStep);
    if (!Number.isFinite(y)) {
      // the edge: it stops there, or comes back a little
      velocity.multiplyScalar(this.target ? 0 : -0.3);
      return;
    }
    place.set(place.x + velocity.x * kStep, y, place.z + velocity.z * kStep);
  }
}
