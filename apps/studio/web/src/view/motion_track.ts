// Tracks of an animation that three.js would follow for ever or to nowhere. It steps through the values of a time until
// it meets their number exactly, which never happens when there are half as many values as times.
import type {KeyframeTrack} from 'three';
import {damagedMotion} from './motion_file';

export type Track = Pick<KeyframeTrack, 'name' | 'times' | 'values' | 'getValueSize' | 'validate'>;

const kSizes: Record<string, number> = {position: 3, scale: 3, quaternion: 4};

export function refuseTrack(track: Track) {
  const path = track.name.slice(track.name.lastIndexOf('.') + 1),
    size = kSizes[path],
    {times, values} = track;
  if (size === undefined) throw damagedMotion(`it animates ${path.slice(0, 40)}, which is no motion of a body`);
  if (times.length === 0 || track.getValueSize() !== size)
    throw damagedMotion(`its animation has ${times.length} times and ${values.length / size} values of ${path}`);
  if (!times.every(Number.isFinite) || !values.every(Number.isFinite))
    throw damagedMotion('its animation has values that are no numbers');
  if (!track.validate()) throw damagedMotion('the times of its animation are out of order');
}
