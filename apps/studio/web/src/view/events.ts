// events.csv => impacts and contacts (docs/reference/events-csv.md). Touches of rods and hits of grains count as
// impacts; of many the strongest are kept.
import {csvRows} from './csv';
import {sentence} from './lead';
import type {Report} from './report';
import {MissingFile, type ResultFiles} from './result';

export type Impact = {
  time: number;
  a: string;
  b: string;
  at?: [number, number, number];
  impulse: number;
  speed: number;
}; // s, m, N s, m/s
export type Contact = {from: number; to: number; kind: 'slide' | 'roll' | 'rest'; a: string; b: string}; // s
export type Events = {impacts: Impact[]; contacts: Contact[]; left: number /* impacts that were left out */};

export const kMaxImpacts = 20000;
const kIsImpact = new Set(['impact', 'touch', 'hit']);
const kMaxBytes = 200e6; // about three million rows
export const noEvents = (): Events => ({impacts: [], contacts: [], left: 0});

export function readEvents(text: string, end: number): Events {
  const [head, ...rows] = csvRows(text);
  const column = (name: string) => head?.indexOf(name) ?? -1;
  const at = Object.fromEntries(
    ['time', 'kind', 'body_a', 'body_b', 'px', 'py', 'pz', 'impulse', 'closing_speed'].map((name) => [
      name,
      column(name),
    ]),
  );
  if (at.time! < 0 || at.kind! < 0) throw new Error('events.csv has no columns `time` and `kind`.');
  let impacts: Impact[] = [];
  const contacts: Contact[] = [],
    open = new Map<string, Contact>();
  for (const row of rows) {
    const cell = (name: string) => row[at[name]!] ?? '',
      value = (name: string) => Number(cell(name) || NaN);
    const time = value('time'),
      a = cell('body_a'),
      b = cell('body_b'),
      kind = cell('kind');
    if (!Number.isFinite(time)) continue;
    if (kIsImpact.has(kind)) {
      const place: [number, number, number] = [value('px'), value('py'), value('pz')];
      impacts.push({
        time,
        a,
        b,
        at: place.every(Number.isFinite) ? place : undefined,
        impulse: value('impulse') || 0,
        speed: value('closing_speed') || 0,
      });
      continue;
    }
    const pair = a + '\0' + b,
      before = open.get(pair);
    if (before) {
      before.to = time;
      open.delete(pair);
    }
    if ((kind === 'slide' || kind === 'roll' || kind === 'rest') && contacts.length < kMaxImpacts) {
      const contact: Contact = {from: time, to: Math.max(time, end), kind, a, b};
      contacts.push(contact);
      open.set(pair, contact);
    }
  }
  const left = Math.max(0, impacts.length - kMaxImpacts);
  if (left > 0) impacts = impacts.sort((x, y) => y.impulse - x.impulse).slice(0, kMaxImpacts);
  impacts.sort((x, y) => x.time - y.time);
  return {impacts, contacts, left};
}

/** The list of impacts, or a sentence why it is empty. */
export async function readHappened(
  from: Pick<ResultFiles, 'bytes'>,
  now: Pick<Report, 'duration' | 'impacts'>,
): Promise<[Events, string]> {
  try {
    const bytes = await from.bytes('events.csv');
    if (bytes.byteLength > kMaxBytes)
      throw new Error(
        `events.csv has ${Math.round(bytes.byteLength / 1e6)} MB, more than the ${kMaxBytes / 1e6} MB that a page can read`,
      );
    const read = readEvents(new TextDecoder().decode(bytes), now.duration);
    return [
      read,
      now.impacts > 0
        ? `events.csv has none of the ${now.impacts} impacts that report.json counts: render again.`
        : 'Nothing hits anything here.',
    ];
  } catch (error) {
    const missing = error instanceof MissingFile;
    return [noEvents(), missing ? 'There is no events.csv in this result.' : sentence((error as Error).message)];
  }
}

/** Index of the first impact at or after `time`. */
export function firstFrom(impacts: Impact[], time: number): number {
  let low = 0,
    high = impacts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (impacts[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 0 for the weakest that matters .. 1 for the strongest, over four decades. */
export const strength = (impulse: number, strongest: number) =>
  impulse <= 0 || strongest <= 0 ? 0.05 : Math.max(0.05, 1 + Math.log10(impulse / strongest) / 4);

/** 0.0123 N s as people say it. */
export function impulseText(impulse: number): string {
  const [value, unit] =
    impulse >= 1 ? [impulse, 'N s'] : impulse >= 1e-3 ? [impulse * 1e3, 'mN s'] : [impulse * 1e6, 'µN s'];
  return `${Number(value.toPrecision(3))} ${unit}`;
}
