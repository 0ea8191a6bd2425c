// Impacts as the list tells them: a plate that lands flat touches with many points at once, which people call one.
import type {Impact} from './events';

export const kTogether = 1e-3; // [s] impacts of one pair that share a row

/** The first impact of a row; `impulse` is the sum of all, `speed` the largest. */
export type Landing = Impact & {count: number};

/** `impacts` in order of time => rows in order of time. */
export function landings(impacts: Impact[]): Landing[] {
  const out: Landing[] = [],
    open = new Map<string, Landing>();
  for (const one of impacts) {
    const pair = [one.a, one.b].sort().join('\0'),
      before = open.get(pair);
    if (before && one.time <= before.time + kTogether) {
      ++before.count;
      before.impulse += one.impulse;
      before.speed = Math.max(before.speed, one.speed);
      continue;
    }
    const next = {...one, count: 1};
    open.set(pair, next);
    out.push(next);
  }
  return out;
}
