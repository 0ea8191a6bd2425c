// What a sound looks like: envelope (least and largest sample per column) and spectrogram (Hann windows, logarithmic
// pitch, 8 bits of decibels). Work is cut into slices of a few milliseconds so that the page stays alive.
export type Picture = {columns: number; low: Float32Array; high: Float32Array; rows: number; levels: Uint8Array};   // levels[column * rows + row], row 0 lowest

export const kLowest = 50, kHighest = 20000, kRange = 80;   // Hz, Hz, dB below the loudest
const kSize = 2048, kRows = 160;

/** In place, radix 2; re and im of a power of two. Twiddles are computed once per size. */
export class Fft {
  private readonly cos: Float64Array; private readonly sin: Float64Array; private readonly swap: Uint32Array;
  constructor(readonly size: number) {
    this.cos = Float64Array.from({length: size / 2}, (_, i) => Math.cos(2 * Math.PI * i / size));
    this.sin = Float64Array.from({length: size / 2}, (_, i) => Math.sin(2 * Math.PI * i / size));
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
      const a = re[i]!, b = im[i]!;
      re[i] = re[j]!; im[i] = im[j]!; re[j] = a; im[j] = b;
    }
    for (let half = 1; half < n; half *= 2)
      for (let start = 0, step = n / (2 * half); start < n; start += 2 * half)
        for (let k = 0; k < half; ++k) {
          const c = this.cos[k * step]!, s = this.sin[k * step]!, p = start + k, q = p + half;
          const x = re[q]! * c + im[q]! * s, y = im[q]! * c - re[q]! * s;
          re[q] = re[p]! - x; im[q] = im[p]! - y; re[p] = re[p]! + x; im[p] = im[p]! + y;
        }
  }
}

const pause = () => new Promise<void>((done) => { const channel = new MessageChannel(); channel.port1.onmessage = () => { channel.port1.close(); done(); }; channel.port2.postMessage(0); });

/** `from`..`to` [s] of a buffer on `columns`. `cancelled` is asked between slices; then the answer is undefined. */
export async function picture(buffer: AudioBuffer, from: number, to: number, columns: number, cancelled: () => boolean): Promise<Picture | undefined> {
  const rate = buffer.sampleRate, channels = Array.from({length: buffer.numberOfChannels}, (_, c) => buffer.getChannelData(c));
  const out: Picture = {columns, low: new Float32Array(columns), high: new Float32Array(columns), rows: kRows, levels: new Uint8Array(columns * kRows)};
  const power = new Float32Array(columns * kRows), fft = new Fft(kSize), re = new Float64Array(kSize), im = new Float64Array(kSize);
  const window = Float64Array.from({length: kSize}, (_, i) => 0.5 - 0.5 * Math.cos(2 * Math.PI * i / kSize));
  const top = Math.min(kHighest, rate / 2), edge = (row: number) => kLowest * Math.pow(top / kLowest, row / kRows) / rate * kSize;
  const perColumn = Math.max(1e-9, (to - from) * rate / columns);
  let loudest = 0, slice = performance.now();
  for (let x = 0; x < columns; ++x) {
    const a = Math.floor(from * rate + x * perColumn), b = Math.max(a + 1, Math.floor(from * rate + (x + 1) * perColumn));
    let least = 0, most = 0;
    for (const data of channels)
      for (let i = Math.max(0, a), end = Math.min(b, data.length); i < end; ++i) { const v = data[i]!; if (v < least) least = v; else if (v > most) most = v; }
    out.low[x] = least; out.high[x] = most;
    const windows = Math.min(4, Math.ceil((b - a) / kSize));   // a wide column keeps the strongest of a few windows
    for (let w = 0; w < windows; ++w) {
      const first = Math.floor(a + (w + 0.5) * (b - a) / windows) - kSize / 2;
      // Two real channels in one transform: |Z|^2 summed over k and -k is twice the sum of both powers.
      const left = channels[0]!, right = channels[1] ?? left;
      for (let i = 0; i < kSize; ++i) { const v = window[i]!; re[i] = v * (left[first + i] ?? 0); im[i] = v * (right[first + i] ?? 0); }
      fft.run(re, im);
      for (let row = 0; row < kRows; ++row) {
        const low = Math.max(1, Math.floor(edge(row))), high = Math.max(low + 1, Math.floor(edge(row + 1)));
        let p = 0;
        for (let k = low; k < high && k < kSize / 2; ++k) { const m = kSize - k; p = Math.max(p, re[k]! ** 2 + im[k]! ** 2 + re[m]! ** 2 + im[m]! ** 2); }
        if (p > power[x * kRows + row]!) power[x * kRows + row] = p;
        if (p > loudest) loudest = p;
      }
    }
    if (performance.now() - slice > 7) {
      await pause();
      if (cancelled()) return undefined;
      slice = performance.now();
    }
  }
  if (loudest > 0)
    for (let i = 0; i < power.length; ++i) out.levels[i] = power[i]! > 0 ? Math.max(0, Math.round(255 * (1 + 10 * Math.log10(power[i]! / loudest) / kRange))) : 0;
  return out;
}
