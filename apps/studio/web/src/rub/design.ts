// What a designer sets on a page of rubbing: the law's parameters (Avanzini, Serafin & Rocchesso 2005, Table I),
// the modes of what rings, and how far the hand's forces go. Enters anything (an address is a stranger's),
// leaves a design the engine accepts. SI units.
import type {Mode, RubSettings} from 'peal-engine';

/** How far it may go is the page's own. */
export type Law = Omit<RubSettings, 'travelFrom' | 'travelTo'>;

export type Design = {
  preset: string;
  settings: Law;
  modes: Mode[];
  push: number; // [N] tangential force at the edge of the pad
  press: number; // [N] normal force at its bottom
  level: number; // [dB] of loudness over the preset's own
  detune: number; // pitch of the second pair over the first (door)
};

export type Bound = {min: number; max: number};
export const kBounds: Record<keyof Law, Bound> = {
  stiffness: {min: 1e3, max: 1e7},
  damping: {min: 0, max: 50},
  viscosity: {min: 0, max: 20},
  roughness: {min: 0, max: 0.3}, // as strong as friction, the noise would sound without a push
  roughnessSlope: {min: -6, max: 2},
  dynamicFriction: {min: 0.01, max: 2},
  staticFriction: {min: 0.01, max: 2},
  stribeckSpeed: {min: 1e-4, max: 2},
  breakaway: {min: 0, max: 0.95},
  exciterMass: {min: 1e-3, max: 100},
  exciterDamping: {min: 0, max: 2000},
  area: {min: 1e-5, max: 1},
  distance: {min: 0.1, max: 10},
  rollingLoad: {min: 0, max: 1000},
  rollingRadius: {min: 0.005, max: 1},
  rollingRms: {min: 0, max: 1e-4},
};
export const kModeBounds: Record<keyof Mode, Bound> = {
  frequency: {min: 20, max: 18000},
  decay: {min: 0.1, max: 5000},
  mass: {min: 1e-5, max: 100},
  shape: {min: -10, max: 10},
};
export const kReach: Record<'push' | 'press' | 'level' | 'detune', Bound> = {
  push: {min: 0.05, max: 200},
  press: {min: 0.05, max: 200},
  level: {min: -30, max: 20},
  detune: {min: 0.5, max: 2},
};
export const kMostModes = 16;

export const clamp = (value: number, {min, max}: Bound) => Math.min(max, Math.max(min, value));

/** A mode that swings at all: decay below 4 pi times its frequency, as the engine wants it. */
export function swinging(mode: Mode): Mode {
  return {...mode, decay: Math.min(mode.decay, 0.98 * 4 * Math.PI * mode.frequency)};
}

function number(value: unknown, bound: Bound, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? clamp(value, bound) : otherwise;
}

/** Fills what is missing or absurd from `base`; keeps static >= dynamic friction. */
export function sane(given: unknown, base: Design): Design {
  const raw = (given && typeof given === 'object' ? given : {}) as Partial<Record<keyof Design, unknown>>;
  const rawSettings = (raw.settings ?? {}) as Partial<Record<keyof Law, unknown>>;
  const settings: Law = {...base.settings};
  for (const key of Object.keys(kBounds) as (keyof Law)[])
    settings[key] = number(rawSettings[key], kBounds[key], base.settings[key]);
  settings.staticFriction = Math.max(settings.staticFriction, settings.dynamicFriction);
  const modes = (Array.isArray(raw.modes) ? raw.modes : base.modes)
    .slice(0, kMostModes)
    .map((mode: Partial<Mode> | null) => {
      const fallback = base.modes[0]!,
        out = {...fallback};
      for (const key of Object.keys(kModeBounds) as (keyof Mode)[])
        out[key] = number(mode?.[key], kModeBounds[key], fallback[key]);
      return swinging(out);
    });
  return {
    preset: typeof raw.preset === 'string' ? raw.preset.slice(0, 40) : base.preset,
    settings,
    modes: modes.length ? modes : base.modes,
    push: number(raw.push, kReach.push, base.push),
    press: number(raw.press, kReach.press, base.press),
    level: number(raw.level, kReach.level, base.level),
    detune: number(raw.detune, kReach.detune, base.detune),
  };
}

export const copy = (design: Design): Design => JSON.parse(JSON.stringify(design)) as Design;
