// How far a length in report.json is believed: silence is put behind a sound that ends too early, but a mistaken number
// would ask for more memory than there is.
export const kMaxLength = 3600; // [s]
const kMaxFill = 600; // [s] a short beginning may be filled up by so much, a longer one by as much again

export const seconds = (value: number) => `${Number(value.toFixed(3))} s`;

/** Whether a sound of `got` seconds is filled up to `wanted`. */
export const fillsUp = (got: number, wanted: number) =>
  wanted <= kMaxLength && wanted <= Math.max(2 * got, got + kMaxFill);

export const disagreement = (file: string, got: number, wanted: number) =>
  `report.json and ${file} disagree: ${file} lasts ${seconds(got)}, by report.json ${seconds(wanted)}. Render again`;

/** The same sound with silence behind it; undefined when there is no memory for that. */
export function lengthened(buffer: AudioBuffer, length: number): AudioBuffer | undefined {
  if (length <= buffer.length) return buffer;
  const {numberOfChannels, sampleRate} = buffer;
  try {
    const whole = new AudioBuffer({length, numberOfChannels, sampleRate});
    for (let c = 0; c < numberOfChannels; ++c) whole.copyToChannel(buffer.getChannelData(c), c);
    return whole;
  } catch {
    return undefined;
  }
}
