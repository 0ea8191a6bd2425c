// The beater over the place it will hit, and a ring on the surface. Body units are metres; the group that
// holds them is scaled with the body.
import {Group, Mesh, MeshBasicMaterial, Quaternion, RingGeometry, SphereGeometry, Vector3} from 'three';

import {look} from './looks';

import type {Place} from './aim';

const kUp = new Vector3(0, 0, 1),
  kBack = 0.35; // [s] until the beater hovers again

export class Beater {
  readonly group = new Group();
  private readonly ring: Mesh<RingGeometry, MeshBasicMaterial>;
  private readonly ball: Mesh;
  private age = kBack;
  private place: Place = {point: new Vector3(), normal: new Vector3(0, 1, 0)};
  private radius = 0.01;

  constructor(private readonly reach: () => number) {
    this.ring = new Mesh(
      new RingGeometry(0.8, 1, 48),
      new MeshBasicMaterial({color: '#ffb63d', transparent: true, opacity: 0.9, depthTest: false}),
    );
    this.ring.renderOrder = 4;
    this.ball = new Mesh(new SphereGeometry(1, 32, 24), look('felt'));
    this.ball.castShadow = true;
    this.group.add(this.ring, this.ball);
  }

  wear(material: string, radius: number) {
    this.ball.material = look(material);
    this.radius = radius;
    this.draw();
  }

  move(place: Place) {
    this.place = place;
    this.draw();
  }

  hit() {
    this.age = 0;
  }

  /** @return whether it moves. */
  update(dt: number): boolean {
    if (this.age >= kBack) return false;
    this.age = Math.min(kBack, this.age + dt);
    this.draw();
    return true;
  }

  private draw() {
    const reach = this.reach(),
      {point, normal} = this.place;
    const radius = Math.min(this.radius, 0.11 * reach),
      t = this.age / kBack;
    const height = radius + 0.1 * reach * Math.min(1, 1 - (1 - t) * (1 - t));
    this.ball.scale.setScalar(radius);
    this.ball.position.copy(point).addScaledVector(normal, height);
    this.ring.scale.setScalar(0.05 * reach * (1 + 0.6 * Math.max(0, 1 - 2 * t)));
    this.ring.position.copy(point).addScaledVector(normal, 0.004 * reach);
    this.ring.quaternion.copy(new Quaternion().setFromUnitVectors(kUp, normal));
  }
}
