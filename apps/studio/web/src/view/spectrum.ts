// What a sound looks like: envelope (least and largest sample per column) and spectrogram (Hann windows, logarithmic
// pitch, 8 bits of decibels). Work is cut into slices of a few milliseconds so that the page stays alive.
export type Picture = {columns: number; low: Float32Array; high: Float32Array; rows: number; levels: Uint8Array}; // levels[column * rows + row], row 0 lowest

export const kLowest = 50,
  kHighest = 20000,
  kRange = 80; // Hz, Hz, dB below the loudest
const kSize = 2048,
  kRows = 160;

/** In place, radix 2; re and im of a power of two. Twiddles are computed once per size. */
export class Fft {
  private readonly cos: Float64Array;
  private readonly sin: Float64Array;
  private readonly swap: Uint32Array;
  constructor(readonly size: number) {
    this.cos = Float64Array.from({length: size / 2}, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.sin = Float64Array.from({length: size / 2}, (_, i) => Math.sin((2 * Math.PI * i) / size));
    const bits = Math.log2(size);
    this.swap = Uint32Array.from({length: size}, (_, i) => {
      let r = 0;
      for (let b = 0; b < bits; ++b) if (i & (1 << b)) r |= 1 << (bits - 1 - b);
      return r;
    });
  }
  run(re: Float64Array, im: Float64Array) {
    const n = this.size;
    for (let i = 0; i < n; ++i) {
      const j = this.swap[i]!;
      if (j <= i) continue;
      const a = re[i]!,
        b = im[i]!;
      re[i] = re[j]!;
      im[i] = im[j]!;
      re[j] = a;
      im[j] = b;
    }
    for (let half = 1; half < n; half *= 2)
      for (let start = 0, step = n / (2 * half); start < n; start += 2 * half)
        for (let k = 0; k < half; ++k) {
          const c = this.cos[k * step]!,
            s = this.sin[k * step]!,
            p = start + k,
            q = p + half;
          const x = re[q]! * c + im[q]! * s,
            y = im[q]! * c - re[q]! * s;
          re[q] = re[p]! - x;
          im[q] = im[p]! - y;
          re[p] = re[p]! + x;
          im[p] = im[p]! + y;
        }
  }
}

const pause = () =>
  new Promise<void>((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      done();
    };
    channel.port2.postMessage(0);
  });

const kSlice = 7; // [ms] of work at a time
const kTold = 150; // [ms] between two tellings of what there is so far

/**
 * `from`..`to` [s] of a buffer on `columns`. `cancelled` is asked between slices; then the answer is undefined. Of
 * long sounds `soFar` gets the unfinished picture now and then: the envelope is whole by the first time.
 */
export async function picture(
  buffer: AudioBuffer,
  from: number,
  to: number,
  columns: number,
  cancelled: () => boolean,
  soFar: (unfinished: Picture, share: number) => void = () => undefined,
): Promise<Picture | undefined> {
  const rate = buffer.sampleRate,
    channels = Array.from({length: buffer.numberOfChannels}, (_, c) => buffer.getChannelData(c));
  const out: Picture = {
    columns,
    low: new Float32Array(columns),
    high: new Float32Array(columns),
    rows: kRows,
    levels: new Uint8Array(columns * kRows),
  };
  const power = new Float32Array(columns * kRows),
    fft = new Fft(kSize),
    re = new Float64Array(kSize),
    im = new Float64Array(kSize);
  const window = Float64Array.from({length: kSize}, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / kSize));
  const top = Math.min(kHighest, rate / 2),
    edge = (row: number) => ((kLowest * Math.pow(top / kLowest, row / kRows)) / rate) * kSize;
  const lows = Int32Array.from({length: kRows}, (_, row) => Math.max(1, Math.floor(edge(row))));
  const highs = lows.map((low, row) => Math.min(kSize / 2, Math.max(low + 1, Math.floor(edge(row + 1)))));
  const perColumn = Math.max(1e-9, ((to - from) * rate) / columns);
  const start = (x: number) => Math.floor(from * rate + x * perColumn);
  let loudest = 0,
    slice = performance.now(),
    told = slice;
  /** True when it was cancelled meanwhile. */
  const breathe = async () => {
    await pause();
    slice = performance.now();
    return cancelled();
  };
  for (let x = 0; x < columns; ++x) {
    const a = start(x),
      b = Math.max(a + 1, start(x + 1));
    let least = 0,
      most = 0;
    for (const data of channels)
      for (let i = Math.max(0, a), end = Math.min(b, data.length); i < end; ++i) {
        const v = data[i]!;
        if (v < least) least = v;
        else if (v > most) most = v;
      }
    out.low[x] = least;
    out.high[x] = most;
    if (performance.now() - slice > kSlice && (await breathe())) return undefined;
  }
  const scale = () => {
    // powers => 8 bits below the loudest
    if (loudest <= 0) return;
    const step = 2550 / kRange;
    for (let i = 0; i < power.length; ++i)
      out.levels[i] = power[i]! > 0 ? Math.max(0, Math.round(255 + step * Math.log10(power[i]! / loudest))) : 0;
  };
  const tell = (share: number) => {
    scale();
    soFar(out, share);
    told = performance.now();
  };
  if (performance.now() - told > kSlice) tell(0);
  for (let x = 0; x < columns; ++x) {
    const a = start(x),
      b = Math.max(a + 1, start(x + 1));
    const windows = Math.min(4, Math.ceil((b - a) / kSize)); // a wide column keeps the strongest of a few windows
    for (let w = 0; w < windows; ++w) {
      const first = Math.floor(a + ((w + 0.5) * (b - a)) / windows) - kSize / 2;
      // Two real channels in one transform: |Z|^2 summed over k and -k is twice the sum of both powers.
      const left = channels[0]!,
        right = channels[1] ?? left;
      if (first >= 0 && first + kSize <= left.length)
        for (let i = 0; i < kSize; ++i) {
          const v = window[i]!;
          re[i] = v * left[first + i]!;
          im[i] = v * right[first + i]!;
        }
      else
        for (let i = 0; i < kSize; ++i) {
          const v = window[i]!;
          re[i] = v * (left[first + i] ?? 0);
          im[i] = v * (right[first + i] ?? 0);
        }
      fft.run(re, im);
      for (let row = 0; row < kRows; ++row) {
        let p = 0;
        for (let k = lows[row]!, high = highs[row]!; k < high; ++k) {
          const m = kSize - k,
            both = re[k]! * re[k]! + im[k]! * im[k]! + re[m]! * re[m]! + im[m]! * im[m]!;
          if (both > p) p = both;
        }
        if (p > power[x * kRows + row]!) power[x * kRows + row] = p;
        if (p > loudest) loudest = p;
      }
    }
    if (performance.now() - slice <= kSlice) continue;
    if (slice - told > kTold) tell(x / columns);
    if (await breathe()) return undefined;
  }
  scale();
  return out;
}
