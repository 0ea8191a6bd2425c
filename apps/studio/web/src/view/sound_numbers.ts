// Samples that are infinite or no numbers. One of them would silence everything: nothing fits beside it, and an analyser
// or a loudspeaker does with it what it likes.
import type {Samples} from './full_scale';

/** Sets them to 0; how many there were, over all channels. */
export function silenceNumberless(samples: Pick<Samples, 'numberOfChannels' | 'getChannelData'>): number {
  let count = 0;
  for (let c = 0; c < samples.numberOfChannels; ++c) {
    const data = samples.getChannelData(c);
    for (let i = 0; i < data.length; ++i)
      if (!Number.isFinite(data[i]!)) {
        data[i] = 0;
        ++count;
      }
  }
  return count;
}

/** A clause; '' when there are none. */
export const numberlessText = (file: string, count: number) =>
  count === 0
    ? ''
    : count === 1
      ? `${file} has 1 sample that is no number; it is silent here`
      : `${file} has ${count} samples that are no numbers; they are silent here`;
