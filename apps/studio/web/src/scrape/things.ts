// The things one drags: how they look and how they stand on a surface. Sizes are those of banks/scrape.json.
import {
  CapsuleGeometry,
  CylinderGeometry,
  Group,
  LatheGeometry,
  type Material,
  Mesh,
  Quaternion,
  SphereGeometry,
  type Texture,
  Vector2,
  Vector3,
} from 'three';
import {dressed, isGlass, look} from '../strike/looks';

export type Kind = 'puck' | 'ball' | 'pen';
export const kKinds: Record<Kind, {below: number; materials: {name: string; of: string}[]; sentence: string}> = {
  puck: {
    below: 0.006,
    materials: [
      {name: 'steel', of: 'steel'},
      {name: 'wood', of: 'maple'},
      {name: 'plastic', of: 'nylon'},
    ],
    sentence: 'A flat puck touches many tops of the roughness at once.',
  },
  ball: {
    below: 0.014,
    materials: [
      {name: 'steel', of: 'steel'},
      {name: 'glass', of: 'glass'},
      {name: 'wood', of: 'maple'},
    ],
    sentence: 'A ball rolls; let it go and it rolls on.',
  },
  pen: {
    below: 0.07,
    materials: [
      {name: 'steel', of: 'steel'},
      {name: 'wood', of: 'maple'},
      {name: 'plastic', of: 'nylon'},
    ],
    sentence: 'A fine tip follows every scratch.',
  },
};
const kUp = new Vector3(0, 1, 0);
const kPuck = [
  [0, -6],
  [20.4, -6],
  [21.5, -5.6],
  [22, -4.6],
  [22, 4.6],
  [21.5, 5.6],
  [20.4, 6],
  [17, 6],
  [16.4, 5.4],
  [0, 5.4],
].map(([r, y]) => new Vector2(r! / 1000, y! / 1000));

/** Drawn as a pen that leans in the hand; the engine has a slim ellipsoid upright on the same tip. */
function penShape(material: Material): Group {
  const profile = [
    [0, -70],
    [0.5, -69],
    [1.4, -64],
    [4.2, -52],
    [5, -48],
    [5, 46],
    [4.7, 47],
    [4.7, 68],
    [4, 70],
    [0, 70.5],
  ];
  const body = new Mesh(
    new LatheGeometry(
      profile.map(([r, y]) => new Vector2(r! / 1000, y! / 1000 + 0.07)),
      40,
    ),
    material,
  );
  const clip = new Mesh(new CapsuleGeometry(0.0008, 0.03, 4, 8), look('brass'));
  clip.position.set(0.0062, 0.118, 0);
  const lean = new Group(),
    group = new Group();
  lean.add(body, clip);
  lean.rotation.set(0.35, 0, -0.5);
  lean.position.y = -0.07;
  group.add(lean);
  return group;
}

export class ThingMesh {
  readonly group = new Group();
  private readonly inner: Group | Mesh;
  private readonly roll = new Quaternion();

  constructor(
    readonly kind: Kind,
    of: string,
    surroundings: Texture | null,
  ) {
    const material = look(of),
      sphere = new SphereGeometry(0.014, 48, 32);
    this.inner =
      kind === 'ball' && isGlass(of)
        ? dressed(sphere, of, surroundings)
        : kind === 'ball'
          ? new Mesh(sphere, material)
          : kind === 'puck'
            ? new Mesh(new LatheGeometry(kPuck, 72), material)
            : penShape(material);
    if (kind === 'ball') {
      // a stripe shows how it turns
      const stripe = new Mesh(new CylinderGeometry(0.01403, 0.01403, 0.003, 48, 1, true), look('felt'));
      this.inner.add(stripe);
    }
    this.inner.traverse((part) => {
      part.castShadow = true;
    });
    this.group.add(this.inner);
  }

  /** Centre of mass over a touching point. */
  centre(place: Vector3, normal: Vector3): Vector3 {
    return place.clone().addScaledVector(normal, kKinds[this.kind].below);
  }

  /** Turn of the body, w x y z: upright on the surface. */
  turn(normal: Vector3): Quaternion {
    return new Quaternion().setFromUnitVectors(kUp, normal);
  }

  draw(place: Vector3, normal: Vector3, velocity: Vector3, dt: number, rolls: boolean) {
    this.group.position.copy(this.centre(place, normal));
    if (this.kind !== 'ball') {
      this.group.quaternion.copy(this.turn(normal));
      return;
    }
    const speed = velocity.length();
    if (rolls && speed > 1e-5)
      this.roll.premultiply(
        new Quaternion().setFromAxisAngle(
          new Vector3().crossVectors(normal, velocity).normalize(),
          (speed * dt) / 0.014,
        ),
      );
    this.group.quaternion.copy(this.roll);
  }
}
