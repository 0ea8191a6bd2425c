// One AudioContext and one engine per page: engine -> analyser -> volume -> loudspeaker.
// start() must be called in a gesture; it may be called again and resumes.
import {Peal} from 'peal-engine';

const kKey = 'peal-volume';
type Ready = (peal: Peal) => void;
const ready = new Set<Ready>();
let starting: Promise<Peal> | undefined;
let context: AudioContext | undefined;
let peal: Peal | undefined;
let analyser: AnalyserNode | undefined;
let volumeNode: GainNode | undefined;
let {level, quiet} = kept();

/** As it was on the page before. */
function kept(): {level: number; quiet: boolean} {
  try {
    const {level, quiet} = JSON.parse(localStorage.getItem(kKey) ?? '') as Record<string, unknown>;
    if (typeof level === 'number' && level >= 0 && level <= 1) return {level, quiet: quiet === true};
  } catch {
    // none yet, or storage is forbidden
  }
  return {level: 0.8, quiet: false};
}
function keep() {
  try {
    localStorage.setItem(kKey, JSON.stringify({level, quiet}));
  } catch {
    // then only for this page
  }
}

function applyVolume() {
  // Squared: equal steps of the slider sound equal.
  volumeNode?.gain.setTargetAtTime(quiet ? 0 : level * level, context!.currentTime, 0.02);
}

async function create(): Promise<Peal> {
  // The rate of the banks; the browser resamples for other devices.
  context = new AudioContext({latencyHint: 'interactive', sampleRate: 48000});
  const base = document.baseURI;
  peal = await Peal.create(context, {
    wasm: new URL('engine/peal.wasm', base).href,
    worklet: new URL('engine/worklet.js', base).href,
  });
  analyser = new AnalyserNode(context, {fftSize: 4096, smoothingTimeConstant: 0, minDecibels: -110, maxDecibels: -10});
  volumeNode = new GainNode(context, {gain: 0});
  peal.node.connect(analyser).connect(volumeNode).connect(context.destination);
  applyVolume();
  return peal;
}

export const audio = {
  start(): Promise<Peal> {
    // Also from `interrupted`, which a telephone call leaves behind.
    if (context && context.state !== 'running' && context.state !== 'closed') void context.resume();
    starting ??= create().then(
      (made) => {
        void context!.resume();
        for (const callback of ready) callback(made);
        return made;
      },
      (error) => {
        starting = undefined;
        void context?.close();
        context = undefined;
        throw new Error(
          `The sound engine did not start (${(error as Error).message}). Reload the page, or try another browser.`,
        );
      },
    );
    return starting;
  },
  /** Calls when the engine runs (at once if it does already). */
  onReady(callback: Ready) {
    if (peal && context) callback(peal);
    else ready.add(callback);
  },
  get peal() {
    return peal;
  },
  get context() {
    return context;
  },
  /** What the engine gives, before the volume. */
  get analyser() {
    return analyser;
  },
  volume: () => level,
  setVolume(value: number) {
    level = Math.min(1, Math.max(0, value));
    keep();
    applyVolume();
  },
  muted: () => quiet,
  setMuted(value: boolean) {
    quiet = value;
    keep();
    applyVolume();
  },
};
