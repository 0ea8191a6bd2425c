// Bodies that are bent by bones: a rod has one for each point of its line. Where such a body is, its bones tell, not its
// vertices.
import {Box3, type Object3D, SkinnedMesh, Vector3} from 'three';

export function bonesOf(body: Object3D): Object3D[] {
  const out: Object3D[] = [];
  body.traverse((part) => {
    if (part instanceof SkinnedMesh) out.push(...part.skeleton.bones);
  });
  return out;
}

/** A node that only holds bones: nothing of it is seen. */
export const isSkeleton = (node: Object3D) =>
  node.children.length > 0 && node.children.every((part) => part.type === 'Bone');

/** Around a body as it stands now. */
export function boxOf(body: Object3D): Box3 {
  body.updateWorldMatrix(true, true);
  const bones = bonesOf(body),
    out = new Box3();
  if (bones.length === 0) out.expandByObject(body);
  for (const bone of bones) {
    bone.updateWorldMatrix(true, false);
    out.expandByPoint(new Vector3().setFromMatrixPosition(bone.matrixWorld));
  }
  return out;
}
