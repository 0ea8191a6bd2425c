// What goes in and comes out, in SI units; the same numbers as include/peal/instruments_c.h and
// include/peal/engine.h, which say more about each.

export type Vec3 = [number, number, number];

/** x'' + decay x' + (2 pi frequency)^2 x = (shape / mass) F */
export type Mode = {frequency: number; decay: number; mass: number; shape: number};

/** Order and names of peal_rub_settings. */
export const kRubFields = [
  'stiffness',
  'damping',
  'viscosity',
  'roughness',
  'roughnessSlope',
  'dynamicFriction',
  'staticFriction',
  'stribeckSpeed',
  'breakaway',
  'exciterMass',
  'exciterDamping',
  'area',
  'distance',
  'rollingLoad',
  'rollingRadius',
  'rollingRms',
  'travelFrom',
  'travelTo',
] as const;
export type RubSettings = Record<(typeof kRubFields)[number], number>;

/** Something to begin with: see peal_rub_preset. */
export type RubPreset = {
  key: string;
  name: string;
  line: string;
  settings: RubSettings;
  modes: Mode[];
  push: number;
  press: number; // [N] with which a hand plays it at most
  gain: number; // full scale per pascal
};

/** Order and names of peal_rub_state. */
export const kStateFields = [
  'tangentialForce',
  'normalForce',
  'exciterPosition',
  'exciterVelocity',
  'resonatorPosition',
  'resonatorVelocity',
  'velocity',
  'bend',
  'friction',
  'stuck',
] as const;
export type RubState = Record<(typeof kStateFields)[number], number>;

export type RubTrace = {
  velocity: Float32Array;
  bend: Float32Array;
  friction: Float32Array;
  resonatorVelocity: Float32Array;
};
/** The trace holds the samples since the report before, of one pair: see Rub.traceThis. */
export type RubReport = {frame: number; time: number; states: RubState[]; trace: RubTrace};

/** Counts since the bank was loaded, as EngineStats. */
export type BankStats = {
  rendered: number;
  impacts: number;
  overflowed: number;
  refused: number;
  stolen: number;
  unheard: number;
  limited: number;
  voices: number;
  modes: number;
  contacts: number;
  crowded: number;
};
/** How far the modes of an object swing, [kg^1/2 m] per mode; times the mode's shape [kg^-1/2] it is metres. */
export type Amplitudes = {object: number; values: Float32Array};
/** What the engine takes a contact for. */
export type ContactKind = 'none' | 'rest' | 'slide' | 'roll';
export type BankReport = {stats: BankStats; amplitudes: Amplitudes[]; contacts: {contact: number; kind: ContactKind}[]};

export type Report = {
  frame: number; // of the audio context, at the end of the block
  time: number; // [s] the same
  load: number; // part of real time that the engine needs
  underruns: number; // times that the loudspeaker had to wait: of the context where the browser says it
  rubs?: RubReport;
  bank?: BankReport;
};

export type Limits = {
  rate: number;
  ears: number;
  maxObjects: number;
  maxVoices: number;
  maxModes: number;
  maxPushes: number;
  maxContacts: number;
  maxEvents: number;
  maxDistance: number;
  fullScale: number;
  inaudible: number;
  maxMemory: number;
};
/** The context says the rate, and there are two ears. */
export type BankLimits = Partial<Omit<Limits, 'rate' | 'ears'>>;
export type Pose = {
  position: Vec3;
  rotation: [number, number, number, number]; // w, x, y, z
  velocity?: Vec3;
  spin?: Vec3;
};
export type ContactState = {point: Vec3; normal: Vec3; normalForce: number; slip: Vec3; roll: Vec3};
export type StrikeOptions = {
  other?: number; // the object that meets it; without: the ground
  closingSpeed?: number; // [m/s]
  delay?: number; // [s]
};
