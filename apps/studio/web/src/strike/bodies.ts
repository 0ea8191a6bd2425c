// What the strike bench knows of its six bodies beyond their banks: the view, and where the first blow lands.
export type BodyView = {
  yaw: number; pitch: number; distance: number;   // [rad], [rad], sizes of the body
  aim: readonly [number, number, number];         // in parts of its box as it stands
  gap: number;                                    // to the floor, sizes of the body
  leans?: boolean;                                // its principal axes are not those it stands on
};

export const kBodies: Record<string, BodyView> = {
  bowl: {yaw: 0.35, pitch: 0.5, distance: 4.4, aim: [0.4, 0.86, 0.8], gap: 0.01},
  mug: {yaw: 0.25, pitch: 0.36, distance: 4.8, aim: [-0.35, 0.75, 0.75], gap: 0.01, leans: true},
  wineglass: {yaw: 0.2, pitch: 0.2, distance: 4.9, aim: [0.2, 0.9, 0.5], gap: 0.01},
  bell: {yaw: 0.3, pitch: 0.14, distance: 5.6, aim: [0.3, -0.86, 0.9], gap: 0.25},
  coin: {yaw: 0.4, pitch: 0.62, distance: 4.1, aim: [0.5, 1, 0.62], gap: 0.25},
  plate: {yaw: 0.45, pitch: 0.6, distance: 4.1, aim: [0.8, 1, 0.72], gap: 0.3},
};

export const kBeaters: Record<string, {label: string; material: string; radius: number; hint: string}> = {
  'beater-felt': {label: 'felt', material: 'felt', radius: 0.016, hint: 'touches for milliseconds: only low modes wake'},
  'beater-rubber': {label: 'rubber', material: 'hard-rubber', radius: 0.012, hint: 'touches for about a millisecond'},
  'beater-plastic': {label: 'plastic', material: 'nylon', radius: 0.012, hint: 'a fifth of a millisecond'},
  'beater-steel': {label: 'steel', material: 'steel', radius: 0.008, hint: 'touches so briefly that all modes wake'},
};
