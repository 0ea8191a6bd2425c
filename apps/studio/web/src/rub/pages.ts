// What differs between the pages of rubbing: words, picture, first preset, how the hand takes hold, and the gesture
// that shows it.
import type {RubState} from 'peal-engine';
import type {Three3d} from '../shell';
import type {Gesture} from './hand';
import type {Room} from './insets';
import type {Picture} from './picture';
import {kHingeRadius, kLeafOpen} from './places';
import {brakePicture} from './brake';
import {doorPicture} from './door';
import {wineglassPicture} from './wineglass';

export type RubPage = {
  title: string;
  lead: string;
  begin: string;
  preset: string;
  pairs: number;
  rest: {x: number; y: number};
  grip: (pair: number, state?: RubState) => {x: number; y: number};
  demo: (pair: number, state?: RubState) => Gesture;
  picture: (three: Three3d) => Picture;
  portrait?: number; // part of the width a narrow screen needs to show
  room?: Room;
  travel?: [number, number]; // [m] between stops
};

// Opening is away from the middle: to the left for the left leaf.
const outwards = (pair: number) => (pair === 0 ? -1 : 1);
const way = (pair: number, state?: RubState) =>
  (state?.exciterPosition ?? 0) / kHingeRadius > kLeafOpen / 2 ? -outwards(pair) : outwards(pair);

export const kRubPages: Record<string, RubPage> = {
  wineglass: {
    title: 'Glass',
    begin: 'Make it sing',
    preset: 'Wineglass',
    pairs: 1,
    rest: {x: 0, y: 0},
    lead:
      'Press on the picture and drag: sideways pushes the fingertip round the rim, downwards presses ' +
      'it. Too hard, and it chokes.',
    grip: () => ({x: 0.5, y: 0.5}),
    demo: () => [
      {at: 0, x: 0.2, y: 0.3},
      {at: 0.3, x: 0.5, y: 0.5},
      {at: 2.6, x: 0.55, y: 0.5},
      {at: 3, x: 0.3, y: 0},
    ],
    picture: wineglassPicture,
    portrait: 0.72,
    room: {air: 0.13, clear: true},
  },
  brake: {
    title: 'Brake',
    begin: 'Roll, then brake',
    preset: 'Brake',
    pairs: 1,
    rest: {x: 0, y: 0},
    lead: 'Press and drag sideways to drive the wheel, then downwards to brake. It squeals just before it stops.',
    grip: () => ({x: 0.6, y: 0}),
    demo: () => [
      {at: 0, x: 0.9, y: 0},
      {at: 1.4, x: 0.8, y: 0},
      {at: 1.5, x: 0, y: 0.5},
      {at: 4.6, x: 0, y: 0.6},
    ],
    picture: brakePicture,
    room: {aside: 110},
  },
  door: {
    title: 'Door',
    begin: 'Open the door',
    preset: 'Door',
    pairs: 2,
    rest: {x: 0, y: 0.5},
    lead: 'Press a leaf and drag it outwards to open, inwards to close; downwards leans on its hinge. Slowly creaks best.',
    grip: (pair, state) => ({x: 0.4 * way(pair, state), y: 0.5}),
    demo: (pair, state) => {
      const s = way(pair, state);
      return [
        {at: 0, x: 0.2 * s, y: 0.5},
        {at: 0.8, x: 0.45 * s, y: 0.5},
        {at: 1.6, x: 0.62 * s, y: 0.5},
        {at: 2.4, x: 0.4 * s, y: 0.5},
        {at: 3.2, x: 0.2 * s, y: 0.5},
      ];
    },
    picture: doorPicture,
    portrait: 0.78,
    travel: [0, kLeafOpen * kHingeRadius],
  },
};
/** Sign that turns the hand's x into the engine's force: a leaf opens with positive position. */
export const sign = (page: string, pair: number) => (page === 'door' ? outwards(pair) : 1);
