// Everything a page uses of the shell.
export {audio} from './audio';
export {
  button,
  digits,
  group,
  select,
  showText,
  slider,
  toggle,
  typedNumber,
  type Control,
  type Select,
  type SliderOptions,
} from './controls';
export {h, icon} from './dom';
export {decodeState, encodeState, isBetween, isOneOf, linkState, type Steps} from './link_state';
export {
  fail,
  keyHint,
  notice,
  kPages,
  mountPage,
  recovered,
  type PageName,
  type PageOptions,
  type PageParts,
} from './page';
export {recordButton, save} from './recorder';
export {mark, markings} from './markings';
export {hertz, pitchPart, pitchTicks, withPitchAxis} from './pitch_axis';
export {kHighestPitch, kLowestPitch, Scope, Spectrogram, surface} from './scope';
export {fittingDistance} from './fit_view';
export {isTaken, keysToPicture} from './keys';
export {stepButtons} from './step_buttons';
export {colour, onTheme, reducedMotion, theme, toggleTheme, type Theme} from './theme';
export {three3d, type Frame, type Insets, type Three3d} from './three3d';
export {forcePad, type ForcePad, type Tint} from './force_pad';
