// A sound file of a result, decoded at its own rate and held against what report.json says of it.
import {MissingFile, type ResultFiles} from './result';
import {disagreement, fillsUp, kMaxLength, lengthened, seconds} from './sound_length';
import {numberlessText, silenceNumberless} from './sound_numbers';
import type {Listener} from './report';

export type Promised = {file: string; rate: number; channels: number; frames?: number; peakDb?: number};
export type Sound = {buffer: AudioBuffer; problem?: string /* a clause without its full stop */};

const usable = (rate: number) => (rate >= 8000 && rate <= 192000 ? rate : 48000);
const channelCount = (n: number) => `${n} channel${n === 1 ? '' : 's'}`;

/**
 * Sample rate [Hz] that the file's head names; decoding hides it, for it converts. Undefined for other kinds of file.
 */
export function rateInHead(bytes: ArrayBuffer): number | undefined {
  const view = new DataView(bytes),
    word = (at: number) => (at + 4 <= view.byteLength ? String.fromCharCode(...new Uint8Array(bytes, at, 4)) : '');
  if (word(0) === 'fLaC' && view.byteLength >= 22) return view.getUint32(18) >>> 12; // twenty bits of STREAMINFO
  if (word(8) !== 'WAVE') return undefined;
  for (
    let at = 12;
    at + 16 <= view.byteLength;
    at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) & 1)
  )
    if (word(at) === 'fmt ') return view.getUint32(at + 12, true);
  return undefined;
}

type Decoded = Pick<AudioBuffer, 'duration' | 'numberOfChannels' | 'getChannelData'>;

/** The first thing in which a decoded file is not what the report says; undefined when all is well. */
export function soundProblem(
  got: Decoded,
  rate: number | undefined,
  {file, rate: wanted, channels, frames, peakDb}: Promised,
): string | undefined {
  const length = frames === undefined ? undefined : frames / wanted;
  if (length !== undefined && got.duration < length - 1e-3)
    return `${file} ends after ${seconds(got.duration)} of ${seconds(length)}: render again`;
  if (length !== undefined && got.duration > length + 1e-3)
    return `${file} lasts ${seconds(got.duration)}, by report.json ${seconds(length)}: render again`;
  if (got.numberOfChannels !== channels)
    return `${file} has ${channelCount(got.numberOfChannels)}, by report.json ${channels}: render again`;
  if (rate !== undefined && Math.round(wanted) !== rate)
    return `${file} has ${rate} samples per second, by report.json ${wanted}: render again`;
  const silent =
    peakDb !== undefined &&
    Array.from({length: got.numberOfChannels}, (_, c) => got.getChannelData(c)).every((data) =>
      data.every((v) => v === 0),
    );
  return silent ? `${file} is silent, by report.json it has ${peakDb.toFixed(1)} dB SPL: render again` : undefined;
}

/**
 * A file that ends too early is filled up with silence, so that the picture goes on to its own end. When report.json
 * asks for more than is plausible, the sound stays as long as it is.
 */
export async function readSound(files: ResultFiles, promised: Promised): Promise<Sound> {
  const bytes = await files.bytes(promised.file),
    rate = rateInHead(bytes),
    sampleRate = usable(promised.rate);
  let buffer: AudioBuffer;
  try {
    buffer = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
  } catch {
    // a real context would want a gesture
    throw new Error(`${promised.file} is not a sound this browser can read`);
  }
  const numberless = numberlessText(promised.file, silenceNumberless(buffer)),
    wanted = (promised.frames ?? 0) / promised.rate;
  let problem = soundProblem(buffer, rate, promised);
  if (problem && wanted > buffer.duration) {
    const filled = fillsUp(buffer.duration, wanted) ? lengthened(buffer, Math.round(wanted * sampleRate)) : undefined;
    if (!filled) problem = disagreement(promised.file, buffer.duration, wanted);
    buffer = filled ?? buffer;
  }
  return {buffer, problem: [numberless, problem].filter(Boolean).join('. ') || undefined};
}

/** What plays in place of a listener's file that cannot be read: time alone. */
export function silence({rate, frames}: Listener, duration: number): Sound {
  const told = frames === undefined ? duration : frames / rate,
    plausible = [told, duration].find((one) => one >= 0 && one <= kMaxLength);
  const start = new AudioBuffer({length: 1, numberOfChannels: 1, sampleRate: usable(rate)}),
    buffer = lengthened(start, Math.round((plausible ?? 1) * usable(rate))) ?? start;
  return {
    buffer,
    problem: plausible === told ? undefined : `By report.json it lasts ${seconds(told)}, which cannot be`,
  };
}

/** One word for a stem's row. */
export const troubleWord = (error: unknown) => (error instanceof MissingFile ? 'missing' : 'damaged');
