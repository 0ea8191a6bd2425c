// The JSON of a motion.glb, as far as its limits are judged by it (glb_limits.ts). Nothing in it is believed to be of
// the kind that it should be.
import {damagedMotion, isGlb, kGlbHead, UnfitMotion} from './motion_file';

export type Json = Record<string, unknown>;
export const record = (value: unknown): Json => (value && typeof value === 'object' ? (value as Json) : {});
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const kJsonChunk = 0x4e4f534a,
  kChunkHead = 8, // [bytes] length, kind
  kMaxJson = 50e6; // [bytes] of a scene with thousands of bodies it has some two million

/** The first chunk is the JSON, and the only one: a loader might take another than the one that was judged. */
export function glbJson(bytes: ArrayBuffer): Json {
  const view = new DataView(bytes);
  if (!isGlb(view)) throw new Error('it is no binary glTF 2.0');
  let json: {at: number; length: number} | undefined;
  for (let at = kGlbHead; at + kChunkHead <= view.byteLength;) {
    const length = view.getUint32(at, true),
      isJson = view.getUint32(at + 4, true) === kJsonChunk;
    at += kChunkHead;
    if (isJson && json) throw damagedMotion('it has two scenes in one file');
    if (!isJson && !json) throw damagedMotion('it does not begin with its JSON');
    if (at + length > view.byteLength) throw damagedMotion('a part of it is longer than the file');
    if (isJson) json = {at, length};
    at += length;
  }
  if (!json) throw damagedMotion('it has no JSON');
  if (json.length > kMaxJson)
    throw new UnfitMotion(
      `motion.glb has ${Math.round(json.length / 1e6)} MB of JSON, more than the ${kMaxJson / 1e6} MB that a page can read`,
      false,
    );
  try {
    return record(JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, json.at, json.length))));
  } catch {
    throw damagedMotion('its JSON cannot be read');
  }
}
