// A door of two leaves before a lit room; each leaf is a pair of its own. Angle of a leaf = exciter position / hinge
// radius.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  CylinderGeometry,
  DirectionalLight,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  SphereGeometry,
  type Material,
} from 'three';
import {onTheme, type Three3d} from '../shell';
import {brass, wood} from './materials';
import {kHingeRadius} from './places';
import type {Picture} from './picture';

const kWide = 0.62,
  kTall = 1.9,
  kThick = 0.045; // [m] of a leaf

function box(w: number, hgt: number, d: number, material: Material, x: number, y: number, z: number): Mesh {
  const mesh = new Mesh(new BoxGeometry(w, hgt, d), material);
  mesh.position.set(x, y, z);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/**
 * A leaf whose hinge is the y axis; it reaches to +x (side 1) or -x (side -1). Stiles, rails, three panels, a handle,
 * hinges.
 */
function leaf(side: number, frame: Material, panel: Material): Group {
  const group = new Group(),
    s = (x: number) => side * x;
  for (const x of [0.055, kWide - 0.055]) group.add(box(0.11, kTall, kThick, frame, s(x), kTall / 2, 0));
  const rails: [number, number][] = [
    [0.11, 0.22],
    [0.72, 0.14],
    [1.34, 0.1],
    [kTall - 0.07, 0.14],
  ];
  for (const [y, high] of rails) group.add(box(kWide - 0.22, high, kThick - 0.004, frame, s(kWide / 2), y, 0));
  for (let i = 0; i < 3; ++i) {
    const low = rails[i]![0] + rails[i]![1] / 2,
      high = rails[i + 1]![0] - rails[i + 1]![1] / 2;
    group.add(box(kWide - 0.22, high - low, 0.016, panel, s(kWide / 2), (low + high) / 2, 0));
    group.add(box(kWide - 0.31, high - low - 0.09, 0.03, panel, s(kWide / 2), (low + high) / 2, 0));
  }
  for (const y of [0.3, 0.98, 1.66]) {
    const pin = new Mesh(new CylinderGeometry(0.014, 0.014, 0.13, 16), brass());
    pin.position.set(0, y, kThick / 2 + 0.004);
    pin.name = 'hinge';
    group.add(pin, box(0.07, 0.1, 0.006, brass(0.55), s(0.045), y, kThick / 2 + 0.001));
  }
  for (const z of [1, -1]) {
    const knob = new Mesh(new SphereGeometry(0.028, 24, 16), brass(0.15));
    knob.position.set(s(kWide - 0.055), 0.95, z * (kThick / 2 + 0.04));
    knob.castShadow = true;
    const neck = new Mesh(new CylinderGeometry(0.009, 0.012, 0.04, 12).rotateX(Math.PI / 2), brass());
    neck.position.set(s(kWide - 0.055), 0.95, z * (kThick / 2 + 0.015));
    group.add(knob, neck, box(0.05, 0.17, 0.006, brass(0.55), s(kWide - 0.055), 0.93, z * (kThick / 2 + 0.001)));
  }
  return group;
}

/** One wall with a hole for the door, as quads that share their corners: pieces would show seams. */
function wallWithHole(half: number, top: number): BufferGeometry {
  const xs = [-3.4, -half, half, 3.4],
    ys = [0, top, 3.6],
    index: number[] = [];
  const corners = ys.flatMap((y) => xs.flatMap((x) => [x, y, 0]));
  for (let row = 0; row < 2; ++row)
    for (let column = 0; column < 3; ++column) {
      const a = row * 4 + column;
      if (row || column !== 1) index.push(a, a + 1, a + 4, a + 4, a + 1, a + 5);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

function room(three: Three3d) {
  const {scene} = three;
  const wall = new MeshLambertMaterial({shadowSide: DoubleSide}),
    floor = wood(0x8a6a48, 0x5b4128, 0.6, MeshLambertMaterial),
    frame = wood(0x6b4a2e, 0x3f2a18, 1, MeshLambertMaterial);
  const glow = new MeshBasicMaterial();
  const half = kWide + 0.012,
    w = 2.6;
  for (const side of [-1, 1]) {
    scene.add(box(0.1, kTall + 0.02, 0.14, frame, side * (half + 0.05), (kTall + 0.02) / 2, -0.04));
    scene.add(box(w, 0.14, 0.02, frame, side * (half + 0.1 + w / 2), 0.07, -0.03));
  }
  const front = new Mesh(wallWithHole(half + 0.06, kTall + 0.08), wall);
  front.position.z = -0.04;
  front.castShadow = true; // but takes none: a thin wall would shade itself
  scene.add(front, box(2 * half + 0.2, 0.11, 0.14, frame, 0, kTall + 0.075, -0.04));
  const ground = new Mesh(new PlaneGeometry(9, 9), floor);
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  const light = new Mesh(new PlaneGeometry(6, 4), glow);
  light.position.set(0, 1.6, -2.2);
  scene.add(ground, light);
  // The other room's lamp: it falls through the gap onto the floor before the door.
  const sun = new DirectionalLight(0xffd9a0, 3);
  sun.position.set(0.5, 2.6, -3.2);
  sun.target.position.set(0, 0, 0.7);
  sun.castShadow = true;
  sun.shadow.mapSize.setScalar(three.soft ? 512 : 1024);
  sun.shadow.bias = -0.001;
  Object.assign(sun.shadow.camera, {left: -2.2, right: 2.2, top: 2.4, bottom: -2.4, near: 0.2, far: 9});
  scene.add(sun, sun.target);
  const key = scene.getObjectByName('key') as DirectionalLight;
  onTheme((theme) => {
    const dark = theme === 'dark';
    wall.color.set(dark ? 0x41424a : 0xe9e2d4);
    glow.color.set(dark ? 0xffd28a : 0xfff0cf);
    sun.intensity = dark ? 5 : 3;
    key.intensity = dark ? 1.1 : 1.5;
    scene.environmentIntensity = dark ? 0.5 : 0.95;
  });
  key.position.set(-1.5, 3.4, 4);
  key.castShadow = !three.soft; // the lamp's shadow is the one that matters
}

export function doorPicture(three: Three3d): Picture {
  const {scene, camera} = three;
  room(three);
  const kind = three.soft ? MeshLambertMaterial : MeshStandardMaterial;
  const frame = wood(0xa4743f, 0x6d4623, 1, kind),
    panel = wood(0xb98649, 0x7d5229, 1, kind);
  const leaves = [leaf(1, frame, panel), leaf(-1, frame, panel)];
  leaves[0]!.position.x = -(kWide + 0.006);
  leaves[1]!.position.x = kWide + 0.006;
  scene.add(...leaves);
  camera.position.set(0, 1.5, 4.9);
  camera.lookAt(0, 1.21, 0);
  const angles = [0, 0];
  return {
    note: 'Each leaf turns by the way its hinge has slid; the pin is 8 mm thick.',
    angles: () => [...angles],
    show({states}) {
      let moved = 0;
      for (const i of [0, 1]) {
        const angle = (states[i]?.exciterPosition ?? 0) / kHingeRadius;
        moved += Math.abs(angle - angles[i]!);
        angles[i] = angle;
        leaves[i]!.rotation.y = i ? angle : -angle; // both towards the viewer
      }
      return moved > 1e-5;
    },
  };
}
