// What lies on the scrape bench, in words, and how loud each pair plays. Pairs differ by some 60 dB for the
// same way of dragging: the page turns each one up or down, and says so at the slider.
import type {Kind} from './things';

export const kSurfaces: Record<string, {label: string; sentence: string}> = {
  'board-oak': {label: 'oak', sentence: 'an oak board'},
  'sheet-steel': {label: 'steel', sentence: 'a steel sheet'},
  'pane-glass': {label: 'glass', sentence: 'a pane of glass'},
  'tile-slate': {label: 'slate', sentence: 'a tile of slate'},
  'dish-steel': {label: 'bowl', sentence: 'a steel bowl'},
};

const kLoud = 0.07; // rms of full scale that a pair has at 0.3 m/s, pressed with 2 N

/** The same in pascals at the ears, measured; surfaces in the order above. */
const kPairs: Record<Kind, Record<string, readonly number[]>> = {
  puck: {
    steel: [0.0225, 0.0144, 0.096, 0.0155, 0.095],
    wood: [0.0011, 0.0014, 0.0095, 0.0005, 0.0019],
    plastic: [0.0025, 0.0012, 0.0043, 0.0014, 0.0045],
  },
  ball: {
    steel: [0.014, 0.016, 0.09, 0.007, 0.1],
    glass: [0.0043, 0.0078, 0.049, 0.0038, 0.075],
    wood: [0.001, 0.0041, 0.0083, 0.0007, 0.0057],
  },
  pen: {
    steel: [0.37, 0.08, 0.35, 0.54, 0.28],
    wood: [0.122, 0.034, 0.158, 0.11, 0.19],
    plastic: [0.142, 0.011, 0.026, 0.114, 0.038],
  },
};

const kMeasured = 0.3; // [m/s]
const kSlowest = 0.1,
  kFastest = 2.5; // [m/s] between which speed is evened out
/** Powers of speed that are taken back of those with which the sound grows (puck and ball 2 to 4, a pen 0.3 to 1.3). */
const kEvening: Record<Kind, number> = {puck: 1.5, ball: 1.8, pen: 0.3};

/** Factor of the gain at a speed [m/s]: slow scraping is heard, fast scraping does not overdrive. */
export function speedGain(kind: Kind, speed: number): number {
  return Math.pow(Math.min(kFastest, Math.max(kSlowest, speed)) / kMeasured, -kEvening[kind]);
}

/** Full scale per pascal. */
export function scrapeGain(kind: Kind, material: string, surface: string): number {
  return kLoud / (kPairs[kind][material]?.[Object.keys(kSurfaces).indexOf(surface)] ?? 0.1);
}
