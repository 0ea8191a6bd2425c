// Live pictures of the friction: waveform, spectrogram, slip speed over time, the bristles' deflection over slip speed, and the part of time that sticks. All from the engine's reports and from the sound itself.
import type {Report} from 'peal-engine';
import {
  audio,
  colour,
  digits,
  group,
  h,
  kHighestPitch,
  kLowestPitch,
  onTheme,
  Scope,
  Spectrogram,
  surface,
  withPitchAxis,
} from '../shell';

function plot(label: string, height: number, around = (canvas: HTMLCanvasElement): HTMLElement => canvas) {
  const canvas = h('canvas', {style: `height: ${height}px`, role: 'img', 'aria-label': label});
  const value = h('span');
  return {
    canvas,
    value,
    element: h('div', {class: 'plot'}, h('div', {class: 'caption'}, h('span', {}, label), value), around(canvas)),
  };
}

const peak = (value: number, least: number, scale: number, unit: string) =>
  value < least ? '' : `peak ${digits(Number((scale * value).toPrecision(2)))} ${unit}`;

export function plots() {
  const wave = plot('Sound', 74),
    spectrum = plot('Pitch over time', 110, (canvas) => withPitchAxis(canvas, kLowestPitch, kHighestPitch));
  const speed = plot('Slip speed over time', 74),
    bend = plot('Bristle deflection over slip speed', 150);
  const scope = new Scope(wave.canvas);
  let spectrogram: Spectrogram | undefined,
    samples = new Float32Array(2048);
  let ink = {accent: '', line: '', dim: '', good: ''};
  let vPeak = 1e-9,
    zPeak = 1e-12;
  onTheme(() => {
    ink = {accent: colour('accent'), line: colour('line'), dim: colour('dim'), good: colour('good')};
  });
  audio.onReady(() => {
    spectrogram = new Spectrogram(spectrum.canvas, audio.analyser!);
  });

  const drawSpeed = (v: Float32Array) => {
    const {ctx, width, height} = surface(speed.canvas),
      n = v.length,
      zero = height / 2;
    ctx.clearRect(0, 0, width, height);
    ctx.strokeStyle = ink.line;
    ctx.beginPath();
    ctx.moveTo(0, zero);
    ctx.lineTo(width, zero);
    ctx.stroke();
    ctx.lineWidth = 1.4;
    ctx.strokeStyle = ink.accent;
    ctx.beginPath();
    for (let i = 0; i < n; ++i) ctx.lineTo((i / (n - 1)) * width, zero - (v[i]! / vPeak) * height * 0.44);
    ctx.stroke();
  };
  const drawBend = (v: Float32Array, z: Float32Array) => {
    const {ctx, width, height} = surface(bend.canvas),
      n = v.length;
    ctx.clearRect(0, 0, width, height);
    ctx.strokeStyle = ink.line;
    ctx.beginPath();
    ctx.moveTo(0, height / 2);
    ctx.lineTo(width, height / 2);
    ctx.moveTo(width / 2, 0);
    ctx.lineTo(width / 2, height);
    ctx.stroke();
    ctx.fillStyle = ink.dim;
    ctx.font = '12px ' + getComputedStyle(document.body).fontFamily;
    ctx.textAlign = 'right';
    ctx.fillText('slip speed →', width - 8, height - 8);
    ctx.textAlign = 'left';
    ctx.fillText('↑ deflection', width / 2 + 6, 13);
    ctx.strokeStyle = ink.accent;
    ctx.lineWidth = 1.2;
    ctx.beginPath();
    for (let i = 0; i < n; ++i)
      ctx.lineTo(width / 2 + (v[i]! / vPeak) * width * 0.45, height / 2 - (z[i]! / zPeak) * height * 0.44);
    ctx.stroke();
  };
  const largest = (a: Float32Array) => a.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
  const folder = group('What happens', true, wave.element, spectrum.element, speed.element, bend.element);

  let turn = 0;
  return {
    element: folder,
    /** Once per picture; half of the plots at a time, nothing while folded. */
    draw(report: Report | undefined) {
      if (!folder.open || !audio.analyser || audio.context?.state !== 'running') return;
      turn ^= 1;
      if (turn) {
        audio.analyser.getFloatTimeDomainData(samples);
        scope.push(samples, 1000);
        spectrogram?.draw();
        return;
      }
      const trace = report?.rubs?.trace;
      if (!trace?.velocity.length) return;
      vPeak = Math.max(largest(trace.velocity), vPeak * 0.97, 1e-9);
      zPeak = Math.max(largest(trace.bend), zPeak * 0.97, 1e-12);
      drawSpeed(trace.velocity);
      drawBend(trace.velocity, trace.bend);
      speed.value.textContent = peak(vPeak, 1e-6, 1, 'm/s');
      bend.value.textContent = peak(zPeak, 1e-10, 1e6, 'µm');
    },
  };
}
