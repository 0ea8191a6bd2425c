// How far a camera must stand back so that all of something is in the picture.
import type {Quaternion, Vector3} from 'three';
import type {Free} from './three3d';

/** @param fill part of the room that is taken. @return [units of the points] from the middle, seen with `turn`. */
export function fittingDistance(points: Vector3[], middle: Vector3, turn: Quaternion, room: Free, fill: number) {
  const back = turn.clone().invert();
  let far = 0;
  for (const point of points) {
    const {x, y, z} = point.clone().sub(middle).applyQuaternion(back);
    far = Math.max(far, z + Math.max(Math.abs(x) / room.aspect, Math.abs(y)) / (room.half * fill));
  }
  return far;
}
