// Where on a body the next blow lands: under the pointer, or moved by arrow keys along the screen.
// Points and normals are in the body's frame [m].
import {Box3, Raycaster, Vector2, Vector3, type Camera, type Mesh, type Quaternion} from 'three';
import type {BodyMesh} from './body_mesh';

export type Place = {point: Vector3; normal: Vector3}; // normal: unit, out of the body

export class Aim {
  private readonly ray = new Raycaster();
  constructor(
    private readonly stage: HTMLElement,
    private readonly camera: Camera,
  ) {}

  /** What lies under a point of the window, or nothing. */
  at(mesh: Mesh, clientX: number, clientY: number): Place | undefined {
    const box = this.stage.getBoundingClientRect();
    this.ray.setFromCamera(
      new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2),
      this.camera,
    );
    mesh.updateWorldMatrix(true, false);
    const hit = this.ray.intersectObject(mesh, false)[0];
    if (!hit) return undefined;
    const normal = (hit.normal ?? hit.face!.normal).clone().normalize();
    // Seen from behind (through glass): the blow comes from the side one looks from.
    const towards = mesh.worldToLocal(this.ray.ray.origin.clone()).sub(mesh.worldToLocal(hit.point.clone()));
    if (normal.dot(towards) < 0) normal.negate();
    return {point: mesh.worldToLocal(hit.point.clone()), normal};
  }

  /** Screen position of a point of the body. */
  screen(mesh: Mesh, point: Vector3): {x: number; y: number} {
    const box = this.stage.getBoundingClientRect(),
      on = mesh.localToWorld(point.clone()).project(this.camera);
    return {x: box.left + ((on.x + 1) / 2) * box.width, y: box.top + ((1 - on.y) / 2) * box.height};
  }

  /** A step of (dx, dy) pixels from a place; shorter steps are tried before the edge is reached. */
  step(mesh: Mesh, from: Place, dx: number, dy: number): Place {
    const {x, y} = this.screen(mesh, from.point);
    for (const part of [1, 0.5, 0.25]) {
      const next = this.at(mesh, x + part * dx, y + part * dy);
      if (next) return next;
    }
    return from;
  }
}

/** The vertex nearest to a point of the body's frame. */
export function closest(body: BodyMesh, point: readonly number[]): Place {
  const {positions, normals} = body.surface,
    wanted = new Vector3().fromArray(point),
    at = new Vector3();
  let best = 0,
    least = Infinity;
  for (let v = 0; v < positions.length; v += 3) {
    const far = at.fromArray(positions, v).distanceToSquared(wanted);
    if (far < least) {
      least = far;
      best = v;
    }
  }
  return {point: new Vector3().fromArray(positions, best), normal: new Vector3().fromArray(normals, best).normalize()};
}

/** The vertex nearest to a place given in parts of the box of the body as it stands, -1 .. 1 along each axis. */
export function nearest(body: BodyMesh, part: readonly number[], turn: Quaternion): Place {
  const {positions, normals} = body.surface,
    box = new Box3();
  const at = (values: Float32Array, v: number) => new Vector3().fromArray(values, v).applyQuaternion(turn);
  for (let v = 0; v < positions.length; v += 3) box.expandByPoint(at(positions, v));
  const size = box.getSize(new Vector3()),
    wanted = box.getCenter(new Vector3()).addScaledVector(size.clone().multiply(new Vector3().fromArray(part)), 0.5);
  let best = 0,
    least = Infinity;
  for (let v = 0; v < positions.length; v += 3) {
    const p = at(positions, v),
      n = at(normals, v);
    // Of two skins that are nearly as near, the outer one; of flat bodies, the upper one.
    const inner = n.x * p.x + n.z * p.z + 0.25 * n.y * size.y < 0;
    const far = p.distanceTo(wanted) + (inner ? 0.2 * size.x : 0);
    if (far < least) {
      least = far;
      best = v;
    }
  }
  return {point: new Vector3().fromArray(positions, best), normal: new Vector3().fromArray(normals, best).normalize()};
}
