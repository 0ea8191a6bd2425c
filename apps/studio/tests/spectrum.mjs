// Spectrum of recorded sound, for tests: levels over frequency, peaks, and where the middle of it lies.

/** Fast Fourier transform in place; lengths are powers of two. */
function transform(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) [re[i], re[j], im[i], im[j]] = [re[j], re[i], im[j], im[i]];
  }
  for (let half = 1; half < n; half *= 2)
    for (let k = 0; k < half; ++k) {
      const c = Math.cos((Math.PI * k) / half),
        s = -Math.sin((Math.PI * k) / half);
      for (let i = k; i < n; i += 2 * half) {
        const j = i + half,
          x = re[j] * c - im[j] * s,
          y = re[j] * s + im[j] * c;
        re[j] = re[i] - x;
        im[j] = im[i] - y;
        re[i] += x;
        im[i] += y;
      }
    }
}

/** Power of `samples` (Hann window, padded with zeros) at multiples of `width` [Hz]. */
export function spectrum(samples, rate) {
  const n = 2 ** Math.ceil(Math.log2(samples.length)),
    re = new Float64Array(n),
    im = new Float64Array(n);
  samples.forEach((x, i) => {
    re[i] = x * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / samples.length));
  });
  transform(re, im);
  return {width: rate / n, power: Array.from({length: n / 2}, (_, i) => re[i] ** 2 + im[i] ** 2)};
}

/** Frequencies of peaks within `range` dB of the strongest, strongest first, each refined by a parabola. */
export function peaks({width, power}, range, low = 50) {
  const found = [],
    first = Math.ceil(low / width);
  for (let i = first; i < power.length - 1; ++i)
    if (power[i] > power[i - 1] && power[i] >= power[i + 1]) {
      const [a, b, c] = [power[i - 1], power[i], power[i + 1]].map((p) => Math.log(p + 1e-300));
      found.push({frequency: (i + (0.5 * (a - c)) / (a - 2 * b + c)) * width, power: power[i]});
    }
  found.sort((a, b) => b.power - a.power);
  return found.filter((peak) => peak.power > found[0].power * 10 ** (-range / 10));
}

/** Level [dB] of a band. */
export function level({width, power}, from, to) {
  let sum = 0;
  for (let i = Math.floor(from / width); i <= to / width; ++i) sum += power[i];
  return 10 * Math.log10(sum + 1e-300);
}

/** Mean frequency [Hz], weighted with the power. */
export function middle({width, power}) {
  const all = power.reduce((sum, p) => sum + p, 0);
  return power.reduce((sum, p, i) => sum + p * i * width, 0) / all;
}
