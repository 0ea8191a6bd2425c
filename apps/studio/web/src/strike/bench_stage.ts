// The stage of a bench: light, floor with the body's shadow, camera, and the body in the middle, drawn one
// unit large whatever its size.
import {Group, Mesh, PlaneGeometry, Quaternion, ShadowMaterial, Vector3, type DirectionalLight} from 'three';
import {onTheme, three3d, type Three3d} from '../shell';
import type {BodyMesh} from './body_mesh';
import {orbit, type Orbit} from './orbit';
import {upright} from './upright';

const kEars = 0.085;   // [m] half the distance of both ears

export class BenchStage {
  readonly three: Three3d;
  readonly orbit: Orbit;
  readonly group = new Group();   // the body's frame, in metres
  body: BodyMesh | undefined;
  private readonly floor: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor(readonly stage: HTMLElement) {
    this.three = three3d(stage, {fov: 30});
    this.three.renderer.domElement.setAttribute('aria-hidden', 'true');
    this.orbit = orbit(stage, this.three.camera);
    this.orbit.onMove(() => this.three.redraw());
    this.floor = new Mesh(new PlaneGeometry(12, 12), new ShadowMaterial({opacity: 0.32}));
    this.floor.rotation.x = -Math.PI / 2;
    this.floor.receiveShadow = true;
    onTheme((theme) => { this.floor.material.opacity = theme === 'dark' ? 0.36 : 0.16; });
    this.three.scene.add(this.group, this.floor);
    const key = this.three.scene.getObjectByName('key') as DirectionalLight | undefined;
    if (key) {
      Object.assign(key.shadow.camera, {left: -1.6, right: 1.6, top: 1.6, bottom: -1.6});
      key.shadow.camera.updateProjectionMatrix();
      key.shadow.normalBias = 0.05;
    }
  }

  /** @param gap between body and floor, in sizes of the body. */
  show(body: BodyMesh, gap: number, leans = false) {
    if (this.body) {
      this.group.remove(this.body.mesh);
      this.body.dispose();
    }
    this.body = body;
    const scale = 1 / body.body.reach;
    this.group.scale.setScalar(scale);
    this.group.add(body.mesh);
    const {vertices: nodes, curved} = body.body;
    this.group.quaternion.copy(leans ? upright(nodes, curved) : new Quaternion());
    let low = 0, high = 0;
    const node = new Vector3();
    for (let v = 0; v < nodes.length; v += 3) {
      const {y} = node.fromArray(nodes, v).applyQuaternion(this.group.quaternion);
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
    this.floor.position.y = low * scale - gap;
    this.orbit.centre(new Vector3(0, (low + high) / 2 * scale - 0.08, 0));   // a little room for the words below
    this.three.redraw();
  }

  /** Ears [m] in the body's frame: as the eye sees the body, from `distance`. */
  ears(distance: number): {left: Vector3; right: Vector3} {
    const back = this.group.quaternion.clone().invert();
    const eye = this.orbit.direction().multiplyScalar(distance).applyQuaternion(back);
    const side = new Vector3(kEars, 0, 0).applyQuaternion(this.three.camera.quaternion).applyQuaternion(back);
    return {left: eye.clone().sub(side), right: eye.add(side)};
  }
}
