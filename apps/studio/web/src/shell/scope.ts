// Live pictures of sound, in the theme's colours: waveform (Scope) and spectrogram.
import {colour, onTheme} from './theme';

export const kLowestPitch = 60,
  kHighestPitch = 16000; // [Hz] of the spectrograms

/** Sizes a canvas to its place on the screen; returns its context and size in CSS pixels. */
export function surface(canvas: HTMLCanvasElement): {ctx: CanvasRenderingContext2D; width: number; height: number} {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const width = canvas.clientWidth || 300,
    height = canvas.clientHeight || 90;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const ctx = canvas.getContext('2d')!;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  return {ctx, width, height};
}

/** The index of the first rise through zero, so that a tone stands still. */
function trigger(samples: Float32Array, most: number): number {
  for (let i = 1; i < most; ++i) if (samples[i - 1]! < 0 && samples[i]! >= 0) return i;
  return 0;
}

/** Waveform. push() draws the newest samples; the scale follows the loudest lately. */
export class Scope {
  private peak = 1e-6;
  private accent = '';
  private grid = '';
  constructor(private readonly canvas: HTMLCanvasElement) {
    canvas.style.height ||= '90px';
    onTheme(() => {
      this.accent = colour('accent');
      this.grid = colour('line');
      this.push(new Float32Array(2));
    });
  }
  /** `span`: how many samples are shown, from the first rise through zero. `sign`: symmetric about 0. */
  push(samples: Float32Array, span = Math.min(1024, samples.length)) {
    const {ctx, width, height} = surface(this.canvas);
    const from = trigger(samples, samples.length - span);
    let loud = 0;
    for (let i = 0; i < samples.length; ++i) loud = Math.max(loud, Math.abs(samples[i]!));
    this.peak = Math.max(loud, this.peak * 0.96, 1e-6);
    ctx.clearRect(0, 0, width, height);
    ctx.strokeStyle = this.grid;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(0, height / 2);
    ctx.lineTo(width, height / 2);
    ctx.stroke();
    ctx.strokeStyle = this.accent;
    ctx.lineWidth = 1.4;
    ctx.beginPath();
    for (let i = 0; i < span; ++i) {
      const x = (i / Math.max(1, span - 1)) * width,
        y = height / 2 - (samples[from + i]! / this.peak) * height * 0.44;
      if (i) ctx.lineTo(x, y);
      else ctx.moveTo(x, y);
    }
    ctx.stroke();
  }
}

/**
 * Spectrogram that runs leftwards, 60 pixels per second however often draw() is called; pitch on a logarithmic scale.
 */
export class Spectrogram {
  private readonly data: Float32Array<ArrayBuffer>;
  private column: ImageData | undefined;
  private last = 0;
  private owed = 0;
  private palette = new Uint8ClampedArray(256 * 3);
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly analyser: AnalyserNode,
    private readonly low = kLowestPitch,
    private readonly high = kHighestPitch,
  ) {
    canvas.style.height ||= '110px';
    this.data = new Float32Array(analyser.frequencyBinCount);
    onTheme(() => this.mix());
  }
  private mix() {
    // background -> accent -> near white (dark on light)
    const parse = (c: string) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
    const stops = [parse(colour('bg')), parse(colour('accent')), parse(colour('text'))];
    for (let i = 0; i < 256; ++i) {
      const t = (i / 255) * 2,
        k = Math.min(1, Math.floor(t)),
        f = t - k;
      for (let c = 0; c < 3; ++c) this.palette[i * 3 + c] = stops[k]![c]! * (1 - f) + stops[k + 1]![c]! * f;
    }
    const ctx = this.canvas.getContext('2d', {willReadFrequently: true})!;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = colour('bg');
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }
  draw() {
    const canvas = this.canvas,
      width = Math.max(1, canvas.clientWidth),
      height = Math.max(1, canvas.clientHeight);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      this.mix();
      this.column = undefined;
    }
    const ctx = canvas.getContext('2d')!,
      now = performance.now();
    this.owed += Math.min(0.5, (now - this.last) / 1000) * 60;
    this.last = now;
    const step = Math.floor(this.owed);
    if (step < 1) return;
    this.owed -= step;
    this.analyser.getFloatFrequencyData(this.data);
    this.column ??= ctx.createImageData(1, height);
    const {minDecibels, maxDecibels} = this.analyser,
      bins = this.data.length;
    const nyquist = this.analyser.context.sampleRate / 2;
    const pixels = this.column.data;
    for (let y = 0; y < height; ++y) {
      const bin = ((this.low * Math.pow(this.high / this.low, 1 - y / height)) / nyquist) * bins;
      const above = ((this.low * Math.pow(this.high / this.low, 1 - (y - 1) / height)) / nyquist) * bins;
      let level = -200;
      for (let b = Math.floor(bin); b <= Math.max(Math.floor(bin), Math.floor(above)) && b < bins; ++b)
        level = Math.max(level, this.data[b]!);
      const index = Math.round(255 * Math.min(1, Math.max(0, (level - minDecibels) / (maxDecibels - minDecibels))));
      for (let c = 0; c < 3; ++c) pixels[y * 4 + c] = this.palette[index * 3 + c]!;
      pixels[y * 4 + 3] = 255;
    }
    ctx.drawImage(canvas, -step, 0);
    for (let x = 1; x <= step; ++x) ctx.putImageData(this.column, width - x, 0);
  }
}
