// report.json as the viewer needs it. What is missing or of another kind is left out, never believed.
export type Listener = {
  name: string;
  file: string;
  rate: number;
  channels: number;
  frames?: number;
  calibration: string;
  peakDb?: number;
  rmsDb?: number;
  silent?: string;
  stems: {name: string; file: string}[];
};
export type Report = {
  scene: string;
  version: string;
  duration: number;
  impacts: number;
  motion: string;
  listeners: Listener[];
  objects: {name: string; modes: number; low?: number; high?: number; silent?: string}[];
  warnings: string[];
};

type Json = Record<string, unknown>;
const object = (value: unknown): Json =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 10000) : []);
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 1000) : '');
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** main-ball.wav of main.wav is called ball. */
function stemName(file: string, listener: string): string {
  const bare = file.replace(/\.[^.]*$/, '');
  return bare.startsWith(listener + '-') ? bare.slice(listener.length + 1) : bare;
}

export function readReport(source: string): Report {
  let root: Json;
  try {
    root = object(JSON.parse(source));
  } catch (error) {
    throw new Error(`report.json is damaged: ${(error as Error).message}`);
  }
  const listeners = list(root.listeners)
    .map(object)
    .map((one): Listener => {
      const name = text(one.name);
      return {
        name,
        file: text(one.file),
        rate: Math.max(1, number(one.rate_hz) ?? 48000),
        channels: number(one.channels) ?? 1,
        frames: number(one.frames),
        calibration: text(one.calibration),
        peakDb: number(one.peak_db_spl),
        rmsDb: number(one.rms_db_spl),
        silent: text(one.silent_because) || undefined,
        stems: list(one.stems)
          .map(text)
          .filter(Boolean)
          .map((file) => ({file, name: stemName(file, name)})),
      };
    })
    .filter((one) => one.file);
  if (listeners.length === 0) throw new Error('report.json names no listener: it is not what `peal render` writes.');
  return {
    scene: text(root.scene),
    version: text(root.peal),
    duration: Math.max(0, number(root.duration_s) ?? 0),
    impacts: number(root.impacts) ?? 0,
    motion: text(root.motion),
    listeners,
    warnings: list(root.warnings).map(text).filter(Boolean),
    objects: list(root.objects)
      .map(object)
      .map((one) => ({
        name: text(one.name),
        modes: number(one.modes) ?? 0,
        low: number(one.lowest_mode_hz),
        high: number(one.highest_mode_hz),
        silent: text(one.silent_because) || undefined,
      })),
  };
}
