// Where on the force pad a design sings: the engine itself plays every place of a grid from rest, beside the
// page's own sound and only while the browser is idle. Leaves the loudness as a tint of the pad.
import {PealWasm} from '../../../engine/src/wasm';
import type {Tint} from '../shell';
import {copy, type Design} from './design';

const kRate = 48000,
  kBlock = 128,
  kSeconds = 1; // [Hz], samples, and how long a place is listened to
const kWindow = 4800; // samples of one level; the first is the onset
const kSide = 8,
  kRows = 7; // columns beside the middle, rows from no press to all
const kFaint = -40,
  kFull = -14; // [dB of full scale] of no tint and of the whole

/** Largest level [full scale] of one place. Yields often, so that the caller can pause. */
function* levelAt(wasm: PealWasm, buffer: number, design: Design, gain: number, x: number, y: number) {
  const free = {travelFrom: 0, travelTo: 0}; // a leaf at its stop is silent, whatever the hand does
  const rub = wasm.rubCreate(kRate, {...design.settings, ...free}, design.modes);
  try {
    wasm.calls['peal_rub_force']!(rub, x * design.push, y * design.press);
    let largest = 0,
      sum = 0;
    for (let n = kBlock; n <= kSeconds * kRate; n += kBlock) {
      const samples = wasm.float32(buffer, kBlock).fill(0);
      wasm.calls['peal_rub_render']!(rub, buffer, kBlock);
      for (const sample of samples) sum += sample * sample;
      if (n % (8 * kBlock) === 0) yield;
      if (n % kWindow >= kBlock) continue;
      if (n > kWindow + kBlock) largest = Math.max(largest, Math.sqrt(sum / kWindow));
      sum = 0;
    }
    return largest * gain;
  } finally {
    wasm.calls['peal_rub_destroy']!(rub);
  }
}

function* mapOf(wasm: PealWasm, buffer: number, design: Design, gain: number): Generator<undefined, Tint> {
  const columns = 2 * kSide + 1,
    strengths = new Array<number>(columns * kRows).fill(0);
  for (let row = 1; row < kRows; ++row)
    for (let column = 1; column <= kSide; ++column) {
      const level = yield* levelAt(wasm, buffer, design, gain, column / kSide, row / (kRows - 1));
      const strength = (20 * Math.log10(level + 1e-9) - kFaint) / (kFull - kFaint);
      for (const at of [kSide - column, kSide + column])
        // the law knows no left and right
        strengths[row * columns + at] = Math.min(1, Math.max(0, strength));
    }
  return {columns, rows: kRows, strengths};
}

const idle: (go: (left: () => number) => void) => void =
  'requestIdleCallback' in window
    ? (go) => requestIdleCallback((deadline) => go(() => deadline.timeRemaining()))
    : (go) =>
        setTimeout(() => {
          const end = performance.now() + 6;
          go(() => end - performance.now());
        }, 60);

/** Asks for the map of a design; only the last one asked for is shown. Rests while the visitor is `busy`. */
export function singing(show: (map: Tint | undefined) => void, busy: () => boolean) {
  let engine: Promise<{wasm: PealWasm; buffer: number}> | undefined,
    wanted = '',
    asked = 0;
  const known = new Map<string, Tint>();
  const load = async () => {
    const answer = await fetch(new URL('engine/peal.wasm', document.baseURI));
    const wasm = new PealWasm(await WebAssembly.compile(await answer.arrayBuffer()));
    return {wasm, buffer: wasm.allocate(4 * kBlock)};
  };
  const compute = async (key: string, design: Design, gain: number) => {
    const {wasm, buffer} = await (engine ??= load()),
      work = mapOf(wasm, buffer, design, gain);
    const go = (left: () => number) => {
      if (key !== wanted) {
        work.return(undefined as never);
        return;
      }
      if (busy()) {
        setTimeout(() => idle(go), 400);
        return;
      }
      while (left() > 2) {
        const step = work.next();
        if (!step.done) continue;
        known.set(key, step.value);
        show(step.value);
        return;
      }
      idle(go);
    };
    idle(go);
  };
  return (design: Design, gain: number) => {
    const {settings, modes, push, press} = design,
      mine = copy(design);
    const key = JSON.stringify([settings, modes, push, press, gain]);
    if (key === wanted) return;
    wanted = key;
    show(known.get(key));
    clearTimeout(asked);
    // A slider that moves asks for many; without a map the pad is only plainer.
    if (!known.has(key)) asked = window.setTimeout(() => compute(key, mine, gain).catch(() => undefined), 500);
  };
}
