// Five glasses in a row, tuned by what is in them: the engine's friction pairs, one per glass, and their picture.
// Way of a bead on the rim = exciter position / rim radius; ripple = the ringing's amplitude, larger and slower.
import type {Rub, RubState} from 'peal-engine';
import {
  CylinderGeometry,
  type Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  Raycaster,
  SphereGeometry,
  Vector2,
} from 'three';
import {reducedMotion, type Three3d} from '../shell';
import {kRim, kRimHeight, table, wineglass} from '../rub/glass_model';
import {Envelope} from '../rub/picture';
import {kRimRadius} from '../rub/places';
import {presetNamed} from '../rub/presets';

export const kNotes = [
  {name: 'C', frequency: 523.25},
  {name: 'D', frequency: 587.33},
  {name: 'E', frequency: 659.26},
  {name: 'G', frequency: 783.99},
  {name: 'A', frequency: 880},
];
const kLevels = [0.68, 0.56, 0.44, 0.3, 0.16],
  kApart = 1.06,
  kLarger = 120,
  kSlow = 3;
const kHigh = 2.15,
  kWide = 5.35; // of the row, with a little air

/** The glass of the presets, higher: modes and the stiffness of the skin scale with the note. */
export function tune(rub: Rub, note: number) {
  const {settings, modes} = presetNamed('Wineglass')!.design,
    ratio = kNotes[note]!.frequency / modes[0]!.frequency;
  rub.set({...settings, stiffness: settings.stiffness * ratio});
  rub.setModes(modes.map((mode) => ({...mode, frequency: mode.frequency * ratio})));
  const side = note / (kNotes.length - 1);
  rub.pan(Math.cos((side * Math.PI) / 2) * 0.8 + 0.2, Math.sin((side * Math.PI) / 2) * 0.8 + 0.2);
}

type Glass = {
  group: Group;
  bead: Mesh;
  ripple: {amplitude: {value: number}; angle: {value: number}; low: number; high: number};
  envelope: Envelope;
  target: Object3D;
};

export function harpPicture(three: Three3d) {
  const {scene, camera} = three,
    ray = new Raycaster(),
    at = new Vector2();
  const glasses: Glass[] = kNotes.map((_, i) => {
    const ripple = {amplitude: {value: 0}, angle: {value: 0}, low: 0.8, high: kRimHeight};
    const group = wineglass(ripple, kLevels[i]!, three, 0x7a1322, three.soft ? 24 : 64);
    group.position.x = (i - 2) * kApart;
    const bead = new Mesh(
      new SphereGeometry(0.05, 20, 14),
      new MeshStandardMaterial({color: 0xd9a441, emissive: 0x7a4c08, roughness: 0.25, metalness: 0.6}),
    );
    bead.visible = false;
    const target = new Mesh(new CylinderGeometry(0.52, 0.52, 2.1, 12), new MeshBasicMaterial());
    target.position.y = 1;
    target.visible = false;
    group.add(bead, target);
    scene.add(group);
    return {group, bead, ripple, envelope: new Envelope(), target};
  });
  scene.add(table(5));

  return {
    /** Which glass lies under a point of the screen, or -1. */
    pick(clientX: number, clientY: number, box: DOMRect): number {
      at.set(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
      ray.setFromCamera(at, camera);
      let best = -1,
        near = Infinity;
      glasses.forEach((glass, i) => {
        glass.target.visible = true;
        const hit = ray.intersectObject(glass.target, false)[0];
        glass.target.visible = false;
        if (hit && hit.distance < near) {
          near = hit.distance;
          best = i;
        }
      });
      return best;
    },
    show(states: RubState[], dt: number, time: number): boolean {
      let moves = false;
      // All five in view, whatever the window's shape: the nearest place from which height and width fit.
      const {aspect, half} = three.free(),
        away = Math.max(kHigh / (2 * half), kWide / (2 * half * aspect));
      camera.position.set(0, 0.9 + 0.22 * away, away);
      camera.lookAt(0, 0.9, 0);
      glasses.forEach(({bead, ripple, envelope}, i) => {
        const state = states[i],
          angle = (state?.exciterPosition ?? 0) / kRimRadius + 0.8,
          closed = (state?.normalForce ?? 0) > 0;
        const amplitude = Math.min(
          0.05,
          envelope.take(state?.resonatorVelocity ?? 0, kNotes[i]!.frequency, dt) * 10 * kLarger,
        );
        bead.visible = closed;
        bead.position.set(Math.cos(angle) * kRim, kRimHeight + 0.03, Math.sin(angle) * kRim);
        ripple.angle.value = angle + Math.PI / 4;
        ripple.amplitude.value = amplitude * (reducedMotion() ? 0.7 : Math.cos(2 * Math.PI * kSlow * time + i));
        moves ||= closed || amplitude > 1e-4;
      });
      return moves;
    },
  };
}
