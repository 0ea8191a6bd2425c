// motion.glb => scene and animation. Nothing is fetched for it, and what would hang the page is refused with a clause.
import {LoadingManager, type AnimationClip, type KeyframeTrack} from 'three';
import {GLTFLoader, type GLTF} from 'three/examples/jsm/loaders/GLTFLoader.js';
import {refuseUnfit} from './glb_limits';
import {refuseTrack} from './motion_track';

export async function loadMotion(bytes: ArrayBuffer): Promise<GLTF> {
  refuseUnfit(bytes);
  const gltf = await new GLTFLoader(closedManager()).parseAsync(bytes, '');
  for (const clip of gltf.animations as AnimationClip[])
    clip.tracks.forEach((track: KeyframeTrack) => refuseTrack(track));
  return gltf;
}

/** Lets the loader read what the file carries itself; an address of another place is read as nothing. */
function closedManager(): LoadingManager {
  return new LoadingManager().setURLModifier((address) => (/^(data|blob):/i.test(address) ? address : 'data:,'));
}
