// Wheel, rail and the arm that leads the wheel round, to look at; 1 unit is 1 m of the track.
import {
  BoxGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  Object3D,
  TorusGeometry,
} from 'three';

import {onTheme} from '../shell';

import {turned} from './turned';

import {brass, darkSteel, rippling, steel, type Ripple} from './materials';
import {kTrackRadius, kWheelRadius} from './places';

export const kRailTop = 0.09;

const part = (mesh: Mesh, x = 0, y = 0, z = 0) => {
  mesh.position.set(x, y, z);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
};

/** Flat ground with a rail in a circle on sleepers. */
export function track(soft: boolean): Group {
  const group = new Group(),
    r = kTrackRadius;
  const ground = new MeshLambertMaterial(),
    ties = new MeshLambertMaterial(); // plain: they cover much
  onTheme((theme) => {
    ground.color.set(theme === 'dark' ? 0x3a3b42 : 0xc4b9a5);
    ties.color.set(theme === 'dark' ? 0x5a4636 : 0x8a6d4c);
  });
  const base = part(new Mesh(new CylinderGeometry(1.5, 1.54, 0.06, 96), ground), 0, -0.03, 0);
  group.add(base);
  const sleepers = new InstancedMesh(new BoxGeometry(0.34, 0.03, 0.09), ties, 36),
    place = new Object3D();
  for (let i = 0; i < 36; ++i) {
    const a = (i / 36) * 2 * Math.PI;
    place.position.set(Math.cos(a) * r, 0.015, Math.sin(a) * r);
    place.rotation.y = -a;
    place.updateMatrix();
    sleepers.setMatrixAt(i, place.matrix);
  }
  sleepers.receiveShadow = true;
  group.add(sleepers);
  const section = [
    [0.06, 0.03],
    [0.06, 0.04],
    [0.012, 0.046],
    [0.012, 0.068],
    [0.034, 0.074],
    [0.034, 0.086],
    [0.028, kRailTop],
    [-0.028, kRailTop],
    [-0.034, 0.086],
    [-0.034, 0.074],
    [-0.012, 0.068],
    [-0.012, 0.046],
    [-0.06, 0.04],
    [-0.06, 0.03],
  ];
  const rail = part(
    new Mesh(
      turned(
        section.map(([x, y]) => [r + x!, y!]),
        soft ? 72 : 160,
      ),
      steel(0.22),
    ),
  );
  rail.castShadow = false;
  group.add(rail);
  group.add(part(new Mesh(new CylinderGeometry(0.05, 0.09, 0.42, 32), darkSteel()), 0, 0.21, 0));
  group.add(part(new Mesh(new CylinderGeometry(0.075, 0.075, 0.06, 32), brass()), 0, 0.43, 0));
  return group;
}

/**
 * A wheel about the axis z, radius kWheelRadius: tyre with flange, web, five holes hinted by bolts. Its rim ripples.
 */
export function wheel(ripple: Ripple, soft: boolean): Group {
  const r = kWheelRadius,
    spin = new Group();
  // Profile about y (turned to z at the end): tread, flange inside, web, hub.
  const outline = [
    [0.02, 0.07],
    [0.055, 0.07],
    [0.06, 0.03],
    [0.07, 0.018],
    [r - 0.055, 0.016],
    [r - 0.045, 0.05],
    [r - 0.004, 0.055],
    [r, 0.05],
    [r, -0.03],
    [r + 0.03, -0.04],
    [r + 0.03, -0.055],
    [r - 0.04, -0.055],
    [r - 0.055, -0.02],
    [0.07, -0.018],
    [0.06, -0.03],
    [0.055, -0.07],
    [0.02, -0.07],
  ].reverse();
  const material = steel(0.3);
  rippling(material, ripple);
  spin.add(part(new Mesh(turned(outline, soft ? 44 : 96), material)));
  const ring = part(
    new Mesh(new TorusGeometry(r - 0.05, 0.006, soft ? 4 : 8, soft ? 40 : 96).rotateX(Math.PI / 2), brass()),
    0,
    0.048,
    0,
  );
  rippling(ring.material as MeshStandardMaterial, ripple);
  spin.add(ring);
  for (let i = 0; i < 6; ++i) {
    const a = (i / 6) * 2 * Math.PI;
    const bolt = part(
      new Mesh(new CylinderGeometry(0.016, 0.016, 0.022, 6), brass(0.35)),
      Math.cos(a) * 0.135,
      0.02,
      Math.sin(a) * 0.135,
    );
    const hole = part(
      new Mesh(new CylinderGeometry(0.03, 0.03, 0.006, 20), darkSteel()),
      Math.cos(a + 0.52) * 0.135,
      0.0165,
      Math.sin(a + 0.52) * 0.135,
    );
    spin.add(bolt, hole);
  }
  spin.add(part(new Mesh(new CylinderGeometry(0.035, 0.035, 0.17, 24), brass()), 0, 0.01, 0));
  const stand = new Group();
  spin.rotation.x = Math.PI / 2;
  stand.add(spin);
  return stand;
}

/** Curved block over the wheel that comes down with the brake's force. */
export function shoe(): {group: Group; glow: MeshStandardMaterial} {
  const glow = new MeshStandardMaterial({color: 0x7a3b2c, roughness: 0.7, emissive: 0xff5a1c, emissiveIntensity: 0});
  const lining = new TorusGeometry(kWheelRadius + 0.022, 0.02, 8, 20, 1.1).rotateZ(Math.PI / 2 - 0.55).scale(1, 1, 2.2);
  const back = new TorusGeometry(kWheelRadius + 0.05, 0.018, 8, 20, 1.1).rotateZ(Math.PI / 2 - 0.55).scale(1, 1, 2.4);
  const group = new Group();
  group.add(
    part(new Mesh(lining, glow)),
    part(new Mesh(back, darkSteel())),
    part(new Mesh(new CylinderGeometry(0.018, 0.018, 0.2, 16), steel()), 0, kWheelRadius + 0.15, 0),
  );
  return {group, glow};
}
