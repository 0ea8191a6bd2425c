// A ring that grows and fades where bodies have just met; as large and bright as the impact was strong. Which rings
// there are follows from the time alone, so that seeking shows them too.
import {type Camera, type Color, DoubleSide, Group, Mesh, MeshBasicMaterial, RingGeometry} from 'three';
import {firstFrom, strength, type Impact} from './events';

const kSeconds = 0.28; // that a ring lasts
const kMost = 24; // at once
const kLooked = 400; // impacts of the last moment among which the strongest are chosen

export class Flashes {
  readonly group = new Group();
  private readonly rings: Mesh<RingGeometry, MeshBasicMaterial>[] = [];
  private impacts: Impact[] = [];
  private strongest = 0;

  constructor() {
    const shape = new RingGeometry(0.72, 1, 40);
    for (let i = 0; i < kMost; ++i) {
      const ring = new Mesh(
        shape,
        new MeshBasicMaterial({transparent: true, depthTest: false, side: DoubleSide, toneMapped: false}),
      );
      ring.visible = false;
      ring.renderOrder = 10;
      this.rings.push(ring);
      this.group.add(ring);
    }
  }
  colour(colour: Color) {
    for (const ring of this.rings) ring.material.color = colour;
  }
  set(impacts: Impact[]) {
    this.impacts = impacts;
    this.strongest = impacts.reduce((most, one) => Math.max(most, one.impulse), 0);
  }
  /** `reach`: size of the scene [m]. */
  show(time: number, camera: Camera, reach: number) {
    const from = firstFrom(this.impacts, time - kSeconds),
      to = firstFrom(this.impacts, time + 1e-9);
    const recent = this.impacts
      .slice(Math.max(from, to - kLooked), to)
      .filter((one) => one.at)
      .sort((a, b) => b.impulse - a.impulse);
    this.rings.forEach((ring, i) => {
      const one = recent[i];
      ring.visible = one !== undefined;
      if (!one) return;
      const age = (time - one.time) / kSeconds,
        size = strength(one.impulse, this.strongest);
      ring.position.set(...one.at!);
      ring.scale.setScalar(reach * (0.012 + 0.06 * size) * (0.3 + age));
      ring.material.opacity = (1 - age) ** 2 * (0.25 + 0.75 * size);
      ring.quaternion.copy(camera.quaternion);
    });
  }
}
