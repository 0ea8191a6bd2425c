// The axis of a spectrogram: round frequencies with their unit, on the logarithmic scale of the picture.
import {h} from './dom';

const kRound = [100, 300, 1000, 3000, 10000]; // [Hz] about half a decade apart, for any range that pages show
const kClose = 12; // [px] less between two names, and every second one goes

export const hertz = (f: number) => (f < 1000 ? `${f} Hz` : `${f / 1000} kHz`);

/** Where a frequency stands: 0 at the lowest, 1 at the highest. */
export const pitchPart = (f: number, low: number, high: number) => Math.log(f / low) / Math.log(high / low);

/** Frequencies to name on an axis of so many pixels. */
export function pitchTicks(low: number, high: number, height: number): number[] {
  const inside = kRound.filter((f) => f > low && f < high);
  const apart = height * pitchPart(low * Math.sqrt(10), low, high);
  return apart < kClose ? inside.filter((f) => Number.isInteger(Math.log10(f))) : inside;
}

/** A spectrogram's canvas with its axis at the left. */
export function withPitchAxis(canvas: HTMLCanvasElement, low: number, high: number): HTMLElement {
  const axis = h('div', {class: 'pitch-axis', 'aria-hidden': 'true'});
  const element = h('div', {class: 'pitch'}, axis, canvas);
  const mark = () => {
    const height = canvas.clientHeight;
    if (height < 1) return;
    axis.replaceChildren(
      ...pitchTicks(low, high, height).map((f) => {
        const tick = h('span', {}, hertz(f));
        tick.style.bottom = `${100 * pitchPart(f, low, high)}%`;
        return tick;
      }),
    );
  };
  new ResizeObserver(mark).observe(canvas);
  return element;
}
