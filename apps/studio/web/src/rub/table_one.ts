// The parameters of the law as sliders, with what they are and what one hears: Avanzini, Serafin & Rocchesso 2005,
// Table I ("a phenomenological guide"), and those of what holds the bodies.
import {group, slider, type Control} from '../shell';
import {clamp, kBounds, kReach, type Design, type Law} from './design';

type Row = {key: keyof Law; label: string; symbol: string; unit: string; log?: boolean; hint: string};

const kLaw: Row[] = [
  {
    key: 'stiffness',
    label: 'Bristle stiffness',
    symbol: 'σ_0',
    unit: 'N/m',
    log: true,
    hint: 'How the modes lock onto one another.',
  },
  {
    key: 'damping',
    label: 'Bristle damping',
    symbol: 'σ_1',
    unit: 'N s/m',
    log: true,
    hint: 'The bandwidth: small is bright, large favours high modes.',
  },
  {
    key: 'viscosity',
    label: 'Viscous friction',
    symbol: 'σ_2',
    unit: 'N s/m',
    log: true,
    hint: 'How fast the timbre evolves, and the pitch.',
  },
  {
    key: 'roughness',
    label: 'Noise',
    symbol: 'σ_3',
    unit: '',
    log: true,
    hint: 'How rough the surface seems: its part of the pressing force.',
  },
  {
    key: 'dynamicFriction',
    label: 'Dynamic friction',
    symbol: 'μ_d',
    unit: '',
    hint: 'While it slides; high values darken the sound.',
  },
  {
    key: 'staticFriction',
    label: 'Static friction',
    symbol: 'μ_s',
    unit: '',
    hint: 'Until it slips; how smooth the attack is.',
  },
  {
    key: 'stribeckSpeed',
    label: 'Stribeck velocity',
    symbol: 'v_s',
    unit: 'm/s',
    log: true,
    hint: 'Where sticking gives way to sliding; how smooth the attack is.',
  },
];
const kMore: Row[] = [
  {
    key: 'exciterMass',
    label: 'Mass of what rubs',
    symbol: 'm_e',
    unit: 'kg',
    log: true,
    hint: 'Heavy things speed up and stop slowly.',
  },
  {
    key: 'exciterDamping',
    label: 'Its damping',
    symbol: 'g_e',
    unit: '1/s',
    log: true,
    hint: 'Without it, a constant push runs away.',
  },
  {
    key: 'breakaway',
    label: 'Breakaway',
    symbol: 'c',
    unit: '',
    hint: "Part of the bristles' bend that is purely elastic.",
  },
  {
    key: 'roughnessSlope',
    label: 'Noise colour',
    symbol: 'β',
    unit: '',
    hint: "Slope of the surface's spectrum: -6 smooth hills, 0 grit.",
  },
  {
    key: 'area',
    label: 'Radiating area',
    symbol: 'S',
    unit: 'm²',
    log: true,
    hint: 'Of the ringing body; larger is louder.',
  },
  {
    key: 'rollingLoad',
    label: 'Rolling load',
    symbol: 'f_r',
    unit: 'N',
    log: true,
    hint: 'With which it rolls while nothing presses. 0: it floats.',
  },
  {
    key: 'rollingRms',
    label: 'Rolling roughness',
    symbol: 'h_r',
    unit: 'm',
    log: true,
    hint: 'Bumps of the way it rolls over.',
  },
];

/** `get` is the design that is edited in place; `changed(done)` applies it, done = a step for undo. */
export function lawControls(get: () => Design, changed: (done: boolean) => void, pairs: number) {
  const made = new Map<keyof Law, Control<number>>();
  // The engine refuses static < dynamic friction: the slider that moves stops at the other.
  const limit = (key: keyof Law, value: number): number => {
    const s = get().settings;
    if (key === 'staticFriction' && value < s.dynamicFriction) {
      made.get(key)!.set(s.dynamicFriction);
      queueMicrotask(() => made.get(key)!.note('Static friction is never below dynamic friction.'));
      return s.dynamicFriction;
    }
    if (key === 'dynamicFriction' && value > s.staticFriction) {
      queueMicrotask(() => made.get(key)!.note('Dynamic friction is never above static friction.'));
      return s.staticFriction;
    }
    return value;
  };
  const row = ({key, ...rest}: Row) => {
    const control: Control<number> = slider({
      ...rest,
      ...kBounds[key],
      value: get().settings[key],
      onInput: (value) => {
        const kept = limit(key, clamp(value, kBounds[key]));
        get().settings[key] = kept;
        if (kept !== value)
          queueMicrotask(() => {
            const text = control.element.querySelector('.note')?.textContent ?? '';
            control.set(kept);
            control.note(text);
          });
        changed(false);
      },
      onChange: () => changed(true),
    });
    control.element.dataset.key = key;
    made.set(key, control);
    return control.element;
  };
  const reach = (
    key: 'push' | 'press' | 'detune' | 'level',
    label: string,
    symbol: string,
    unit: string,
    hint: string,
  ) => {
    const control = slider({
      label,
      symbol,
      unit,
      hint,
      ...kReach[key],
      log: key === 'push' || key === 'press',
      value: get()[key],
      onInput: (value) => {
        get()[key] = value;
        changed(false);
      },
      onChange: () => changed(true),
    });
    control.element.dataset.key = key;
    return {key, control};
  };
  const press = reach(
    'press',
    'Normal force, most',
    'f_N',
    'N',
    'At the bottom of the pad. High values are rougher and louder.',
  );
  const others = [
    press,
    reach('push', 'Tangential force, most', 'f_e', 'N', 'At the edge of the pad.'),
    reach('level', 'Level', '', 'dB', 'Of this page.'),
  ];
  if (pairs > 1)
    others.push(reach('detune', "Second leaf's pitch", '', '×', 'Frequencies of the right hinge over the left.'));
  const elements = [
    group('Friction', true, ...kLaw.map(row), press.control.element),
    group('What rubs, and how hard', false, ...others.slice(1).map((o) => o.control.element), ...kMore.map(row)),
  ];
  const refresh = () => {
    for (const [key, control] of made) {
      control.set(get().settings[key]);
      control.note('');
    }
    for (const {key, control} of others) control.set(get()[key]);
  };
  return {elements, refresh};
}
