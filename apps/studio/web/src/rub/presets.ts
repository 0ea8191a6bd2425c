// Bodies and laws to begin with, as the engine has them (src/engine/instruments/rub_presets.cpp).
import kList from 'peal-presets';
import type {Design} from './design';

export type Preset = {name: string; line: string; gain: number; design: Design};

export const kPresets: Preset[] = kList.map(({name, line, gain, settings, modes, push, press}) => ({
  name,
  line,
  gain,
  design: {preset: name, settings, modes, push, press, level: 0, detune: 0.8},
}));

export const presetNamed = (name: string) => kPresets.find((p) => p.name === name);
