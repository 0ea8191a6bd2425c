// Playback within full scale. A calibrated file may go far beyond 1 (a clap of 10 Pa is a sample of 10), where a
// loudspeaker would clip; and stems that cancel each other in the whole may be louder without each other.
export type Samples = Pick<AudioBuffer, 'length' | 'numberOfChannels' | 'getChannelData'>;
export type Measured = {samples: Samples; peaks: Float32Array}; // largest |sample| per block, over the channels

const kBlock = 1024; // frames
const kRoof = 0.999; // a hair below full scale, for what rounding adds

export function measure(samples: Samples): Measured {
  const peaks = new Float32Array(Math.ceil(samples.length / kBlock));
  for (let c = 0; c < samples.numberOfChannels; ++c) {
    const data = samples.getChannelData(c);
    for (let block = 0, i = 0; block < peaks.length; ++block) {
      let most = peaks[block]!;
      for (const end = Math.min(data.length, i + kBlock); i < end; ++i) {
        const v = Math.abs(data[i]!);
        if (v > most) most = v;
      }
      peaks[block] = most;
    }
  }
  return {samples, peaks};
}

export const peakOf = ({peaks}: Measured) => peaks.reduce((most, one) => Math.max(most, one), 0);

/**
 * Largest |sample| of the sum, or `least` if it stays below. Only blocks whose peaks add up to more are summed, the
 *  most promising first: of a minute with ten stems a few thousand frames, which is quick enough for a press.
 */
export function peakOfSum(parts: Measured[], least: number): number {
  const bound = new Float32Array(Math.max(0, ...parts.map(({peaks}) => peaks.length)));
  for (const {peaks} of parts)
    peaks.forEach((one, block) => {
      bound[block]! += one;
    });
  const channels = Math.max(0, ...parts.map(({samples}) => samples.numberOfChannels)),
    sum = new Float32Array(kBlock);
  let most = least;
  for (const block of [...bound.keys()].filter((one) => bound[one]! > least).sort((a, b) => bound[b]! - bound[a]!)) {
    if (bound[block]! <= most) break;
    for (let c = 0; c < channels; ++c) {
      sum.fill(0);
      for (const {samples} of parts) {
        const data = samples.getChannelData(Math.min(c, samples.numberOfChannels - 1)),
          from = block * kBlock;
        for (let i = 0, end = Math.min(kBlock, data.length - from); i < end; ++i) sum[i]! += data[from + i]!;
      }
      for (const one of sum) most = Math.max(most, Math.abs(one));
    }
  }
  return most;
}

/** 1 for what fits as it is, to the bit. */
export const fittingGain = (peak: number) => (peak > 1 ? kRoof / peak : 1);

export const softerText = (gain: number) =>
  gain < 1
    ? `Played ${(-20 * Math.log10(gain)).toFixed(1)} dB softer, so that it fits full scale; the file is untouched.`
    : '';
