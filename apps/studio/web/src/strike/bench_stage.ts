// The stage of a bench: light, floor with the body's shadow, camera, and the body in the middle, drawn one
// unit large whatever its size, and as near as the room between the words allows.
import {Box3, type DirectionalLight, Group, Mesh, PlaneGeometry, Quaternion, ShadowMaterial, Vector3} from 'three';
import {fittingDistance, onTheme, three3d, type Insets, type Three3d} from '../shell';
import type {BodyMesh} from './body_mesh';
import {orbit, type Orbit} from './orbit';
import {upright} from './upright';

const kEars = 0.085; // [m] half the distance of both ears
const kFill = 0.9; // of the room that a body takes
/** gap: to the floor, sizes of the body; yaw, pitch [rad]. */
export type View = {gap: number; yaw: number; pitch: number; leans?: boolean};

export class BenchStage {
  readonly three: Three3d;
  readonly orbit: Orbit;
  readonly group = new Group(); // the body's frame, in metres
  body: BodyMesh | undefined;
  private readonly floor: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly middle = new Vector3();

  constructor(
    readonly stage: HTMLElement,
    insets: (width: number, height: number) => Insets,
  ) {
    this.three = three3d(stage, {fov: 30, insets});
    this.three.renderer.domElement.setAttribute('aria-hidden', 'true');
    this.orbit = orbit(stage, this.three.camera);
    this.orbit.onMove(() => this.three.redraw());
    this.floor = new Mesh(new PlaneGeometry(12, 12), new ShadowMaterial());
    this.floor.rotation.x = -Math.PI / 2;
    this.floor.receiveShadow = true;
    onTheme(() => this.shade());
    this.three.scene.add(this.group, this.floor);
    const key = this.three.scene.getObjectByName('key') as DirectionalLight | undefined;
    if (key) {
      Object.assign(key.shadow.camera, {left: -1.6, right: 1.6, top: 1.6, bottom: -1.6});
      key.shadow.camera.updateProjectionMatrix();
      key.shadow.normalBias = 0.05;
    }
    // After the shell's own observer: it knows the room by then.
    new ResizeObserver(() => {
      if (this.body) this.orbit.refit(this.distance());
    }).observe(stage);
  }

  /** @param turn whether the camera goes to where the view has it. */
  show(body: BodyMesh, view: View, turn: boolean) {
    if (this.body) {
      this.group.remove(this.body.mesh);
      this.body.dispose();
    }
    this.body = body;
    this.group.scale.setScalar(1 / body.body.reach);
    this.group.add(body.mesh);
    this.group.quaternion.copy(view.leans ? upright(body.nodes, body.body.curved) : new Quaternion());
    const box = new Box3().setFromPoints(this.points());
    box.getCenter(this.middle);
    this.floor.position.y = box.min.y - view.gap;
    this.shade();
    this.orbit.centre(this.middle);
    if (turn) {
      this.orbit.set(view.yaw, view.pitch, 4);
      this.orbit.set(view.yaw, view.pitch, this.distance());
    } else this.orbit.refit(this.distance());
    this.three.redraw();
  }

  /** What light goes through casts little shadow. */
  private shade() {
    const dark = this.three.theme() === 'dark';
    this.floor.material.opacity = (dark ? 0.36 : 0.16) * (this.body?.clear ? 0.4 : 1);
  }

  /** Nodes of the body as it stands, one unit large. */
  private points(): Vector3[] {
    const {nodes, body} = this.body!;
    const point = (i: number) => new Vector3().fromArray(nodes, 3 * i).divideScalar(body.reach);
    return Array.from({length: nodes.length / 3}, (_, i) => point(i).applyQuaternion(this.group.quaternion));
  }

  /** From which the body just fills its room, seen as it is now. */
  private distance(): number {
    const {camera, free} = this.three;
    return Math.max(2, fittingDistance(this.points(), this.middle, camera.quaternion, free(), kFill));
  }

  /** Ears [m] in the body's frame: as the eye sees the body, from `distance`. */
  ears(distance: number): {left: Vector3; right: Vector3} {
    const back = this.group.quaternion.clone().invert();
    const eye = this.orbit.direction().multiplyScalar(distance).applyQuaternion(back);
    const side = new Vector3(kEars, 0, 0).applyQuaternion(this.three.camera.quaternion).applyQuaternion(back);
    return {left: eye.clone().sub(side), right: eye.add(side)};
  }
}
