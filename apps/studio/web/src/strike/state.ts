// What is on the strike bench: everything that undo takes back and an address holds.
import type {Numbers} from './bench_sound';
import {kBeaters, kBodies} from './bodies';
import {isBetween, isOneOf} from '../shell';
import {kOrdinary} from './loudness';

/** Without a point: where the bench aims at first. Strength [mN s]. */
export type State = {body: string; material: string; beater: string; strength: number; point?: Numbers};
export const kWeakest = 0.5,
  kStrongest = 100;
export const kBegin: State = {body: 'bowl', material: 'steel', beater: 'beater-plastic', strength: kOrdinary};

export const within = (strength: number) => Math.min(kStrongest, Math.max(kWeakest, strength));

/** Whatever an address holds is checked before it is used. @throws if it makes no sense. */
export function sane(next: State): State {
  const {body, beater, strength, point} = next;
  const aims = Array.isArray(point) && point.length === 3 && point.every(Number.isFinite);
  const known = isOneOf(kBodies, body) && isOneOf(kBeaters, beater);
  if (!known || !isBetween(strength, kWeakest, kStrongest)) throw new Error('no such state');
  return {body, material: String(next.material), beater, strength, point: aims ? point : undefined};
}
