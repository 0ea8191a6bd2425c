// What is on the scrape bench: everything that undo takes back and an address holds.
import {isBetween, isOneOf} from '../shell';
import {kSurfaces} from './pairs';
import {kKinds, type Kind} from './things';

/** press [N]. */
export type State = {surface: string; kind: Kind; material: string; press: number; rolls: boolean};
export const kLightest = 0.1,
  kHardest = 20;
export const kBegin: State = {surface: 'board-oak', kind: 'puck', material: 'steel', press: 2, rolls: true};

export const within = (press: number) => Math.min(kHardest, Math.max(kLightest, press));

/** Whatever an address holds is checked before it is used. @throws if it makes no sense. */
export function sane(next: State): State {
  const {surface, kind, press} = next;
  const known = isOneOf(kSurfaces, surface) && isOneOf(kKinds, kind);
  if (!known || !isBetween(press, kLightest, kHardest)) throw new Error('no such state');
  return {surface, kind, material: String(next.material), press, rolls: Boolean(next.rolls)};
}
