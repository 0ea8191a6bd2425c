// A wineglass and a table to look at; 1 unit is 0.1 m. Sizes as in scenes/wineglass.json.
import {
  BufferAttribute,
  CircleGeometry,
  type CubeTexture,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  TorusGeometry,
  Vector2,
} from 'three';
import {onTheme, type Three3d} from '../shell';
import {filled, glass} from './glass_shader';
import {softShadow, type Ripple} from './materials';

export const kRim = 0.38,
  kRimHeight = 1.78;
const kBowl = 0.84,
  kSteps = 16; // where the bowl begins; rings up its wall

function outline(): Vector2[] {
  const points = [new Vector2(0.35, 0.004), new Vector2(0.36, 0.012), new Vector2(0.35, 0.022)]; // the foot, without its underside
  for (const [r, y] of [
    [0.25, 0.035],
    [0.13, 0.06],
    [0.06, 0.11],
    [0.036, 0.2],
    [0.03, 0.4],
    [0.031, 0.6],
    [0.045, 0.74],
    [0.085, kBowl],
  ] as const)
    points.push(new Vector2(r, y));
  for (let i = 1; i <= kSteps; ++i) {
    // an egg cut open: widest a little below the middle
    const t = i / kSteps;
    points.push(
      new Vector2(
        0.085 +
          0.365 * Math.sin((Math.min(1, t * 1.9) * Math.PI) / 2) -
          0.07 * Math.pow(Math.max(0, (t - 0.5) / 0.5), 1.5),
        kBowl + (kRimHeight - kBowl) * Math.pow(t, 1.15),
      ),
    );
  }
  return points;
}

/**
 * A table in a pool of light that fades into the dark. Unlit: it covers half of the picture, and light there is dear.
 */
export function table(radius: number): Mesh {
  const geometry = new RingGeometry(0.001, radius, 48, 12),
    at = geometry.attributes.position!,
    colours = new Float32Array(at.count * 4).fill(1);
  for (let i = 0; i < at.count; ++i)
    colours[i * 4 + 3] = Math.pow(Math.max(0, 1 - Math.hypot(at.getX(i), at.getY(i)) / radius), 1.4) * 0.9;
  geometry.setAttribute('color', new BufferAttribute(colours, 4));
  const material = new MeshBasicMaterial({transparent: true, vertexColors: true, depthWrite: false});
  onTheme((theme) => {
    material.color.set(theme === 'dark' ? 0x5c5148 : 0xe9dfcc);
  });
  const top = new Mesh(geometry, material);
  top.rotation.x = -Math.PI / 2;
  top.position.y = -0.006;
  return top;
}

/** level 0 .. 1 of what is in it; `colour` of the drink; `three` lights it. */
export function wineglass(
  ripple: Ripple,
  level: number,
  three: Three3d,
  colour = 0x6d0f1c,
  segments = three.soft ? 36 : 80,
): Group {
  const group = new Group(),
    profile = outline(),
    coarse = three.soft,
    room = three.scene.environment as CubeTexture;
  group.add(glass(new LatheGeometry(profile, segments), ripple, room));
  const rim = new TorusGeometry(kRim, 0.006, coarse ? 4 : 8, segments).rotateX(Math.PI / 2).translate(0, kRimHeight, 0);
  group.add(filled(rim, ripple, room, {body: 0xaab4ba, density: 0.55, mirror: 2, order: 4}));
  if (level > 0) {
    const top = kBowl + (kRimHeight - kBowl) * level;
    const inside = profile
      .slice(10)
      .filter((p) => p.y < top)
      .map((p) => new Vector2(Math.max(0.002, p.x - 0.012), p.y));
    const under = profile.find((p) => p.y >= top)!,
      before = inside[inside.length - 1]!;
    const radius = before.x + ((under.x - 0.012 - before.x) * (top - before.y)) / (under.y - before.y);
    inside.unshift(new Vector2(0.001, kBowl + 0.002));
    inside.push(new Vector2(radius, top));
    const disc = new CircleGeometry(radius, segments).rotateX(-Math.PI / 2).translate(0, top, 0);
    group.add(
      filled(new LatheGeometry(inside, segments), ripple, room, {body: colour, density: 0.88, mirror: 0.4, order: 2}),
      filled(disc, ripple, room, {body: colour, density: 0.92, mirror: 0.7, order: 2}),
    );
  }
  const shade = new Mesh(
    softShadow(new CircleGeometry(0.62, 32), 1),
    new MeshBasicMaterial({vertexColors: true, transparent: true, opacity: 0.5, depthWrite: false}),
  );
  shade.rotation.x = -Math.PI / 2;
  shade.position.y = -0.002;
  group.add(shade);
  return group;
}
