// Bodies and laws to begin with. Glass, brake and door are the ones of Avanzini, Serafin & Rocchesso 2005 (with the numbers of
// scenes/*.json); the others follow the onset rule: bristles relax over f_c / sigma0, which must be
// much shorter than v / omega of the mode that shall sing. `gain` turns pascals at the ear into full scale.
import type {Mode, RubSettings} from 'peal-engine';
import type {Design} from './design';

export type Preset = {name: string; line: string; gain: number; design: Design};

const mode = (frequency: number, decay: number, mass: number, shape = 1): Mode => ({frequency, decay, mass, shape});

function preset(name: string, line: string, gain: number, settings: Partial<RubSettings>, modes: Mode[],
                push: number, press: number, detune = 0.8): Preset {
  const base: RubSettings = {
    stiffness: 1e4, damping: 1, viscosity: 0.2, roughness: 0, roughnessSlope: -2, dynamicFriction: 0.25, staticFriction: 0.6, stribeckSpeed: 0.1,
    breakaway: 0.7, exciterMass: 0.05, exciterDamping: 200, area: 0.005, distance: 0.5, rollingLoad: 0, rollingRadius: 0.1, rollingRms: 1e-6,
  };
  return {name, line, gain, design: {preset: name, settings: {...base, ...settings}, modes, push, press, level: 0, detune}};
}

const kGlass = [mode(548, 6.9, 0.01), mode(1370, 11.5, 0.01)];

export const kPresets: Preset[] = [
  preset('Wineglass', 'A pure tone that swells within a third of a second.', 0.5, {}, kGlass, 3, 2),
  preset('Strong glass', 'Thin and loud: the finger sticks almost half of the time and pulls the pitch up.', 0.11,
         {stiffness: 1e6, damping: 0.5, viscosity: 0.1, exciterMass: 0.1}, [mode(548, 6.9, 0.0005), mode(1370, 11.5, 0.0005)], 5.7, 4),
  preset('Brake', 'Silent while it is fast; squeals below half a metre per second.', 0.1,
         {stiffness: 1e6, damping: 1, viscosity: 0.2, dynamicFriction: 0.3, staticFriction: 0.5, stribeckSpeed: 0.4, exciterMass: 15, exciterDamping: 0.6,
          area: 0.01, distance: 1, rollingLoad: 150, rollingRadius: 0.25, rollingRms: 5e-6},
         [mode(950, 40, 0.02), mode(1843, 60, 0.03, 0.8), mode(3125, 90, 0.03, -0.6)], 60, 80),
  preset('Door', 'Creaks; the pitch rises and falls with the speed of the leaf.', 2,
         {stiffness: 1e6, damping: 0.2, viscosity: 0.05, stribeckSpeed: 0.005, exciterMass: 1, exciterDamping: 400, area: 0.05, distance: 1},
         [mode(500, 2000, 0.01), mode(1205, 200, 0.02, 0.4), mode(2650, 300, 0.02, 0.3)], 4, 2),
  preset('Squeaky cork', 'Cork on a window pane: short, high, dry.', 0.055,
         {stiffness: 2e5, damping: 0.3, viscosity: 0.05, roughness: 0.01, dynamicFriction: 0.35, staticFriction: 0.8, stribeckSpeed: 0.05, exciterMass: 0.03,
          exciterDamping: 300, area: 0.02},
         [mode(1240, 120, 0.003), mode(2710, 180, 0.003, 0.7), mode(4150, 260, 0.003, 0.5)], 3, 2),
  preset('Bowed bar', 'A vibraphone bar under a bow: sings only between too fast and too hard.', 0.2,
         {stiffness: 2e4, damping: 0.4, viscosity: 0.2, dynamicFriction: 0.25, staticFriction: 0.7, stribeckSpeed: 0.1, exciterMass: 0.06, exciterDamping: 120,
          area: 0.01},
         [mode(262, 1.2, 0.02), mode(1048, 20, 0.03, -0.7), mode(2620, 80, 0.04, 0.5)], 3, 3),
  preset('Singing bowl', 'A wooden stick around a bronze bowl: slow to start, hard to stop.', 0.3,
         {stiffness: 5e4, damping: 0.8, viscosity: 0.1, dynamicFriction: 0.2, staticFriction: 0.5, stribeckSpeed: 0.15, exciterMass: 0.1, exciterDamping: 120,
          area: 0.02},
         [mode(214, 0.5, 0.06), mode(586, 0.9, 0.06, 0.7), mode(1079, 1.6, 0.06, 0.4)], 4, 4),
  preset('Rough hinge', 'Rust: the same hinge with noise over the way it slides.', 2,
         {stiffness: 6e5, damping: 0.3, viscosity: 0.05, roughness: 0.05, stribeckSpeed: 0.008, exciterMass: 1, exciterDamping: 300, area: 0.05, distance: 1},
         [mode(320, 600, 0.02), mode(811, 150, 0.02, 0.6), mode(1930, 240, 0.02, 0.5)], 4, 3),
  preset('Tram in a curve', 'A heavy wheel and a long, bright howl.', 0.07,
         {stiffness: 2e6, damping: 1.5, viscosity: 0.3, dynamicFriction: 0.25, staticFriction: 0.45, stribeckSpeed: 0.8, exciterMass: 20, exciterDamping: 0.5,
          area: 0.02, distance: 2, rollingLoad: 300, rollingRadius: 0.35, rollingRms: 1e-5},
         [mode(612, 12, 0.05), mode(1587, 18, 0.05, 0.9), mode(2866, 25, 0.05, 0.7)], 120, 120),
];

export const presetNamed = (name: string) => kPresets.find((p) => p.name === name);
